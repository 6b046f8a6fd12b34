import sql from "sql-template-tag";
import type { Budget } from "../contract/budgets.ts";
import type { contract } from "../contract/contract.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Fen } from "../ledger/money.ts";
import { nowInstant } from "./book.ts";
import type { Context, Handlers } from "./handler.ts";
import { requireUser } from "./users.ts";
import { keepVersion } from "./versions.ts";
import { fenOf, yuan } from "./wire.ts";

/** A budget as stored: its amount in fen. */
export interface BudgetRow extends Omit<Budget, "amount"> {
  amount: Fen;
}

const budgetFields = sql`id as "id", user_id as "userId", category as "category",
  amount as "amount", month as "month", created_at as "createdAt", updated_at as "updatedAt"`;

export const budgetHandlers: Handlers<(typeof contract)["budgets"]> = {
  async list(ctx, { query }) {
    return (await listBudgets(ctx, query.month)).map(presentBudget);
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
    await keepVersion(ctx, "budget", old.id, "update");
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

/** The user's budgets, of one month or all, newest created first. */
export function listBudgets({ db, userId }: Context, month?: string): Promise<BudgetRow[]> {
  const ofMonth = month === undefined ? sql`` : sql`and month = ${month}`;
  return db.all<BudgetRow>(sql`select ${budgetFields} from budgets
    where user_id = ${userId} ${ofMonth} order by created_at desc, id desc`);
}

async function getBudget({ db, userId }: Context, id: number): Promise<BudgetRow> {
  const budget = await db.get<BudgetRow>(
    sql`select ${budgetFields} from budgets where user_id = ${userId} and id = ${id}`,
  );
  if (budget === undefined) throw new Refusal(404, "budgetNotFound");
  return budget;
}

export function presentBudget(row: BudgetRow): Budget {
  return { ...row, amount: yuan(row.amount) };
}
