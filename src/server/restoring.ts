/**
 * Putting a kept version back, and the money with it: what the row does now is reversed, what it did
 * is done again. The book is locked, as in every write, so that what is read here stays true.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { Refusal } from "../contract/refusal.ts";
import { effect } from "../ledger/effect.ts";
import { type Fen, fen, MAX_BALANCE } from "../ledger/money.ts";
import { countDay, moveBalances, nowInstant } from "./book.ts";
import type { Context } from "./handler.ts";
import { findRecord } from "./record-lock.ts";
import { checkRefund, checkRefunded } from "./refunds.ts";
import type { StoredRecord } from "./stored-record.ts";
import { bookFee, changeFee } from "./transfer-fee.ts";
import { balanceDeltas, effects, feePart, type NewTransfer } from "./transfers.ts";
import { camelCased, KEPT, type KeptNoun, type KeptRow, readRow } from "./versions.ts";

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
    const next = camelCased<StoredRecord>(version);
    const current = await findRecord(ctx, version.id);
    const kept = await agreeWithRefunds(ctx, current, next, version);
    const deltas = new Map<number, Fen>();
    const add = (account: number, delta: Fen) =>
      deltas.set(account, fen((deltas.get(account) ?? 0) + delta));
    if (current) add(current.accountId, fen(-effect(current)));
    add(next.accountId, effect(next));
    await moveBalances(ctx, deltas);
    if (current) await countDay(ctx, current, -1);
    await putRow(ctx, "record", kept, await readRow(ctx, "record", version.id));
    await countDay(ctx, next, 1);
  },

  async transfer(ctx, version) {
    const row = await readRow(ctx, "transfer", version.id);
    const next = camelCased<NewTransfer>(version);
    const old = row && camelCased<NewTransfer>(row);
    await moveBalances(ctx, old ? balanceDeltas(old, next) : effects(next));
    const { fee: _, ...own } = version;
    await putRow(ctx, "transfer", own, row);
    if (old) await changeFee(ctx, version.id, feePart(old), feePart(next));
    else await bookFee(ctx, version.id, feePart(next));
  },
};

/**
 * A refund still fits its expense, and an expense still covers its refunds. A refund whose expense is
 * gone comes back as a refund of nothing known.
 */
async function agreeWithRefunds(
  ctx: Context,
  current: StoredRecord | undefined,
  next: StoredRecord,
  version: KeptRow,
): Promise<KeptRow> {
  if (current) await checkRefunded(ctx, current, next);
  const { refundOf } = next;
  if (refundOf == null) return version;
  const expense = await findRecord(ctx, refundOf);
  if (expense === undefined) return { ...version, refund_of: null };
  await checkRefund(ctx, next, expense, next.id);
  return version;
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
