/** Handler of the forecast: balances, what is planned, and what is usually spent besides. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { type Day, dayOf, laterOf, type Month, monthOf, shiftDay } from "../../ledger/calendar.ts";
import {
  type Forecast,
  type ForecastDay,
  Forecaster,
  type PlannedMove,
  spread,
} from "../../ledger/forecast.ts";
import { addFen, type Fen, type FenSum, fenSum, fenSumOf, ZERO } from "../../ledger/money.ts";
import { calendarMonth, daysBetween } from "../../ledger/period.ts";
import { sql } from "../../store/sql.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { requireUser } from "../auth/users.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { mapInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import { standingByDays } from "./listed.ts";
import { isToCome, presentOccurrence, type Standing } from "./occurrence-row.ts";
import { readPlans } from "./plan-row.ts";

type Declared = (typeof contract)["forecasts"]["get"];
type Query = Input<Declared>["query"];

const USUAL_DAYS = 90;
/** What waits longer than this is no forecast. */
const DAYS_BACK = 400;

/** So many occurrences stand in an answer, the first ones; its sums are of all. */
const MOST_ITEMS = 5_000;

export const forecastHandlers: Handlers<(typeof contract)["forecasts"]> = {
  async get(ctx, { query }) {
    await requireUser(ctx);
    const { days: count = USUAL_DAYS, accountId } = query;
    const first = dayOf(ctx.now, ctx.zone);
    const last = shiftDay(first, count - 1);
    const accounts = await listAccounts(ctx);
    const wanted = accounts.filter(({ id }) => accountId === undefined || id === accountId);
    const balances = new Map(wanted.map(({ id, balance }) => [id, balance as FenSum]));
    const {
      forecast: seen,
      items,
      more,
      spent,
    } = await readAhead(ctx, first, last, {
      balances,
      accountId,
    });
    const pace = await readPace(ctx, query, seen, spent);
    return {
      from: first,
      to: last,
      total: seen.days.map(({ day, in: into, out, balance }, at) => ({
        date: day,
        in: yuan(into),
        out: yuan(out),
        balance: yuan(balance),
        ...(pace && { withPace: yuan(addFen(balance, fenSum(-BigInt(pace[at] as FenSum)))) }),
      })),
      accounts: await mapInTurns(seen.accounts, ({ accountId: id, balance, lowest, below }) => ({
        accountId: id,
        balance: yuan(balance),
        lowest: { date: lowest.day, balance: yuan(lowest.balance) },
        ...(below !== undefined && { below }),
      })),
      items: items.map(presentOccurrence),
      ...(more > 0 && { more }),
    };
  },
};

/** What is seen of the days to come, and what is planned for them. */
interface Ahead {
  forecast: Forecast;
  /** The first of what is planned. */
  items: Standing[];
  /** How many there are besides. */
  more: number;
  spent: PlannedSpending;
}

interface Looking {
  balances: ReadonlyMap<number, FenSum>;
  /** Only what moves this account. */
  accountId: number | undefined;
}

async function readAhead(
  ctx: Context,
  first: Day,
  last: Day,
  { balances, accountId }: Looking,
): Promise<Ahead> {
  const run = new Forecaster(first, balances);
  const items: Standing[] = [];
  const spent = new PlannedSpending(first);
  let count = 0;
  for await (const some of plannedByDays(ctx, first, last)) {
    const its = accountId === undefined ? some : some.filter((one) => touches(one, accountId));
    run.goOn((some.at(-1) as Standing).date, its.flatMap(movesOf));
    for (const one of its) {
      if (items.length < MOST_ITEMS) items.push(one);
      spent.add(one);
    }
    count += its.length;
  }
  run.goOn(last, []);
  return { forecast: run.seen(), items, more: count - items.length, spent };
}

/** The forecast in short: all accounts together, the lowest day, and who is short of money first. */
export interface Outlook {
  days: ForecastDay[];
  lowest: ForecastDay;
  below?: { accountId: number; day: Day };
}

/** What is planned for the days that a forecast usually has. */
export interface Usual {
  /** The nearest, and what waits from before. */
  nearest: Standing[];
  /** Undefined where nothing that is planned moves money. */
  outlook: Outlook | undefined;
}

/** Looks so far ahead as a forecast usually does; `isNear` says which are wanted, so many at most. */
export async function readUsual(
  ctx: Context,
  today: Day,
  isNear: (one: Standing) => boolean,
  most: number,
): Promise<Usual> {
  const last = shiftDay(today, USUAL_DAYS - 1);
  const nearest: Standing[] = [];
  let run: Forecaster | undefined;
  for await (const some of plannedByDays(ctx, today, last)) {
    if (nearest.length < most) nearest.push(...some.filter(isNear).slice(0, most - nearest.length));
    const moves = some.flatMap(movesOf);
    if (moves.length === 0) continue;
    run ??= new Forecaster(today, await readBalances(ctx));
    run.goOn((some.at(-1) as Standing).date, moves);
  }
  run?.goOn(last, []);
  return { nearest, outlook: run && outlookOf(run.seen()) };
}

async function readBalances(ctx: Context): Promise<Map<number, FenSum>> {
  return new Map((await listAccounts(ctx)).map(({ id, balance }) => [id, balance as FenSum]));
}

function outlookOf({ days, accounts }: Forecast): Outlook {
  const lowest = days.reduce((low, day) => (day.balance < low.balance ? day : low));
  let first: Outlook["below"];
  for (const { accountId, below: day } of accounts) {
    if (day !== undefined && (first === undefined || day < first.day)) first = { accountId, day };
  }
  return { days, lowest, ...(first && { below: first }) };
}

