/**
 * Rows that are not what they seem: the last one of a text, where the file was cut off within it, one that
 * an open quote has made of several, and those that a file put together from two holds twice.
 */
import { note } from "../../contract/notes.ts";
import { ZERO } from "../../ledger/money.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { cutOff, question } from "./format.ts";

/** The fewest rows that tell how the last one should look. */
const LEAST_ROWS = 2;

/** Asks about such rows of a table, in place. */
export function askBrokenRows({ text, container }: BillFile, bills: readonly Bill[]): void {
  askRepeated(bills.flatMap(({ lines }) => lines));
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

/**
 * Asks about rows that equal an earlier one in all, the balance after them too, and do not follow from the
 * row before: equal purchases leave other balances, so that these were written twice. What comes after
 * such a row is one of them while it equals an earlier one.
 */
function askRepeated(lines: readonly BillLine[]): void {
  for (const own of byAccount(lines)) {
    const ordered = orderOf(own);
    if (ordered === undefined) continue;
    const seen = new Map<string, number>();
    let repeated = false;
    for (const [at, line] of own.entries()) {
      const key = allOf(line);
      const first = seen.get(key);
      const before = own[at - 1];
      const breaks = before !== undefined && !ordered(before, line);
      repeated = first !== undefined && (repeated || breaks);
      if (first === undefined) seen.set(key, line.sourceLine);
      if (repeated && line.kind !== "skip") {
        line.review.push(question("repeated", note("askRepeated", { line: first ?? 0 })));
      }
    }
  }
}

/** Rows that tell their balance, by the account and currency that it is of. */
function byAccount(lines: readonly BillLine[]): Iterable<BillLine[]> {
  const accounts = new Map<string, BillLine[]>();
  for (const line of lines) {
    if (line.balance === undefined || line.own === undefined || line.time === "") continue;
    const account = `${line.own.account}\n${line.currency}`;
    const known = accounts.get(account);
    if (known) known.push(line);
    else accounts.set(account, [line]);
  }
  return accounts.values();
}

function allOf({ time, amount, balance, own, counterparty, description }: BillLine): string {
  return [time, amount, balance, own?.direction, counterparty, description].join("\n");
}

/** Whether a row follows from the one above it; undefined where balances are not of each row. */
function orderOf(lines: readonly BillLine[]): typeof follows | undefined {
  let [rising, falling] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before === undefined) continue;
    if (follows(before, line)) rising++;
    if (follows(line, before)) falling++;
  }
  // A balance of the whole day, or of another account, says nothing of a row.
  if (Math.max(rising, falling) * 2 < lines.length - 1) return undefined;
  return rising >= falling ? follows : (before, line) => follows(line, before);
}

/** Whether the balance of a row is that of the one before it and what it moves. */
function follows(before: BillLine, { own, amount, fee = ZERO, balance }: BillLine): boolean {
  const effect = own?.direction === "in" ? amount : -(amount + fee);
  return balance === (before.balance ?? 0) + effect;
}
