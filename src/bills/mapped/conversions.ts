/**
 * A purchase in another currency that stands in three rows, as PayPal writes it: the purchase, and the
 * two sides of the conversion that paid for it. It is one purchase, of what left the account.
 */
import { note } from "../../contract/notes.ts";
import { yuanFixed } from "../../ledger/money.ts";
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import { leftOut } from "../format/movement.ts";

const CONVERSION =
  /currency conversion|conversion de devise|währungsumrechnung|conversi[oó]n de divisa|valutaomrekening|货币兑换|币种兑换|货币转换/i;

/** The number of the row that a conversion belongs to. */
const REFERENCE = ["Reference Txn ID", "Reference Transaction ID", "参考交易号", "参考交易编号"];

/** Whether the word of a type names one side of a conversion. */
export function isConversion(word: string): boolean {
  return CONVERSION.test(word);
}

/** Joins the rows of each conversion that pays for another row, in place. */
export function joinConversions(
  lines: BillLine[],
  rows: readonly TableRow[],
  wordOf: (row: TableRow) => string,
): void {
  const sides = new Map<string, number[]>();
  rows.forEach((row, at) => {
    if (!isConversion(wordOf(row))) return;
    const key = row.text(...REFERENCE) || (lines[at] as BillLine).time;
    const known = sides.get(key);
    if (known) known.push(at);
    else sides.set(key, [at]);
  });
  if (sides.size === 0) return;
  const isSide = new Set([...sides.values()].flat());
  lines.forEach((line, at) => {
    if (line.kind === "skip" || line.own === undefined || isSide.has(at)) return;
    const pair = sides.get(line.externalId) ?? sides.get(line.time);
    if (pair?.length !== 2) return;
    const [one, other] = pair.map((index) => lines[index] as BillLine) as [BillLine, BillLine];
    const paid = one.currency === line.currency ? other : one;
    const given = paid === one ? other : one;
    if (given.currency !== line.currency || given.amount !== line.amount) return;
    if (paid.currency === line.currency || !isOpposite(given, paid)) return;
    if (given.own?.direction === line.own.direction) return;
    for (const index of pair) {
      lines[index] = leftOut(
        lines[index] as BillLine,
        note("ofConversion", { line: line.sourceLine }),
      );
    }
    const amount = `${yuanFixed(line.amount)} ${line.currency}`;
    Object.assign(line, { amount: paid.amount, currency: paid.currency });
    if (paid.balance !== undefined) line.balance = paid.balance;
    if (line.reason === "") line.reason = note("convertedFrom", { amount });
    sides.delete(line.externalId);
    sides.delete(line.time);
  });
}

function isOpposite(one: BillLine, other: BillLine): boolean {
  return one.own !== undefined && one.own.direction !== other.own?.direction;
}
