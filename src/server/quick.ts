import type { contract } from "../contract/contract.ts";
import type { RecordType } from "../contract/fields.ts";
import { GivenDate } from "../contract/quick.ts";
import { type QuickProblem, saidProblems } from "../contract/quick-problems.ts";
import type { LedgerRecord } from "../contract/records.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Transfer } from "../contract/transfers.ts";
import { type Day, dayOf } from "../ledger/calendar.ts";
import { UNSORTED } from "../ledger/categories.ts";
import { type Fen, yuanFixed } from "../ledger/money.ts";
import {
  accountByName,
  type QuickBook,
  type QuickGiven,
  type QuickReading,
  readQuick,
} from "../ledger/quick.ts";
import { readGivenDate } from "../ledger/quick-day.ts";
import { readTypedAmount } from "../ledger/typed-amount.ts";
import { raw, sql } from "../store/sql.ts";
import { firstAccounts } from "./accounts/accounts.ts";
import { requireUser } from "./auth/users.ts";
import { mayRead } from "./handler/caller.ts";
import type { Context, Handlers } from "./handler/context.ts";
import { momentOf } from "./handler/date-input.ts";
import { invalidField } from "./handler/input.ts";
import { fenOf, yuan } from "./handler/money-json.ts";
import { createRecord } from "./records/create.ts";
import { type FittingExpense, findFittingExpenses } from "./records/fitting-expenses.ts";
import { requireMayName } from "./records/refunds.ts";
import { transferHandlers } from "./transfers/transfers.ts";

type QuickBody = Parameters<(typeof quickHandlers)["create"]>[1]["body"];

export const quickHandlers: Handlers<(typeof contract)["quick"]> = {
  async create(ctx, { body }) {
    await requireUser(ctx);
    if (body.text === undefined && body.amount === undefined) {
      throw new Refusal(400, "quickTextOrAmount");
    }
    requireMayName(ctx, body);
    const book = await quickBook(ctx);
    const today = dayOf(ctx.now, ctx.zone);
    const given = givenFields(ctx, body, book, today);
    const reading = readLine(ctx, body.text ?? body.note ?? "", book, given, today);
    const description = (body.note ?? reading.note) || undefined;
    const date = given.date ?? reading.day;
    const entry = await withExpense(ctx, { ...reading, note: description ?? "" }, book, body);
    const made = await bookEntry(ctx, entry, date);
    const { type, refund, refundOf, amount, category, accountId, toAccountId } = entry;
    const assumed = [...entry.assumed];
    // An amount alone says nothing of its direction.
    if (body.text === undefined && body.type === undefined) assumed.push("type");
    const { day } = momentOf(date, ctx.zone);
    return {
      ...made,
      reading: {
        type,
        ...(refund && { refund: true as const }),
        ...(refundOf !== undefined && { refundOf }),
        amount: yuan(amount),
        ...(type !== "transfer" && { category }),
        account: nameOf(accountId, book),
        ...(toAccountId !== undefined && { toAccount: nameOf(toAccountId, book) }),
        date: day,
        ...(day > today && { future: true as const }),
        description,
        assumed,
      },
    };
  },
};

function nameOf(id: number, { accounts }: QuickBook): { id: number; name: string } {
  return { id, name: accounts.find((account) => account.id === id)?.name as string };
}

/** A line is held against each name of the book. In more names than these nobody finds a thing, and others would wait. */
const MOST_ACCOUNTS = 1_000;
const ENOUGH_ACCOUNTS = raw(String(MOST_ACCOUNTS + 1));
const MOST_CATEGORIES = 1_000;
const MOST_BUDGETS = 10_000;

/** The user's accounts, categories in use, and the account used last. Refuses a book of very many. */
async function quickBook(ctx: Context): Promise<QuickBook> {
  const { db, userId } = ctx;
  const [accounts, income, expense, budgets] = await Promise.all([
    firstAccounts(ctx, ENOUGH_ACCOUNTS),
    namesOf(ctx, "income"),
    namesOf(ctx, "expense"),
    budgetNames(ctx),
  ]);
  if (accounts.length > MOST_ACCOUNTS) {
    throw new Refusal(400, "quickTooManyAccounts", { most: MOST_ACCOUNTS });
  }
  if ([income, expense, budgets].some(({ length }) => length > MOST_CATEGORIES)) {
    throw new Refusal(400, "quickTooManyCategories", { most: MOST_CATEGORIES });
  }
  const received = new Set(income.map(({ name }) => name));
  const spent = new Set([...expense, ...budgets].map(({ name }) => name));
  const last = await db.get<{ accountId: number }>(sql`
    select account_id from records where user_id = ${userId}
    order by created_at desc, id desc limit 1`);
  return {
    accounts,
    categories: [...new Set([...received, ...spent])].sort().map((name) => ({
      name,
      income: received.has(name),
      expense: spent.has(name),
    })),
    lastAccountId: last?.accountId,
  };
}

/**
 * The categories of one side, from each to the next by the index: a large book has very many totals of days, and this
 * is a write that others wait for.
 */
function namesOf({ db, userId }: Context, type: RecordType): Promise<{ name: string }[]> {
  const next = sql`select min(category) from day_totals
    where user_id = ${userId} and type = ${type}`;
  return db.all<{ name: string }>(sql`
    with recursive used (name) as (
      select (${next})
      union all
      select (${next} and category > used.name) from used where used.name is not null
    )
    select name from used where name is not null limit ${MOST_CATEGORIES + 1}`);
}

