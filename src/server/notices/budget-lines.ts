/** What budgets of the month are nearly spent, or more than that. */
import { say } from "../../contract/messages.ts";
import { type Day, monthBounds, monthOf } from "../../ledger/calendar.ts";
import { type FenSum, fenSum, percentage } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { listBudgets } from "../statistics/budgets.ts";
import type { Line } from "./line.ts";

/** In hundredths of a percent. */
const LEVELS = [8_000n, 10_000n];

export async function budgetLines(ctx: Context, today: Day): Promise<Line[]> {
  const month = monthOf(today);
  const budgets = await listBudgets(ctx, month);
  if (budgets.length === 0) return [];
  const spent = await spentInMonth(ctx, today);
  return budgets.flatMap(({ id, category, amount }) => {
    const used = BigInt(percentage(spent.get(category) ?? fenSum(0n), amount));
    const passed = LEVELS.filter((level) => used >= level);
    if (passed.length === 0) return [];
    const keys = passed.map((level) => `budget ${id} ${month} ${level / 100n}`);
    return { keys, text: say("lineBudget", "zh", { category, percent: String(used / 100n) }) };
  });
}

async function spentInMonth({ db, userId }: Context, today: Day): Promise<Map<string, FenSum>> {
  const { first, last } = monthBounds(monthOf(today));
  const rows = await db.all<{ category: string; amount: string }>(sql`
    select category, cast(sum(amount) as text) as amount from day_totals
    where user_id = ${userId} and day >= ${first} and day <= ${last} and type = 'expense'
    group by category`);
  return new Map(rows.map(({ category, amount }) => [category, fenSum(BigInt(amount))]));
}
