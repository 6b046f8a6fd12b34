import Type, { type Static } from "typebox";
import { endpoint, requiredUnless } from "./endpoint.ts";
import {
  AccountId,
  AccountType,
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
  Id,
  ImportId,
  id,
  Limit,
  ListOrder,
  RecordType,
  SearchText,
  StartDate,
  Sum,
  Switch,
  source,
  Timestamp,
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
  ...source,
};

const RefundOf = id({ zh: "所退的支出", en: "Refunded expense" });
const Refund = Switch({ zh: "退款", en: "Refund" });
const refundRefusals = [
  "refundNotIncome",
  "refundOfNothing",
  "refundContradicts",
  "refundTooLarge",
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

const RecordIds = Type.Array(Id, {
  item: { zh: "记录编号", en: "record id" },
  minItems: 1,
  maxItems: 1000,
  uniqueItems: true,
  examples: [[1, 2]],
  ...about(
    { zh: "记录编号", en: "Record ids" },
    {
      zh: "必须是 1 到 1000 个不重复的正整数",
      en: "must be 1 to 1000 different positive integers",
    },
  ),
});

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
    tag: "记录",
    summary: { zh: "记录列表，按创建时间倒序", en: "List records, newest created first" },
    notes: {
      zh: "默认返回全部记录（流式输出）。limit 与 cursor 可选：给出 limit 时只返回一页，还有下一页时响应头 Next-Cursor 给出其游标。order=date 改为按日期倒序，翻页时每页都带上。countsAs 与 type 相似，但退款算作支出（冲减它）。起止日期均含当天。",
      en: "Every matching record, streamed. With limit, one page; the Next-Cursor header names the next. order=date: newest date first. countsAs is like type, but a refund counts as expense.",
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
    tag: "记录",
    summary: { zh: "批量修改或删除记录", en: "Change or delete many records" },
    notes: {
      zh: "全部成功或全部不变；每个账户的余额只变动一次。action 为 change 时修改所给字段，为 delete 时删除。支出可以和它的退款一起删除，改分类时同分类的退款随它改；转账的手续费只随转账变化。",
      en: "All or nothing, one movement per account. The given fields are changed, or the records deleted. An expense may go together with its refunds, which follow it into another category; a transfer's fee changes with its transfer only.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      ids: RecordIds,
      action: BulkAction,
      accountId: Type.Optional(AccountId),
      type: Type.Optional(RecordType),
      category: Type.Optional(Category),
      date: Type.Optional(DateInput),
    }),
    returns: Type.Object({ count: Type.Integer() }),
    done: "recordsChanged",
    refuses: [
      "recordNotFound",
      "accountNotFound",
      "balanceTooLarge",
      "dayTotalTooLarge",
      "feeOfTransfer",
      "expenseHasRefunds",
      "refundNotIncome",
    ],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/records/:id",
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
    tag: "记录",
    summary: { zh: "记一笔，同时更新账户余额", en: "Create a record and move the balance" },
    notes: {
      zh: "退款是 type 为 income、带 refundOf（所退支出的编号）或 refund: true 的记录：余额增加，同分类的支出减少，不算收入。带 refundOf 时 type 与 category 可以不给：就是 income 与所退支出的分类。一笔支出的退款合计不超过它。",
      en: "A refund is an income with refundOf or refund: true: it lowers the expense of its category. With refundOf, type and category may be left out: income, and the expense's category.",
    },
    owner: "body",
    body: Type.Object(
      {
        userId: UserId,
        accountId: AccountId,
        type: Type.Optional(RecordType),
        amount: Amount,
        category: Type.Optional(Category),
        description: Type.Optional(Description),
        date: DateInput,
        refund: Type.Optional(Refund),
        refundOf: Type.Optional(RefundOf),
      },
      requiredUnless("refundOf", ["type", "category"]),
    ),
    notInExample: ["refund", "refundOf"],
    returns: LedgerRecord,
    done: "recordCreated",
    invalidAmountIsMissing: true,
    refuses: [
      "userNotFound",
      "accountNotFound",
      "balanceTooLarge",
      "dayTotalTooLarge",
      ...refundRefusals,
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/records/:id",
    tag: "记录",
    summary: { zh: "修改记录（只改所给字段）", en: "Change the given fields of a record" },
    notes: {
      zh: "先撤销原记录对余额的影响，再计入新的影响。给出同一用户的另一个 accountId 即移动到该账户，两个余额同时变化。支出改分类时，与它同分类的退款一起改。",
      en: "The old effect on the balance is reversed, then the new one applied, in one transaction. Refunds that stood in the category of an expense follow it into another.",
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
    }),
    notInExample: ["refund", "refundOf"],
    returns: LedgerRecord,
    done: "recordUpdated",
    refuses: [
      "accountNotFound",
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
    tag: "记录",
    summary: { zh: "删除记录，同时恢复账户余额", en: "Delete a record and reverse its effect" },
    owner: "record",
    ...byId,
    returns: Type.Null(),
    done: "recordDeleted",
    refuses: ["balanceTooLarge", "dayTotalTooLarge", "feeOfTransfer", "expenseHasRefunds"],
  }),
};
