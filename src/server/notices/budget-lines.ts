/** What budgets of the month are nearly spent, or more than that. */
import { say } from "../../contract/messages.ts";
import { type Day, monthOf } from "../../ledger/calendar.ts";
import { percentage, ZERO } from "../../ledger/money.ts";
import type { Context } from "../handler/context.ts";
import { eachInTurns } from "../handler/in-turns.ts";
import { listBudgets } from "../statistics/budgets.ts";
import { monthTotals } from "../statistics/statistics.ts";
import type { Line } from "./line.ts";

/** In hundredths of a percent. */
const LEVELS = [8_000n, 10_000n];

export async function budgetLines(ctx: Context, today: Day): Promise<Line[]> {
  const month = monthOf(today);
  const budgets = await listBudgets(ctx, month);
  if (budgets.length === 0) return [];
  const { categories } = await monthTotals(ctx, month);
  const spent = new Map(categories.map((one) => [one.category, one.amount]));
  const lines: Line[] = [];
  await eachInTurns(budgets, ({ id, category, amount }) => {
    const used = BigInt(percentage(spent.get(category) ?? ZERO, amount));
    const passed = LEVELS.filter((level) => used >= level);
    if (passed.length === 0) return;
    const keys = passed.map((level) => `budget ${id} ${month} ${level / 100n}`);
    const percent = String(used / 100n);
    lines.push({ keys, text: say("lineBudget", "zh", { category, percent }) });
  });
  return lines;
}
