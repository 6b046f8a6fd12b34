/** What a whole column says: what it holds, the order of its dates, its decimal mark. */

import type { DateOrder } from "../../contract/bill-answers.ts";
import { cleanCell, type DecimalMark, filledCell, type Money, readMoney } from "../file/cells.ts";
import type { Cell, Row } from "../file/sheet.ts";
import type { Table } from "../file/table.ts";
import { only } from "../values/date-order.ts";
import { markProof } from "../values/decimal.ts";
import { periodAbove } from "../values/stated-period.ts";
import { monthAndDay, readTime, type StatedPeriod, type TimeOptions } from "../values/times.ts";

/** The filled cells of a column; empty for a column that the table does not have. */
export function columnSamples(
  table: Table,
  rows: readonly Row[],
  column: string | undefined,
): Cell[] {
  const index = column === undefined ? undefined : table.indexesOf(column)[0];
  return index === undefined ? [] : filledCells(rows, index);
}

function filledCells(rows: readonly Row[], index: number): Cell[] {
  return rows.flatMap((row) => {
    const cell = row.cells[index];
    return cell === undefined || filledCell(cell) === "" ? [] : [cell];
  });
}

/** What the cells of one column are. */
export interface ColumnContent {
  /** How many cells hold anything. */
  filled: number;
  /** How many of them are dates under any order. */
  dates: number;
  /** How many of them are a month and a day of no year that the table states. */
  yearless: number;
  /** How many of them are amounts under either decimal mark. */
  amounts: number;
  /** Whether any amount has decimals, a currency or a sign: numbers of another kind have none. */
  money: boolean;
  /** How many letters its cells have. */
  letters: number;
}

/** How many rows tell what a column is. */
const CONTENT_ROWS = 400;

/** What a table says of its days, or a person has said of them, beside what is known of all tables. */
export function timeOptions(
  table: Table,
  options: TimeOptions,
  told?: StatedPeriod | undefined,
): TimeOptions {
  const above = table.headerIndex < 0 ? [] : table.preamble;
  const period = told ?? periodAbove([...above, table.sheet.name]);
  return { ...options, date1904: table.sheet.date1904, ...(period && { period }) };
}

/** The contents of each column, by index. */
export function columnContents(
  rows: readonly Row[],
  width: number,
  options: TimeOptions = {},
): ColumnContent[] {
  const some = rows.slice(0, CONTENT_ROWS);
  return Array.from({ length: width }, (_, index) => contentOf(filledCells(some, index), options));
}

function contentOf(cells: readonly Cell[], options: TimeOptions): ColumnContent {
  const content = {
    filled: cells.length,
    dates: 0,
    yearless: 0,
    amounts: 0,
    money: false,
    letters: 0,
  };
  for (const cell of cells) {
    if (isDate(cell, options)) content.dates++;
    else if (monthAndDay(cleanCell(cell))) content.yearless++;
    if (typeof cell === "string") content.letters += cell.match(/\p{L}/gu)?.length ?? 0;
    const money = anyMoney(cell);
    if (!money) continue;
    content.amounts++;
    content.money ||= money.signed || money.currency !== "" || hasDecimals(cell);
  }
  return content;
}

function hasDecimals(cell: Cell): boolean {
  return typeof cell === "number" ? !Number.isInteger(cell) : /[.,]\d{1,2}\D*$/.test(cell);
}

/** An amount under either decimal mark. */
export function anyMoney(cell: Cell): Money | undefined {
  return readMoney(cell, ".") ?? readMoney(cell, ",");
}

const ORDERS = ["dmy", "mdy", "yymd"] as const;

/** Whether a cell is a day under any order; a bare number of a workbook may be one. */
export function isDate(cell: Cell, options: TimeOptions = {}): boolean {
  if (typeof cell === "string" && !/\d/.test(cell)) return false;
  return readTime(cell, options) !== undefined || ORDERS.some((order) => readTime(cell, { order }));
}

/** The order that a date column proves. */
export interface FoundOrder {
  /** Undefined when the column proves none, or proves two at once. */
  order: DateOrder | undefined;
  /** The orders between which the user may choose; none where no order reads the column. */
  open: DateOrder[];
  /** Three cells to show to the user. */
  examples: string[];
}

/**
 * One "13/02" settles the whole column. Where the digits allow several orders, the only one under which
 * no day lies ahead of `today` is taken; else the user is asked, never a guess.
 */
export function findDateOrder(cells: readonly Cell[], options: TimeOptions = {}): FoundOrder {
  const unclear = cells.filter((cell) => readTime(cell, options) === undefined);
  const read = cells.length - unclear.length;
  const fits = new Map<DateOrder, number>(ORDERS.map((order) => [order, 0]));
  const ahead = new Set<DateOrder>();
  const dated = unclear.filter((cell) => {
    const times = ORDERS.map((order) => [order, readTime(cell, { ...options, order })] as const);
    for (const [order, time] of times) {
      if (time === undefined) continue;
      fits.set(order, (fits.get(order) ?? 0) + 1);
      if (options.today !== undefined && time.slice(0, 10) > options.today) ahead.add(order);
    }
    return times.some(([, time]) => time !== undefined);
  });
  if (dated.length === 0) {
    return { order: read > 0 ? "ymd" : undefined, open: [], examples: shown(cells) };
  }
  const whole = ORDERS.filter((order) => fits.get(order) === dated.length);
  // Dates in dots are written day first wherever they are written.
  const dotted = dated.every((cell) => /^\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}/.test(cleanCell(cell)));
  const order =
    only(whole) ??
    (dotted && whole.includes("dmy") ? "dmy" : undefined) ??
    only(whole.filter((one) => !ahead.has(one)));
  const open = whole.length > 0 ? whole : ORDERS.filter((one) => (fits.get(one) ?? 0) > 0);
  return { order, open: [...open], examples: shown(dated) };
}

function shown(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(cleanCell))].slice(0, 3);
}

/** The decimal mark of amounts, and whether the column proves it. */
export interface FoundMark {
  mark: DecimalMark;
  proved: boolean;
  examples: string[];
}

/**
 * A mark that stands twice or beside the other, or before other than three digits, proves itself.
 * Where no cell does and some are open ("3.000"), nothing is proved, but that under names
 * in Chinese "3,000" is three thousand.
 */
export function findDecimalMark(cells: readonly Cell[], titles: readonly string[] = []): FoundMark {
  const proofs = { ".": 0, ",": 0 };
  const open: Cell[] = [];
  for (const cell of cells) {
    if (typeof cell === "number") continue;
    const digits = cleanCell(cell)
      .normalize("NFKC")
      .replace(/^\D+(?=[.,]?\d)|\D+$/g, "");
    const proof = markProof(digits);
    if (proof) proofs[proof]++;
    else if (/^\d{1,3}[.,]\d{3}$/.test(digits)) open.push(cell);
  }
  const mark = proofs[","] > proofs["."] ? "," : ".";
  const contradictory = proofs["."] > 0 && proofs[","] > 0;
  // Who writes names in Chinese, Japanese or Korean sets off thousands by commas.
  const isEastern = /[\p{sc=Han}\p{sc=Hang}]/u.test(titles.join(""));
  const grouped = isEastern && mark === "." && open.every((cell) => String(cell).includes(","));
  const proved = contradictory || proofs[mark] > 0 || open.length === 0 || grouped;
  return { mark, proved, examples: shown(open) };
}
