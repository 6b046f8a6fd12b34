/** What is read about agreeing with the bank; the keys begin with the book, as all do. */
import type { Day } from "../../ledger/calendar.ts";
import { bookQuery } from "../api/shown.ts";
import { adjustmentOf, worthOf } from "./models.ts";

export const netWorth = (userId: number) =>
  bookQuery(userId, ["net-worth"], async (get) => {
    const { before, days } = await get("GET /api/networth", { query: { userId } });
    return {
      before: worthOf(before),
      days: days.map((day) => ({ day: day.date as Day, ...worthOf(day) })),
    };
  });

/** The adjustments of an account, newest day first. */
export const adjustments = (userId: number, accountId: number) =>
  bookQuery(userId, ["adjustments", accountId], async (get) => {
    const wire = await get("GET /api/adjustments", { query: { userId, accountId } });
    return wire
      .map(adjustmentOf)
      .sort((a, b) => (a.day === b.day ? b.id - a.id : a.day < b.day ? 1 : -1));
  });
