/** What makes certain that a row is the payment of a plan: it names it, or its counterparty has fulfilled it before. */
import { isWallet } from "../../bills/banks/bank-kinds.ts";
import type { Fulfillable } from "../plans/fulfillable.ts";
import type { DraftRow } from "./preview-row.ts";

type Line = Pick<DraftRow, "counterparty" | "description">;

/** Shorter words stand in too many texts. */
const SHORTEST = 2;

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** Tells of many rows and occurrences; what a plan's words and payees are is worked out once. */
export class PlanSigns {
  readonly #words = new Map<Fulfillable, string[]>();
  /** By what earlier lines said, which all occurrences of a plan share: who is one of their payees. */
  readonly #payees = new Map<readonly string[], Map<string, boolean>>();

  /** `text` is that of the row, by `textOf`. */
  isCertain(row: Line, text: string, one: Fulfillable): boolean {
    return this.#wordsOf(one).some((word) => text.includes(word)) || this.#isTold(row, one.told);
  }

  /** What a row says, as words are looked for in it. */
  textOf({ counterparty, description }: Line): string {
    return plain(`${counterparty} ${description}`);
  }

  #wordsOf(one: Fulfillable): string[] {
    let words = this.#words.get(one);
    if (words === undefined) {
      words = one.words.map(plain).filter((word) => word.length >= SHORTEST);
      this.#words.set(one, words);
    }
    return words;
  }

  /**
   * A wallet that a bank names stands for everybody who is paid through it: then the whole line must be the
   * same.
   */
  #isTold({ counterparty, description }: Line, told: readonly string[]): boolean {
    if (counterparty.length < SHORTEST || isWallet(counterparty)) {
      return description !== "" && told.includes(description);
    }
    const payees = this.#payees.get(told) ?? new Map<string, boolean>();
    this.#payees.set(told, payees);
    let known = payees.get(counterparty);
    if (known === undefined) {
      known = told.some((line) => isPayee(counterparty, line));
      payees.set(counterparty, known);
    }
    return known;
  }
}

function isPayee(counterparty: string, line: string): boolean {
  return line.startsWith(counterparty) || line.split(/\s+/).includes(counterparty);
}
