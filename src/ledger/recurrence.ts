/**
 * The rule of dates of what comes again: rent, salary, subscriptions. An occurrence is reckoned from the
 * first day and its number, never from the one before, so that nothing drifts: the 31st is the 28th in
 * February and the 31st again in March. Pure.
 */
import {
  type Day,
  dayNumber,
  dayNumbered,
  earlierOf,
  LAST_DAY,
  lastDayOf,
  laterOf,
  type Month,
  monthNumber,
  monthOf,
  shiftDay,
  shiftMonth,
  startOfDay,
} from "./calendar.ts";
import { weekdayOf, weekOf } from "./period.ts";

export type Unit = "day" | "week" | "month" | "year";
/** What becomes of an occurrence that falls on a Saturday or a Sunday. */
export type Weekend = "keep" | "before" | "after";

export interface Recurrence {
  unit: Unit;
  /** Every so many units. */
  step: number;
  /**
   * Of a week 1 (Monday) to 7; of a month 1 to 31, or -1 for its last day. Empty: the weekday or the day of
   * the first day. Days and years have none.
   */
  days: readonly number[];
  start: Day;
  /** Nothing is due after it. */
  end?: Day | undefined;
  /** How many there are in all. */
  times?: number | undefined;
  /** Months and years only: days and weeks say which weekdays they want. */
  weekend: Weekend;
}

/** One occurrence: the day that names it for ever, and the day on which it happens. */
export interface Due {
  due: Day;
  date: Day;
}

/** Stands for the last day of a month, among its days. */
export const LAST_OF_MONTH = -1;
/** As many occurrences as are ever asked for at once. */
export const MAX_OCCURRENCES = 10_000;

/** The occurrence of a number, from 0 on; undefined where the rule has ended before. */
export function occurrenceAt(rule: Recurrence, number: number): Due | undefined {
  if (number >= (rule.times ?? Number.POSITIVE_INFINITY)) return undefined;
  const pattern = patternOf(rule);
  const { span, left } = spanHolding(pattern, number);
  const due = pattern.duesOf(span)[left];
  return due === undefined || due > lastOf(rule) ? undefined : dueOn(rule, due);
}

/** How many occurrences are due before the day. */
export function countBefore(rule: Recurrence, day: Day): number {
  const pattern = patternOf(rule);
  const until = rule.end === undefined || day <= rule.end ? day : shiftDay(rule.end, 1);
  const span = pattern.spanOf(until);
  if (span < 0) return 0;
  const inside = pattern.duesOf(span).filter((due) => due < until).length;
  const count = countOfSpans(pattern, span) + inside;
  return Math.min(count, rule.times ?? count);
}

/** The occurrences that are due between two days, both among them; at most so many, the first ones. */
export function occurrencesBetween(
  rule: Recurrence,
  first: Day,
  last: Day,
  limit = MAX_OCCURRENCES,
): Due[] {
  const pattern = patternOf(rule);
  const until = earlierOf(last, lastOf(rule));
  const from = laterOf(first, rule.start);
  const left = rule.times === undefined ? limit : rule.times - countBefore(rule, from);
  const most = Math.min(limit, left);
  const found: Due[] = [];
  const end = pattern.spanOf(until);
  for (let span = pattern.spanOf(from); span <= end && found.length < most; span += 1) {
    for (const due of pattern.duesOf(span)) {
      if (due >= from && due <= until && found.length < most) found.push(dueOn(rule, due));
    }
  }
  return found;
}

/** The occurrence that is named by the day; undefined where the rule has none. */
export function occurrenceOf(rule: Recurrence, due: Day): Due | undefined {
  return occurrencesBetween(rule, due, due)[0];
}

/** What of a rule says which days it has. */
export type Days = Pick<Recurrence, "unit" | "step" | "days" | "start">;

/**
 * The same days from one of them on: the 31st stays the 31st, begun on a 28th too, and 29 February stays what
 * it is in a leap year. A year has no day of its own but that of its start: it is twelve months then.
 */
export function beginningOn({ unit, step, days, start }: Days, day: Day): Days {
  const wanted = start.slice(8);
  const drifts = day.slice(8) !== wanted && days.length === 0;
  if (!drifts || unit === "day" || unit === "week") return { unit, step, days, start: day };
  const months = unit === "year" ? step * 12 : step;
  return { unit: "month", step: months, days: [Number(wanted)], start: day };
}

/** The day itself, or where the zone skipped it whole the next one that there is. */
export function dayThatExists(day: Day, zone: string): Day {
  return startOfDay(day, zone) === undefined ? shiftDay(day, 1) : day;
}

/** A rule as spans of equal length, each with its wanted days; the first holds the first day. */
interface Pattern {
  /** The wanted days of a span, in order; in the first only those from the first day on. */
  duesOf(span: number): Day[];
  /** The span that holds the day; below 0 before the first. */
  spanOf(day: Day): number;
  /** How many wanted days a span has, the first one as if it were whole. */
  sizeOf(span: number): number;
  /** After so many spans their sizes come again, the first one aside; 1 where all have as many. */
  cycle: number;
}

