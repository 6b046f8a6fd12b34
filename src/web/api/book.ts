/** The book as the app holds it: money in fen, days in the service's zone. The edge to the wire is here. */
import type { Account as WireAccount } from "../../contract/accounts.ts";
import type { Budget as WireBudget, BudgetUsage as WireUsage } from "../../contract/budgets.ts";
import type { LedgerRecord } from "../../contract/records.ts";
import type { Transfer as WireTransfer } from "../../contract/transfers.ts";
import { type Day, dayOf, type Month, startOfDay } from "../../ledger/calendar.ts";
import { type Fen, fen, fenFromYuan, yuanFromFen } from "../../ledger/money.ts";

export type RecordType = "income" | "expense";

export interface Account {
  id: number;
  name: string;
  type: "payment" | "bank" | "cash";
  color: string;
  balance: Fen;
  archived: boolean;
}

export interface BookRecord {
  id: number;
  accountId: number;
  type: RecordType;
  amount: Fen;
  category: string;
  description: string;
  /** The instant, as the service says it. */
  date: string;
  day: Day;
  createdAt: string;
  /** An income that lowers the expense of its category. */
  refund?: boolean;
  /** The expense that a refund gives back. */
  refundOf?: number;
  importId?: number;
  /** The transfer whose fee this is; it is changed with it alone. */
  transferId?: number;
}

/** Money moved between two accounts of one's own: neither income nor expense. */
export interface Transfer {
  id: number;
  fromAccountId: number;
  toAccountId: number;
  /** What arrives; the fee leaves on top of it, as a record of its own. */
  amount: Fen;
  fee: Fen;
  description: string;
  date: string;
  day: Day;
  createdAt: string;
}

/** What stands in a list by day. */
export type BookLine = BookRecord | Transfer;

export function isTransfer(line: BookLine): line is Transfer {
  return "fromAccountId" in line;
}

/** By date, as the service orders by it; a transfer stands above the fee that was booked with it. */
export function newestFirst(a: BookLine, b: BookLine): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return Number(isTransfer(b)) - Number(isTransfer(a)) || b.id - a.id;
}

export interface Budget {
  id: number;
  category: string;
  amount: Fen;
  month: Month;
}

export interface BudgetUsage extends Budget {
  spent: Fen;
  percentage: number;
}

/** What a record is made from; a day alone has no time of day. */
export interface RecordDraft {
  accountId: number;
  type: RecordType;
  amount: Fen;
  category: string;
  description: string;
  /** A day, or an instant. */
  date: string;
  /** Whether this income lowers the expense of its category. */
  refund?: boolean;
  /** The expense that it gives back. */
  refundOf?: number;
}

/** What a transfer is made from, in yuan as it is sent. */
export interface TransferDraft {
  fromAccountId: number;
  toAccountId: number;
  amount: number;
  fee: number | null;
  description: string | null;
  date: string;
}

/** Yuan of an answer as fen. Sums beyond what a number holds exactly come as near as it can. */
export function fenOf(yuan: number): Fen {
  const exact = fenFromYuan(yuan);
  if (exact !== undefined) return exact;
  const limit = Number.MAX_SAFE_INTEGER;
  return fen(Math.max(-limit, Math.min(limit, Math.round(yuan * 100))));
}

export function accountOf(wire: Omit<WireAccount, "createdAt" | "updatedAt">): Account {
  const { id, name, type, color, balance, archived = false } = wire;
  return { id, name, type: type as Account["type"], color, balance: fenOf(balance), archived };
}

export function recordOf(wire: LedgerRecord, zone: string): BookRecord {
  return {
    id: wire.id,
    accountId: wire.accountId,
    type: wire.type as RecordType,
    amount: fenOf(wire.amount),
    category: wire.category,
    description: wire.description ?? "",
    date: wire.date,
    day: dayOf(Date.parse(wire.date), zone),
    createdAt: wire.createdAt,
    ...(wire.refund && { refund: true }),
    ...(wire.refundOf !== undefined && { refundOf: wire.refundOf }),
    ...(wire.importId !== undefined && { importId: wire.importId }),
    ...(wire.transferId !== undefined && { transferId: wire.transferId }),
  };
}

export function transferOf(wire: WireTransfer, zone: string): Transfer {
  const { id, fromAccountId, toAccountId, date, createdAt } = wire;
  return {
    id,
    fromAccountId,
    toAccountId,
    amount: fenOf(wire.amount),
    fee: fenOf(wire.fee ?? 0),
    description: wire.description ?? "",
    date,
    day: dayOf(Date.parse(date), zone),
    createdAt,
  };
}

export function budgetOf(wire: WireBudget): Budget {
  const { id, category, amount, month } = wire;
  return { id, category, amount: fenOf(amount), month: month as Month };
}

export function usageOf(wire: WireUsage): BudgetUsage {
  return { ...budgetOf(wire), spent: fenOf(wire.spent), percentage: wire.percentage };
}

/** The body of a create. */
export function wireOf(draft: RecordDraft) {
  const { description, amount, ...rest } = draft;
  return { ...rest, amount: yuanFromFen(amount), ...(description !== "" && { description }) };
}

/**
 * The body of a create from the form. A refund goes where what it gives back stands by then: a draft
 * that waited for the network may know an earlier category.
 */
export function wireOfNew(draft: RecordDraft) {
  const { category, ...rest } = wireOf(draft);
  return draft.refundOf === undefined ? { ...rest, category } : rest;
}

/** The date that makes the record again as it was: its day alone when it had no time of day. */
export function dateAgain({ date, day }: { date: string; day: Day }, zone: string): string {
  return Date.parse(date) === startOfDay(day, zone) ? day : date;
}

/** Whether a draft gives back what was spent. */
export function isRefund({ refund, refundOf }: RecordDraft): boolean {
  return refund === true || refundOf !== undefined;
}

/** What the record counts as: a refund lowers the expenses. */
export function countedOf(record: BookRecord): { type: RecordType; amount: Fen } {
  const { type, amount } = record;
  return record.refund ? { type: "expense", amount: fen(-amount) } : { type, amount };
}

/** What the record does to its account. */
export function effectOf({ type, amount }: { type: RecordType; amount: Fen }): Fen {
  return type === "income" ? amount : fen(-amount);
}

/** What a line of the list does to one account; a transfer's fee is a line of its own. */
export function effectOn(accountId: number, line: BookLine): Fen {
  if (!isTransfer(line)) return effectOf(line);
  return line.toAccountId === accountId ? line.amount : fen(-line.amount);
}

/** The day of a draft's date: itself, or the day that the instant falls on. */
export function dayOfDate(date: string, zone: string): Day {
  return date.includes("T") ? dayOf(Date.parse(date), zone) : (date as Day);
}
