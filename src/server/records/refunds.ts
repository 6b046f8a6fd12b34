/**
 * Money that came back for an expense: an income to its account that lowers the expense of its
 * category. What an expense's refunds add up to never exceeds it.
 */
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, yuanFixed } from "../../ledger/money.ts";
import { empty, join, sql } from "../../store/sql.ts";
import { challenge } from "../auth/bearer-errors.ts";
import { mayRead } from "../handler/caller.ts";
import type { Context } from "../handler/context.ts";
import type { StoredRecord } from "./record-row.ts";

/** What a request says about a refund. */
export interface RefundChoice {
  refund?: boolean | undefined;
  refundOf?: number | null | undefined;
}

/** Whether a record is a refund, and of what, after a request's choice. Refuses a contradiction. */
export function chooseRefund(
  old: { refund: number; refundOf: number | null },
  { refund, refundOf }: RefundChoice,
): { refund: number; refundOf: number | null } {
  if (refund === false) {
    // What GET answered can be sent back with `refund` alone turned off.
    if (refundOf != null && refundOf !== old.refundOf) throw new Refusal(400, "refundContradicts");
    return { refund: 0, refundOf: null };
  }
  const of = refundOf === undefined ? old.refundOf : refundOf;
  return { refund: refund === true || of !== null ? 1 : old.refund, refundOf: of };
}

/** To name an expense is to be told of it: what a token may not read, it may not name either. */
export function requireMayName({ caller }: Context, { refundOf }: RefundChoice): void {
  if (refundOf == null || mayRead(caller)) return;
  throw new Refusal(403, "scopeMissing", { scope: "read" }, challenge("insufficient_scope"));
}

type RefundPart = Pick<StoredRecord, "type" | "amount" | "refund" | "refundOf">;

/** Refuses a refund that is no income, or that gives back more than there was. `ownId` is its own. */
export async function checkRefund(
  ctx: Context,
  next: RefundPart,
  expense: StoredRecord | undefined,
  ownId?: number,
): Promise<void> {
  if (next.refund === 0) return;
  requireRefundIncome(next);
  if (next.refundOf === null) return;
  const isExpense = expense?.type === "expense" && expense.transferId === null;
  // An expense that becomes an income cannot be what it gives back itself.
  if (!isExpense || expense.id === ownId) throw new Refusal(400, "refundOfNothing");
  const others = await refundedOf(ctx, expense.id, ownId);
  if (others.sum + next.amount > expense.amount) {
    throw refundTooLarge((others.sum + next.amount) as Fen, expense.amount);
  }
}

export function requireRefundIncome({ refund, type }: Pick<RefundPart, "refund" | "type">): void {
  if (refund === 1 && type !== "income") throw new Refusal(400, "refundNotIncome");
}

/** Refuses to delete or to turn any of the records that has a refund, unless that goes as well. */
export async function refuseRefunded(
  { db, userId }: Context,
  ids: number[],
  going: number[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const refunded = await db.get<{ sum: Fen }>(sql`
    select cast(sum(amount) as bigint) as sum from records
    where user_id = ${userId} and refund_of in (${join(ids)})
      ${going.length === 0 ? empty : sql`and id not in (${join(going)})`}
    group by refund_of order by refund_of limit 1`);
  if (refunded) throw new Refusal(400, "expenseHasRefunds", { refunded: yuanFixed(refunded.sum) });
}

/** Refuses to shrink, turn or delete (`next` undefined) an expense below what was refunded of it. */
export async function checkRefunded(
  ctx: Context,
  old: Pick<StoredRecord, "id" | "type" | "amount">,
  next: RefundPart | undefined,
): Promise<void> {
  if (old.type !== "expense") return;
  if (next !== undefined && next.type === "expense" && next.amount >= old.amount) return;
  const { sum, count } = await refundedOf(ctx, old.id);
  if (count === 0) return;
  if (next === undefined || next.type !== "expense") {
    throw new Refusal(400, "expenseHasRefunds", { refunded: yuanFixed(sum) });
  }
  if (sum > next.amount) throw refundTooLarge(sum, next.amount);
}

/** Refuses expenses among the records, and of refunds among them, that no longer cover their refunds. */
export async function requireCovered({ db, userId }: Context, ids: number[]): Promise<void> {
  const short = await db.get<{ amount: Fen; refunded: Fen }>(sql`
    select e.amount, cast(sum(r.amount) as bigint) as refunded
    from records e join records r on r.user_id = ${userId} and r.refund_of = e.id
    where e.user_id = ${userId} and e.id in (
      select coalesce(n.refund_of, n.id) from records n
      where n.user_id = ${userId} and n.id in (${join(ids)}))
    group by e.id, e.amount having sum(r.amount) > e.amount order by e.id limit 1`);
  if (short !== undefined) throw refundTooLarge(short.refunded, short.amount);
}

function refundTooLarge(refunded: Fen, amount: Fen): Refusal {
  return new Refusal(400, "refundTooLarge", {
    refunded: yuanFixed(refunded),
    amount: yuanFixed(amount),
  });
}

/** How often and how much of an expense came back, without the refund `exceptId`. */
async function refundedOf(
  { db, userId }: Context,
  expenseId: number,
  exceptId = 0,
): Promise<{ count: number; sum: Fen }> {
  const row = await db.get<{ count: number; sum: Fen }>(sql`
    select count(*) as count, cast(coalesce(sum(amount), 0) as bigint) as sum from records
    where user_id = ${userId} and refund_of = ${expenseId} and id <> ${exceptId}`);
  return row as { count: number; sum: Fen };
}
