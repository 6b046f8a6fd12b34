/** The transactions of one OFX statement as lines: booked, pending, corrected. */
import { note, type Text } from "../../contract/notes.ts";
import { type Fraction, isNegative, isZero, negate } from "../../ledger/arithmetic.ts";
import type { BillLine, Question } from "../bill/line.ts";
import type { DecimalMark } from "../file/cells.ts";
import { child, type Element, findAll, leaves, textAt } from "../file/element.ts";
import type { Markup } from "../file/markup.ts";
import { question } from "../format/format.ts";
import { leftOut, movementLine, ownSide, transferBetween } from "../format/movement.ts";
import { clockText, dayText } from "../values/times.ts";
import { type StatedAmount, statedAmount } from "./stated-amount.ts";
import { directionOfType, readSigns, type SignReading, type TypedSign } from "./typed-signs.ts";

/** One account's statement. */
export interface OfxStatement {
  element: Element;
  account: string;
  currency: string;
  card: boolean;
  /** The decimal mark that its amounts prove. */
  mark: DecimalMark | undefined;
  lineAt: Markup["lineAt"];
}

/** A transaction with its amount as written, and as it is to be read. */
interface Entry {
  element: Element;
  type: string;
  amount: StatedAmount;
}

/** The lines of the statement in the file's order, and what is to be said about their signs. */
export function statementLines(statement: OfxStatement): { lines: BillLine[]; notices: Text[] } {
  const elements = findAll(statement.element, "STMTTRN", "STMTTRNP");
  const entries = elements.map((element) => entryOf(element, statement));
  const reading = readSigns(entries.map((entry) => typedSign(entry, statement)));
  return {
    lines: entries.map((entry) => transactionLine(entry, statement, reading)),
    notices: reading === "typed" || reading === "turned" ? [note("signsByType")] : [],
  };
}

function entryOf(element: Element, { mark }: OfxStatement): Entry {
  const amount = statedAmount(textAt(element, "TRNAMT"), mark);
  return { element, type: textAt(element, "TRNTYPE").toUpperCase(), amount };
}

function typedSign({ type, amount: { value } }: Entry, statement: OfxStatement): TypedSign {
  const sign = value === undefined || isZero(value) ? 0 : isNegative(value) ? -1 : 1;
  return { sign, typed: typedDirection(type, statement) };
}

/** A PAYMENT leaves a bank's account; on a card's statement it may be one of either way. */
function typedDirection(type: string, { card }: OfxStatement): TypedSign["typed"] {
  if (!card) return type === "PAYMENT" ? "out" : directionOfType(type);
  return /^DIRECT|^REPEAT/.test(type) ? undefined : directionOfType(type);
}

function transactionLine(entry: Entry, statement: OfxStatement, reading: SignReading): BillLine {
  const { element, type, amount } = entry;
  const { value, doubt } = readSign(entry, statement, reading);
  const name = textAt(element, "NAME") || textAt(element, "PAYEE", "NAME");
  const memo = textAt(element, "MEMO");
  const line = movementLine({
    time: readOfxTime(textAt(element, "DTPOSTED") || textAt(element, "DTTRAN")),
    value,
    ...sidesOf(entry, statement, value),
    own: ownSide(statement.account, value),
    currency: currencyOf(element, statement),
    counterparty: name || memo,
    description: name ? memo : "",
    externalId: textAt(element, "FITID"),
    linkIds: [textAt(element, "CORRECTFITID"), textAt(element, "REFNUM")].filter((id) => id !== ""),
    review: [...amount.doubt, ...doubt, ...correctionOf(element)],
    sourceLine: statement.lineAt(element.offset),
    raw: leaves(element),
  });
  const pending = element.name === "STMTTRNP" || type === "HOLD";
  return pending ? leftOut(line, note("notBookedYet")) : line;
}

/** The amount with the sign that the whole statement proves for it. */
function readSign(
  { type, amount: { value } }: Entry,
  statement: OfxStatement,
  reading: SignReading,
): { value: Fraction | undefined; doubt: Question[] } {
  if (value === undefined || isZero(value)) return { value, doubt: [] };
  const typed = typedDirection(type, statement);
  const agrees = typed === undefined || (typed === "in") !== isNegative(value);
  if (reading === "turned") return { value: negate(value), doubt: [] };
  if (reading === "typed" && typed !== undefined) {
    return { value: agrees ? value : negate(value), doubt: [] };
  }
  if (reading === "signed" && agrees) return { value, doubt: [] };
  const doubt = [question("sign", note("signOpen", { type: type || "–" }))];
  return { value: reading === "open" && !agrees ? negate(value) : value, doubt };
}

/** A correction stands beside what it corrects, which may have been imported before. */
function correctionOf(element: Element): Question[] {
  const corrected = textAt(element, "CORRECTFITID");
  return corrected === "" ? [] : [question("correction", note("corrects", { id: corrected }))];
}

/** The transfer that the file names, or one side of a transfer that it does not. */
function sidesOf(
  { element, type }: Entry,
  { account, card }: OfxStatement,
  value: Fraction | undefined,
) {
  const to = child(element, "BANKACCTTO") ?? child(element, "CCACCTTO");
  const other = textAt(to, "ACCTID");
  if (other !== "" && other !== account) return transferBetween(account, other, value);
  const out = value !== undefined && isNegative(value);
  // Cash out of a bank's account, as it is in the bills of banks.
  if (/^(ATM|CASH)$/.test(type) && out && !card) return transferBetween(account, "现金", value);
  return type === "XFER" && (out || !card) ? transferBetween(account, "", value) : { account };
}

/** CURRENCY gives the amount's own currency; ORIGCURRENCY only says what it was converted from. */
function currencyOf(element: Element, statement: OfxStatement): string {
  return textAt(element, "CURRENCY", "CURSYM").toUpperCase() || statement.currency;
}

/**
 * "20240901012345.000[+8:CST]" → "2024-09-01 01:23:45"; "20230201" → "2023-02-01". Noon and
 * midnight to the second are what banks write when they know only the day.
 */
export function readOfxTime(text: string): string | undefined {
  const found = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?/.exec(text);
  if (!found) return undefined;
  const day = dayText(Number(found[1]), Number(found[2]), Number(found[3]));
  if (day === undefined || found[4] === undefined) return day;
  const clock = clockText(Number(found[4]), Number(found[5]), Number(found[6] ?? 0));
  return clock === undefined || /^(00|12):00:00$/.test(clock) ? day : `${day} ${clock}`;
}
