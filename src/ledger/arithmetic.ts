/**
 * Exact arithmetic for amounts: what people type (12.5+30, 100÷3), what a line says, GnuCash's
 * fractions and the sums of plain-text ledgers. Whole numbers throughout; nothing here is ever a float.
 */
import { type Fen, MAX_AMOUNT } from "./money.ts";

/** `top / bottom`; `bottom` is above zero. Not reduced: equality goes through `compare`. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

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
 * when rounding changed it. Undefined when it is larger than `largest`, either side of zero.
 */
export function toFen(
  value: Fraction,
  largest: Fen = MAX_AMOUNT,
): { amount: Fen; exact: boolean } | undefined {
  const scaled = value.top * 100n;
  const whole = scaled < 0n ? -scaled : scaled;
  const rounded = (whole * 2n + value.bottom) / (value.bottom * 2n);
  if (rounded > BigInt(largest)) return undefined;
  const amount = Number(rounded) as Fen;
  const signed = (scaled < 0n && amount !== 0 ? -amount : amount) as Fen;
  return { amount: signed, exact: whole % value.bottom === 0n };
}

/** A sign of an expression, whatever the text writes for it. */
export type Sign = "+" | "-" | "×" | "÷" | "(" | ")";

/** How a text writes its numbers and signs; each is read at a position, blanks before it included. */
export interface Syntax {
  number(text: string, at: number): Evaluated | undefined;
  sign(text: string, at: number): { sign: Sign; end: number } | undefined;
}

/** A value and where the text after it begins. */
export interface Evaluated {
  value: Fraction;
  end: number;
}

/** More numbers, signs and brackets than this are no amount. */
const MAX_TOKENS = 64;

/**
 * Reads the expression that begins at a position: × and ÷ before + and −. Undefined when there is none,
 * when a sign or bracket lacks its number, and for a division by zero.
 */
export function readExpression(text: string, syntax: Syntax, at = 0): Evaluated | undefined {
  const parser = new Parser(text, syntax, at);
  const value = parser.sum();
  return value && { value, end: parser.at };
}

class Parser {
  readonly #text: string;
  readonly #syntax: Syntax;
  #left = MAX_TOKENS;
  at: number;

  constructor(text: string, syntax: Syntax, at: number) {
    this.#text = text;
    this.#syntax = syntax;
    this.at = at;
  }

  sum(): Fraction | undefined {
    let value = this.#product();
    while (value) {
      const sign = this.#take("+", "-");
      if (sign === undefined) break;
      const right = this.#product();
      value = right && (sign === "+" ? add(value, right) : subtract(value, right));
    }
    return value;
  }

  #product(): Fraction | undefined {
    let value = this.#factor();
    while (value) {
      const sign = this.#take("×", "÷");
      if (sign === undefined) break;
      const right = this.#factor();
      value = right && (sign === "×" ? multiply(value, right) : divide(value, right));
    }
    return value;
  }

  #factor(): Fraction | undefined {
    if (this.#left <= 0) return undefined;
    const number = this.#syntax.number(this.#text, this.at);
    if (number) {
      this.#left -= 1;
      this.at = number.end;
      return number.value;
    }
    const sign = this.#take("+", "-", "(");
    if (sign === undefined) return undefined;
    if (sign !== "(") {
      const value = this.#factor();
      return value && sign === "-" ? negate(value) : value;
    }
    const value = this.sum();
    return this.#take(")") && value;
  }

  #take(...wanted: Sign[]): Sign | undefined {
    const found = this.#syntax.sign(this.#text, this.at);
    if (!found || !wanted.includes(found.sign)) return undefined;
    this.#left -= 1;
    this.at = found.end;
    return found.sign;
  }
}
