/** Deleting an account with all that hangs on it, by the set. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { type Counted, DayMoves, moveBalances } from "../book/balances.ts";
import { inLotsOf } from "../book/rows-by-id.ts";
import { type KeptRow, keepListed, keepRows, keepVersions, rowsOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

/** Rows between two turns of the event loop. */
const PAGE = 100;

interface Held {
  records: number;
  transfers: number;
  adjustments: number;
}

/** Refuses to delete an account that records, transfers or adjustments still name, with their number. */
export async function refuseInUse({ db, userId }: Context, accountId: number): Promise<void> {
  const held = (await db.get<Held>(sql`
    select
      (select count(*) from records where user_id = ${userId} and account_id = ${accountId})
        as records,
      (select count(*) from transfers where user_id = ${userId}
        and (from_account_id = ${accountId} or to_account_id = ${accountId})) as transfers,
      (select count(*) from adjustments where user_id = ${userId} and account_id = ${accountId})
        as adjustments`)) as Held;
  const { records, transfers, adjustments } = held;
  if (adjustments > 0) {
    const count = records + transfers + adjustments;
    throw new Refusal(400, "accountInUseByAdjustments", { count, adjustments });
  }
  if (transfers > 0) {
    throw new Refusal(400, "accountInUseByTransfers", { count: records + transfers, transfers });
  }
  if (records > 0) throw new Refusal(400, "accountInUse", { count: records });
}

/** What goes with an account, as far as it has been kept. */
interface Going {
  entry: number;
  accountId: number;
  transfers: number[];
  /** Records and fees; what gives one of them back goes before it. */
  records: number[];
  refunds: number[];
  days: DayMoves;
  /** What the accounts at the other ends of transfers get back. */
  back: Map<number, Fen>;
}

/**
 * Keeps all that goes with an account as parts of its entry, in the order in which it can come back (a transfer
 * before its fee, an expense before its refunds), and deletes it. A transfer's other account gets its money back,
 * and a refund elsewhere of an expense that goes stays a refund, of nothing known. Others have their turn
 * meanwhile: an account may hold all of a large book.
 */
export async function removeContents(
  ctx: Context,
  entry: number,
  accountId: number,
): Promise<void> {
  const [days, back] = [new DayMoves(), new Map<number, Fen>()];
  const going: Going = { entry, accountId, transfers: [], records: [], refunds: [], days, back };
  await keepTransfers(ctx, going);
  await keepRecords(ctx, going);
  await keepAdjustments(ctx, going);
  await forgetExpenses(ctx, going);
  await moveBalances(ctx, back);
  await days.apply(ctx, nextTurn);
  await removeKept(ctx, going);
}

/** The transfers on either side, with their fees on other accounts; those on this one are among its records. */
async function keepTransfers(ctx: Context, going: Going): Promise<void> {
  const { accountId, entry } = going;
  for (const side of [sql`from_account_id`, sql`to_account_id`]) {
    for await (const rows of rowsOf(ctx, "transfer", sql`${side} = ${accountId}`)) {
      await keepRows(ctx, "transfer", rows, "delete", entry);
      for (const row of rows) giveBack(going, row);
      const ids = rows.map(({ id }) => id);
      going.transfers.push(...ids);
      const fees = await rowsNaming(ctx, "transfer_id", ids, accountId);
      await keepRows(ctx, "record", fees, "delete", entry);
      for (const fee of fees) count(going, fee);
      await nextTurn();
    }
  }
}

function giveBack({ accountId, back }: Going, row: KeptRow): void {
  const { fromAccountId, toAccountId, amount, fee } = row as KeptRow & {
    fromAccountId: number;
    toAccountId: number;
    amount: number;
    fee: number | null;
  };
  const isIncoming = toAccountId === accountId;
  const other = isIncoming ? fromAccountId : toAccountId;
  const delta = isIncoming ? amount + (fee ?? 0) : -amount;
  back.set(other, fen((back.get(other) ?? ZERO) + delta));
}

/** A record that goes leaves the total of its day. */
function count({ days, records }: Going, row: KeptRow): void {
  days.add(row as KeptRow & Counted, -1);
  records.push(row.id);
}

