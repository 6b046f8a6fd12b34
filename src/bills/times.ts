/**
 * Wall times as bills write them. Nothing here knows a zone: a Chinese bill's time is Shanghai's
 * whatever the server's zone is, and a date stays the date as written.
 */
import { cleanCell } from "./cells.ts";
import type { Cell } from "./table.ts";

/** The order of year, month and day where the year does not stand first. */
export type DateOrder = "ymd" | "dmy" | "mdy";

const SECONDS_A_DAY = 86_400;
/** Excel serials between 1954 and 2173: what a bill can mean. */
const SERIAL_FROM = 20_000;
const SERIAL_TO = 100_000;
const DAYS_FROM_1900_TO_1904 = 1462;

const CLOCK = /(?:[T\s,]+|^)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.:]\d+)?\s*(AM|PM)?$/i;

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** "YYYY-MM-DD" when that day exists between 1970 and 2199, else undefined. */
export function dayText(year: number, month: number, day: number): string | undefined {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= last ? `${year}-${two(month)}-${two(day)}` : undefined;
}

/** "HH:MM:SS" when that is a time of day, else undefined. */
export function clockText(hour: number, minute: number, second: number): string | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/**
 * Reads a time cell: "2026-06-15 12:01:02", "2026/6/15 12:01", "20260105 100000", "2026年6月15日",
 * an Excel serial. Gives "YYYY-MM-DD HH:MM:SS", or "YYYY-MM-DD" when the cell has no clock;
 * undefined for what is no time. A date whose year stands last needs `order`.
 */
export function readTime(
  cell: Cell | undefined,
  options: { order?: DateOrder; date1904?: boolean } = {},
): string | undefined {
  if (typeof cell === "number" && cell < SERIAL_TO) return fromSerial(cell, options.date1904);
  const text = cleanCell(cell).replace(/[\s\u3000]+/g, " ");
  if (text.length > 40) return undefined;
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text), options.date1904);
  const compact = /^(\d{4})(\d{2})(\d{2})(?:[ T]?(\d{2}):?(\d{2}):?(\d{2}))?$/.exec(text);
  if (compact) return assemble(compact.slice(1, 4), "ymd", compact.slice(4, 7));
  const clock = CLOCK.exec(text);
  const date = (clock ? text.slice(0, clock.index) : text).trim();
  const parts = /^(\d{1,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,4})日?$/
    .exec(date)
    ?.slice(1, 4);
  if (!parts) return undefined;
  const order = parts[0]?.length === 4 ? "ymd" : options.order;
  if (order === undefined || (order === "ymd" && parts[0]?.length !== 4)) return undefined;
  return assemble(parts, order, clock ? clockParts(clock) : []);
}

function clockParts(clock: RegExpExecArray): string[] {
  const half = clock[4]?.toUpperCase();
  const hour = half ? (Number(clock[1]) % 12) + (half === "PM" ? 12 : 0) : Number(clock[1]);
  return [String(hour), clock[2] ?? "0", clock[3] ?? "0"];
}

function assemble(
  parts: (string | undefined)[],
  order: DateOrder,
  clock: (string | undefined)[],
): string | undefined {
  const [a, b, c] = parts.map(Number) as [number, number, number];
  const [year, month, day] = order === "ymd" ? [a, b, c] : order === "dmy" ? [c, b, a] : [c, a, b];
  const short = parts.every((part) => (part?.length ?? 0) <= 2);
  const date = dayText(short ? 2000 + year : year, month, day);
  if (!date || clock[0] === undefined) return date;
  const time = clockText(Number(clock[0]), Number(clock[1]), Number(clock[2]));
  return time && `${date} ${time}`;
}

/** Days since 1899-12-30, rounded to the second because Excel's fractions are inexact. */
function fromSerial(serial: number, date1904 = false): string | undefined {
  const days = serial + (date1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (!(days >= SERIAL_FROM && days < SERIAL_TO)) return undefined;
  const seconds = Math.round(days * SECONDS_A_DAY);
  const moment = new Date(Date.UTC(1899, 11, 30) + seconds * 1000);
  const date = dayText(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate());
  if (!date || Number.isInteger(serial)) return date;
  const clock = clockText(moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds());
  return `${date} ${clock}`;
}

/** A clock cell of its own: "10:00:00", "100000", "93000", 0.4167 of a day. "" when it says none. */
export function readClock(cell: Cell | undefined): string {
  if (typeof cell === "number" && cell >= 0 && cell < 1) {
    const seconds = Math.round(cell * SECONDS_A_DAY) % SECONDS_A_DAY;
    return clockText(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60) ?? "";
  }
  const text = cleanCell(cell);
  const match = CLOCK.exec(text);
  if (match?.index === 0) return clockText(...(clockParts(match).map(Number) as Clock)) ?? "";
  if (!/^\d{5,6}$/.test(text)) return "";
  const digits = text.padStart(6, "0");
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)].map(Number);
  return clockText(...(parts as Clock)) ?? "";
}

type Clock = [number, number, number];

/** A date cell and a clock cell as one time; the date alone when the clock says nothing. */
export function joinTime(
  date: Cell | undefined,
  clock: Cell | undefined,
  options: { order?: DateOrder; date1904?: boolean } = {},
): string | undefined {
  const day = readTime(date, options);
  if (day === undefined || day.length > 10) return day;
  const time = readClock(clock);
  return time === "" ? day : `${day} ${time}`;
}
