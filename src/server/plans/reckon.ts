/** What of a plan the clock has still to act on, from its rule of dates and the rows of its occurrences. */
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { type Acting, nextOf } from "../../ledger/next-occurrence.ts";
import { join, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { type PlanRow, ruleOf } from "./plan-row.ts";

/** An occurrence that is settled, waits, or differs from its plan. */
export interface OccurrenceRow {
  planId: number;
  due: Day;
  state: "open" | "waiting" | "booked" | "skipped";
  date: Day | null;
  amount: Fen | null;
  accountId: number | null;
  description: string | null;
  recordId: number | null;
  transferId: number | null;
}

export const OCCURRENCE_FIELDS = [
  "planId",
  "due",
  "state",
  "date",
  "amount",
  "accountId",
  "description",
  "recordId",
  "transferId",
] as const satisfies readonly (keyof OccurrenceRow)[];

export interface Reckoned extends Acting {
  rows: OccurrenceRow[];
}

/** What the clock goes by: the rule, and the rows that it could still meet. */
export async function readActing(ctx: Context, plan: PlanRow): Promise<Reckoned> {
  const { db, userId, zone } = ctx;
  const rows = await db.all<OccurrenceRow>(sql`
    select plan_id, due, state, date, amount, account_id, description, record_id, transfer_id
    from plan_occurrences where user_id = ${userId} and plan_id = ${plan.id}
      and (due >= ${plan.actsFrom} or state = 'open')
    order by due`);
  const rule = ruleOf(plan, await countSkipped(ctx, plan));
  return { rule, actsFrom: plan.actsFrom, rows, zone };
}

/** How many more times a plan has whose skipped occurrences don't count. */
export async function countSkipped(ctx: Context, plan: PlanRow): Promise<number> {
  return (await countsSkipped(ctx, [plan])).get(plan.id) ?? 0;
}

/** The same of several plans, of those that have any. */
export async function countsSkipped(
  { db, userId }: Context,
  plans: readonly PlanRow[],
): Promise<Map<number, number>> {
  const asked = plans.filter(({ times, timesCount }) => times !== null && timesCount === "booked");
  if (asked.length === 0) return new Map();
  const rows = await db.all<{ planId: number; count: number }>(sql`
    select plan_id, count(*) as count from plan_occurrences
    where user_id = ${userId} and plan_id in (${join(asked.map(({ id }) => id))})
      and state = 'skipped' group by plan_id`);
  return new Map(rows.map(({ planId, count }) => [planId, count]));
}

/** Writes down what comes next; a plan of which nothing comes has ended, and one with more has not. */
export async function reckonNext(ctx: Context, plan: PlanRow): Promise<PlanRow> {
  const { next, actsFrom } = nextOf(await readActing(ctx, plan));
  const state = plan.state === "paused" ? "paused" : next === undefined ? "ended" : "active";
  const acts = state === "active" ? next : undefined;
  const reckoned: PlanRow = {
    ...plan,
    state,
    actsFrom: state === "paused" ? plan.actsFrom : actsFrom,
    nextDue: acts?.due ?? null,
    nextDate: acts?.date ?? null,
  };
  await ctx.db.run(sql`update plans set state = ${state}, acts_from = ${reckoned.actsFrom},
      next_due = ${reckoned.nextDue}, next_date = ${reckoned.nextDate}
    where user_id = ${ctx.userId} and id = ${plan.id}`);
  return reckoned;
}
