import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  DayText,
  EndDate,
  MonthInput,
  RecordType,
  StartDate,
  Sum,
  UserId,
} from "./fields.ts";

const MonthFigures = Type.Object({
  label: Type.String({ examples: ["3月"] }),
  income: Sum,
  expense: Sum,
});

const ofMonth = Type.Object({ userId: UserId, month: MonthInput });

/** Days of many years have very many totals. */
function spansYears({ startDate, endDate }: Readonly<Record<string, unknown>>): boolean {
  const year = (date: unknown) => Number(String(date).slice(0, 4));
  return !(year(endDate) - year(startDate) <= 1);
}

export const statistics = {
  monthly: endpoint({
    method: "GET",
    path: "/api/statistics/monthly",
    serve: "read",
    small: true,
    tag: "统计",
    summary: { zh: "月度统计", en: "Figures of a month" },
    notes: {
      zh: "退款冲减同分类的支出，不算收入；转账不在内。categoryStats 只有支出，从多到少。",
      en: "Refunds lower the expense of their category; transfers count nowhere. categoryStats are expenses, the largest first.",
    },
    owner: "query",
    query: ofMonth,
    returns: Type.Object({
      totalIncome: Sum,
      totalExpense: Sum,
      balance: Sum,
      categoryStats: Type.Array(Type.Object({ category: Type.String(), amount: Sum })),
    }),
  }),
  trend: endpoint({
    method: "GET",
    path: "/api/statistics/trend",
    serve: "read",
    looksAtMany: spansYears,
    tag: "统计",
    summary: { zh: "每日趋势（只含有记录的日子）", en: "Daily figures of days with records" },
    notes: {
      zh: "起止日期都包含；都不给就是全部。只有有记录的日子。",
      en: "Both bounds are inclusive; without them all days. Only days that have records.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      startDate: Type.Optional(StartDate),
      endDate: Type.Optional(EndDate),
    }),
    returns: Type.Array(Type.Object({ date: DayText, income: Sum, expense: Sum })),
  }),
  categories: endpoint({
    method: "GET",
    path: "/api/statistics/categories",
    serve: "read",
    looksAtMany: (query) => query.accountId !== undefined || spansYears(query),
    tag: "统计",
    summary: { zh: "一段时间内各分类的合计", en: "Totals per category over a range of days" },
    notes: {
      zh: "起止日期都包含；退款冲减它的分类。",
      en: "Both bounds are inclusive; refunds lower their category.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      type: RecordType,
      accountId: Type.Optional(AccountId),
      startDate: Type.Optional(StartDate),
      endDate: Type.Optional(EndDate),
    }),
    returns: Type.Array(
      Type.Object({ category: Type.String(), amount: Sum, count: Type.Integer() }),
    ),
  }),
  compare: endpoint({
    method: "GET",
    path: "/api/statistics/compare",
    serve: "read",
    small: true,
    tag: "统计",
    summary: { zh: "本月与上月对比", en: "A month against the month before" },
    notes: {
      zh: "label 是月份，如 3月；lastMonth 是所问月份的上一个月。",
      en: "label is the month, as 3月; lastMonth is the month before the one asked for.",
    },
    owner: "query",
    query: ofMonth,
    returns: Type.Object({ currentMonth: MonthFigures, lastMonth: MonthFigures }),
  }),
};
