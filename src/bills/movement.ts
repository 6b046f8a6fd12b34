/**
 * Builds the lines of formats whose amounts carry a sign: money in is positive, out is negative.
 * Questions that every such format must ask (foreign currency, inexact amount, no date, no amount)
 * are asked here, once.
 */
import type { Fen } from "../ledger/money.ts";
import { newLine, question } from "./format.ts";
import { type Fraction, isNegative, toFen } from "./fraction.ts";
import type { BillLine, LineKind } from "./line.ts";

/** The currency that the books are kept in. */
export const BOOK_CURRENCY = "CNY";

/** What a format read of one movement; everything but these four is optional. */
export interface Movement extends Partial<Omit<BillLine, "time" | "amount" | "sourceLine">> {
  /** Undefined when the file's date is missing or impossible. */
  time: string | undefined;
  /** Signed, in the unit of its currency; undefined when the file's amount cannot be read. */
  value: Fraction | undefined;
  sourceLine: number;
}

/** A line of a signed movement. Without a kind the sign decides: income or expense. */
export function movementLine(movement: Movement): BillLine {
  const { time, value, ...given } = movement;
  const read = value && toFen(value);
  const line: BillLine = {
    ...newLine({ line: movement.sourceLine, raw: movement.raw ?? {} }),
    kind: value && isNegative(value) ? "expense" : "income",
    ...given,
    time: time ?? "",
    amount: Math.abs(read?.amount ?? 0) as Fen,
    review: [...(movement.review ?? [])],
  };
  if (line.kind === "skip") return line;
  if (time === undefined) return refuse(line, "bad-date", "日期缺失或无法识别");
  if (!read) return refuse(line, "bad-amount", "金额缺失、无法识别或过大");
  if (read.amount === 0) return leftOut(line, "零金额");
  if (!read.exact) line.review.push(question("inexact-amount", "金额不是整分，已四舍五入"));
  askCurrency(line);
  return line;
}

/** The line as one that does not reach the books, with the reason in Chinese; nothing is asked. */
export function leftOut(line: BillLine, reason: string): BillLine {
  return { ...line, kind: "skip", reason, review: [] };
}

/** A line that cannot be booked as it stands: skipped, and the user is asked to look at it. */
function refuse(line: BillLine, code: string, reason: string): BillLine {
  return { ...leftOut(line, reason), review: [question(code, `${reason}，请手工补记`)] };
}

function askCurrency(line: BillLine): void {
  if (line.currency === BOOK_CURRENCY) return;
  const name = line.currency === "" ? "未注明" : line.currency;
  line.review.push(question("currency", `金额的币种是 ${name}，不是人民币，请确认如何入账`));
}

/** Gives a transfer its two accounts by the sign: out of `own` when negative, into it otherwise. */
export function transferBetween(
  own: string,
  other: string,
  value: Fraction | undefined,
): { kind: LineKind; account: string; toAccount: string } {
  const out = value !== undefined && isNegative(value);
  return { kind: "transfer", account: out ? own : other, toAccount: out ? other : own };
}

/** What the parts of one split share in `linkIds`; the day keeps two files from sharing it too. */
export function splitLink(format: string, time: string | undefined, sourceLine: number): string {
  return `split:${format}:${time?.slice(0, 10) ?? ""}:${sourceLine}`;
}
