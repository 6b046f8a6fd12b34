/**
 * The version before: every handler that changes or deletes something calls `keepVersion` first, in
 * its own transaction. The row is kept whole, by its column names, so that a column that is added
 * later is kept without a change here. What one request keeps is one act: its entries name the first.
 */

import { NOUNS } from "../../contract/endpoint.ts";
import type { KEPT_NOUNS } from "../../contract/history.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db } from "../../store/db.ts";
import { columnOf, fieldOf } from "../../store/names.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { callerText } from "../handler/caller.ts";
import type { Context } from "../handler/context.ts";
import { pruneOld } from "./prune.ts";

export type KeptNoun = (typeof KEPT_NOUNS)[number];

/** A whole row of its table, a field for each column. */
export type KeptRow = Record<string, unknown> & { id: number; userId: number };

/** What is done to a row: it is deleted, or changed to what `to` names. */
export type Change = "delete" | { to: object | ((row: KeptRow) => object) };

const LIFE_MS = 30 * 86_400_000;
const ROWS_AT_ONCE = 100;
/** How long an act of several requests may take from its first entry on. */
const ACT_MS = 10 * 60_000;

/** The fields whose change an entry tells, in the order in which they are told. */
const TOLD = [
  "name",
  "category",
  "amount",
  "fee",
  "balance",
  "type",
  "accountId",
  "fromAccountId",
  "toAccountId",
  "day",
  "month",
  "value",
  "stated",
  "note",
  "kind",
  "description",
  "refund",
  "refundOf",
  "color",
  "archived",
  "amountMode",
  "unit",
  "step",
  "days",
  "startDay",
  "endDay",
  "times",
  "weekend",
  "mode",
  "state",
  "ticked",
];

const TABLES: Record<KeptNoun, Sql> = {
  account: raw("accounts"),
  record: raw("records"),
  budget: raw("budgets"),
  transfer: raw("transfers"),
  adjustment: raw("adjustments"),
  checkpoint: raw("checkpoints"),
  plan: raw("plans"),
  // The ticks of an account's sheet are kept under the account.
  ticks: raw("accounts"),
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
  const all = sql`${tableOf(noun)}.*`;
  if (noun === "account") return sql`${all}, cast(opening as text) as opening`;
  if (noun !== "transfer") return all;
  return sql`${all}, (select f.amount from records f
    where f.user_id = ${userId} and f.transfer_id = transfers.id) as fee`;
}

/**
 * Keeps one row as it is now. Returns the entry's id, for what goes with it. A row that another
 * request has deleted since it was looked for gets the 404 of its noun.
 */
export async function keepVersion(
  ctx: Context,
  noun: KeptNoun,
  id: number,
  change: Change,
): Promise<number> {
  const row = await readRow(ctx, noun, id);
  if (row === undefined)
    // Ticks lie under their account.
    throw new Refusal(404, NOUNS[noun === "ticks" ? "account" : noun].notFound);
  const entries = await insertEntries(ctx, noun, [row], change, null);
  return entries.get(id) as number;
}

/** Keeps what is no row of a table, as it was before the change. */
export async function keepRow(
  ctx: Context,
  noun: KeptNoun,
  row: KeptRow,
  change: Change,
): Promise<void> {
  await insertEntries(ctx, noun, [row], change, null);
}

/** Which entry a row's own entry is a part of; null when it stands by itself. */
export type PartOf = number | null | ((row: KeptRow) => number | null);

/** Keeps many rows as they are now, each with an entry of its own, or as `partOf` another. */
export async function keepVersions(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: Change,
  partOf: PartOf = null,
): Promise<void> {
  for await (const _page of keepPages(ctx, noun, where, change, partOf)) {
    // Nothing is waited for: a short write gives its turn to nobody.
  }
}

/**
 * The same page by page, for a long write that lets others have their turn between them. Gives each
 * page's entries by the ids of their rows. What is behind the first page is listed once: to look for it
 * again in each page takes the square.
 */
export async function* keepPages(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: Change,
  partOf: PartOf = null,
): AsyncGenerator<Map<number, number>> {
  const { db, userId } = ctx;
  const from = sql`from ${tableOf(noun)} where user_id = ${userId} and (${where})`;
  const first = await db.all<KeptRow>(sql`select ${columnsOf(noun, ctx)} ${from}
    order by id limit ${ROWS_AT_ONCE}`);
  if (first.length > 0) yield await insertEntries(ctx, noun, first, change, partOf);
  if (first.length < ROWS_AT_ONCE) return;
  const behind = await db.all<{ id: number }>(sql`select id ${from}
    and id > ${(first.at(-1) as KeptRow).id} order by id`);
  yield* keepListed(ctx, noun, behind, change, partOf);
}

/** What rows of an account lie in the order of, in the index that finds them. */
const ORDER = { record: "createdAt", transfer: "id", adjustment: "day" } as const;

/**
 * The rows of an account, a page at a time, for a long write. Each page reads its own rows and no others; those
 * that have been read may go meanwhile, or to another account.
 */
