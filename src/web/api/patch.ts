/**
 * What a change does to what is seen: lines and budgets taken out and put in. Each function here shows
 * one kind of answer as it will be once the change has been made. Pure.
 */
import { type Day, type Month, monthOf } from "../../ledger/calendar.ts";
import { counted, effect } from "../../ledger/effect.ts";
import { addFen, type Fen, fen } from "../../ledger/money.ts";
import { share } from "../base/money.ts";
import {
  type Account,
  type BookLine,
  type BookRecord,
  type Budget,
  type BudgetUsage,
  type DaySums,
  isTransfer,
  type ListShape,
  newestFirst,
  type Outlook,
  type Overview,
  PERIODS,
  type RecordFilter,
  type SpanSums,
  type Transfer,
  type Upcoming,
} from "./models.ts";

/** The same id on both sides is an edit. */
export interface Patch {
  removed?: BookLine[];
  added?: BookLine[];
  budgetRemoved?: Budget;
  budgetAdded?: Budget;
  occurrence?: PatchedOccurrence;
}

/** What becomes of one occurrence of a plan; `due` names it. */
export interface PatchedOccurrence {
  planId: number;
  due: Day;
  /** Of its plan. */
  name: string;
  /** What else it has from now on; as it was otherwise. */
  fields: {
    state?: "booked" | "skipped" | "open";
    day?: Day;
    amount?: Fen;
    accountId?: number;
    description?: string;
  };
}

/** A patch as it is shown: whether the service has not been able to answer it yet. */
export interface ShownPatch extends Patch {
  waiting?: boolean;
}

/** Shows one kind of answer as it will be after the patch. */
export type Show<T> = (data: T, patch: ShownPatch) => T;

/** The category of a transfer's fee, as the service books it. */
const FEE_CATEGORY = "手续费";

/** The records of the lines; a transfer's fee is one. */
function recordsIn(lines: BookLine[] = []): BookRecord[] {
  return lines.flatMap((line) => (isTransfer(line) ? feeOf(line) : [line]));
}

function transfersIn(lines: BookLine[] = []): Transfer[] {
  return lines.filter(isTransfer);
}

/** The record that the service books for a transfer's fee. No other record has its number. */
function feeOf(transfer: Transfer): BookRecord[] {
  const { id, fromAccountId, fee, date, day, createdAt } = transfer;
  if (fee === 0) return [];
  const about = { accountId: fromAccountId, type: "expense" as const, category: FEE_CATEGORY };
  const own = { id: -Math.abs(id) - 0.5, transferId: id, amount: fee, description: "" };
  return [{ ...about, ...own, date, day, createdAt, updatedAt: createdAt }];
}

export const showAccounts: Show<Account[]> = (accounts, patch) => {
  const moved = new Map<number, number>();
  const move = (id: number, by: number) => moved.set(id, (moved.get(id) ?? 0) + by);
  eachSide(patch, (lines, sign) => {
    for (const record of recordsIn(lines)) move(record.accountId, sign * effect(record));
    for (const { fromAccountId, toAccountId, amount } of transfersIn(lines)) {
      move(fromAccountId, -sign * amount);
      move(toAccountId, sign * amount);
    }
  });
  return accounts.map((account) => {
    const by = moved.get(account.id);
    return by ? { ...account, balance: fen(account.balance + by) } : account;
  });
};

/** Calls back with what goes out (−1) and with what comes in (1). */
function eachSide(
  { removed, added }: Patch,
  side: (lines: BookLine[] | undefined, sign: 1 | -1) => void,
): void {
  side(removed, -1);
  side(added, 1);
}

/** Calls back with each record that goes out or comes in. */
function eachRecord(patch: Patch, one: (record: BookRecord, sign: 1 | -1) => void): void {
  eachSide(patch, (lines, sign) => {
    for (const record of recordsIn(lines)) one(record, sign);
  });
}

/** The newest lines by day, records and transfers together. */
export const showRecent =
  (limit: number, accountId?: number): Show<BookLine[]> =>
  (lines, patch) => {
    const shape = { order: "date" as const, limit, ...(accountId !== undefined && { accountId }) };
    const records = lines.filter((line): line is BookRecord => !isTransfer(line));
    const next = [
      ...showRecords(shape)(records, patch),
      ...showTransfers(shape)(transfersIn(lines), patch),
    ];
    return next.sort(newestFirst).slice(0, limit);
  };

export const showOverview =
  (limit: number): Show<Overview> =>
  (overview, patch) => {
    const spans = PERIODS.map((name) => [name, showSpan(overview.periods[name], patch)]);
    const summary = showSummary(overview, patch);
    const { outlook } = overview;
    return {
      ...overview,
      ...summary,
      // What was planned is counted in it already.
      ...(outlook && {
        outlook: patch.occurrence
          ? outlook
          : moveOutlook(outlook, fen(summary.totalBalance - overview.totalBalance)),
      }),
      periods: Object.fromEntries(spans) as Overview["periods"],
      months: overview.months.map((month) => showSpan(month, patch)),
      soFar: showSpan(overview.soFar, patch),
      lastSoFar: showSpan(overview.lastSoFar, patch),
      accounts: showAccounts(overview.accounts, patch),
      recent: showRecent(limit)(overview.recent, patch),
      upcoming: showUpcoming(overview.upcoming, patch),
    };
  };

