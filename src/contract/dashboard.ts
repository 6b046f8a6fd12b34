import Type, { type TSchema } from "typebox";
import { Account } from "./accounts.ts";
import { BudgetUsage } from "./budgets.ts";
import { endpoint } from "./endpoint.ts";
import { AccountType, about, DayText, Id, Limit, Sum, UserId } from "./fields.ts";
import { Upcoming } from "./plans.ts";
import { LedgerRecord } from "./records.ts";
import { Transfer } from "./transfers.ts";

/** What the overview is made of; a card that is added to it is a part of its own. */
export const OVERVIEW_PARTS = [
  "periods",
  "months",
  "accounts",
  "recent",
  "budgets",
  "plans",
  "forecast",
  "proof",
] as const;
export type OverviewPart = (typeof OVERVIEW_PARTS)[number];

const Parts = Type.String({
  pattern: `^(${OVERVIEW_PARTS.join("|")})(,(${OVERVIEW_PARTS.join("|")}))*$`,
  maxLength: 200,
  examples: ["periods,accounts,recent"],
  ...about(
    { zh: "部分", en: "Parts" },
    {
      zh: `必须是 ${OVERVIEW_PARTS.join("、")} 中的一个或几个，以逗号分隔`,
      en: `must be some of ${OVERVIEW_PARTS.join(", ")}, with commas between them`,
    },
  ),
});

const MonthStart = Type.Integer({
  minimum: 1,
  maximum: 28,
  examples: [1],
  ...about(
    { zh: "每月起始日", en: "First day of a month" },
    { zh: "必须是 1 到 28 的整数", en: "must be an integer from 1 to 28" },
  ),
});

const period = { first: DayText, last: DayText, income: Sum, expense: Sum };
const Period = Type.Object(period);

/** A part that was asked for, and a mark that is another one whenever the part is. */
const part = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Optional(Type.Object({ revision: Type.String({ examples: ["x7Qm0aT2c1E"] }), ...fields }));

/** The proof sums up the whole book. */
const asksForProof = ({ parts }: Readonly<Record<string, unknown>>): boolean =>
  parts === undefined || String(parts).split(",").includes("proof");

export const dashboard = {
  overview: endpoint({
    method: "GET",
    path: "/api/overview",
    serve: "read",
    tag: "总览",
    summary: { zh: "总览页所需的一切，一次读完", en: "All that the overview shows, in one answer" },
    notes: {
      zh: "parts 指定要哪些部分，不给就是全部；每部分有自己的 revision，内容变了它才变。periods 是今天、本周（周一起）、本月、今年；months 是最近六个月，soFar 是本月到今天，lastSoFar 是上月的同样几天（上月较短时到月底为止）；monthStart 是每月从哪天算起（1 到 28，默认 1）。recent 按日期从新到旧，记录与转账在一起，limit 是条数（默认 10）。budgets 是日历上的本月。plans 是接下来的三期计划，待确认的在前。forecast 是按计划从今天起 90 天各天日终的总余额（没有计划时为空）、最低的一天，以及最先跌到 0 以下的账户。proof 列出余额与流水对不上的账户；记过对账点时，agreed 是与银行一致到哪一天、哪些账户从哪个对账点起不一致；要读完整本账，可以单独读。",
      en: "parts names what is asked for, all unless given; the revision of a part changes with it alone. periods are today, this week (from Monday), month and year, months the last six, with soFar this month until today and lastSoFar the same days of the last, all reckoned from monthStart (1 to 28, 1 unless given). recent has records and transfers together, newest day first, as many as limit (10 unless given). budgets are those of the calendar's month. plans are the three occurrences of plans that come next, those that wait first. forecast has the balance of all accounts at the end of each of 90 days, today first, by what is planned (empty without plans), its lowest day, and the account that falls below zero first. proof names the accounts whose balance isn't what is booked and, where balances of the bank were stated, until when all agree and where not; it reads the whole book and may be read by itself.",
    },
    looksAtMany: asksForProof,
    owner: "query",
    query: Type.Object({
      userId: UserId,
      parts: Type.Optional(Parts),
      monthStart: Type.Optional(MonthStart),
      limit: Type.Optional(Limit),
    }),
    returns: Type.Object({
      date: DayText,
      periods: part({ today: Period, week: Period, month: Period, year: Period }),
      months: part({
        months: Type.Array(
          Type.Object({ month: Type.String({ examples: ["2026-03"] }), ...period }),
        ),
        soFar: Period,
        lastSoFar: Period,
      }),
      accounts: part({ totalBalance: Sum, accounts: Type.Array(Account) }),
      recent: part({
        entries: Type.Array(
          Type.Object({
            record: Type.Optional(LedgerRecord),
            transfer: Type.Optional(Transfer),
          }),
        ),
      }),
      budgets: part({ budgets: Type.Array(BudgetUsage) }),
      plans: part({ upcoming: Type.Array(Upcoming) }),
      forecast: part({
        /** The balance of all accounts at the end of each day, today first; empty without plans. */
        balances: Type.Array(Sum),
        lowest: Type.Optional(Type.Object({ date: DayText, balance: Sum })),
        /** Of the account that falls below zero first: that day. */
        below: Type.Optional(Type.Object({ accountId: Id, date: DayText })),
      }),
      proof: part({
        wrong: Type.Array(Id),
        /** Only where the bank's balances were stated. */
        agreed: Type.Optional(
          Type.Object({
            /** The day up to which all accounts with points agree; none where one never did. */
            until: Type.Optional(DayText),
            /** The first point of each account that differs. */
            broken: Type.Array(Type.Object({ accountId: Id, checkpointId: Id, date: DayText })),
          }),
        ),
      }),
    }),
  }),
  summary: endpoint({
    method: "GET",
    path: "/api/dashboard/summary",
    serve: "read",
    tag: "总览",
    summary: { zh: "总览：总余额、本月收支、预算使用", en: "Balance, this month, budget usage" },
    notes: {
      zh: "月份是服务器时区的本月；percentage 是已花占上限的百分比，可以超过 100。有账户填了用途（kind）时，另有 assets 与 liabilities：余额为正的之和、为负的之和（写成正数），两者相减就是 totalBalance。",
      en: "The month is the current one in the server's zone; percentage is of the cap and may exceed 100. Where an account says what it is for (kind), assets and liabilities are there as well: the sums of the balances above zero and, as a positive number, of those below; their difference is totalBalance.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Object({
      totalBalance: Sum,
      /** Only in a book that tells kinds of accounts apart. */
      assets: Type.Optional(Sum),
      liabilities: Type.Optional(Sum),
      monthIncome: Sum,
      monthExpense: Sum,
      accounts: Type.Array(
        Type.Object({
          id: Id,
          userId: UserId,
          name: Type.String(),
          type: AccountType,
          color: Type.String(),
          balance: Sum,
        }),
      ),
      budgetUsage: Type.Array(BudgetUsage),
    }),
  }),
};
