/**
 * Categories of a book that are one and go by two names (ledger/categories.ts): finds them, and gives
 * records, budgets, plans and rules the one name. No money moves between accounts, only between the totals of
 * a day.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import type { RecordType } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { usualName } from "../../ledger/categories.ts";
import { type Fen, fen, MAX_AMOUNT } from "../../ledger/money.ts";
import { COUNTED_TYPE } from "../../store/counted.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { type Counted, lockBook, moveDayTotals, nowInstant } from "../book/balances.ts";
import { keepVersion, keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongContext, type LongHandler } from "../handler/long-context.ts";
import { giveCategory } from "../records/refund-categories.ts";

type RenameEndpoint = (typeof contract)["categories"]["rename"];
type Body = Input<RenameEndpoint>["body"];
type Rename = Body["renames"][number];

/** Records renamed between two turns of the event loop. */
const PAGE = 500;

/** A name in use, with what bears it. */
interface NameInUse {
  type: RecordType;
  category: string;
  records: number;
  budgets: number;
  rules: number;
}

/** The pairs of names of which the book has both, or two others of one category. */
export async function listRenames(ctx: Context) {
  const used = await namesInUse(ctx);
  const groups = new Map<string, NameInUse[]>();
  await eachInTurns(used, (one) => {
    const key = `${one.type} ${usualName(one.type, one.category) ?? one.category}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  });
  const renames = [];
  for (const [key, names] of groups) {
    if (names.length < 2) continue;
    const to = key.slice(key.indexOf(" ") + 1);
    const others = [to];
    for (const { category: from, ...use } of names) {
      if (from === to) continue;
      renames.push({ from, to, ...use, months: await sharedMonths(ctx, from, others) });
      others.push(from);
    }
  }
  return renames;
}

/** Every name that records, budgets or rules bear; from the day totals, so that it costs days. */
function namesInUse({ db, userId }: Context): Promise<NameInUse[]> {
  return allInTurns<NameInUse>(
    db,
    sql`
    select type, category, cast(sum(records) as integer) as records,
      cast(sum(budgets) as integer) as budgets, cast(sum(rules) as integer) as rules
    from (
      select type, category, count as records, 0 as budgets, 0 as rules
      from day_totals where user_id = ${userId}
      union all
      select 'expense' as type, category, 0 as records, 1 as budgets, 0 as rules
      from budgets where user_id = ${userId}
      union all
      select case when coalesce(kind, only_kind) = 'income' then 'income' else 'expense' end as type,
        category, 0 as records, 0 as budgets, 1 as rules
      from rules where user_id = ${userId} and category is not null
    ) as used
    group by type, category order by type, category`,
  );
}

/** Months with a budget under this name and under one of the others. */
async function sharedMonths(
  { db, userId }: Context,
  from: string,
  others: string[],
): Promise<string[]> {
  const rows = await db.all<{ month: string }>(sql`
    select distinct b.month from budgets b join budgets o on o.user_id = b.user_id and o.month = b.month
    where b.user_id = ${userId} and b.category = ${from} and o.category in (${join(others)})
    order by b.month`);
  return rows.map(({ month }) => month);
}

/** Renames all that is asked for in one transaction, which lets others have their turn on the way. */
export const renameCategories: LongHandler<RenameEndpoint> = (own: LongContext, { body }) =>
  own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      own.act = ctx.act;
      await lockBook(ctx);
      const done = { records: 0, budgets: 0, rules: 0 };
      let plans = 0;
      for (const rename of body.renames) {
        if (rename.from === rename.to) continue;
        done.records += await renameRecords(ctx, rename);
        if (rename.type === "expense") {
          done.budgets += await renameBudgets(ctx, rename, body.budgets);
        }
        done.rules += await renameRules(ctx, rename);
        plans += await renamePlans(ctx, rename);
      }
      return { ...done, ...(plans > 0 && { plans }) };
    },
    { long: true },
  );

/** Which records a rename is about: a refund counts as an expense; a fee follows its transfer. */
function recordsOf({ type, from }: Rename): Sql {
  return sql`category = ${from} and ${COUNTED_TYPE} = ${type} and transfer_id is null`;
}

async function renameRecords(ctx: Context, rename: Rename): Promise<number> {
  const { db, userId } = ctx;
  let renamed = 0;
  for (let last = { day: "", id: 0 }; ; ) {
    const page = await db.all<Counted & { id: number }>(sql`
      select id, day, type, category, amount, refund from records
      where user_id = ${userId} and ${recordsOf(rename)} and (day, id) > (${last.day}, ${last.id})
      order by day, id limit ${PAGE}`);
    if (page.length === 0) return renamed;
    last = page.at(-1) as (typeof page)[number];
    const among = sql`id in (${join(page.map(({ id }) => id))})`;
    await moveDayTotals(ctx, page, await giveCategory(ctx, among, rename.to));
    renamed += page.length;
    await nextTurn();
  }
}

interface Budget {
  id: number;
  month: string;
  amount: Fen;
}

/**
 * Gives the budgets the new name. Where a month has one under both names, the caller has said what
 * becomes of them: their caps are added, or the cap under the new name stays.
 */
async function renameBudgets(
  ctx: Context,
  { from, to }: Rename,
  choice: Body["budgets"],
): Promise<number> {
  const moving = await budgetsOf(ctx, from);
  const staying = new Map<string, Budget>();
  for (const budget of await budgetsOf(ctx, to)) {
    if (!staying.has(budget.month)) staying.set(budget.month, budget);
  }
  const shared = moving.filter(({ month }) => staying.has(month)).map(({ month }) => month);
  if (shared.length > 0 && choice === undefined) {
    throw new Refusal(400, "renameBudgets", { from, to, months: [...new Set(shared)].join("、") });
  }
  for (const budget of moving) {
    const other = staying.get(budget.month);
    if (other === undefined) {
      await changeBudget(ctx, budget.id, { category: to }, sql`category = ${to}`);
      staying.set(budget.month, budget);
      continue;
    }
    if (choice === "add") {
      other.amount = fen(other.amount + budget.amount);
      if (other.amount > MAX_AMOUNT) throw new Refusal(400, "renameBudgetTooLarge", { to });
      const { amount } = other;
      await changeBudget(ctx, other.id, { amount }, sql`amount = ${amount}`);
    }
    await keepVersion(ctx, "budget", budget.id, "delete");
    await ctx.db.run(sql`delete from budgets where user_id = ${ctx.userId} and id = ${budget.id}`);
  }
  return moving.length;
}

function budgetsOf({ db, userId }: Context, category: string): Promise<Budget[]> {
  return db.all<Budget>(sql`select id, month, amount from budgets
    where user_id = ${userId} and category = ${category} order by id`);
}

async function changeBudget(ctx: Context, id: number, to: object, change: Sql): Promise<void> {
  await keepVersion(ctx, "budget", id, { to });
  await ctx.db.run(sql`update budgets set ${change}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${id}`);
}

/** What a plan books would bring the other name back. */
async function renamePlans(ctx: Context, { type, from, to }: Rename): Promise<number> {
  const named = sql`kind = ${type} and category = ${from}`;
  await keepVersions(ctx, "plan", named, { to: { category: to } });
  return ctx.db.run(sql`update plans set category = ${to}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and ${named}`);
}

/** Rules are no part of the history: after an undo they go on with the one name. */
function renameRules(ctx: Context, { type, from, to }: Rename): Promise<number> {
  const kind = type === "income" ? sql`= 'income'` : sql`<> 'income'`;
  return ctx.db.run(sql`update rules set category = ${to}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and category = ${from}
      and coalesce(kind, only_kind, '') ${kind}`);
}
