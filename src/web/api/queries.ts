/** What the app reads. Every key begins with the book, so that one change refreshes all of it. */
import { queryOptions } from "@tanstack/react-query";
import type { RecordType } from "../../contract/fields.ts";
import type { LedgerRecord } from "../../contract/records.ts";
import type { Day, Month } from "../../ledger/calendar.ts";
import { withColors } from "../base/colors.ts";
import { api, type InputOf, type OutputOf } from "./client.ts";
import {
  accountOf,
  adjustmentOf,
  type BookLine,
  budgetOf,
  type DaySums,
  fenOf,
  type ListShape,
  newestFirst,
  type Outlook,
  type Overview,
  type RecordFilter,
  recordOf,
  spanOf,
  type Transfer,
  transferOf,
  type Upcoming,
  usageOf,
} from "./models.ts";
import {
  showAccounts,
  showBudgets,
  showDays,
  showOverview,
  showRecent,
  showRecords,
  showTotals,
  showTransferDays,
  showTransfers,
  showTrend,
} from "./patch.ts";
import { bookQuery } from "./shown.ts";

export const users = queryOptions({
  queryKey: ["users"],
  queryFn: () => api("GET /api/users", {}),
});

export const sessions = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => api("GET /api/auth/sessions", {}),
});

export const accounts = (userId: number) =>
  bookQuery(
    userId,
    ["accounts"],
    async (get) =>
      withColors((await get("GET /api/accounts", { query: { userId } })).map(accountOf)),
    showAccounts,
  );

/** As many entries as 总览 shows at most. */
const RECENT = 10;
/** The parts that it shows at once; the proof reads the whole book and comes by itself. */
const SHOWN = "periods,months,accounts,recent,budgets,plans,forecast";

/** All that 总览 shows. What is read of the accounts is known to the other pages, too. */
export const overview = (userId: number, zone: string, monthStart: number) =>
  bookQuery(
    userId,
    ["overview", monthStart],
    async (get, share): Promise<Overview> => {
      const query = { userId, parts: SHOWN, monthStart, limit: RECENT };
      const wire = (await get("GET /api/overview", { query })) as Required<WireOverview>;
      const { today, week, month, year } = wire.periods;
      const known = withColors(wire.accounts.accounts.map(accountOf));
      share(accounts(userId).queryKey, known, showAccounts);
      return {
        periods: {
          today: spanOf(today),
          week: spanOf(week),
          month: spanOf(month),
          year: spanOf(year),
        },
        months: wire.months.months.map((one) => ({ ...spanOf(one), month: one.month as Month })),
        soFar: spanOf(wire.months.soFar),
        lastSoFar: spanOf(wire.months.lastSoFar),
        accounts: known,
        totalBalance: fenOf(wire.accounts.totalBalance),
        budgetUsage: wire.budgets.budgets.map(usageOf),
        recent: wire.recent.entries.map((entry) => lineOf(entry, zone)),
        upcoming: wire.plans.upcoming.map(upcomingOf),
        ...outlookOf(wire.forecast),
      };
    },
    showOverview(RECENT),
  );

type WireOverview = OutputOf<"GET /api/overview">;
type WireUpcoming = NonNullable<WireOverview["plans"]>["upcoming"][number];

function upcomingOf({ date, due, amount, category = "", state, ...rest }: WireUpcoming): Upcoming {
  const { planId, name, kind } = rest;
  return {
    ...{ planId, name, kind, category },
    due: due as Day,
    day: date as Day,
    ...(amount !== undefined && { amount: fenOf(amount) }),
    waits: state === "waiting",
  };
}

function outlookOf({ balances, lowest, below }: NonNullable<WireOverview["forecast"]>) {
  if (lowest === undefined) return {};
  const outlook: Outlook = {
    balances: balances.map(fenOf),
    lowest: { day: lowest.date as Day, balance: fenOf(lowest.balance) },
    ...(below && { below: { accountId: below.accountId, day: below.date as Day } }),
  };
  return { outlook };
}

type WireEntry = NonNullable<WireOverview["recent"]>["entries"][number];

function lineOf({ record, transfer }: WireEntry, zone: string): BookLine {
  return transfer ? transferOf(transfer, zone) : recordOf(record as LedgerRecord, zone);
}

/** The accounts whose balance is not what is booked on them. */
export const wrongAccounts = (userId: number) =>
  bookQuery(userId, ["wrong-accounts"], async (get) => {
    const { proof } = await get("GET /api/overview", { query: { userId, parts: "proof" } });
    return proof?.wrong ?? [];
  });

