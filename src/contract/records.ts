import Type, { type Static } from "typebox";
import { endpoint, givenAny, requiredUnless } from "./endpoint.ts";
import {
  AccountId,
  AccountType,
  ActId,
  Amount,
  AmountBound,
  about,
  Category,
  CountsAs,
  Cursor,
  clearable,
  DateInput,
  DayText,
  Description,
  EndDate,
  Force,
  Id,
  ImportId,
  id,
  Limit,
  ListOrder,
  OwnId,
  planned,
  ReadVersion,
  RecordIds,
  RecordType,
  SearchText,
  StartDate,
  Sum,
  Switch,
  source,
  Timestamp,
  TransferIds,
  UserId,
} from "./fields.ts";

const stored = {
  id: Id,
  userId: UserId,
  accountId: AccountId,
  type: RecordType,
  amount: Sum,
  category: Type.String(),
  description: Type.Optional(Type.String()),
  date: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Only for a refund: an income that lowers the expense of its category. */
  refund: Type.Optional(Type.Literal(true)),
  /** The expense that the refund gives back. */
  refundOf: Type.Optional(Id),
  /** The transfer whose fee this record is. */
  transferId: Type.Optional(Id),
  ...planned,
  ...source,
};

/** What has no index in the list's order. */
const narrows = givenAny("type", "countsAs", "category", "text", "minAmount", "maxAmount");

export const RefundOf = id({ zh: "所退的支出", en: "Refunded expense" });
const Refund = Switch({ zh: "退款", en: "Refund" });
/** What is wrong with a refund. */
export const refundRefusals = [
  "refundNotIncome",
  "refundOfNothing",
  "refundContradicts",
  "refundTooLarge",
] as const;

/** What a record is made of. */
const newRecord = {
  accountId: AccountId,
  type: Type.Optional(RecordType),
  amount: Amount,
  category: Type.Optional(Category),
  description: Type.Optional(Description),
  date: DateInput,
  refund: Type.Optional(Refund),
  refundOf: Type.Optional(RefundOf),
  externalId: Type.Optional(OwnId),
  force: Type.Optional(Force),
};
const needsTypeUnlessRefund = requiredUnless("refundOf", ["type", "category"]);

const NewRecord = Type.Object(newRecord, needsTypeUnlessRefund);
export type NewRecord = Static<typeof NewRecord>;

const NewRecords = Type.Array(NewRecord, {
  item: { zh: "记录", en: "record" },
  minItems: 1,
  maxItems: 500,
  examples: [
    [
      { accountId: 1, type: "expense", amount: 35.5, category: "餐饮", date: "2026-03-15" },
      { accountId: 1, type: "expense", amount: 4, category: "交通", date: "2026-03-15" },
    ],
  ],
  ...about(
    { zh: "记录", en: "Records" },
    { zh: "必须是 1 到 500 条记录", en: "must be 1 to 500 records" },
  ),
});

/** What making a record may refuse. */
const createRefusals = [
  "userNotFound",
  "accountNotFound",
  "accountArchived",
  "balanceTooLarge",
  "dayTotalTooLarge",
  ...refundRefusals,
] as const;

/** A record without its account, as create and update answer it. */
export const LedgerRecord = Type.Object(stored, { title: "Record" });
export type LedgerRecord = Static<typeof LedgerRecord>;

/** The account as it stands inside a record. */
export const RecordAccount = Type.Object(
  { id: Id, name: Type.String(), type: AccountType, color: Type.String(), balance: Sum },
  { title: "RecordAccount" },
);
export type RecordAccount = Static<typeof RecordAccount>;

/** A record with its account, as list and detail answer it. */
export const RecordWithAccount = Type.Object(
  { ...stored, account: Type.Optional(RecordAccount) },
  { title: "RecordWithAccount" },
);
export type RecordWithAccount = Static<typeof RecordWithAccount>;

/** A record by itself: an expense also says what its refunds add up to, where it has any. */
export const RecordDetail = Type.Object(
  { ...stored, refunded: Type.Optional(Sum), account: Type.Optional(RecordAccount) },
  { title: "RecordDetail" },
);
export type RecordDetail = Static<typeof RecordDetail>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const BulkAction = Type.Enum(["change", "delete"], {
  type: "string",
  ...about(
    { zh: "操作", en: "Action" },
    { zh: "必须是 change 或 delete", en: "must be change or delete" },
  ),
});

