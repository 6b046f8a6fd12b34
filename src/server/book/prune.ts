/** Deletes what has had its time in small transactions, so that no write of anybody waits for it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db, Query } from "../../store/db.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";

/** Rows of one transaction. */
const LOT = 500;

/** Rows that are old: those of `table` whose `columns[0]` lies before `before`. */
export interface Old {
  table: string;
  /** An index of the table begins with them, behind the user where `perUser`; together they order the rows. */
  columns: readonly [string, ...string[]];
  before: string;
  /** The index begins with the user. */
  perUser?: true;
}

/** Deletes the old rows, lot by lot. */
export async function pruneOld(db: Db, old: Old): Promise<void> {
  for (const user of old.perUser ? await usersOf(db, old) : [undefined]) {
    const mine = user === undefined ? [] : [sql`user_id = ${user}`];
    while (await db.write((query) => pruneLot(query, old, mine))) await nextTurn();
  }
}

async function usersOf(db: Db, { table }: Old): Promise<number[]> {
  const rows = await db.read((query) =>
    query.all<{ id: number }>(sql`select u.id from users u
      where exists (select 1 from ${raw(table)} t where t.user_id = u.id)`),
  );
  // What belongs to nobody, as refusals of unknown people, lies under 0.
  return [0, ...rows.map(({ id }) => id)];
}

/** One lot; whether there may be more. */
async function pruneLot(
  query: Query,
  { table, columns, before }: Old,
  mine: Sql[],
): Promise<boolean> {
  const ordered = raw(columns.join(", "));
  const isOld = join([...mine, sql`${raw(columns[0])} < ${before}`], " and ");
  const last = await query.get<Record<string, unknown>>(sql`select ${aliased(columns)}
    from ${raw(table)} where ${isOld} order by ${ordered} limit 1 offset ${LOT - 1}`);
  if (last === undefined) {
    await query.run(sql`delete from ${raw(table)} where ${isOld}`);
    return false;
  }
  const bound = join(columns.map((_, index) => sql`${last[`c${index}`]}`));
  await query.run(sql`delete from ${raw(table)} where ${isOld} and (${ordered}) <= (${bound})`);
  return true;
}

function aliased(columns: readonly string[]): Sql {
  return raw(columns.map((column, index) => `${column} as c${index}`).join(", "));
}
