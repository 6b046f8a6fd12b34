/** The tables of a sheet: under a header row, under several of them, or without any. */
import { createHash } from "node:crypto";
import { HEADERS, type HeaderChoice } from "../../contract/bill-answers.ts";
import { cleanCell } from "../file/cells.ts";
import { checkTables } from "../file/limits.ts";
import type { Cell, Row, Sheet } from "../file/sheet.ts";
import { columnLetter, columnName, Table } from "../file/table.ts";
import { withWholeDays } from "./date-pieces.ts";
import type { ColumnMapping } from "./mapping.ts";
import { anyMoney, columnContents, isDate } from "./mapping-columns.ts";
import { nameHeader } from "./mapping-names.ts";
import { sectionsOf } from "./sections.ts";
import { isTotalWord } from "./totals.ts";

/** How far down the first header is looked for. */
const HEADER_WITHIN = 80;
/** In a sheet of more tables none is looked at for days in pieces, which copies its rows. */
const MOST_OF_PIECES = 100;
/** Two known names make a header of a row that stands below another table. */
const TWO_NAMES = 21;
/** How many rows tell how wide a table without a header is. */
const WIDTH_ROWS = 200;

/** A table and the fingerprint that its layout is remembered by. */
export interface FoundTable {
  table: Table;
  fingerprint: string;
  /** The table has no row of names: its columns are called A, B, C. */
  headerless: boolean;
}

