import Type, { type Static } from "typebox";
import { endpoint, givenAny } from "./endpoint.ts";
import {
  AccountId,
  Amount,
  AmountBound,
  Cursor,
  clearable,
  DateInput,
  DayText,
  Description,
  EndDate,
  Fee,
  Force,
  Id,
  ImportId,
  id,
  Limit,
  ListOrder,
  OwnId,
  planned,
  ReadVersion,
  SearchText,
  StartDate,
  Sum,
  source,
  Timestamp,
  UserId,
} from "./fields.ts";

/** Money moved between two accounts of one user: neither income nor expense. */
export const Transfer = Type.Object(
  {
    id: Id,
    userId: UserId,
    fromAccountId: AccountId,
    toAccountId: AccountId,
    /** What arrives; the fee leaves on top of it. */
    amount: Sum,
    fee: Type.Optional(Sum),
    description: Type.Optional(Type.String()),
    date: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    ...planned,
    ...source,
  },
  { title: "Transfer" },
);
export type Transfer = Static<typeof Transfer>;

const FromAccountId = id({ zh: "转出账户编号", en: "Source account id" });
const ToAccountId = id({ zh: "转入账户编号", en: "Target account id" }, 2);

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const notes = {
  zh: "转出账户减少 amount 与 fee，转入账户增加 amount；转账不是收入也不是支出，不进任何统计。手续费记为一条分类为“手续费”的支出记录，随转账一起修改和删除。",
  en: "Neither income nor expense. The fee is an expense record of category 手续费 that follows the transfer.",
};

/** What the list may be narrowed by; the same for its days. */
const filter = {
  userId: UserId,
  accountId: Type.Optional(AccountId),
  startDate: Type.Optional(StartDate),
  endDate: Type.Optional(EndDate),
  text: Type.Optional(SearchText),
  minAmount: Type.Optional(AmountBound),
  maxAmount: Type.Optional(AmountBound),
  importId: Type.Optional(ImportId),
};

/** What has no index in the list's order. */
const narrows = givenAny("text", "minAmount", "maxAmount");

export const transfers = {
  list: endpoint({
    method: "GET",
    path: "/api/transfers",
    serve: "read",
    looksAtMany: (query) => narrows(query) || query.order === "amount",
    tag: "转账",
    summary: { zh: "转账列表，按创建时间倒序", en: "List transfers, newest created first" },
    notes: {
      zh: "accountId 匹配转出或转入账户；text、minAmount、maxAmount 与记录列表相同；起止日期均含当天；order、limit 与 cursor 与记录列表相同。",
      en: "accountId matches either side; text, minAmount, maxAmount, order, limit and cursor work as for records.",
    },
    owner: "query",
    query: Type.Object({
      ...filter,
      order: Type.Optional(ListOrder),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(Transfer),
  }),
  days: endpoint({
    method: "GET",
    path: "/api/transfers/days",
    serve: "read",
    looksAtMany: () => true,
    tag: "转账",
    summary: { zh: "按天的转账笔数，最近的在前", en: "Transfers by day, newest day first" },
    notes: {
      zh: "筛选条件与转账列表相同；与 /api/records/days 一起告诉客户端明细有多长。",
      en: "Takes the filters of the list; with /api/records/days it tells how long a list of both is.",
    },
    owner: "query",
    query: Type.Object(filter),
    returns: Type.Array(Type.Object({ date: DayText, count: Type.Integer() })),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/transfers/:id",
    serve: "read",
    resource: true,
    tag: "转账",
    summary: { zh: "转账详情", en: "Get a transfer" },
    notes: {
      zh: "fee 是手续费；没有手续费就没有这个字段。",
      en: "fee is left out where there is none.",
    },
    owner: "transfer",
    ...byId,
    returns: Transfer,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/transfers",
    serve: "write",
    creates: true,
    tag: "转账",
    summary: { zh: "在自己的账户之间转账", en: "Move money between one's own accounts" },
    notes,
    owner: "body",
    body: Type.Object({
      userId: UserId,
      fromAccountId: FromAccountId,
      toAccountId: ToAccountId,
      amount: Amount,
      fee: Type.Optional(Fee),
      description: Type.Optional(Description),
      date: DateInput,
      externalId: Type.Optional(OwnId),
      force: Type.Optional(Force),
    }),
    notInExample: ["externalId", "force"],
    returns: Transfer,
    done: "transferCreated",
    refuses: [
      "userNotFound",
      "accountNotFound",
      "accountArchived",
      "sameAccount",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/transfers/:id",
    serve: "write",
    resource: true,
    tag: "转账",
    summary: { zh: "修改转账（只改所给字段）", en: "Change the given fields of a transfer" },
    notes,
    owner: "transfer",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      fromAccountId: Type.Optional(FromAccountId),
      toAccountId: Type.Optional(ToAccountId),
      amount: Type.Optional(Amount),
      fee: Type.Optional(clearable(Fee)),
      description: Type.Optional(clearable(Description)),
      date: Type.Optional(DateInput),
      updatedAt: Type.Optional(ReadVersion),
      force: Type.Optional(Force),
    }),
    notInExample: ["force"],
    returns: Transfer,
    done: "transferUpdated",
    refuses: [
      "accountNotFound",
      "accountArchived",
      "sameAccount",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/transfers/:id",
    serve: "write",
    resource: true,
    tag: "转账",
    summary: { zh: "删除转账及其手续费，恢复余额", en: "Delete a transfer and its fee" },
    notes: {
      zh: "两个账户的余额恢复，手续费的记录一起删除，都在历史里。",
      en: "Both balances go back and the record of the fee goes with it; the history keeps both.",
    },
    owner: "transfer",
    ...byId,
    returns: Type.Null(),
    done: "transferDeleted",
    refuses: ["balanceTooLarge", "dayTotalTooLarge"],
  }),
};
