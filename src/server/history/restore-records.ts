/**
 * Many records put back at once, each account's balance and each day total moved once. One that is
 * tied to others (refunds, a line that became a transfer) is put back by itself.
 */
import { effect } from "../../ledger/effect.ts";
import { join, sql } from "../../store/sql.ts";
import { moveBalances, moveDayTotals } from "../book/balances.ts";
import { rowsById } from "../book/rows-by-id.ts";
import type { Context } from "../handler/context.ts";
import { Deltas, insertRows, putRow, RESTORE, type RecordColumns } from "./restore.ts";
import { followRecords, refuseBookedRecords } from "./restore-import-lines.ts";

export async function restoreRecords(ctx: Context, kept: RecordColumns[]): Promise<void> {
  if (kept.length === 0) return;
  const ids = kept.map(({ id }) => id);
  const current = await rowsById<RecordColumns>(ctx, "records", sql`t.*`, ids);
  const tied = await listTied(ctx, ids);
  const isTied = ({ id, refundOf, transferId }: RecordColumns) =>
    tied.has(id) || (refundOf ?? transferId ?? current.get(id)?.refundOf ?? null) !== null;
  await restorePlain(
    ctx,
    kept.filter((record) => !isTied(record)),
    current,
  );
  const apart = new Set(ids);
  for (const record of kept) if (isTied(record)) await RESTORE.record(ctx, record, apart);
}

/** The records that have refunds now, or in whose place a transfer has stood. */
async function listTied({ db, userId }: Context, ids: number[]): Promise<Set<number>> {
  const rows = await db.all<{ id: number }>(sql`
    select refund_of as id from records where user_id = ${userId} and refund_of in (${join(ids)})
    union
    select joined_id as id from import_keys
    where user_id = ${userId} and joined_id in (${join(ids)})`);
  return new Set(rows.map(({ id }) => id));
}

async function restorePlain(
  ctx: Context,
  kept: RecordColumns[],
  current: Map<number, RecordColumns>,
): Promise<void> {
  const gone = kept.filter(({ id }) => !current.has(id));
  const changed = kept.flatMap((after) => {
    const before = current.get(after.id);
    return before === undefined ? [] : [{ before, after }];
  });
  const goneIds = gone.map(({ id }) => id);
  await refuseBookedRecords(ctx, goneIds);
  const deltas = new Deltas();
  for (const record of kept) deltas.add(record.accountId, effect(record));
  for (const { before } of changed) deltas.add(before.accountId, -effect(before));
  await moveBalances(ctx, deltas);
  await insertRows(ctx, "record", gone);
  await Promise.all(changed.map(({ before, after }) => putRow(ctx, "record", after, before)));
  await moveDayTotals(
    ctx,
    changed.map(({ before }) => before),
    kept,
  );
  await followRecords(ctx, goneIds);
}
