import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import type { DaySums } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { plainDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import type { useChartColors } from "../charts/colors.ts";
import { useWords } from "../words/words.ts";
import { BarsCard, type Stretch } from "./bars-card.tsx";
import type { ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";

/** Days drawn at most; a longer range shows its newest, the rest is reached by the zoom. */
const FIRST_VIEW_DAYS = 62;
/** As many days as a month has need no zoom. */
const ZOOM_FROM = 32;

/** In and out day by day; a day leads to its records. */
export function Trend({ range, type, accountId }: ChartsProps) {
  const words = useWords();
  const { userId, today } = useBook();
  const { data } = useQuery(queries.recordDays(userId, filterOf(range, accountId)));
  const days = useMemo(
    () => data && everyDay(data, range.first, range.last, today, (day) => plainDay(day, words)),
    [data, range, today, words],
  );
  const types = useMemo(() => [type], [type]);
  const count = days?.length ?? 0;
  const own = useCallback(
    (colors: ReturnType<typeof useChartColors>) => zoom(count, colors),
    [count],
  );
  return (
    <BarsCard
      title={`${words.dailyTrend} · ${words[type]}`}
      className="statistics-trend"
      label={words.dailyTrend}
      height={300}
      unit={words.date}
      stretches={days}
      types={types}
      maxWidth={14}
      accountId={accountId}
      own={own}
    />
  );
}

function zoom(days: number, colors: ReturnType<typeof useChartColors>) {
  if (days < ZOOM_FROM) return {};
  const slider = {
    type: "slider" as const,
    height: 24,
    bottom: 4,
    startValue: Math.max(0, days - FIRST_VIEW_DAYS),
    endValue: days - 1,
    borderColor: colors.line,
    textStyle: { color: colors.faint },
  };
  return {
    grid: { left: 8, right: 8, top: 12, bottom: 44, containLabel: true },
    dataZoom: [slider, { type: "inside" as const, zoomOnMouseWheel: "ctrl" as const }],
  };
}

/** Days without records are days too: the axis is the calendar. */
function everyDay(
  days: DaySums[],
  first: Day | undefined,
  last: Day | undefined,
  today: Day,
  nameOf: (day: Day) => string,
): Stretch[] {
  const known = new Map(days.map((day) => [day.day, day]));
  // A range that goes on ends today, or with what is booked ahead.
  const newest = days[0] && days[0].day > today ? days[0].day : today;
  const end = last !== undefined && last < newest ? last : newest;
  const all: Stretch[] = [];
  for (let day = first ?? days.at(-1)?.day ?? end; day <= end; day = shiftDay(day, 1)) {
    const { income, expense } = known.get(day) ?? { income: ZERO as Fen, expense: ZERO as Fen };
    all.push({ label: day, short: nameOf(day), first: day, last: day, income, expense });
  }
  return all;
}
