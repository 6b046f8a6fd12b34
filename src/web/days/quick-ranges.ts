/** Ranges that are chosen at a tap; months begin on the day that is set. Pure. */
import { type Day, dayIn, monthOf, shiftDay, shiftMonth } from "../../ledger/calendar.ts";
import { periodOfDay, periodOfMonth, periodOfYear, type Span } from "../../ledger/period.ts";

export const QUICK_RANGES = [
  "today",
  "sevenDays",
  "thisMonth",
  "lastMonth",
  "threeMonths",
  "thisYear",
] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

export function quickRange(name: QuickRange, today: Day, start: number): Span {
  const { month, first, last } = periodOfDay(today, start);
  const spans: Record<QuickRange, Span> = {
    today: { first: today, last: today },
    sevenDays: { first: shiftDay(today, -6), last: today },
    thisMonth: { first, last },
    lastMonth: periodOfMonth(shiftMonth(month, -1), start),
    threeMonths: { first: shiftDay(sameDate(today, -3), 1), last: today },
    thisYear: periodOfYear(Number(month.slice(0, 4)), start),
  };
  const span = spans[name];
  return { first: span.first, last: span.last };
}

/** The same date in another month, or that month's last. */
function sameDate(day: Day, by: number): Day {
  return dayIn(shiftMonth(monthOf(day), by), Number(day.slice(8)));
}
