import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import * as queries from "../api/queries.ts";
import { Chart } from "../charts/chart.tsx";
import { baseOption, useChartColors } from "../charts/colors.ts";
import { moneyText, shortMoney } from "../money.ts";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { ChartCard, type ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";

/** Days drawn at most; a longer range shows its newest, the rest is reached by the zoom. */
const FIRST_VIEW_DAYS = 62;

/** In and out day by day; a day leads to its records. */
export function Trend({ range, type, accountId }: ChartsProps) {
  const words = useWords();
  const { userId, today } = useBook();
  const navigate = useNavigate();
  const colors = useChartColors();
  const { data } = useQuery(queries.recordDays(userId, filterOf(range, accountId)));
  const days = useMemo(
    () => everyDay(data ?? [], range.first, range.last, today),
    [data, range, today],
  );
  const option = useMemo(() => {
    const { axis, tooltip } = baseOption(colors);
    const bar = (name: string, color: string, values: number[]) => ({
      type: "bar" as const,
      name,
      data: values,
      barMaxWidth: 14,
      itemStyle: { color, borderRadius: [3, 3, 0, 0] },
    });
    return {
      grid: { left: 8, right: 8, top: 12, bottom: days.length > 31 ? 44 : 4, containLabel: true },
      tooltip: {
        ...tooltip,
        trigger: "axis" as const,
        axisPointer: { type: "shadow" as const },
        valueFormatter: (value: unknown) => moneyText(Math.round(Number(value) * 100) as Fen),
      },
      xAxis: {
        type: "category" as const,
        ...axis,
        data: days.map((day) => day.day),
        axisLabel: {
          color: colors.faint,
          hideOverlap: true,
          formatter: (day: string) => `${Number(day.slice(5, 7))}.${Number(day.slice(8))}`,
        },
      },
      yAxis: {
        type: "value" as const,
        ...axis,
        axisLabel: {
          color: colors.faint,
          formatter: (value: number) => shortMoney(Math.round(value * 100) as Fen, words),
        },
      },
      dataZoom:
        days.length > 31
          ? [
              {
                type: "slider" as const,
                height: 24,
                bottom: 4,
                startValue: Math.max(0, days.length - FIRST_VIEW_DAYS),
                endValue: days.length - 1,
                borderColor: colors.line,
                textStyle: { color: colors.faint },
              },
              { type: "inside" as const, zoomOnMouseWheel: "ctrl" as const },
            ]
          : [],
      series: [
        bar(
          words[type],
          colors[type],
          days.map((day) => day[type] / 100),
        ),
      ],
    };
  }, [days, type, colors, words]);
  const rows = () => [
    [words.date, words.income, words.expense],
    ...days.map((day) => [day.day, day.income / 100, day.expense / 100]),
  ];
  return (
    <ChartCard
      title={`${words.dailyTrend} · ${words[type]}`}
      rows={rows}
      className="statistics-trend"
    >
      {(picture) =>
        data ? (
          <Chart
            option={option}
            height={300}
            label={words.dailyTrend}
            picture={picture}
            onClick={({ name }) =>
              void navigate({
                to: "/records",
                search: { ...filterOf({}, accountId), type, startDate: name, endDate: name },
              })
            }
          />
        ) : (
          <div className="skeleton" style={{ height: 300 }} />
        )
      }
    </ChartCard>
  );
}

/** Days without records are days too: the axis is the calendar. */
function everyDay(
  days: queries.DaySums[],
  first: Day | undefined,
  last: Day | undefined,
  today: Day,
): { day: Day; income: number; expense: number }[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const newest = days[0]?.day ?? today;
  const end = last ?? newest;
  const all: { day: Day; income: number; expense: number }[] = [];
  for (let day = first ?? days.at(-1)?.day ?? end; day <= end; day = shiftDay(day, 1)) {
    all.push(known.get(day) ?? { day, income: 0, expense: 0 });
  }
  return all;
}
