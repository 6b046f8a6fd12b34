import sql from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import { type MessageKey, messages, type Words } from "../contract/messages.ts";
import type { LedgerRecord } from "../contract/records.ts";
import { Refusal } from "../contract/refusal.ts";
import { dayOf } from "../ledger/calendar.ts";
import {
  accountByName,
  categoryOfNote,
  type QuickBook,
  type QuickField,
  type QuickProblem,
  readQuick,
  typeOfCategory,
} from "../ledger/quick.ts";
import { listAccounts } from "./accounts.ts";
import { momentOf } from "./dates.ts";
import type { Context, Handlers } from "./handler.ts";
import { recordHandlers } from "./records.ts";
import { requireUser } from "./users.ts";
import { yuan } from "./wire.ts";

/** The category of an entry that gives its amount apart and says nothing of what it was for. */
const UNSORTED = "未分类";

type QuickBody = Parameters<(typeof quickHandlers)["create"]>[1]["body"];

/** What is booked, and what of it was assumed. */
interface Entry {
  type: "income" | "expense";
  /** Yuan, as a record's create takes it. */
  amount: number;
  category: string;
  accountId: number;
  date: string;
  description: string | undefined;
  assumed: QuickField[];
}

export const quickHandlers: Handlers<(typeof contract)["quick"]> = {
  async create(ctx, { body }) {
    await requireUser(ctx);
    if ((body.text === undefined) === (body.amount === undefined)) {
      throw new Refusal(400, "quickTextOrAmount");
    }
    const book = await quickBook(ctx);
    const { assumed, ...entry } =
      body.text === undefined ? givenEntry(ctx, body, book) : readEntry(ctx, body, book);
    const record = (await recordHandlers.create(ctx, {
      params: {},
      query: {},
      body: { userId: ctx.userId, ...entry },
    })) as LedgerRecord;
    const account = book.accounts.find(({ id }) => id === entry.accountId) as { name: string };
    return {
      record,
      reading: {
        type: entry.type,
        amount: entry.amount,
        category: entry.category,
        account: { id: entry.accountId, name: account.name },
        date: momentOf(entry.date, ctx.zone).day,
        description: entry.description,
        assumed,
      },
    };
  },
};

/** The user's accounts, categories in use, and the account used last. */
async function quickBook(ctx: Context): Promise<QuickBook> {
  const { db, userId } = ctx;
  const categories = await db.all<{ name: string; income: number; expense: number }>(sql`
    select name as "name", max(income) as "income", max(expense) as "expense" from (
      select category as name, case when type = 'income' then 1 else 0 end as income,
        case when type = 'expense' then 1 else 0 end as expense
      from day_totals where user_id = ${userId}
      union all
      select category as name, 0 as income, 1 as expense from budgets where user_id = ${userId}
    ) as used group by name order by name`);
  const last = await db.get<{ accountId: number }>(sql`
    select account_id as "accountId" from records where user_id = ${userId}
    order by created_at desc, id desc limit 1`);
  return {
    accounts: await listAccounts(ctx),
    categories: categories.map(({ name, income, expense }) => ({
      name,
      income: income === 1,
      expense: expense === 1,
    })),
    lastAccountId: last?.accountId,
  };
}

/** The entry that a line means; what is given beside the line goes before what the line says. */
function readEntry(ctx: Context, body: QuickBody, book: QuickBook): Entry {
  const today = dayOf(ctx.now, ctx.zone);
  const reading = readQuick(body.text as string, book, today);
  if (Array.isArray(reading)) throw unclear(reading);
  const { type, amount, category, accountId, day, note, assumed } = reading;
  return {
    type: body.type ?? type,
    amount: yuan(amount),
    category: body.category ?? category,
    accountId: body.account === undefined ? accountId : named(body.account, book).id,
    date: body.date ?? day,
    description: (body.note ?? note) || undefined,
    assumed: assumed.filter((field) => (body as Record<string, unknown>)[field] === undefined),
  };
}

function givenEntry(ctx: Context, body: QuickBody, book: QuickBook): Entry {
  const assumed: QuickField[] = [];
  if (body.date === undefined) assumed.push("date");
  const account = named(body.account, book);
  if (account.assumed) assumed.push("account");
  const spoken = body.category ?? categoryOfNote(body.note ?? "", book);
  if (body.category === undefined) assumed.push("category");
  const category = spoken ?? UNSORTED;
  if (body.type === undefined) assumed.push("type");
  return {
    type: body.type ?? typeOfCategory(category, book),
    amount: body.amount as number,
    category,
    accountId: account.id,
    date: body.date ?? dayOf(ctx.now, ctx.zone),
    description: body.note,
    assumed,
  };
}

function named(name: string | undefined, book: QuickBook): { id: number; assumed: boolean } {
  const read = accountByName(name, book);
  if (Array.isArray(read)) throw unclear(read);
  return read;
}

const FIELD_WORDS = {
  amount: { zh: "金额", en: "amount" },
  account: { zh: "账户", en: "account" },
  category: { zh: "分类", en: "category" },
  date: { zh: "日期", en: "date" },
  type: { zh: "收支", en: "type" },
} as const satisfies Record<QuickField, Words>;

const PROBLEM_KEYS = {
  missing: "quickMissing",
  ambiguous: "quickAmbiguous",
  invalid: "quickInvalid",
  unknown: "quickUnknown",
} as const satisfies Record<QuickProblem["problem"], MessageKey>;

/** Everything that stands in the way, in one sentence. */
function unclear(problems: QuickProblem[]): Refusal {
  const sentence = (language: "zh" | "en") =>
    problems
      .map(({ field, problem, names }) =>
        messages[PROBLEM_KEYS[problem]][language]
          .replace("{field}", FIELD_WORDS[field][language])
          .replace("{names}", () => names.join(language === "zh" ? "、" : ", ")),
      )
      .join(language === "zh" ? "；" : "; ");
  return new Refusal(400, "quickUnclear", {
    problems: { zh: sentence("zh"), en: sentence("en") },
  });
}
