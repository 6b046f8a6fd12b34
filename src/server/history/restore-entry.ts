/** Bringing one entry of the history back, with all that went with it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MessageKey } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { type KeptNoun, type KeptRow, keepVersion, readVersion } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { type EntryRow, entryFields } from "./entries.ts";
import { RESTORE, type RecordColumns } from "./restore.ts";
import { restoreRecords } from "./restore-records.ts";

const PAGE_ROWS = 500;

/** Restores an entry and its parts, if it is what the resource was before what it is now. */
export async function restoreWhole(ctx: Context, entry: EntryRow): Promise<void> {
  if (entry.restorable !== 1) throw new Refusal(409, "restoreChanged");
  await keepReplaced(ctx, entry);
  await restoreEntries(ctx, [entry]);
  await keepRestored(ctx, [entry]);
}

/** Nouns whose versions are put back one by one, and whole. */
const KEPT_AGAIN: readonly KeptNoun[] = ["account", "adjustment", "checkpoint"];

/** What an earlier version takes the place of is kept like before any other change, and can be brought back. */
export async function keepReplaced(ctx: Context, { noun, nounId, change, version }: EntryRow) {
  if (change !== "update" || !KEPT_AGAIN.includes(noun)) return;
  const kept = readVersion(version);
  // An account's balance moves with its opening, and not to what it was then.
  const to = (row: KeptRow) =>
    noun !== "account"
      ? kept
      : {
          ...kept,
          balance: Number(BigInt(row.balance as number) + openedBy(kept) - openedBy(row)),
        };
  await keepVersion(ctx, noun, nounId, { to });
}

const openedBy = ({ opening }: KeptRow): bigint => BigInt(opening as string | number);

/** Puts entries back in order, each with its parts; records that stand together by the set. */
export async function restoreEntries(ctx: Context, entries: readonly EntryRow[]): Promise<void> {
  let records: EntryRow[] = [];
  const flush = async () => {
    await restoreRecords(
      ctx,
      records.map(({ version }) => readVersion(version) as RecordColumns),
    );
    for (const entry of records) await restoreParts(ctx, entry);
    records = [];
  };
  for (const entry of entries) {
    if (entry.noun === "record") {
      records.push(entry);
      continue;
    }
    await flush();
    await RESTORE[entry.noun](ctx, readVersion(entry.version));
    await restoreParts(ctx, entry);
  }
  await flush();
}

async function keepRestored(ctx: Context, entries: readonly EntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  await ctx.db.run(sql`update history set restored_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id in (${join(entries.map(({ id }) => id))})`);
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
    const whole = rows.filter(({ change, restorable }) => change === "delete" || restorable === 1);
    if (whole.some(({ restorable }) => restorable !== 1)) throw new Refusal(409, "restoreChanged");
    await restoreEntries(ctx, whole);
    await keepRestored(ctx, whole);
    if (rows.length < PAGE_ROWS) return;
    after = (rows.at(-1) as EntryRow).id;
    // An account may have held all of a large book.
    await nextTurn();
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

/** Runs a restore, and says its refusals as conflicts. */
export async function refusingConflicts<T>(restore: () => Promise<T>): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const key = CONFLICTS[error.key];
    throw key === undefined ? error : new Refusal(409, key, error.values);
  }
}
