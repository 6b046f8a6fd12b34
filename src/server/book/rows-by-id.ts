/** Rows of a book by their ids. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/**
 * The rows of a table that have the ids, by id; an id that is not there has none. `fields` name the columns
 * of the table, or of `t`, as which it stands in the statement.
 */
export async function rowsById<Row extends { id: number }>(
  { db, userId }: Pick<Context, "db" | "userId">,
  table: "records" | "transfers" | "adjustments" | "accounts",
  fields: Sql,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<Row>(sql`select ${fields} from ${raw(table)} t
    where t.user_id = ${userId} and t.id in (${join(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows that one statement is about. */
const LOT = 500;

/** Lots of a list, each for one statement. */
export function* inLots<One>(list: readonly One[]): Generator<One[]> {
  for (let at = 0; at < list.length; at += LOT) yield list.slice(at, at + LOT);
}

/** Runs a statement for so many rows at a time, which it names by their ids; others have their turn meanwhile. */
export async function inLotsOf(
  ids: readonly number[],
  run: (among: Sql) => Promise<unknown>,
): Promise<void> {
  for (const lot of inLots(ids)) {
    await run(sql`id in (${join(lot)})`);
    await nextTurn();
  }
}
