import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type Month, monthBounds, monthNumber, shiftMonth } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import * as queries from "../api/queries.ts";
import { endsOf } from "../budgets/budget-bar.tsx";
import { Chart } from "../charts/chart.tsx";
import { baseOption, useChartColors } from "../charts/colors.ts";
import { moneyText, shortMoney } from "../money.ts";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { ChartCard, type ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";

interface Column {
  label: string;
  first: string;
  last: string;
  income: Fen;
  expense: Fen;
}

/** Months of a year, or years, side by side. */
export function Comparison({ range, accountId }: ChartsProps) {
  const words = useWords();
  const { userId, today } = useBook();
  const navigate = useNavigate();
  const colors = useChartColors();
  const [by, setBy] = useState<"month" | "year">("month");
  const year = String(range.year ?? range.month?.slice(0, 4) ?? today.slice(0, 4));
  const bounds =
    by === "month"
      ? { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
      : { startDate: `${Number(year) - 4}-01-01`, endDate: `${year}-12-31` };
  const { data } = useQuery(queries.recordDays(userId, { ...filterOf({}, accountId), ...bounds }));
  const columns = useMemo(
    () => columnsOf(data ?? [], by, year, words.monthShort),
    [data, by, year, words],
  );
  const option = useMemo(() => {
    const { axis, tooltip, legend } = baseOption(colors);
    const bar = (name: string, color: string, values: number[]) => ({
      type: "bar" as const,
      name,
      data: values,
      barMaxWidth: 22,
      itemStyle: { color, borderRadius: [4, 4, 0, 0] },
    });
    return {
      grid: { left: 8, right: 8, top: 36, bottom: 4, containLabel: true },
      legend: { ...legend, top: 0, right: 0 },
      tooltip: {
        ...tooltip,
        trigger: "axis" as const,
        axisPointer: { type: "shadow" as const },
        valueFormatter: (value: unknown) => moneyText(Math.round(Number(value) * 100) as Fen),
      },
      xAxis: {
        type: "category" as const,
        ...axis,
        splitLine: { show: false },
        data: columns.map((column) => column.label),
      },
      yAxis: {
        type: "value" as const,
        ...axis,
        axisLabel: {
          color: colors.faint,
          formatter: (value: number) => shortMoney(Math.round(value * 100) as Fen, words),
        },
      },
      series: [
        bar(
          words.expense,
          colors.expense,
          columns.map((column) => column.expense / 100),
        ),
        bar(
          words.income,
          colors.income,
          columns.map((column) => column.income / 100),
        ),
      ],
    };
  }, [columns, colors, words]);
  const rows = () => [
    [by === "month" ? words.month : words.year, words.income, words.expense],
    ...columns.map((column) => [column.label, column.income / 100, column.expense / 100]),
  ];
  return (
    <ChartCard
      title={by === "month" ? `${words.monthComparison} ${year}` : words.yearComparison}
      rows={rows}
      className="statistics-comparison"
    >
      {(picture) => (
        <>
          <SegmentedControl
            size="sm"
            aria-label={words.comparison}
            value={by}
            data={[
              { value: "month", label: words.month },
              { value: "year", label: words.year },
            ]}
            onChange={(value) => setBy(value as "month" | "year")}
          />
          {data ? (
            <Chart
              option={option}
              height={280}
              label={words.comparison}
              picture={picture}
              onClick={({ dataIndex }) => {
                const column = columns[dataIndex];
                if (!column) return;
                const { first: startDate, last: endDate } = column;
                void navigate({
                  to: "/records",
                  search: { ...filterOf({}, accountId), startDate, endDate },
                });
              }}
            />
          ) : (
            <div className="skeleton" style={{ height: 280 }} />
          )}
        </>
      )}
    </ChartCard>
  );
}

function columnsOf(
  days: queries.DaySums[],
  by: "month" | "year",
  year: string,
  monthName: (month: number) => string,
): Column[] {
  const sums = (first: string, last: string) => {
    const within = days.filter(({ day }) => day >= first && day <= last);
    return {
      first,
      last,
      income: addFen(ZERO, ...within.map((day) => day.income)) as Fen,
      expense: addFen(ZERO, ...within.map((day) => day.expense)) as Fen,
    };
  };
  if (by === "year") {
    return Array.from({ length: 5 }, (_, index) => String(Number(year) - 4 + index)).map(
      (label) => ({ label, ...sums(`${label}-01-01`, `${label}-12-31`) }),
    );
  }
  return Array.from({ length: 12 }, (_, index) => shiftMonth(`${year}-01` as Month, index)).map(
    (month) => ({
      label: monthName(monthNumber(month)),
      ...sums(monthBounds(month).first, endsOf(month).last),
    }),
  );
}
