/** Workbooks (XLSX, XLSB, ODS, BIFF XLS, and tables saved as HTML or XML) to sheets of raw cells. */

import * as XLSX from "@e965/xlsx";
import { note } from "../../contract/notes.ts";
import type { ArchiveEntry } from "./archive.ts";
import { BillError } from "./bill-error.ts";
import {
  checkColumns,
  checkRows,
  checkSheets,
  type Limits,
  MAX_SHEETS,
  sheetLimit,
  tooLarge,
} from "./limits.ts";
import { type Cell, type Row, type Sheet, shortened } from "./sheet.ts";

/** Values only: no formulas, no styles, no formatted text. Numbers stay numbers, dates serials. */
const OPTIONS: XLSX.ParsingOptions = {
  dense: true,
  raw: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellNF: false,
  cellStyles: false,
  cellDates: false,
  bookVBA: false,
  // More are refused, and need not be read for that: many names may lead to one and the same large part.
  sheets: Array.from({ length: MAX_SHEETS }, (_, at) => at),
};

/** A page saved as ".xls" is small; the markup reader is slow on anything larger. */
const MAX_MARKUP = 8 * 1024 * 1024;
const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/.*\.(xml|rels|bin)|(content|styles|meta)\.xml|META-INF\/manifest\.xml)$/;

/** Reads an XLSX from its unpacked parts, so that no second unpacking escapes the limits. */
export function readXlsx(entries: readonly ArchiveEntry[], limits: Limits): Sheet[] {
  const size = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  if (size > limits.workbook) throw tooLarge(limits);
  return read(limits, (options) => {
    const store = XLSX.CFB.utils.cfb_new();
    for (const entry of entries) {
      if (PARTS.test(entry.name)) XLSX.CFB.utils.cfb_add(store, `/${entry.name}`, entry.bytes);
    }
    const stored = XLSX.CFB.write(store, { fileType: "zip", type: "buffer", compression: false });
    return XLSX.read(stored, { ...options, type: "buffer" });
  });
}

let codepages: Promise<void> | undefined;

/** Loads what the text of BIFF workbooks older than Excel 97 needs (GBK); once, at the first one. */
export function prepareXls(): Promise<void> {
  codepages ??= import("@e965/xlsx/dist/cpexcel.full.mjs").then(XLSX.set_cptable);
  return codepages;
}

/** Reads a BIFF workbook. Throws BillError("damaged") when it is not one, or not whole. */
export function readXls(bytes: Uint8Array, limits: Limits): Sheet[] {
  return read(limits, (options) => XLSX.read(Buffer.from(bytes), { ...options, type: "buffer" }));
}

/** The tables of an HTML page or an XML spreadsheet; none of one too large to be a bill. */
export function markupSheets(text: string, limits: Limits): Sheet[] {
  if (text.length > MAX_MARKUP) return [];
  return read(limits, (options) => XLSX.read(text, { ...options, type: "string" }));
}

function read(limits: Limits, parse: (options: XLSX.ParsingOptions) => XLSX.WorkBook): Sheet[] {
  const wanted = sheetLimit(limits) + 1;
  // The library reads every row where it is told no number.
  const options = Number.isFinite(wanted) ? { ...OPTIONS, sheetRows: wanted } : OPTIONS;
  let book: XLSX.WorkBook;
  try {
    book = quietly(() => parse(options));
  } catch (error) {
    const cause = error instanceof Error ? error.message : "";
    if (/password|encrypt/i.test(cause)) {
      throw new BillError("wrong-file", note("workbookLocked"), {
        kind: "locked-workbook",
      });
    }
    throw new BillError("damaged", note("workbookDamaged"), { cause });
  }
  checkSheets(book.SheetNames.length);
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const sheets: Sheet[] = [];
  for (const name of book.SheetNames) {
    const rows = sheetRows(book.Sheets[name], limits);
    if (rows.length > 0) sheets.push({ name, rows, date1904 });
  }
  return sheets;
}

/**
 * The library writes what it makes of a damaged file to the console. It reads in one go, so nothing
 * of ours is silenced with it; what it throws is told as the reason of the refusal.
 */
function quietly<T>(parse: () => T): T {
  const { error, warn, log } = console;
  const nothing = () => {};
  Object.assign(console, { error: nothing, warn: nothing, log: nothing });
  try {
    return parse();
  } finally {
    Object.assign(console, { error, warn, log });
  }
}

/** Rows and cells may both have gaps: what is not in the file is not there. */
function sheetRows(sheet: XLSX.WorkSheet | undefined, limits: Limits): Row[] {
  const data = (sheet?.["!data"] ?? []) as (XLSX.CellObject | undefined)[][];
  fillMerged(data, sheet?.["!merges"] ?? []);
  const rows: Row[] = [];
  data.forEach((source, index) => {
    if (!source || source.length === 0) return;
    checkRows(rows.length + 1, limits);
    checkColumns(source.length);
    const cells = Array.from(source, cellOf);
    if (cells.some((cell) => cell !== "")) rows.push({ line: index + 1, cells });
  });
  return rows;
}

/** Cells that all merged ranges of a sheet may fill: more is no bill. */
const MAX_FILLED = 100_000;

/** A word that is merged over several rows is each row's: the account, the day. A number would be doubled. */
function fillMerged(data: (XLSX.CellObject | undefined)[][], merges: readonly XLSX.Range[]): void {
  let filled = 0;
  for (const { s, e } of merges) {
    const cell = data[s.r]?.[s.c];
    if (cell?.t !== "s" || typeof cell.v !== "string" || !isWord(cell.v)) continue;
    for (let at = s.r + 1; at <= Math.min(e.r, data.length - 1); at++) {
      const row = data[at];
      if (row === undefined || (row[s.c]?.v ?? "") !== "") continue;
      if (++filled > MAX_FILLED) return;
      row[s.c] = cell;
    }
  }
}

function isWord(text: string): boolean {
  return /\p{L}|^\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/u.test(text);
}

/** What a sheet shows of a formula that has failed: such a cell is not empty. */
const ERRORS = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
]);

function cellOf(cell: XLSX.CellObject | undefined): Cell {
  if (cell?.t === "e") return ERRORS.get(Number(cell.v)) ?? "#N/A";
  if (cell?.v === undefined || cell.t === "z") return "";
  if (typeof cell.v === "number") return cell.v;
  if (typeof cell.v === "string") return shortened(cell.v);
  return cell.v instanceof Date ? "" : String(cell.v).toUpperCase();
}