/** What a list of records may be narrowed by; the same for the list and for its days. */
const filter = {
  userId: UserId,
  accountId: Type.Optional(AccountId),
  type: Type.Optional(RecordType),
  countsAs: Type.Optional(CountsAs),
  category: Type.Optional(Category),
  startDate: Type.Optional(StartDate),
  endDate: Type.Optional(EndDate),
  text: Type.Optional(SearchText),
  minAmount: Type.Optional(AmountBound),
  maxAmount: Type.Optional(AmountBound),
  importId: Type.Optional(ImportId),
};

export const records = {
  list: endpoint({
    method: "GET",
    path: "/api/records",
    serve: "read",
    looksAtMany: (query) =>
      narrows(query) ||
      query.order === "amount" ||
      (query.order !== "date" && (query.startDate ?? query.endDate) !== undefined),
    tag: "记录",
    summary: { zh: "记录列表，按创建时间倒序", en: "List records, newest created first" },
    notes: {
      zh: "默认返回全部记录（流式输出）。limit 与 cursor 可选：给出 limit 时只返回一页，还有下一页时响应头 Next-Cursor 给出其游标。order=date 改为按日期倒序，order=amount 从大到小，翻页时每页都带上。countsAs 与 type 相似，但退款算作支出（冲减它）。起止日期均含当天。text 的每个词（次序不限）都要出现在备注、分类或账户名中，或等于金额；也可写 >100、<=20。",
      en: "Every matching record, streamed. With limit, one page; the Next-Cursor header names the next. order=date: newest date first; order=amount: largest first. countsAs is like type, but a refund counts as expense. Each word of text, in any order, must stand in the description, the category or the account's name, or be the amount; >100 and <=20 are understood.",
    },
    owner: "query",
    query: Type.Object({
      ...filter,
      order: Type.Optional(ListOrder),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(RecordWithAccount),
  }),
  days: endpoint({
    method: "GET",
    path: "/api/records/days",
    serve: "read",
    looksAtMany: () => true,
    tag: "记录",
    summary: {
      zh: "符合条件的记录按天汇总，最近的在前",
      en: "Matching records by day, newest day first",
    },
    notes: {
      zh: "筛选条件与记录列表相同；客户端据此知道列表有多长，再按日期取所见的部分。",
      en: "Takes the filters of the list; tells how long the list is, so that a client may load what is seen.",
    },
    owner: "query",
    query: Type.Object(filter),
    returns: Type.Array(
      Type.Object({ date: DayText, income: Sum, expense: Sum, count: Type.Integer() }),
    ),
  }),
  bulk: endpoint({
    method: "POST",
    path: "/api/records/bulk",
    serve: "write",
    manyRows: true,
    tag: "记录",
    summary: { zh: "批量修改或删除记录", en: "Change or delete many records" },
    notes: {
      zh: "全部成功或全部不变；每个账户的余额只变动一次。action 为 change 时修改所给字段，为 delete 时删除；给 amount 时每条都是这个金额。支出可以和它的退款一起删除，改分类时同分类的退款随它改；转账的手续费只随转账变化。transferIds 是一起删除的转账，手续费随着走；转账不能批量修改。超过 1000 条时分几次发送，后面几次带上第一次答复的 History-Act（actId），就仍是历史里的一步。",
      en: "All or nothing, one movement per account. The given fields are changed, or the records deleted; an amount becomes that of each. An expense may go together with its refunds, which follow it into another category; a transfer's fee changes with its transfer only. transferIds are deleted along with their fees, and can't be changed in bulk. More than 1000 are sent in several requests: those after the first name its History-Act in actId, and all are one act of the history.",
    },
    owner: "body",
    body: Type.Object(
      {
        userId: UserId,
        ids: Type.Optional(RecordIds),
        transferIds: Type.Optional(TransferIds),
        action: BulkAction,
        accountId: Type.Optional(AccountId),
        type: Type.Optional(RecordType),
        amount: Type.Optional(Amount),
        category: Type.Optional(Category),
        date: Type.Optional(DateInput),
        actId: Type.Optional(ActId),
        force: Type.Optional(Force),
      },
      requiredUnless("transferIds", ["ids"]),
    ),
    notInExample: ["transferIds", "amount", "actId", "force"],
    returns: Type.Object({ count: Type.Integer() }),
    done: "recordsChanged",
    refuses: [
      "historyNotFound",
      "recordNotFound",
      "transferNotFound",
      "transfersNotChanged",
      "accountNotFound",
      "accountArchived",
      "balanceTooLarge",
      "dayTotalTooLarge",
      "feeOfTransfer",
      "expenseHasRefunds",
      "refundNotIncome",
      "refundTooLarge",
    ],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/records/:id",
    serve: "read",
    resource: true,
    tag: "记录",
    summary: { zh: "记录详情", en: "Get a record" },
    notes: {
      zh: "有退款的支出带 refunded：它的退款合计，单位元。",
      en: "An expense with refunds has refunded: what they add up to, in yuan.",
    },
    owner: "record",
    ...byId,
    returns: RecordDetail,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/records",
    serve: "write",
    creates: true,
    tag: "记录",
    summary: { zh: "记一笔，同时更新账户余额", en: "Create a record and move the balance" },
    notes: {
      zh: "退款是 type 为 income、带 refundOf（所退支出的编号）或 refund: true 的记录：余额增加，同分类的支出减少，不算收入。带 refundOf 时 type 与 category 可以不给：就是 income 与所退支出的分类。一笔支出的退款合计不超过它。externalId 是您自己的编号，每个用户唯一：同一个编号再来一次不再记，答复原来那一条（Idempotency-Replayed: true）。已归档的账户要加上 force: true 才记。",
      en: "A refund is an income with refundOf or refund: true: it lowers the expense of its category. With refundOf, type and category may be left out: income, and the expense's category. externalId is an id of your own, unique a user: the same again books nothing and answers the first. An archived account takes a record with force: true alone.",
    },
    owner: "body",
    body: Type.Object({ userId: UserId, ...newRecord }, needsTypeUnlessRefund),
    notInExample: ["refund", "refundOf", "externalId", "force"],
    returns: LedgerRecord,
    done: "recordCreated",
    invalidAmountIsMissing: true,
    refuses: [...createRefusals],
  }),
  batch: endpoint({
    method: "POST",
    path: "/api/records/batch",
    serve: "write",
    creates: true,
    tag: "记录",
    summary: {
      zh: "一次记 1 到 500 条，全部或一条也不",
      en: "Create 1 to 500 records, all or none",
    },
    notes: {
      zh: "每一条与 POST /api/records 相同，只是不必各带 userId。一条有误，全部不记，消息说明是第几条。答复按请求的次序。重发时带 Idempotency-Key，或给每条 externalId：记过的不再记，答复里是原来那一条。",
      en: "Each is as for POST /api/records, without its userId. One that is wrong refuses all, and the message says which. Answers keep the order. Sent again with an Idempotency-Key or an externalId of each, nothing is booked twice.",
    },
    owner: "body",
    body: Type.Object({ userId: UserId, records: NewRecords }),
    returns: Type.Array(LedgerRecord),
    done: "recordsCreated",
    refuses: [...createRefusals, "recordRefused"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/records/:id",
    serve: "write",
    resource: true,
    tag: "记录",
    summary: { zh: "修改记录（只改所给字段）", en: "Change the given fields of a record" },
    notes: {
      zh: "先撤销原记录对余额的影响，再计入新的影响。给出同一用户的另一个 accountId 即移动到该账户，两个余额同时变化；移到已归档的账户要加上 force: true。支出改分类时，与它同分类的退款一起改。",
      en: "The old effect on the balance is reversed, then the new one applied, in one transaction. Moving it to an archived account takes force: true. Refunds that stood in the category of an expense follow it into another.",
    },
    owner: "record",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      accountId: Type.Optional(AccountId),
      type: Type.Optional(RecordType),
      amount: Type.Optional(Amount),
      category: Type.Optional(Category),
      description: Type.Optional(clearable(Description)),
      date: Type.Optional(DateInput),
      refund: Type.Optional(Refund),
      refundOf: Type.Optional(clearable(RefundOf)),
      updatedAt: Type.Optional(ReadVersion),
      force: Type.Optional(Force),
    }),
    notInExample: ["refund", "refundOf", "force"],
    returns: LedgerRecord,
    done: "recordUpdated",
    refuses: [
      "accountNotFound",
      "accountArchived",
      "balanceTooLarge",
      "dayTotalTooLarge",
      "feeOfTransfer",
      "expenseHasRefunds",
      ...refundRefusals,
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/records/:id",
    serve: "write",
    resource: true,
    tag: "记录",
    summary: { zh: "删除记录，同时恢复账户余额", en: "Delete a record and reverse its effect" },
    notes: {
      zh: "余额与当天的合计随之恢复，删除之前的样子在历史里。有退款的支出与转账的手续费不能单独删除。",
      en: "The balance and the day's total go back, and the history keeps what was there. An expense with refunds, and a transfer's fee, are not deleted by themselves.",
    },
    owner: "record",
    ...byId,
    returns: Type.Null(),
    done: "recordDeleted",
    refuses: ["balanceTooLarge", "dayTotalTooLarge", "feeOfTransfer", "expenseHasRefunds"],
  }),
};
