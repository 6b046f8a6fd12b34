import type { contract } from "../contract/contract.ts";
import { dayOf, monthOf } from "../ledger/calendar.ts";
import { addFen, percentage, ZERO } from "../ledger/money.ts";
import { listAccounts } from "./accounts.ts";
import { listBudgets, presentBudget } from "./budgets.ts";
import type { Handlers } from "./handler.ts";
import { monthTotals } from "./statistics.ts";
import { yuan } from "./wire.ts";

export const dashboardHandlers: Handlers<(typeof contract)["dashboard"]> = {
  /** The current month is the server zone's (decisions D5); budgets are those of the same month. */
  async summary(ctx) {
    const month = monthOf(dayOf(ctx.now, ctx.zone));
    // None needs another's answer: on a database at the end of a wire they travel together.
    const [accounts, totals, budgets] = await Promise.all([
      listAccounts(ctx),
      monthTotals(ctx, month),
      listBudgets(ctx, month),
    ]);
    const spentOn = new Map(totals.categories.map((row) => [row.category, row.amount]));
    return {
      totalBalance: yuan(addFen(...accounts.map((account) => account.balance))),
      monthIncome: yuan(totals.income),
      monthExpense: yuan(totals.expense),
      accounts: accounts.map(({ id, userId, name, type, color, balance }) => ({
        id,
        userId,
        name,
        type,
        color,
        balance: yuan(balance),
      })),
      budgetUsage: budgets.map((budget) => {
        const spent = spentOn.get(budget.category) ?? ZERO;
        return {
          ...presentBudget(budget),
          spent: yuan(spent),
          // Hundredths print as fen do: with at most two decimals.
          percentage: yuan(percentage(spent, budget.amount)),
        };
      }),
    };
  },
};
