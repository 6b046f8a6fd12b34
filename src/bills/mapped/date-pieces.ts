/**
 * Days that a table writes in pieces, as account books do: 年, 月 and 日 in columns of their own, or the day alone
 * in a sheet or under a title that says the month.
 */
import { cleanCell } from "../file/cells.ts";
import type { Cell, Row, Sheet } from "../file/sheet.ts";

const YEAR = /^年份?$/;
const MONTH = /^月份?$/;
const DAY = /^[日号號]$/;
/** Where the month stands elsewhere, a column of any of these names may hold the day alone. */
const DAY_ALONE = /^([日号號]|日期)$/;
/** 2026年1月, 1月, 一月 is no name that is read. */
const SHEET_MONTH = /^(?:(\d{4})\s?[年.-]\s?)?(\d{1,2})\s?月份?$/;
const TITLE_MONTH = /(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月份?(?!\s?\d)/g;
/** Lines above a table are read this far. */
const LONGEST_LINE = 200;
const MOST_LINES = 80;
/** What the whole day is called: the first that the table does not have. */
const WHOLE = ["日期", "交易日期", "记账日期"];

interface Pieces {
  /** Of the column; undefined where none holds it. */
  year: number | undefined;
  month: number | undefined;
  day: number;
  /** What stands for all rows. */
  stated: { year: string; month: string };
}

/** The sheet with a column of whole days behind the others, where the header at `at` names the pieces of one. */
export function withWholeDays(sheet: Sheet, at: number): Sheet {
  const header = sheet.rows[at] as Row;
  const names = header.cells.map(cleanCell);
  const pieces = piecesOf(sheet, at, names);
  const title = WHOLE.find((name) => !names.includes(name));
  if (pieces === undefined || title === undefined) return sheet;
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const days = wholeDays(sheet.rows.slice(at + 1), pieces);
  if (days === undefined) return sheet;
  const widen = (row: Row, cell: Cell): Row => ({
    ...row,
    cells: [...row.cells, ...new Array<Cell>(width - row.cells.length).fill(""), cell],
  });
  const rows = sheet.rows.map((row, index) => {
    if (index < at) return row;
    return widen(row, index === at ? title : (days[index - at - 1] as string));
  });
  return { ...sheet, rows };
}

function piecesOf(sheet: Sheet, at: number, names: readonly string[]): Pieces | undefined {
  const find = (name: RegExp) => {
    const index = names.findIndex((one) => name.test(one));
    return index < 0 ? undefined : index;
  };
  const [year, month, day] = [find(YEAR), find(MONTH), find(DAY)];
  if (month !== undefined && day !== undefined) {
    return { year, month, day, stated: { year: "", month: "" } };
  }
  const alone = day ?? find(DAY_ALONE);
  const stated = alone === undefined ? undefined : statedMonth(sheet, at);
  return alone === undefined || stated === undefined
    ? undefined
    : { year: undefined, month: undefined, day: alone, stated };
}

function statedMonth({ name, rows }: Sheet, at: number): Pieces["stated"] | undefined {
  const [, year = "", month] = SHEET_MONTH.exec(name.normalize("NFKC").trim()) ?? [];
  if (month !== undefined) return { year, month };
  const found = new Set<string>();
  for (const row of rows.slice(Math.max(0, at - MOST_LINES), at)) {
    const line = row.cells.map(cleanCell).join(" ").slice(0, LONGEST_LINE).normalize("NFKC");
    for (const [, year, month] of line.matchAll(TITLE_MONTH)) found.add(`${year} ${month}`);
  }
  const [only] = found;
  if (only === undefined || found.size > 1) return undefined;
  const [ofYear = "", ofMonth = ""] = only.split(" ");
  return { year: ofYear, month: ofMonth };
}

/** The days, "" where a row has none; undefined where the columns hold other things. A month stands for the rows below it. */
function wholeDays(
  rows: readonly Row[],
  { year, month, day, stated }: Pieces,
): string[] | undefined {
  let [lastYear, lastMonth] = [stated.year, stated.month];
  let [read, filled] = [0, 0];
  const days = rows.map(({ cells }) => {
    const text = (index: number | undefined) =>
      index === undefined ? "" : cleanCell(cells[index]).normalize("NFKC");
    lastYear = /^(\d{4})年?$/.exec(text(year))?.[1] ?? lastYear;
    lastMonth = /^(\d{1,2})月?$/.exec(text(month))?.[1] ?? lastMonth;
    const written = text(day);
    if (written === "") return "";
    filled++;
    const date = /^(\d{1,2})[日号號]?$/.exec(written)?.[1];
    if (date === undefined || lastMonth === "") return "";
    read++;
    return lastYear === "" ? `${lastMonth}月${date}日` : `${lastYear}-${lastMonth}-${date}`;
  });
  return read > 0 && read * 2 >= filled ? days : undefined;
}
