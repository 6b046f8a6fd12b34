/**
 * The fields that requests and answers are made of. Each carries its name for people (`label`) and
 * the rule that a refusal quotes (`rule`), in both languages; the same schema validates, types the
 * handlers and becomes OpenAPI. Three keywords are ours: `yuan` (a number of at most two decimals,
 * see ledger/money.ts), `text` (no NUL, no lone surrogate) and `date` (see ledger/calendar.ts).
 */
import Type, { type TSchema } from "typebox";
import { DEFAULT_COLOR, MAX_DESCRIPTION } from "./limits.ts";
import type { Words } from "./messages.ts";

const words = (zh: string, en: string): Words => ({ zh, en });

/** What is said about a field: its name and, when it is refused, why. */
export const about = (label: Words, rule: Words) => ({ label, rule });

const positiveInteger = words("必须是正整数", "must be a positive integer");

export const id = (label: Words, example = 1) =>
  Type.Integer({ minimum: 1, examples: [example], ...about(label, positiveInteger) });

/** One of some words. */
export const choice = <C extends string[]>(
  choices: readonly [...C],
  zh: string,
  en: string,
  example: C[number],
) =>
  Type.Enum(choices, {
    type: "string",
    examples: [example],
    ...about(
      { zh, en },
      {
        zh: `必须是 ${choices.slice(0, -1).join("、")} 或 ${choices.at(-1)}`,
        en: `must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`,
      },
    ),
  });

/** A whole number between two bounds. */
export const whole = (zh: string, en: string, minimum: number, maximum: number, example: number) =>
  Type.Integer({
    minimum,
    maximum,
    examples: [example],
    ...about(
      { zh, en },
      {
        zh: `必须是 ${minimum} 到 ${maximum} 的整数`,
        en: `must be an integer from ${minimum} to ${maximum}`,
      },
    ),
  });

export const Id = id(words("编号", "Id"));

/** Many rows of one noun, each named once. */
export const ids = (noun: Words, examples = [1]) =>
  Type.Array(Id, {
    item: words(`${noun.zh}编号`, `${noun.en} id`),
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    examples: [examples],
    ...about(
      words(`${noun.zh}编号`, `${noun.en.charAt(0).toUpperCase()}${noun.en.slice(1)} ids`),
      words("必须是 1 到 1000 个不重复的正整数", "must be 1 to 1000 different positive integers"),
    ),
  });

export const RecordIds = ids(words("记录", "record"), [1, 2]);
export const TransferIds = ids(words("转账", "transfer"));
export const UserId = id(words("用户编号", "User id"));
export const ImportId = id(words("导入编号", "Import id"));
export const ActId = id(words("一步操作的编号", "Act id"));
export const AccountId = id(words("账户编号", "Account id"));

/** The pattern of text that says something. */
export const NOT_BLANK = "\\S";

const text = (label: Words, maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: NOT_BLANK,
    text: true,
    examples: [example],
    ...about(
      label,
      words(
        `必须是 1 到 ${maxLength} 个字符的文字，且不能全是空白`,
        `must be text of 1 to ${maxLength} characters and not all blank`,
      ),
    ),
  });

export const UserName = text(words("用户名", "Name"), 100, "小明");
export const AccountName = text(words("账户名称", "Account name"), 100, "招商银行");
export const Category = text(words("分类", "Category"), 100, "餐饮");

export const Email = Type.String({
  maxLength: 254,
  text: true,
  // Something, one @, a domain of labels; blanks around it are trimmed before it is stored (R1).
  pattern: "^\\s*[^\\s@\\u0000]+@[^\\s@.\\u0000]+(\\.[^\\s@.\\u0000]+)+\\s*$",
  examples: ["xiaoming@example.com"],
  ...about(
    words("邮箱", "Email"),
    words("必须是有效的邮箱地址", "must be an email address of at most 254 characters"),
  ),
});

const accountTypes = ["payment", "bank", "cash"] as const;
export type AccountType = (typeof accountTypes)[number];
export const AccountType = Type.Enum(accountTypes, {
  type: "string",
  ...about(
    words("账户类型", "Account type"),
    words("必须是 payment、bank 或 cash", "must be payment, bank or cash"),
  ),
});

