/** What the exports of several apps have in common. */
import { note } from "../../contract/notes.ts";
import { compare, type Fraction, isNegative, size } from "../../ledger/arithmetic.ts";
import type { BillLine, LineKind } from "../bill/line.ts";
import { cleanCell } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import type { TableRow } from "../file/table.ts";
import { categoryNames } from "../format/category-levels.ts";
import { question } from "../format/format.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { spendingCategories } from "../format/spending.ts";
import { readValue } from "../values/cell-value.ts";

/** What a row's type makes of it. */
export type Meaning = { kind: LineKind } & Partial<Movement>;

/** A type that is not known leaves its row out, with its amount, and asks. */
export function unknownType(type: string): Meaning {
  const ask = question("unknown-type", note("askUnknownType", { type }), type);
  return { kind: "skip", reason: note("unknownType", { type }), review: [ask] };
}

/** An expense; below zero it came back. */
export function spent(value: Fraction | undefined): Meaning {
  return { kind: value && isNegative(value) ? "refund" : "expense" };
}

/** An income; below zero it was given back, which needs a look. */
export function earned(value: Fraction | undefined): Meaning {
  if (!value || !isNegative(value)) return { kind: "income" };
  const review = [question("income-reversed", note("askReversedIncome"))];
  return { kind: "expense", review };
}

/** What came back; below zero nobody knows which way it went. */
export function givenBack(value: Fraction | undefined): Meaning {
  const review = value && isNegative(value) ? [question("sign", note("askMinus"))] : [];
  return { kind: "refund", review };
}

/** A transfer as written; below zero it went the other way. */
export function moved(value: Fraction | undefined, account: string, toAccount: string): Meaning {
  return value && isNegative(value)
    ? { kind: "transfer", account: toAccount, toAccount: account }
    : { kind: "transfer", account, toAccount };
}

/** One side of a transfer that each account lists by itself: the other account is still open. */
export function transferHalf(base: Movement): BillLine {
  const { account = "", value } = base;
  const out = value !== undefined && isNegative(value);
  const accounts = { account: out ? account : "", toAccount: out ? "" : account };
  return movementLine({ ...base, kind: "transfer", category: "", ...accounts });
}

/** Money back into a category that money is spent from is a refund. */
export function asRefunds(lines: BillLine[]): BillLine[] {
  const spending = spendingCategories(lines);
  for (const line of lines) {
    if (line.kind === "income" && line.category !== "" && spending.has(line.category)) {
      line.kind = "refund";
    }
  }
  return lines;
}

/** Asks about a transfer whose other account received another currency; the file's rate is no proof. */
export function askCurrencies(line: BillLine, amount: string, currency: string): BillLine {
  const other = currency !== "" && currency !== line.currency;
  if (line.kind !== "transfer" || !other) return line;
  line.review = line.review.filter(({ code }) => code !== "currency");
  line.review.push(question("currency", note("askTransferCurrency", { amount, currency })));
  return line;
}

/** Asks about a transfer that brought another amount than it took. */
export function askArrived(line: BillLine, out: Cell, into: Cell): BillLine {
  const [left, arrived] = [readValue(out)?.value, readValue(into)?.value];
  if (line.kind !== "transfer" || left === undefined || arrived === undefined) return line;
  if (compare(size(left), size(arrived)) === 0) return line;
  if (line.review.some(({ code }) => code === "currency")) return line;
  const values = { out: cleanCell(out), in: cleanCell(into) };
  line.review.push(question("transfer-amounts", note("askTransferAmounts", values)));
  return line;
}

/** What stands between two levels of a category until the whole file is read. */
const LEVEL = "\n";

/** The levels of a category as one text, for `nameCategories`. */
export function levels(...names: string[]): string {
  return names.filter((name) => name !== "").join(LEVEL);
}

/** Gives every category of several levels its one name in the file. */
export function nameCategories(lines: BillLine[]): BillLine[] {
  const name = categoryNames(lines.map(({ category }) => category.split(LEVEL)));
  for (const line of lines) line.category = name(line.category.split(LEVEL));
  return lines;
}

/** The day that a row's column "Date" begins with: a time may follow it. */
export function dayText(row: TableRow): string {
  return row.text("Date").replace(/[ T]\d{1,2}:\d{2}.*$/, "");
}
