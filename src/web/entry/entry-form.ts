/** What stands in the entry form: how it begins, and what it asks the service for. Pure. */
import type { RecordType } from "../../contract/fields.ts";
import { type Day, dayOf, readMoment, startOfDay } from "../../ledger/calendar.ts";
import { yuanFromFen } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { dayOfDate, type RecordDraft, type TransferDraft } from "../api/models.ts";
import { amountProblem } from "../base/amount.ts";
import { clockTime } from "../base/days.ts";
import { plainAmount } from "../base/money.ts";
import type { Words } from "../words/words.ts";
import type { Entry, EntryForm, EntryType } from "./entry-store.ts";

export function beginForm(
  entry: Entry,
  today: Day,
  zone: string,
  lastAccountId: number | undefined,
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
      time: timeOf(transfer.date, zone),
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
    accountId: from.accountId ?? lastAccountId ?? 0,
    day: draft.date === undefined ? (record?.day ?? today) : dayOfDate(draft.date, zone),
    time: from.date === undefined ? "" : timeOf(from.date, zone),
    description: from.description ?? "",
  };
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

/** The time of day that a date says: none of a plain day, and none of a day's first moment. */
function timeOf(date: string, zone: string): string {
  if (!date.includes("T")) return "";
  const instant = Date.parse(date);
  return startOfDay(dayOf(instant, zone), zone) === instant ? "" : clockTime(instant, zone);
}

/** As it was where neither day nor time was changed; else the moment, or the day alone. */
function dateOf(
  { day, time }: EntryForm,
  old: { day: Day; date: string } | undefined,
  zone: string,
): string {
  if (old?.day === day && timeOf(old.date, zone) === time) return old.date;
  return time === "" ? day : (readMoment(`${day}T${time}`, zone)?.instant ?? day);
}

/** The record that the form describes, or what is still missing. */
export function recordDraft(
  form: EntryForm,
  entry: Entry,
  zone: string,
  words: Words,
): RecordDraft | string {
  const read = readTypedAmount(form.text);
  if (form.accountId === 0) return words.accountMissing;
  if (!isAmount(read)) return amountProblem(read, words);
  const { amount } = read;
  if (form.category.trim() === "") return words.categoryMissing;
  const { type, accountId, category } = form;
  const kept = entry.record;
  const refundOf = entry.draft?.refundOf;
  return {
    accountId,
    type: type === "expense" ? "expense" : "income",
    amount,
    category,
    description: form.description.trim(),
    date: dateOf(form, kept, zone),
    ...(refundOf !== undefined && { refundOf }),
    // Said of what was a refund as well, so that it can cease to be one.
    ...(refundOf === undefined &&
      (type === "refund" || kept?.refund) && { refund: type === "refund" }),
  };
}

/** The transfer that the form describes, or what is wrong with it. */
export function transferDraft(
  form: EntryForm,
  entry: Entry,
  zone: string,
  words: Words,
): TransferDraft | string {
  const amount = readTypedAmount(form.text);
  const fee = readTypedAmount(form.fee.trim() || "0", "zero");
  if (!isAmount(amount)) return amountProblem(amount, words);
  if (!isAmount(fee)) return `${words.fee}：${amountProblem(fee, words)}`;
  if (form.toAccountId === 0 || form.toAccountId === form.accountId) return words.sameAccount;
  const description = form.description.trim();
  return {
    fromAccountId: form.accountId,
    toAccountId: form.toAccountId,
    amount: yuanFromFen(amount.amount),
    fee: fee.amount === 0 ? null : yuanFromFen(fee.amount),
    description: description === "" ? null : description,
    date: dateOf(form, entry.transfer, zone),
  };
}