/** The newest lines of an account, transfers among its records. */
export const recent = (userId: number, zone: string, accountId: number) =>
  bookQuery(
    userId,
    ["recent", accountId],
    async (get): Promise<BookLine[]> => {
      const query = { userId, accountId, order: "date" as const, limit: RECENT };
      const [records, transfers] = await Promise.all([
        get("GET /api/records", { query }),
        get("GET /api/transfers", { query }),
      ]);
      const lines = [
        ...records.map((wire) => recordOf(wire, zone)),
        ...transfers.map((wire) => transferOf(wire, zone)),
      ];
      return lines.sort(newestFirst).slice(0, RECENT);
    },
    showRecent(RECENT, accountId),
  );

/** As many of the largest are shown. */
const LARGEST = 5;

/** The largest records of a type, the largest first; what was given back is none of them. */
export const largest = (
  userId: number,
  zone: string,
  filter: RecordFilter & { type: RecordType },
) => {
  const shape = { ...filter, order: "amount" as const, limit: LARGEST };
  return bookQuery(
    userId,
    ["largest", filter],
    async (get) => {
      const query = { userId, ...shape, countsAs: filter.type };
      return (await get("GET /api/records", { query })).map((wire) => recordOf(wire, zone));
    },
    (list, patch) => showRecords(shape)(list, patch).filter(({ refund }) => !refund),
  );
};

/** A figure of expenses has its refunds taken off: the list that it leads to has them, too. */
function asked<F extends RecordFilter>({ type, ...rest }: F) {
  return { ...rest, ...(type !== undefined && { countsAs: type }) };
}

export const records = (userId: number, zone: string, filter: RecordFilter & ListShape) =>
  bookQuery(
    userId,
    ["records", filter],
    async (get) =>
      (await get("GET /api/records", { query: { userId, ...asked(filter) } })).map((wire) =>
        recordOf(wire, zone),
      ),
    showRecords(filter),
  );

/** What the refunds of an expense add up to. */
export const refunded = (userId: number, id: number) =>
  bookQuery(userId, ["refunded", id], async (get) =>
    fenOf((await get("GET /api/records/:id", { params: { id } })).refunded ?? 0),
  );

export const recordDays = (userId: number, filter: RecordFilter) =>
  bookQuery(
    userId,
    ["days", filter],
    async (get): Promise<DaySums[]> =>
      (await get("GET /api/records/days", { query: { userId, ...asked(filter) } })).map((wire) => ({
        day: wire.date as Day,
        income: fenOf(wire.income),
        expense: fenOf(wire.expense),
        count: wire.count,
      })),
    showDays(filter),
  );

export const trend = (userId: number, startDate: string, endDate: string) =>
  bookQuery(
    userId,
    ["trend", startDate, endDate],
    async (get) =>
      (await get("GET /api/statistics/trend", { query: { userId, startDate, endDate } })).map(
        (wire) => ({
          day: wire.date as Day,
          income: fenOf(wire.income),
          expense: fenOf(wire.expense),
        }),
      ),
    showTrend(startDate, endDate),
  );

export interface CategoryFilter {
  type: RecordType;
  accountId?: number;
  startDate?: string;
  endDate?: string;
}

export const categoryTotals = (userId: number, filter: CategoryFilter) =>
  bookQuery(
    userId,
    ["category-totals", filter],
    async (get) =>
      (await get("GET /api/statistics/categories", { query: { userId, ...filter } })).map(
        (wire) => ({ ...wire, amount: fenOf(wire.amount) }),
      ),
    showTotals(filter),
  );

export const categories = (userId: number) =>
  bookQuery(userId, ["categories"], (get) => get("GET /api/categories", { query: { userId } }));

/** Categories that go by two names, and what bears the other one. */
export const renames = (userId: number) =>
  bookQuery(userId, ["renames"], (get) =>
    get("GET /api/categories/renames", { query: { userId } }),
  );

export const budgets = (userId: number, month: Month) =>
  bookQuery(
    userId,
    ["budgets", month],
    async (get) => (await get("GET /api/budgets", { query: { userId, month } })).map(budgetOf),
    showBudgets(month),
  );

export const balances = (userId: number, accountId: number) =>
  bookQuery(userId, ["balances", accountId], async (get) => {
    const wire = await get("GET /api/accounts/:id/balances", {
      params: { id: accountId },
      query: { userId },
    });
    return {
      opening: fenOf(wire.opening),
      days: wire.days.map((day) => ({ day: day.date as Day, balance: fenOf(day.balance) })),
    };
  });

