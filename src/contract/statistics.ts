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

export const statistics = {
  monthly: endpoint({
    method: "GET",
    path: "/api/statistics/monthly",
    tag: "统计",
    summary: { zh: "月度统计", en: "Figures of a month" },
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
    tag: "统计",
    summary: { zh: "每日趋势（只含有记录的日子）", en: "Daily figures of days with records" },
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
    tag: "统计",
    summary: { zh: "一段时间内各分类的合计", en: "Totals per category over a range of days" },
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
    tag: "统计",
    summary: { zh: "本月与上月对比", en: "A month against the month before" },
    owner: "query",
    query: ofMonth,
    returns: Type.Object({ currentMonth: MonthFigures, lastMonth: MonthFigures }),
  }),
};
