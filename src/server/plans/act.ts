/** What the clock does with a plan whose day has come: book, or let it wait for a person. */
import type { PauseReason } from "../../contract/plans.ts";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { dueUntil } from "../../ledger/next-occurrence.ts";
import type { Due } from "../../ledger/recurrence.ts";
import { sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersion } from "../book/versions.ts";
import { callerOfPlan } from "../handler/caller.ts";
import type { Context } from "../handler/context.ts";
import {
  areClear,
  type Booking,
  bookingOf,
  bookOccurrence,
  findObstacle,
} from "./book-occurrence.ts";
import { withEstimates } from "./estimates.ts";
import type { PlanRow } from "./plan-row.ts";
import { type OccurrenceRow, readActing, reckonNext } from "./reckon.ts";

/** Occurrences of one book that share a transaction at most: so long others wait for the book. */
export const LOT = 100;
/** Plans that are looked at in one, at most. */
export const PLANS_OF_LOT = 50;

/** What was done. */
export interface Acted {
  booked: number;
  waiting: number;
  paused: number;
}

/** An occurrence whose day has come. */
interface Ripe extends Due {
  plan: PlanRow;
  row: OccurrenceRow | undefined;
}

/** The same with what it would be booked as. */
interface Planned extends Ripe {
  booking: Booking;
}

/**
 * Acts on what is due of some plans of one book up to a day, by date, a lot at most, and reckons what comes
 * next of each. The book is locked. `left`: there is more.
 */
export async function actOnPlans(
  ctx: Context,
  plans: readonly PlanRow[],
  until = dayOf(ctx.now, ctx.zone),
): Promise<Acted & { left: boolean }> {
  const ripe: Ripe[] = [];
  for (const plan of await withEstimates(ctx, plans))
    ripe.push(...(await ripeOf(ctx, plan, until)));
  ripe.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const lot = ripe
    .slice(0, LOT)
    .map((one) => ({ ...one, booking: bookingOf(one.plan, one.due, one.date, one.row) }));
  const clear = await areClear(ctx, lot.filter(isBooked));
  const acted = { booked: 0, waiting: 0, paused: 0 };
  const paused = new Set<number>();
  for (const one of lot) {
    if (paused.has(one.plan.id)) continue;
    const did = await actOn(ctx, one, clear);
    if (did !== undefined) acted[did] += 1;
    if (did === "paused") paused.add(one.plan.id);
  }
  for (const plan of plans) if (!paused.has(plan.id)) await reckonNext(ctx, plan);
  return { ...acted, left: ripe.length > LOT };
}

async function ripeOf(ctx: Context, plan: PlanRow, until: Day): Promise<Ripe[]> {
  if (plan.state === "paused") return [];
  const acting = await readActing(ctx, plan);
  const rows = new Map(acting.rows.map((row) => [row.due, row]));
  return dueUntil(acting, until, LOT + 1).map((due) => ({ ...due, plan, row: rows.get(due.due) }));
}

/** Whether the clock books it by itself; it waits for a person otherwise. */
function isBooked({ plan, booking }: Planned): boolean {
  return plan.mode === "auto" && booking.amount !== null;
}

async function actOn(ctx: Context, one: Planned, clear: boolean): Promise<keyof Acted | undefined> {
  const { plan, due, booking } = one;
  if (!isBooked(one)) return letWait(ctx, plan, due);
  const obstacle = clear ? undefined : await findObstacle(ctx, plan, booking);
  if (obstacle === "archived") return letWait(ctx, plan, due);
  if (obstacle !== undefined) return pause(ctx, plan, obstacle);
  return bookByClock(ctx, plan, booking);
}

async function bookByClock(
  ctx: Context,
  plan: PlanRow,
  booking: Booking,
): Promise<"booked" | undefined> {
  const booked = await bookOccurrence(asPlan(ctx, plan), plan, booking, ["open"]);
  return booked === undefined ? undefined : "booked";
}

async function letWait(ctx: Context, plan: PlanRow, due: Day): Promise<"waiting"> {
  await ctx.db.run(sql`
    insert into plan_occurrences (user_id, plan_id, due, state)
    values (${ctx.userId}, ${plan.id}, ${due}, 'waiting')
    on conflict (user_id, plan_id, due) do update set state = 'waiting'
    where plan_occurrences.state = 'open'`);
  return "waiting";
}

/** A plan that cannot be booked is paused, and says why; it goes on when a person has mended it. */
async function pause(ctx: Context, plan: PlanRow, reason: PauseReason): Promise<"paused"> {
  await keepVersion(asPlan(ctx, plan), "plan", plan.id, { to: { state: "paused" } });
  await ctx.db.run(sql`update plans set state = 'paused', reason = ${reason}, next_due = null,
      next_date = null, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${plan.id}`);
  return "paused";
}

/** The clock does it in the plan's name. */
function asPlan(ctx: Context, plan: PlanRow): Context {
  return { ...ctx, caller: callerOfPlan(ctx.userId, plan.name), act: {} };
}
