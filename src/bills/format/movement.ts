/**
 * Builds the lines of formats whose amounts carry a sign: money in is positive, out is negative.
 * Questions that every such format must ask (foreign currency, inexact amount, no date, no amount)
 * are asked here, once.
 */
import { type NoteCode, note, type Text } from "../../contract/notes.ts";
import { type Fraction, isNegative, toFen } from "../../ledger/arithmetic.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BillLine, LineKind } from "../bill/line.ts";
import { newLine, question } from "./format.ts";

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

/** The account that a movement is seen from, with its direction by the sign. */
export function ownSide(
  account: string,
  value: Fraction | undefined,
): NonNullable<BillLine["own"]> {
  return { account, direction: value && isNegative(value) ? "out" : "in" };
}

/** A line of a signed movement. Without a kind the sign decides: income or expense. */
export function movementLine(movement: Movement): BillLine {
  const { time, value, sourceLine, raw = {}, review = [] } = movement;
  const read = value && toFen(value);
  // Field by field: an object that is spread into another costs many times as much.
  const line = newLine({ line: sourceLine, raw });
  for (const name of GIVEN) give(line, movement, name);
  line.kind = movement.kind ?? (value && isNegative(value) ? "expense" : "income");
  line.time = time ?? "";
  line.amount = Math.abs(read?.amount ?? 0) as Fen;
  line.review = [...review];
  if (line.kind === "skip") return line;
  if (time === undefined) return refuse(line, "bad-date", "badDate");
  if (!read) return refuse(line, "bad-amount", "badAmount");
  if (read.amount === 0) return leftOut(line, note("zeroAmount"));
  if (!read.exact) line.review.push(question("inexact-amount", note("inexactAmount")));
  askCurrency(line);
  return line;
}

/** What a format may say of a line as it is. */
const GIVEN = [
  "currency",
  "account",
  "toAccount",
  "fee",
  "own",
  "balance",
  "counterparty",
  "description",
  "category",
  "externalId",
  "linkIds",
  "refundOf",
  "status",
  "reason",
] as const;

function give<Name extends (typeof GIVEN)[number]>(
  line: BillLine,
  movement: Movement,
  name: Name,
): void {
  const value = movement[name] as BillLine[Name] | undefined;
  if (value !== undefined) line[name] = value;
}

/** The line as one that does not reach the books, with the reason; nothing is asked. */
export function leftOut(line: BillLine, reason: Text): BillLine {
  return { ...line, kind: "skip", reason, review: [] };
}

/** A line that cannot be booked as it stands: skipped, and the user is asked to look at it. */
function refuse(line: BillLine, code: string, why: NoteCode): BillLine {
  const reason = note(why);
  return { ...leftOut(line, reason), review: [question(code, note("addByHand", { reason }))] };
}

function askCurrency(line: BillLine): void {
  if (line.currency === BOOK_CURRENCY) return;
  const currency = line.currency === "" ? note("noCurrency") : line.currency;
  line.review.push(question("currency", note("otherCurrency", { currency })));
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
