/**
 * A category as a person reads it. The book knows the usual ones by their Chinese names, whatever the
 * language, so that lines, bills and budgets mean the same one; others are said as they were named.
 */
import { getWords } from "../words/words.ts";

export function categoryText(category: string): string {
  return getWords().categoryTexts[category] ?? category;
}

/** The name in the book of what a person has typed. */
export function categoryNamed(text: string): string {
  const typed = text.trim();
  const same = ([, name]: [string, string]) => name.toLowerCase() === typed.toLowerCase();
  return Object.entries(getWords().categoryTexts).find(same)?.[0] ?? typed;
}
