/**
 * Reading a record for change. The accounts that the change touches are locked first, in order of
 * id, by a write that moves nothing; only then is the record read, so that what is read stays true.
 * An expense is locked through its account: whoever sums its refunds holds that lock.
 */
import sql from "sql-template-tag";
import { Refusal } from "../contract/refusal.ts";
import type { Context } from "./handler.ts";
import { type StoredRecord, storedRecordFields } from "./stored-record.ts";

/** What a change of a record touches besides the record's own account. */
export interface Touched {
  /** The account that it may move to. */
  accountId?: number | undefined;
  /** The expense that it will give back. */
  refundOf?: number | null | undefined;
}

/** Locks the record's accounts, those of the expenses it gives back, and those touched. */
export async function lockRecord(
  ctx: Context,
  id: number,
  touched: Touched = {},
): Promise<StoredRecord> {
  const held = new Set<number>();
  for (;;) {
    const before = await findRecord(ctx, id);
    if (before === undefined) throw new Refusal(404, "recordNotFound");
    const needed = await accountsOf(ctx, before, touched);
    // Another write may have moved a record between the look and the lock; then once more.
    if ([...needed].every((account) => held.has(account))) return before;
    await lockAccountRows(ctx, needed);
    for (const account of needed) held.add(account);
  }
}

async function accountsOf(
  ctx: Context,
  record: StoredRecord,
  { accountId, refundOf }: Touched,
): Promise<Set<number>> {
  const accounts = new Set([record.accountId]);
  if (accountId !== undefined) accounts.add(accountId);
  for (const id of [record.refundOf, refundOf]) {
    const expense = id == null ? undefined : await findRecord(ctx, id);
    if (expense !== undefined) accounts.add(expense.accountId);
  }
  return accounts;
}

/** Locks an expense together with the account that its refund goes to; undefined when there is none. */
export async function lockExpense(
  ctx: Context,
  id: number,
  accountId: number,
): Promise<StoredRecord | undefined> {
  let held: number | undefined;
  for (;;) {
    const expense = await findRecord(ctx, id);
    if (expense === undefined || expense.accountId === held) return expense;
    await lockAccountRows(ctx, new Set([accountId, expense.accountId]));
    held = expense.accountId;
  }
}

/** The user's record as it is now; undefined when there is none. */
export function findRecord({ db, userId }: Context, id: number): Promise<StoredRecord | undefined> {
  return db.get<StoredRecord>(sql`select ${storedRecordFields} from records
    where user_id = ${userId} and id = ${id}`);
}

/** Locks accounts of the user, in order of id. Refuses when one does not exist. */
export async function lockAccountRows(ctx: Context, accounts: Iterable<number>): Promise<void> {
  for (const accountId of [...accounts].sort((a, b) => a - b)) {
    const locked = await ctx.db.run(sql`update accounts set balance = balance
      where user_id = ${ctx.userId} and id = ${accountId}`);
    if (locked === 0) throw new Refusal(404, "accountNotFound");
  }
}
