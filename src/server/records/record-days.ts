/** The days that a filter of records touches, with what each adds up to. */
import { fenSumOf } from "../../ledger/money.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "../../store/counted.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";

interface DayRow {
  date: string;
  income: string;
  expense: string;
  count: number;
}

/** `filtered` stands behind `from` and names the user. Newest day first. A refund lowers the expense of its day. */
export async function recordDays({ db }: Context, filtered: Sql) {
  const rows = await db.all<DayRow>(sql`
    select day as date,
      cast(sum(case when type = 'income' then amount else 0 end) as text) as income,
      cast(sum(case when type = 'expense' then amount else 0 end) as text) as expense,
      count(*) as count
    from (
      select day, ${COUNTED_TYPE} as type, ${COUNTED_AMOUNT} as amount from ${filtered}
    ) as counted
    group by day order by day desc`);
  return rows.map(({ date, income, expense, count }) => ({
    date,
    income: yuan(fenSumOf(income)),
    expense: yuan(fenSumOf(expense)),
    count,
  }));
}
