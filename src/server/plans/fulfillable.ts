/** The occurrences that money of a bill may be: those to come, those that wait, and those that no bill has told yet. */
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { standingByDays } from "./listed.ts";
import { isToCome, type Standing } from "./occurrence-row.ts";
import { type PlanRow, readPlans } from "./plan-row.ts";

/** How far the day of a payment may lie from the day of its occurrence, at most. */
export const MOST_AWAY = 7;

/** Whether an amount may be another one that was planned: a third more or less. */
export function isAbout(amount: Fen, planned: Fen): boolean {
  return Math.abs(amount - planned) * 3 <= planned;
}

/** An occurrence as a row of a bill is compared with it. */
export interface Fulfillable {
  planId: number;
  due: Day;
  /** The plan's name. */
  name: string;
  /** The day on which it happens, or happened. */
  date: Day;
  /** So many days around it a row may lie. */
  within: number;
  direction: "in" | "out" | "move";
  /** Of a transfer the account that the money leaves. */
  accountId: number;
  toAccountId: number | null;
  /** Null where any amount may be it. */
  amount: Fen | null;
  /** Whether it must be that amount; a third more or less will do otherwise. */
  exact: boolean;
  category: string | null;
  /** Its name and its notes. */
  words: string[];
  /** What the lines said that fulfilled the plan before. */
  told: string[];
  /** What it is booked as, where it is. */
  recordId: number | null;
  transferId: number | null;
}

/** Those that happen between two days. */
export async function readFulfillable(ctx: Context, first: Day, last: Day): Promise<Fulfillable[]> {
  const plans = await readPlans(ctx, sql`kind <> 'reminder'`);
  if (plans.length === 0) return [];
  const told = await readTold(ctx, plans);
  const found: Fulfillable[] = [];
  for await (const some of standingByDays(ctx, plans, first, last)) {
    const free = some.filter(isFree);
    const untold = await readUntold(ctx, free);
    for (const one of free) found.push(...asFulfillable(one, untold, told));
  }
  return found;
}

/** Of a paused plan only what waits for a person is left. */
function isFree(one: Standing): boolean {
  if (one.state === "booked") return true;
  return isToCome(one) && (one.state === "waiting" || one.plan.state !== "paused");
}

function asFulfillable(
  one: Standing,
  untold: ReadonlyMap<string, Untold>,
  told: ReadonlyMap<number, string[]>,
): Fulfillable[] {
  const { plan, due, date, accountId, description, recordId, transferId } = one;
  const booked = untold.get(`${recordId} ${transferId}`);
  if (accountId === null || (one.state === "booked" && booked === undefined)) return [];
  const direction = booked?.direction ?? directionOf(plan);
  const toAccountId = booked?.toAccountId ?? (direction === "move" ? plan.toAccountId : null);
  if (direction === "move" && toAccountId === null) return [];
  return [
    {
      ...{ planId: plan.id, due, name: plan.name, date, within: reachOf(plan), direction },
      ...{ accountId, toAccountId, amount: amountOf(one), exact: plan.amountMode === "fixed" },
      category: direction === "move" ? null : plan.category,
      words: [plan.name, plan.description, description].filter((text) => text !== null),
      told: told.get(plan.id) ?? [],
      ...{ recordId, transferId },
    },
  ];
}

/** Of a plan that asks, an amount is known once somebody has said it. */
function amountOf({ plan, amount }: Standing): Fen | null {
  return plan.amountMode === "ask" && amount === plan.amount ? null : amount;
}

function directionOf({ kind }: PlanRow): Fulfillable["direction"] {
  if (kind === "transfer") return "move";
  return kind === "income" ? "in" : "out";
}

const UNIT_DAYS = { day: 1, week: 7, month: 30, year: 365 };

