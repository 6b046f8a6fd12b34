/** The category that a line speaks of: one of the book's own, else one that an everyday word means. */

import type { RecordType } from "../contract/fields.ts";
import { EXPENSE_WORDS, INCOME_WORDS, UNSORTED } from "./categories.ts";
import { type Line, plainWord } from "./quick-line.ts";

export interface QuickCategory {
  name: string;
  /** Whether it was ever income, ever an expense. */
  income: boolean;
  expense: boolean;
}

export interface CategoryRead {
  name: string;
  /** The line did not say it, or said two of which the first was chosen. */
  assumed: boolean;
  /** Two of the book's own, each by its name: they are asked about. */
  ambiguous: string[];
}

interface Found extends CategoryRead {
  /** Where words of categories stand. */
  spans: { start: number; end: number }[];
  /** Which of them are the category's name and no part of the note. */
  taken: { start: number; end: number }[];
}

/** Reads the category; `side` is what is known of the direction. */
export function readCategory(
  line: Line,
  categories: QuickCategory[],
  side: RecordType | undefined,
  isRefund = false,
): Found {
  // 退款 says what happened, and not what was bought.
  const names = categories.map(({ name }) => name).filter((name) => !isRefund || !/^退/.test(name));
  const own = line.find(names).sort((a, b) => a.start - b.start);
  const words = wordsIn(line, names, side, isRefund);
  const spans = [...own, ...words];
  if (own.length > 0) {
    const said = [...new Set(own.map(({ word }) => word))];
    return { name: said[0] as string, assumed: false, ambiguous: said, spans, taken: own };
  }
  const said = [...new Set(words.map(({ category }) => category))];
  const known = said.filter((name) => names.includes(name));
  const taken = words.filter(({ isName }) => isName);
  const name = known[0] ?? said[0] ?? UNSORTED;
  // Of two, the first is a guess; so is one that a book with categories of its own does not have.
  const hasOthers = categories.some(({ expense }) => expense) && known.length === 0;
  return { name, assumed: said.length !== 1 || hasOthers, ambiguous: [], spans, taken };
}

interface Word {
  start: number;
  end: number;
  category: string;
  /** The word is the category itself. */
  isName: boolean;
}

/** The everyday words of a line and their categories, by position. */
function wordsIn(
  line: Line,
  own: string[],
  side: RecordType | undefined,
  isRefund: boolean,
): Word[] {
  const owned = new Map(own.map((name) => [plainWord(name), name]));
  const find = (words: ReadonlyMap<string, readonly string[]>): Word[] =>
    line
      .find([...words.keys()])
      .map(({ word, start, end }) => {
        const names = words.get(word) as readonly string[];
        const inUse = names.map((one) => owned.get(one)).find((one) => one !== undefined);
        const name = inUse ?? (names[0] as string);
        return { start, end, category: name, isName: word === plainWord(name) };
      })
      .sort((a, b) => a.start - b.start);
  const incomes = find(INCOME_WORDS);
  if (side === "income" || (side === undefined && incomes.length > 0 && !isRefund)) return incomes;
  const expenses = find(EXPENSE_WORDS);
  return expenses.length > 0 ? expenses : incomes;
}

/**
 * What a line says of an expense and, apart from it, of an income; none where it says only one of them.
 * A compound is earned: 话费补贴, 保险 理赔, 报销打车. 打车 60 报销, 奖金 请客 and 兼职打车 are both.
 */
export function bothSides(line: Line, categories: QuickCategory[]): string[] {
  const incomes = line.find([...INCOME_WORDS.keys()]);
  const expenses = line.find([...EXPENSE_WORDS.keys()]);
  const isOwn = (word: string) => categories.some(({ name, income }) => name === word && !income);
  const between = (first: { end: number }, second: { start: number }) =>
    line.plain.slice(first.end, second.start);
  for (const income of incomes) {
    for (const expense of expenses) {
      const isCompound =
        income.start < expense.start
          ? between(income, expense) === "" && /^报销/.test(income.word)
          : /^\s*的?\s*$/.test(between(expense, income));
      // A category of the book is what the line is booked under, so that it is no part of a word.
      if (!isCompound || isOwn(expense.word)) return [expense.word, income.word];
    }
  }
  return [];
}

/** The direction of a category: by how it was used before, else by its name. */
export function typeOfCategory(name: string, categories: QuickCategory[]): RecordType {
  const known = categories.find((category) => category.name === name);
  if (known && known.income !== known.expense) return known.income ? "income" : "expense";
  return INCOME_WORDS.get(name)?.includes(name) ? "income" : "expense";
}
