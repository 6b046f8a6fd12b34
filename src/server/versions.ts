/**
 * The version before: every handler that changes or deletes something calls `keepVersion` first, in
 * its own transaction. The row is kept whole, by its column names, so that a column that is added
 * later is kept without a change here.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { NOT_FOUND } from "../contract/endpoint.ts";
import type { KEPT_NOUNS } from "../contract/history.ts";
import { Refusal } from "../contract/refusal.ts";
import { instantAt } from "../ledger/calendar.ts";
import type { Db } from "../store/db.ts";
import { callerText } from "./caller.ts";
import type { Context } from "./handler.ts";

export type KeptNoun = (typeof KEPT_NOUNS)[number];

/** A row as it lies in its table. */
export type KeptRow = Record<string, unknown> & { id: number; user_id: number };

const LIFE_MS = 30 * 86_400_000;
const ROWS_AT_ONCE = 100;

/** Each noun's table, and what is read of it: an opening balance may be longer than 2^53. */
export const KEPT: Record<KeptNoun, { table: Sql; columns: Sql }> = {
  account: { table: raw("accounts"), columns: sql`*, cast(opening as text) as opening` },
  record: { table: raw("records"), columns: sql`*` },
  // A fee is a record of its own, which follows its transfer: it is kept as a part of it.
  transfer: {
    table: raw("transfers"),
    columns: sql`*, (select f.amount from records f
      where f.user_id = transfers.user_id and f.transfer_id = transfers.id) as fee`,
  },
  budget: { table: raw("budgets"), columns: sql`*` },
};

/**
 * Keeps one row as it is now. Answers the entry's id, for what goes with it. A row that another
 * request has deleted since it was looked for gets the 404 of its noun.
 */
export async function keepVersion(
  ctx: Context,
  noun: KeptNoun,
  id: number,
  change: "update" | "delete",
): Promise<number> {
  const row = await readRow(ctx, noun, id);
  if (row === undefined) throw new Refusal(404, NOT_FOUND[noun]);
  const [entry] = await insertEntries(ctx, noun, [row], change, null);
  return entry as number;
}

/** Keeps all rows that a deletion takes with it, as parts of its entry. */
export async function keepParts(
  ctx: Context,
  entry: number,
  noun: KeptNoun,
  where: Sql,
): Promise<void> {
  await keepAll(ctx, noun, where, "delete", entry);
}

/** Keeps many rows that one write changes. Answers how many there are. */
export async function keepAll(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: "update" | "delete",
  partOf: number | null = null,
): Promise<number> {
  const { table, columns } = KEPT[noun];
  let kept = 0;
  for (let after = 0; ; ) {
    const rows = await ctx.db.all<KeptRow>(sql`select ${columns} from ${table}
      where user_id = ${ctx.userId} and id > ${after} and (${where})
      order by id limit ${ROWS_AT_ONCE}`);
    if (rows.length > 0) await insertEntries(ctx, noun, rows, change, partOf);
    kept += rows.length;
    if (rows.length < ROWS_AT_ONCE) return kept;
    after = (rows.at(-1) as KeptRow).id;
  }
}

/** The row as it is now; undefined when there is none. */
export function readRow(ctx: Context, noun: KeptNoun, id: number): Promise<KeptRow | undefined> {
  const { table, columns } = KEPT[noun];
  return ctx.db.get<KeptRow>(
    sql`select ${columns} from ${table} where user_id = ${ctx.userId} and id = ${id}`,
  );
}

async function insertEntries(
  ctx: Context,
  noun: KeptNoun,
  rows: KeptRow[],
  change: "update" | "delete",
  partOf: number | null,
): Promise<number[]> {
  const who = callerText(ctx.caller);
  const at = instantAt(ctx.now);
  const values = rows.map(
    (row) => sql`(${ctx.userId}, ${noun}, ${row.id}, ${change}, ${JSON.stringify(row)},
      ${who}, ${at}, ${partOf})`,
  );
  const made = await ctx.db.all<{ id: number }>(sql`
    insert into history (user_id, noun, noun_id, change, version, who, at, part_of)
    values ${join(values)} returning id as "id"`);
  return made.map(({ id }) => id);
}

/** A row by the names that the rest of the service uses: account_id → accountId. */
export function camelCased<Row>(row: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as Row;
}

/** From when on entries are still there. */
export function historyStart(now: number): string {
  return instantAt(now - LIFE_MS);
}

/** Deletes the entries that have had their time. */
export async function forgetOldHistory(db: Db, now: number): Promise<void> {
  await db.write((query) => query.run(sql`delete from history where at < ${historyStart(now)}`));
}
