/** Changing an occurrence and all that follow: the plan ends before it, and a new one goes on. */
import { Refusal } from "../../contract/refusal.ts";
import { asDay, type Day, dayOf, laterOf, shiftDay } from "../../ledger/calendar.ts";
import { beginningOn, countBefore, occurrenceOf } from "../../ledger/recurrence.ts";
import { sql } from "../../store/sql.ts";
import { keepVersion } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { readOccurrences, refuseSettled } from "./occurrence-row.ts";
import { type PlanRow, ruleOf, sameDays, type Terms } from "./plan-row.ts";
import { countSkipped, reckonNext } from "./reckon.ts";
import { changedTerms, refuseOtherKind } from "./terms.ts";
import { dropStrays, insertPlan, updateTerms } from "./write-plan.ts";

type Said = Parameters<typeof changedTerms>[2];

/** Returns the id of the plan that goes on: a new one, or the same where nothing lies before. */
export async function changeFollowing(
  ctx: Context,
  old: PlanRow,
  from: string,
  said: Said,
): Promise<number> {
  const day = asDay(from);
  const rule = ruleOf(old, await countSkipped(ctx, old));
  if (day === undefined || occurrenceOf(rule, day) === undefined) {
    throw new Refusal(404, "occurrenceNotFound");
  }
  await refuseBookedFrom(ctx, old, day);
  const before = countBefore(rule, day);
  if (before === 0) return changeWhole(ctx, old, said);
  const rest = rule.times === undefined ? null : rule.times - before;
  const begun = { ...termsFrom(old, day), times: await timesLeft(ctx, old, day, rest) };
  const terms = await changedTerms(ctx, begun, said);
  refuseOtherKind(old, terms);
  return splitPlan(ctx, old, day, terms, sameDays(begun, terms));
}

async function changeWhole(ctx: Context, old: PlanRow, said: Said): Promise<number> {
  const terms = await changedTerms(ctx, old, said);
  refuseOtherKind(old, terms);
  await keepVersion(ctx, "plan", old.id, { to: terms });
  await updateTerms(ctx, old, terms);
  return old.id;
}

/** The terms from an occurrence on, with the same days. */
function termsFrom(old: PlanRow, day: Day): Terms {
  const { unit, step, days, start } = beginningOn(ruleOf(old), day);
  return { ...old, unit, step, days: days.join(","), startDay: start };
}

/** Where skipped ones don't count, those that go on with the new plan count there. */
async function timesLeft(
  { db, userId }: Context,
  old: PlanRow,
  day: Day,
  rest: number | null,
): Promise<number | null> {
  if (rest === null || old.timesCount === "all") return rest;
  const row = await db.get<{ count: number }>(sql`select count(*) as count from plan_occurrences
    where user_id = ${userId} and plan_id = ${old.id} and due >= ${day} and state = 'skipped'`);
  return Math.max(1, rest - (row?.count ?? 0));
}

/** The same days go on where the old plan stopped; other days begin today, or where they begin. */
async function splitPlan(
  ctx: Context,
  old: PlanRow,
  day: Day,
  terms: Terms,
  goesOn: boolean,
): Promise<number> {
  const ended: Terms = { ...old, endDay: shiftDay(day, -1), times: null };
  await keepVersion(ctx, "plan", old.id, { to: ended });
  await updateTerms(ctx, old, ended);
  const today = dayOf(ctx.now, ctx.zone);
  const plan = await insertPlan(ctx, terms, {
    since: laterOf(day, old.since),
    actsFrom: laterOf(goesOn ? day : laterOf(day, today), old.actsFrom),
    follows: old.id,
    state: old.state === "paused" ? "paused" : "active",
  });
  await ctx.db.run(sql`update plan_occurrences set plan_id = ${plan.id}
    where user_id = ${ctx.userId} and plan_id = ${old.id} and due >= ${day} and state <> 'booked'`);
  if (!goesOn) await dropStrays(ctx, plan.id, terms);
  await reckonNext(ctx, { ...old, ...ended });
  return plan.id;
}

/** What is booked belongs to the plan that booked it, so that nothing is booked again by the new one. */
async function refuseBookedFrom(ctx: Context, { id }: PlanRow, day: Day): Promise<void> {
  const booked = sql`o.plan_id = ${id} and o.due >= ${day} and o.state = 'booked' order by o.due`;
  for (const row of await readOccurrences(ctx, booked)) refuseSettled(row);
}
