/** Twelve months of one thing, and how a month compares with what is usual. Pure. */
import type { RecordType } from "../../contract/fields.ts";
import { type Day, type Month, shiftDay, shiftMonth } from "../../ledger/calendar.ts";
import { addFen, type Fen, fen, ZERO } from "../../ledger/money.ts";
import {
  daysBetween,
  type Period,
  periodOfDay,
  periodOfMonth,
  type Span,
} from "../../ledger/period.ts";
import { meanOf, medianOf } from "../../ledger/usual.ts";
import type { DaySums } from "../api/models.ts";

export const MONTHS = 12;

export interface MonthOf extends Period {
  amount: Fen;
  count: number;
  /** It has ended. */
  whole: boolean;
}

/** The last twelve months as the person reckons them, this one last. */
export function lastMonths(today: Day, start: number): Period[] {
  const { month } = periodOfDay(today, start);
  return Array.from({ length: MONTHS }, (_, index) =>
    periodOfMonth(shiftMonth(month, index - MONTHS + 1), start),
  );
}

export function sumMonths(
  periods: Period[],
  days: DaySums[],
  type: RecordType,
  today: Day,
): MonthOf[] {
  return periods.map((period) => {
    const within = days.filter(({ day }) => day >= period.first && day <= period.last);
    return {
      ...period,
      amount: addFen(ZERO, ...within.map((day) => day[type])) as Fen,
      count: within.reduce((sum, day) => sum + day.count, 0),
      whole: period.last < today,
    };
  });
}

/** The months that have ended, from the first one that has a record. */
export function wholeMonths(months: MonthOf[]): MonthOf[] {
  const first = months.findIndex(({ count }) => count > 0);
  return first < 0 ? [] : months.slice(first).filter(({ whole }) => whole);
}

export interface Usual {
  /** Of the months that have ended. */
  mean: Fen | undefined;
  median: Fen | undefined;
  /** How many those are. */
  count: number;
  /** The chosen month against the median of the others, the same days of a month that goes on. */
  difference: Fen | undefined;
}

export function usualOf(
  months: MonthOf[],
  chosen: Month,
  days: DaySums[],
  type: RecordType,
  today: Day,
): Usual {
  const whole = wholeMonths(months);
  const amounts = whole.map(({ amount }) => amount);
  const figures = { mean: meanOf(amounts), median: medianOf(amounts), count: whole.length };
  const now = months.find(({ month }) => month === chosen);
  if (now === undefined) return { ...figures, difference: undefined };
  const reach = now.whole ? undefined : daysBetween(now.first, today);
  const sumSoFar = ({ first, last }: Span) => {
    const end = reach === undefined ? last : earlier(shiftDay(first, reach), last);
    const within = days.filter(({ day }) => day >= first && day <= end);
    return addFen(ZERO, ...within.map((day) => day[type])) as Fen;
  };
  const usual = medianOf(whole.filter(({ month }) => month !== chosen).map(sumSoFar));
  const difference = usual === undefined ? undefined : fen(sumSoFar(now) - usual);
  return { ...figures, difference };
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}
