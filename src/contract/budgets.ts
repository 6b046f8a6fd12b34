import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Amount, Category, Id, MonthInput, ReadVersion, Sum, Timestamp, UserId } from "./fields.ts";

const stored = {
  id: Id,
  userId: UserId,
  category: Type.String(),
  amount: Sum,
  month: Type.String({ examples: ["2026-03"] }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Budget = Type.Object(stored, { title: "Budget" });
export type Budget = Static<typeof Budget>;

/** A budget with what was spent against it; `percentage` has two decimals and no cap. */
export const BudgetUsage = Type.Object(
  { ...stored, spent: Sum, percentage: Type.Number({ examples: [10] }) },
  { title: "BudgetUsage" },
);
export type BudgetUsage = Static<typeof BudgetUsage>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

export const budgets = {
  list: endpoint({
    method: "GET",
    path: "/api/budgets",
    serve: "read",
    tag: "预算",
    summary: { zh: "预算列表，按创建时间倒序", en: "List budgets, newest created first" },
    notes: {
      zh: "month 只列这个月的。已花多少见 /api/dashboard/summary。",
      en: "month narrows to one month. What was spent is in /api/dashboard/summary.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId, month: Type.Optional(MonthInput) }),
    returns: Type.Array(Budget),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/budgets/:id",
    serve: "read",
    resource: true,
    tag: "预算",
    summary: { zh: "预算详情", en: "Get a budget" },
    notes: {
      zh: "amount 是这个分类当月的上限，单位元。",
      en: "amount is the month's cap of the category, in yuan.",
    },
    owner: "budget",
    ...byId,
    returns: Budget,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/budgets",
    serve: "write",
    tag: "预算",
    summary: { zh: "创建预算", en: "Create a budget" },
    notes: {
      zh: "同一个月同一分类可以有几个预算；退款冲减已花的金额。",
      en: "A month may have several budgets of one category; refunds lower what was spent.",
    },
    owner: "body",
    body: Type.Object({ userId: UserId, category: Category, amount: Amount, month: MonthInput }),
    returns: Budget,
    done: "budgetCreated",
    refuses: ["userNotFound"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/budgets/:id",
    serve: "write",
    resource: true,
    tag: "预算",
    summary: { zh: "修改预算（只改所给字段）", en: "Change the given fields of a budget" },
    notes: {
      zh: "改之前的样子在历史里，可以恢复。",
      en: "The history keeps what was before.",
    },
    owner: "budget",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      category: Type.Optional(Category),
      amount: Type.Optional(Amount),
      month: Type.Optional(MonthInput),
      updatedAt: Type.Optional(ReadVersion),
    }),
    returns: Budget,
    done: "budgetUpdated",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/budgets/:id",
    serve: "write",
    resource: true,
    tag: "预算",
    summary: { zh: "删除预算", en: "Delete a budget" },
    notes: {
      zh: "记录不受影响；删除之前的样子在历史里。",
      en: "Records stay as they are; the history keeps the budget.",
    },
    owner: "budget",
    ...byId,
    returns: Type.Null(),
    done: "budgetDeleted",
  }),
};