export async function* rowsOf(
  ctx: Context,
  noun: keyof typeof ORDER,
  where: Sql,
): AsyncGenerator<KeptRow[]> {
  const field = ORDER[noun];
  const column = raw(columnOf(field));
  const read = (behind: Sql, limit: number) =>
    ctx.db.all<KeptRow>(sql`select ${columnsOf(noun, ctx)} from ${tableOf(noun)}
      where user_id = ${ctx.userId} and ${where} ${behind} order by ${column}, id limit ${limit}`);
  let rows = await read(sql``, ROWS_AT_ONCE);
  while (rows.length > 0) {
    yield rows;
    const { id, [field]: place } = rows.at(-1) as KeptRow;
    const beside = await read(sql`and ${column} = ${place} and id > ${id}`, ROWS_AT_ONCE);
    const room = ROWS_AT_ONCE - beside.length;
    rows = room === 0 ? beside : [...beside, ...(await read(sql`and ${column} > ${place}`, room))];
  }
}

/** Keeps rows as they have been read. */
export async function keepRows(
  ctx: Context,
  noun: KeptNoun,
  rows: readonly KeptRow[],
  change: Change,
  partOf: PartOf = null,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await insertEntries(ctx, noun, rows.slice(at, at + ROWS_AT_ONCE), change, partOf);
  }
}

/** The same of rows whose ids are known, in their order. */
export async function* keepListed(
  ctx: Context,
  noun: KeptNoun,
  ids: readonly { id: number }[],
  change: Change,
  partOf: PartOf = null,
): AsyncGenerator<Map<number, number>> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const rows = await readRows(ctx, noun, ids.slice(at, at + ROWS_AT_ONCE));
    yield await insertEntries(ctx, noun, rows, change, partOf);
  }
}

function readRows(
  ctx: Context,
  noun: KeptNoun,
  wanted: readonly { id: number }[],
): Promise<KeptRow[]> {
  return ctx.db.all<KeptRow>(sql`select ${columnsOf(noun, ctx)} from ${tableOf(noun)}
    where user_id = ${ctx.userId} and id in (${join(wanted.map(({ id }) => id))}) order by id`);
}

/** A transfer goes with the record of its fee: the fee is a part, taken out and put back with it. */
export async function keepTransfer(ctx: Context, id: number, change: Change): Promise<void> {
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
  change: Change,
  partOf: PartOf,
): Promise<Map<number, number>> {
  const part = typeof partOf === "function" ? partOf : () => partOf;
  const insert = async (rows: KeptRow[]): Promise<Inserted[]> => {
    if (rows.length === 0) return [];
    const values = rows.map((row) => entryValues(ctx, noun, row, change, part(row)));
    return ctx.db.all<Inserted>(sql`
      insert into history (user_id, noun, noun_id, change, version, who, at, part_of, act_id,
        changed_from, changed_to)
      values ${join(values)} returning id, noun_id`);
  };
  // The first entry of an act goes ahead: the others name it.
  const first = ctx.act.id === undefined ? await insert(rows.slice(0, 1)) : [];
  ctx.act.id ??= first[0]?.id;
  const made = [...first, ...(await insert(rows.slice(first.length)))];
  return new Map(made.map(({ id, nounId }) => [nounId, id]));
}

interface Inserted {
  id: number;
  nounId: number;
}

function entryValues(
  ctx: Context,
  noun: KeptNoun,
  row: KeptRow,
  change: Change,
  partOf: number | null,
): Sql {
  const [from, to] = change === "delete" ? [null, null] : toldChange(row, change.to);
  return sql`(${ctx.userId}, ${noun}, ${row.id}, ${change === "delete" ? "delete" : "update"},
    ${writeVersion(row)}, ${callerText(ctx.caller)}, ${instantAt(ctx.now)}, ${partOf},
    ${ctx.act.id ?? null}, ${from}, ${to})`;
}

/** The fields that change and are told, before and after, each as JSON. */
function toldChange(row: KeptRow, to: object | ((row: KeptRow) => object)): [string, string] {
  const after = (typeof to === "function" ? to(row) : to) as Record<string, unknown>;
  const names = TOLD.filter((name) => after[name] !== undefined && after[name] !== row[name]);
  const pick = (fields: Record<string, unknown>) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
  return [pick(row), pick(after)];
}

/**
 * Lets what the request keeps belong to an act that was begun by an earlier one of the same caller.
 * Refuses one that does not exist, that is too old, or that has been taken back.
 */
export async function continueAct(ctx: Context, actId: number): Promise<void> {
  const begun = await ctx.db.get(sql`select 1 as one from history
    where user_id = ${ctx.userId} and id = ${actId} and act_id is null and part_of is null
      and restored_at is null and who = ${callerText(ctx.caller)}
      and at >= ${instantAt(ctx.now - ACT_MS)}`);
  if (begun === undefined) throw new Refusal(404, "historyNotFound");
  ctx.act.id = actId;
}

/** A version's text names the columns, as the table does. */
function writeVersion(row: KeptRow): string {
  return JSON.stringify(renamed(row, columnOf));
}

/** Returns the row that a version's text holds. */
export function readVersion(text: string): KeptRow {
  return renamed(JSON.parse(text), fieldOf) as KeptRow;
}

function renamed(row: object, name: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [name(key), value]));
}

/** From when on entries are still there. */
export function historyStart(now: number): string {
  return instantAt(now - LIFE_MS);
}

/** Deletes the entries that have had their time. */
export async function forgetOldHistory(db: Db, now: number): Promise<void> {
  const before = historyStart(now);
  await pruneOld(db, { table: "history", columns: ["at", "id"], before, perUser: true });
}
