/**
 * Takes back all that an import wrote and changed, as it stands now, in one transaction: what it
 * wrote goes, also where it was edited since; what it changed is put back, unless it was edited
 * since. The history knows each row that goes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import type { ImportUndone } from "../contract/import-shapes.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Fen, fen, ZERO } from "../ledger/money.ts";
import { forgetAccount } from "./account-removal.ts";
import { lockBook, moveBalances, nowInstant, uncountDays } from "./book.ts";
import type { Context } from "./handler.ts";
import { bringBack, joinedDeltas, listReplaced } from "./import-join.ts";
import { restoreChanged } from "./import-undo-changes.ts";
import { keepUndone } from "./import-undo-history.ts";
import { contextIn, type OwnContext } from "./own.ts";
import { lockAccountRows } from "./record-lock.ts";
import { keepVersion } from "./versions.ts";
import { yuan } from "./wire.ts";

const CHUNK = 500;
/** More edited rows than this are not told one by one. */
const MAX_EDITED = 1000;

/** Undoes a committed import, or drops one that has written nothing. */
export async function removeImport(own: OwnContext, importId: number): Promise<ImportUndone> {
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      return (await claimUndo(ctx, importId)) ? undo(ctx, importId) : drop(ctx, importId);
    },
    { long: true },
  );
}

async function claimUndo(ctx: Context, importId: number): Promise<boolean> {
  const claimed = await ctx.db.run(sql`
    update imports set status = 'undone', updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${importId} and status = 'committed'`);
  return claimed > 0;
}

/**
 * Deletes an import that is not in the books, with its rows. Of one that was undone so much stays as
 * tells its lines again when what it had written is restored from the history.
 */
async function drop(ctx: Context, importId: number): Promise<ImportUndone> {
  const { db, userId } = ctx;
  const ofImport = sql`user_id = ${userId} and import_id = ${importId}`;
  for (;;) {
    const gone = await db.run(sql`delete from import_rows where ${ofImport} and number in
      (select number from import_rows where ${ofImport} order by number limit ${CHUNK})`);
    if (gone < CHUNK) break;
    await nextTurn();
  }
  await db.run(sql`delete from import_accounts where ${ofImport}`);
  const hidden = await db.run(sql`update imports set dropped = 1, file_name = '', found = '{}',
    result = null, updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and id = ${importId} and status = 'undone' and dropped = 0`);
  const removed = await db.run(sql`delete from imports
    where user_id = ${userId} and id = ${importId} and status <> 'undone'`);
  if (hidden + removed === 0) throw new Refusal(404, "importNotFound");
  return { records: 0, transfers: 0, edited: [], accounts: [] };
}

async function undo(ctx: Context, importId: number): Promise<ImportUndone> {
  const { db, userId } = ctx;
  const ofImport = sql`user_id = ${userId} and import_id = ${importId}`;
  const transferIds = sql`select id from transfers where ${ofImport}`;
  const gone = sql`user_id = ${userId} and (import_id = ${importId} or transfer_id in (${transferIds}))`;
  const deltas = await lockAndSum(ctx, gone, ofImport, importId);
  await nextTurn();
  const edited = await listEdited(ctx, importId);
  await nextTurn();
  await moveBalances(ctx, deltas);
  await uncountDays(ctx, gone);
  await nextTurn();
  await keepUndone(ctx, gone, ofImport);
  await db.run(sql`update records set refund_of = null
    where user_id = ${userId} and refund_of in (select id from records where ${gone})`);
  const replaced = await listReplaced(ctx, importId);
  const records = await deleteInChunks(ctx, sql`records`, gone);
  const transfers = await deleteInChunks(ctx, sql`transfers`, ofImport);
  await bringBack(ctx, importId, replaced);
  const kept = await restoreChanged(ctx, importId);
  await forgetMerged(ctx, importId);
  const accounts = await listMoved(ctx, deltas);
  await removeMadeAccounts(ctx, importId);
  return { records, transfers, edited: [...edited, ...kept.slice(0, MAX_EDITED)], accounts };
}

