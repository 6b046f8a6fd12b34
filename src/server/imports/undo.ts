/**
 * Takes back all that an import wrote and changed, as it stands now, in one transaction: what it
 * wrote goes, also where it was edited since; what it changed is put back, unless it was edited
 * since. The history knows each row that goes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ImportUndone } from "../../contract/import-shapes.ts";
import { inWords, note } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { forgetAccounts } from "../accounts/account-removal.ts";
import { lockBook, moveBalances, nowInstant, uncountDays } from "../book/balances.ts";
import { inLotsOf } from "../book/rows-by-id.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongContext } from "../handler/long-context.ts";
import { takeBackPoints } from "./closings.ts";
import { feesElsewhere, goneRecords } from "./gone-records.ts";
import { bringBack, joinedDeltas, listReplaced } from "./join-transfers.ts";
import { listMoved } from "./moved-accounts.ts";
import { listCorrections, listOpenings, takeBackOpenings } from "./openings.ts";
import { restoreChanged } from "./undo-changes.ts";
import { keepUndone } from "./undo-history.ts";
import { handOver, listMerged, mergedDeltas, takeBackMerged } from "./undo-merges.ts";

const CHUNK = 500;
/** More edited rows than this are not told one by one. */
const MAX_EDITED = 1000;

/** Undoes a committed import, or drops one that has written nothing. */
export async function removeImport(own: LongContext, importId: number): Promise<ImportUndone> {
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      own.act = ctx.act;
      return (await claimUndo(ctx, importId)) ? undo(ctx, importId) : drop(ctx, importId);
    },
    { long: true },
  );
}

