/** What the app reads. Every key begins with the book, so that one change refreshes all of it. */
import { queryOptions } from "@tanstack/react-query";
import type { Day, Month } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { withColors } from "../accounts/colors.ts";
import {
  accountOf,
  budgetOf,
  fenOf,
  type RecordType,
  recordOf,
  type Transfer,
  transferOf,
  usageOf,
} from "./book.ts";
import { api, type InputOf } from "./client.ts";

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

export interface DaySums {
  day: Day;
  income: Fen;
  expense: Fen;
  count: number;
  /** How many transfers stand in the day beside its records, where they are listed. */
  transfers?: number;
}

const key = (userId: number, ...rest: unknown[]) => ["book", userId, ...rest] as const;

export const about = queryOptions({
  queryKey: ["about"],
  queryFn: () => api("GET /api/about", {}),
  staleTime: 60_000,
});

export const users = queryOptions({
  queryKey: ["users"],
  queryFn: () => api("GET /api/users", {}),
});

export const sessions = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => api("GET /api/auth/sessions", {}),
});

export const accounts = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "accounts"),
    queryFn: async () =>
      withColors((await api("GET /api/accounts", { query: { userId } })).map(accountOf)),
  });

export const summary = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "summary"),
    queryFn: async () => {
      const wire = await api("GET /api/dashboard/summary", { query: { userId } });
      return {
        totalBalance: fenOf(wire.totalBalance),
        monthIncome: fenOf(wire.monthIncome),
        monthExpense: fenOf(wire.monthExpense),
        budgetUsage: wire.budgetUsage.map(usageOf),
      };
    },
  });

/** How much of a list is asked for, and in which order; by creation unless it says so. */
export interface ListShape {
  order?: "date";
  limit?: number;
}

/** A figure of expenses has its refunds taken off: the list that it leads to has them, too. */
function asked<F extends RecordFilter>({ type, ...rest }: F) {
  return { ...rest, ...(type !== undefined && { countsAs: type }) };
}

export const records = (userId: number, zone: string, filter: RecordFilter & ListShape) =>
  queryOptions({
    queryKey: key(userId, "records", filter),
    queryFn: async ({ signal }) =>
      (await api("GET /api/records", { query: { userId, ...asked(filter) } }, { signal })).map(
        (wire) => recordOf(wire, zone),
      ),
  });

/** What the refunds of an expense add up to. */
export const refunded = (userId: number, id: number) =>
  queryOptions({
    queryKey: key(userId, "refunded", id),
    queryFn: async () =>
      fenOf((await api("GET /api/records/:id", { params: { id } })).refunded ?? 0),
  });

export const recordDays = (userId: number, filter: RecordFilter) =>
  queryOptions({
    queryKey: key(userId, "days", filter),
    queryFn: async ({ signal }): Promise<DaySums[]> =>
      (await api("GET /api/records/days", { query: { userId, ...asked(filter) } }, { signal })).map(
        (wire) => ({
          day: wire.date as Day,
          income: fenOf(wire.income),
          expense: fenOf(wire.expense),
          count: wire.count,
        }),
      ),
  });

export const trend = (userId: number, startDate: string, endDate: string) =>
  queryOptions({
    queryKey: key(userId, "trend", startDate, endDate),
    queryFn: async () =>
      (await api("GET /api/statistics/trend", { query: { userId, startDate, endDate } })).map(
        (wire) => ({
          day: wire.date as Day,
          income: fenOf(wire.income),
          expense: fenOf(wire.expense),
        }),
      ),
  });

export interface CategoryFilter {
  type: RecordType;
  accountId?: number;
  startDate?: string;
  endDate?: string;
}

export const categoryTotals = (userId: number, filter: CategoryFilter) =>
  queryOptions({
    queryKey: key(userId, "category-totals", filter),
    queryFn: async () =>
      (await api("GET /api/statistics/categories", { query: { userId, ...filter } })).map(
        (wire) => ({ ...wire, amount: fenOf(wire.amount) }),
      ),
  });

export const categories = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "categories"),
    queryFn: () => api("GET /api/categories", { query: { userId } }),
  });

export const budgets = (userId: number, month: Month) =>
  queryOptions({
    queryKey: key(userId, "budgets", month),
    queryFn: async () =>
      (await api("GET /api/budgets", { query: { userId, month } })).map(budgetOf),
  });

export const balances = (userId: number, accountId: number) =>
  queryOptions({
    queryKey: key(userId, "balances", accountId),
    queryFn: async () => {
      const wire = await api("GET /api/accounts/:id/balances", {
        params: { id: accountId },
        query: { userId },
      });
      return {
        opening: fenOf(wire.opening),
        days: wire.days.map((day) => ({ day: day.date as Day, balance: fenOf(day.balance) })),
      };
    },
  });

export const verification = (userId: number, accountId: number) =>
  queryOptions({
    queryKey: key(userId, "verify", accountId),
    queryFn: () =>
      api("GET /api/accounts/:id/verify", { params: { id: accountId }, query: { userId } }),
  });

/** What a list of transfers is narrowed by. */
export type TransferFilter = Pick<
  RecordFilter,
  "accountId" | "startDate" | "endDate" | "importId"
> & {
  limit?: number;
};

export const transfers = (userId: number, zone: string, filter: TransferFilter = {}) =>
  queryOptions({
    queryKey: key(userId, "transfers", filter),
    queryFn: async ({ signal }): Promise<Transfer[]> =>
      (await api("GET /api/transfers", { query: { userId, ...filter } }, { signal })).map((wire) =>
        transferOf(wire, zone),
      ),
  });

/** How many transfers each day has. */
export const transferDays = (userId: number, filter: TransferFilter) =>
  queryOptions({
    queryKey: key(userId, "transfer-days", filter),
    queryFn: async ({ signal }): Promise<{ day: Day; count: number }[]> =>
      (await api("GET /api/transfers/days", { query: { userId, ...filter } }, { signal })).map(
        ({ date, count }) => ({ day: date as Day, count }),
      ),
  });

export const imports = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "imports"),
    queryFn: () => api("GET /api/imports", { query: { userId } }),
  });

export const importDetail = (userId: number, id: number) =>
  queryOptions({
    queryKey: key(userId, "import", id),
    queryFn: () => api("GET /api/imports/:id", { params: { id }, query: { userId } }),
  });

/** A row's fate, as the filter names it. */
export type Fate = NonNullable<NonNullable<InputOf<"GET /api/imports/:id/rows">["query"]>["fate"]>;

/** Rows of a preview that are read together. */
export const IMPORT_PAGE = 200;

/** A page of a preview's rows; `after` is the number of the row before it. */
export const importRows = (userId: number, id: number, fate: Fate | undefined, after: number) =>
  queryOptions({
    queryKey: key(userId, "import-rows", id, fate, after),
    queryFn: ({ signal }) => {
      const cursor = after === 0 ? undefined : String(after);
      const query = { userId, fate, limit: IMPORT_PAGE, cursor };
      return api("GET /api/imports/:id/rows", { params: { id }, query }, { signal });
    },
  });

export const rules = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "rules"),
    queryFn: () => api("GET /api/rules", { query: { userId } }),
  });

export const history = (userId: number) =>
  queryOptions({
    queryKey: key(userId, "history"),
    queryFn: () => api("GET /api/history", { query: { userId, limit: 200 } }),
  });

export const tokens = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => api("GET /api/tokens", {}),
});

export const audit = queryOptions({
  queryKey: ["audit"],
  queryFn: () => api("GET /api/audit", { query: { limit: 200 } }),
});
