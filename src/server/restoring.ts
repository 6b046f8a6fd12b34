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
import { findRecord, lockAccountRows } from "./record-lock.ts";
import { followExpenses, recount } from "./refund-categories.ts";
import { checkRefund, checkRefunded } from "./refunds.ts";
import { type Booked, followRestored, refuseBooked } from "./restoring-lines.ts";
import { unbookFee } from "./transfer-fee.ts";
import { type KeptNoun, type KeptRow, readRow, tableOf } from "./versions.ts";

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
    const current = (await readRow(ctx, "record", kept.id)) as RecordColumns | undefined;
    const deltas = new Deltas();
    if (current) deltas.add(current.account_id, -effect(current));
    deltas.add(kept.account_id, effect(kept));
    await lockAccountRows(ctx, deltas.keys());
    // A fee stands and goes with its transfer, which is booked from the line.
    const returns = current === undefined && kept.transfer_id === null;
    const back: Booked = { noun: "record", id: kept.id };
    if (returns) await refuseBooked(ctx, back);
    await checkRefunds(ctx, kept, current);
    await moveBalances(ctx, deltas);
    await putRow(ctx, "record", kept, current);
    if (current === undefined) {
      await countDay(ctx, kept, 1);
      if (returns) await followRestored(ctx, back);
      return;
    }
    const change = { id: kept.id, from: current.category, to: kept.category };
    const followers = await followExpenses(ctx, [change]);
    await recount(ctx, [{ before: current, after: kept }, ...followers]);
  },

  /** Without the fee: the one there is now goes, and the one there was is a part of the version. */
  async transfer(ctx, version) {
    const { fee: _fee, ...kept } = version as TransferColumns;
    const current = (await readRow(ctx, "transfer", kept.id)) as TransferColumns | undefined;
    const fee = await findFee(ctx, kept.id);
    const deltas = new Deltas();
    if (current) deltas.addTransfer(current, -1);
    if (fee) deltas.add(fee.accountId, fee.amount);
    deltas.addTransfer(kept, 1);
    await lockAccountRows(ctx, deltas.keys());
    const back: Booked = { noun: "transfer", id: kept.id };
    if (current === undefined) await refuseBooked(ctx, back);
    await moveBalances(ctx, deltas);
    if (fee) await unbookFee(ctx, kept.id, fee);
    await putRow(ctx, "transfer", kept, current);
    if (current === undefined) await followRestored(ctx, back);
  },
};

interface RecordColumns extends KeptRow {
  account_id: number;
  type: RecordType;
  amount: Fen;
  category: string;
  day: string;
  refund: number;
  refund_of: number | null;
  transfer_id: number | null;
}

interface TransferColumns extends KeptRow {
  from_account_id: number;
  to_account_id: number;
  amount: Fen;
}

/** By how much each account's balance moves. */
class Deltas extends Map<number, Fen> {
  add(account: number, delta: number): void {
    this.set(account, fen((this.get(account) ?? 0) + delta));
  }

  addTransfer(transfer: TransferColumns, sign: 1 | -1): void {
    this.add(transfer.from_account_id, -sign * transfer.amount);
    this.add(transfer.to_account_id, sign * transfer.amount);
  }
}

/** A refund fits its expense as it is now, and an expense still covers its refunds. */
async function checkRefunds(
  ctx: Context,
  version: RecordColumns,
  current: RecordColumns | undefined,
): Promise<void> {
  const next = { ...version, refundOf: version.refund_of };
  const expense = next.refundOf === null ? undefined : await findRecord(ctx, next.refundOf);
  await checkRefund(ctx, next, expense, version.id);
  if (current) await checkRefunded(ctx, current, next);
}

interface Fee {
  accountId: number;
  amount: Fen;
  day: string;
}

function findFee({ db, userId }: Context, transferId: number): Promise<Fee | undefined> {
  return db.get<Fee>(sql`
    select account_id as "accountId", amount as "amount", day as "day" from records
    where user_id = ${userId} and transfer_id = ${transferId}`);
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
  const table = tableOf(noun);
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
