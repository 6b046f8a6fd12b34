/** The occurrences of some days, from the rule of dates and the rows; lists and forecasts go by it. */
import { type Day, shiftWithin } from "../../ledger/calendar.ts";
import { byDate, MOST_SHIFTED, untouched } from "../../ledger/next-occurrence.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { withEstimates } from "./estimates.ts";
import {
  type KnownRow,
  plainStanding,
  readOccurrences,
  type Standing,
  standingOf,
} from "./occurrence-row.ts";
import { type PlanRow, ruleOf } from "./plan-row.ts";
import { countSkipped } from "./reckon.ts";

/** The occurrences of the plans that happen between two days, by date. */
export async function listStanding(
  ctx: Context,
  plans: readonly PlanRow[],
  first: Day,
  last: Day,
): Promise<Standing[]> {
  const rows = await rowsByPlan(ctx, first);
  const found: Standing[] = [];
  for (const plan of await withEstimates(ctx, plans)) {
    const known = rows.get(plan.id) ?? [];
    found.push(...known.map((row) => standingOf(plan, row, ctx.zone)));
    if (plan.state === "active") found.push(...(await comingOf(ctx, plan, known, last)));
  }
  return found
    .filter(({ date }) => date >= first && date <= last)
    .sort((one, other) => byDate(one, other) || one.plan.id - other.plan.id);
}

/** Rows that may happen from a day on: by their name, by the day that they were moved to or booked on. */
async function rowsByPlan(ctx: Context, first: Day): Promise<Map<number, KnownRow[]>> {
  const rows = await readOccurrences(
    ctx,
    sql`(o.due >= ${shiftWithin(first, -MOST_SHIFTED)} or o.date >= ${first} or r.day >= ${first}
      or t.day >= ${first})`,
  );
  const byPlan = new Map<number, KnownRow[]>();
  for (const row of rows) {
    const known = byPlan.get(row.planId);
    if (known) known.push(row);
    else byPlan.set(row.planId, [row]);
  }
  return byPlan;
}

/** What has no row yet and is the clock's to act on. */
async function comingOf(
  ctx: Context,
  plan: PlanRow,
  rows: readonly KnownRow[],
  last: Day,
): Promise<Standing[]> {
  const rule = ruleOf(plan, await countSkipped(ctx, plan));
  const acting = { rule, actsFrom: plan.actsFrom, rows, zone: ctx.zone };
  const dues = untouched(acting, shiftWithin(last, MOST_SHIFTED), LISTED);
  return dues.map(({ due, date }) => plainStanding(plan, due, date));
}

/** More than a range may have of one plan. */
const LISTED = 1000;
