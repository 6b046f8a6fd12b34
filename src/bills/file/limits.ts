/** How large a bill may be; beyond it the file is refused before it costs memory or time. */

import { UPLOAD_LIMIT } from "../../contract/limits.ts";
import { note } from "../../contract/notes.ts";
import { BillError } from "./bill-error.ts";

const MIB = 1024 * 1024;

/** What a file may be. */
export interface Limits {
  /** Bytes of the file itself. */
  bytes: number;
  /** Bytes of all that is unpacked of it. */
  unpacked: number;
  /** Bytes of the parts of one workbook; its reader needs seconds for a hundred megabytes of markup. */
  workbook: number;
  /** Characters of a text that is read line by line: an archive may unpack to more than any ledger needs. */
  text: number;
  /** Transactions and other entries of a text that is read line by line. */
  records: number;
  /** Elements of markup. */
  elements: number;
  /** Lines of bills, besides what stands above and below them in their tables. */
  rows: number;
}

/** A file that somebody has uploaded. */
export const UPLOADED: Limits = {
  bytes: UPLOAD_LIMIT,
  unpacked: 200 * MIB,
  workbook: 64 * MIB,
  text: UPLOAD_LIMIT,
  records: 300_000,
  elements: 3_000_000,
  rows: 100_000,
};

/** A file that whoever runs the service gives to its command: as large as a text can be. */
export const OWN_FILE: Limits = {
  bytes: 500 * MIB,
  unpacked: 500 * MIB,
  workbook: 500 * MIB,
  text: 500 * MIB,
  records: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  rows: Number.POSITIVE_INFINITY,
};

/** Rows above and below the lines of a table: its preamble and header, sums and disclaimers. */
export const FRAME_ROWS = 200;
/** More columns than this is no bill. */
export const MAX_COLUMNS = 512;

/** A sheet a month for eight years; a workbook of more is read by no part, so that no sheet is left out unseen. */
export const MAX_SHEETS = 100;

/** Throws BillError("too-large") for a workbook with more sheets than are read. */
export function checkSheets(sheets: number): void {
  if (sheets <= MAX_SHEETS) return;
  throw new BillError("too-large", note("tooManySheets", { sheets: MAX_SHEETS }), { sheets });
}

/** Tables that may stand one below another in a sheet: each looks at what is above it. */
export const MAX_TABLES = 200;

/** Throws BillError("too-large") for a sheet that begins anew very many times. */
export function checkTables(tables: number): void {
  if (tables <= MAX_TABLES) return;
  throw new BillError("too-large", note("tooManyTables", { tables: MAX_TABLES }), { tables });
}

/** The bytes that all unpacking of one upload shares. */
export interface Budget {
  left: number;
  limits: Limits;
}

/** What a file beyond the limits is answered with. */
export function tooLarge({ bytes, unpacked }: Limits = UPLOADED): BillError {
  const said = { file: Math.floor(bytes / MIB), unpacked: Math.floor(unpacked / MIB) };
  return new BillError("too-large", note("fileTooLarge", said), {
    maxBytes: bytes,
    maxUnpacked: unpacked,
  });
}

/** Rows that a sheet may have, whatever they are. */
export function sheetLimit({ rows }: Limits): number {
  return rows + FRAME_ROWS;
}

/** Throws BillError("too-large") for more lines of bills than a file may have. */
export function checkLines(lines: number, { rows }: Limits): void {
  if (lines > rows)
    throw new BillError("too-large", note("tooManyRows", { rows }), { rows: lines });
}

/** Throws BillError("too-large") for a sheet that has more rows than all lines and a frame would need. */
export function checkRows(rows: number, limits: Limits): void {
  if (rows > sheetLimit(limits)) checkLines(rows, limits);
}

/** Throws BillError("too-large") for a row with more columns than a bill has. */
export function checkColumns(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw new BillError("too-large", note("tooManyColumns", { columns: MAX_COLUMNS }), { columns });
}
