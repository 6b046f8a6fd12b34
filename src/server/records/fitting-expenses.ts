/** The expenses that a refund may give back, for a refund that names none. */
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { empty, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/** How long after an expense its money may come back. */
const BACK_DAYS = 180;
const AT_MOST = 100;

const REFUND_WORDS = /退款|退了|退货|退|refund(ed)?/giu;

/** What is known of a refund; an account and a category only where they were said. */
export interface WantedExpense {
  amount: Fen;
  day: Day;
  accountId: number | undefined;
  category: string | undefined;
  /** What was said besides; a part of the expense's description or its category. */
  words: string;
}

export interface FittingExpense {
  id: number;
  accountId: number;
  category: string;
  description: string | null;
  day: string;
}

/**
 * Returns the expenses of which just this amount is left to be given back, the newest first: those that
 * the words name, where they name any.
 */
export async function findFittingExpenses(
  { db, userId }: Context,
  { amount, day, accountId, category, words }: WantedExpense,
): Promise<FittingExpense[]> {
  const found = await db.all<FittingExpense>(sql`
    select e.id, e.account_id, e.category, e.description, e.day from records e
    where e.user_id = ${userId} and e.day <= ${day} and e.day >= ${shiftDay(day, -BACK_DAYS)}
      and e.type = 'expense' and e.transfer_id is null and e.amount >= ${amount}
      ${accountId === undefined ? empty : sql`and e.account_id = ${accountId}`}
      ${category === undefined ? empty : sql`and e.category = ${category}`}
      and e.amount - cast(coalesce((select sum(b.amount) from records b
        where b.user_id = ${userId} and b.refund_of = e.id), 0) as bigint) = ${amount}
    order by e.day desc, e.id desc limit ${AT_MOST}`);
  const said = words.replace(REFUND_WORDS, " ").trim().toLowerCase();
  const isNamed = (expense: FittingExpense) =>
    `${expense.category} ${expense.description ?? ""}`.toLowerCase().includes(said);
  const named = said === "" ? [] : found.filter(isNamed);
  return named.length > 0 ? named : found;
}
