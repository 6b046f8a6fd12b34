/** What stands in the entry form: how it begins, and what it asks the service for. Pure. */
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import { dayOfDate, type RecordDraft, type RecordType, type TransferDraft } from "../api/book.ts";
import type { Words } from "../words/words.ts";
import { evaluate } from "./arithmetic.ts";
import type { Entry } from "./entry-store.ts";

/** A refund is an income to its account and belongs to the categories of expenses. */
export type EntryType = RecordType | "transfer" | "refund";

export interface EntryForm {
  type: EntryType;
  /** The amount as typed: a number or a sum. */
  text: string;
  category: string;
  accountId: number;
  day: Day;
  description: string;
  /** Of a transfer: where it goes, and what it costs. */
  toAccountId: number;
  fee: string;
}

export function beginForm(
  entry: Entry,
  today: Day,
  zone: string,
  lastAccountId: number,
): EntryForm {
  const { draft = {}, record, transfer } = entry;
  if (transfer) {
    return {
      type: "transfer",
      text: plainAmount(transfer.amount),
      fee: transfer.fee === 0 ? "" : plainAmount(transfer.fee),
      category: "",
      accountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      day: transfer.day,
      description: transfer.description,
    };
  }
  const from = { ...record, ...draft };
  const type = from.refund || from.refundOf !== undefined ? "refund" : from.type;
  return {
    toAccountId: 0,
    fee: "",
    type: entry.kind ?? type ?? "expense",
    text: from.amount === undefined ? "" : plainAmount(from.amount),
    category: from.category ?? "",
    accountId: from.accountId ?? lastAccountId,
    day: draft.date === undefined ? (record?.day ?? today) : dayOfDate(draft.date, zone),
    description: from.description ?? "",
  };
}

function plainAmount(amount: Fen): string {
  return yuanFixed(amount).replace(/\.00$/, "");
}

/** The expense that the entry gives back; its category is the refund's. */
export function refundedBy({ draft, record }: Entry): number | undefined {
  return draft?.refundOf ?? record?.refundOf;
}

/** What the form is called. */
export function titleOf(entry: Entry, words: Words): string {
  if (entry.transfer) return words.editTransfer;
  if (entry.record) return words.editRecord;
  return refundedBy(entry) === undefined ? words.newRecord : words.refundAction;
}

/** What the type switch offers: a transfer stays one, and so does the refund of an expense. */
export function typesOf(entry: Entry, words: Words): { value: EntryType; label: string }[] {
  if (entry.transfer) return [{ value: "transfer", label: words.transfer }];
  if (refundedBy(entry) !== undefined) return [{ value: "refund", label: words.refund }];
  const types: EntryType[] = entry.record
    ? ["expense", "income", "refund"]
    : ["expense", "income", "transfer", "refund"];
  return types.map((value) => ({ value, label: words[value] }));
}

/** Whose categories are offered. */
export function categoryType(type: Exclude<EntryType, "transfer">): RecordType {
  return type === "income" ? "income" : "expense";
}

/** The record that the form describes, or what is still missing. */
export function recordDraft(form: EntryForm, entry: Entry, words: Words): RecordDraft | string {
  const amount = evaluate(form.text);
  if (form.accountId === 0) return words.accountMissing;
  if (amount === undefined) return words.amountWrong;
  if (form.category.trim() === "") return words.categoryMissing;
  const { type, accountId, category, day } = form;
  const kept = entry.record;
  const refundOf = entry.draft?.refundOf;
  return {
    accountId,
    type: type === "expense" ? "expense" : "income",
    amount,
    category,
    description: form.description.trim(),
    date: kept !== undefined && kept.day === day ? kept.date : day,
    ...(refundOf !== undefined && { refundOf }),
    // Said of what was a refund as well, so that it can cease to be one.
    ...(refundOf === undefined &&
      (type === "refund" || kept?.refund) && { refund: type === "refund" }),
  };
}

/** The transfer that the form describes, or what is wrong with it. */
export function transferDraft(form: EntryForm, entry: Entry, words: Words): TransferDraft | string {
  const amount = evaluate(form.text);
  const fee = form.fee.trim() === "" ? null : evaluate(form.fee);
  if (amount === undefined || fee === undefined) return words.amountWrong;
  if (form.toAccountId === 0 || form.toAccountId === form.accountId) return words.sameAccount;
  const description = form.description.trim();
  return {
    fromAccountId: form.accountId,
    toAccountId: form.toAccountId,
    amount: yuanFromFen(amount),
    fee: fee === null ? null : yuanFromFen(fee),
    description: description === "" ? null : description,
    date: entry.transfer?.day === form.day ? entry.transfer.date : form.day,
  };
}
