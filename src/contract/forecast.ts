/** The balances of the days to come. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { AccountId, choice, DayText, Id, Sum, UserId, whole } from "./fields.ts";
import { Occurrence } from "./plans.ts";

export const PACES = ["none", "recent", "budget"] as const;

const Days = whole("天数", "Days", 1, 400, 90);
const Pace = choice(PACES, "日常花销", "Usual spending", "recent");

const DayAhead = Type.Object(
  {
    date: DayText,
    in: Sum,
    /** Above zero: what goes out. */
    out: Sum,
    balance: Sum,
    /** The balance with the usual spending taken off; only where that was asked. */
    withPace: Type.Optional(Sum),
  },
  { title: "DayAhead" },
);

export const forecasts = {
  get: endpoint({
    method: "GET",
    path: "/api/forecast",
    serve: "read",
    tag: "计划",
    summary: { zh: "余额预测", en: "The balances of the days to come" },
    notes: {
      zh: "从今天起共 days 天（默认 90），每天都在；今天是现在的余额加上今天的计划。待确认的与未到的各期按它们的日子算，过去待确认的算在今天；没有金额的不算。accountId 只看一个账户。账户的 lowest 是最低的一天，below 是跌到 0 以下的第一天。pace 为 recent 时 withPace 另减去近 90 天里不在计划中的日常花销，为 budget 时减去各月预算还没花的部分（超出的不算）。items 最多列出前 5000 期，more 说另外还有几期，余额都算上了它们。",
      en: "days days from today on (90 unless given), every one present; today is the balance of now with what is planned today. Waiting and open occurrences count on their day, waiting ones of the past today, those without an amount not. accountId looks at one account. lowest is the lowest day of an account, below the first one under zero. With pace recent, withPace also takes off what was spent beside plans over the last 90 days; with budget what the budgets of the months have left. items are the first 5,000; more says how many there are besides, which the balances hold, too.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      days: Type.Optional(Days),
      accountId: Type.Optional(AccountId),
      pace: Type.Optional(Pace),
    }),
    returns: Type.Object(
      {
        from: DayText,
        to: DayText,
        total: Type.Array(DayAhead),
        accounts: Type.Array(
          Type.Object({
            accountId: Id,
            balance: Sum,
            lowest: Type.Object({ date: DayText, balance: Sum }),
            below: Type.Optional(DayText),
          }),
        ),
        /** What is planned, by date; the first 5,000. */
        items: Type.Array(Occurrence),
        /** How many more there are; the sums hold them, too. */
        more: Type.Optional(Type.Integer()),
      },
      { title: "Forecast" },
    ),
    refuses: ["userNotFound"],
  }),
};
