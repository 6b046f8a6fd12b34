/**
 * Calendar arithmetic: what day an instant falls on in a zone, and what instant a day begins at.
 * Pure: the zone is a parameter, "now" is never asked for. Days and months are text, so that they
 * order, compare and store the same everywhere; no code may get a day by cutting an ISO instant.
 */

declare const dayBrand: unique symbol;
declare const monthBrand: unique symbol;
declare const instantBrand: unique symbol;

/** A calendar day "YYYY-MM-DD", 1900-01-01 to 9999-12-31. */
export type Day = string & { readonly [dayBrand]: "Day" };
/** A calendar month "YYYY-MM". */
export type Month = string & { readonly [monthBrand]: "Month" };
/** A point in time, ISO 8601 in UTC with milliseconds: "2024-02-29T16:00:00.000Z". */
export type Instant = string & { readonly [instantBrand]: "Instant" };

/** What a request's date means: where it is in time, which day it counts for, and how it was said. */
export interface Moment {
  instant: Instant;
  day: Day;
  /** True when a time of day was given; a plain day keeps its day when the zone changes. */
  timed: boolean;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;
const DAY_MS = 86_400_000;
/** Later instants have no four-digit year in UTC; west of Greenwich some of 9999-12-31 lies there. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether the runtime knows this IANA zone name. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The instant for a number of milliseconds since 1970 UTC. */
export function instantAt(ms: number): Instant {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    textOfSecond = new Date(second * 1000).toISOString().slice(0, -"000Z".length);
    lastSecond = second;
  }
  return `${textOfSecond}${pad(Math.trunc(ms - second * 1000), 3)}Z` as Instant;
}

// Writes ask for their own moment several times, every line of the log for its; most are of one second.
let lastSecond = Number.NaN;
let textOfSecond = "";

/** A real calendar day of the years 1900 to 9999, in any zone; undefined otherwise. */
export function asDay(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  return isRealDate(Number(match[1]), Number(match[2]), Number(match[3]))
    ? (text as Day)
    : undefined;
}

/** A month of the years 1900 to 9999; undefined otherwise. */
export function asMonth(text: string): Month | undefined {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (!match || Number(match[1]) < FIRST_YEAR) return undefined;
  return text as Month;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month;
}

/** The month before; "1900-01" has "1899-12", which holds no day. */
export function monthBefore(month: Month): Month {
  return shiftMonth(month, -1);
}

