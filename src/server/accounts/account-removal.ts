/** Deleting an account with all that hangs on it, by the set. */
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { moveBalances, uncountDays } from "../book/balances.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

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

/** The account's transfers, and what goes with it: its records and the fees of those transfers. */
function contentsOf({ userId }: Context, accountId: number): { transfers: Sql; records: Sql } {
  const transfers = sql`(from_account_id = ${accountId} or to_account_id = ${accountId})`;
  const records = sql`(account_id = ${accountId} or transfer_id in
    (select id from transfers where user_id = ${userId} and ${transfers}))`;
  return { transfers, records };
}

/**
 * Keeps all that goes with an account as parts of its entry, in the order in which it can come back:
 * a transfer before its fee, an expense before its refunds. Refunds elsewhere lose what they are of.
 */
export async function keepContents(ctx: Context, entry: number, accountId: number): Promise<void> {
  const { transfers, records } = contentsOf(ctx, accountId);
  const gone = sql`select id from records where user_id = ${ctx.userId} and ${records}`;
  await keepVersions(ctx, "transfer", transfers, "delete", entry);
  await keepVersions(ctx, "record", sql`${records} and refund_of is null`, "delete", entry);
  await keepVersions(ctx, "record", sql`${records} and refund_of is not null`, "delete", entry);
  const elsewhere = sql`account_id <> ${accountId} and refund_of in (${gone})`;
  await keepVersions(ctx, "adjustment", sql`account_id = ${accountId}`, "delete", entry);
  await keepVersions(ctx, "record", elsewhere, { to: { refundOf: null } }, entry);
}

/**
 * Deletes an account's records, transfers and adjustments. A transfer's other account gets its money back, and a
 * refund elsewhere of an expense that goes stays a refund, of nothing known.
 */
export async function removeContents(ctx: Context, accountId: number): Promise<void> {
  const { db, userId } = ctx;
  await db.run(
    sql`delete from checkpoints where user_id = ${userId} and account_id = ${accountId}`,
  );
  await moveBalances(ctx, await givenBack(ctx, accountId));
  const { transfers, records } = contentsOf(ctx, accountId);
  const gone = sql`user_id = ${userId} and ${records}`;
  await uncountDays(ctx, sql`records where ${gone}`);
  await db.run(sql`update records set refund_of = null
    where user_id = ${userId} and refund_of in (select id from records where ${gone})`);
  await db.run(sql`delete from records where ${gone}`);
  await db.run(sql`delete from transfers where user_id = ${userId} and ${transfers}`);
  await db.run(sql`delete from adjustments
    where user_id = ${userId} and account_id = ${accountId}`);
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

/** What each account at the other end of a transfer gets back. */
async function givenBack({ db, userId }: Context, accountId: number): Promise<Map<number, Fen>> {
  const rows = await db.all<{ other: number; back: Fen }>(sql`
    select other, cast(sum(back) as bigint) as back from (
      select t.from_account_id as other, t.amount + coalesce(f.amount, 0) as back
      from transfers t
      left join records f on f.user_id = t.user_id and f.transfer_id = t.id
      where t.user_id = ${userId} and t.to_account_id = ${accountId}
      union all
      select to_account_id as other, -amount as back from transfers
      where user_id = ${userId} and from_account_id = ${accountId}
    ) as sides
    group by other order by other`);
  const back = new Map<number, Fen>();
  for (const row of rows) back.set(row.other, fen(row.back ?? ZERO));
  return back;
}