/** Half of what lies between two occurrences, a week at most: a row is near one of them alone. */
function reachOf({ unit, step, days }: PlanRow): number {
  const times = days === "" ? 1 : days.split(",").length;
  return Math.min(MOST_AWAY, Math.floor((UNIT_DAYS[unit] * step) / times / 2));
}

/** What was booked, as it lies in the book. */
interface Untold {
  recordId: number | null;
  transferId: number | null;
  direction: Fulfillable["direction"];
  toAccountId: number | null;
}

const AT_ONCE = 500;

/** The booked ones that no line of a bill is known as, and that nothing else hangs on. */
async function readUntold(ctx: Context, found: readonly Standing[]): Promise<Map<string, Untold>> {
  const records = found.flatMap(({ recordId }) => recordId ?? []);
  const transfers = found.flatMap(({ transferId }) => transferId ?? []);
  const untold = new Map<string, Untold>();
  const read = async (ids: readonly number[], statement: (ids: Sql) => Sql) => {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await ctx.db.all<Untold>(statement(join(ids.slice(at, at + AT_ONCE))));
      for (const row of rows) untold.set(`${row.recordId} ${row.transferId}`, row);
    }
  };
  await read(records, (ids) => untoldRecords(ctx.userId, ids));
  await read(transfers, (ids) => untoldTransfers(ctx.userId, ids));
  return untold;
}

const untoldRecords = (userId: number, ids: Sql): Sql => sql`
  select b.id as record_id, null as transfer_id,
    case when b.type = 'income' then 'in' else 'out' end as direction, null as to_account_id
  from records b
  where b.user_id = ${userId} and b.id in (${ids}) and b.provider is null and b.refund = 0
    and not exists (select 1 from import_keys k where k.user_id = ${userId} and k.record_id = b.id)
    and not exists (select 1 from records f where f.user_id = ${userId} and f.refund_of = b.id)`;

const untoldTransfers = (userId: number, ids: Sql): Sql => sql`
  select null as record_id, b.id as transfer_id, 'move' as direction, b.to_account_id
  from transfers b
  where b.user_id = ${userId} and b.id in (${ids}) and b.provider is null
    and not exists (select 1 from import_keys k
      where k.user_id = ${userId} and k.transfer_id = b.id)
    and not exists (select 1 from records f where f.user_id = ${userId} and f.transfer_id = b.id)`;

/** So many of a plan's last bookings tell by which words its payments come. */
const LAST = 24;

/** What the lines said that fulfilled each plan, or one that it goes on from. */
async function readTold(
  { db, userId }: Context,
  plans: readonly PlanRow[],
): Promise<Map<number, string[]>> {
  const line = (named: Sql) => sql`select distinct o.plan_id, k.description
    from plans p
    join plan_occurrences o on o.user_id = ${userId} and o.plan_id = p.id and o.due in (
      select b.due from plan_occurrences b where b.user_id = ${userId} and b.plan_id = p.id
        and b.state = 'booked' order by b.due desc limit ${LAST})
    join import_keys k on k.user_id = ${userId} and k.${named} = o.${named}
    where p.user_id = ${userId} and p.kind <> 'reminder'`;
  const rows = await db.all<{ planId: number; description: string }>(sql`
    ${line(sql`record_id`)} union ${line(sql`transfer_id`)}`);
  const own = new Map<number, string[]>();
  for (const { planId, description } of rows) {
    const known = own.get(planId);
    if (known) known.push(description);
    else own.set(planId, [description]);
  }
  return withEarlier(plans, own);
}

/** Plans in order of id: one that goes on from another is made after it. */
function withEarlier(
  plans: readonly PlanRow[],
  own: ReadonlyMap<number, string[]>,
): Map<number, string[]> {
  const all = new Map<number, string[]>();
  for (const { id, follows } of plans) {
    const earlier = follows === null ? [] : (all.get(follows) ?? []);
    all.set(id, [...new Set([...(own.get(id) ?? []), ...earlier])].slice(0, LAST));
  }
  return all;
}
