/**
 * Mends the quotes of a CSV file, one row at a time (bills.md G6), so that what the CSV library is
 * given keeps to the rules. Three things break them in real bills: blanks or TABs around a quoted
 * field, a lone quote inside one, and a quote that never closes, which would swallow the file.
 *
 * Time is linear in the file: a quoted field that crosses a line is given up at the next field that
 * opens with a quote of its own, and a failed search is never repeated over the same characters.
 */
import { checkColumns } from "./limits.ts";

/** What separates the fields of a row. */
export type Delimiter = "," | ";" | "\t" | "|";

/** One row as valid CSV, without its line end, and its 1-based line in the file. */
export interface MendedRow {
  line: number;
  text: string;
}

/** The place in the text, and what is known of the text after it. */
interface Scan {
  text: string;
  delimiter: Delimiter;
  at: number;
  line: number;
  /** The next quote at or after `at`; the text's length when there is none. */
  quote: number;
  /** Up to here no quoted field closes: a search from before this point need not be made. */
  noCloseBefore: number;
  /** Delimiters of the row before. */
  delimiters: number;
}

/**
 * Rows as valid CSV; the lines of a quoted field stay one row. Blank lines are left out.
 * Throws BillError("too-large") at a row with more columns than a bill has.
 */
export function* mendedRows(text: string, delimiter: Delimiter): Generator<MendedRow> {
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const scan: Scan = { text, delimiter, at, line: 1, quote: 0, noCloseBefore: 0, delimiters: 0 };
  while (scan.at < text.length) {
    const { line } = scan;
    const row = mendRow(scan);
    if (row.trim() !== "") yield { line, text: row };
    skipLineEnd(scan);
  }
}

function mendRow(scan: Scan): string {
  const end = lineEnd(scan.text, scan.at);
  if (nextQuote(scan) < end) return mendFields(scan);
  const row = scan.text.slice(scan.at, end);
  scan.at = end;
  scan.delimiters = 0;
  for (let at = row.indexOf(scan.delimiter); at >= 0; at = row.indexOf(scan.delimiter, at + 1)) {
    countDelimiter(scan);
  }
  return row;
}

/** A row in which quotes stand, field by field. */
function mendFields(scan: Scan): string {
  const fields = [mendField(scan)];
  while (scan.text[scan.at] === scan.delimiter) {
    scan.at++;
    fields.push(mendField(scan));
    checkColumns(fields.length);
  }
  scan.delimiters = fields.length - 1;
  return fields.join(scan.delimiter);
}

function countDelimiter(scan: Scan): void {
  scan.delimiters++;
  checkColumns(scan.delimiters + 1);
}

function mendField(scan: Scan): string {
  const start = scan.at;
  const open = afterBlanks(scan, start);
  if (scan.text[open] === '"') {
    const close = open >= scan.noCloseBefore ? closingQuote(scan, open) : undefined;
    if (close !== undefined) {
      scan.at = afterBlanks(scan, close + 1);
      const field = scan.text.slice(open + 1, close);
      return field.includes('"') ? quoted(field.replaceAll('""', '"')) : `"${field}"`;
    }
  }
  while (!isFieldEnd(scan, scan.at)) scan.at++;
  const field = scan.text.slice(start, scan.at);
  return scan.text[open] === '"' ? quoted(field) : field;
}

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}

/**
 * The quote that ends a field opened at `open`: the one that only blanks separate from a delimiter
 * or line end. Undefined when none closes it; the field is then text that begins with a quote.
 */
function closingQuote(scan: Scan, open: number): number | undefined {
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
    if (isFieldEnd(scan, afterBlanks(scan, at + 1))) {
      scan.line += lines;
      return at;
    }
    // A field of a later line opens here, so the first quote was never meant to close.
    if (lines > 0 && isFieldEnd(scan, at - 1)) break;
  }
  scan.noCloseBefore = at;
  return undefined;
}

/** A whole line inside a quoted field that has as many delimiters as a row is a row. */
function swallowsRow(scan: Scan, delimiters: number): boolean {
  return scan.delimiters >= 3 && delimiters >= scan.delimiters;
}

function nextQuote(scan: Scan): number {
  if (scan.quote < scan.at) {
    const found = scan.text.indexOf('"', scan.at);
    scan.quote = found < 0 ? scan.text.length : found;
  }
  return scan.quote;
}

const LINE_END = /[\r\n]/g;

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

function skipLineEnd(scan: Scan): void {
  if (scan.text[scan.at] === "\r") scan.at++;
  if (scan.text[scan.at] === "\n") scan.at++;
  scan.line++;
}

function afterBlanks(scan: Scan, from: number): number {
  let at = from;
  while (scan.text[at] === " " || (scan.text[at] === "\t" && scan.delimiter !== "\t")) at++;
  return at;
}

function isFieldEnd(scan: Scan, at: number): boolean {
  const char = scan.text[at];
  return char === undefined || char === scan.delimiter || char === "\n" || char === "\r";
}
