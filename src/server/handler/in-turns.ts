/**
 * Lists that may be very long, read and answered a piece at a time: others have their turn between the pieces.
 * None of this is for a short write, which may wait for the database alone. A list of usual length is read by one
 * statement and never waits.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Query } from "../../store/db.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { Rows } from "./context.ts";

/** Rows that are read, shown or written between two turns. */
export const AT_ONCE = 500;

/** All rows of a statement. */
export async function allInTurns<Row>(db: Query, statement: Sql): Promise<Row[]> {
  const first = await db.all<Row>(sql`${statement} limit ${AT_ONCE + 1}`);
  if (first.length <= AT_ONCE) return first;
  const rows: Row[] = [];
  for await (const page of db.pages<Row>(statement, AT_ONCE)) {
    for (const row of page) rows.push(row);
    await nextTurn();
  }
  return rows;
}

/** What each of a list is made into. */
export async function mapInTurns<One, Other>(
  list: readonly One[],
  make: (one: One) => Other,
): Promise<Other[]> {
  const made: Other[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    for (const one of list.slice(at, at + AT_ONCE)) made.push(make(one));
  }
  return made;
}

/** The rows of a statement for an answer: a long list is sent as it is read. */
export async function rowsOf<Row>(
  db: Query,
  statement: Sql,
  write: (row: Row) => string,
): Promise<Rows<Row>> {
  const first = await db.all<Row>(sql`${statement} limit ${AT_ONCE + 1}`);
  const long = first.length > AT_ONCE ? db.pages<Row>(statement, AT_ONCE) : undefined;
  return new Rows(first, long, write);
}
