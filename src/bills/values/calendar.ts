/** Days as bills write them. Wall dates only: nothing here knows a zone or the present. */
import { clockText, dayText } from "./times.ts";

/** Days since 0000-03-01, a plain count that makes distances easy. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((monthFromMarch * 306 + 5) / 10) + day - 1;
}

/** The day after "YYYY-MM-DD". */
export function nextDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const next = dayText(year, month, date + 1) ?? dayText(year, month + 1, 1);
  return next ?? `${year + 1}-01-01`;
}

/**
 * Reads an ISO date or date and time as it is written, whatever zone follows:
 * "2024-09-01T01:23:45+08:00" → "2024-09-01 01:23:45", "2024-09-01" → "2024-09-01".
 * Midnight is kept only when `keepMidnight` says that it means a time.
 */
export function readIsoTime(text: string, keepMidnight = false): string | undefined {
  const found = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(text);
  if (!found) return undefined;
  const day = dayText(Number(found[1]), Number(found[2]), Number(found[3]));
  if (day === undefined || found[4] === undefined) return day;
  const clock = clockText(Number(found[4]), Number(found[5]), Number(found[6] ?? 0));
  if (clock === undefined) return undefined;
  return clock === "00:00:00" && !keepMidnight ? day : `${day} ${clock}`;
}
