/**
 * Putting a kept version back, and the money with it: what the row does now is reversed, what it did
 * is done again. Accounts are locked first, in order of id, as in every other write.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { Refusal } from "../contract/refusal.ts";
import { effect, type RecordType } from "../ledger/effect.ts";
import { type Fen, fen, MAX_BALANCE } from "../ledger/money.ts";
import { countDay, moveBalances, nowInstant } from "./book.ts";
import type { Context } from "./handler.ts";
import { KEPT, type KeptNoun, type KeptRow, readRow } from "./versions.ts";

/** Puts a version in the place of the row that is there now, or of none. */
export type Restore = (ctx: Context, version: KeptRow) => Promise<void>;

export const RESTORE: Record<KeptNoun, Restore> = {
  async budget(ctx, version) {
    await putRow(ctx, "budget", version, await readRow(ctx, "budget", version.id));
  },

  async account(ctx, version) {
    const current = await readRow(ctx, "account", version.id);
    if (current === undefined) {
      await putRow(ctx, "account", { ...version, balance: 0, opening: 0 }, undefined);
    } else {
      // The balance is not the account's own: it moves with the opening balance, below.
      const { balance: _balance, opening: _opening, ...own } = version;
      await putRow(ctx, "account", own, current);
    }
    await moveOpening(ctx, version);
  },

  async record(ctx, version) {
    const kept = version as RecordColumns;
    const current = await lockedRecord(ctx, kept);
    const deltas = new Map<number, Fen>();
    const add = (account: number, delta: Fen) =>
      deltas.set(account, fen((deltas.get(account) ?? 0) + delta));
    if (current) add(current.account_id, fen(-effect(current)));
    add(kept.account_id, effect(kept));
    await moveBalances(ctx, deltas);
    if (current) await countDay(ctx, current, -1);
    await putRow(ctx, "record", kept, current);
    await countDay(ctx, kept, 1);
  },
};

interface RecordColumns extends KeptRow {
  account_id: number;
  type: RecordType;
  amount: Fen;
  category: string;
  day: string;
  refund: number;
}

/** The record as it is, once its account and the version's are locked. */
async function lockedRecord(
  ctx: Context,
  version: RecordColumns,
): Promise<RecordColumns | undefined> {
  const read = () => readRow(ctx, "record", version.id) as Promise<RecordColumns | undefined>;
  for (;;) {
    const before = await read();
    const accounts = new Set([version.account_id, before?.account_id ?? version.account_id]);
    await lockAccounts(ctx, accounts);
    const locked = await read();
    // Another write may have moved the record meanwhile; then its new account is locked, too.
    if (locked?.account_id === before?.account_id) return locked;
  }
}

async function lockAccounts(ctx: Context, accounts: Set<number>): Promise<void> {
  for (const id of [...accounts].sort((a, b) => a - b)) {
    const locked = await ctx.db.run(sql`update accounts set balance = balance
      where user_id = ${ctx.userId} and id = ${id}`);
    if (locked === 0) throw new Refusal(404, "accountNotFound");
  }
}

/** Sets the opening balance back, and moves the balance by the same difference. */
async function moveOpening(ctx: Context, { id, opening }: KeptRow): Promise<void> {
  const moved = await ctx.db.get<{ balance: number }>(sql`
    update accounts set
      balance = balance + (cast(${String(opening)} as bigint) - opening),
      opening = cast(${String(opening)} as bigint)
    where user_id = ${ctx.userId} and id = ${id}
    returning balance as "balance"`);
  if (moved === undefined || Math.abs(moved.balance) > MAX_BALANCE) {
    throw new Refusal(400, "balanceTooLarge");
  }
}

/** Inserts the row under its old id, or sets every column of it back. */
async function putRow(
  ctx: Context,
  noun: KeptNoun,
  row: Record<string, unknown> & { id: number },
  current: KeptRow | undefined,
): Promise<void> {
  const { table } = KEPT[noun];
  const values: Record<string, unknown> = { ...row, updated_at: nowInstant(ctx) };
  const names = Object.keys(values);
  if (current === undefined) {
    await ctx.db.run(sql`insert into ${table} (${join(names.map(column))})
      values (${join(names.map((name) => values[name] as string))})`);
    return;
  }
  const changes = names
    .filter((name) => name !== "id" && name !== "user_id")
    .map((name) => sql`${column(name)} = ${values[name] as string}`);
  await ctx.db.run(sql`update ${table} set ${join(changes)}
    where user_id = ${ctx.userId} and id = ${row.id}`);
}

/** A column's name as it was read from our own table; never a client's text. */
function column(name: string): Sql {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not a column: ${name}`);
  return raw(name);
}
