/**
 * Putting a kept version back, and the money with it: what the row does now is reversed, what it did
 * is done again.
 */
import type { RecordType } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen, MAX_BALANCE } from "../../ledger/money.ts";
import { columnOf } from "../../store/names.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { turnBack } from "../accounts/account-references.ts";
import { restoreTicks, type TickRow } from "../agreement/ticks.ts";
import { countDay, moveBalances, nowInstant, requireAccounts } from "../book/balances.ts";
import { refuseMadeAgain } from "../book/own-ids.ts";
import { type KeptNoun, type KeptRow, readRow, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { linkBookedAgain, refuseBookedAgain } from "../plans/booked-again.ts";
import { actAtOnce } from "../plans/clock.ts";
import { restoredPlan } from "../plans/restored-plan.ts";
import { findRecord } from "../records/record-row.ts";
import { followExpenses, recount } from "../records/refund-categories.ts";
import { checkRefund, checkRefunded } from "../records/refunds.ts";
import { unbookFee } from "../transfers/transfer-fee.ts";
import {
  type Booked,
  followCorrection,
  followRestored,
  refuseBooked,
  refuseBookedCorrection,
} from "./restore-import-lines.ts";

/**
 * Puts a version in the place of the row that is there now, or of none. `apart`: records that the same
 * request puts back by their own versions, so that none of them follows another.
 */
export type Restore = (
  ctx: Context,
  version: KeptRow,
  apart?: ReadonlySet<number>,
) => Promise<void>;

export const RESTORE: Record<KeptNoun, Restore> = {
  async budget(ctx, version) {
    await putRow(ctx, "budget", version, await readRow(ctx, "budget", version.id));
  },

  async account(ctx, version) {
    const current = await readRow(ctx, "account", version.id);
    if (current === undefined) {
      await putRow(ctx, "account", { ...version, balance: 0, opening: 0 }, undefined);
      await turnBack(ctx, version.id);
    } else {
      // The balance is not the account's own: it moves with the opening balance, below.
      const { balance: _balance, opening: _opening, ...own } = version;
      await putRow(ctx, "account", own, current);
    }
    await moveOpening(ctx, version);
  },

  async checkpoint(ctx, version) {
    const kept = version as KeptRow & { accountId: number; day: string };
    await requireAccounts(ctx, [kept.accountId]);
    const current = await readRow(ctx, "checkpoint", kept.id);
    const other = await ctx.db.get(sql`select 1 as one from checkpoints
      where user_id = ${ctx.userId} and account_id = ${kept.accountId} and day = ${kept.day}
        and id <> ${kept.id}`);
    if (other !== undefined) throw new Refusal(409, "checkpointTaken");
    await putRow(ctx, "checkpoint", kept, current);
  },

  async plan(ctx, version) {
    const current = await readRow(ctx, "plan", version.id);
    await putRow(ctx, "plan", await restoredPlan(ctx, version, current), current);
    await actAtOnce(ctx, [version.id]);
  },
  ticks: (ctx, version) => restoreTicks(ctx, version as TickRow),

  async adjustment(ctx, version) {
    const kept = version as AdjustmentColumns;
    const current = (await readRow(ctx, "adjustment", kept.id)) as AdjustmentColumns | undefined;
    const deltas = new Deltas();
    if (current) deltas.add(current.accountId, -current.amount);
    else await refuseBookedCorrection(ctx, kept);
    deltas.add(kept.accountId, kept.amount);
    await requireAccounts(ctx, deltas.keys());
    await moveBalances(ctx, deltas);
    await putRow(ctx, "adjustment", kept, current);
    if (current === undefined) await followCorrection(ctx, kept);
  },

  async record(ctx, version, apart) {
    const kept = version as RecordColumns;
    const current = (await readRow(ctx, "record", kept.id)) as RecordColumns | undefined;
    const deltas = new Deltas();
    if (current) deltas.add(current.accountId, -effect(current));
    deltas.add(kept.accountId, effect(kept));
    await requireAccounts(ctx, deltas.keys());
    // A fee stands and goes with its transfer, which is booked from the line.
    const returns = current === undefined && kept.transferId === null;
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
    const followers = await followExpenses(ctx, [change], apart);
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
    await requireAccounts(ctx, deltas.keys());
    const back: Booked = { noun: "transfer", id: kept.id };
    if (current === undefined) await refuseBooked(ctx, back);
    await moveBalances(ctx, deltas);
    if (fee) await unbookFee(ctx, kept.id, fee);
    await putRow(ctx, "transfer", kept, current);
    if (current === undefined) await followRestored(ctx, back);
  },
};

export interface RecordColumns extends KeptRow {
  accountId: number;
  type: RecordType;
  amount: Fen;
  category: string;
  day: string;
  refund: number;
  refundOf: number | null;
  transferId: number | null;
}

interface AdjustmentColumns extends KeptRow {
  accountId: number;
  amount: Fen;
  importId: number | null;
  importRow: number | null;
}

interface TransferColumns extends KeptRow {
  fromAccountId: number;
  toAccountId: number;
  amount: Fen;
}

/** By how much each account's balance moves. */
export class Deltas extends Map<number, Fen> {
  add(account: number, delta: number): void {
    this.set(account, fen((this.get(account) ?? 0) + delta));
  }

  addTransfer(transfer: TransferColumns, sign: 1 | -1): void {
    this.add(transfer.fromAccountId, -sign * transfer.amount);
    this.add(transfer.toAccountId, sign * transfer.amount);
  }
}

/** A refund fits its expense as it is now, and an expense still covers its refunds. */
async function checkRefunds(
  ctx: Context,
  version: RecordColumns,
  current: RecordColumns | undefined,
): Promise<void> {
  const { id, refundOf } = version;
  const expense = refundOf === null ? undefined : await findRecord(ctx, refundOf);
  await checkRefund(ctx, version, expense, id);
  if (current) await checkRefunded(ctx, current, version);
}

interface Fee {
  accountId: number;
  amount: Fen;
  day: string;
}

function findFee({ db, userId }: Context, transferId: number): Promise<Fee | undefined> {
  return db.get<Fee>(sql`
    select account_id, amount, day from records
    where user_id = ${userId} and transfer_id = ${transferId}`);
}

/** Sets the opening balance back, and moves the balance by the same difference. */
async function moveOpening(ctx: Context, { id, opening }: KeptRow): Promise<void> {
  const moved = await ctx.db.get<{ balance: number }>(sql`
    update accounts set
      balance = balance + (cast(${String(opening)} as bigint) - opening),
      opening = cast(${String(opening)} as bigint)
    where user_id = ${ctx.userId} and id = ${id}
    returning balance`);
  if (moved === undefined || Math.abs(moved.balance) > MAX_BALANCE) {
    throw new Refusal(400, "balanceTooLarge");
  }
}

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 100;

/** Inserts rows under their old ids. Versions of another age may have other columns. */
export async function insertRows(ctx: Context, noun: KeptNoun, rows: KeptRow[]): Promise<void> {
  await refuseMadeAgain(ctx, noun, rows);
  await refuseBookedAgain(ctx, noun, rows);
  const fieldsOf = (row: KeptRow) => Object.keys(row).join();
  for (let first = 0; first < rows.length; ) {
    const fields = Object.keys(rows[first] as KeptRow);
    const lot = rows.slice(first, first + ROWS_AT_ONCE);
    const other = lot.findIndex((row) => fieldsOf(row) !== fields.join());
    if (other !== -1) lot.length = other;
    const values = lot.map((row) => {
      const written: Record<string, unknown> = { ...row, updatedAt: nowInstant(ctx) };
      return sql`(${join(fields.map((name) => written[name] as string))})`;
    });
    await ctx.db.run(sql`insert into ${tableOf(noun)} (${join(fields.map(column))})
      values ${join(values)}`);
    first += lot.length;
  }
  await linkBookedAgain(ctx, noun, rows);
}

/** Inserts the row under its old id, or sets every column of it back. */
export async function putRow(
  ctx: Context,
  noun: KeptNoun,
  row: Record<string, unknown> & { id: number },
  current: KeptRow | undefined,
): Promise<void> {
  if (current === undefined) return insertRows(ctx, noun, [row as KeptRow]);
  const values: Record<string, unknown> = { ...row, updatedAt: nowInstant(ctx) };
  const changes = Object.keys(values)
    .filter((name) => name !== "id" && name !== "userId")
    .map((name) => sql`${column(name)} = ${values[name] as string}`);
  await ctx.db.run(sql`update ${tableOf(noun)} set ${join(changes)}
    where user_id = ${ctx.userId} and id = ${row.id}`);
}

/** The column of a field that was read from our own table; never a client's text. */
function column(field: string): Sql {
  if (!/^[a-z]+$/i.test(field)) throw new Error(`not a field: ${field}`);
  return raw(columnOf(field));
}
