/** The lines of an account's sheet: all that moves its balance, in one order. */
import sql, { raw, type Sql } from "sql-template-tag";
import { type Day, dayOf, instantAt } from "../../ledger/calendar.ts";
import type { Context } from "../handler/context.ts";
import { decodePosition, encodePosition } from "../handler/cursor.ts";

/** What a line is of; within a day adjustments are last, and a transfer is above its fee. */
export const NOUNS_OF_LINES = ["record", "transfer", "adjustment"] as const;
export type LineNoun = (typeof NOUNS_OF_LINES)[number];

const RANK = { record: 0, transfer: 1, adjustment: 2 } as const;

/** A constant of the statement: a parameter has no type in a list of columns. */
const rankOf = (noun: LineNoun) => raw(String(RANK[noun]));

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

/** The lines of the range as a relation with the columns of `Line`, `effect` as a number. */
export function linesOf({ userId }: Context, accountId: number, { first, last }: Range): Sql {
  // Where a range begins its days are few beside the account's lines: the plus keeps the account's index away.
  const account = first === undefined ? raw("") : raw("+");
  const days = sql`${first === undefined ? sql`` : sql`and day >= ${first}`}
    ${last === undefined ? sql`` : sql`and day <= ${last}`}`;
  const tick = (column: string, table: string) => sql`case when exists (select 1 from ticks k
    where k.user_id = ${userId} and k.account_id = ${accountId}
      and k.${raw(column)} = ${raw(table)}.id) then 1 else 0 end as ticked`;
  return sql`
    select ${rankOf("record")} as rank, id, day, date, created_at,
      case when type = 'income' then amount else -amount end as effect,
      ${tick("record_id", "records")}
    from records where user_id = ${userId} and ${account}account_id = ${accountId} ${days}
    union all
    select ${rankOf("transfer")} as rank, id, day, date, created_at, -amount as effect,
      ${tick("transfer_id", "transfers")}
    from transfers where user_id = ${userId} and from_account_id = ${accountId} ${days}
    union all
    select ${rankOf("transfer")} as rank, id, day, date, created_at, amount as effect,
      ${tick("transfer_id", "transfers")}
    from transfers where user_id = ${userId} and to_account_id = ${accountId} ${days}
    union all
    select ${rankOf("adjustment")} as rank, id, day, '' as date, created_at, amount as effect,
      ${tick("adjustment_id", "adjustments")}
    from adjustments where user_id = ${userId} and account_id = ${accountId} ${days}`;
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

/** What stands behind the place that a cursor names. Refuses what is none. */
export function behindCursor(cursor: string, zone: string): Sql {
  const [rank, id, at, created] = decodePosition(cursor, POSITION) as [
    string,
    string,
    string,
    string,
  ];
  const isDay = at.includes("-");
  const day = isDay ? at : dayOf(Number(at), zone);
  const date = isDay ? "" : instantAt(Number(at));
  return sql`(${PLACE}) < (${day}, ${isDay ? 1 : 0}, ${date}, ${instantAt(Number(created))},
    ${Number(rank)}, ${Number(id)})`;
}
