/** One-line entry, for phone shortcuts and voice. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { Amount, about, Category, DayText, Description, Id, RecordType, UserId } from "./fields.ts";
import { QUICK_FIELDS } from "./quick-problems.ts";
import { LedgerRecord, RefundOf, refundRefusals } from "./records.ts";
import { Transfer } from "./transfers.ts";

const words = (zh: string, en: string) => ({ zh, en });

const MAX_LINE = 200;
const Line = Type.String({
  minLength: 1,
  maxLength: MAX_LINE,
  text: true,
  examples: ["打车32 支付宝"],
  ...about(
    words("一句话", "Text"),
    words(`必须是 1 到 ${MAX_LINE} 个字符的文字`, `must be text of 1 to ${MAX_LINE} characters`),
  ),
});

const AccountText = Type.String({
  minLength: 1,
  maxLength: 100,
  text: true,
  examples: ["支付宝"],
  ...about(
    words("账户", "Account"),
    words("必须是账户名称或其中一部分", "must be an account's name or a part of it"),
  ),
});

/** A number, or text as phones send it: "35.5", "￥1,020", "三十五块". */
const AmountText = Type.Union([Amount, Type.String({ maxLength: 50, text: true })], {
  examples: [35.5],
  ...about(
    words("金额", "Amount"),
    words(
      "必须是 0.01 到 999,999,999,999.99 之间、最多两位小数的数字或文字",
      "must be a number, or text of one, from 0.01 to 999,999,999,999.99 with at most two decimals",
    ),
  ),
});

/** A day in any of the ways that a line may name one, with a time of day or without. */
export const GivenDate = Type.String({
  maxLength: 60,
  text: true,
  examples: ["2026-03-15"],
  ...about(
    words("日期", "Date"),
    words(
      "必须是说得清是哪一天的日期，例如 2026-03-15、2026年3月15日 12:30 或 昨天",
      "must name one day, for example 2026-03-15, 2026年3月15日 12:30 or yesterday",
    ),
  ),
});

const QuickField = Type.Enum(QUICK_FIELDS, { type: "string" });

const EntryType = Type.Enum(["income", "expense", "transfer"], { type: "string" });
const NamedAccount = Type.Object({ id: Id, name: Type.String() });

/** How the entry was read. */
export const QuickReading = Type.Object(
  {
    type: EntryType,
    /** Money that came back: an income that lowers the expense of its category. */
    refund: Type.Optional(Type.Literal(true)),
    /** The expense that it gives back, where one fits. */
    refundOf: Type.Optional(Id),
    amount: Type.Number(),
    /** Not of a transfer. */
    category: Type.Optional(Type.String()),
    /** Of a transfer: where the money left. */
    account: NamedAccount,
    /** Only of a transfer. */
    toAccount: Type.Optional(NamedAccount),
    date: DayText,
    /** The day has not come yet. */
    future: Type.Optional(Type.Literal(true)),
    description: Type.Optional(Type.String()),
    /** What was not said and was assumed. */
    assumed: Type.Array(QuickField),
  },
  { title: "QuickReading" },
);

export const quick = {
  create: endpoint({
    method: "POST",
    path: "/api/quick",
    serve: "write",
    creates: true,
    tag: "快记",
    summary: { zh: "一句话记一笔", en: "Book one line" },
    notes: {
      zh: '给出 text（如“昨天 打车32 支付宝”）或 amount，可以再给 category、account、note、type、date：给出的优先于句子里说的，句子没说清的也由它们定。空文字等于没给；amount 可以是 "35.5"，date 可以是“2026年3月15日 12:30”。识别金额（12.5+30、1.2万、￥1,020、3块5、三十五块）、账户和分类、日期（昨天、上周三、3天前、上个月28号）、收入、退款和自己账户之间的转账（微信提现500到招行）。没有说账户时用最近用过的，没有说分类时是未分类，都列在 assumed 里；已归档的账户不用。退款找它所退的支出：180 天之内，金额相同，说了账户与分类的也要相同，只有一笔合适就记在它名下（reading.refundOf），几笔都合适就问，由 refundOf 定；一笔也没有就只是退款。说不清（两个金额、外币、打折、每杯、去年、借给）就答复 400 并说明什么不清楚，什么也不记。记成转账时答复里是 transfer 而不是 record。record.date 是 UTC 时间戳，reading.date 是服务器时区的那一天，还没到的日子带 future: true。在本机识别，不访问网络。',
      en: "Give text or amount, with what else is known: what is given goes before the text and settles what it leaves unclear. Empty text is left out; amount may be text, date may be written as phones do. What is unclear (two amounts, another currency, a discount, a stretch of days) is refused with 400, and nothing is booked. A refund looks for its expense: of its amount, in the 180 days before, on the account and in the category that are said. The only one that fits is named (reading.refundOf), between several it asks and refundOf settles it, and without one it is a refund by itself. A transfer between own accounts answers transfer instead of record. record.date is a UTC timestamp, reading.date the day in the server's zone; future: true when it has not come yet.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      text: Type.Optional(Line),
      amount: Type.Optional(AmountText),
      category: Type.Optional(Category),
      account: Type.Optional(AccountText),
      note: Type.Optional(Description),
      type: Type.Optional(RecordType),
      date: Type.Optional(GivenDate),
      refundOf: Type.Optional(RefundOf),
    }),
    notInExample: ["amount", "category", "account", "note", "type", "date", "refundOf"],
    emptyIsLeftOut: true,
    returns: Type.Object({
      record: Type.Optional(LedgerRecord),
      transfer: Type.Optional(Transfer),
      reading: QuickReading,
    }),
    done: "recordCreated",
    doneWith: { transfer: "transferCreated" },
    refuses: [
      "userNotFound",
      "quickUnclear",
      "quickTooManyAccounts",
      "quickTooManyCategories",
      "quickTextOrAmount",
      "sameAccount",
      ...refundRefusals,
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
};