const isOf = (one: { planId: number; due: Day }, { planId, due }: PatchedOccurrence): boolean =>
  one.planId === planId && one.due === due;

/** What is booked or skipped comes no more. */
const showUpcoming: Show<Upcoming[]> = (list, { occurrence: changed }) => {
  if (changed === undefined) return list;
  const { state, day, amount } = changed.fields;
  const fields = { ...(day && { day }), ...(amount !== undefined && { amount }) };
  return list
    .filter((one) => !isOf(one, changed) || (state !== "booked" && state !== "skipped"))
    .map((one) => (isOf(one, changed) ? { ...one, ...fields } : one));
};

/** Occurrences of plans, with what becomes of one of them. */
export function showOccurrences<One extends { planId: number; due: Day; unsent?: boolean }>(
  list: One[],
  { occurrence: changed, waiting }: ShownPatch,
): One[] {
  if (changed === undefined) return list;
  const mark = waiting && { unsent: true };
  return list.map((one) => (isOf(one, changed) ? { ...one, ...changed.fields, ...mark } : one));
}

/** What has moved meanwhile moves all the days to come. */
function moveOutlook(outlook: Outlook, by: Fen): Outlook {
  if (by === 0) return outlook;
  const { balances, lowest } = outlook;
  return {
    ...outlook,
    balances: balances.map((balance) => fen(balance + by)),
    lowest: { ...lowest, balance: fen(lowest.balance + by) },
  };
}

function showSpan<Span extends SpanSums>(span: Span, patch: Patch): Span {
  const next = { ...span };
  eachRecord(patch, (record, sign) => {
    if (isWithin(record.day, span.first, span.last)) countIn(next, record, sign);
  });
  return next;
}

export const showSummary: Show<Pick<Overview, "totalBalance" | "budgetUsage">> = (
  summary,
  patch,
) => {
  let total: number = summary.totalBalance;
  const usage = summary.budgetUsage.map((budget) => ({ ...budget }));
  eachRecord(patch, (record, sign) => {
    total += sign * effect(record);
    const { type, amount } = counted(record);
    const month = monthOf(record.day);
    for (const budget of usage) {
      if (type === "expense" && budget.category === record.category && budget.month === month) {
        budget.spent = fen(budget.spent + sign * amount);
      }
    }
  });
  return { totalBalance: fen(total), budgetUsage: withBudget(usage, patch) };
};

/** The usage with a budget that has another cap, or none any more. A new one is not counted yet. */
function withBudget(
  usage: BudgetUsage[],
  { budgetRemoved, budgetAdded, waiting }: ShownPatch,
): BudgetUsage[] {
  return usage
    .filter(({ id }) => id !== budgetRemoved?.id || id === budgetAdded?.id)
    .map((budget) => {
      const isChanged = budget.id === budgetAdded?.id;
      const amount = isChanged ? budgetAdded.amount : budget.amount;
      const mark = isChanged && waiting && { waiting };
      return { ...budget, ...mark, amount, percentage: share(budget.spent, amount) };
    });
}

export const showRecords =
  (filter: RecordFilter & ListShape): Show<BookRecord[]> =>
  (list, patch) => {
    const moved = new Set(transfersIn(patch.removed).map(({ id }) => id));
    const gone = new Set(recordsIn(patch.removed).map(({ id }) => id));
    const next = recordsIn(patch.added).filter((record) => matches(record, filter));
    return inPlace(
      list,
      (record) => gone.has(record.id) || moved.has(record.transferId ?? 0),
      marked(next, patch),
      filter.order,
    ).slice(0, filter.limit);
  };

export const showTransfers =
  (filter: RecordFilter & ListShape): Show<Transfer[]> =>
  (list, patch) => {
    const gone = new Set(transfersIn(patch.removed).map(({ id }) => id));
    const next = transfersIn(patch.added).filter((transfer) => concerns(transfer, filter));
    return inPlace(list, ({ id }) => gone.has(id), marked(next, patch), filter.order).slice(
      0,
      filter.limit,
    );
  };

/** The list without what has gone, with what came: where the old one stood, else on top. */
function inPlace<Line extends BookLine>(
  list: Line[],
  isGone: (line: Line) => boolean,
  added: Line[],
  order: ListShape["order"],
): Line[] {
  const fresh = new Map(added.map((line) => [line.id, line]));
  const kept = list.flatMap((line) => {
    const next = fresh.get(line.id);
    fresh.delete(line.id);
    return next ? [next] : isGone(line) ? [] : [line];
  });
  const next = [...fresh.values(), ...kept];
  if (order === "amount") return next.sort((a, b) => b.amount - a.amount || b.id - a.id);
  return order === "date" ? next.sort(newestFirst) : next;
}

function marked<Line extends BookLine>(lines: Line[], { waiting }: ShownPatch): Line[] {
  return waiting ? lines.map((line) => ({ ...line, waiting })) : lines;
}

