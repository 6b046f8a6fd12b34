/** The months of a list beside it, at the desk: one press leads to a month. */
import { useMemo } from "react";
import { type Month, monthNumber, monthOf } from "../../ledger/calendar.ts";
import { monthTitle } from "../base/days.ts";
import { useWords } from "../words/words.ts";
import type { Layout } from "./layout.ts";
import "./month-rail.css";

interface MonthRailProps {
  layout: Layout;
  /** The month at the top of the window. */
  now: Month | undefined;
  /** Scrolls to a place of the list. */
  go: (index: number) => void;
}

export function MonthRail({ layout, now, go }: MonthRailProps) {
  const words = useWords();
  const years = useMemo(() => yearsOf(layout), [layout]);
  if (years.flatMap(([, months]) => months).length < 2) return null;
  return (
    <nav className="month-rail" aria-label={words.monthRail}>
      {years.map(([year, months]) => (
        <div key={year} className="month-rail-year">
          <span aria-hidden="true">{year}</span>
          {months.map(({ month, at }) => (
            <button
              key={month}
              type="button"
              aria-label={monthTitle(month, words)}
              aria-current={month === now || undefined}
              onClick={() => go(at)}
            >
              {words.monthShort(monthNumber(month))}
            </button>
          ))}
        </div>
      ))}
    </nav>
  );
}

interface MonthPlace {
  month: Month;
  at: number;
}

/** The months that have lines, by year, in the order of the list. */
function yearsOf({ days }: Layout): [string, MonthPlace[]][] {
  const years = new Map<string, MonthPlace[]>();
  for (const { sums, at } of days) {
    const month = monthOf(sums.day);
    const year = month.slice(0, 4);
    const months = years.get(year) ?? [];
    if (months.at(-1)?.month !== month) months.push({ month, at });
    years.set(year, months);
  }
  return [...years];
}
