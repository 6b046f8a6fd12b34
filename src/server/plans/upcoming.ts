/** What comes next, for the first page: what waits, and of every plan its next occurrence. */
import type { Upcoming } from "../../contract/plans.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { presentOccurrence, type Standing } from "./occurrence-row.ts";

/** What waits longer is on the page of plans alone. */
const DAYS_BACK = 60;
const DAYS_AHEAD = 31;

/** Whether the first page may show it: none of what is further away than a month. */
export function isUpcoming(today: Day): (one: Standing) => boolean {
  const [first, last] = [shiftDay(today, -DAYS_BACK), shiftDay(today, DAYS_AHEAD)];
  return ({ date, plan }) => date >= first && date <= last && plan.state !== "ended";
}

export function presentUpcoming(one: Standing): Upcoming {
  const { name, kind, category, amountMode, mode } = one.plan;
  return {
    ...presentOccurrence(one),
    name,
    kind,
    ...(category !== null && { category }),
    amountMode,
    mode,
  };
}
