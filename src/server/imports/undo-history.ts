/** What an undo takes out of the book, told to the history like any other delete. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Sql, sql } from "../../store/sql.ts";
import {
  type Change,
  type KeptNoun,
  type KeptRow,
  keepPages,
  type PartOf,
} from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

/**
 * Keeps the records `gone` and the transfers `ofImport`, an entry each: a transfer's fee goes with the
 * transfer, and a refund elsewhere that loses its expense finds it again with that.
 */
export async function keepUndone(ctx: Context, gone: Sql, ofImport: Sql): Promise<void> {
  const transfers = await keep(ctx, "transfer", ofImport, "delete", null);
  const fees = sql`transfer_id in (select id from transfers where ${ofImport})`;
  await keep(ctx, "record", fees, "delete", (row) => partIn(transfers, row.transferId));
  const records = new Map<number, number>();
  // An expense before its refunds: the order in which they can come back.
  for (const order of [sql`refund_of is null`, sql`refund_of is not null`]) {
    const own = sql`${gone} and transfer_id is null and ${order}`;
    for (const [id, entry] of await keep(ctx, "record", own, "delete", null))
      records.set(id, entry);
  }
  const ids = sql`select id from records where ${gone}`;
  const elsewhere = sql`refund_of in (${ids}) and id not in (${ids})`;
  await keep(ctx, "record", elsewhere, { to: { refundOf: null } }, (row) =>
    partIn(records, row.refundOf),
  );
}

function partIn(entries: Map<number, number>, id: KeptRow[string]): number | null {
  return entries.get(id as number) ?? null;
}

/** Entries by the ids of their rows; others have their turn between the pages. */
async function keep(
  ctx: Context,
  noun: KeptNoun,
  where: Sql,
  change: Change,
  partOf: PartOf,
): Promise<Map<number, number>> {
  const kept = new Map<number, number>();
  for await (const page of keepPages(ctx, noun, where, change, partOf)) {
    for (const [id, entry] of page) kept.set(id, entry);
    await nextTurn();
  }
  return kept;
}