/** The same for every file with these column names in this order; 16 hexadecimal digits. */
export function fingerprint(headers: readonly Cell[]): string {
  return digest(headers.map(columnName).join("\u0000"));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Every table of a sheet, in order; none where nothing looks like one. Where a person has said what the
 * first row is, the sheet is one table.
 */
export function tablesOf(sheet: Sheet, header?: HeaderChoice): FoundTable[] {
  if (header === "none") return headerless(sheet, 0);
  const headers = header === "first" && sheet.rows.length > 1 ? [0] : headerRows(sheet.rows);
  const [first] = headers;
  if (first === undefined) return headerless(sheet);
  checkTables(headers.length);
  const under = headers.flatMap((at, index) => {
    const rows = index + 1 < headers.length ? sheet.rows.slice(0, headers[index + 1]) : sheet.rows;
    const below = { ...sheet, rows };
    const whole = tableUnder(
      headers.length > MOST_OF_PIECES ? below : withWholeDays(below, at),
      at,
    );
    return header === "first" ? [whole] : inSections(whole);
  });
  return header === "first" ? under : [...tableAbove(sheet, first), ...under];
}

function tableUnder(sheet: Sheet, at: number): FoundTable {
  return {
    table: new Table(sheet, at),
    fingerprint: fingerprint((sheet.rows[at] as Row).cells),
    headerless: false,
  };
}

/** The sections of a table; each kind has a layout of its own, since its numbers mean another thing. */
function inSections(whole: FoundTable): FoundTable[] {
  return sectionsOf(whole.table).map(({ sheet, headerIndex, kind }) => {
    if (kind === undefined && sheet === whole.table.sheet) return whole;
    const { table, fingerprint } = tableUnder(sheet, headerIndex);
    if (kind === undefined) return { table, fingerprint, headerless: false };
    table.section = kind;
    return { table, fingerprint: digest(`${fingerprint} section ${kind}`), headerless: false };
  });
}

/** What stands above the first known names: a table where a row has a date and an amount, else a preamble. */
function tableAbove(sheet: Sheet, end: number): FoundTable[] {
  const rows = sheet.rows.slice(0, end);
  const first = rows.findIndex(isRecord);
  if (first < 0) return [];
  const named = first > 0 && nameHeader((rows[first - 1] as Row).cells) > 0;
  const above = { ...sheet, rows: named ? rows : rows.slice(first) };
  return named ? [tableUnder(above, first - 1)] : headerless(above, 0);
}

/** A row that is surely no line of a preamble: a day and money, and nothing that names a balance or a sum. */
function isRecord({ cells }: Row): boolean {
  const isMoney = (cell: Cell) => anyMoney(cell) !== undefined && !isDate(cell);
  if (!cells.some((cell) => isDate(cell)) || !cells.some(isMoney)) return false;
  return !cells.some((cell) => isTotalWord(cleanCell(cell)));
}

/** The tables of a sheet as those mappings see them that one of its tables was mapped by. */
export function tablesFor(
  sheet: Sheet,
  mappings: readonly Pick<ColumnMapping, "fingerprint" | "header">[],
): FoundTable[] {
  const tables = tablesOf(sheet);
  const fits = (some: FoundTable[], header?: HeaderChoice) =>
    some.some(({ fingerprint }) =>
      mappings.some((one) => one.fingerprint === fingerprint && (!header || one.header === header)),
    );
  if (mappings.length === 0 || fits(tables)) return tables;
  for (const header of HEADERS) {
    const told = tablesOf(sheet, header);
    if (fits(told, header)) return told;
  }
  return tables;
}

/** The rows that hold names: the most like one near the top, and below it those with other names. */
function headerRows(rows: readonly Row[]): number[] {
  const found: number[] = [];
  let best = -1;
  let bestScore = 0;
  const print = (at: number) => fingerprint((rows[at] as Row).cells);
  for (let at = 0; at < rows.length - 1; at++) {
    const score = nameHeader((rows[at] as Row).cells);
    if (at < HEADER_WITHIN && score > bestScore) {
      best = at;
      bestScore = score;
    }
    const last = found.at(-1);
    if (score >= TWO_NAMES && (last === undefined || print(last) !== print(at))) found.push(at);
  }
  if (found.length > 0) return withRows(rows, found);
  // A row of unknown words is a header only where what follows it is no more of the same.
  return best < 0 || startsWithData(rows.slice(0, best + 1)) ? [] : [best];
}

/** Headers under which a date or an amount stands; a list of names above a table has neither. */
function withRows(rows: readonly Row[], headers: number[]): number[] {
  if (headers.length === 1) return headers;
  const kept = headers.filter((at, index) => {
    const end = headers[index + 1] ?? rows.length;
    const under = rows.slice(at + 1, Math.min(end, at + 6));
    return under.some(({ cells }) => cells.some((cell) => isDate(cell)));
  });
  return kept.length > 0 ? kept : headers.slice(0, 1);
}

/** Whether the first rows are data: they hold a date and an amount beside it. */
function startsWithData(rows: readonly Row[]): boolean {
  return rows.some(({ cells }) => isDataRow(cells));
}

function isDataRow(cells: readonly Cell[]): boolean {
  const date = cells.findIndex((cell) => isDate(cell) && !isPlainNumber(cell));
  return date >= 0 && cells.some((cell, at) => at !== date && anyMoney(cell) !== undefined);
}

function isPlainNumber(cell: Cell): boolean {
  return typeof cell === "string" && /^\d{1,6}$/.test(cleanCell(cell));
}

/** The table of a sheet whose columns are called by letters; `start` where no row looks like data. */
function headerless(sheet: Sheet, start = -1): FoundTable[] {
  const found = sheet.rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => isDataRow(cells));
  const first = found < 0 ? start : found;
  if (first < 0 || sheet.rows.length === 0) return [];
  const rows = first === 0 ? sheet.rows : sheet.rows.slice(first);
  const width = Math.max(...rows.slice(0, WIDTH_ROWS).map(({ cells }) => cells.length));
  const table = new Table(
    { ...sheet, rows },
    -1,
    Array.from({ length: width }, (_, index) => columnLetter(index)),
  );
  const shape = columnContents(rows, width).map(({ filled, dates, amounts, money }) => {
    if (filled > 0 && dates === filled) return "d";
    return filled > 0 && amounts === filled && money ? "m" : "-";
  });
  return [{ table, fingerprint: digest(`no header ${shape.join("")}`), headerless: true }];
}