/** The categories of budgets, of the newest where there are very many. */
function budgetNames({ db, userId }: Context): Promise<{ name: string }[]> {
  return db.all(sql`select distinct category as name from (select category from budgets
    where user_id = ${userId} order by month desc limit ${MOST_BUDGETS}) as newest`);
}

/** What is given beside the line, read. `date` keeps a time of day, where one was given. */
function givenFields(
  ctx: Context,
  body: QuickBody,
  book: QuickBook,
  today: Day,
): QuickGiven & { date: string | undefined } {
  const { type, category } = body;
  const account = body.account === undefined ? undefined : accountByName(body.account, book);
  if (Array.isArray(account)) throw unclear(ctx, account);
  const date = body.date === undefined ? undefined : readGivenDate(body.date, today);
  if (body.date !== undefined && date === undefined) throw invalidField("date", GivenDate);
  return {
    ...(body.amount !== undefined && { amount: givenAmount(ctx, body.amount, type !== undefined) }),
    ...(type !== undefined && { type }),
    ...(category !== undefined && { category }),
    ...(account !== undefined && { accountId: account.id }),
    ...(date !== undefined && { day: momentOf(date, ctx.zone).day }),
    date,
  };
}

function givenAmount(ctx: Context, amount: number | string, isTyped: boolean): Fen {
  if (typeof amount === "number") return fenOf(amount);
  // In a line +12 came in; beside one it is said with `type`.
  if (/^\s*[+＋]/.test(amount) && !isTyped) {
    throw unclear(ctx, [{ field: "type", problem: "ambiguous", names: [amount] }]);
  }
  const read = readTypedAmount(amount);
  if (typeof read === "string") {
    throw unclear(ctx, [{ field: "amount", problem: "invalid", names: [amount] }]);
  }
  return whole(ctx, read);
}

/** What was rounded is shown before it is saved; here nobody sees it (decisions W8). */
function whole(ctx: Context, { amount, rounded }: { amount: Fen; rounded: boolean }): Fen {
  if (!rounded) return amount;
  throw unclear(ctx, [{ field: "amount", problem: "rounded", names: [yuanFixed(amount)] }]);
}

function readLine(
  ctx: Context,
  text: string,
  book: QuickBook,
  given: QuickGiven,
  today: Day,
): QuickReading {
  const reading = readQuick(text, book, today, given);
  if (Array.isArray(reading)) throw unclear(ctx, reading);
  whole(ctx, reading);
  return reading;
}

/** What was read, and the expense that it gives back, where there is one. */
interface Entry extends QuickReading {
  refundOf?: number;
}

/**
 * A refund with the expense that it fits: the one that is named, else the only one. What was not said of
 * it is as in that expense. Asks between several; a refund that fits none stays one by itself.
 */
async function withExpense(
  ctx: Context,
  reading: QuickReading,
  { accounts }: QuickBook,
  { refundOf }: QuickBody,
): Promise<Entry> {
  const { amount, day, assumed } = reading;
  if (refundOf !== undefined) return { ...reading, refund: true, refundOf };
  if (!reading.refund) return reading;
  const isUnsaid = reading.category === UNSORTED;
  const isAccountUnsaid = assumed.includes("account");
  const [expense, ...others] = await findFittingExpenses(ctx, {
    ...{ amount, day, words: reading.note },
    accountId: isAccountUnsaid ? undefined : reading.accountId,
    category: isUnsaid ? undefined : reading.category,
  });
  if (expense === undefined) return reading;
  if (others.length > 0) throw unclear(ctx, [severalExpenses([expense, ...others])]);
  const account = accounts.find(({ id }) => id === expense.accountId);
  const isTaken = isAccountUnsaid && account?.archived === 0;
  return {
    ...reading,
    refundOf: expense.id,
    ...(isTaken && { accountId: expense.accountId }),
    category: expense.category,
    assumed: assumed.filter((field) => field !== "category" && !(field === "account" && isTaken)),
  };
}

function severalExpenses(expenses: FittingExpense[]): QuickProblem {
  const names = expenses
    .slice(0, 5)
    .map(({ id, day, category, description }) => `${id}: ${day} ${description ?? category}`);
  return { field: "refundOf", problem: "ambiguous", names };
}

/** Books what was read, by the rules of a record's or a transfer's own create. */
async function bookEntry(
  ctx: Context,
  { type, refund, refundOf, amount, category, accountId, toAccountId, note }: Entry,
  date: string,
): Promise<{ record: LedgerRecord } | { transfer: Transfer }> {
  const common = { userId: ctx.userId, amount: yuan(amount), description: note || undefined, date };
  if (type === "transfer") {
    const sides = { fromAccountId: accountId, toAccountId: toAccountId as number };
    const body = { ...common, ...sides };
    const request = { params: {}, query: {}, body };
    return { transfer: (await transferHandlers.create(ctx, request)) as Transfer };
  }
  const body = { ...common, accountId, type, category, ...(refund && { refund, refundOf }) };
  return { record: await createRecord(ctx, body) };
}

function unclear({ caller }: Context, asked: QuickProblem[]): Refusal {
  const problems = mayRead(caller) ? asked : asked.map(withoutBook);
  return new Refusal(400, "quickUnclear", {
    problems: { zh: saidProblems(problems, "zh"), en: saidProblems(problems, "en") },
  });
}

/** For who may not read: how many it could be, and not which of the book's. */
function withoutBook(problem: QuickProblem): QuickProblem {
  const ofBook = problem.problem === "ambiguous" && ["account", "refundOf"].includes(problem.field);
  return ofBook ? { ...problem, names: [String(problem.names.length)] } : problem;
}
