/** What comes next, for the first page: what waits, and of every plan its next occurrence. */
import type { Upcoming } from "../../contract/plans.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { listStanding } from "./listed.ts";
import { isToCome, presentOccurrence, type Standing } from "./occurrence-row.ts";
import { readPlans } from "./plan-row.ts";

/** What waits longer is on the page of plans alone. */
const DAYS_BACK = 60;
const DAYS_AHEAD = 31;

/** The nearest ones, by date; none of what is further away than a month. */
export async function readUpcoming(ctx: Context, today: Day, limit: number): Promise<Upcoming[]> {
  const plans = await readPlans(ctx, sql`state <> 'ended'`);
  if (plans.length === 0) return [];
  const [first, last] = [shiftDay(today, -DAYS_BACK), shiftDay(today, DAYS_AHEAD)];
  const found = await listStanding(ctx, plans, first, last);
  return found.filter(isToCome).slice(0, limit).map(presentUpcoming);
}

function presentUpcoming(one: Standing): Upcoming {
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
