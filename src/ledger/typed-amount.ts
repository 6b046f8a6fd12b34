/**
 * Amounts that people type into a field: the one rule for all of them (decisions W8). At most two
 * decimals; commas only where they group by three; only a product or a quotient is rounded, and the
 * field shows it before it is saved.
 */
import { readTerm, type Term } from "./amount-term.ts";
import { type Fraction, readExpression, type Sign, toFen } from "./arithmetic.ts";
import { type Fen, MAX_AMOUNT, MAX_BALANCE } from "./money.ts";
import { plainText, simplified, withoutUnseen } from "./plain-text.ts";
import { wordTable } from "./word-table.ts";

export interface TypedAmount {
  amount: Fen;
  /** More than one number: the field shows what comes of it. */
  isSum: boolean;
  /** A product or quotient that is no whole fen was rounded, half away from zero. */
  rounded: boolean;
}

/** What is wrong with the text. */
export type AmountProblem =
  | "empty"
  | "unreadable"
  | "decimals"
  | "grouping"
  | "tooSmall"
  | "tooLarge";

/** Which amounts a field takes: above zero, zero as well, or a balance of either sign. */
export type AmountRange = "aboveZero" | "zero" | "balance";

const SIGNS = wordTable<Sign>({
  "+": "+",
  "-": "-",
  "×": "×",
  "*": "×",
  x: "×",
  X: "×",
  "÷": "÷",
  "/": "÷",
});

/** Reads the whole text of a field: "35.5", "￥1,234.56", "12.5+30", "100÷3", "三十五块". */
export function readTypedAmount(
  text: string,
  range: AmountRange = "aboveZero",
): TypedAmount | AmountProblem {
  const plain = simplified(plainText(withoutUnseen(text)))
    .replaceAll("。", ".")
    .replace(/(?<=\d)\.(?![\d.])/g, "")
    .trim();
  if (plain === "") return "empty";
  const read = readSum(plain);
  if (typeof read === "string") return read;
  const { value, terms, signs } = read;
  const isProduct = (index: number) =>
    /[×÷]/.test(`${signs[index - 1] ?? ""}${signs[index] ?? ""}`);
  if (terms.some((term, index) => !isProduct(index) && !isWholeFen(term.value))) return "decimals";
  const result = toFen(value, range === "balance" ? MAX_BALANCE : MAX_AMOUNT);
  if (result === undefined) return "tooLarge";
  const least = range === "aboveZero" ? 1 : range === "zero" ? 0 : -MAX_BALANCE;
  if (result.amount < least) return "tooSmall";
  return { amount: result.amount, isSum: terms.length > 1, rounded: !result.exact };
}

/** Whether the reading is an amount. */
export function isAmount(read: TypedAmount | AmountProblem): read is TypedAmount {
  return typeof read !== "string";
}

function isWholeFen({ top, bottom }: Fraction): boolean {
  return (top * 100n) % bottom === 0n;
}

interface Sum {
  value: Fraction;
  terms: Term[];
  /** What stands between the terms: one fewer. */
  signs: Sign[];
}

function readSum(plain: string): Sum | AmountProblem {
  const terms: Term[] = [];
  const signs: Sign[] = [];
  let hasWrong = false;
  const skip = (at: number) => at + (/^\s*/.exec(plain.slice(at))?.[0].length ?? 0);
  const result = readExpression(plain, {
    number(text, at) {
      const term = readTerm(text, skip(at));
      if (term?.wrong) hasWrong = true;
      if (term === undefined || term.wrong) return undefined;
      terms.push(term);
      return term;
    },
    sign(text, at) {
      const from = skip(at);
      const sign = SIGNS[text.charAt(from)];
      if (sign === undefined) return undefined;
      if (terms.length > signs.length) signs.push(sign);
      return { sign, end: from + 1 };
    },
  });
  if (hasWrong) return /[,，]/.test(plain) ? "grouping" : "unreadable";
  if (result === undefined || skip(result.end) < plain.length) return "unreadable";
  return { value: result.value, terms, signs };
}
