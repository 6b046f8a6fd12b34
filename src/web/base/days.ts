/** Days and months as people say them. */
import { type Day, dayOf, type Month, monthNumber, shiftDay } from "../../ledger/calendar.ts";
import { weekdayOf } from "../../ledger/period.ts";
import type { Words } from "../words/words.ts";

export function monthTitle(month: Month, words: Words): string {
  return words.monthTitle(Number(month.slice(0, 4)), monthNumber(month));
}

/** "今天 周五", "3月10日 周二", with the year when it is another. */
export function dayTitle(day: Day, today: Day, words: Words): string {
  const weekday = words.weekdays[weekdayOf(day)] as string;
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const title =
    year === Number(today.slice(0, 4))
      ? words.dayTitle(month, date, weekday)
      : words.dayTitleLong(year, month, date, weekday);
  const near = nearName(day, today, words);
  return near === undefined ? title : `${near} · ${title}`;
}

export function nearName(day: Day, today: Day, words: Words): string | undefined {
  if (day === today) return words.today;
  if (day === shiftDay(today, -1)) return words.yesterday;
  if (day === shiftDay(today, -2)) return words.dayBeforeYesterday;
  return undefined;
}

/** "3月10日", without a word of how near it is. */
export function plainDay(day: Day | undefined, words: Words): string {
  return day === undefined ? "" : words.shortDay(Number(day.slice(5, 7)), Number(day.slice(8)));
}

/** The shortest name that is clear: 今天, 3月10日, 2024-12-31. */
export function shortDay(day: Day, today: Day, words: Words): string {
  const near = nearName(day, today, words);
  if (near !== undefined) return near;
  if (day.slice(0, 4) !== today.slice(0, 4)) return day;
  return plainDay(day, words);
}

/** The time of day of an instant, in milliseconds since 1970, in a zone: "14:05". */
export function clockTime(instant: number, zone: string): string {
  const format = { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", format).format(new Date(instant));
}

/** "今天 14:05" */
export function momentText(instant: number, zone: string, today: Day, words: Words): string {
  return `${shortDay(dayOf(instant, zone), today, words)} ${clockTime(instant, zone)}`;
}
