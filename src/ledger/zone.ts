/** What a change of zone makes of a moment (decisions D1). Pure. */
import { asDay, type Day, dayOf, instantAt, startOfDay } from "./calendar.ts";

/** A moment as it is stored: an instant, the day it falls on, and whether a time was given (1) or not. */
export interface StoredMoment {
  date: string;
  day: Day;
  timed: number;
}

/**
 * The same moment in another zone: a plain day keeps its day and gets the instant that it begins at
 * there, a timestamp keeps its instant and gets the day it falls on. Undefined where there is no such
 * day.
 */
export function momentIn(
  { date, day, timed }: StoredMoment,
  zone: string,
): { date: string; day: Day } | undefined {
  if (timed !== 0) {
    const fallsOn = asDay(dayOf(Date.parse(date), zone));
    return fallsOn && { date, day: fallsOn };
  }
  const start = startOfDay(day, zone);
  return start === undefined ? undefined : { date: instantAt(start), day };
}