const accountKinds = ["credit", "loan", "person", "asset"] as const;
export type AccountKind = (typeof accountKinds)[number];
/** What an account is for, besides its type; a plain one has none. Debt is told by the balance, never by this. */
export const AccountKind = Type.Enum(accountKinds, {
  type: "string",
  examples: ["credit"],
  ...about(
    words("账户用途", "Account kind"),
    words("必须是 credit、loan、person 或 asset", "must be credit, loan, person or asset"),
  ),
});

export const Color = Type.String({
  pattern: "^#[0-9A-Fa-f]{6}$",
  examples: [DEFAULT_COLOR],
  ...about(
    words("颜色", "Colour"),
    words("必须是 #RRGGBB 形式的颜色", "must be a colour of the form #RRGGBB"),
  ),
});

const recordTypes = ["income", "expense"] as const;
export type RecordType = (typeof recordTypes)[number];
export const RecordType = Type.Enum(recordTypes, {
  type: "string",
  ...about(words("类型", "Type"), words("必须是 income 或 expense", "must be income or expense")),
});

/** What a record counts as in totals: a refund is an income that lowers the expenses. */
export const CountsAs = Type.Enum(recordTypes, {
  type: "string",
  ...about(
    words("计为", "Counts as"),
    words("必须是 income 或 expense", "must be income or expense"),
  ),
});

/** Yuan, 0.01 to 999,999,999,999.99 (decisions M3). */
export const Amount = Type.Number({
  minimum: 0.01,
  maximum: 999_999_999_999.99,
  yuan: true,
  examples: [35.5],
  ...about(
    words("金额", "Amount"),
    words(
      "必须是 0.01 到 999,999,999,999.99 之间、最多两位小数的数字",
      "must be a number from 0.01 to 999,999,999,999.99 with at most two decimals",
    ),
  ),
});

/** Yuan, 0 (none) to 999,999,999,999.99. */
export const Fee = Type.Number({
  minimum: 0,
  maximum: 999_999_999_999.99,
  yuan: true,
  examples: [0.1],
  ...about(
    words("手续费", "Fee"),
    words(
      "必须是 0 到 999,999,999,999.99 之间、最多两位小数的数字",
      "must be a number from 0 to 999,999,999,999.99 with at most two decimals",
    ),
  ),
});

/** Yuan, either side of zero, up to 20,000,000,000,000.00 (decisions M3). */
export const Balance = Type.Number({
  minimum: -20_000_000_000_000,
  maximum: 20_000_000_000_000,
  yuan: true,
  examples: [1000],
  ...about(
    words("余额", "Balance"),
    words(
      "必须是 ±20,000,000,000,000.00 以内、最多两位小数的数字",
      "must be a number within ±20,000,000,000,000.00 with at most two decimals",
    ),
  ),
});

export const Description = Type.String({
  maxLength: MAX_DESCRIPTION,
  text: true,
  examples: ["和同事吃午饭"],
  ...about(
    words("备注", "Description"),
    words(
      `必须是不超过 ${MAX_DESCRIPTION} 个字符的文字`,
      `must be text of at most ${MAX_DESCRIPTION} characters`,
    ),
  ),
});

/** "YYYY-MM-DD" or a timestamp; what it means is decided in ledger/calendar.ts. */
export const dateInput = (label: Words) =>
  Type.String({
    text: true,
    date: true,
    examples: ["2026-03-15"],
    ...about(
      label,
      words(
        "必须是存在的日期 YYYY-MM-DD 或 ISO 8601 时间戳，年份 1900 到 9999",
        "must be an existing date YYYY-MM-DD or an ISO 8601 timestamp, years 1900 to 9999",
      ),
    ),
  });

export const DateInput = dateInput(words("日期", "Date"));
export const StartDate = dateInput(words("开始日期", "Start date"));
export const EndDate = dateInput(words("结束日期", "End date"));

