/**
 * How a list of any length is laid out: the days say how long it is, so that the scroll bar is true
 * from the start and only what is seen is fetched. Pure.
 */
import { type Day, dayIn, type Month } from "../../ledger/calendar.ts";
import { ZERO } from "../../ledger/money.ts";
import { type Adjustment, type BookLine, type DaySums, newestFirst } from "../api/models.ts";

/** Days that are fetched together. Its bounds do not move when records come and go. */
export interface Chunk {
  startDate: Day;
  endDate: Day;
}

export interface DayLayout {
  sums: DaySums;
  chunk: Chunk;
  /** The day's records and transfers, once they are here. */
  lines?: BookLine[];
  /** Where its heading stands in the list. */
  at: number;
  rows: number;
}

export interface Layout {
  days: DayLayout[];
  /** Headings and lines together. */
  length: number;
}

/** A month with more records than this is fetched by quarters. */
const MANY = 400;
const QUARTERS: [string, string][] = [
  ["01", "08"],
  ["09", "16"],
  ["17", "24"],
  ["25", "31"],
];

/** The chunk of each day, newest first; the filter's own bounds are kept. */
export function chunksOf(
  days: DaySums[],
  bounds: { startDate?: string; endDate?: string },
): Chunk[] {
  const perMonth = new Map<string, number>();
  for (const { day, count } of days) {
    perMonth.set(day.slice(0, 7), (perMonth.get(day.slice(0, 7)) ?? 0) + count);
  }
  const made = new Map<string, Chunk>();
  return days.map(({ day }) => {
    const month = day.slice(0, 7);
    const [from, to] = (perMonth.get(month) ?? 0) > MANY ? quarterOf(day) : ["01", "31"];
    const name = `${month}-${from}`;
    const known = made.get(name);
    if (known) return known;
    const chunk = { startDate: `${month}-${from}` as Day, endDate: lastOf(month, to) };
    if (bounds.startDate && bounds.startDate > chunk.startDate)
      chunk.startDate = bounds.startDate as Day;
    if (bounds.endDate && bounds.endDate < chunk.endDate) chunk.endDate = bounds.endDate as Day;
    made.set(name, chunk);
    return chunk;
  });
}

function quarterOf(day: Day): [string, string] {
  return QUARTERS.find(([, to]) => day.slice(8) <= to) as [string, string];
}

/** The service refuses days that do not exist, so the end of a month is its own. */
function lastOf(month: string, to: string): Day {
  return dayIn(month as Month, Number(to));
}

/** Lays out headings and lines; a day whose lines are here has as many rows as it has of them. */
export function layOut(
  days: DaySums[],
  chunks: Chunk[],
  loaded: Map<string, Map<Day, BookLine[]>>,
): Layout {
  let at = 0;
  const planned = days.map((sums, index) => {
    const chunk = chunks[index] as Chunk;
    const lines = loaded.get(chunk.startDate)?.get(sums.day);
    const rows = aboveOf(sums) + (lines?.length ?? sums.count + (sums.transfers ?? 0));
    const day: DayLayout = { sums, chunk, at, rows, ...(lines && { lines }) };
    at += rows + 1;
    return day;
  });
  return { days: planned, length: at };
}

/** How many adjustments stand above a day's lines: they speak of its end. */
export function aboveOf({ adjusted }: DaySums): number {
  return adjusted?.length ?? 0;
}

/** The day that stands at a place of the list, and the row within it; −1 is the heading. */
export function placeAt(layout: Layout, index: number): { day: DayLayout; row: number } {
  let low = 0;
  let high = layout.days.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((layout.days[middle] as DayLayout).at <= index) low = middle;
    else high = middle - 1;
  }
  const day = layout.days[low] as DayLayout;
  return { day, row: index - day.at - 1 };
}

/** The line at a place of the list; undefined at a heading, and where it is not here yet. */
export function lineAt(layout: Layout, index: number): BookLine | undefined {
  if (index < 0 || index >= layout.length) return undefined;
  const { day, row } = placeAt(layout, index);
  return row < 0 ? undefined : day.lines?.[row - aboveOf(day.sums)];
}

/** All lines that are here between two places, these among them. */
export function linesBetween(layout: Layout, one: number, other: number): BookLine[] {
  const [from, to] = one < other ? [one, other] : [other, one];
  const lines: BookLine[] = [];
  for (let index = from; index <= to; index++) {
    const line = lineAt(layout, index);
    if (line) lines.push(line);
  }
  return lines;
}

/** Days of records with the transfers of each counted in; also days that have transfers alone. */
export function withTransfers(days: DaySums[], moved: { day: Day; count: number }[]): DaySums[] {
  if (moved.length === 0) return days;
  const known = new Map(days.map((day) => [day.day, day]));
  for (const { day, count } of moved) {
    const sums = known.get(day) ?? { day, income: ZERO, expense: ZERO, count: 0 };
    known.set(day, { ...sums, transfers: count });
  }
  return [...known.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** Days with the adjustments of each above its lines; also days that have adjustments alone. */
export function withAdjustments(days: DaySums[], adjusted: Adjustment[]): DaySums[] {
  if (adjusted.length === 0) return days;
  const known = new Map(days.map((day) => [day.day, day]));
  for (const one of adjusted) {
    const { day } = one;
    const sums = known.get(day) ?? { day, income: ZERO, expense: ZERO, count: 0 };
    known.set(day, { ...sums, adjusted: [...(sums.adjusted ?? []), one] });
  }
  return [...known.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** Lines by day, within a day the newest first. */
export function byDay(lines: BookLine[]): Map<Day, BookLine[]> {
  const days = new Map<Day, BookLine[]>();
  for (const line of lines) {
    const day = days.get(line.day);
    if (day) day.push(line);
    else days.set(line.day, [line]);
  }
  for (const day of days.values()) day.sort(newestFirst);
  return days;
}
