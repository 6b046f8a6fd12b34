/**
 * Wall times as bills write them. A Chinese bill's time is Shanghai's
 * whatever the server's zone is, and a date stays the date as written; only a time that names its own
 * zone is an instant, and is shown on the clock of a zone that the caller names.
 */
import type { DateOrder } from "../../contract/bill-answers.ts";
import { lastDayOf } from "../../ledger/calendar.ts";
import { cleanCell } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { hourOf, readNamedMonth, takeHalf, withDigits, withoutWeekday } from "./month-names.ts";

/** The days that a table says it is of, "YYYY-MM-DD"; both belong to it. */
export interface StatedPeriod {
  from: string;
  to: string;
}

/** What readTime is told about a column. */
export interface TimeOptions {
  /** Needed for dates in digits whose year of four digits does not stand in front. */
  order?: DateOrder;
  /** Serial dates of the workbook count from 1904. */
  date1904?: boolean;
  /** The last day that a year of two digits may mean, "YYYY-MM-DD"; without it the year is of 20xx. */
  today?: string;
  /** The days that the table says it is of: they give 1月5日 its year. */
  period?: StatedPeriod;
  /** An instant (a time with its zone) is shown on the wall clock of this zone (IANA name). */
  zone?: string;
}

const SECONDS_A_DAY = 86_400;
/** Excel serials between 1954 and 2173: what a bill can mean. */
const SERIAL_FROM = 20_000;
const SERIAL_TO = 100_000;
const DAYS_FROM_1900_TO_1904 = 1462;
/** The longest text that is read as a time. */
const MAX_LENGTH = 60;

const PLAIN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const CLOCK =
  /(?:[T\s,]+|^|(?<=日))(\d{1,2})(?:[:：]|[时時点點])(?:(\d{1,2})(?:[:：分](?:(\d{1,2})秒?)?)?)?(?:[.:]\d+)?\s*$/i;
const ZONE = /(?<=\d)\s*(?:(Z)|(?:UTC|GMT)?\s*([+-]\d{2}):?(\d{2})?|(UTC|GMT))(?:\[[\w/]+\])?$/i;

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** "YYYY-MM-DD" when that day exists between 1970 and 2199, else undefined. */
export function dayText(year: number, month: number, day: number): string | undefined {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return undefined;
  return day <= lastDayOf(year, month) ? `${year}-${two(month)}-${two(day)}` : undefined;
}

/** "HH:MM:SS" when that is a time of day, else undefined. */
export function clockText(hour: number, minute: number, second: number): string | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/**
 * Reads a time cell: "2026-06-15 12:01:02", "2026/6/15 12:01", "20260105 100000", "2026年6月15日 下午3:04",
 * "1 NOV 2021", "2026-01-05T12:30:00Z", an Excel serial. Returns "YYYY-MM-DD HH:MM:SS", or
 * "YYYY-MM-DD" when the cell has no clock; undefined for what is no time. A date in digits whose
 * year of four digits does not stand in front needs `order`.
 */
export function readTime(cell: Cell | undefined, options: TimeOptions = {}): string | undefined {
  if (typeof cell === "number" && cell < SERIAL_TO) return fromSerial(cell, options.date1904);
  const text = cleanCell(cell).replace(/[\s\u3000]+/g, " ");
  if (CANONICAL.test(text) && isDayOf(text)) return text;
  const plain = PLAIN.exec(text);
  if (plain) return assemble(plain.slice(1, 4), "ymd", plain.slice(4, 7), options);
  const within = options.period && timeWithin(text, options.period);
  if (within !== undefined) return within;
  if (text.length < 5 || text.length > MAX_LENGTH || !/[\d０-９一二三]/.test(text))
    return undefined;
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text), options.date1904);
  const compact =
    /^(\d{4})(\d{2})(\d{2})(?:[ T]?(\d{2}):?(\d{2}):?(\d{2})(?:\.\d+)?)?(?:\[.*\])?$/.exec(text);
  if (compact) return assemble(compact.slice(1, 4), "ymd", compact.slice(4, 7), options);
  return readWritten(withDigits(text.normalize("NFKC")), options);
}

