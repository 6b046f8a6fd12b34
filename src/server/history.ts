import sql, { empty, join, raw } from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import { KEPT_NOUNS } from "../contract/history.ts";
import type { MessageKey } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { presentAccount } from "./accounts.ts";
import { nowInstant } from "./book.ts";
import { presentBudget } from "./budgets.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type Context, type Handlers, Page } from "./handler.ts";
import { RESTORE } from "./restoring.ts";
import { presentRecord } from "./stored-record.ts";
import { presentTransfer } from "./transfers.ts";
import { historyStart, type KeptNoun, type KeptRow, tableOf } from "./versions.ts";

const PAGE_ROWS = 100;

interface EntryRow {
  id: number;
  noun: KeptNoun;
  nounId: number;
  change: "update" | "delete";
  version: string;
  who: string;
  at: string;
  parts: number;
  /** 1 when nothing has changed the resource since, and it has not been brought back already. */
  restorable: number;
}

/**
 * An entry can be restored while it is the newest of its resource, which is there if it was changed
 * and gone if it was deleted. The user is named in each part:
 * where books lie on several servers, a plan asks only those that a statement names.
 */
const entryFields = (userId: number) => sql`h.id as "id", h.noun as "noun", h.noun_id as "nounId",
  h.change as "change", h.version as "version", h.who as "who", h.at as "at",
  (select count(*) from history p where p.user_id = ${userId} and p.part_of = h.id) as "parts",
  case when h.restored_at is null
    and not exists (select 1 from history n where n.user_id = ${userId} and n.noun = h.noun
      and n.noun_id = h.noun_id and n.id > h.id)
    and (h.change = 'update') = (case h.noun ${join(KEPT_NOUNS.map(isThere(userId)), " ")} end)
    then 1 else 0 end as "restorable"`;

/** `when 'record' then exists (…)`: whether the resource of an entry `h` is there now. */
const isThere = (userId: number) => (noun: KeptNoun) =>
  sql`when ${raw(`'${noun}'`)} then exists
  (select 1 from ${tableOf(noun)} t where t.user_id = ${userId} and t.id = h.noun_id)`;

export const historyHandlers: Handlers<(typeof contract)["history"]> = {
  async list(ctx, { query }) {
    const limit = query.limit ?? PAGE_ROWS;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const rows = await ctx.db.all<EntryRow>(sql`
      select ${entryFields(ctx.userId)} from history h
      where h.user_id = ${ctx.userId} and h.part_of is null and h.at >= ${historyStart(ctx.now)}
        ${query.noun === undefined ? empty : sql`and h.noun = ${query.noun}`}
        ${after === undefined ? empty : sql`and (h.at, h.id) < (${after.createdAt}, ${after.id})`}
      order by h.at desc, h.id desc limit ${limit + 1}`);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const cursor = last && writeCursor({ createdAt: last.at, id: last.id });
    return new Page(shown.map(presentEntry), cursor);
  },

  async restore(ctx, { params }) {
    const entry = await ctx.db.get<EntryRow>(sql`select ${entryFields(ctx.userId)} from history h
      where h.user_id = ${ctx.userId} and h.id = ${params.id} and h.part_of is null
        and h.at >= ${historyStart(ctx.now)}`);
    if (entry === undefined) throw new Refusal(404, "historyNotFound");
    try {
      await restoreEntry(ctx, entry);
      await restoreParts(ctx, entry);
    } catch (error) {
      throw asConflict(error);
    }
    return { noun: entry.noun, id: entry.nounId, parts: entry.parts };
  },
};

/** Restores one entry, if it is what the resource was before what it is now. */
async function restoreEntry(ctx: Context, entry: EntryRow): Promise<void> {
  if (entry.restorable !== 1) throw new Refusal(409, "restoreChanged");
  await RESTORE[entry.noun](ctx, JSON.parse(entry.version) as KeptRow);
  await ctx.db.run(sql`update history set restored_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${entry.id}`);
}

/**
 * What went with it comes back with it. What only lost its link to it (a refund elsewhere) finds it
 * again, unless it has been changed since.
 */
async function restoreParts(ctx: Context, { id, parts }: EntryRow): Promise<void> {
  if (parts === 0) return;
  for (let after = 0; ; ) {
    const rows = await ctx.db.all<EntryRow>(sql`select ${entryFields(ctx.userId)} from history h
      where h.user_id = ${ctx.userId} and h.part_of = ${id} and h.id > ${after}
      order by h.id limit ${PAGE_ROWS}`);
    for (const row of rows) {
      if (row.change === "delete" || row.restorable === 1) await restoreEntry(ctx, row);
    }
    if (rows.length < PAGE_ROWS) return;
    after = (rows.at(-1) as EntryRow).id;
  }
}

/** What stands in the way of a restore is a conflict with what is there now. */
const CONFLICTS: Partial<Record<MessageKey, MessageKey>> = {
  accountNotFound: "restoreAccountGone",
  balanceTooLarge: "restoreTooLarge",
  dayTotalTooLarge: "restoreTooLarge",
  refundOfNothing: "restoreExpenseGone",
  refundTooLarge: "restoreRefundTooLarge",
  expenseHasRefunds: "restoreHasRefunds",
};

function asConflict(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const key = CONFLICTS[error.key];
  return key === undefined ? error : new Refusal(409, key, error.values);
}

const PRESENT = {
  // The opening balance is kept for the restore, and is nothing that an account answers.
  account: ({ opening: _, ...row }: Parameters<typeof presentAccount>[0] & { opening: string }) =>
    presentAccount(row),
  record: presentRecord,
  transfer: presentTransfer,
  budget: presentBudget,
} as unknown as Record<KeptNoun, (row: Record<string, unknown>) => { id: number; userId: number }>;

function presentEntry(row: EntryRow) {
  const { version, restorable, ...entry } = row;
  return {
    ...entry,
    version: PRESENT[row.noun](camelCased(JSON.parse(version))),
    restorable: restorable === 1,
  };
}

/** Column names as the presenting functions know them: account_id → accountId. */
function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
