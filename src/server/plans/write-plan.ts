/** Writing a plan's terms, and what follows from them for the occurrences that are past. */
import { Refusal } from "../../contract/refusal.ts";
import { type Day, dayOf, shiftDay } from "../../ledger/calendar.ts";
import {
  countBefore,
  type Due,
  MAX_OCCURRENCES,
  occurrenceOf,
  occurrencesBetween,
} from "../../ledger/recurrence.ts";
import { join, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { getPlan, type PlanRow, ruleOf, sameDays, type Terms } from "./plan-row.ts";
import type { OccurrenceRow } from "./reckon.ts";

/** From when on a new plan is the clock's, and what it continues. */
interface Begin {
  since: Day;
  actsFrom: Day;
  follows?: number;
  state?: PlanRow["state"];
}

/** Plans of one user, ended ones among them; nobody has so many things that come again. */
export const MOST_PLANS = 1_000;

/** Refuses one plan more than there may be. */
export async function requireRoom({ db, userId }: Context): Promise<void> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from plans where user_id = ${userId}`,
  );
  if ((row?.count ?? 0) >= MOST_PLANS) throw new Refusal(400, "planTooMany", { most: MOST_PLANS });
}

export async function insertPlan(ctx: Context, terms: Terms, begin: Begin): Promise<PlanRow> {
  await requireRoom(ctx);
  const now = nowInstant(ctx);
  const made = await ctx.db.get<{ id: number }>(sql`
    insert into plans (user_id, name, kind, account_id, to_account_id, category, description,
      amount, amount_mode, unit, step, days, start_day, end_day, times, times_count, weekend, mode,
      remind_days, state, follows, since, acts_from, created_at, updated_at)
    values (${ctx.userId}, ${terms.name}, ${terms.kind}, ${terms.accountId}, ${terms.toAccountId},
      ${terms.category}, ${terms.description}, ${terms.amount}, ${terms.amountMode}, ${terms.unit},
      ${terms.step}, ${terms.days}, ${terms.startDay}, ${terms.endDay}, ${terms.times},
      ${terms.timesCount}, ${terms.weekend}, ${terms.mode}, ${terms.remindDays},
      ${begin.state ?? "active"}, ${begin.follows ?? null}, ${begin.since}, ${begin.actsFrom},
      ${now}, ${now})
    returning id`);
  return getPlan(ctx, (made as { id: number }).id);
}

/**
 * Writes changed terms. Other days hold from today on: what the new ones would have been before is not
 * the plan's, and what was changed of an occurrence that there is no longer is dropped.
 */
export async function updateTerms(
  ctx: Context,
  old: PlanRow,
  terms: Terms,
  estimatesAnew = false,
): Promise<void> {
  const { db, userId } = ctx;
  const estimateSince = estimatesAnew ? nowInstant(ctx) : old.estimateSince;
  const same = sameDays(old, terms);
  const actsFrom = same ? old.actsFrom : dayOf(ctx.now, ctx.zone);
  await db.run(sql`update plans set name = ${terms.name}, kind = ${terms.kind},
      account_id = ${terms.accountId}, to_account_id = ${terms.toAccountId},
      category = ${terms.category}, description = ${terms.description}, amount = ${terms.amount},
      amount_mode = ${terms.amountMode}, unit = ${terms.unit}, step = ${terms.step},
      days = ${terms.days}, start_day = ${terms.startDay}, end_day = ${terms.endDay},
      times = ${terms.times}, times_count = ${terms.timesCount}, weekend = ${terms.weekend},
      mode = ${terms.mode}, remind_days = ${terms.remindDays}, acts_from = ${actsFrom},
      estimate_since = ${estimateSince}, updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and id = ${old.id}`);
  if (!same) await dropStrays(ctx, old.id, terms);
}

/** Deletes the open rows of a plan whose days the rule no longer has. */
export async function dropStrays(ctx: Context, planId: number, terms: Terms): Promise<void> {
  const { db, userId } = ctx;
  const open = await db.all<Pick<OccurrenceRow, "due">>(sql`select due from plan_occurrences
    where user_id = ${userId} and plan_id = ${planId} and state = 'open'`);
  const rule = ruleOf({ ...terms, times: null, endDay: null });
  const strays = open.filter(({ due }) => occurrenceOf(rule, due) === undefined);
  if (strays.length === 0) return;
  await db.run(sql`delete from plan_occurrences where user_id = ${userId}
    and plan_id = ${planId} and state = 'open' and due in (${join(strays.map(({ due }) => due))})`);
}

/** Lets the clock book what the plan has from its start on: each gets an open row. */
export async function backfill(ctx: Context, plan: PlanRow): Promise<void> {
  if (plan.startDay >= plan.since) return;
  refuseLongBackfill(plan, plan.since);
  const missed = occurrencesBetween(ruleOf(plan), plan.startDay, shiftDay(plan.since, -1));
  await insertRows(ctx, plan.id, missed, "open");
  await ctx.db.run(sql`update plans set since = ${plan.startDay}
    where user_id = ${ctx.userId} and id = ${plan.id}`);
}

export function refuseLongBackfill(terms: Terms, until: Day): void {
  const count = countBefore(ruleOf(terms), until);
  if (count <= MAX_OCCURRENCES) return;
  throw new Refusal(400, "planBackfillTooLong", { count, most: MAX_OCCURRENCES });
}

const ROWS_AT_ONCE = 500;

/** Gives occurrences a row, those that have none yet. */
export async function insertRows(
  { db, userId }: Context,
  planId: number,
  dues: readonly Due[],
  state: OccurrenceRow["state"],
): Promise<void> {
  for (let at = 0; at < dues.length; at += ROWS_AT_ONCE) {
    const lot = dues.slice(at, at + ROWS_AT_ONCE);
    const values = lot.map(({ due }) => sql`(${userId}, ${planId}, ${due}, ${state})`);
    await db.run(sql`insert into plan_occurrences (user_id, plan_id, due, state)
      values ${join(values)} on conflict (user_id, plan_id, due) do nothing`);
  }
}