/** What undoing does to each account, once all of them are locked in order of id. */
async function lockAndSum(
  ctx: Context,
  gone: Sql,
  ofImport: Sql,
  importId: number,
): Promise<Map<number, Fen>> {
  const sum = async () => {
    const rows = await ctx.db.all<{ accountId: number; delta: string }>(sql`
      select side."accountId", cast(sum(side.delta) as text) as "delta" from (
        select account_id as "accountId",
          case when type = 'income' then -amount else amount end as delta
        from records where ${gone}
        union all
        select from_account_id as "accountId", amount as delta from transfers where ${ofImport}
        union all
        select to_account_id as "accountId", -amount as delta from transfers where ${ofImport}
      ) as side group by side."accountId" order by side."accountId"`);
    const deltas = new Map(rows.map(({ accountId, delta }) => [accountId, Number(delta)]));
    for (const [accountId, delta] of joinedDeltas(await listReplaced(ctx, importId))) {
      deltas.set(accountId, (deltas.get(accountId) ?? 0) - delta);
    }
    return new Map([...deltas].map(([accountId, delta]) => [accountId, fen(delta)]));
  };
  for (let held = new Set<number>(); ; ) {
    const deltas = await sum();
    if ([...deltas.keys()].every((account) => held.has(account))) return deltas;
    await lockAccountRows(ctx, deltas.keys());
    held = new Set([...held, ...deltas.keys()]);
  }
}

/** Rows that the user has changed or deleted since they were written. */
async function listEdited(
  { db, userId }: Context,
  importId: number,
): Promise<ImportUndone["edited"]> {
  const changed = await db.all<{ row: number; recordId: number | null; transferId: number | null }>(
    sql`select import_row as "row", id as "recordId", null as "transferId" from records
      where user_id = ${userId} and import_id = ${importId} and import_row is not null
        and updated_at <> created_at
      union all
      select import_row as "row", null as "recordId", id as "transferId" from transfers
      where user_id = ${userId} and import_id = ${importId} and updated_at <> created_at
      order by "row" limit ${MAX_EDITED}`,
  );
  const deleted = await db.all<{ row: number }>(sql`
    select k.row_number as "row" from import_keys k
    left join records r on r.user_id = k.user_id and r.id = k.record_id
    left join transfers t on t.user_id = k.user_id and t.id = k.transfer_id
    where k.user_id = ${userId} and k.import_id = ${importId} and r.id is null and t.id is null
    order by k.row_number limit ${MAX_EDITED}`);
  return [
    ...changed.map(({ row, recordId, transferId }) => ({
      row,
      recordId: recordId ?? undefined,
      transferId: transferId ?? undefined,
      text: "导入后被修改过，一并撤销",
    })),
    ...deleted.map(({ row }) => ({ row, text: "导入后已被删除" })),
  ];
}

async function deleteInChunks({ db, userId }: Context, table: Sql, gone: Sql): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await db.run(sql`delete from ${table} where user_id = ${userId} and id in
      (select id from ${table} where ${gone} order by id limit ${CHUNK})`);
    count += removed;
    if (removed < CHUNK) return count;
    await nextTurn();
  }
}

/**
 * Lines that were taken for a record of another origin are new again. What the import itself wrote
 * keeps its keys: they tell nothing while it is gone, and all when the history brings it back.
 */
async function forgetMerged({ db, userId }: Context, importId: number): Promise<void> {
  await db.run(sql`delete from import_keys where user_id = ${userId} and import_id = ${importId}
    and row_number in (select number from import_rows where user_id = ${userId}
      and import_id = ${importId} and action = 'merge' and joins = 0)`);
}

async function listMoved(
  { db, userId }: Context,
  deltas: Map<number, Fen>,
): Promise<ImportUndone["accounts"]> {
  const accounts = await db.all<{ id: number; name: string; balance: Fen }>(sql`
    select id as "id", name as "name", balance as "balance" from accounts
    where user_id = ${userId} order by id`);
  return accounts.flatMap(({ id, name, balance }) => {
    const delta = deltas.get(id);
    if (delta === undefined) return [];
    const before = yuan(fen(balance - delta));
    return [{ accountId: id, name, before, after: yuan(balance) }];
  });
}

/** Accounts that the commit made go again, unless they are in use by now. */
async function removeMadeAccounts(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const made = await db.all<{ id: number }>(sql`
    select distinct a.id as "id" from import_accounts p
    join accounts a on a.user_id = p.user_id and a.id = p.account_id
    where p.user_id = ${userId} and p.import_id = ${importId} and p.made = 1
      and a.opening = ${ZERO} and a.balance = ${ZERO}
      and not exists (select 1 from records r where r.user_id = ${userId} and r.account_id = a.id)
      and not exists (select 1 from transfers t where t.user_id = ${userId}
        and (t.from_account_id = a.id or t.to_account_id = a.id))
    order by a.id`);
  for (const { id } of made) {
    await keepVersion(ctx, "account", id, "delete");
    await forgetAccount(ctx, id);
    await db.run(sql`delete from accounts where user_id = ${userId} and id = ${id}`);
  }
}
