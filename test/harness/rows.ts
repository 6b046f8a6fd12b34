/** Every row that a database holds, to be compared before and after whatever must change nothing. */
import type { Db, Query } from "../../src/store/db.ts";
import { fieldOf } from "../../src/store/names.ts";
import { raw, sql } from "../../src/store/sql.ts";
import { listTables } from "../../src/store/tables.ts";

/** Every row of every table, in an order of its own; the epoch apart, which each book draws. */
export async function everyRow(
  query: Query,
  engine: Db["engine"],
  without: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name, columns } of await listTables(query, engine)) {
    if (without.includes(name)) continue;
    const fields = columns.map(fieldOf);
    const all = await query.all<Record<string, unknown>>(sql`select * from ${raw(name)}`);
    rows[name] = all
      .filter((row) => row.name !== "epoch")
      .map((row) => JSON.stringify(fields.map((field) => row[field])))
      .sort();
  }
  return rows;
}
