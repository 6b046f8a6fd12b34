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

const TABLES: Record<KeptNoun, Sql> = {
  account: raw("accounts"),
  record: raw("records"),
  budget: raw("budgets"),
  transfer: raw("transfers"),
};

/** The table that a noun's rows lie in. */
export function tableOf(noun: KeptNoun): Sql {
  return TABLES[noun];
}

/**
 * What is read of a row: an opening balance may be longer than 2^53, and a transfer is answered with
 * the fee that its record holds.
 */
function columnsOf(noun: KeptNoun, { userId }: Context): Sql {
  if (noun === "account") return sql`*, cast(opening as text) as opening`;
  if (noun !== "transfer") return sql`*`;
  return sql`*, (select f.amount from records f
    where f.user_id = ${userId} and f.transfer_id = transfers.id) as fee`;
}

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
  const entries = await insertEntries(ctx, noun, [row], change, null);
  return entries.get(id) as number;
}

/** Which entry a row's own entry is a part of; null when it stands by itself. */
export type PartOf = number | null | ((row: KeptRow) => number | null);

/** Keeps many rows as they are now, each with an entry of its own, or as `partOf` another. */
export async function keepVersions(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: "update" | "delete",
  partOf: PartOf = null,
): Promise<void> {
  for await (const _page of keepPages(ctx, noun, where, change, partOf)) {
    // Nothing is waited for: a short write gives its turn to nobody.
  }
}

/**
 * The same page by page, for a long write that lets others have their turn between them. Gives each
 * page's entries by the ids of their rows.
 */
export async function* keepPages(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: "update" | "delete",
  partOf: PartOf = null,
): AsyncGenerator<Map<number, number>> {
  for (let after = 0; ; ) {
    const rows = await ctx.db.all<KeptRow>(sql`select ${columnsOf(noun, ctx)} from ${tableOf(noun)}
      where user_id = ${ctx.userId} and id > ${after} and (${where})
      order by id limit ${ROWS_AT_ONCE}`);
    if (rows.length > 0) yield await insertEntries(ctx, noun, rows, change, partOf);
    if (rows.length < ROWS_AT_ONCE) return;
    after = (rows.at(-1) as KeptRow).id;
  }
}

/** A transfer goes with the record of its fee: the fee is a part, taken out and put back with it. */
export async function keepTransfer(
  ctx: Context,
  id: number,
  change: "update" | "delete",
): Promise<void> {
  const entry = await keepVersion(ctx, "transfer", id, change);
  await keepVersions(ctx, "record", sql`transfer_id = ${id}`, "delete", entry);
}

/** The row as it is now; undefined when there is none. */
export function readRow(ctx: Context, noun: KeptNoun, id: number): Promise<KeptRow | undefined> {
  return ctx.db.get<KeptRow>(sql`select ${columnsOf(noun, ctx)} from ${tableOf(noun)}
    where user_id = ${ctx.userId} and id = ${id}`);
}

async function insertEntries(
  ctx: Context,
  noun: KeptNoun,
  rows: KeptRow[],
  change: "update" | "delete",
  partOf: PartOf,
): Promise<Map<number, number>> {
  const who = callerText(ctx.caller);
  const at = instantAt(ctx.now);
  const part = typeof partOf === "function" ? partOf : () => partOf;
  const values = rows.map(
    (row) => sql`(${ctx.userId}, ${noun}, ${row.id}, ${change}, ${JSON.stringify(row)},
      ${who}, ${at}, ${part(row)})`,
  );
  const made = await ctx.db.all<{ id: number; nounId: number }>(sql`
    insert into history (user_id, noun, noun_id, change, version, who, at, part_of)
    values ${join(values)} returning id as "id", noun_id as "nounId"`);
  return new Map(made.map(({ id, nounId }) => [nounId, id]));
}

/** From when on entries are still there. */
export function historyStart(now: number): string {
  return instantAt(now - LIFE_MS);
}

/** Deletes the entries that have had their time. */
export async function forgetOldHistory(db: Db, now: number): Promise<void> {
  await db.write((query) => query.run(sql`delete from history where at < ${historyStart(now)}`));
}
