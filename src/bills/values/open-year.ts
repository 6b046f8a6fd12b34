/** Days without a year in a file that says none: the stretches of days which they may be, for a person to choose. */
import { cleanCell } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { dayText, monthAndDay, type StatedPeriod, timeWithin } from "./times.ts";

/** So many years back a file is likely to be of. */
const YEARS = 6;
/** A step of so many days between two rows may be a change of year. */
const JUMP = 180;
/** A year with a 29th of February. */
const LEAP = 2024;

/** A day of any year: months of 31 days, so that it can be taken apart again. */
type YearDay = number;

const yearDay = (month: number, day: number): YearDay => month * 31 + day - 1;

/**
 * The stretches that the column's days without a year may be, the latest first and none ahead of `today`: all of one
 * year, or, where the rows jump once from the end of a year to the beginning of another, of two.
 */
export function openPeriods(cells: readonly Cell[], today: string): StatedPeriod[] {
  const days = cells.flatMap((cell) => yearDayOf(cell) ?? []);
  if (days.length === 0) return [];
  const written = [...new Set(days)].map((day) => `${Math.floor(day / 31)}月${(day % 31) + 1}日`);
  const last = Number(today.slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, back) => last - back);
  const found = years.flatMap((year) => [acrossYears(days, year), withinYear(days, year)]);
  return found.filter(
    (one): one is StatedPeriod =>
      one !== undefined &&
      one.to <= today &&
      written.every((text) => timeWithin(text, one) !== undefined),
  );
}

function yearDayOf(cell: Cell): YearDay | undefined {
  const found = monthAndDay(cleanCell(cell));
  return found && dayText(LEAP, ...found) ? yearDay(...found) : undefined;
}

function dayIn(year: number, day: YearDay): string | undefined {
  return dayText(year, Math.floor(day / 31), (day % 31) + 1);
}

function periodOf(from: string | undefined, to: string | undefined): StatedPeriod | undefined {
  return from && to ? { from, to } : undefined;
}

function withinYear(days: readonly YearDay[], year: number): StatedPeriod | undefined {
  const [first, last] = bounds(days);
  return periodOf(dayIn(year, first), dayIn(year, last));
}

/** The rows up to the one fall, or rise, are of one year and those behind it of another; the later one is `year`. */
function acrossYears(days: readonly YearDay[], year: number): StatedPeriod | undefined {
  for (const way of [-1, 1]) {
    const jumps = days.flatMap((day, at) =>
      at > 0 && (day - (days[at - 1] as YearDay)) * way >= JUMP ? [at] : [],
    );
    const [at] = jumps;
    if (at === undefined || jumps.length > 1) continue;
    const [above, below] = [days.slice(0, at), days.slice(at)];
    const [first] = bounds(way < 0 ? above : below);
    const [, last] = bounds(way < 0 ? below : above);
    if (first > last) return periodOf(dayIn(year - 1, first), dayIn(year, last));
  }
  return undefined;
}

function bounds(days: readonly YearDay[]): [YearDay, YearDay] {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const day of days) [first, last] = [Math.min(first, day), Math.max(last, day)];
  return [first, last];
}
