/**
 * The generic table: any CSV or workbook whose columns the user assigns once. This proposes the
 * assignment from the column names and the whole columns' contents; what stays doubtful is asked.
 */
import { createHash } from "node:crypto";
import type { DecimalMark } from "./cells.ts";
import type { BillFile } from "./container.ts";
import { question } from "./format.ts";
import type { Question } from "./line.ts";
import {
  columnSamples,
  findDateOrder,
  findDecimalMark,
  hasNegative,
  tellsDirection,
} from "./mapping-columns.ts";
import { type ColumnRole, nameHeader, rolesOf } from "./mapping-names.ts";
import { type Cell, columnName, type Row, type Sheet, Table } from "./table.ts";
import type { DateOrder } from "./times.ts";

/** How the amount columns are to be understood. */
export type AmountModel =
  /** One column with a sign. */
  | "signed"
  /** A column for money in and one for money out. */
  | "in-out"
  /** A positive column, and a column that says which way the money goes. */
  | "typed";

/** An answer to every question about a table; saved by the fingerprint and used again. */
export interface ColumnMapping {
  /** Of the header; a file with the same header is read with the same mapping. */
  fingerprint: string;
  /** The column's name for each role that the table has. */
  columns: Partial<Record<ColumnRole, string>>;
  model: AmountModel;
  /** Whether a positive number means money out (credit cards). */
  flipSign?: boolean;
  /** Undefined while it must be asked: "03/04/2026" alone says nothing. */
  dateOrder?: DateOrder;
  decimal: DecimalMark;
  /** The account of every row that names none. */
  account: string;
  /** ISO 4217, for every row that names none. */
  currency: string;
}

/** One table of an unknown file, as the mapper's dialog needs it. */
export interface TablePreview {
  sheet: string;
  /** 1-based line of the header in the file. */
  headerLine: number;
  headers: string[];
  fingerprint: string;
  /** The first rows under the header, as text. */
  rows: string[][];
  rowCount: number;
  mapping: ColumnMapping;
  /** What the user must still decide: "date-order", "no-date", "no-amount", "no-sign". */
  questions: Question[];
}

const PREVIEW_ROWS = 10;
const HEADER_WITHIN = 80;

/** The same for every file with these column names in this order; 16 hexadecimal digits. */
export function fingerprint(headers: readonly Cell[]): string {
  const names = headers.map(columnName).join("\u0000");
  return createHash("sha256").update(names).digest("hex").slice(0, 16);
}

/** Every table of a file with a proposed mapping; empty when nothing looks like a table. */
export function previewTables(file: BillFile): TablePreview[] {
  return file.sheets.flatMap((sheet) => {
    const table = likelyTable(sheet);
    return table ? [previewTable(table)] : [];
  });
}

/** The table whose header has this fingerprint. */
export function tableByFingerprint(sheet: Sheet, wanted: string): Table | undefined {
  const limit = Math.min(sheet.rows.length, HEADER_WITHIN);
  for (let at = 0; at < limit; at++) {
    if (fingerprint((sheet.rows[at] as Row).cells) === wanted) return new Table(sheet, at);
  }
  return undefined;
}

/** The row whose cells are most like column names, with at least two columns and a row below. */
function likelyTable(sheet: Sheet): Table | undefined {
  let best = -1;
  let bestScore = 0;
  const limit = Math.min(sheet.rows.length - 1, HEADER_WITHIN);
  for (let at = 0; at < limit; at++) {
    const score = nameHeader((sheet.rows[at] as Row).cells);
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best < 0 ? undefined : new Table(sheet, best);
}

function previewTable(table: Table): TablePreview {
  const header = table.sheet.rows[table.headerIndex] as Row;
  const rows = table.sheet.rows.slice(table.headerIndex + 1);
  const { mapping, questions } = propose(table, rows);
  return {
    sheet: table.sheet.name,
    headerLine: header.line,
    headers: table.titles,
    fingerprint: mapping.fingerprint,
    rows: rows.slice(0, PREVIEW_ROWS).map((row) => row.cells.map(String)),
    rowCount: rows.length,
    mapping,
    questions,
  };
}

function propose(table: Table, rows: readonly Row[]) {
  const questions: Question[] = [];
  const columns = rolesOf(table.titles);
  const cells = (role: ColumnRole) => columnSamples(table, rows, columns[role]);
  const amounts = [...cells("amount"), ...cells("in"), ...cells("out")];
  const dates = findDateOrder(cells("date"));
  if (!columns.date) questions.push(question("no-date", "哪一列是日期？"));
  else if (!dates.order) questions.push(askDateOrder(dates.examples));
  const told = tellsDirection(cells("type")) && !hasNegative(amounts);
  const model = columns.in && columns.out ? "in-out" : told ? "typed" : "signed";
  if (!columns.amount && !columns.in && !columns.out) {
    questions.push(question("no-amount", "哪一列是金额？"));
  }
  if (model === "signed" && columns.amount && !hasNegative(amounts)) {
    questions.push(question("no-sign", "所有金额都是正数：正数表示收入还是支出？"));
  }
  const mapping: ColumnMapping = {
    fingerprint: fingerprint((table.sheet.rows[table.headerIndex] as Row).cells),
    columns,
    model,
    ...(dates.order ? { dateOrder: dates.order } : {}),
    decimal: findDecimalMark(amounts),
    account: "",
    currency: "CNY",
  };
  return { mapping, questions };
}

function askDateOrder(examples: string[]): Question {
  const shown = examples.map((example) => `“${example}”`).join("、");
  return question("date-order", `日期 ${shown} 是“日/月/年”还是“月/日/年”？`);
}
