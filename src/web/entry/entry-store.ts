/** What the entry dialog is open for. Any page opens it; the shell shows it. */
import { useSyncExternalStore } from "react";
import type { Fen } from "../../ledger/money.ts";
import type { BookRecord, RecordDraft, Transfer } from "../api/book.ts";

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
  /** Said above the form: why it is open again. */
  error?: string;
}

let entry: Entry | undefined;
const listeners = new Set<() => void>();

export function openEntry(next: Entry = {}): void {
  entry = next;
  for (const listener of listeners) listener();
}

export function closeEntry(): void {
  entry = undefined;
  for (const listener of listeners) listener();
}

export function useEntryRequest(): Entry | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entry,
  );
}
