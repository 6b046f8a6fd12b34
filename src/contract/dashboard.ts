import Type from "typebox";
import { BudgetUsage } from "./budgets.ts";
import { endpoint } from "./endpoint.ts";
import { AccountType, Id, Sum, UserId } from "./fields.ts";

export const dashboard = {
  summary: endpoint({
    method: "GET",
    path: "/api/dashboard/summary",
    tag: "总览",
    summary: { zh: "总览：总余额、本月收支、预算使用", en: "Balance, this month, budget usage" },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Object({
      totalBalance: Sum,
      monthIncome: Sum,
      monthExpense: Sum,
      accounts: Type.Array(
        Type.Object({
          id: Id,
          userId: UserId,
          name: Type.String(),
          type: AccountType,
          color: Type.String(),
          balance: Sum,
        }),
      ),
      budgetUsage: Type.Array(BudgetUsage),
    }),
  }),
};
