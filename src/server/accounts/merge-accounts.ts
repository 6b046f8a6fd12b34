/**
 * Two accounts that are one: all that is booked on the first goes over to the second, which then has both
 * balances, and the first is gone. One act of the history, which is taken back as one.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, fenSum, fenSumOf, MAX_BALANCE, yuanFixed } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import {
  type KeptRow,
  keepPages,
  keepRows,
  keepVersion,
  keepVersions,
  readRow,
  rowsOf,
} from "../book/versions.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import { turnReferences } from "./account-references.ts";
import { getAccount, presentAccount } from "./accounts.ts";

type Merging = Pick<(typeof contract)["accounts"], "merge" | "mergePreview">;

export const mergeHandlers: Handlers<Merging> = {
  async mergePreview(ctx, { params, query }) {
    const { from, into } = await bothAccounts(ctx, params.id, query.into);
    const { crossing, crossingAmount, ...moved } = await countBooked(ctx, from.id, into.id);
    return {
      ...moved,
      between: { count: crossing, amount: yuan(fenSumOf(crossingAmount)) },
      balance: yuan(fenSum(BigInt(from.balance) + BigInt(into.balance))),
    };
  },

  async merge(ctx, { params, body }) {
    const { from, into } = await bothAccounts(ctx, params.id, body.into);
    const { crossing, crossingAmount, ...counts } = await countBooked(ctx, from.id, into.id);
    if (crossing > 0 && body.removeTransfers !== true) {
      const amount = yuanFixed(BigInt(crossingAmount));
      throw new Refusal(400, "mergeTransfersBetween", { count: crossing, amount });
    }
    const balance = from.balance + into.balance;
    if (Math.abs(balance) > MAX_BALANCE) throw new Refusal(400, "balanceTooLarge");
    // The accounts go ahead: they are what the others need when all of it comes back.
    await keepVersion(ctx, "account", from.id, "delete");
    await keepVersion(ctx, "account", into.id, { to: { balance } });
    await removeBetween(ctx, from.id, into.id);
    await moveTransfers(ctx, from.id, into.id);
    await moveRecords(ctx, from.id, into.id);
    await moveAdjustments(ctx, from.id, into.id);
    await moveCheckpoints(ctx, from.id, into.id);
    await turnReferences(ctx, from.id, into.id, ctx.act.id as number);
    await joinBalances(ctx, from.id, into.id);
    return {
      account: presentAccount(await getAccount(ctx, into.id)),
      ...counts,
      removed: crossing,
    };
  },
};

interface Accounts {
  from: { id: number; balance: Fen };
  into: { id: number; balance: Fen };
}

async function bothAccounts(ctx: Context, from: number, into: number): Promise<Accounts> {
  if (from === into) throw new Refusal(400, "mergeSameAccount");
  const rows = await Promise.all([readRow(ctx, "account", from), readRow(ctx, "account", into)]);
  if (rows.includes(undefined)) throw new Refusal(404, "accountNotFound");
  return { from: rows[0], into: rows[1] } as unknown as Accounts;
}

function isBetween(from: number, into: number): Sql {
  return sql`((from_account_id = ${from} and to_account_id = ${into})
    or (from_account_id = ${into} and to_account_id = ${from}))`;
}

function touches(from: number): Sql {
  return sql`(from_account_id = ${from} or to_account_id = ${from})`;
}

interface Booked {
  records: number;
  transfers: number;
  adjustments: number;
  crossing: number;
  crossingAmount: string;
  rules: number;
  names: number;
}

/** What goes over, and which transfers would then be from an account to itself. */
async function countBooked({ db, userId }: Context, from: number, into: number): Promise<Booked> {
  const own = sql`user_id = ${userId}`;
  return (await db.get<Booked>(sql`select
    (select count(*) from records where ${own} and account_id = ${from}) as records,
    (select count(*) from transfers where ${own} and ${touches(from)}
      and not ${isBetween(from, into)}) as transfers,
    (select count(*) from transfers where ${own} and ${isBetween(from, into)}) as crossing,
    (select cast(coalesce(sum(amount), 0) as text) from transfers
      where ${own} and ${isBetween(from, into)}) as crossing_amount,
    (select count(*) from adjustments where ${own} and account_id = ${from}) as adjustments,
    (select count(*) from rules where ${own} and account_id = ${from}) as rules,
    (select count(*) from account_names where ${own} and account_id = ${from}) as names`)) as Booked;
}

