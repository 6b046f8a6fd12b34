/**
 * Amounts of hledger and ledger postings: commodity left or right, prices, costs and the balance
 * that a posting asserts (bills.md 9.12).
 */

import { type Fraction, isNegative, multiply, negate, size } from "../../ledger/arithmetic.ts";
import { currencyCode, type DecimalMark } from "../file/cells.ts";
import { readDecimal } from "../values/decimal.ts";

/** An amount in one commodity. */
export interface Commodity {
  value: Fraction;
  /** ISO 4217 where the sign or name is known, else as written; "" when there is none. */
  currency: string;
}

/** A posting's amount. */
export interface LedgerAmount {
  quantity: Commodity;
  /** What it weighs in the transaction: price or cost, else the quantity. */
  weight: Commodity;
}

/** The balance that an account must have after its posting. */
export interface LedgerAssertion extends Commodity {
  /** `=*`: with the sub-accounts. */
  inclusive: boolean;
}

/** What stands behind an account. */
export interface PostingText {
  /** Absent: the posting takes the rest, or what its assertion says. */
  amount?: LedgerAmount;
  assertion?: LedgerAssertion;
}

/** Longest text behind an account that is read. */
const MAX_LENGTH = 400;

const COMMODITY = `"[^"]{1,60}"|[^\\s\\d.,;@"{}()\\[\\]=*+'-]{1,40}`;
const NUMBER = `\\d[\\d.,']*(?: \\d{3})*(?:[.,]\\d+)?|[.,]\\d+`;
const AMOUNT = new RegExp(
  `^([-+]?)\\s*(${COMMODITY})?\\s*([-+]?)\\s*(${NUMBER})\\s*(${COMMODITY})?`,
);

/** Reads what stands behind an account, without its comment; undefined when it is no amount. */
export function readPostingText(
  text: string,
  mark: DecimalMark | undefined,
): PostingText | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const at = text.search(/(^|[^=])=(=|\*|\s|[^=])/);
  const split = at < 0 ? text.length : text.indexOf("=", at);
  const before = text.slice(0, split).trim();
  const result: PostingText = {};
  if (before !== "") {
    const amount = readAmount(before, mark);
    if (!amount) return undefined;
    result.amount = amount;
  }
  if (split < text.length) {
    const stated = text.slice(split).replace(/^=+\*?\s*/, "");
    const found = readCommodity(stated, mark);
    if (!found) return undefined;
    const inclusive = /^=+\*/.test(text.slice(split));
    result.assertion = { value: found.value, currency: found.currency, inclusive };
  }
  return result;
}

function readAmount(text: string, mark: DecimalMark | undefined): LedgerAmount | undefined {
  const found = readCommodity(text, mark);
  if (!found) return undefined;
  const quantity = { value: found.value, currency: found.currency };
  const rest = found.rest;
  const price = /\(?(@@?)\)?\s*([^@]*)$/.exec(rest);
  const cost = /\{(\{?)=?\s*([^{}]*)\}/.exec(rest);
  const total = price ? price[1] === "@@" : cost?.[1] === "{";
  const unit = readCommodity(price?.[2] ?? cost?.[2] ?? "", mark);
  if (!unit) return rest.trim() === "" ? { quantity, weight: quantity } : undefined;
  const value = total
    ? withSignOf(unit.value, quantity.value)
    : multiply(unit.value, quantity.value);
  return { quantity, weight: { value, currency: unit.currency } };
}

function readCommodity(text: string, mark: DecimalMark | undefined) {
  const found = AMOUNT.exec(text);
  if (!found) return undefined;
  const [whole, before, left, inner, digits, right] = found;
  if (before && inner) return undefined;
  const value = readDecimal(digits!, mark);
  if (!value) return undefined;
  const word = (left ?? right ?? "").replaceAll('"', "");
  const negative = before === "-" || inner === "-";
  return {
    value: negative ? negate(value) : value,
    currency: currencyCode(word) || word,
    rest: text.slice(whole.length),
  };
}

function withSignOf(value: Fraction, quantity: Fraction): Fraction {
  return isNegative(quantity) ? negate(size(value)) : size(value);
}
