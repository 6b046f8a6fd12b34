/** One-line entry, for phone shortcuts and voice. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  Amount,
  about,
  Category,
  DateInput,
  DayText,
  Description,
  Id,
  RecordType,
  UserId,
} from "./fields.ts";
import { LedgerRecord } from "./records.ts";

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

const QuickField = Type.Enum(["amount", "account", "category", "date", "type"], {
  type: "string",
});

/** How the entry was read. */
export const QuickReading = Type.Object(
  {
    type: RecordType,
    amount: Type.Number(),
    category: Type.String(),
    account: Type.Object({ id: Id, name: Type.String() }),
    date: DayText,
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
    tag: "快记",
    summary: { zh: "一句话记一笔", en: "Book one line" },
    notes: {
      zh: "给出 text（如“昨天 打车32 支付宝”），或给出 amount 以及可选的 category、account、note、type、date。识别金额（12.5+30、1.2万、￥1,020、三十五块、两百五）、自己的账户和分类名称、日期（昨天、周三、3月5日）和收入词；没有说账户时用最近用过的。说不清时答复 400 并说明缺什么，什么也不记。record.date 是 UTC 时间戳，reading.date 是服务器时区的那一天。在本机识别，不访问网络。",
      en: "Either text, or amount with what else is known. What is unclear is refused with 400, and nothing is booked. record.date is a UTC timestamp, reading.date the day in the server's zone.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      text: Type.Optional(Line),
      amount: Type.Optional(Amount),
      category: Type.Optional(Category),
      account: Type.Optional(AccountText),
      note: Type.Optional(Description),
      type: Type.Optional(RecordType),
      date: Type.Optional(DateInput),
    }),
    notInExample: ["amount", "category", "account", "note", "type", "date"],
    returns: Type.Object({ record: LedgerRecord, reading: QuickReading }),
    done: "recordCreated",
    refuses: [
      "userNotFound",
      "quickUnclear",
      "quickTextOrAmount",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
};
