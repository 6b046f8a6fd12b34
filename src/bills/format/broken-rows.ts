/**
 * Rows of a text that are not what they seem: the last one, where the file was cut off within it, and one
 * that an open quote has made of several.
 */
import { note } from "../../contract/notes.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { cutOff, question } from "./format.ts";

/** The fewest rows that tell how the last one should look. */
const LEAST_ROWS = 2;

/** Asks about such rows of a table, in place. */
export function askBrokenRows({ text, container }: BillFile, bills: readonly Bill[]): void {
  if (container !== "text") return;
  for (const { lines } of bills) {
    for (const line of lines) {
      if (line.kind !== "skip" && swallows(line)) {
        line.review.push(question("swallowed", note("askSwallowed")));
      }
    }
  }
  // What ends with a line's end was written to it.
  if (!/[\r\n]\s*$/.test(text.slice(-100))) askLast(bills.flatMap(({ lines }) => lines));
}

/** A row of its own within a cell: a line that begins with a day and goes on with other cells. */
const ROW =
  /[\r\n]\s*["']?\t?(\d{4}[-/.年]?\d{1,2}[-/.月]?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})\b[^\r\n]*[,;\t|]/;

function swallows({ raw }: BillLine): boolean {
  for (const name in raw) {
    const cell = raw[name] as string;
    if (cell.includes("\n") && ROW.test(cell)) return true;
  }
  return false;
}

function askLast(lines: readonly BillLine[]): void {
  const last = lines.reduce<BillLine | undefined>(
    (one, line) => (one !== undefined && one.sourceLine >= line.sourceLine ? one : line),
    undefined,
  );
  if (last === undefined || last.kind === "skip") return;
  const others = lines.filter(({ sourceLine }) => sourceLine < last.sourceLine);
  if (others.length < LEAST_ROWS) return;
  const width = widthOf(last);
  const short = others.every((line) => widthOf(line) > width);
  if (short || others.every((line) => widthOf(line) === width && isLonger(line, last))) {
    last.review.push(cutOff());
  }
}

function widthOf({ raw }: BillLine): number {
  return Object.keys(raw).length;
}

/** Whether the last cell is of one shape in all rows but the last, where some of it is missing. */
function isLonger(line: BillLine, last: BillLine): boolean {
  const [whole, cut] = [line, last].map(({ raw }) => (Object.values(raw).at(-1) ?? "").trim());
  if (!whole || !cut) return false;
  const day = /^\d{4}[-/.]\d{2}[-/.]\d{2}( \d{2}:\d{2}(:\d{2})?)?$/;
  if (day.test(whole)) return /^\d{4}[-/.]?[\d:/. -]*$/.test(cut) && cut.length < whole.length;
  const decimals = /^[-+¥￥]?[\d,]+\.(\d+)$/;
  const missing =
    (decimals.exec(whole)?.[1]?.length ?? 0) - (/\.(\d+)$/.exec(cut)?.[1]?.length ?? 0);
  return missing > 0 && /^[-+¥￥]?[\d,.]+$/.test(cut);
}
