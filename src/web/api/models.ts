/** The book as the app holds it: money in fen, days in the service's zone. The edge to the wire is here. */
import type { Account as WireAccount } from "../../contract/accounts.ts";
import type { Adjustment as WireAdjustment } from "../../contract/adjustments.ts";
import type { Budget as WireBudget, BudgetUsage as WireUsage } from "../../contract/budgets.ts";
import type { AccountKind, AccountType, RecordType } from "../../contract/fields.ts";
import type { LedgerRecord } from "../../contract/records.ts";
import type { Transfer as WireTransfer } from "../../contract/transfers.ts";
import { type Day, dayOf, type Month } from "../../ledger/calendar.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen, fenFromYuan, yuanFromFen } from "../../ledger/money.ts";
import type { MonthSums } from "../../ledger/period.ts";

/** What an account is for; most are plain. Debt is told by the balance, never by this. */
export type Kind = AccountKind | "plain";

export interface Account {
  id: number;
  name: string;
  type: AccountType;
  kind: Kind;
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
  updatedAt: string;
  /** Not on the service yet, or not as it is shown. */
  waiting?: boolean;
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
  updatedAt: string;
  /** Not on the service yet, or not as it is shown. */
  waiting?: boolean;
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
  updatedAt: string;
  /** Not on the service yet, or not as it is shown. */
  waiting?: boolean;
}

export interface BudgetUsage extends Budget {
  spent: Fen;
  percentage: number;
}

/** The periods that 总览 shows. */
export const PERIODS = ["today", "week", "month", "year"] as const;

/** What some days add up to. */
export type SpanSums = Pick<MonthSums, "first" | "last" | "income" | "expense">;

/** What 总览 shows. */
export interface Overview {
  periods: Record<(typeof PERIODS)[number], SpanSums>;
  /** The last months, oldest first, as the person reckons them. */
  months: MonthSums[];
  /** This month until today, and the same days of the last. */
  soFar: SpanSums;
  lastSoFar: SpanSums;
  accounts: Account[];
  totalBalance: Fen;
  budgetUsage: BudgetUsage[];
  /** The newest by day. */
  recent: BookLine[];
  /** What plans bring next. */
  upcoming: Upcoming[];
  outlook?: Outlook;
}

/** What all balances come to by what is planned. */
export interface Outlook {
  /** At the end of each day, today first. */
  balances: Fen[];
  lowest: { day: Day; balance: Fen };
  /** The account that falls below zero first. */
  below?: { accountId: number; day: Day };
}

/** An occurrence of a plan that is to come, or waits to be confirmed. */
export interface Upcoming {
  planId: number;
  /** The day that names it. */
  due: Day;
  day: Day;
  name: string;
  kind: "expense" | "income" | "transfer" | "reminder";
  category: string;
  /** Undefined where it is said when it is due. */
  amount?: Fen;
  waits: boolean;
}

/** What a list of records is narrowed by; also what stands in the page's address. */
export interface RecordFilter {
  accountId?: number;
  type?: RecordType;
  category?: string;
  startDate?: string;
  endDate?: string;
  text?: string;
  minAmount?: string;
  maxAmount?: string;
  importId?: number;
}

/** How much of a list is asked for, and in which order; by creation unless it says so. */
export interface ListShape {
  order?: "date" | "amount";
  limit?: number;
}

/** What a day adds up to. */
export interface DaySums {
  day: Day;
  income: Fen;
  expense: Fen;
  count: number;
  /** How many transfers stand in the day beside its records, where they are listed. */
  transfers?: number;
  /** Its adjustments, which are neither income nor expense, where they are listed. */
  adjusted?: Adjustment[];
}

/** Money that no record explains. */
export interface Adjustment {
  id: number;
  accountId: number;
  day: Day;
  amount: Fen;
  /** The balance that was wanted at the end of the day. */
  value?: Fen;
  kind: "valuation" | "correction";
  description: string;
}

export function adjustmentOf(wire: WireAdjustment): Adjustment {
  return {
    id: wire.id,
    accountId: wire.accountId,
    day: wire.date as Day,
    amount: fenOf(wire.amount),
    ...(wire.value !== undefined && { value: fenOf(wire.value) }),
    kind: wire.kind as Adjustment["kind"],
    description: wire.description ?? "",
  };
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

/** What a budget is made from. */
export type BudgetDraft = Pick<Budget, "category" | "amount" | "month">;

/** Yuan of an answer as fen. Sums beyond what a number holds exactly come as near as it can. */
export function fenOf(yuan: number): Fen {
  const exact = fenFromYuan(yuan);
  if (exact !== undefined) return exact;
  const limit = Number.MAX_SAFE_INTEGER;
  return fen(Math.max(-limit, Math.min(limit, Math.round(yuan * 100))));
}

export function accountOf(wire: Omit<WireAccount, "createdAt" | "updatedAt">): Account {
  const { id, name, type, color, balance, archived = false } = wire;
  const kind = (wire.kind ?? "plain") as Kind;
  return { id, name, type: type as AccountType, kind, color, balance: fenOf(balance), archived };
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
    updatedAt: wire.updatedAt,
    ...(wire.refund && { refund: true }),
    ...(wire.refundOf !== undefined && { refundOf: wire.refundOf }),
    ...(wire.importId !== undefined && { importId: wire.importId }),
    ...(wire.transferId !== undefined && { transferId: wire.transferId }),
  };
}

export function transferOf(wire: WireTransfer, zone: string): Transfer {
  const { id, fromAccountId, toAccountId, date, createdAt, updatedAt } = wire;
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
    updatedAt,
  };
}

export function budgetOf(wire: WireBudget): Budget {
  const { id, category, amount, month, updatedAt } = wire;
  return { id, category, amount: fenOf(amount), month: month as Month, updatedAt };
}

export function usageOf(wire: WireUsage): BudgetUsage {
  return { ...budgetOf(wire), spent: fenOf(wire.spent), percentage: wire.percentage };
}

/** The days of an answer with what they add up to. */
export function spanOf(
  wire: Record<"first" | "last", string> & Record<"income" | "expense", number>,
): SpanSums {
  return {
    first: wire.first as Day,
    last: wire.last as Day,
    income: fenOf(wire.income),
    expense: fenOf(wire.expense),
  };
}

/**
 * The body of a create from the form. A refund goes where what it gives back stands by then: a draft
 * that waited for the network may know an earlier category.
 */
export function wireOfNew({ category, description, amount, ...rest }: RecordDraft) {
  return {
    ...rest,
    amount: yuanFromFen(amount),
    ...(description !== "" && { description }),
    ...(rest.refundOf === undefined && { category }),
  };
}

/** Whether a draft gives back what was spent. */
export function isRefund({ refund, refundOf }: RecordDraft): boolean {
  return refund === true || refundOf !== undefined;
}

/** What a line of the list does to one account; a transfer's fee is a line of its own. */
export function effectOn(accountId: number, line: BookLine): Fen {
  if (!isTransfer(line)) return effect(line);
  return line.toAccountId === accountId ? line.amount : fen(-line.amount);
}

/** The day of a draft's date: itself, or the day that the instant falls on. */
export function dayOfDate(date: string, zone: string): Day {
  return date.includes("T") ? dayOf(Date.parse(date), zone) : (date as Day);
}
