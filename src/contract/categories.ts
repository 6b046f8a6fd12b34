import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, Category, RecordType, UserId } from "./fields.ts";

const budgetChoices = ["add", "keep"] as const;
const BudgetChoice = Type.Enum(budgetChoices, {
  type: "string",
  ...about(
    { zh: "同月预算", en: "Budgets of one month" },
    { zh: "必须是 add 或 keep", en: "must be add or keep" },
  ),
});

/** A category's other name and the one that it gets. */
const names = { type: RecordType, from: Category, to: Category };

export const CategoryRename = Type.Object(
  {
    ...names,
    /** How many records, budgets and rules bear the other name. */
    records: Type.Integer(),
    budgets: Type.Integer(),
    rules: Type.Integer(),
    /** Months that have a budget under both names. */
    months: Type.Array(Type.String()),
  },
  { title: "CategoryRename" },
);

export const categories = {
  list: endpoint({
    method: "GET",
    path: "/api/categories",
    serve: "read",
    looksAtMany: () => true,
    tag: "分类",
    summary: { zh: "用过的分类，最常用的在前", en: "The categories in use, most used first" },
    notes: {
      zh: "recent 是最近 90 天的记录数，先按它排序，再按总数。",
      en: "recent counts the records of the last 90 days; it orders first, then the whole count.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(
      Type.Object({
        type: RecordType,
        category: Type.String(),
        recent: Type.Integer(),
        count: Type.Integer(),
      }),
    ),
  }),
  renames: endpoint({
    method: "GET",
    path: "/api/categories/renames",
    serve: "read",
    looksAtMany: () => true,
    tag: "分类",
    summary: {
      zh: "同一分类的两个名字：可以合并的",
      en: "Categories that go by two names, and the one to keep",
    },
    notes: {
      zh: "账本里同时有“居住”和“住房”这样的两个名字时列出，附记录、预算、规则各有几个；months 是两个名字都有预算的月份。",
      en: "Listed where the book has two names of one category, with how many records, budgets and rules bear the other one; months are those with a budget under both.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(CategoryRename),
  }),
  rename: endpoint({
    method: "POST",
    path: "/api/categories/rename",
    serve: "long",
    tag: "分类",
    summary: { zh: "给分类改名或合并", en: "Rename or merge categories" },
    notes: {
      zh: "在一个事务里改记录、预算、计划和规则，改之前的记录、预算与计划留在历史里，可以撤销；规则不随撤销改回。同一个月两个名字都有预算时，必须给出 budgets：add 是两个上限相加，keep 是保留新名字的上限；没有给出则 400，什么也不改。转账手续费不改。",
      en: "Records, budgets, plans and rules in one transaction; all but the rules go to the history and can be brought back, rules keep the new name. Where a month has a budget under both names, budgets must say add (the caps are added) or keep (the cap under the new name stays), else 400 and nothing changes. Fees of transfers stay.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      renames: Type.Array(Type.Object(names), {
        minItems: 1,
        maxItems: 100,
        examples: [[{ type: "expense", from: "居住", to: "住房" }]],
        item: { zh: "改名", en: "rename" },
        ...about(
          { zh: "改名", en: "Renames" },
          { zh: "必须是 1 到 100 组 type、from、to", en: "must be 1 to 100 of type, from and to" },
        ),
      }),
      budgets: Type.Optional(BudgetChoice),
    }),
    returns: Type.Object({
      records: Type.Integer(),
      budgets: Type.Integer(),
      rules: Type.Integer(),
      /** Only where plans have borne the name. */
      plans: Type.Optional(Type.Integer()),
    }),
    done: "categoriesRenamed",
    refuses: ["renameBudgets", "renameBudgetTooLarge", "dayTotalTooLarge", "userNotFound"],
  }),
};
