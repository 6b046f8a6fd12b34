/**
 * The clock: what is due is booked on its day, once, whoever looks. It asks one index which books have
 * something to do, and does it in lots, each in one transaction that takes the book first. Killed or run
 * twice, every occurrence has its row and its money, or neither.
 */
import { type Day, dayOf, instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { getSetting, putSetting } from "../../store/settings.ts";
import { join, sql } from "../../store/sql.ts";
import { lockBook } from "../book/balances.ts";
import { sayLater } from "../book/line-to-say.ts";
import { ANYBODY } from "../handler/caller.ts";
import { type Context, serviceWithoutDoor } from "../handler/context.ts";
import { type Acted, actOnPlans, PLANS_OF_LOT } from "./act.ts";
import { type PlanRow, readPlans } from "./plan-row.ts";
import { reckonNext } from "./reckon.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock that is this much further than when it was last seen may be wrong: somebody has to say it is not. */
const TOO_FAR_MS = 400 * DAY_MS;
const BEAT = "last_beat";
const BOOKS_AT_ONCE = 100;

export interface ClockOptions {
  /** Milliseconds since 1970. */
  now: number;
  zone: string;
  /** Goes on although the clock is far ahead of when it was last seen. */
  catchUp?: boolean;
  /** Asked between lots. */
  stopped?: () => boolean;
  /** A book that could not be written: the others go on. */
  onFault?: (error: unknown, userId: number) => void;
}

export interface Beat extends Acted {
  /** For how many whole days nobody has looked. */
  days: number;
  /** The clock is too far ahead: nothing was done. */
  stalled: boolean;
}

/** Books what is due in every book, and lets wait what a person confirms. */
export async function bookDue(db: Db, options: ClockOptions): Promise<Beat> {
  const { now, zone } = options;
  const last = await db.read(readBeat);
  const days = wholeDays(last, now);
  const beat: Beat = { booked: 0, waiting: 0, paused: 0, days, stalled: false };
  if (options.catchUp !== true && isTooFar(last, now)) return { ...beat, stalled: true };
  if (last === undefined || Math.abs(now - last) >= HOUR_MS) {
    await db.write((query) => putSetting(query, BEAT, String(now)));
  }
  const today = dayOf(now, zone);
  for (let after = 0; ; ) {
    const books = await db.read((query) => listBooks(query, today, after));
    for (const { userId } of books) {
      if (options.stopped?.()) return beat;
      try {
        add(beat, await bookBook(db, userId, options, last));
      } catch (error) {
        if (options.onFault === undefined) throw error;
        options.onFault(error, userId);
      }
    }
    if (books.length < BOOKS_AT_ONCE) return beat;
    after = (books.at(-1) as { userId: number }).userId;
  }
}

/** For how many whole days nobody has looked; 0 where nobody ever has, or the clock went back. */
function wholeDays(last: number | undefined, now: number): number {
  return last === undefined ? 0 : Math.max(0, Math.floor((now - last) / DAY_MS));
}

/** How many plans have something to do. */
export async function countDue(db: Query, today: string): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from plans
    where state = 'active' and next_date is not null and next_date <= ${today}`);
  return row?.count ?? 0;
}

/** The one statement that asks all books at once. */
function listBooks(db: Query, today: string, after: number): Promise<{ userId: number }[]> {
  return db.all<{ userId: number }>(sql`select distinct user_id from plans
    where state = 'active' and next_date is not null and next_date <= ${today}
      and user_id > ${after} order by user_id limit ${BOOKS_AT_ONCE}`);
}

/** All that is due in one book, lot by lot. */
async function bookBook(
  db: Db,
  userId: number,
  { now, zone, stopped }: ClockOptions,
  last: number | undefined,
) {
  const done: Acted = { booked: 0, waiting: 0, paused: 0 };
  for (let left = true; left && !stopped?.(); ) {
    const acted = await db.write(
      async (query) => {
        const ctx = clockContext(query, userId, now, zone);
        await lockBook(ctx);
        const did = await actOnFirst(ctx);
        await sayCaughtUp(ctx, last, done.booked + did.booked);
        return did;
      },
      { userId },
    );
    add(done, acted);
    left = acted.left;
  }
  return done;
}

/** After a stop of two days or more, what was booked for the days before is said with the next reminder. */
async function sayCaughtUp(ctx: Context, last: number | undefined, booked: number): Promise<void> {
  const days = wholeDays(last, ctx.now);
  if (last === undefined || days < 2 || booked === 0) return;
  await sayLater(ctx, `clock ${instantAt(last)} stopped`, { days, booked });
}

/** Acts on the plans whose day was first: up to the day on which those begin that are left for the next lot. */
async function actOnFirst(ctx: Context): Promise<Acted & { left: boolean }> {
  const today = dayOf(ctx.now, ctx.zone);
  const due = await readPlans(
    ctx,
    sql`id in (select id from plans where user_id = ${ctx.userId}
      and state = 'active' and next_date is not null and next_date <= ${today}
      order by next_date, id limit ${PLANS_OF_LOT + 1})`,
  );
  due.sort(byNextDate);
  const later = due[PLANS_OF_LOT];
  if (later === undefined) return actOnPlans(ctx, due, today);
  const did = await actOnPlans(ctx, due.slice(0, PLANS_OF_LOT), later.nextDate as Day);
  return { ...did, left: true };
}

/** As the statement has them; all of them have a day. */
function byNextDate(one: PlanRow, other: PlanRow): number {
  if (one.nextDate === other.nextDate) return one.id - other.id;
  return (one.nextDate as Day) < (other.nextDate as Day) ? -1 : 1;
}

function add(sum: Acted, more: Acted): void {
  sum.booked += more.booked;
  sum.waiting += more.waiting;
  sum.paused += more.paused;
}

/**
 * After a plan was changed, in the change's own transaction: what is due of it is booked at once, a lot at
 * most, and what comes next is reckoned.
 */
export async function actAtOnce(ctx: Context, ids: readonly number[]): Promise<void> {
  const plans = await readPlans(ctx, sql`id in (${join(ids)})`);
  if (!isTooFar(await readBeat(ctx.db), ctx.now)) await actOnPlans(ctx, plans);
  else for (const plan of plans) await reckonNext(ctx, plan);
}

/** When the clock was last seen. */
export async function readBeat(db: Query): Promise<number | undefined> {
  const text = await getSetting(db, BEAT);
  return text === undefined ? undefined : Number(text);
}

export function isTooFar(last: number | undefined, now: number): boolean {
  return last !== undefined && now - last > TOO_FAR_MS;
}

/** What a request would give a handler, where none asks. */
export function clockContext(db: Query, userId: number, now: number, zone: string): Context {
  return {
    db,
    userId,
    now,
    zone,
    caller: ANYBODY,
    address: "",
    origin: "",
    service: serviceWithoutDoor(""),
    language: "zh",
    act: {},
  };
}
