/** Amounts of statements, with what is doubtful about how they are written. */
import { note } from "../../contract/notes.ts";
import { type Fraction, toFen } from "../../ledger/arithmetic.ts";
import type { Question } from "../bill/line.ts";
import type { DecimalMark } from "../file/cells.ts";
import { question } from "../format/format.ts";
import { markProof, readDecimal } from "../values/decimal.ts";

/** An amount as it is proposed; booked only where nothing is doubtful about it. */
export interface StatedAmount {
  /** Undefined where nothing can be proposed. */
  value: Fraction | undefined;
  doubt: Question[];
}

/**
 * Reads the amount with the decimal mark that its column proves. A mark that may as well set off
 * thousands is asked about; so is a blank where the mark should stand ("-123 45").
 */
export function statedAmount(text: string, mark: DecimalMark | undefined): StatedAmount {
  const value = readDecimal(text, mark);
  if (value) return { value, doubt: mark === undefined ? openMark(text, value) : [] };
  const parts = /^(\D*\d+) (\d{2}\D*)$/.exec(text.trim());
  const guess = parts ? readDecimal(`${parts[1]}.${parts[2]}`, ".") : undefined;
  return { value: guess, doubt: guess ? unclear(text) : [] };
}

/** One mark before three digits; what is no whole fen is asked about already. */
function openMark(text: string, value: Fraction): Question[] {
  const open = /[.,]/.test(text) && markProof(text) === undefined && !/^\D*0/.test(text);
  if (!open || toFen(value)?.exact !== true) return [];
  return [question("amount-mark", note("amountMark", { text: text.trim() }))];
}

/** The question about an amount that is not written as its format has it. */
export function unclear(text: string): Question[] {
  return [question("bad-amount", note("unclearAmount", { text: text.trim() }))];
}
