import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  Amount,
  about,
  Category,
  clearable,
  EndDate,
  Id,
  NOT_BLANK,
  ReadVersion,
  StartDate,
  Sum,
  Switch,
  Timestamp,
  UserId,
} from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

const oneOf = (values: readonly string[], zh: string, en: string) => ({
  type: "string" as const,
  ...about(
    words(zh, en),
    words(`必须是 ${values.join("、")} 之一`, `must be one of ${values.join(", ")}`),
  ),
});

const states = ["active", "proposed", "off"] as const;
const fields = ["counterparty", "description", "account", "any"] as const;
const matches = ["contains", "equals", "pattern"] as const;
const kinds = ["income", "expense", "refund", "transfer", "skip"] as const;

const State = Type.Enum(states, oneOf(states, "状态", "State"));
const Field = Type.Enum(fields, oneOf(fields, "比较的文字", "Field"));
const Match = Type.Enum(matches, oneOf(matches, "比较方式", "Match"));
const Kind = Type.Enum(kinds, oneOf(kinds, "性质", "Kind"));
const RuleText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: NOT_BLANK,
  text: true,
  examples: ["瑞幸"],
  ...about(
    words("文字", "Text"),
    words("必须是 1 到 200 个字符的文字", "must be text of 1 to 200 characters"),
  ),
});

/** What lines and records a rule is about, and what it makes of them. */
export const Rule = Type.Object(
  {
    id: Id,
    userId: UserId,
    state: State,
    field: Field,
    match: Match,
    text: Type.String(),
    minAmount: Type.Optional(Sum),
    maxAmount: Type.Optional(Sum),
    onlyKind: Type.Optional(Kind),
    category: Type.Optional(Type.String()),
    accountId: Type.Optional(Id),
    kind: Type.Optional(Kind),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Rule" },
);
export type Rule = Static<typeof Rule>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

export const rules = {
  list: endpoint({
    method: "GET",
    path: "/api/rules",
    serve: "read",
    tag: "规则",
    summary: { zh: "规则列表，按应用顺序", en: "List the rules in the order they are tried" },
    notes: {
      zh: "state 为 proposed 的规则来自您在导入时改过的分类，确认（改为 active）后才生效。",
      en: "Proposed rules come from categories corrected in imports; they act once made active.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(Rule),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/rules/:id",
    serve: "read",
    resource: true,
    tag: "规则",
    summary: { zh: "规则详情", en: "Get a rule" },
    notes: {
      zh: "第一条符合的规则决定；没有给的条件与结果不在答复里。",
      en: "The first rule that fits decides; conditions and outcomes that are not set are left out.",
    },
    owner: "rule",
    ...byId,
    returns: Rule,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/rules",
    serve: "write",
    tag: "规则",
    summary: { zh: "创建规则", en: "Create a rule" },
    notes: {
      zh: "第一条符合的规则决定：field 是比较的文字，match 是包含、相等或正则（pattern）；category、accountId、kind 是结果，至少给出一个，kind 为 skip 即不导入。",
      en: "The first rule that fits decides; give at least one of category, accountId and kind.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      state: Type.Optional(State),
      field: Type.Optional(Field),
      match: Type.Optional(Match),
      text: RuleText,
      minAmount: Type.Optional(Amount),
      maxAmount: Type.Optional(Amount),
      onlyKind: Type.Optional(Kind),
      category: Type.Optional(Category),
      accountId: Type.Optional(AccountId),
      kind: Type.Optional(Kind),
    }),
    returns: Rule,
    done: "ruleCreated",
    refuses: [
      "userNotFound",
      "accountNotFound",
      "patternInvalid",
      "ruleWithoutOutcome",
      "ruleAmountsReversed",
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/rules/:id",
    serve: "write",
    resource: true,
    tag: "规则",
    summary: { zh: "修改规则（只改所给字段）", en: "Change the given fields of a rule" },
    notes: {
      zh: "null 去掉一个条件或结果；至少要留一个结果。什么也没有改变时 updatedAt 不动。",
      en: "null takes a condition or an outcome away; one outcome must stay. Where nothing changes, updatedAt stays.",
    },
    owner: "rule",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      state: Type.Optional(State),
      field: Type.Optional(Field),
      match: Type.Optional(Match),
      text: Type.Optional(RuleText),
      minAmount: Type.Optional(clearable(Amount)),
      maxAmount: Type.Optional(clearable(Amount)),
      onlyKind: Type.Optional(clearable(Kind)),
      category: Type.Optional(clearable(Category)),
      accountId: Type.Optional(clearable(AccountId)),
      kind: Type.Optional(clearable(Kind)),
      updatedAt: Type.Optional(ReadVersion),
    }),
    returns: Rule,
    done: "ruleUpdated",
    refuses: ["accountNotFound", "patternInvalid", "ruleWithoutOutcome", "ruleAmountsReversed"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/rules/:id",
    serve: "write",
    resource: true,
    tag: "规则",
    summary: { zh: "删除规则", en: "Delete a rule" },
    notes: {
      zh: "它改过的记录不变。",
      en: "Records that it has changed stay as they are.",
    },
    owner: "rule",
    ...byId,
    returns: Type.Null(),
    done: "ruleDeleted",
  }),
  run: endpoint({
    method: "POST",
    path: "/api/rules/run",
    serve: "long",
    tag: "规则",
    summary: { zh: "对已有记录运行规则", en: "Run the rules over existing records" },
    notes: {
      zh: "只改分类。apply 不是 true 时只给出预览，什么都不改；答复最多列出 500 条变动。规则没有另行决定分类的退款，随它所退的支出一起改，也列在内。已记的改了分类的计划列在 plans 里，计划自己不变：要改用 PUT /api/plans/:id。",
      en: "Changes categories only. Without apply: true it is a preview. At most 500 changes are listed. A refund whose category no rule decides follows its expense, and is listed as well. plans names those whose booked records go to another category; they keep their own until PUT /api/plans/:id.",
    },
    owner: "body",
    body: Type.Object({
      userId: UserId,
      apply: Type.Optional(Switch(words("写入", "Apply"))),
      startDate: Type.Optional(StartDate),
      endDate: Type.Optional(EndDate),
    }),
    // What is tried out from the documentation writes nothing.
    notInExample: ["apply"],
    returns: Type.Object({
      applied: Type.Boolean(),
      count: Type.Integer(),
      changes: Type.Array(
        Type.Object({
          recordId: Id,
          from: Type.String(),
          to: Type.String(),
          reason: Type.String(),
        }),
      ),
      /** Plans that go on with the category that what they have booked no longer has. */
      plans: Type.Optional(
        Type.Array(
          Type.Object({
            planId: Id,
            name: Type.String(),
            from: Type.String(),
            to: Type.String(),
          }),
        ),
      ),
    }),
    done: "rulesRun",
    refuses: ["userNotFound", "rulesTooSlow", "dayTotalTooLarge"],
  }),
};
