/**
 * Many records changed or deleted at once: one transaction, one movement per account and per day
 * total, whatever the number of records. Locks as every write does: accounts in order of id first.
 */
import sql, { empty, join, type Sql } from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import type { Input } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import { effect, type RecordType } from "../ledger/effect.ts";
import { type Fen, fen, yuanFixed, ZERO } from "../ledger/money.ts";
import { lockAccounts, moveBalances, moveDayTotals, nowInstant } from "./book.ts";
import { momentOf } from "./dates.ts";
import type { Context } from "./handler.ts";
import { keepVersion } from "./versions.ts";

type Bulk = Input<(typeof contract)["records"]["bulk"]>["body"];

/** What of a record counts. */
interface Counting {
  id: number;
  accountId: number;
  type: RecordType;
  amount: Fen;
  category: string;
  day: string;
  refund: number;
  /** The transfer whose fee it is. */
  transferId: number | null;
}

/** Answers how many records were changed. Refuses all when one of them is not the user's. */
export async function bulkRecords(ctx: Context, bulk: Bulk): Promise<{ count: number }> {
  const old = await lockRecords(ctx, bulk);
  await refuseWhatBinds(ctx, old, bulk);
  const change = bulk.action === "delete" ? "delete" : "update";
  for (const { id } of old) await keepVersion(ctx, "record", id, change);
  const next = bulk.action === "delete" ? [] : old.map((record) => changed(ctx, record, bulk));
  await moveBalances(ctx, balanceDeltas(old, next));
  await moveDayTotals(ctx, old, next);
  if (bulk.action === "delete") {
    await ctx.db.run(sql`delete from records where ${named(ctx, bulk.ids)}`);
  } else {
    await ctx.db.run(sql`update records set ${assignments(ctx, bulk)}
      where ${named(ctx, bulk.ids)}`);
  }
  return { count: old.length };
}

/** What holds a record to another one holds here too: fees to transfers, refunds to expenses. */
async function refuseWhatBinds(ctx: Context, old: Counting[], bulk: Bulk): Promise<void> {
  const fee = old.find((record) => record.transferId !== null);
  if (fee) throw new Refusal(400, "feeOfTransfer", { transferId: fee.transferId as number });
  if (bulk.type === "expense" && old.some((record) => record.refund === 1)) {
    throw new Refusal(400, "refundNotIncome");
  }
  if (bulk.action !== "delete" && bulk.type !== "income") return;
  // A refund that is deleted together with its expense holds nothing back.
  const together = bulk.action === "delete" ? sql`and id not in (${join(bulk.ids)})` : empty;
  const held = await ctx.db.get<{ count: number; sum: Fen }>(sql`
    select count(*) as "count", cast(coalesce(sum(amount), 0) as bigint) as "sum" from records
    where user_id = ${ctx.userId} and refund_of in (${join(bulk.ids)}) ${together}`);
  if (held && held.count > 0) {
    throw new Refusal(400, "expenseHasRefunds", { refunded: yuanFixed(held.sum) });
  }
}

function named({ userId }: Context, ids: number[]): Sql {
  return sql`user_id = ${userId} and id in (${join(ids)})`;
}

/** The records, read again once their accounts are locked, so that what is read stays true. */
async function lockRecords(ctx: Context, { ids, accountId }: Bulk): Promise<Counting[]> {
  const locked = new Set<number>();
  for (;;) {
    const records = await ctx.db.all<Counting>(sql`
      select id as "id", account_id as "accountId", type as "type", amount as "amount",
        category as "category", day as "day", refund as "refund",
        transfer_id as "transferId"
      from records where ${named(ctx, ids)} order by id`);
    if (records.length !== ids.length) throw new Refusal(404, "recordNotFound");
    const accounts = new Set(records.map((record) => record.accountId));
    if (accountId !== undefined) accounts.add(accountId);
    const missing = [...accounts].filter((account) => !locked.has(account));
    if (missing.length === 0) return records;
    await lockAccounts(ctx, missing);
    for (const account of missing) locked.add(account);
  }
}

function changed(ctx: Context, record: Counting, bulk: Bulk): Counting {
  return {
    ...record,
    accountId: bulk.accountId ?? record.accountId,
    type: bulk.type ?? record.type,
    category: bulk.category ?? record.category,
    day: bulk.date === undefined ? record.day : momentOf(bulk.date, ctx.zone).day,
  };
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

function balanceDeltas(old: Counting[], next: Counting[]): Map<number, Fen> {
  const deltas = new Map<number, Fen>();
  const move = (accountId: number, delta: number) =>
    deltas.set(accountId, fen((deltas.get(accountId) ?? ZERO) + delta));
  for (const record of old) move(record.accountId, -effect(record));
  for (const record of next) move(record.accountId, effect(record));
  for (const [accountId, delta] of deltas) if (delta === 0) deltas.delete(accountId);
  return deltas;
}
