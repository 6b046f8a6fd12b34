import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { type Month, monthNumber, shiftMonth } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { type Period, periodOfDay, periodOfMonth, periodOfYear } from "../../ledger/period.ts";
import type { DaySums } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { baseOption, type useChartColors } from "../charts/colors.ts";
import { useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";
import { BarsCard, type Stretch } from "./bars-card.tsx";
import type { ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";
import "../charts/month-bars.css";

const BOTH: RecordType[] = ["income", "expense"];
const YEARS = 5;

/** Months of a year, or years, side by side; months begin on the day that is set. */
export function Comparison({ range, accountId }: ChartsProps) {
  const words = useWords();
  const { userId, today } = useBook();
  const { monthStart } = useSettings();
  const [by, setBy] = useState<"month" | "year">("month");
  const month = range.month ?? periodOfDay(today, monthStart).month;
  const year = range.year ?? Number(month.slice(0, 4));
  const periods = useMemo(
    () =>
      by === "month" ? monthsOf(year, monthStart, words.monthShort) : yearsUpTo(year, monthStart),
    [by, year, monthStart, words],
  );
  const bounds = { first: periods[0]?.first, last: periods.at(-1)?.last } as Period;
  const { data } = useQuery(queries.recordDays(userId, filterOf(bounds, accountId)));
  const stretches = useMemo(() => data && sumUp(data, periods), [data, periods]);
  return (
    <BarsCard
      title={by === "month" ? `${words.monthComparison} ${year}` : words.yearComparison}
      className="statistics-comparison"
      label={words.comparison}
      height={280}
      unit={by === "month" ? words.month : words.year}
      stretches={stretches}
      types={BOTH}
      maxWidth={22}
      accountId={accountId}
      own={withLegend}
    >
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
    </BarsCard>
  );
}

function withLegend(colors: ReturnType<typeof useChartColors>) {
  const { legend } = baseOption(colors);
  return {
    grid: { left: 8, right: 8, top: 36, bottom: 4, containLabel: true },
    legend: { ...legend, top: 0, right: 0 },
  };
}

type Named = Pick<Stretch, "label" | "first" | "last">;

function monthsOf(year: number, start: number, nameOf: (month: number) => string): Named[] {
  const january = `${year}-01` as Month;
  return Array.from({ length: 12 }, (_, index) => shiftMonth(january, index)).map((month) => ({
    ...periodOfMonth(month, start),
    label: nameOf(monthNumber(month)),
  }));
}

function yearsUpTo(year: number, start: number): Named[] {
  return Array.from({ length: YEARS }, (_, index) => year - YEARS + 1 + index).map((each) => ({
    ...periodOfYear(each, start),
    label: String(each),
  }));
}

function sumUp(days: DaySums[], periods: Named[]): Stretch[] {
  return periods.map(({ label, first, last }) => {
    const within = days.filter(({ day }) => day >= first && day <= last);
    return {
      label,
      first,
      last,
      income: addFen(ZERO, ...within.map((day) => day.income)) as Fen,
      expense: addFen(ZERO, ...within.map((day) => day.expense)) as Fen,
    };
  });
}
