/**
 * The occurrences of some days, from the rule of dates and the rows; lists and forecasts go by it. Very many
 * plans on very many days are told a few days at a time, and others have their turn between them: nothing here
 * is for a short write.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Day, earlierOf, LAST_DAY, shiftDay, shiftWithin } from "../../ledger/calendar.ts";
import { byDate, happening, MOST_LATER } from "../../ledger/next-occurrence.ts";
import type { Recurrence } from "../../ledger/recurrence.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
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
import { countsSkipped } from "./reckon.ts";

/** Which are asked for: all, or only those that are still to be booked. */
export type Which = "all" | "toCome";

/** So many occurrences are told between two turns of the event loop, as far as rules alone make them. */
const AT_ONCE = 4_000;
/** Rows that are read between two turns. */
const ROWS_AT_ONCE = 1_000;
/** Plans whose rows are read together. */
const PLANS_AT_ONCE = 20;

/** The occurrences of the plans that happen between two days, by date, a few days at a time. */
export async function* standingByDays(
  ctx: Context,
  plans: readonly PlanRow[],
  first: Day,
  last: Day,
  which: Which = "all",
): AsyncGenerator<Standing[]> {
  if (plans.length === 0) return;
  const known = await readKnown(ctx, plans, { first, last, which });
  const length = Math.max(1, Math.floor(AT_ONCE / plans.length));
  for (let from = first; from <= last; ) {
    const until = earlierOf(last, shiftWithin(from, length - 1));
    const some = standingBetween(ctx, known, from, until);
    if (some.length > 0) yield some;
    await nextTurn();
    if (until === LAST_DAY) return;
    from = shiftDay(until, 1);
  }
}

/** A plan, with what its rule is taken for and which of its occurrences have a row. */
interface KnownPlan {
  plan: PlanRow;
  rule: Recurrence;
  settled: Set<Day>;
}

interface Known {
  plans: KnownPlan[];
  /** What has a row, by the day on which it happens. */
  byDay: Map<Day, Standing[]>;
}

interface Asked {
  first: Day;
  last: Day;
  which: Which;
}

async function readKnown(ctx: Context, plans: readonly PlanRow[], asked: Asked): Promise<Known> {
  const known: Known = { plans: [], byDay: new Map() };
  for (let at = 0; at < plans.length; at += PLANS_AT_ONCE) {
    if (at > 0) await nextTurn();
    await readSome(ctx, plans.slice(at, at + PLANS_AT_ONCE), asked, known);
  }
  return known;
}

async function readSome(
  ctx: Context,
  some: readonly PlanRow[],
  asked: Asked,
  known: Known,
): Promise<void> {
  const ids = join(some.map(({ id }) => id));
  const pages = readPages(ctx, sql`o.plan_id in (${ids}) and ${wanted(ctx.userId, some, asked)}`);
  // None needs another's answer: on a database at the end of a wire they travel together.
  const [plans, skipped, page] = await Promise.all([
    withEstimates(ctx, some),
    countsSkipped(ctx, some),
    pages.next(),
  ]);
  const byId = new Map<number, KnownPlan>();
  for (const plan of plans) {
    const one = { plan, rule: ruleOf(plan, skipped.get(plan.id)), settled: new Set<Day>() };
    byId.set(plan.id, one);
    known.plans.push(one);
  }
  for (let rows = page; rows.done !== true; rows = await pages.next()) {
    for (const row of rows.value) {
      keepRow(ctx, byId.get(row.planId) as KnownPlan, row, asked, known);
    }
  }
}

/** Rows in the order of their key; most plans have no more than one page of them. */
async function* readPages(ctx: Context, where: Sql): AsyncGenerator<KnownRow[]> {
  const page = (after: Sql) =>
    readOccurrences(ctx, sql`${where} ${after} order by o.plan_id, o.due limit ${ROWS_AT_ONCE}`);
  let rows = await page(sql``);
  yield rows;
  while (rows.length === ROWS_AT_ONCE) {
    await nextTurn();
    const { planId, due } = rows.at(-1) as KnownRow;
    rows = await page(sql`and (o.plan_id, o.due) > (${planId}, ${due})`);
    yield rows;
  }
}

/**
 * Rows that may happen from a day on: by their name, by the day that they were moved to or booked on. Of what is
 * still to come also those that keep the rule's own away.
 */
function wanted(userId: number, plans: readonly PlanRow[], { first, which }: Asked): Sql {
  if (which === "all") {
    // Asked apart, so that what is booked is joined to the rows that are wanted alone.
    const booked = (table: Sql, id: Sql) => sql`(${id} is not null and exists (select 1
      from ${table} b where b.user_id = ${userId} and b.id = ${id} and b.day >= ${first}))`;
    return sql`(o.due >= ${shiftWithin(first, -MOST_LATER)} or o.date >= ${first}
      or ${booked(sql`records`, sql`o.record_id`)}
      or ${booked(sql`transfers`, sql`o.transfer_id`)})`;
  }
  const acting = plans.filter(({ state }) => state === "active").map(({ actsFrom }) => actsFrom);
  const from = acting.reduce(earlierOf, LAST_DAY);
  return sql`(o.due >= ${from} or o.state in ('open', 'waiting'))`;
}

function keepRow(
  ctx: Context,
  { plan, settled }: KnownPlan,
  row: KnownRow,
  { first, last }: Asked,
  { byDay }: Known,
): void {
  settled.add(row.due);
  const standing = standingOf(plan, row, ctx.zone);
  const { date } = standing;
  if (date < first || date > last) return;
  const others = byDay.get(date);
  if (others) others.push(standing);
  else byDay.set(date, [standing]);
}

function standingBetween(ctx: Context, known: Known, first: Day, last: Day): Standing[] {
  const found: Standing[] = [];
  for (let day = first; day <= last; day = shiftDay(day, 1)) {
    for (const one of known.byDay.get(day) ?? []) found.push(one);
    if (day === LAST_DAY) break;
  }
  for (const { plan, rule, settled } of known.plans) {
    if (plan.state !== "active" || plan.actsFrom > shiftWithin(last, MOST_LATER)) continue;
    const days = { actsFrom: plan.actsFrom, settled, zone: ctx.zone, first, last };
    for (const { due, date } of happening(rule, days)) found.push(plainStanding(plan, due, date));
  }
  return found.sort(inOrder);
}

/** By date, then by the day that names them, then by plan. */
function inOrder(one: Standing, other: Standing): number {
  return byDate(one, other) || one.plan.id - other.plan.id;
}