async function claimUndo(ctx: Context, importId: number): Promise<boolean> {
  const claimed = await ctx.db.run(sql`
    update imports set status = 'undone', written = null, updated_at = ${nowInstant(ctx)}
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
  await db.run(sql`delete from import_closings where ${ofImport}`);
  const hidden = await db.run(sql`update imports set dropped = 1, file_name = '', found = '{}',
    result = null, updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and id = ${importId} and status = 'undone' and dropped = 0`);
  const removed = await db.run(sql`delete from imports
    where user_id = ${userId} and id = ${importId} and status <> 'undone'`);
  if (hidden + removed === 0) throw new Refusal(404, "importNotFound");
  return { records: 0, transfers: 0, edited: [], accounts: [] };
}

async function undo(ctx: Context, importId: number): Promise<ImportUndone> {
  const { userId } = ctx;
  const ofImport = sql`user_id = ${userId} and import_id = ${importId}`;
  const transferIds = sql`select id from transfers where ${ofImport}`;
  const gone = goneRecords(userId, importId);
  await handOver(ctx, importId);
  const replaced = await listReplaced(ctx, importId);
  const merged = await listMerged(ctx, importId);
  const taken = [
    ...joinedDeltas(replaced),
    ...(await listOpenings(ctx, importId)),
    ...(await listCorrections(ctx, importId)),
  ];
  const back = taken.map(([accountId, delta]): [number, number] => [accountId, -delta]);
  const deltas = await sumEffects(ctx, gone, ofImport, [...back, ...mergedDeltas(merged)]);
  await nextTurn();
  const edited = await listEdited(ctx, importId);
  await nextTurn();
  await moveBalances(ctx, deltas);
  await takeBackOpenings(ctx, importId);
  const checkpoints = await takeBackPoints(ctx, importId);
  await takeBackMerged(ctx, importId, merged);
  await uncountDays(
    ctx,
    sql`${gone} cross join records where user_id = ${userId} and id = gone_id`,
  );
  await nextTurn();
  await keepUndone(ctx, importId, gone);
  await forgetExpenses(ctx, gone);
  await letPlansWait(ctx, gone, transferIds);
  const { records, transfers } = await deleteWritten(ctx, importId);
  await bringBack(ctx, importId, replaced);
  const kept = await restoreChanged(ctx, importId);
  await forgetMerged(ctx, importId);
  const accounts = await listMoved(ctx, deltas);
  await removeMadeAccounts(ctx, importId);
  return {
    ...{ records, transfers, ...(checkpoints > 0 && { checkpoints }) },
    ...{ edited: [...edited, ...kept.slice(0, MAX_EDITED)], accounts },
  };
}

/** Refunds of what goes are refunds of nothing known. */
async function forgetExpenses({ db, userId }: Context, gone: Sql): Promise<void> {
  const refunds = await db.all<{ id: number }>(sql`select r.id from ${gone} cross join records r
    where r.user_id = ${userId} and r.refund_of = gone_id order by r.id`);
  await inLotsOf(
    refunds.map(({ id }) => id),
    (among) =>
      db.run(sql`update records set refund_of = null where user_id = ${userId} and ${among}`),
  );
}

/** Occurrences that only the import had booked wait for a person: nothing books them behind anybody's back. */
async function letPlansWait({ db, userId }: Context, gone: Sql, transferIds: Sql): Promise<void> {
  await db.run(sql`update plan_occurrences set state = 'waiting', record_id = null,
      transfer_id = null, settled_at = null
    where user_id = ${userId} and state = 'booked'
      and (record_id in (select gone_id from ${gone}) or transfer_id in (${transferIds}))`);
}

/** What undoing does to each account. */
async function sumEffects(
  ctx: Context,
  gone: Sql,
  ofImport: Sql,
  others: readonly [accountId: number, delta: number][],
): Promise<Map<number, Fen>> {
  const rows = await allInTurns<{ accountId: number; delta: string }>(
    ctx.db,
    sql`select side.account_id, cast(sum(side.delta) as text) as delta from (
      select account_id,
        case when type = 'income' then -amount else amount end as delta
      from ${gone} cross join records where user_id = ${ctx.userId} and id = gone_id
      union all
      select from_account_id as account_id, amount as delta from transfers where ${ofImport}
      union all
      select to_account_id as account_id, -amount as delta from transfers where ${ofImport}
    ) as side group by side.account_id order by side.account_id`,
  );
  const deltas = new Map<number, Fen>();
  const add = (accountId: number, delta: number) =>
    deltas.set(accountId, fen((deltas.get(accountId) ?? 0) + delta));
  await eachInTurns(rows, ({ accountId, delta }) => add(accountId, Number(delta)));
  await eachInTurns(others, ([accountId, delta]) => add(accountId, delta));
  return deltas;
}

/** Rows that the user has changed or deleted since they were written. */
async function listEdited(
  { db, userId, language }: Context,
  importId: number,
): Promise<ImportUndone["edited"]> {
  const changed = await db.all<{ row: number; recordId: number | null; transferId: number | null }>(
    sql`select import_row as row, id as record_id, null as transfer_id from records
      where user_id = ${userId} and import_id = ${importId} and import_row is not null
        and updated_at <> created_at
      union all
      select import_row as row, null as record_id, id as transfer_id from transfers
      where user_id = ${userId} and import_id = ${importId} and updated_at <> created_at
      order by "row" limit ${MAX_EDITED}`,
  );
  const deleted = await db.all<{ row: number }>(sql`
    select k.row_number as row from import_keys k
    left join records r on r.user_id = k.user_id and r.id = k.record_id
    left join transfers t on t.user_id = k.user_id and t.id = k.transfer_id
    where k.user_id = ${userId} and k.import_id = ${importId} and r.id is null and t.id is null
    order by k.row_number limit ${MAX_EDITED}`);
  return [
    ...changed.map(({ row, recordId, transferId }) => ({
      row,
      recordId: recordId ?? undefined,
      transferId: transferId ?? undefined,
      text: inWords(note("editedAndUndone"), language),
    })),
    ...deleted.map(({ row }) => ({ row, text: inWords(note("deletedSince"), language) })),
  ];
}

/**
 * Deletes what an import wrote, and the fees that its transfers have got since, in ranges that the index
 * by import finds. Answers how many records and transfers.
 */
async function deleteWritten(
  ctx: Context,
  importId: number,
): Promise<{ records: number; transfers: number }> {
  const { db, userId } = ctx;
  const own = sql`user_id = ${userId} and import_id = ${importId}`;
  const elsewhere = await db.all<{ id: number }>(sql`select gone_id as id
    from ${feesElsewhere(userId, importId)} order by gone_id`);
  await inLotsOf(
    elsewhere.map(({ id }) => id),
    (among) => db.run(sql`delete from records where user_id = ${userId} and ${among}`),
  );
  let records = elsewhere.length;
  const fees = await db.all<{ id: number }>(sql`select id from records
    where ${own} and import_row is null order by id`);
  for (let at = 0; at < fees.length; at += CHUNK) {
    const last = fees[Math.min(fees.length, at + CHUNK) - 1] as { id: number };
    records += await db.run(sql`delete from records
      where ${own} and import_row is null and id <= ${last.id}`);
    await nextTurn();
  }
  records += await deleteRanges(ctx, importId, sql`records`);
  return { records, transfers: await deleteRanges(ctx, importId, sql`transfers`) };
}

async function deleteRanges({ db, userId }: Context, importId: number, table: Sql) {
  const last = await db.get<{ row: number | null }>(sql`select max(import_row) as "row"
    from ${table} where user_id = ${userId} and import_id = ${importId}`);
  let count = 0;
  for (let first = 0; first <= (last?.row ?? -1); first += CHUNK) {
    count += await db.run(sql`delete from ${table} where user_id = ${userId}
      and import_id = ${importId} and import_row >= ${first} and import_row < ${first + CHUNK}`);
    await nextTurn();
  }
  return count;
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

/** Accounts that the commit made go again, unless they are in use by now. */
async function removeMadeAccounts(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const made = await allInTurns<{ id: number }>(
    db,
    sql`select distinct a.id from import_accounts p
    join accounts a on a.user_id = p.user_id and a.id = p.account_id
    where p.user_id = ${userId} and p.import_id = ${importId} and p.made = 1
      and a.opening = ${ZERO} and a.balance = ${ZERO}
      and not exists (select 1 from records r where r.user_id = ${userId} and r.account_id = a.id)
      and not exists (select 1 from transfers t where t.user_id = ${userId}
        and (t.from_account_id = a.id or t.to_account_id = a.id))
      and not exists (select 1 from adjustments j
        where j.user_id = ${userId} and j.account_id = a.id)
      and not exists (select 1 from checkpoints c
        where c.user_id = ${userId} and c.account_id = a.id)
      and not exists (select 1 from plans n where n.user_id = ${userId}
        and (n.account_id = a.id or n.to_account_id = a.id))
    order by a.id`,
  );
  // All are forgotten before the first goes: each delete looks for what still names the account.
  for (const step of [forgetMade, deleteMade]) {
    for (let at = 0; at < made.length; at += CHUNK) {
      await step(
        ctx,
        made.slice(at, at + CHUNK).map(({ id }) => id),
      );
      await nextTurn();
    }
  }
}

async function forgetMade(ctx: Context, ids: number[]): Promise<void> {
  await keepVersions(ctx, "account", sql`id in (${join(ids)})`, "delete");
  await forgetAccounts(ctx, ids);
}

async function deleteMade({ db, userId }: Context, ids: number[]): Promise<void> {
  await db.run(sql`delete from accounts where user_id = ${userId} and id in (${join(ids)})`);
}
