/** What an undo takes out of the book, told to the history like any other delete. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Sql, sql } from "../../store/sql.ts";
import { type KeptRow, keepListed, keepPages } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { feesOf } from "./gone-records.ts";

/**
 * Keeps the records `gone` and the import's transfers, an entry each: a transfer's fee goes with the
 * transfer, and a refund elsewhere that loses its expense finds it again with that.
 */
export async function keepUndone(ctx: Context, importId: number, gone: Sql): Promise<void> {
  const { userId } = ctx;
  const ofImport = sql`import_id = ${importId}`;
  const transfers = await gather(keepPages(ctx, "transfer", ofImport, "delete"));
  const fees = await ctx.db.all<{ id: number }>(sql`select f.id ${feesOf(userId, importId)}
    order by f.id`);
  await gather(
    keepListed(ctx, "record", fees, "delete", (row) => partIn(transfers, row.transferId)),
  );
  const records = new Map<number, number>();
  // An expense before its refunds: the order in which they can come back.
  for (const order of [sql`refund_of is null`, sql`refund_of is not null`]) {
    const own = sql`${ofImport} and transfer_id is null and ${order}`;
    for (const [id, entry] of await gather(keepPages(ctx, "record", own, "delete")))
      records.set(id, entry);
  }
  const elsewhere = await ctx.db.all<{ id: number }>(sql`select r.id
    from ${gone} cross join records r
    where r.user_id = ${userId} and r.refund_of = gone_id and r.transfer_id is null
      and (r.import_id is null or r.import_id <> ${importId}) order by r.id`);
  const change = { to: { refundOf: null } };
  await gather(
    keepListed(ctx, "record", elsewhere, change, (row) => partIn(records, row.refundOf)),
  );
}

function partIn(entries: Map<number, number>, id: KeptRow[string]): number | null {
  return entries.get(id as number) ?? null;
}

/** Entries by the ids of their rows; others have their turn between the pages. */
async function gather(pages: AsyncGenerator<Map<number, number>>): Promise<Map<number, number>> {
  const kept = new Map<number, number>();
  for await (const page of pages) {
    for (const [id, entry] of page) kept.set(id, entry);
    await nextTurn();
  }
  return kept;
}
