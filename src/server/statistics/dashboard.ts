import type { contract } from "../../contract/contract.ts";
import { dayOf, monthOf } from "../../ledger/calendar.ts";
import { type FenSum, fenSum, sumFen } from "../../ledger/money.ts";
import { type AccountRow, listAccounts } from "../accounts/accounts.ts";
import type { Handlers } from "../handler/context.ts";
import { mapInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import { listBudgets, presentUsage } from "./budgets.ts";
import { readOverview } from "./overview.ts";
import { monthTotals } from "./statistics.ts";

export const dashboardHandlers: Handlers<(typeof contract)["dashboard"]> = {
  overview: (ctx, { query }) => readOverview(ctx, query),

  /** The current month is the server zone's (decisions D5); budgets are those of the same month. */
  async summary(ctx) {
    const month = monthOf(dayOf(ctx.now, ctx.zone));
    // None needs another's answer: on a database at the end of a wire they travel together.
    const [accounts, totals, budgets] = await Promise.all([
      listAccounts(ctx),
      monthTotals(ctx, month),
      listBudgets(ctx, month),
    ]);
    return {
      totalBalance: yuan(sumFen(accounts.map((account) => account.balance))),
      ...worthOf(accounts),
      monthIncome: yuan(totals.income),
      monthExpense: yuan(totals.expense),
      accounts: await mapInTurns(accounts, ({ id, userId, name, type, color, balance }) => ({
        id,
        userId,
        name,
        type,
        color,
        balance: yuan(balance),
      })),
      budgetUsage: await presentUsage(budgets, totals.categories),
    };
  },
};

/** What is owned and what is owed, told by the sign alone; said where a book tells kinds of accounts apart. */
function worthOf(accounts: AccountRow[]): { assets?: number; liabilities?: number } {
  if (accounts.every(({ kind }) => kind === null)) return {};
  const sum = (wanted: (balance: FenSum) => boolean) =>
    sumFen(accounts.map(({ balance }) => balance).filter(wanted));
  const owed = sum((balance) => balance < 0);
  return { assets: yuan(sum((balance) => balance > 0)), liabilities: yuan(fenSum(-BigInt(owed))) };
}
