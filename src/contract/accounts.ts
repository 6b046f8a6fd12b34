import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountKind,
  AccountName,
  AccountType,
  about,
  Balance,
  Color,
  clearable,
  DayText,
  Flag,
  Id,
  id,
  ReadVersion,
  Sum,
  Switch,
  Timestamp,
  UserId,
} from "./fields.ts";

export const Account = Type.Object(
  {
    id: Id,
    userId: UserId,
    name: Type.String(),
    type: AccountType,
    /** Only there when the account is not a plain one. */
    kind: Type.Optional(AccountKind),
    color: Type.String(),
    balance: Sum,
    /** Only there, and true, when the account has been put away. */
    archived: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;

/**
 * What `verify` proves: opening + recordsEffect + transfersEffect + adjustmentsEffect = expected, and ok
 * when the stored balance is that.
 */
export const Verification = Type.Object(
  {
    opening: Sum,
    recordsEffect: Sum,
    transfersEffect: Sum,
    adjustmentsEffect: Sum,
    expected: Sum,
    balance: Sum,
    ok: Type.Boolean(),
  },
  { title: "Verification" },
);

const Archived = Type.Boolean({
  ...about(
    { zh: "归档", en: "Archived" },
    { zh: "必须是 true 或 false", en: "must be true or false" },
  ),
});

const Into = id({ zh: "保留的账户", en: "Account that stays" });
/** How many of each go over. */
const Merged = {
  records: Type.Integer(),
  transfers: Type.Integer(),
  adjustments: Type.Integer(),
  rules: Type.Integer(),
  names: Type.Integer(),
};

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

export const accounts = {
  list: endpoint({
    method: "GET",
    path: "/api/accounts",
    serve: "read",
    tag: "账户",
    summary: { zh: "账户列表", en: "List the accounts" },
    notes: {
      zh: "按编号排列，归档的也在内（archived: true）。",
      en: "In order of id; archived ones are among them (archived: true).",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(Account),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/accounts/:id",
    serve: "read",
    resource: true,
    tag: "账户",
    summary: { zh: "账户详情", en: "Get an account" },
    notes: {
      zh: "balance 是现在的余额：期初余额加全部记录、转账与调整。",
      en: "balance is the balance now: the opening balance and all records, transfers and adjustments.",
    },
    owner: "account",
    ...byId,
    returns: Account,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/accounts",
    serve: "write",
    creates: true,
    tag: "账户",
    summary: { zh: "创建账户", en: "Create an account" },
    notes: {
      zh: "balance 是期初余额，不给就是 0；color 不给就是 #1890FF。",
      en: "balance is the opening balance, 0 unless given; color is #1890FF unless given.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      name: AccountName,
      type: AccountType,
      kind: Type.Optional(AccountKind),
      color: Type.Optional(Color),
      balance: Type.Optional(Balance),
    }),
    notInExample: ["kind"],
    returns: Account,
    done: "accountCreated",
    refuses: ["userNotFound"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/accounts/:id",
    serve: "write",
    resource: true,
    tag: "账户",
    summary: { zh: "修改账户（只改所给字段）", en: "Change the given fields of an account" },
    notes: {
      zh: "设置 balance 会把差额计入账户的期初余额，余额始终等于期初余额加全部记录、转账与调整的影响。",
      en: "Setting balance moves the opening balance by the difference.",
    },
    owner: "account",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      name: Type.Optional(AccountName),
      type: Type.Optional(AccountType),
      kind: Type.Optional(clearable(AccountKind)),
      color: Type.Optional(Color),
      balance: Type.Optional(Balance),
      archived: Type.Optional(Archived),
      updatedAt: Type.Optional(ReadVersion),
    }),
    returns: Account,
    done: "accountUpdated",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/accounts/:id",
    serve: "write",
    manyRows: true,
    resource: true,
    tag: "账户",
    summary: { zh: "删除账户", en: "Delete an account" },
    notes: {
      zh: "还有记录、转账或调整的账户不能删除，除非 cascade=true，这时连同它们一起删除，转账的另一账户会退回相应金额。",
      en: "An account with records, transfers or adjustments is refused unless cascade=true, which deletes them with it.",
    },
    owner: "account",
    params: byId.params,
    query: Type.Object({
      userId: Type.Optional(UserId),
      cascade: Type.Optional(Flag({ zh: "连同记录删除", en: "Cascade" })),
    }),
    returns: Type.Null(),
    done: "accountDeleted",
    refuses: [
      "accountInUse",
      "accountInUseByTransfers",
      "accountInUseByAdjustments",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
  mergePreview: endpoint({
    method: "GET",
    path: "/api/accounts/:id/merge",
    serve: "read",
    looksAtMany: () => true,
    tag: "账户",
    summary: { zh: "合并账户会移动什么", en: "What a merge would move" },
    notes: {
      zh: "into 是保留的账户。between 是两个账户之间的转账，合并时要删除；balance 是合并后的余额。",
      en: "into is the account that stays. between are the transfers of one to the other, which a merge deletes; balance is the balance afterwards.",
    },
    owner: "account",
    params: byId.params,
    query: Type.Object({ userId: Type.Optional(UserId), into: Into }),
    returns: Type.Object({
      ...Merged,
      between: Type.Object({ count: Type.Integer(), amount: Sum }),
      balance: Sum,
    }),
    refuses: ["mergeSameAccount"],
  }),
  merge: endpoint({
    method: "POST",
    path: "/api/accounts/:id/merge",
    serve: "write",
    manyRows: true,
    tag: "账户",
    summary: { zh: "合并到另一个账户", en: "Merge an account into another" },
    notes: {
      zh: "全部记录、转账、余额调整、规则和文件里的名字归 into，余额相加，这个账户不再存在。两个账户之间的转账要删除，必须用 removeTransfers: true 说明；它们的手续费留作支出。整体是历史里的一步，用 History-Act 响应头的编号撤销。",
      en: "All records, transfers, adjustments, rules and names in files go to into, the balances are added, and this account is gone. Transfers between the two are deleted, which removeTransfers: true must say; their fees stay as expenses. All of it is one act of the history, taken back by the number in History-Act.",
    },
    owner: "account",
    params: byId.params,
    body: Type.Object({
      userId: Type.Optional(UserId),
      into: Into,
      removeTransfers: Type.Optional(
        Switch({ zh: "删除两者之间的转账", en: "Delete the transfers between the two" }),
      ),
    }),
    returns: Type.Object({ account: Account, ...Merged, removed: Type.Integer() }),
    done: "accountsMerged",
    refuses: ["mergeSameAccount", "mergeTransfersBetween", "balanceTooLarge"],
  }),
  verify: endpoint({
    method: "GET",
    path: "/api/accounts/:id/verify",
    serve: "read",
    looksAtMany: () => true,
    tag: "账户",
    summary: { zh: "核对账户余额", en: "Prove an account's balance" },
    notes: {
      zh: "期初余额加全部记录、转账与调整的影响应当等于账面余额；ok 为 true 即账目一致。",
      en: "The opening balance and the effects of all records, transfers and adjustments must give the stored balance.",
    },
    owner: "account",
    ...byId,
    returns: Verification,
  }),
  balances: endpoint({
    method: "GET",
    path: "/api/accounts/:id/balances",
    serve: "read",
    looksAtMany: () => true,
    tag: "账户",
    summary: {
      zh: "账户每日结余（只含余额有变动的日子）",
      en: "Balance at the end of each day that moved it",
    },
    notes: {
      zh: "opening 是全部记录、转账与调整之前的余额；days 按日期升序。",
      en: "opening is the balance before every record, transfer and adjustment; days ascend.",
    },
    owner: "account",
    ...byId,
    returns: Type.Object({
      opening: Sum,
      days: Type.Array(Type.Object({ date: DayText, balance: Sum })),
    }),
  }),
};
