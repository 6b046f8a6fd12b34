/**
 * Many records changed or deleted at once: one transaction, one movement per account and per day
 * total, whatever the number of records. Refuses what a change of each alone would refuse; an expense
 * may go together with its refunds.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { requireOpenAccounts } from "../accounts/move-by-hand.ts";
import { moveBalances, moveDayTotals, nowInstant } from "../book/balances.ts";
import { type Change, keepPages } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { momentOf } from "../handler/date-input.ts";
import { fenOf } from "../handler/money-json.ts";
import { refuseFee, type StoredRecord, storedRecordFields } from "./record-row.ts";
import { followExpenses, recount } from "./refund-categories.ts";
import { refuseRefunded, requireCovered, requireRefundIncome } from "./refunds.ts";

export type Bulk = Input<(typeof contract)["records"]["bulk"]>["body"];

/** Refuses all when one of the records is not the user's. */
export async function bulkRecords(ctx: Context, bulk: Bulk, ids: number[]): Promise<void> {
  const records = await getRecords(ctx, bulk, ids);
  if (bulk.action === "delete") await removeAll(ctx, records);
  else await changeAll(ctx, records, bulk);
}

async function removeAll(ctx: Context, old: StoredRecord[]): Promise<void> {
  for (const record of old) refuseFee(record);
  const ids = old.map(({ id }) => id);
  await refuseRefunded(ctx, ids, ids);
  // An expense before its refunds: the order in which they can come back.
  await keep(ctx, sql`${among(ids)} and refund_of is null`, "delete");
  await keep(ctx, sql`${among(ids)} and refund_of is not null`, "delete");
  await moveBalances(ctx, balanceDeltas(old, []));
  await moveDayTotals(ctx, old, []);
  await nextTurn();
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
  const nextById = new Map(next.map((record) => [record.id, record]));
  await keep(ctx, among(ids), { to: ({ id }) => nextById.get(id) ?? {} });
  await moveBalances(ctx, balanceDeltas(old, next));
  await ctx.db.run(sql`update records set ${assignments(ctx, bulk)}
    where user_id = ${ctx.userId} and ${among(ids)}`);
  await nextTurn();
  if (bulk.amount !== undefined) await requireCovered(ctx, ids);
  const moved = pairs.map(({ before, after }) => ({
    id: before.id,
    from: before.category,
    to: after.category,
  }));
  const followers = await followExpenses(ctx, moved, new Set(ids));
  await recount(ctx, [...pairs, ...followers]);
}

/** Keeps them page by page: others have their turn meanwhile. */
async function keep(ctx: Context, where: Sql, change: Change): Promise<void> {
  for await (const _page of keepPages(ctx, "record", where, change)) await nextTurn();
}

function among(ids: number[]): Sql {
  return sql`id in (${join(ids)})`;
}

/** The records that are named. Refuses when one of them, or the account to move to, is not there. */
async function getRecords(
  ctx: Context,
  { accountId, force }: Bulk,
  ids: number[],
): Promise<StoredRecord[]> {
  const records = await ctx.db.all<StoredRecord>(sql`select ${storedRecordFields} from records
    where user_id = ${ctx.userId} and ${among(ids)} order by id`);
  if (records.length !== ids.length) throw new Refusal(404, "recordNotFound");
  if (accountId !== undefined && records.some((record) => record.accountId !== accountId)) {
    await requireOpenAccounts(ctx, [accountId], force);
  }
  return records;
}

/** The record as it will be. */
function changed(ctx: Context, record: StoredRecord, bulk: Bulk): StoredRecord {
  const moment = bulk.date === undefined ? undefined : momentOf(bulk.date, ctx.zone);
  return {
    ...record,
    accountId: bulk.accountId ?? record.accountId,
    type: bulk.type ?? record.type,
    amount: bulk.amount === undefined ? record.amount : fenOf(bulk.amount),
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
  if (bulk.amount !== undefined) set.push(sql`amount = ${fenOf(bulk.amount)}`);
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
