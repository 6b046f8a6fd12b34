import type { Budget, BudgetUsage } from "../../contract/budgets.ts";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type FenSum, percentage, ZERO } from "../../ledger/money.ts";
import { selectList } from "../../store/names.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersion } from "../book/versions.ts";
import { type Context, type Handlers, stepAside } from "../handler/context.ts";
import { allOfFew, answerRows, mapInTurns } from "../handler/in-turns.ts";
import { fenOf, yuan } from "../handler/money-json.ts";
import { presenter, type Stored } from "../handler/stored.ts";

const FIELDS = ["id", "userId", "category", "amount", "month", "createdAt", "updatedAt"] as const;
export type BudgetRow = Stored<Budget, (typeof FIELDS)[number]>;
const budgetFields = selectList(FIELDS);
export const presentBudget = presenter<Budget>(FIELDS);

export const budgetHandlers: Handlers<(typeof contract)["budgets"]> = {
  async list(ctx, { query }) {
    await stepAsideOfBudgets(ctx, query.month);
    return answerRows(ctx.db, budgetsOf(ctx, query.month), (row: BudgetRow) =>
      JSON.stringify(presentBudget(row)),
    );
  },

  async get(ctx, { params }) {
    return presentBudget(await getBudget(ctx, params.id));
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const now = nowInstant(ctx);
    const made = await ctx.db.get<BudgetRow>(sql`
      insert into budgets (user_id, category, amount, month, created_at, updated_at)
      values (${ctx.userId}, ${body.category}, ${fenOf(body.amount)}, ${body.month}, ${now}, ${now})
      returning ${budgetFields}`);
    return presentBudget(made as BudgetRow);
  },

  async update(ctx, { params, body }) {
    const old = await getBudget(ctx, params.id);
    const amount = body.amount === undefined ? old.amount : fenOf(body.amount);
    const { category = old.category, month = old.month } = body;
    if (amount === old.amount && category === old.category && month === old.month) {
      return presentBudget(old);
    }
    await keepVersion(ctx, "budget", old.id, { to: { category, amount, month } });
    const updated = await ctx.db.get<BudgetRow>(sql`
      update budgets set category = ${category}, amount = ${amount}, month = ${month},
        updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${budgetFields}`);
    if (updated === undefined) throw new Refusal(404, "budgetNotFound");
    return presentBudget(updated);
  },

  async remove(ctx, { params }) {
    await getBudget(ctx, params.id);
    await keepVersion(ctx, "budget", params.id, "delete");
    const removed = await ctx.db.run(
      sql`delete from budgets where user_id = ${ctx.userId} and id = ${params.id}`,
    );
    if (removed === 0) throw new Refusal(404, "budgetNotFound");
    return null;
  },
};

/** The user's budgets of a month, newest created first. */
export async function listBudgets(ctx: Context, month: string): Promise<BudgetRow[]> {
  await stepAsideOfBudgets(ctx, month);
  return allOfFew<BudgetRow>(ctx, budgetsOf(ctx, month));
}

/** So many are put in order at once. */
const MOST_SORTED = 5_000;

function stepAsideOfBudgets(ctx: Context, month?: string): Promise<void> {
  return stepAside(ctx, `budgets ${month}`, () => {
    const ofMonth = month === undefined ? sql`` : sql`and month = ${month}`;
    return sql`select 1 as one from budgets where user_id = ${ctx.userId} ${ofMonth}
      limit 1 offset ${raw(String(MOST_SORTED))}`;
  });
}

function budgetsOf({ userId }: Context, month?: string): Sql {
  const ofMonth = month === undefined ? sql`` : sql`and month = ${month}`;
  return sql`select ${budgetFields} from budgets
    where user_id = ${userId} ${ofMonth} order by created_at desc, id desc`;
}

async function getBudget({ db, userId }: Context, id: number): Promise<BudgetRow> {
  const budget = await db.get<BudgetRow>(
    sql`select ${budgetFields} from budgets where user_id = ${userId} and id = ${id}`,
  );
  if (budget === undefined) throw new Refusal(404, "budgetNotFound");
  return budget;
}

/** Budgets with what was spent on the category of each in their month. */
export async function presentUsage(
  budgets: BudgetRow[],
  categories: { category: string; amount: FenSum }[],
): Promise<BudgetUsage[]> {
  const spentOn = new Map(categories.map(({ category, amount }) => [category, amount]));
  return mapInTurns(budgets, (budget) => {
    const spent = spentOn.get(budget.category) ?? ZERO;
    return Object.assign(presentBudget(budget), {
      spent: yuan(spent),
      // Hundredths print as fen do: with at most two decimals.
      percentage: yuan(percentage(spent, budget.amount)),
    });
  });
}
