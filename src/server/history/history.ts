import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { empty, join, sql } from "../../store/sql.ts";
import { isOfMerge } from "../accounts/account-references.ts";
import { historyStart } from "../book/versions.ts";
import { type Context, type Handlers, Page } from "../handler/context.ts";
import { readCursor, writeCursor } from "../handler/cursor.ts";
import { listActs } from "./acts.ts";
import { type EntryRow, entryFields, presentEntry } from "./entries.ts";
import { refusingConflicts, restoreWhole } from "./restore-entry.ts";

const PAGE_ROWS = 100;

type History = (typeof contract)["history"];

export const historyHandlers: Handlers<Omit<History, "restoreAct">> = {
  async list(ctx, { query }) {
    const limit = query.limit ?? PAGE_ROWS;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const { noun, actId } = query;
    const rows = await ctx.db.all<EntryRow>(sql`
      select ${entryFields(ctx.userId)} from history h
      where h.user_id = ${ctx.userId} and h.part_of is null and h.at >= ${historyStart(ctx.now)}
        ${noun === undefined ? empty : sql`and h.noun = ${noun}`}
        ${actId === undefined ? empty : sql`and (h.id = ${actId} or h.act_id = ${actId})`}
        ${after === undefined ? empty : sql`and (h.at, h.id) < (${after.createdAt}, ${after.id})`}
      order by h.at desc, h.id desc limit ${limit + 1}`);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const cursor = last && writeCursor({ createdAt: last.at, id: last.id });
    const counts = await countActs(ctx, new Set(shown.map((row) => row.actId)));
    return new Page(
      shown.map((row) => presentEntry(row, 1 + (counts.get(row.actId) ?? 0))),
      cursor,
    );
  },

  acts: (ctx, { query }) => listActs(ctx, query),

  async restore(ctx, { params }) {
    const entry = await ctx.db.get<EntryRow>(sql`select ${entryFields(ctx.userId)} from history h
      where h.user_id = ${ctx.userId} and h.id = ${params.id} and h.part_of is null
        and h.at >= ${historyStart(ctx.now)}`);
    if (entry === undefined) throw new Refusal(404, "historyNotFound");
    await refuseOfMerge(ctx, entry);
    await refusingConflicts(() => restoreWhole(ctx, entry));
    return { noun: entry.noun, id: entry.nounId, parts: entry.parts };
  },
};

/** Refuses a part of a merge by itself: an account comes back with all that was booked on it. */
async function refuseOfMerge({ db, userId }: Context, { actId }: EntryRow): Promise<void> {
  const merge = await db.get(
    sql`select 1 as one where ${isOfMerge(userId, sql`${String(actId)}`)}`,
  );
  if (merge !== undefined) throw new Refusal(409, "restoreMerge");
}

/** How many entries follow the first of each act. */
async function countActs(ctx: Context, acts: Set<number>): Promise<Map<number, number>> {
  if (acts.size === 0) return new Map();
  const rows = await ctx.db.all<{ actId: number; count: number }>(sql`
    select act_id, count(*) as count from history
    where user_id = ${ctx.userId} and act_id in (${join([...acts])}) and part_of is null
    group by act_id`);
  return new Map(rows.map(({ actId, count }) => [actId, count]));
}
