/**
 * A lenient CSV reader. Bills are rarely valid CSV: TABs stand between a closing quote and the
 * comma, bare quotes stand inside unquoted fields, and some quotes never close.
 *
 * Time is linear in the file: a quoted field that crosses a line is given up at the next field that
 * opens with a quote of its own, and a failed search is never repeated over the same characters.
 */
import { checkSize, MAX_COLUMNS } from "./limits.ts";
import type { Row } from "./table.ts";

export type Delimiter = "," | ";" | "\t" | "|";

const DELIMITERS: Delimiter[] = [",", "\t", ";", "|"];
/** How many rows the delimiter is judged by. */
const SAMPLE_ROWS = 200;
/** How much text the delimiter is judged by, in characters. */
const SAMPLE_LENGTH = 200_000;

/** Reads rows; blank ones are left out. Throws BillError("too-large") beyond the limits. */
export function readCsv(text: string, delimiter: Delimiter = findDelimiter(text)): Row[] {
  return [...csvRows(text, delimiter, Number.POSITIVE_INFINITY)];
}

/**
 * The delimiter that gives the most rows of one same width. Preambles do not count: they are
 * narrow or ragged, and the table under them is neither.
 */
export function findDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_LENGTH);
  let best: Delimiter = ",";
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    const score = widthScore(sample, delimiter);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function widthScore(sample: string, delimiter: Delimiter): number {
  const counts = new Map<number, number>();
  let seen = 0;
  for (const row of csvRows(sample, delimiter, SAMPLE_ROWS)) {
    counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
    if (++seen >= SAMPLE_ROWS) break;
  }
  return Math.max(0, ...[...counts].map(([width, rows]) => rows * (width - 1)));
}

/** The scanner's place in the text. */
interface Scan {
  text: string;
  delimiter: Delimiter;
  at: number;
  line: number;
  /** Up to here no quoted field closes: a search from before this point need not be made. */
  noCloseBefore: number;
  /** Columns of the row before. */
  width: number;
}

function* csvRows(text: string, delimiter: Delimiter, maxRows: number): Generator<Row> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const scan: Scan = { text, delimiter, at: start, line: 1, noCloseBefore: 0, width: 0 };
  let count = 0;
  while (scan.at < text.length && count < maxRows) {
    const char = text[scan.at];
    if (char === "\n" || char === "\r") {
      skipLineEnd(scan);
      continue;
    }
    const line = scan.line;
    const cells = readRow(scan);
    if (cells.every((cell) => cell.trim() === "")) continue;
    checkSize(++count, cells.length);
    scan.width = cells.length;
    yield { line, cells };
  }
}

function readRow(scan: Scan): string[] {
  const cells: string[] = [];
  for (;;) {
    cells.push(readField(scan));
    if (scan.text[scan.at] !== scan.delimiter) break;
    scan.at++;
    if (cells.length > MAX_COLUMNS) checkSize(0, cells.length);
  }
  skipLineEnd(scan);
  return cells;
}

function skipLineEnd(scan: Scan): void {
  if (scan.text[scan.at] === "\r") scan.at++;
  if (scan.text[scan.at] === "\n") scan.at++;
  scan.line++;
}

function readField(scan: Scan): string {
  const start = scan.at;
  let quote = start;
  while (isBlank(scan, quote)) quote++;
  if (scan.text[quote] === '"' && quote >= scan.noCloseBefore) {
    const quoted = readQuoted(scan, quote);
    if (quoted !== undefined) return quoted;
  }
  let end = start;
  while (end < scan.text.length && !isFieldEnd(scan, end)) end++;
  scan.at = end;
  return scan.text.slice(start, end);
}

function isBlank(scan: Scan, at: number): boolean {
  const char = scan.text[at];
  return char === " " || (char === "\t" && scan.delimiter !== "\t");
}

function isFieldEnd(scan: Scan, at: number): boolean {
  const char = scan.text[at];
  return char === undefined || char === scan.delimiter || char === "\n" || char === "\r";
}

/**
 * Reads from an opening quote to the quote that ends the field: the one that only blanks separate
 * from a delimiter or line end. Any other lone quote is a character. Undefined when none closes;
 * the scan then stays where it was, and the caller reads the field as unquoted.
 */
function readQuoted(scan: Scan, open: number): string | undefined {
  const { text } = scan;
  let lines = 0;
  let delimiters = 0;
  let at = open + 1;
  for (; at < text.length; at++) {
    const char = text[at];
    if (char === scan.delimiter) delimiters++;
    if (char === "\n" || (char === "\r" && text[at + 1] !== "\n")) {
      if (lines > 0 && swallowsRow(scan, delimiters)) break;
      lines++;
      delimiters = 0;
    }
    if (char !== '"') continue;
    if (text[at + 1] === '"') {
      at++;
      continue;
    }
    const end = afterBlanks(scan, at + 1);
    if (isFieldEnd(scan, end)) {
      scan.at = end;
      scan.line += lines;
      return unescaped(text.slice(open + 1, at));
    }
    // A field of a later line opens here, so the first quote was never meant to close.
    if (lines > 0 && isFieldEnd(scan, at - 1)) break;
  }
  scan.noCloseBefore = at;
  return undefined;
}

/** A whole line inside a quoted field that has as many delimiters as a row is a row. */
function swallowsRow(scan: Scan, delimiters: number): boolean {
  return scan.width >= 4 && delimiters >= scan.width - 1;
}

function afterBlanks(scan: Scan, from: number): number {
  let at = from;
  while (isBlank(scan, at)) at++;
  return at;
}

function unescaped(text: string): string {
  return text.includes('""') ? text.replaceAll('""', '"') : text;
}