export const MonthInput = Type.String({
  pattern: "^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])$",
  examples: ["2026-03"],
  ...about(
    words("月份", "Month"),
    words("必须是 YYYY-MM 形式的月份", "must be a month of the form YYYY-MM"),
  ),
});

/** Words that are looked for in texts, in names of accounts and among amounts (server/handler/search.ts). */
export const SearchText = Type.String({
  maxLength: 100,
  text: true,
  examples: ["咖啡"],
  ...about(
    words("搜索文字", "Search text"),
    words("必须是不超过 100 个字符的文字", "must be text of at most 100 characters"),
  ),
});

/** An amount in a query: decimal text of yuan, either bound of a range. */
export const AmountBound = Type.String({
  pattern: "^[0-9]{1,12}(\\.[0-9]{1,2})?$",
  examples: ["100.5"],
  ...about(
    words("金额界限", "Amount bound"),
    words("必须是最多两位小数的金额", "must be an amount with at most two decimals"),
  ),
});

/** When GET said that a resource was last changed: a write of what has changed since is refused (decisions W1). */
export const ReadVersion = Type.String({
  text: true,
  ...about(
    words("最后修改时间", "Time of the last change"),
    words("必须是 GET 给出的 updatedAt", "must be the updatedAt that GET gave"),
  ),
});

/** What the client calls what it makes: the same again makes nothing, and answers the first. */
export const OwnId = text(words("外部编号", "External id"), 200, "bank-2026-03-15-7");

/** A switch of a body: a JSON boolean. */
export const Switch = (label: Words) =>
  Type.Boolean({
    examples: [true],
    ...about(label, words("必须是 true 或 false", "must be true or false")),
  });

/** An optional field of an update that `null` clears; it keeps what is said about it. */
export function clearable<S extends TSchema>(field: S) {
  const { label, rule, examples } = field as unknown as Record<string, unknown>;
  return Type.Union([field, Type.Null()], { label, rule, examples, clearable: true });
}

/** Books by hand on an account that was put away (decisions W9). */
export const Force = Switch(words("记入已归档的账户", "Book on an archived account"));

/** A query switch. */
export const Flag = (label: Words) =>
  Type.Enum(["true", "false"], {
    type: "string",
    ...about(label, words("必须是 true 或 false", "must be true or false")),
  });

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 1000,
  examples: [50],
  ...about(
    words("每页条数", "Page size"),
    words("必须是 1 到 1000 的整数", "must be an integer from 1 to 1000"),
  ),
});

export const Cursor = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,100}$",
  ...about(
    words("游标", "Cursor"),
    words(
      "必须是上一页 Next-Cursor 响应头给出的值",
      "must be the value of the previous page's Next-Cursor header",
    ),
  ),
});

const listOrders = ["createdAt", "date", "amount"] as const;
export type ListOrder = (typeof listOrders)[number];

/** The interface's own order is by creation. */
export const ListOrder = Type.Enum(listOrders, {
  type: "string",
  ...about(
    words("次序", "Order"),
    words("必须是 createdAt、date 或 amount", "must be createdAt, date or amount"),
  ),
});

// What answers hold.

/** Where a row of the book came from; each only when it is set. Without a provider, `externalId` is its client's. */
export const source = {
  provider: Type.Optional(Type.String({ examples: ["alipay"] })),
  externalId: Type.Optional(Type.String({ examples: ["2026010122001"] })),
  rowKind: Type.Optional(Type.String({ examples: ["expense"] })),
  importId: Type.Optional(Id),
};

/** The occurrence of a plan that a row was booked as; both only where there is one. */
export const planned = {
  planId: Type.Optional(Type.Integer({ minimum: 1, examples: [1] })),
  due: Type.Optional(Type.String({ format: "date", examples: ["2026-03-15"] })),
};

export const Timestamp = Type.String({
  format: "date-time",
  examples: ["2026-03-14T16:00:00.000Z"],
});
export const DayText = Type.String({ format: "date", examples: ["2026-03-15"] });
/** A sum of yuan: any size, printed exactly. */
export const Sum = Type.Number({ examples: [1234.5] });
