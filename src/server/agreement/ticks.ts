/** Ticks in the history: what one request ticks off, or takes back, is one entry. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { type KeptRow, keepRow } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { tickLines } from "./sheet.ts";

type Tick = (typeof contract)["agreement"]["tick"];

const LINES = [
  ["records", "record_id"],
  ["transfers", "transfer_id"],
  ["adjustments", "adjustment_id"],
] as const;

/** Lines of an account's sheet that were ticked, or not, before a request changed it. */
export interface TickRow extends KeptRow {
  /** The account's number. */
  id: number;
  ticked: 0 | 1;
  records: number[];
  transfers: number[];
  adjustments: number[];
}

/** Ticks lines off or takes ticks back, and keeps which that changed. */
export async function tick(ctx: Context, input: Input<Tick>) {
  const { params, body } = input;
  const before = await changedBy(ctx, input);
  const { count } = await tickLines(ctx, input);
  if (count > 0) {
    const row: TickRow = {
      ...{ id: params.id, userId: ctx.userId, ticked: body.ticked ? 0 : 1 },
      ...before,
    };
    await keepRow(ctx, "ticks", row, { to: { ticked: body.ticked ? 1 : 0 } });
  }
  return { count };
}

/** Those of the named lines that are not yet as the request wants them. */
async function changedBy(ctx: Context, { params, body }: Input<Tick>) {
  const changed = {
    records: [] as number[],
    transfers: [] as number[],
    adjustments: [] as number[],
  };
  for (const [noun, column] of LINES) {
    const ids = (body[noun] ?? []) as number[];
    if (ids.length === 0) continue;
    const found = await ctx.db.all<{ id: number }>(sql`select ${raw(column)} as id from ticks
      where ${named(ctx, params.id, column, ids)}`);
    const ticked = new Set(found.map(({ id }) => id));
    changed[noun] = ids.filter((id) => ticked.has(id) !== body.ticked);
  }
  return changed;
}

/** Makes the lines of a version ticked, or not, as they were. */
export async function restoreTicks(ctx: Context, version: TickRow): Promise<void> {
  const { db, userId } = ctx;
  for (const [noun, column] of LINES) {
    const ids = version[noun];
    if (ids.length === 0) continue;
    const there = named(ctx, version.id, column, ids);
    await db.run(sql`delete from ticks where ${there}`);
    if (version.ticked === 0) continue;
    const values = ids.map((id) => sql`(${userId}, ${version.id}, ${id})`);
    await db.run(sql`insert into ticks (user_id, account_id, ${raw(column)})
      values ${join(values)}`);
  }
}

const named = ({ userId }: Context, accountId: number, column: string, ids: number[]): Sql =>
  sql`user_id = ${userId} and account_id = ${accountId} and ${raw(column)} in (${join(ids)})`;

/** A version as it is answered. */
export function presentTicks({ id, userId, ticked, records, transfers, adjustments }: TickRow) {
  return { id, userId, ticked: ticked === 1, records, transfers, adjustments };
}
