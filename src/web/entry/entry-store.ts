/** What the entry dialog is open for. Any page opens it; the shell shows it. */
import type { RecordType } from "../../contract/fields.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BookRecord, RecordDraft, Transfer } from "../api/models.ts";
import { makeStore } from "../store.ts";

/** A refund is an income to its account and belongs to the categories of expenses. */
export type EntryType = RecordType | "transfer" | "refund";

export interface EntryForm {
  type: EntryType;
  /** The amount as typed: a number or a sum. */
  text: string;
  category: string;
  accountId: number;
  day: Day;
  /** The time of day, "14:05"; "" where the day alone is meant. */
  time: string;
  description: string;
  /** Of a transfer: where it goes, and what it costs. */
  toAccountId: number;
  fee: string;
}

export interface Entry {
  /** Where the form begins. */
  draft?: Partial<RecordDraft>;
  /** The record that is edited; a new one otherwise. */
  record?: BookRecord;
  /** Begins as a transfer. */
  kind?: "transfer";
  /** Of a refund: what is left of its expense to be given back. */
  refundable?: Fen;
  /** The transfer that is edited. */
  transfer?: Transfer;
  /** What stands in it from the beginning: the form as it was, where it is open again. */
  form?: Partial<EntryForm>;
  /** Said above the form: why it is open again. */
  error?: string;
}

const entry = makeStore<Entry | undefined>(undefined);

export function openEntry(next: Entry = {}): void {
  entry.set(next);
}

export function closeEntry(): void {
  entry.set(undefined);
}

export const useEntryRequest = entry.use;

/** The form with what it was open for: it goes along with what waits, and opens it again as it was. */
export interface KeptForm {
  entry: Entry;
  form: EntryForm;
}

/** Opens a form again that was refused, and says why. */
export function reopenEntry({ entry: { error: _, ...rest }, form }: KeptForm, error: string): void {
  openEntry({ ...rest, form, error });
}
