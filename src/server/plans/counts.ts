/** What became of plans, beside what they say. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Plan } from "../../contract/plans.ts";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { countBefore } from "../../ledger/recurrence.ts";
import { join, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { type PlanRow, presentTerms, ruleOf } from "./plan-row.ts";

/** Plans whose occurrences are counted between two turns of the event loop. */
const PLANS_AT_ONCE = 20;

/** Plans as answered; not for a short write, since others have their turn between them. */
export async function presentAll(ctx: Context, plans: readonly PlanRow[]): Promise<Plan[]> {
  const shown: Plan[] = [];
  for (let at = 0; at < plans.length; at += PLANS_AT_ONCE) {
    if (at > 0) await nextTurn();
    shown.push(...(await presentPlans(ctx, plans.slice(at, at + PLANS_AT_ONCE))));
  }
  return shown;
}

async function presentPlans(ctx: Context, plans: readonly PlanRow[]): Promise<Plan[]> {
  const ids = plans.map(({ id }) => id);
  const [booked, known] = [await countBooked(ctx, ids), await countKnown(ctx, ids)];
  const today = dayOf(ctx.now, ctx.zone);
  return plans.map((plan) => {
    const { count = 0, last } = booked.get(plan.id) ?? {};
    const missed = Math.max(0, countLeft(plan, today) - (known.get(plan.id) ?? 0));
    return {
      ...presentTerms(plan),
      ...(plan.nextDue !== null && { nextDue: plan.nextDue }),
      ...(plan.nextDate !== null && { nextDate: plan.nextDate }),
      bookedCount: count,
      ...(last && { lastBooked: last }),
      ...(missed > 0 && { missed }),
    };
  });
}

export async function presentPlan(ctx: Context, plan: PlanRow): Promise<Plan> {
  const [shown] = await presentPlans(ctx, [plan]);
  return shown as Plan;
}

interface BookedCount {
  planId: number;
  count: number;
  last: Day;
}

/** How many occurrences are booked, what was deleted since not among them, and the last of their days. */
async function countBooked(
  { db, userId }: Context,
  ids: number[],
): Promise<Map<number, BookedCount>> {
  const rows = await db.all<BookedCount>(sql`
    select o.plan_id, count(*) as count, max(coalesce(r.day, t.day, o.due)) as last
    from plan_occurrences o
    left join records r on r.user_id = ${userId} and r.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where o.user_id = ${userId} and o.plan_id in (${join(ids)}) and o.state = 'booked'
      and (r.id is not null or t.id is not null or (o.record_id is null and o.transfer_id is null))
    group by o.plan_id`);
  return new Map(rows.map((row) => [row.planId, row]));
}

/**
 * How many past occurrences the rule has that the clock leaves alone: those before the plan was made, and
 * of a paused one those since.
 */
function countLeft(plan: PlanRow, today: Day): number {
  const rule = ruleOf(plan);
  if (plan.state !== "paused") return countBefore(rule, plan.since);
  return countBefore(rule, today) - countBefore(rule, plan.actsFrom);
}

/** How many of those have a row. */
async function countKnown(ctx: Context, ids: number[]): Promise<Map<number, number>> {
  const { db, userId } = ctx;
  const rows = await db.all<{ planId: number; count: number }>(sql`
    select o.plan_id, count(*) as count from plan_occurrences o
    join plans p on p.user_id = ${userId} and p.id = o.plan_id
    where o.user_id = ${userId} and o.plan_id in (${join(ids)})
      and ((p.state <> 'paused' and o.due < p.since)
        or (p.state = 'paused' and o.due >= p.acts_from and o.due < ${dayOf(ctx.now, ctx.zone)}))
    group by o.plan_id`);
  return new Map(rows.map(({ planId, count }) => [planId, count]));
}
