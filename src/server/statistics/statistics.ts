/** Figures of months and days. They read the day totals alone, so they cost days, not records. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { type Month, monthBefore, monthBounds, monthNumber } from "../../ledger/calendar.ts";
import { addFen, type FenSum, fen, fenSum, fenSumOf, ZERO } from "../../ledger/money.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "../../store/counted.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { type Context, type Handlers, stepAside } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { allOfFew, eachInTurns, mapInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";

/** What a month adds up to. */
export interface MonthTotals {
  income: FenSum;
  expense: FenSum;
  /** Expense by category, largest first, then in code-point order. */
  categories: { category: string; amount: FenSum }[];
}

export const statisticsHandlers: Handlers<(typeof contract)["statistics"]> = {
  async monthly(ctx, { query }) {
    const totals = await monthTotals(ctx, query.month as Month);
    return {
      totalIncome: yuan(totals.income),
      totalExpense: yuan(totals.expense),
      balance: yuan(addFen(totals.income, negated(totals.expense))),
      categoryStats: await mapInTurns(totals.categories, ({ category, amount }) => ({
        category,
        amount: yuan(amount),
      })),
    };
  },

  async trend(ctx, { query }) {
    const { first, last } = daysBetween(query, ctx.zone);
    const conditions = [sql`user_id = ${ctx.userId}`];
    if (first !== undefined) conditions.push(sql`day >= ${first}`);
    if (last !== undefined) conditions.push(sql`day <= ${last}`);
    const rows = await ctx.db.all<{ date: string; income: string; expense: string }>(sql`
      select day as date,
        cast(sum(case when type = 'income' then amount else 0 end) as text) as income,
        cast(sum(case when type = 'expense' then amount else 0 end) as text) as expense
      from day_totals where ${join(conditions, " and ")} group by day order by day`);
    return rows.map(({ date, income, expense }) => ({
      date,
      income: yuan(fenSumOf(income)),
      expense: yuan(fenSumOf(expense)),
    }));
  },

  async categories(ctx, { query }) {
    await stepAsideOfDays(ctx, daysBetween(query, ctx.zone));
    const rows = await allOfFew<{ category: string; amount: string; count: string }>(
      ctx,
      sql`select category, cast(sum(amount) as text) as amount, cast(sum(count) as text) as count
      from ${countedBy(ctx, query)} group by category order by sum(amount) desc, category`,
    );
    return mapInTurns(rows, ({ category, amount, count }) => ({
      category,
      amount: yuan(fenSumOf(amount)),
      count: Number(count),
    }));
  },

  async compare(ctx, { query }) {
    const month = query.month as Month;
    const before = monthBefore(month);
    const [current, last] = await twoMonths(ctx, before, month);
    return {
      currentMonth: { label: labelOf(month), ...current },
      lastMonth: { label: labelOf(before), ...last },
    };
  },
};

type CategoryQuery = Input<(typeof contract)["statistics"]["categories"]>["query"];

/** What counts, as rows of category, amount and count. Day totals know no accounts; records do. */
function countedBy({ userId, zone }: Context, query: CategoryQuery): Sql {
  const { first, last } = daysBetween(query, zone);
  const conditions = [sql`user_id = ${userId}`];
  if (first !== undefined) conditions.push(sql`day >= ${first}`);
  if (last !== undefined) conditions.push(sql`day <= ${last}`);
  if (query.accountId === undefined) {
    conditions.push(sql`type = ${query.type}`);
    return sql`(select category, amount, count from day_totals
      where ${join(conditions, " and ")}) as counted`;
  }
  conditions.push(sql`account_id = ${query.accountId}`, sql`${COUNTED_TYPE} = ${query.type}`);
  return sql`(select category, ${COUNTED_AMOUNT} as amount, 1 as count from records
    where ${join(conditions, " and ")}) as counted`;
}

/** Income and expense of a month and of the month before: four sums of one walk over their days. */
async function twoMonths(ctx: Context, before: Month, month: Month) {
  const { db, userId } = ctx;
  const { first, last } = monthBounds(month);
  await stepAsideOfDays(ctx, { first: monthBounds(before).first, last });
  const sums = await db.get<Record<string, string | null>>(sql`
    select cast(sum(case when type = 'income' and day >= ${first} then amount else 0 end) as text) as income,
      cast(sum(case when type = 'expense' and day >= ${first} then amount else 0 end) as text) as expense,
      cast(sum(case when type = 'income' and day < ${first} then amount else 0 end) as text) as income_before,
      cast(sum(case when type = 'expense' and day < ${first} then amount else 0 end) as text) as expense_before
    from day_totals
    where user_id = ${userId} and day >= ${monthBounds(before).first} and day <= ${last}`);
  const shown = (name: string) => yuan(fenSumOf(sums?.[name] ?? "0"));
  return [
    { income: shown("income"), expense: shown("expense") },
    { income: shown("incomeBefore"), expense: shown("expenseBefore") },
  ] as const;
}

function labelOf(month: Month): string {
  return `${monthNumber(month)}月`;
}

/** What the user's month adds up to, whole and by category. */
export async function monthTotals(ctx: Context, month: Month): Promise<MonthTotals> {
  const { first, last } = monthBounds(month);
  await stepAsideOfDays(ctx, { first, last });
  const rows = await allOfFew<{ isIncome: number; category: string; amount: string }>(
    ctx,
    sql`select case when type = 'income' then 1 else 0 end as is_income, category,
      cast(sum(amount) as text) as amount
    from day_totals where user_id = ${ctx.userId} and day >= ${first} and day <= ${last}
    group by type, category order by sum(amount) desc, category`,
  );
  let income: FenSum = ZERO;
  let expense: FenSum = ZERO;
  const categories: MonthTotals["categories"] = [];
  await eachInTurns(rows, (row) => {
    const amount = fenSumOf(row.amount);
    if (row.isIncome === 1) {
      income = addFen(income, amount);
    } else {
      expense = addFen(expense, amount);
      categories.push({ category: row.category, amount });
    }
  });
  return { income, expense, categories };
}

/** So many totals of days are summed at once. A month of a book has some hundreds, and very many only where each entry has a category of its own. */
const MOST_TOTALS = 10_000;

/** What goes through the totals of very many days and categories holds nobody. */
export async function stepAsideOfDays(
  ctx: Context,
  { first, last }: { first?: string | undefined; last?: string | undefined },
): Promise<void> {
  await stepAside(ctx, `days ${first} ${last}`, () => {
    const from = first === undefined ? sql`` : sql`and day >= ${first}`;
    const to = last === undefined ? sql`` : sql`and day <= ${last}`;
    return sql`select 1 as one from day_totals where user_id = ${ctx.userId} ${from} ${to}
      limit 1 offset ${raw(String(MOST_TOTALS))}`;
  });
}

function negated(sum: FenSum): FenSum {
  return typeof sum === "bigint" ? fenSum(-sum) : fen(-sum);
}