/** What is still to be booked, a few days at a time: open on its day, waiting from long before. */
export async function* plannedByDays(
  ctx: Context,
  first: Day,
  last: Day,
): AsyncGenerator<Standing[]> {
  const plans = await readPlans(ctx);
  const from = shiftDay(first, -DAYS_BACK);
  for await (const some of standingByDays(ctx, plans, from, last, "toCome")) {
    const toCome = some.filter(isToCome);
    if (toCome.length > 0) yield toCome;
  }
}

function touches({ plan, accountId }: Standing, id: number): boolean {
  return accountId === id || (plan.kind === "transfer" && plan.toAccountId === id);
}

/** What an occurrence moves; nothing where its amount or account is not known yet. */
export function movesOf({ plan, date, amount, accountId }: Standing): PlannedMove[] {
  if (amount === null || accountId === null) return [];
  switch (plan.kind) {
    case "expense":
      return [{ day: date, amount, from: accountId }];
    case "income":
      return [{ day: date, amount, to: accountId }];
    case "transfer":
      return [{ day: date, amount, from: accountId, to: plan.toAccountId ?? undefined }];
    case "reminder":
      return [];
  }
}

/** What is spent besides by the end of each day, from the first on; undefined where it is not asked. */
function readPace(
  ctx: Context,
  query: Query,
  { days }: Forecast,
  spent: PlannedSpending,
): Promise<FenSum[]> | undefined {
  const list = days.map(({ day }) => day);
  if (query.pace === "recent") return recentPace(ctx, query.accountId, list);
  if (query.pace === "budget") return budgetPace(ctx, list, spent);
  return undefined;
}

/** As much a day as the last 90 days had beside plans; fewer, where the book is younger. */
async function recentPace(
  { db, userId }: Context,
  accountId: number | undefined,
  days: readonly Day[],
): Promise<FenSum[]> {
  const [today] = days as [Day];
  const since = shiftDay(today, -USUAL_DAYS);
  const ofAccount = accountId === undefined ? sql`` : sql`and account_id = ${accountId}`;
  const row = await db.get<{ spent: string; first: Day | null }>(sql`
    select cast(coalesce(sum(case when type = 'expense' then amount else -amount end), 0) as text)
      as spent, min(day) as first
    from records where user_id = ${userId} and day >= ${since} and day < ${today}
      and (type = 'expense' or refund = 1) and plan_id is null ${ofAccount}`);
  const { spent = "0", first = null } = row ?? {};
  const length = first === null ? 0 : daysBetween(first, today);
  const sum = fenSumOf(spent);
  const usual = sum < 0 ? ZERO : sum;
  return days.map((_, at) => spread(usual, length, at));
}

interface MonthLeft {
  left: FenSum;
  /** How many of the days that are looked at it is for. */
  days: number;
}

/** What the budgets of each month have left, beside what is planned, spread over its days to come. */
async function budgetPace(
  ctx: Context,
  days: readonly Day[],
  planned: PlannedSpending,
): Promise<FenSum[]> {
  const [today] = days as [Day];
  const months = await monthsLeft(ctx, today, days.at(-1) as Day, planned);
  const gone: FenSum[] = [];
  let before: FenSum = ZERO;
  for (const day of days) {
    const month = months.get(monthOf(day)) as MonthLeft;
    const { first, last } = calendarMonth(monthOf(day));
    const from = laterOf(first, shiftDay(today, 1));
    const at = day < from ? 0 : daysBetween(from, day) + 1;
    gone.push(addFen(before, spread(month.left, month.days, at)));
    if (day === last) before = addFen(before, month.left);
  }
  return gone;
}

async function monthsLeft(
  { db, userId }: Context,
  today: Day,
  last: Day,
  planned: PlannedSpending,
): Promise<Map<Month, MonthLeft>> {
  const thisMonth = monthOf(today);
  const budgets = await db.all<{ category: string; month: Month; amount: Fen }>(sql`
    select category, month, amount from budgets
    where user_id = ${userId} and month >= ${thisMonth} and month <= ${monthOf(last)}`);
  const spent = await db.all<{ category: string; amount: string }>(sql`
    select category, cast(sum(case when type = 'expense' then amount else -amount end) as text)
      as amount
    from records where user_id = ${userId} and day >= ${`${thisMonth}-01`} and day <= ${today}
      and (type = 'expense' or refund = 1) group by category`);
  for (const { category, amount } of spent) planned.count(thisMonth, category, BigInt(amount));
  const months = new Map<Month, MonthLeft>();
  for (let day = today; day <= last; day = shiftDay(calendarMonth(monthOf(day)).last, 1)) {
    const month = monthOf(day);
    const { first, last: end } = calendarMonth(month);
    const left = budgets
      .filter((budget) => budget.month === month)
      .map(({ category, amount }) => BigInt(amount) - planned.of(month, category))
      .reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
    const from = laterOf(first, today);
    // Today is as it stands: what is left of this month is for the days after it.
    const length = daysBetween(from, end) + (month === thisMonth ? 0 : 1);
    months.set(month, { left: length === 0 ? ZERO : fenSum(left), days: length });
  }
  return months;
}

/** What is planned to be spent of each category in each month; what is late counts in the month of today. */
class PlannedSpending {
  readonly #sums = new Map<string, bigint>();
  readonly #today: Day;

  constructor(today: Day) {
    this.#today = today;
  }

  add({ plan, date, amount }: Standing): void {
    if (plan.kind !== "expense" || plan.category === null || amount === null) return;
    this.count(monthOf(laterOf(date, this.#today)), plan.category, BigInt(amount));
  }

  count(month: Month, category: string, amount: bigint): void {
    const key = `${month} ${category}`;
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount);
  }

  of(month: Month, category: string): bigint {
    return this.#sums.get(`${month} ${category}`) ?? 0n;
  }
}
