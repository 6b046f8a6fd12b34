/** Decimal text of amounts in bills: signs, brackets, thousands and decimal marks of any country. */
import { type Fraction, negate } from "../../ledger/arithmetic.ts";
import type { DecimalMark } from "../file/cells.ts";

/** Longest amount text that is read; anything longer is no amount and would only cost time. */
const MAX_LENGTH = 48;

/** What most files write: nothing but a point can be the mark of it. */
const PLAIN = /^-?\d+(\.\d{1,2})?$/;

function readPlain(text: string): Fraction {
  const at = text.indexOf(".");
  if (at < 0) return { top: BigInt(text), bottom: 1n };
  const decimals = text.length - at - 1;
  const top = BigInt(text.slice(0, at) + text.slice(at + 1));
  return { top, bottom: decimals === 1 ? 10n : 100n };
}

/** Digits that blanks or apostrophes set off by thousands. */
const SPACED = /^(\d{1,3}([ '])\d{3}(?:\2\d{3})*)([.,]\d*)?$/;

/**
 * Reads decimal text: an optional sign before or after, brackets for a negative, thousands set off
 * by the other mark, blanks or apostrophes. A blank anywhere else is not squeezed out. Without `mark` the text itself decides: of two kinds
 * the last one is the mark; a single comma before exactly three digits is thousands.
 * Undefined when anything else stands in the text (bills.md G7).
 */
export function readDecimal(text: string, mark?: DecimalMark): Fraction | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (mark !== "," && PLAIN.test(text)) return readPlain(text);
  const bare = text
    .trim()
    .replace(/\s/g, " ")
    .replaceAll("’", "'")
    .replace(/\u2212/g, "-");
  const found = /^([+-]?) ?(\(?) ?([+-]?) ?([\d.,， ']*\d[\d.,，]*) ?(\)?) ?([+-]?)$/.exec(bare);
  if (!found) return undefined;
  const [, before, open, inside, digits, close, after] = found as unknown as string[];
  if ((open === "(") !== (close === ")")) return undefined;
  const signs = `${before}${inside}${after}`;
  if (signs.length > 1) return undefined;
  const joined = withoutBlanks(digits!.replaceAll("，", ","));
  const value = joined === undefined ? undefined : readDigits(joined, mark);
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

/** The decimal mark that one amount proves; undefined for none, and for one mark with three digits. */
export function markProof(text: string): DecimalMark | undefined {
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

function withoutBlanks(digits: string): string | undefined {
  if (!/[ ']/.test(digits)) return digits;
  return SPACED.test(digits) ? digits.replace(/[ ']/g, "") : undefined;
}

/** Groups may be of any length but the last, which is three (India and China group differently). */
function withoutThousands(text: string): string | undefined {
  if (!/[.,]/.test(text)) return text;
  if (!/^\d{1,4}([.,]\d{2,4})*[.,]\d{3,4}$/.test(text)) return undefined;
  return text.replace(/[.,]/g, "");
}
