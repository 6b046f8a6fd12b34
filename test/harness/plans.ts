/** Plans in tests: a service on a day that the test sets, and the clock of that day. */
import type { TestContext } from "node:test";
import type { Day } from "../../src/ledger/calendar.ts";
import { bookDue } from "../../src/server/plans/clock.ts";
import { someone, type TestApp, type TestOptions } from "./app.ts";
import { during, made, type Owner } from "./book.ts";

type Open = (options?: TestOptions) => Promise<TestApp>;

export const ZONE = "Asia/Shanghai";
export const noonOf = (day: string) => Date.parse(`${day}T04:00:00Z`);

export async function onDay(t: TestContext, open: Open, day: string) {
  const clock = { now: noonOf(day) };
  const app = await during(t, open, { zone: ZONE, now: () => clock.now });
  const owner = await someone(app, { balance: 100_000 });
  /** Lets the clock act, on another day where one is given. */
  const tick = (today?: string, more: { catchUp?: boolean } = {}) => {
    if (today !== undefined) clock.now = noonOf(today);
    return bookDue(app.db, { now: clock.now, zone: ZONE, ...more });
  };
  return { app, owner, clock, tick };
}

/** A body of POST /api/plans that is right in every field. */
export const rent = ({ userId, accountId }: Owner) => ({
  userId,
  name: "房租",
  kind: "expense",
  accountId,
  category: "住房",
  amount: 3200,
  every: { unit: "month" },
  days: [1],
  startDate: "2026-12-01",
});

/** Makes a plan that must succeed and answers it. */
export const planOf = async (app: TestApp, body: object) =>
  made(await app.post("/api/plans", body));

/** What the user's records are booked as: the occurrence, the day and the amount, by day. */
export async function bookedDues(
  app: TestApp,
  userId: number,
): Promise<[string, string, number][]> {
  const records = made(await app.get(`/api/records?userId=${userId}&order=date`));
  return records
    .reverse()
    .map((one: { due: string; date: string; amount: number }) => [
      one.due,
      new Date(Date.parse(one.date) + 8 * 3_600_000).toISOString().slice(0, 10),
      one.amount,
    ]);
}

export const occurrencesOf = async (
  app: TestApp,
  userId: number,
  first: string,
  last: string,
  more = "",
) => {
  const days = `startDate=${first}&endDate=${last}`;
  return made(await app.get(`/api/occurrences?userId=${userId}&${days}${more}`));
};

/** What the clock says where there was nothing to do. */
export function idle(more: object = {}) {
  return { booked: 0, waiting: 0, paused: 0, days: 0, stalled: false, ...more };
}

/** Daily plans straight into the database, where making each by a request would take long. */
export async function insertPlans(
  app: TestApp,
  { userId, accountId }: Owner,
  count: number,
  start: Day,
): Promise<void> {
  const columns = ["user_id", "name", "kind", "account_id", "category", "amount", "amount_mode"];
  const rule = ["unit", "step", "days", "start_day", "times_count", "weekend", "mode", "state"];
  const acting = ["since", "acts_from", "next_due", "next_date", "created_at", "updated_at"];
  const now = `${start}T00:00:00.000Z`;
  const values = Array.from({ length: count }, (_, number) => [
    ...[userId, `每天 ${number}`, "expense", accountId, "餐饮", 100, "fixed"],
    ...["day", 1, "", start, "all", "keep", "auto", "active", start, start, start, start, now, now],
  ]);
  await app.db.write((db) => db.insert("plans", [...columns, ...rule, ...acting], values.flat()));
}
