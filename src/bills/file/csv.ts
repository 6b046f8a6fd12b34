/**
 * CSV by PapaParse, which splits rows into fields. Bills are rarely valid CSV, so their quotes are
 * mended first (quotes.ts); the delimiter is judged by the table, not by the preamble above it.
 */
import Papa from "papaparse";
import { checkRows, type Limits, UPLOADED } from "./limits.ts";
import { type Delimiter, type MendedRow, mendedRows } from "./quotes.ts";
import { type Row, shortened } from "./sheet.ts";

const DELIMITERS: Delimiter[] = [",", "\t", ";", "|"];
/** How many rows the delimiter is judged by. */
const SAMPLE_ROWS = 200;
/** How much text the delimiter is judged by, in characters. */
const SAMPLE_LENGTH = 200_000;
/** Rows that the library is given at once: few enough to stop in time, enough to be quick. */
const ROWS_AT_ONCE = 500;

/** Reads rows; blank ones are left out. Throws BillError("too-large") beyond the limits. */
export function readCsv(
  text: string,
  delimiter: Delimiter = findDelimiter(text),
  limits: Limits = UPLOADED,
): Row[] {
  const rows: Row[] = [];
  let some: MendedRow[] = [];
  for (const row of mendedRows(text, delimiter)) {
    checkRows(rows.length + some.length + 1, limits);
    some.push(row);
    if (some.length < ROWS_AT_ONCE) continue;
    for (const one of splitRows(some, delimiter)) rows.push(one);
    some = [];
  }
  for (const one of splitRows(some, delimiter)) rows.push(one);
  return rows;
}

/** Rows of valid CSV into cells. */
function splitRows(rows: MendedRow[], delimiter: Delimiter): Row[] {
  if (rows.length === 0) return [];
  const text = rows.map((row) => row.text).join("\n");
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
  return data
    .map((cells, at) => ({ line: rows[at]!.line, cells: cells.map(shortened) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
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
  const some: MendedRow[] = [];
  for (const row of mendedRows(sample, delimiter)) {
    if (some.push(row) >= SAMPLE_ROWS) break;
  }
  const counts = new Map<number, number>();
  for (const { cells } of splitRows(some, delimiter)) {
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  return Math.max(0, ...[...counts].map(([width, rows]) => rows * (width - 1)));
}
