/**
 * Many records changed or deleted at once: one transaction, one movement per account and per day
 * total, whatever the number of records. Refuses what a change of each alone would refuse; an expense
 * may go together with its refunds.
 */
import sql, { join, type Sql } from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import type { Input } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import { effect } from "../ledger/effect.ts";
import { type Fen, fen, ZERO } from "../ledger/money.ts";
import { moveBalances, moveDayTotals, nowInstant } from "./book.ts";
import { momentOf } from "./dates.ts";
import type { Context } from "./handler.ts";
import { lockAccountRows } from "./record-lock.ts";
import { followExpenses, recount } from "./refund-categories.ts";
import { refuseRefunded, requireRefundIncome } from "./refunds.ts";
import { type StoredRecord, storedRecordFields } from "./stored-record.ts";
import { refuseFee } from "./transfer-fee.ts";
import { keepVersions } from "./versions.ts";

type Bulk = Input<(typeof contract)["records"]["bulk"]>["body"];

/** Answers how many records were named. Refuses all when one of them is not the user's. */
export async function bulkRecords(ctx: Context, bulk: Bulk): Promise<{ count: number }> {
  const records = await lockRecords(ctx, bulk);
  if (bulk.action === "delete") await removeAll(ctx, records);
  else await changeAll(ctx, records, bulk);
  return { count: records.length };
}

async function removeAll(ctx: Context, old: StoredRecord[]): Promise<void> {
  for (const record of old) refuseFee(record);
  const ids = old.map(({ id }) => id);
  await refuseRefunded(ctx, ids, ids);
  await keepVersions(ctx, "record", among(ids), "delete");
  await moveBalances(ctx, balanceDeltas(old, []));
  await moveDayTotals(ctx, old, []);
  await ctx.db.run(sql`delete from records where user_id = ${ctx.userId} and ${among(ids)}`);
}

async function changeAll(ctx: Context, records: StoredRecord[], bulk: Bulk): Promise<void> {
  const pairs = records
    .map((record) => ({ before: record, after: changed(ctx, record, bulk) }))
    .filter(({ before, after }) => !isSame(before, after));
  if (pairs.length === 0) return;
  const old = pairs.map(({ before }) => before);
  const next = pairs.map(({ after }) => after);
  for (const record of old) refuseFee(record);
  for (const record of next) requireRefundIncome(record);
  const turned = pairs.filter(({ before, after }) => before.type !== after.type);
  await refuseRefunded(
    ctx,
    turned.map(({ before }) => before.id),
  );
  const ids = old.map(({ id }) => id);
  await keepVersions(ctx, "record", among(ids), "update");
  await moveBalances(ctx, balanceDeltas(old, next));
  await ctx.db.run(sql`update records set ${assignments(ctx, bulk)}
    where user_id = ${ctx.userId} and ${among(ids)}`);
  const moved = pairs.map(({ before, after }) => ({
    id: before.id,
    from: before.category,
    to: after.category,
  }));
  const followers = await followExpenses(ctx, moved, new Set(ids));
  await recount(ctx, [...pairs, ...followers]);
}

function among(ids: number[]): Sql {
  return sql`id in (${join(ids)})`;
}

/** The records, read again once their accounts are locked, so that what is read stays true. */
async function lockRecords(ctx: Context, { ids, accountId }: Bulk): Promise<StoredRecord[]> {
  const locked = new Set<number>();
  for (;;) {
    const records = await ctx.db.all<StoredRecord>(sql`select ${storedRecordFields} from records
      where user_id = ${ctx.userId} and ${among(ids)} order by id`);
    if (records.length !== ids.length) throw new Refusal(404, "recordNotFound");
    const accounts = new Set(records.map((record) => record.accountId));
    if (accountId !== undefined) accounts.add(accountId);
    const missing = [...accounts].filter((account) => !locked.has(account));
    if (missing.length === 0) return records;
    await lockAccountRows(ctx, missing);
    for (const account of missing) locked.add(account);
  }
}

/** The record as it will be. */
function changed(ctx: Context, record: StoredRecord, bulk: Bulk): StoredRecord {
  const moment = bulk.date === undefined ? undefined : momentOf(bulk.date, ctx.zone);
  return {
    ...record,
    accountId: bulk.accountId ?? record.accountId,
    type: bulk.type ?? record.type,
    category: bulk.category ?? record.category,
    ...(moment && { date: moment.instant, day: moment.day, timed: Number(moment.timed) }),
  };
}

function isSame(before: StoredRecord, after: StoredRecord): boolean {
  return (Object.keys(before) as (keyof StoredRecord)[]).every((key) => before[key] === after[key]);
}

/** The columns that the given fields set. */
function assignments(ctx: Context, bulk: Bulk): Sql {
  const set = [sql`updated_at = ${nowInstant(ctx)}`];
  if (bulk.accountId !== undefined) set.push(sql`account_id = ${bulk.accountId}`);
  if (bulk.type !== undefined) set.push(sql`type = ${bulk.type}`);
  if (bulk.category !== undefined) set.push(sql`category = ${bulk.category}`);
  if (bulk.date !== undefined) {
    const moment = momentOf(bulk.date, ctx.zone);
    set.push(sql`date = ${moment.instant}, day = ${moment.day}, timed = ${moment.timed ? 1 : 0}`);
  }
  return join(set, ", ");
}

function balanceDeltas(old: StoredRecord[], next: StoredRecord[]): Map<number, Fen> {
  const deltas = new Map<number, Fen>();
  const move = (accountId: number, delta: number) =>
    deltas.set(accountId, fen((deltas.get(accountId) ?? ZERO) + delta));
  for (const record of old) move(record.accountId, -effect(record));
  for (const record of next) move(record.accountId, effect(record));
  for (const [accountId, delta] of deltas) if (delta === 0) deltas.delete(accountId);
  return deltas;
}