async function keepRecords(ctx: Context, going: Going): Promise<void> {
  const { accountId, entry, days, refunds } = going;
  for await (const rows of rowsOf(ctx, "record", sql`account_id = ${accountId}`)) {
    const plain = rows.filter(({ refundOf }) => refundOf === null);
    await keepRows(ctx, "record", plain, "delete", entry);
    for (const row of plain) count(going, row);
    for (const row of rows.filter(({ refundOf }) => refundOf !== null)) {
      days.add(row as KeptRow & Counted, -1);
      refunds.push(row.id);
    }
    await nextTurn();
  }
  const listed = refunds.map((id) => ({ id }));
  for await (const _page of keepListed(ctx, "record", listed, "delete", entry)) await nextTurn();
}

async function keepAdjustments(ctx: Context, { accountId, entry }: Going): Promise<void> {
  for await (const rows of rowsOf(ctx, "adjustment", sql`account_id = ${accountId}`)) {
    await keepRows(ctx, "adjustment", rows, "delete", entry);
    await nextTurn();
  }
}

/** Refunds elsewhere of what goes lose what they are of. */
async function forgetExpenses(ctx: Context, { accountId, entry, records }: Going): Promise<void> {
  for (let at = 0; at < records.length; at += PAGE) {
    const rows = await rowsNaming(ctx, "refund_of", records.slice(at, at + PAGE), accountId);
    await keepRows(ctx, "record", rows, { to: { refundOf: null } }, entry);
    await inLotsOf(
      rows.map(({ id }) => id),
      (among) =>
        ctx.db.run(sql`update records set refund_of = null
          where user_id = ${ctx.userId} and ${among}`),
    );
  }
}

/** Records of other accounts that name one of these rows. */
function rowsNaming(
  { db, userId }: Context,
  column: "transfer_id" | "refund_of",
  ids: readonly number[],
  accountId: number,
): Promise<KeptRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.all<KeptRow>(sql`select * from records
    where user_id = ${userId} and ${raw(column)} in (${join(ids)}) and account_id <> ${accountId}
    order by id`);
}

async function removeKept(ctx: Context, going: Going): Promise<void> {
  const { db, userId } = ctx;
  const remove = (table: Sql, ids: readonly number[]) =>
    inLotsOf(ids, (among) =>
      db.run(sql`delete from ${table} where user_id = ${userId} and ${among}`),
    );
  await remove(sql`records`, going.refunds);
  await remove(sql`records`, going.records);
  await remove(sql`transfers`, going.transfers);
  await inLots(ctx, "adjustments", going.accountId);
  await inLots(ctx, "ticks", going.accountId);
}

/** Deletes rows of the account, so many between two turns of the event loop. */
async function inLots(
  { db, userId }: Context,
  table: "adjustments" | "ticks",
  accountId: number,
): Promise<void> {
  const own = sql`user_id = ${userId} and account_id = ${accountId}`;
  for (;;) {
    const gone = await db.run(sql`delete from ${raw(table)} where ${own} and id in
      (select id from ${raw(table)} where ${own} limit ${PAGE})`);
    if (gone < PAGE) return;
    await nextTurn();
  }
}

/** What the bank stated of an account moves no money and goes with it, as parts of its entry. */
export async function removeCheckpoints(
  ctx: Context,
  entry: number,
  accountId: number,
): Promise<void> {
  await keepVersions(ctx, "checkpoint", sql`account_id = ${accountId}`, "delete", entry);
  await ctx.db.run(sql`delete from checkpoints
    where user_id = ${ctx.userId} and account_id = ${accountId}`);
}

/** Forgets accounts in all that only names them: remembered names, rules, open previews. */
export async function forgetAccounts(
  { db, userId }: Context,
  accountIds: readonly number[],
): Promise<void> {
  const ids = join(accountIds);
  await db.run(sql`delete from account_names
    where user_id = ${userId} and account_id in (${ids})`);
  await db.run(sql`delete from import_replaced
    where user_id = ${userId} and account_id in (${ids})`);
  await db.run(sql`delete from import_openings
    where user_id = ${userId} and account_id in (${ids})`);
  await db.run(sql`delete from ticks where user_id = ${userId} and account_id in (${ids})`);
  await db.run(sql`update rules set account_id = null
    where user_id = ${userId} and account_id in (${ids})`);
  await db.run(sql`update import_accounts set account_id = null
    where user_id = ${userId} and account_id in (${ids})`);
  for (const column of [sql`account_id`, sql`to_account_id`]) {
    await db.run(sql`update import_rows set ${column} = null
      where user_id = ${userId} and ${column} in (${ids}) and import_id in
        (select id from imports where user_id = ${userId} and status = 'ready')`);
  }
}
