/** Amounts as people type them, in every field of the app: one rule (ledger/typed-amount.ts), and its words. */
import {
  type AmountProblem,
  type AmountRange,
  isAmount,
  readTypedAmount,
} from "../../ledger/typed-amount.ts";
import type { Words } from "../words/words.ts";
import { typedText } from "./money.ts";

/** What comes of the text, where that isn't what stands there: "= 42.50", "≈ 33.33" when it was rounded. */
export function amountResult(text: string, range?: AmountRange): string | undefined {
  const read = readTypedAmount(text, range);
  if (!isAmount(read) || /^-?[\d.]+$/.test(text.trim())) return undefined;
  return `${read.rounded ? "≈" : "="} ${typedText(read.amount)}`;
}

/** Why the text is no amount. */
export function amountProblem(problem: AmountProblem, words: Words): string {
  return words.amountProblems[problem];
}
