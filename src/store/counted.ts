/**
 * What a record counts for in the totals of its day, as SQL. A refund is an income to its account,
 * and in every statistic it lowers the expense of its category. The same rule in TypeScript:
 * `counted` in ledger/effect.ts.
 */
import { type Sql, sql } from "./sql.ts";

export const COUNTED_TYPE: Sql = sql`case when refund = 1 then 'expense' else type end`;
export const COUNTED_AMOUNT: Sql = sql`case when refund = 1 then -amount else amount end`;
