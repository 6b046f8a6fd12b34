/** Money that no record explains: what an account was found to be worth, or to hold. */
import Type, { type Static } from "typebox";
import { Account } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  about,
  Balance,
  Cursor,
  clearable,
  DateInput,
  DayText,
  Description,
  EndDate,
  Force,
  Id,
  Limit,
  ReadVersion,
  StartDate,
  Sum,
  Timestamp,
  UserId,
} from "./fields.ts";

const kinds = ["valuation", "correction"] as const;
export type AdjustmentKind = (typeof kinds)[number];
export const AdjustmentKind = Type.Enum(kinds, {
  type: "string",
  ...about(
    { zh: "调整种类", en: "Adjustment kind" },
    { zh: "必须是 valuation 或 correction", en: "must be valuation or correction" },
  ),
});

/** Yuan, either side of zero. */
const Movement = Type.Number({
  ...Balance,
  examples: [-36],
  ...about(
    { zh: "调整金额", en: "Adjustment" },
    {
      zh: "必须是 ±20,000,000,000,000.00 以内、最多两位小数且不为 0 的数字",
      en: "must be a number within ±20,000,000,000,000.00, at most two decimals, and not 0",
    },
  ),
});
const Value = Type.Number({
  ...Balance,
  ...about(
    { zh: "当天日终的余额", en: "Balance at the end of the day" },
    {
      zh: "必须是 ±20,000,000,000,000.00 以内、最多两位小数的数字",
      en: "must be a number within ±20,000,000,000,000.00 with at most two decimals",
    },
  ),
});

/** Moves a balance on a day without being income or expense. */
export const Adjustment = Type.Object(
  {
    id: Id,
    userId: UserId,
    accountId: AccountId,
    date: DayText,
    /** The movement of the balance. */
    amount: Sum,
    /** The balance that was wanted at the end of the day, where that was given. */
    value: Type.Optional(Sum),
    kind: AdjustmentKind,
    description: Type.Optional(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Adjustment" },
);
export type Adjustment = Static<typeof Adjustment>;

/** What a write of it answers: the adjustment, and its account as it is now. */
const Adjusted = Type.Object(
  { ...Adjustment.properties, account: Account },
  { title: "AdjustmentWithAccount" },
);

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const notes = {
  zh: "调整计入账户余额，不是收入也不是支出，不进任何统计。amount 与 value 给出一个：value 是想要的当天日终余额，差额记为调整。kind 不给时，资产（kind 为 asset 的账户）是 valuation，其余是 correction。",
  en: "Moves the balance, and is neither income nor expense. Give either amount or value, the balance wanted at the end of that day: the difference is booked. Without kind it is a valuation on an asset, else a correction.",
};

export const adjustments = {
  list: endpoint({
    method: "GET",
    path: "/api/adjustments",
    serve: "read",
    tag: "对账",
    summary: { zh: "调整列表，按创建时间倒序", en: "List adjustments, newest created first" },
    notes: {
      zh: "起止日期均含当天；给出 limit 时 Next-Cursor 响应头给出下一页的游标。",
      en: "Both dates are inclusive; with limit, the Next-Cursor header names the next page.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      accountId: Type.Optional(AccountId),
      startDate: Type.Optional(StartDate),
      endDate: Type.Optional(EndDate),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(Adjustment),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/adjustments/:id",
    serve: "read",
    resource: true,
    tag: "对账",
    summary: { zh: "调整详情", en: "Get an adjustment" },
    notes: {
      zh: "value 只在创建或修改时给出过才有。",
      en: "value is there only where it was given.",
    },
    owner: "adjustment",
    ...byId,
    returns: Adjustment,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/adjustments",
    serve: "write",
    manyRows: true,
    tag: "对账",
    summary: { zh: "记一笔调整", en: "Book an adjustment" },
    notes,
    owner: "body",
    body: Type.Object({
      userId: UserId,
      accountId: AccountId,
      date: DateInput,
      amount: Type.Optional(Movement),
      value: Type.Optional(Value),
      kind: Type.Optional(AdjustmentKind),
      description: Type.Optional(Description),
      force: Type.Optional(Force),
    }),
    notInExample: ["value", "force"],
    returns: Adjusted,
    done: "adjustmentCreated",
    refuses: [
      "userNotFound",
      "accountNotFound",
      "accountArchived",
      "adjustmentAmountOrValue",
      "adjustmentZero",
      "balanceTooLarge",
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/adjustments/:id",
    serve: "write",
    manyRows: true,
    resource: true,
    tag: "对账",
    summary: { zh: "修改调整（只改所给字段）", en: "Change the given fields of an adjustment" },
    notes: {
      zh: "给出 value 时按当天日终余额重新计算 amount；改了账户、日期或 amount 而没有给出 value 时，原来的 value 不再保留。",
      en: "With value, amount is reckoned anew. A new account, date or amount without a value drops the value that there was.",
    },
    owner: "adjustment",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      accountId: Type.Optional(AccountId),
      date: Type.Optional(DateInput),
      amount: Type.Optional(Movement),
      value: Type.Optional(Value),
      kind: Type.Optional(AdjustmentKind),
      description: Type.Optional(clearable(Description)),
      force: Type.Optional(Force),
      updatedAt: Type.Optional(ReadVersion),
    }),
    notInExample: ["value", "force"],
    returns: Adjusted,
    done: "adjustmentUpdated",
    refuses: [
      "accountNotFound",
      "accountArchived",
      "adjustmentAmountOrValue",
      "adjustmentZero",
      "balanceTooLarge",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/adjustments/:id",
    serve: "write",
    resource: true,
    tag: "对账",
    summary: { zh: "删除调整，恢复余额", en: "Delete an adjustment" },
    notes: {
      zh: "余额恢复到没有它的样子；历史里可以恢复。",
      en: "The balance is as if it had not been; the history can bring it back.",
    },
    owner: "adjustment",
    ...byId,
    returns: Type.Null(),
    done: "adjustmentDeleted",
    refuses: ["balanceTooLarge"],
  }),
};