export const showDays =
  (filter: RecordFilter): Show<DaySums[]> =>
  (list, patch) => {
    const days = new Map(list.map((day) => [day.day, { ...day }]));
    eachRecord(patch, (record, sign) => {
      if (!matches(record, filter)) return;
      const day = days.get(record.day) ?? { ...emptyDay(record.day), count: 0 };
      countIn(day, record, sign);
      day.count += sign;
      days.set(record.day, day);
    });
    return [...days.values()].filter(({ count }) => count > 0).sort(newestDay);
  };

export const showTransferDays =
  (filter: RecordFilter): Show<{ day: Day; count: number }[]> =>
  (list, patch) => {
    const days = new Map(list.map(({ day, count }) => [day, count]));
    eachSide(patch, (lines, sign) => {
      for (const transfer of transfersIn(lines)) {
        if (!concerns(transfer, filter)) continue;
        days.set(transfer.day, (days.get(transfer.day) ?? 0) + sign);
      }
    });
    const next = [...days].map(([day, count]) => ({ day, count }));
    return next.filter(({ count }) => count > 0).sort(newestDay);
  };

interface TrendDay {
  day: Day;
  income: Fen;
  expense: Fen;
}

export const showTrend =
  (startDate: string, endDate: string): Show<TrendDay[]> =>
  (list, patch) => {
    const days = new Map(list.map((day) => [day.day, { ...day }]));
    eachRecord(patch, (record, sign) => {
      if (record.day < startDate || record.day > endDate) return;
      const day = days.get(record.day) ?? emptyDay(record.day);
      countIn(day, record, sign);
      days.set(record.day, day);
    });
    return [...days.values()].sort((a, b) => newestDay(b, a));
  };

export const showTotals =
  <Row extends { category: string; amount: Fen; count: number }>(
    filter: RecordFilter,
  ): Show<Row[]> =>
  (rows, patch) => {
    const totals = new Map(rows.map((row) => [row.category, { ...row }]));
    eachRecord(patch, (record, sign) => {
      if (!matches(record, filter)) return;
      const { category } = record;
      const row = totals.get(category) ?? ({ category, amount: 0, count: 0 } as Row);
      const amount = addFen(row.amount, fen(sign * counted(record).amount)) as Fen;
      totals.set(category, { ...row, amount, count: row.count + sign });
    });
    return [...totals.values()]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.amount - a.amount);
  };

export const showBudgets =
  (month: Month): Show<Budget[]> =>
  (list, { budgetRemoved, budgetAdded, waiting }) => {
    const added =
      budgetAdded?.month === month ? { ...budgetAdded, ...(waiting && { waiting }) } : undefined;
    const kept = list.flatMap((budget) => {
      if (budget.id === added?.id) return [added];
      return budget.id === budgetRemoved?.id ? [] : [budget];
    });
    return added === undefined || kept.includes(added) ? kept : [added, ...kept];
  };

function countIn(day: { income: Fen; expense: Fen }, record: BookRecord, sign: 1 | -1): void {
  const { type, amount } = counted(record);
  day[type] = fen(day[type] + sign * amount);
}

function emptyDay(day: Day): TrendDay {
  return { day, income: fen(0), expense: fen(0) };
}

function newestDay(a: { day: Day }, b: { day: Day }): number {
  return a.day < b.day ? 1 : -1;
}

/** Whether the filter lets the transfer through; only what transfers have is asked of them. */
function concerns(transfer: Transfer, filter: RecordFilter): boolean {
  const { fromAccountId, toAccountId, day, description } = transfer;
  const { accountId, startDate, endDate, importId } = filter;
  const ofAccount =
    accountId === undefined || accountId === fromAccountId || accountId === toAccountId;
  const isAsked = isSaid(description, filter.text) && isBetween(transfer.amount, filter);
  return ofAccount && importId === undefined && isWithin(day, startDate, endDate) && isAsked;
}

/** Every word, in any order. */
function isSaid(said: string, text = ""): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => said.toLowerCase().includes(word));
}

function isBetween(amount: Fen, { minAmount, maxAmount }: RecordFilter): boolean {
  if (minAmount !== undefined && amount < Number(minAmount) * 100) return false;
  return maxAmount === undefined || amount <= Number(maxAmount) * 100;
}

function isWithin(day: Day, startDate = "", endDate = "9999"): boolean {
  return day >= startDate && day <= endDate;
}

/** Whether the filter lets the record through, as the service would say. */
function matches(record: BookRecord, filter: RecordFilter): boolean {
  const { accountId, type, category, startDate, endDate } = filter;
  if (filter.importId !== undefined && record.importId !== filter.importId) return false;
  if (accountId !== undefined && record.accountId !== accountId) return false;
  if (type !== undefined && counted(record).type !== type) return false;
  if (category !== undefined && record.category !== category) return false;
  if (!isWithin(record.day, startDate, endDate)) return false;
  return (
    isBetween(record.amount, filter) &&
    isSaid(`${record.category}\n${record.description}`, filter.text)
  );
}