export function shiftMonth(month: Month, by: number): Month {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${pad(Math.floor(count / 12), 4)}-${pad((count % 12) + 1, 2)}` as Month;
}

/** The number of the month, 1 to 12. */
export function monthNumber(month: Month): number {
  return Number(month.slice(5));
}

/** First and last text that days of this month can have; both bounds inclusive. */
export function monthBounds(month: Month): { first: Day; last: Day } {
  return { first: `${month}-01` as Day, last: `${month}-31` as Day };
}

export function daysInMonth(month: Month): number {
  return lastDayOf(Number(month.slice(0, 4)), monthNumber(month));
}

/** The day of a number in a month, or the month's last where it has no such day. */
export function dayIn(month: Month, date: number): Day {
  return `${month}-${pad(Math.min(date, daysInMonth(month)), 2)}` as Day;
}

/** The day `by` days later (or earlier), on the calendar, whatever the clocks do. */
export function shiftDay(day: Day, by: number): Day {
  return dayNumbered(dayNumber(day) + by);
}

/** The number of a day on a count that goes on through months and years: 1970-01-01 is 0. */
export function dayNumber(day: Day): number {
  return wallMs(numberIn(day, 0, 4), numberIn(day, 5, 7), numberIn(day, 8, 10)) / DAY_MS;
}

/** The number that the digits between two places of a text say. */
function numberIn(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO_CODE;
  return value;
}

const ZERO_CODE = 48;

/** The last day that there is. */
export const LAST_DAY = "9999-12-31" as Day;
const FIRST_DAY = "1900-01-01" as Day;

/** The same, but no further than the days that there are; `by` is small. */
export function shiftWithin(day: Day, by: number): Day {
  if (by < 0) return day < shiftDay(FIRST_DAY, -by) ? FIRST_DAY : shiftDay(day, by);
  return day > shiftDay(LAST_DAY, -by) ? LAST_DAY : shiftDay(day, by);
}

export function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other;
}

export function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** The day that an instant falls on in the zone. */
export function dayOf(ms: number, zone: string): Day {
  return dayOfWall(ms + offsetAt(ms, zone));
}

/**
 * The first instant of a day in the zone: its midnight, or where that does not exist the first
 * instant after the gap. Undefined when the zone skipped the whole day (2011-12-30 in Apia).
 */
export function startOfDay(day: Day, zone: string): number | undefined {
  const cache = cacheFor(zone).starts;
  const known = cache.get(day);
  if (known !== undefined) return known;
  const wall = wallMs(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));
  const start = atWall(wall, zone) ?? endOfGap(wall, zone);
  if (dayOf(start, zone) !== day) return undefined;
  if (cache.size >= 20_000) cache.clear();
  cache.set(day, start);
  return start;
}

/**
 * Reads a request's date: "YYYY-MM-DD" is that day's first instant in the zone; a value with a "T"
 * is a timestamp, in the zone where it has no offset. Undefined when it is neither, does not exist,
 * or falls outside the years 1900 to 9999.
 */
export function readMoment(text: string, zone: string): Moment | undefined {
  const timed = text.includes("T");
  const plain = timed ? undefined : asDay(text);
  const ms = timed ? readTimestamp(text, zone) : plain && startOfDay(plain, zone);
  if (ms === undefined || ms > LAST_INSTANT_MS) return undefined;
  const day = plain ?? asDay(dayOf(ms, zone));
  return day && { instant: instantAt(ms), day, timed };
}

/**
 * Whether the text is a day or a timestamp as requests write them. Whether it is there in a zone and
 * within the years, `readMoment` says.
 */
export function isDateText(text: string): boolean {
  return text.includes("T") ? readTimestamp(text, "UTC") !== undefined : asDay(text) !== undefined;
}

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

function readTimestamp(text: string, zone: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, year, month, date, hour, minute, second = "0", fraction = "", offset] = match;
  if (!isRealDate(Number(year), Number(month), Number(date), 1)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const wall =
    wallMs(Number(year), Number(month), Number(date)) +
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, "0"));
  if (offset === undefined) return atWall(wall, zone) ?? afterGap(wall, zone);
  const away = readOffset(offset);
  return away === undefined ? undefined : wall - away;
}

/** "Z" or "+08:00" as milliseconds east of UTC. */
function readOffset(text: string): number | undefined {
  if (text === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return undefined;
  return (text[0] === "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** `slack` years more at both ends: an offset may carry a timestamp into the range. */
function isRealDate(year: number, month: number, date: number, slack = 0): boolean {
  if (year < FIRST_YEAR - slack || year > LAST_YEAR || month < 1 || month > 12) return false;
  return date >= 1 && date <= lastDayOf(year, month);
}

/** The number of days of a month, 1 to 12, of any year of the Gregorian calendar. */
export function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Wall time as if the zone were UTC, in milliseconds. */
function wallMs(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date);
}

function dayOfWall(wall: number): Day {
  return dayNumbered(Math.floor(wall / DAY_MS));
}

// The same days are asked for again and again: of every plan, and of every row.
const days = new Map<number, Day>();
const MOST_DAYS = 20_000;

/** The day of a number (`dayNumber`). */
export function dayNumbered(number: number): Day {
  const known = days.get(number);
  if (known !== undefined) return known;
  const day = dayTextOf(new Date(number * DAY_MS));
  if (days.size >= MOST_DAYS) days.clear();
  days.set(number, day);
  return day;
}

function dayTextOf(date: Date): Day {
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}` as Day;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** The earliest instant at which the zone's clocks show this wall time; undefined inside a gap. */
function atWall(wall: number, zone: string): number | undefined {
  const candidates = [
    wall - offsetAt(wall - 1.5 * DAY_MS, zone),
    wall - offsetAt(wall + 1.5 * DAY_MS, zone),
  ];
  const matching = candidates.filter((ms) => ms + offsetAt(ms, zone) === wall);
  return matching.length === 0 ? undefined : Math.min(...matching);
}

/** Inside a gap, the instant that the old offset would give: 02:30 becomes 03:30, as clocks do. */
function afterGap(wall: number, zone: string): number {
  return wall - offsetAt(wall - 1.5 * DAY_MS, zone);
}

/** The instant at which the gap that swallowed this wall time ends: where the offset changes. */
function endOfGap(wall: number, zone: string): number {
  let low = wall - 1.5 * DAY_MS;
  let high = wall + 1.5 * DAY_MS;
  const before = offsetAt(low, zone);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

interface ZoneCache {
  format: Intl.DateTimeFormat;
  /** Offsets already asked for, by the second. */
  offsets: Map<number, number>;
  starts: Map<Day, number>;
}

const zones = new Map<string, ZoneCache>();

function cacheFor(zone: string): ZoneCache {
  let cache = zones.get(zone);
  if (cache === undefined) {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    cache = { format, offsets: new Map(), starts: new Map() };
    zones.set(zone, cache);
  }
  return cache;
}

/**
 * How far the zone's clocks are ahead of UTC at an instant, in milliseconds. No zone changes its clocks
 * and changes them back within a day: where both ends of a day agree, all of it does.
 */
function offsetAt(ms: number, zone: string): number {
  const cache = cacheFor(zone);
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  const offset = askOffset(cache, day);
  if (offset === askOffset(cache, day + DAY_MS)) return offset;
  return askOffset(cache, Math.floor(ms / 1000) * 1000);
}

/** The same by the platform, which takes its time. */
function askOffset(cache: ZoneCache, second: number): number {
  const known = cache.offsets.get(second);
  if (known !== undefined) return known;
  const parts: Record<string, number> = {};
  for (const part of cache.format.formatToParts(second)) parts[part.type] = Number(part.value);
  const wall = Date.UTC(
    parts.year as number,
    (parts.month as number) - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  if (cache.offsets.size >= 20_000) cache.offsets.clear();
  cache.offsets.set(second, wall - second);
  return wall - second;
}