export const verification = (userId: number, accountId: number) =>
  bookQuery(userId, ["verify", accountId], (get) =>
    get("GET /api/accounts/:id/verify", { params: { id: accountId }, query: { userId } }),
  );

/** What merging an account into another would move. */
export const mergePreview = (userId: number, from: number, into: number) =>
  bookQuery(userId, ["merge", from, into], (get) =>
    get("GET /api/accounts/:id/merge", { params: { id: from }, query: { userId, into } }),
  );

/** What a list of transfers is narrowed by. */
export type TransferFilter = Pick<
  RecordFilter,
  "accountId" | "startDate" | "endDate" | "importId" | "text" | "minAmount" | "maxAmount"
> & {
  limit?: number;
};

export const transfers = (userId: number, zone: string, filter: TransferFilter = {}) =>
  bookQuery(
    userId,
    ["transfers", filter],
    async (get): Promise<Transfer[]> =>
      (await get("GET /api/transfers", { query: { userId, ...filter } })).map((wire) =>
        transferOf(wire, zone),
      ),
    showTransfers(filter),
  );

/** The adjustments of some days, of one account or of all; the newest made first. */
export const adjusted = (
  userId: number,
  asked: Pick<RecordFilter, "accountId" | "startDate" | "endDate">,
) =>
  bookQuery(userId, ["adjusted", asked], async (get) =>
    (await get("GET /api/adjustments", { query: { userId, ...asked } })).map(adjustmentOf),
  );

/** How many transfers each day has. */
export const transferDays = (userId: number, filter: TransferFilter) =>
  bookQuery(
    userId,
    ["transfer-days", filter],
    async (get): Promise<{ day: Day; count: number }[]> =>
      (await get("GET /api/transfers/days", { query: { userId, ...filter } })).map(
        ({ date, count }) => ({ day: date as Day, count }),
      ),
    showTransferDays(filter),
  );

export const imports = (userId: number) =>
  bookQuery(userId, ["imports"], (get) => get("GET /api/imports", { query: { userId } }));

export const importDetail = (userId: number, id: number) =>
  bookQuery(userId, ["import", id], (get) =>
    get("GET /api/imports/:id", { params: { id }, query: { userId } }),
  );

/** A row's fate, as the filter names it. */
export type Fate = NonNullable<NonNullable<InputOf<"GET /api/imports/:id/rows">["query"]>["fate"]>;

/** Rows of a preview that are read together. */
export const IMPORT_PAGE = 200;

/** Which rows of a preview: those of one fate, or those under a question. */
export type RowFilter = Pick<
  NonNullable<InputOf<"GET /api/imports/:id/rows">["query"]>,
  "fate" | "question" | "value"
>;

/** A page of a preview's rows; `after` is the number of the row before it. */
export const importRows = (userId: number, id: number, filter: RowFilter, after: number) =>
  bookQuery(userId, ["import-rows", id, filter, after], (get) => {
    const cursor = after === 0 ? undefined : String(after);
    const query = { userId, ...filter, limit: IMPORT_PAGE, cursor };
    return get("GET /api/imports/:id/rows", { params: { id }, query });
  });

export const rules = (userId: number) =>
  bookQuery(userId, ["rules"], (get) => get("GET /api/rules", { query: { userId } }));

export const historyActs = (userId: number) =>
  bookQuery(userId, ["history"], (get) =>
    get("GET /api/history/acts", { query: { userId, limit: 200 } }),
  );

/** The entries of one act, as many as a person looks through. */
export const historyEntries = (userId: number, actId: number) =>
  bookQuery(userId, ["history", actId], (get) =>
    get("GET /api/history", { query: { userId, actId, limit: 200 } }),
  );

export const tokens = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => api("GET /api/tokens", {}),
});

export const secondFactor = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => api("GET /api/auth/second-factor", {}),
});

export const passkeys = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => api("GET /api/auth/passkeys", {}),
});

export const invitations = queryOptions({
  queryKey: ["invitations"],
  queryFn: () => api("GET /api/invitations", {}),
});

/** What registering needs, asked before anybody has signed in. */
export const registration = queryOptions({
  queryKey: ["registration"],
  queryFn: () => api("GET /api/auth/registration", {}),
});

export const audit = queryOptions({
  queryKey: ["audit"],
  queryFn: () => api("GET /api/audit", { query: { limit: 200 } }),
});
