/**
 * Exact numbers for reading amounts: decimal text of any length, GnuCash fractions and the
 * arithmetic of plain-text ledgers. Nothing here is ever a float.
 */
import { type Fen, MAX_AMOUNT } from "../ledger/money.ts";
import type { DecimalMark } from "./cells.ts";

/** `top / bottom`; `bottom` is above zero. Not reduced: equality goes through `compare`. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Longest amount text that is read; anything longer is no amount and would only cost time. */
const MAX_LENGTH = 48;

/** Zero. */
export const NOTHING: Fraction = { top: 0n, bottom: 1n };

/** A fraction of whole numbers; `bottom` must not be zero. */
export function fraction(top: bigint, bottom = 1n): Fraction {
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };
}

/** The exact sum; cheap where both have one denominator, as amounts nearly always do. */
export function add(left: Fraction, right: Fraction): Fraction {
  if (left.bottom === right.bottom) return { top: left.top + right.top, bottom: left.bottom };
  return {
    top: left.top * right.bottom + right.top * left.bottom,
    bottom: left.bottom * right.bottom,
  };
}

/** The same amount the other way. */
export function negate(value: Fraction): Fraction {
  return { top: -value.top, bottom: value.bottom };
}

/** `left` less `right`. */
export function subtract(left: Fraction, right: Fraction): Fraction {
  return add(left, negate(right));
}

/** The exact product. */
export function multiply(left: Fraction, right: Fraction): Fraction {
  return { top: left.top * right.top, bottom: left.bottom * right.bottom };
}

/** Undefined when the divisor is zero. */
export function divide(left: Fraction, right: Fraction): Fraction | undefined {
  if (right.top === 0n) return undefined;
  return fraction(left.top * right.bottom, left.bottom * right.top);
}

/** Below zero, zero or above zero, as `left` is smaller than, equal to or larger than `right`. */
export function compare(left: Fraction, right: Fraction): number {
  const difference = left.top * right.bottom - right.top * left.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether it is nothing at all. */
export function isZero(value: Fraction): boolean {
  return value.top === 0n;
}

/** Whether it is below zero. */
export function isNegative(value: Fraction): boolean {
  return value.top < 0n;
}

/** Without its sign. */
export function size(value: Fraction): Fraction {
  return isNegative(value) ? negate(value) : value;
}

/** The exact sum of many; zero of none. */
export function sum(values: Iterable<Fraction>): Fraction {
  let total = NOTHING;
  for (const value of values) total = add(total, value);
  return total;
}

/**
 * The value in hundredths of its currency's unit, rounded half away from zero; `exact` is false
 * when rounding changed it. Undefined when it is larger than any amount the books can hold.
 */
export function toFen(value: Fraction): { amount: Fen; exact: boolean } | undefined {
  const scaled = value.top * 100n;
  const whole = scaled < 0n ? -scaled : scaled;
  const rounded = (whole * 2n + value.bottom) / (value.bottom * 2n);
  if (rounded > BigInt(MAX_AMOUNT)) return undefined;
  const amount = Number(rounded) as Fen;
  const signed = (scaled < 0n && amount !== 0 ? -amount : amount) as Fen;
  return { amount: signed, exact: whole % value.bottom === 0n };
}

/**
 * Reads decimal text: an optional sign before or after, brackets for a negative, thousands set off
 * by the other mark, blanks or apostrophes. Without `mark` the text itself decides: of two kinds
 * the last one is the mark; a single comma before exactly three digits is thousands.
 * Undefined when anything else stands in the text (bills.md G7).
 */
export function readDecimal(text: string, mark?: DecimalMark): Fraction | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const bare = text.replace(/[\s\u00a0\u202f\u3000'’]/g, "").replace(/\u2212/g, "-");
  const found = /^([+-]?)(\(?)([+-]?)([\d.,，]*\d[\d.,，]*)(\)?)([+-]?)$/.exec(bare);
  if (!found) return undefined;
  const [, before, open, inside, digits, close, after] = found as unknown as string[];
  if ((open === "(") !== (close === ")")) return undefined;
  const signs = `${before}${inside}${after}`;
  if (signs.length > 1) return undefined;
  const value = readDigits(digits!.replaceAll("，", ","), mark);
  if (!value) return undefined;
  return signs === "-" || open === "(" ? negate(value) : value;
}

/** The decimal mark that a whole column of amounts proves, or undefined when none does. */
export function markOfColumn(texts: Iterable<string>): DecimalMark | undefined {
  const proofs = new Set<DecimalMark>();
  for (const text of texts) {
    const proof = markProof(text);
    if (proof) proofs.add(proof);
  }
  return proofs.size === 1 ? [...proofs][0] : undefined;
}

function markProof(text: string): DecimalMark | undefined {
  const marks = text.replace(/[^.,]/g, "");
  if (marks === "") return undefined;
  const last = marks.at(-1) as DecimalMark;
  if (marks.includes(".") && marks.includes(",")) return last;
  if (marks.length > 1) return last === "." ? "," : ".";
  const decimals = /[.,](\d*)\D*$/.exec(text)?.[1] ?? "";
  return decimals.length === 3 ? undefined : last;
}

function readDigits(text: string, mark: DecimalMark | undefined): Fraction | undefined {
  const chosen = mark ?? markOf(text);
  const at = chosen === undefined ? -1 : text.lastIndexOf(chosen);
  const whole = at < 0 ? text : text.slice(0, at);
  const decimals = at < 0 ? "" : text.slice(at + 1);
  if (chosen !== undefined && whole.includes(chosen)) return undefined;
  if (/\D/.test(decimals)) return undefined;
  const ungrouped = withoutThousands(whole);
  if (ungrouped === undefined) return undefined;
  return { top: BigInt(`${ungrouped}${decimals}` || "0"), bottom: 10n ** BigInt(decimals.length) };
}

function markOf(text: string): DecimalMark | undefined {
  const proof = markProof(text);
  if (proof) return proof;
  return text.includes(".") ? "." : /^\d{4,},/.test(text) ? "," : undefined;
}

/** Groups may be of any length but the last, which is three (India and China group differently). */
function withoutThousands(text: string): string | undefined {
  if (!/[.,]/.test(text)) return text;
  if (!/^\d{1,4}([.,]\d{2,4})*[.,]\d{3,4}$/.test(text)) return undefined;
  return text.replace(/[.,]/g, "");
}
