/** The lines of an account's sheet: all that moves its balance, in one order. */
import { type Day, dayOf, instantAt } from "../../ledger/calendar.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { type Movement, ofAllMovements } from "../book/moves.ts";
import type { Context } from "../handler/context.ts";
import { decodePosition, encodePosition } from "../handler/cursor.ts";

/** What a line is of; within a day adjustments are last, and a transfer is above its fee. */
export const NOUNS_OF_LINES = ["record", "transfer", "adjustment"] as const;

/** A constant of the statement: a parameter has no type in a list of columns. */
const rankOf = (noun: Movement["noun"]) => raw(String(NOUNS_OF_LINES.indexOf(noun)));

export interface Line {
  rank: 0 | 1 | 2;
  id: number;
  day: Day;
  /** The instant of a record or a transfer; empty for an adjustment, which has a day alone. */
  date: string;
  createdAt: string;
  /** What it moves, in fen, as text: a sum of them may be of any size. */
  effect: string;
  ticked: number;
}

/** Days of a sheet, both inclusive. */
export interface Range {
  first: Day | undefined;
  last: Day | undefined;
}

/** The condition on the days of a range, behind others. */
export function daysOf({ first, last }: Range): Sql {
  return sql`${first === undefined ? sql`` : sql`and day >= ${first}`}
    ${last === undefined ? sql`` : sql`and day <= ${last}`}`;
}

/** The lines of the range as a relation with the columns of `Line`, `effect` as a number. */
export function linesOf({ userId }: Context, accountId: number, range: Range): Sql {
  return ofAllMovements(
    ({ noun, table, account, moved }) => sql`
      select ${rankOf(noun)} as rank, id, day,
        ${raw(noun === "adjustment" ? "''" : "date")} as date, created_at, ${moved} as effect,
        case when exists (select 1 from ticks k where k.user_id = ${userId}
          and k.account_id = ${accountId} and k.${tickOf(noun)} = ${table}.id)
        then 1 else 0 end as ticked
      from ${table} where user_id = ${userId} and ${account} = ${accountId} ${daysOf(range)}`,
  );
}

/** What the ticked lines of the range move, a row each: `moved`. */
export function tickedOf({ userId }: Context, accountId: number, range: Range): Sql {
  // From the ticks to their lines: an account has more lines than ticks.
  return ofAllMovements(
    ({ noun, table, account, moved }) => sql`
      select ${moved} as moved
      from ticks k cross join ${table} l
      where k.user_id = ${userId} and k.account_id = ${accountId}
        and l.user_id = ${userId} and l.id = k.${tickOf(noun)}
        and l.${account} = ${accountId} ${daysOf(range)}`,
  );
}

/** The column that names a line of a noun in its tick. */
const tickOf = (noun: Movement["noun"]) => raw(`${noun}_id`);

/** The earliest day of the newest `count` lines of the range; undefined where there are not so many. */
export async function floorOf(
  { db, userId }: Context,
  accountId: number,
  range: Range,
  count: number,
): Promise<Day | undefined> {
  const newest = ofAllMovements(
    ({ table, account }) => sql`
      select day from (select day from ${table}
        where user_id = ${userId} and ${account} = ${accountId} ${daysOf(range)}
        order by day desc limit ${count}) as newest`,
  );
  const row = await db.get<{ day: Day }>(sql`
    select day from (${newest}) as days order by day desc limit 1 offset ${count - 1}`);
  return row?.day;
}

/** The order of the lines, as columns that compare: the day, then adjustments above all others. */
const PLACE = raw("day, case when rank = 2 then 1 else 0 end, date, created_at, rank, id");

export const NEWEST_FIRST: Sql = sql`order by day desc, case when rank = 2 then 1 else 0 end desc,
  date desc, created_at desc, rank desc, id desc`;

export const OLDEST_FIRST: Sql = sql`order by l.day, case when l.rank = 2 then 1 else 0 end,
  l.date, l.created_at, l.rank, l.id`;

/** The cursor that goes on behind the line. */
export function cursorBehind({ rank, id, day, date, createdAt }: Line): string {
  const at = date === "" ? day : String(Date.parse(date));
  return encodePosition(`${rank} ${id} ${at} ${Date.parse(createdAt)}`);
}

const POSITION = /^([012]) (\d{1,15}) (\d{4}-\d{2}-\d{2}|\d{1,15}) (\d{1,15})$/;

/** Where a page goes on: on a day, with what stands behind the last line of the page before. */
export interface Place {
  day: Day;
  behind: Sql;
}

/** The place that a cursor names. Refuses what is none. */
export function placeOf(cursor: string, zone: string): Place {
  const [rank, id, at, created] = decodePosition(cursor, POSITION) as [
    string,
    string,
    string,
    string,
  ];
  const isDay = at.includes("-");
  const day = isDay ? (at as Day) : dayOf(Number(at), zone);
  const date = isDay ? "" : instantAt(Number(at));
  const behind = sql`(${PLACE}) < (${day}, ${isDay ? 1 : 0}, ${date}, ${instantAt(Number(created))},
    ${Number(rank)}, ${Number(id)})`;
  return { day, behind };
}