/** A time that stands as it is answered: most files write it so. */
const CANONICAL = /^\d{4}-\d\d-\d\d(?: (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;

/** The day asked about last: rows of one day stand together. */
let lastDay = "";

function isDayOf(text: string): boolean {
  const day = text.slice(0, 10);
  if (day === lastDay) return true;
  const [year, month, date] = day.split("-").map(Number);
  if (dayText(year as number, month as number, date as number) !== day) return false;
  lastDay = day;
  return true;
}

const YEARLESS =
  /^(\d{1,2})(?:\s?月\s?|[-/])(\d{1,2})\s?[日号號]?(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/;

function yearless(text: string): RegExpExecArray | null {
  return YEARLESS.exec(withoutWeekday(text.normalize("NFKC")).replace(/\s+/g, " "));
}

/** The month and the day of a text that says no year. */
export function monthAndDay(text: string): [month: number, day: number] | undefined {
  const [, month, day] = yearless(text) ?? [];
  return month === undefined ? undefined : [Number(month), Number(day)];
}

/** The day of a text without a year, "YYYY-MM-DD" with the clock behind it; undefined where no one year fits. */
export function timeWithin(text: string, { from, to }: StatedPeriod): string | undefined {
  const [, month, day, clock] = yearless(text) ?? [];
  if (month === undefined) return undefined;
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const days = Array.from({ length: Math.min(3, last - first + 1) }, (_, more) =>
    dayText(first + more, Number(month), Number(day)),
  ).filter((one) => one !== undefined && one >= from && one <= to);
  if (days.length !== 1) return undefined;
  return clock === undefined
    ? days[0]
    : `${days[0]} ${clock.length < 6 ? `${clock.padStart(5, "0")}:00` : clock.padStart(8, "0")}`;
}

/** A time in any of the ways in which people write it. */
function readWritten(written: string, options: TimeOptions): string | undefined {
  const zone = ZONE.exec(written);
  // "2026-01-05" alone ends in what looks like a zone.
  const zoned = zone !== null && /\d:\d/.test(written.slice(0, zone.index));
  const bare = withoutWeekday(zoned ? written.slice(0, zone.index) : written);
  const { text, half } = takeHalf(bare);
  const clock = CLOCK.exec(text);
  const date = inCommonEra((clock ? text.slice(0, clock.index) : text).trim());
  const parts = splitDate(date);
  if (!parts || (half !== undefined && !clock)) return undefined;
  const time = clock ? clockParts(clock, half) : [];
  if (time === undefined) return undefined;
  const named = parts.named || parts.numbers[0].length === 4;
  const order = named ? "ymd" : options.order;
  if (order === undefined || (order === "ymd" && !named)) return undefined;
  const read = assemble(parts.numbers, order, time, options);
  return zoned && read !== undefined ? inZone(read, zone, options.zone) : read;
}

/** A year of the Republic, as Taiwan counts, or of the Japanese emperor, before a month and a day. */
const ERA =
  /^(?:(?:中[华華])?民[国國] ?(\d{1,3})|(1[0-4]\d)|(?:令和|R) ?(\d{1,2}))(?=[-/.年] ?\d{1,2}[-/.月] ?\d{1,2}日?(?!\d))/;

/** 民國114年1月5日, 114/01/05, 令和7年1月5日 and R7.1.5 with the year that the world counts. */
function inCommonEra(date: string): string {
  const era = ERA.exec(date);
  if (era === null) return date;
  const [said, republic, short, reiwa] = era;
  const year = reiwa === undefined ? 1911 + Number(republic ?? short) : 2018 + Number(reiwa);
  return `${year}${date.slice(said.length)}`;
}

/** The currency of those who count years as the cell does; "" for the common years. */
export function currencyOfEra(cell: Cell): string {
  const era = ERA.exec(cleanCell(cell).normalize("NFKC"));
  if (era === null) return "";
  return era[3] === undefined ? "TWD" : "JPY";
}

/** The numbers of a date in the order in which they stand; a named month is put into the middle. */
function splitDate(
  date: string,
): { numbers: [string, string, string]; named: boolean } | undefined {
  const digits = /^(\d{1,4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,4})日?\.?$/.exec(date);
  if (digits) return { numbers: [digits[1]!, digits[2]!, digits[3]!], named: false };
  const numbers = readNamedMonth(date);
  return numbers && { numbers, named: true };
}

function clockParts(
  clock: RegExpExecArray,
  half: "am" | "pm" | "noon" | undefined,
): string[] | undefined {
  const hour = hourOf(Number(clock[1]), half);
  return hour === undefined ? undefined : [String(hour), clock[2] ?? "0", clock[3] ?? "0"];
}

function assemble(
  parts: readonly (string | undefined)[],
  order: DateOrder,
  clock: readonly (string | undefined)[],
  { today }: TimeOptions,
): string | undefined {
  const [a, b, c] = parts as [string, string, string];
  const yearFirst = order === "ymd" || order === "yymd";
  const [year, month, day] = yearFirst ? [a, b, c] : order === "dmy" ? [c, b, a] : [c, a, b];
  if (Math.max(month.length, day.length) > 2 || year.length === 1) return undefined;
  const date =
    year.length <= 2
      ? shortYearDay(Number(year), Number(month), Number(day), today)
      : dayText(Number(year), Number(month), Number(day));
  if (!date || clock[0] === undefined) return date;
  const time = clockText(Number(clock[0]), Number(clock[1] ?? 0), Number(clock[2] ?? 0));
  return time && `${date} ${time}`;
}

/** Years that a year of two digits is more likely to lie ahead than behind a century ago. */
const YEARS_AHEAD = 20;

/**
 * A day whose year has two digits. A year far ahead is of the last century; one less far ahead stays
 * ahead, and is asked about where it is booked.
 */
function shortYearDay(year: number, month: number, day: number, today = ""): string | undefined {
  const last = today === "" ? 2099 : Number(today.slice(0, 4)) + YEARS_AHEAD;
  return dayText(2000 + year > last ? 1900 + year : 2000 + year, month, day);
}

/** Whether a day lies ahead of `today` and its year was written with two digits. */
export function isShortAhead(cell: Cell | undefined, time: string, today: string): boolean {
  return time.slice(0, 10) > today && !cleanCell(cell).includes(time.slice(0, 4));
}

/** The wall clock of `zone` at an instant. Midnight with a zone is how programs write a mere day. */
function inZone(time: string, zone: RegExpExecArray, shown: string | undefined): string {
  const [day, clock] = [time.slice(0, 10), time.slice(11)];
  if (clock === "00:00:00") return day;
  if (shown === undefined || clock === "") return time;
  const [hours, minutes] = [Number(zone[2] ?? 0), Number(zone[3] ?? 0)];
  const offset = hours * 60 + Math.sign(hours || 1) * minutes;
  const instant = new Date(Date.parse(`${day}T${clock}Z`) - offset * 60_000);
  return clockOf(shown).format(instant);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes "YYYY-MM-DD HH:MM:SS". Formats are dear to make. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  clocks.set(zone, made);
  return made;
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

/** A clock cell of its own: "10:00:00", "100000", "下午3:04", 0.4167 of a day. "" when it says none. */
export function readClock(cell: Cell | undefined): string {
  if (typeof cell === "number" && cell >= 0 && cell < 1) {
    const seconds = Math.round(cell * SECONDS_A_DAY) % SECONDS_A_DAY;
    return clockText(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60) ?? "";
  }
  const written = cleanCell(cell);
  if (/^\d{5,6}$/.test(written)) {
    const digits = written.padStart(6, "0");
    const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)].map(Number);
    return clockText(...(parts as Clock)) ?? "";
  }
  const { text, half } = takeHalf(written.normalize("NFKC"));
  const match = CLOCK.exec(text.trim());
  const parts = match?.index === 0 ? clockParts(match, half) : undefined;
  return parts === undefined ? "" : (clockText(...(parts.map(Number) as Clock)) ?? "");
}

type Clock = [number, number, number];

/** A date cell and a clock cell as one time; the date alone when the clock says nothing. */
export function joinTime(
  date: Cell | undefined,
  clock: Cell | undefined,
  options: TimeOptions = {},
): string | undefined {
  const day = readTime(date, options);
  if (day === undefined || day.length > 10) return day;
  const time = readClock(clock);
  return time === "" ? day : `${day} ${time}`;
}
