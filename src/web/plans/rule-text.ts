/** A rule of dates, said back in words. */
import { type Day, dayIn, LAST_DAY, type Month, monthNumber } from "../../ledger/calendar.ts";
import { weekdayOf } from "../../ledger/period.ts";
import { LAST_OF_MONTH, occurrencesBetween, type Recurrence } from "../../ledger/recurrence.ts";
import { shortDay } from "../base/days.ts";
import type { PlanWords } from "../words/plans.ts";

/** "每月最后一天，遇周末提前，共 12 期" */
export function ruleText(rule: Recurrence, today: Day, words: PlanWords): string {
  const said = asYears(rule);
  const { unit, step, weekend, end, times } = said;
  const often = unit === "month" ? words.everyMonths(step) : words.every(step, words.units[unit]);
  const shifts = unit === "month" || unit === "year";
  return [
    [often, daysText(said, words)].filter(Boolean).join(" "),
    shifts ? words.weekendSaid[weekend] : "",
    times === undefined ? "" : words.timesSaid(times),
    end === undefined ? "" : words.untilSaid(shortDay(end, today, words)),
  ]
    .filter(Boolean)
    .join(words.comma);
}

/** Twelve months are a year, of the day that is wanted: 29 February, which begins on a 28th, too. */
function asYears(rule: Recurrence): Recurrence {
  const { unit, step, days, start } = rule;
  const [day, ...more] = days;
  if (unit !== "month" || step % 12 !== 0 || day === undefined) return rule;
  if (day === LAST_OF_MONTH || more.length > 0) return rule;
  const leap = `2024-${start.slice(5, 7)}` as Month;
  return { ...rule, unit: "year", step: step / 12, days: [], start: dayIn(leap, day) };
}

function daysText({ unit, days, start }: Recurrence, words: PlanWords): string {
  if (unit === "day") return "";
  if (unit === "year")
    return words.shortDay(monthNumber(start.slice(0, 7) as never), dateOf(start));
  if (unit === "week") {
    const wanted = days.length === 0 ? [weekdayOf(start) + 1] : days;
    return wanted.map((day) => words.weekdays[day - 1]).join("、");
  }
  const wanted = days.length === 0 ? [dateOf(start)] : days;
  const said = (day: number) => (day === LAST_OF_MONTH ? words.lastDay : words.onDay(day));
  return wanted.map(said).join("、");
}

const dateOf = (day: Day) => Number(day.slice(8));

/** How many of the days to come are named. */
const NAMED = 4;

/** The rule, and the days on which it comes from a day on: "每月 1 日：下次 12月1日，之后 …". */
export function ruleAhead(rule: Recurrence, from: Day, today: Day, words: PlanWords): string {
  const text = ruleText(rule, today, words);
  const dates = occurrencesBetween(rule, from, LAST_DAY, NAMED).map(({ date }) =>
    shortDay(date, today, words),
  );
  const [first, ...more] = dates;
  if (first === undefined) return words.saidNext(text, words.neverAgain, "");
  return words.saidNext(text, first, more.join("、"));
}