function patternOf(rule: Recurrence): Pattern {
  const { unit, step, start, days } = rule;
  if (unit === "day") return ofDays(rule, start, step, [0]);
  if (unit === "week") {
    const wanted = days.length === 0 ? [weekdayOf(start)] : days.map((day) => day - 1);
    return ofDays(rule, weekOf(start).first, step * 7, unique(wanted));
  }
  const wanted = unit === "year" || days.length === 0 ? [Number(start.slice(8))] : days;
  return ofMonths(rule, unit === "year" ? step * 12 : step, wanted);
}

/** Spans of so many days, counted from `base`. */
function ofDays({ start }: Recurrence, base: Day, length: number, offsets: number[]): Pattern {
  const [begin, first] = [dayNumber(base), dayNumber(start)];
  return {
    duesOf(span) {
      const from = span === 0 ? first : begin;
      const days = offsets.map((offset) => begin + span * length + offset);
      return days.filter((day) => day >= from && day <= LAST).map(dayNumbered);
    },
    spanOf: (day) => Math.floor((dayNumber(day) - begin) / length),
    sizeOf: () => offsets.length,
    cycle: 1,
  };
}

const LAST = dayNumber(LAST_DAY);

/** Spans of so many months, each with its wanted days in the first of them. */
function ofMonths({ start }: Recurrence, length: number, wanted: readonly number[]): Pattern {
  const base = countOf(monthOf(start));
  const room = countOf(monthOf(LAST_DAY)) - base;
  // By how many days a month has: 28 to 31.
  const byLength = [28, 29, 30, 31].map((last) =>
    unique(wanted.map((day) => (day === LAST_OF_MONTH ? last : Math.min(day, last)))),
  );
  const daysOf = (span: number) => byLength[lengthOf(base + span * length) - 28] as number[];
  return {
    duesOf(span) {
      if (span * length > room) return [];
      const first = dayNumber(`${monthCounted(base + span * length)}-01` as Day) - 1;
      const dues = daysOf(span).map((day) => dayNumbered(first + day));
      return span === 0 ? dues.filter((due) => due >= start) : dues;
    },
    spanOf: (day) => Math.floor((countOf(monthOf(day)) - base) / length),
    sizeOf: (span) => (span * length > room ? 0 : daysOf(span).length),
    cycle: wanted.length === 1 ? 1 : MONTHS_OF_CALENDAR / commonDivisor(length, MONTHS_OF_CALENDAR),
  };
}

/** The calendar is the same again after 400 years. */
const MONTHS_OF_CALENDAR = 4800;

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** The number of a month, and the month of a number. */
function countOf(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + monthNumber(month) - 1;
}

function monthCounted(count: number): Month {
  return shiftMonth("0000-01" as Month, count);
}

/** How many days the month of a number has. */
function lengthOf(count: number): number {
  return lastDayOf(Math.floor(count / 12), (count % 12) + 1);
}

/** How many occurrences the spans before this one have. */
function countOfSpans(pattern: Pattern, span: number): number {
  if (span === 0) return 0;
  const cycles = Math.floor((span - 1) / pattern.cycle);
  const whole = cycles === 0 ? 0 : cycles * sizeOfFirst(pattern, pattern.cycle);
  return pattern.duesOf(0).length + whole + sizeOfFirst(pattern, (span - 1) % pattern.cycle);
}

/** How many wanted days the first spans have, so many behind the one of the start. */
function sizeOfFirst(pattern: Pattern, spans: number): number {
  let size = 0;
  for (let span = 1; span <= spans; span += 1) size += pattern.sizeOf(span);
  return size;
}

/** The span in which the occurrence of a number lies, and which of its days it is. */
function spanHolding(pattern: Pattern, number: number): { span: number; left: number } {
  const first = pattern.duesOf(0).length;
  if (number < first) return { span: 0, left: number };
  let left = number - first;
  if (pattern.cycle === 1) {
    const size = pattern.sizeOf(1) || 1;
    return { span: 1 + Math.floor(left / size), left: left % size };
  }
  for (let span = 1; ; span += 1) {
    const size = pattern.sizeOf(span);
    if (left < size || size === 0) return { span, left };
    left -= size;
  }
}

function dueOn({ unit, weekend }: Recurrence, due: Day): Due {
  const shifts = weekend !== "keep" && (unit === "month" || unit === "year");
  const weekday = shifts ? weekdayOf(due) : MONDAY;
  if (weekday < SATURDAY) return { due, date: due };
  const by = weekend === "before" ? SATURDAY - 1 - weekday : SUNDAY + 1 - weekday;
  return { due, date: shiftDay(due, by) };
}

const MONDAY = 0;
const SATURDAY = 5;
const SUNDAY = 6;

function lastOf({ end }: Recurrence): Day {
  return end ?? LAST_DAY;
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
