/**
 * Months as a person reckons them: from the day that is set (1 is the calendar's month). A period is
 * named by the calendar month that it begins in. Pure.
 */
import {
  type Day,
  dayIn,
  dayNumber,
  earlierOf,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
} from "./calendar.ts";
import type { Fen } from "./money.ts";

export interface Period {
  month: Month;
  first: Day;
  last: Day;
}

/** Some days, the first and the last among them. */
export type Span = Pick<Period, "first" | "last">;

export function periodOfMonth(month: Month, start: number): Period {
  const first = dayIn(month, start);
  return { month, first, last: shiftDay(dayIn(shiftMonth(month, 1), start), -1) };
}

/** The days of a month as the calendar has it; budgets go by these, whatever day is set. */
export function calendarMonth(month: Month): Period {
  return periodOfMonth(month, 1);
}

/** The twelve months of a year, taken together. */
export function periodOfYear(year: number, start: number): Pick<Period, "first" | "last"> {
  const { first } = periodOfMonth(`${year}-01` as Month, start);
  return { first, last: periodOfMonth(`${year}-12` as Month, start).last };
}

/** What a period adds up to. */
export interface MonthSums extends Period {
  income: Fen;
  expense: Fen;
}

/** The period that holds the day. */
export function periodOfDay(day: Day, start: number): Period {
  const month = monthOf(day);
  return periodOfMonth(day < dayIn(month, start) ? shiftMonth(month, -1) : month, start);
}

/** The period up to a day in it; and the same days of the one before, which may be shorter. */
export function soFar(day: Day, start: number): [Span, Span] {
  const now = periodOfDay(day, start);
  const before = periodOfMonth(shiftMonth(now.month, -1), start);
  const same = shiftDay(before.first, daysBetween(now.first, day));
  return [
    { first: now.first, last: day },
    { first: before.first, last: earlierOf(same, before.last) },
  ];
}

/** Days of the period; and how many of them are left from `day` on, itself included. */
export function daysOf({ first, last }: Period): number {
  return daysBetween(first, last) + 1;
}

export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** Monday to Sunday, as the week of the day has them. */
export function weekOf(day: Day): Pick<Period, "first" | "last"> {
  const first = shiftDay(day, -weekdayOf(day));
  return { first, last: shiftDay(first, 6) };
}

/** Monday 0 to Sunday 6. */
export function weekdayOf(day: Day): number {
  return (((dayNumber(day) + THURSDAY) % 7) + 7) % 7;
}

/** The day of the week of 1970-01-01. */
const THURSDAY = 3;
