/**
 * CSV for spreadsheets: a byte order mark so that Excel shows Chinese, and no cell that a
 * spreadsheet would run as a formula (bills.md G18).
 */

/** A number is written as it is; text is defused where it must be. */
export type CsvCell = string | number | null | undefined;

/** So that Excel takes the file for UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Rows of one piece of output: enough that writing them costs little, few enough to stay small. */
const ROWS_A_PIECE = 200;

/** What makes a spreadsheet take text for a formula, in both widths, also behind blanks. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** Text that is nothing but a number may begin with a sign. */
const NUMBER = /^[+-]?\d{1,15}(\.\d+)?$/;

/** Gives the file in pieces of text; the first row is the header. */
export async function* writeCsv(
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  let piece = BYTE_ORDER_MARK;
  let waiting = 0;
  for await (const row of rows) {
    piece += csvLine(row);
    waiting += 1;
    if (waiting < ROWS_A_PIECE) continue;
    yield piece;
    piece = "";
    waiting = 0;
  }
  if (piece !== "") yield piece;
}

/** One row with its line end. */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