/** Deletes the transfers between the two. A fee was paid all the same: it stays, as an expense. */
async function removeBetween(ctx: Context, from: number, into: number): Promise<void> {
  const { db, userId } = ctx;
  const between = sql`user_id = ${userId} and ${isBetween(from, into)}`;
  await keepVersions(ctx, "transfer", isBetween(from, into), "delete");
  const fees = sql`transfer_id in (select id from transfers where ${between})`;
  await keepVersions(ctx, "record", fees, { to: { accountId: into } });
  await db.run(sql`update records set transfer_id = null, account_id = ${into},
    updated_at = ${nowInstant(ctx)} where user_id = ${userId} and ${fees}`);
  await db.run(sql`delete from transfers where ${between}`);
}

/** Moves the other transfers page by page, each with its fee as a part. */
async function moveTransfers(ctx: Context, from: number, into: number): Promise<void> {
  const { db, userId } = ctx;
  const side = (id: unknown) => (id === from ? into : id);
  const to = ({ fromAccountId, toAccountId }: KeptRow) => ({
    fromAccountId: side(fromAccountId),
    toAccountId: side(toAccountId),
  });
  for await (const entries of keepPages(ctx, "transfer", touches(from), { to })) {
    const ids = join([...entries.keys()]);
    const fees = sql`transfer_id in (${ids})`;
    await keepVersions(ctx, "record", fees, "delete", ({ transferId }) => {
      return entries.get(transferId as number) ?? null;
    });
    const now = nowInstant(ctx);
    for (const column of [sql`from_account_id`, sql`to_account_id`]) {
      await db.run(sql`update transfers set ${column} = ${into}, updated_at = ${now}
        where user_id = ${userId} and id in (${ids}) and ${column} = ${from}`);
    }
    await db.run(sql`update records set account_id = ${into}, updated_at = ${now}
      where user_id = ${userId} and ${fees} and account_id = ${from}`);
    await nextTurn();
  }
}

async function moveRecords(ctx: Context, from: number, into: number): Promise<void> {
  const { db, userId } = ctx;
  // Fees have gone over with their transfers.
  for await (const rows of rowsOf(ctx, "record", sql`account_id = ${from}`)) {
    await keepRows(ctx, "record", rows, { to: { accountId: into } });
    await db.run(sql`update records set account_id = ${into}, updated_at = ${nowInstant(ctx)}
      where user_id = ${userId} and id in (${join(rows.map(({ id }) => id))})`);
    await nextTurn();
  }
}

/** Their movements go over; the balance that was wanted was of the first account alone. */
async function moveAdjustments(ctx: Context, from: number, into: number): Promise<void> {
  const { db, userId } = ctx;
  const change = { to: { accountId: into, value: null } };
  for await (const rows of rowsOf(ctx, "adjustment", sql`account_id = ${from}`)) {
    await keepRows(ctx, "adjustment", rows, change);
    await db.run(sql`update adjustments set account_id = ${into}, value = null,
        updated_at = ${nowInstant(ctx)}
      where user_id = ${userId} and id in (${join(rows.map(({ id }) => id))})`);
    await nextTurn();
  }
}

/** What the bank stated goes over; of a day on which both were stated, the account that stays keeps its own. */
async function moveCheckpoints(ctx: Context, from: number, into: number): Promise<void> {
  const { db, userId } = ctx;
  const of = (id: number) => sql`user_id = ${userId} and account_id = ${id}`;
  const same = sql`account_id = ${from}
    and day in (select day from checkpoints where ${of(into)})`;
  await keepVersions(ctx, "checkpoint", same, "delete");
  await db.run(sql`delete from checkpoints where user_id = ${userId} and ${same}`);
  await keepVersions(ctx, "checkpoint", sql`account_id = ${from}`, { to: { accountId: into } });
  await db.run(sql`update checkpoints set account_id = ${into}, updated_at = ${nowInstant(ctx)}
    where ${of(from)}`);
  // Both sides of a transfer between the two may have been ticked; the other ticks are turned with the names.
  await db.run(sql`delete from ticks where ${of(from)} and transfer_id in
    (select transfer_id from ticks where ${of(into)} and transfer_id is not null)`);
}

/** Adds opening and balance, which may be beyond what JavaScript counts exactly, and deletes the first. */
async function joinBalances({ db, userId, now }: Context, from: number, into: number) {
  const gone = await db.get<{ opening: string; balance: number }>(sql`delete from accounts
    where user_id = ${userId} and id = ${from}
    returning cast(opening as text) as opening, balance`);
  const { opening, balance } = gone as { opening: string; balance: number };
  await db.run(sql`update accounts set opening = opening + cast(${opening} as bigint),
      balance = balance + ${balance}, updated_at = ${nowInstant({ now })}
    where user_id = ${userId} and id = ${into}`);
}
