/** Taking an act back: all that it changed and deleted, or nothing. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, sql } from "../../store/sql.ts";
import { lockBook, nowInstant } from "../book/balances.ts";
import { inLots } from "../book/rows-by-id.ts";
import { historyStart } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongHandler } from "../handler/long-context.ts";
import { hasConflict, ofAct } from "./acts.ts";
import { type EntryRow, entryFields } from "./entries.ts";
import { keepReplaced, refusingConflicts, restoreEntries } from "./restore-entry.ts";

type RestoreAct = (typeof contract)["history"]["restoreAct"];

/** A write of its own, which lets others read between its pages: an act may be thousands of records. */
export const restoreAct: LongHandler<RestoreAct> = (own, { params }) =>
  own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      await requireWhole(ctx, params.id);
      own.act = ctx.act;
      const count = await refusingConflicts(() => restoreAll(ctx, params.id));
      if (count === 0) throw new Refusal(409, "restoreChanged");
      return { id: params.id, count };
    },
    { long: true },
  );

/** Refuses an act that is not there, and one of which a part has changed since. */
async function requireWhole({ db, userId, now }: Context, actId: number): Promise<void> {
  const first = await db.get<{ conflict: number }>(sql`
    select case when ${hasConflict(userId, sql`h.id`)} then 1 else 0 end as conflict from history h
    where h.user_id = ${userId} and h.id = ${actId} and h.act_id is null and h.part_of is null
      and h.at >= ${historyStart(now)}`);
  if (first === undefined) throw new Refusal(404, "historyNotFound");
  if (first.conflict === 1) throw new Refusal(409, "restoreChanged");
}

/** Restores what has not been brought back yet, accounts first. Returns how many entries that were. */
async function restoreAll(ctx: Context, actId: number): Promise<number> {
  const { db, userId } = ctx;
  await keepAlone(ctx, actId);
  const entries = await allInTurns<{ id: number; noun: string }>(
    db,
    sql`select a.id, a.noun from history a
      where ${ofAct(userId, sql`${actId}`)} and a.restored_at is null order by a.id`,
  );
  const accounts = entries.filter(({ noun }) => noun === "account");
  const others = entries.filter(({ noun }) => noun !== "account");
  const done = new Set<string>();
  for (const lot of [...inLots(accounts), ...inLots(others)]) {
    const rows = await db.all<EntryRow>(sql`
      select ${entryFields(userId)} from history h
      where h.user_id = ${userId} and h.id in (${join(lot.map(({ id }) => id))}) order by h.id`);
    // Of several versions of one resource the first is what was there before the act.
    const oldest = rows.filter(({ noun, nounId }) => !done.has(`${noun} ${nounId}`));
    for (const { noun, nounId } of oldest) done.add(`${noun} ${nounId}`);
    await restoreEntries(ctx, oldest);
    await nextTurn();
  }
  await db.run(sql`update history as a set restored_at = ${nowInstant(ctx)}
    where ${ofAct(userId, sql`${actId}`)} and a.restored_at is null`);
  return entries.length;
}

/** An act of one entry is that entry: what it replaces can be brought back. Of many this would be a part. */
async function keepAlone(ctx: Context, actId: number): Promise<void> {
  const { db, userId } = ctx;
  const rows = await db.all<EntryRow>(sql`select ${entryFields(userId)} from history h
    where h.user_id = ${userId} and (h.id = ${actId} or h.act_id = ${actId}) limit 2`);
  const [entry] = rows;
  if (entry !== undefined && rows.length === 1) await keepReplaced(ctx, entry);
}
