/** What is read about plans; the keys begin with the book, as all do. */
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { type BookLine, fenOf, recordOf, transferOf } from "../api/models.ts";
import { showOccurrences } from "../api/patch.ts";
import { bookQuery } from "../api/shown.ts";
import { type Forecast, type Occurrence, occurrenceOf, planOf, suggestionOf } from "./models.ts";

/** All plans, the next due first. */
export const plans = (userId: number) =>
  bookQuery(userId, ["plans"], async (get) =>
    (await get("GET /api/plans", { query: { userId } })).map(planOf),
  );

export const plan = (userId: number, id: number) =>
  bookQuery(userId, ["plans", id], async (get) =>
    planOf(await get("GET /api/plans/:id", { params: { id }, query: { userId } })),
  );

/** As far back as the service answers at once, beside what is to come. */
const DAYS_BACK = 365;
const DAYS_AHEAD = 35;

/**
 * The occurrences of the year before and the month to come, of one plan or of all. The key has no day: past
 * midnight without a network the list stays as it was.
 */
export const occurrences = (userId: number, today: Day, planId?: number) =>
  bookQuery(
    userId,
    ["occurrences", planId],
    async (get): Promise<Occurrence[]> => {
      const startDate = shiftDay(today, -DAYS_BACK);
      const endDate = shiftDay(today, DAYS_AHEAD);
      const query = { userId, startDate, endDate, ...(planId !== undefined && { planId }) };
      return (await get("GET /api/occurrences", { query })).map(occurrenceOf);
    },
    showOccurrences,
  );

/** What comes, or came, between two days, both among them. */
export const between = (userId: number, first: Day, last: Day) =>
  bookQuery(
    userId,
    ["occurrences-between", first, last],
    async (get): Promise<Occurrence[]> => {
      const query = { userId, startDate: first, endDate: last };
      return (await get("GET /api/occurrences", { query })).map(occurrenceOf);
    },
    showOccurrences,
  );

/** Records that look regular, each as the plan that it could be. */
export const suggestions = (userId: number) =>
  bookQuery(userId, ["plan-suggestions"], async (get) =>
    (await get("GET /api/plans/suggestions", { query: { userId } })).map(suggestionOf),
  );

/** Whether a calendar may read the plans, and since when. */
export const feed = (userId: number) =>
  bookQuery(userId, ["plan-feed"], (get) => get("GET /api/plans/calendar", { query: { userId } }));

/** A record or a transfer by its number. */
export interface LineName {
  record?: number;
  transfer?: number;
}

export const bookedLine = (userId: number, zone: string, { record, transfer }: LineName) =>
  bookQuery(userId, ["line", record, transfer], async (get): Promise<BookLine> => {
    if (record !== undefined) {
      return recordOf(await get("GET /api/records/:id", { params: { id: record } }), zone);
    }
    const params = { id: transfer as number };
    return transferOf(await get("GET /api/transfers/:id", { params }), zone);
  });

/** How far ahead balances are forecast. */
const FORECAST_DAYS = 90;

export interface ForecastAsked {
  accountId?: number;
  pace: "none" | "recent";
}

/** The balance of each day to come, and the lowest day of each account; of one account, or of all. */
export const forecast = (userId: number, today: Day, { accountId, pace }: ForecastAsked) =>
  bookQuery(userId, ["forecast", today, accountId, pace], async (get): Promise<Forecast> => {
    const asked = { userId, days: FORECAST_DAYS, pace };
    const query = { ...asked, ...(accountId !== undefined && { accountId }) };
    const { total, accounts } = await get("GET /api/forecast", { query });
    return {
      days: total.map(({ date, balance, withPace = balance }) => ({
        day: date as Day,
        balance: fenOf(withPace),
      })),
      accounts: accounts.map(({ accountId: id, lowest, below }) => ({
        accountId: id,
        day: lowest.date as Day,
        balance: fenOf(lowest.balance),
        ...(below !== undefined && { below: below as Day }),
      })),
    };
  });
