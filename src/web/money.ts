/** Money as text for people: grouped, two decimals; short where it is asked for. */
import { type Fen, type FenSum, percentage, yuanFixed } from "../ledger/money.ts";
import type { Words } from "./words/words.ts";

/** 123456 → "1,234.56", negative with a true minus sign. */
export function moneyText(amount: FenSum): string {
  const text = yuanFixed(amount);
  const [whole, cents] = text.replace("-", "").split(".") as [string, string];
  return `${text.startsWith("-") ? "−" : ""}${grouped(whole)}.${cents}`;
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** How much of the whole the part is, as a percentage with two decimals. */
export function share(part: Fen, whole: Fen): number {
  return Number(percentage(part, whole)) / 100;
}

/** 1234500 → "1.2万" (or "12.3k"), for axes and narrow places; below that "1,234", below ten exact. */
export function shortMoney(amount: Fen, words: Words): string {
  const yuan = amount / 100;
  for (const [size, unit] of words.moneyUnits) {
    if (Math.abs(yuan) >= size) return `${trim((yuan / size).toFixed(1))}${unit}`;
  }
  const shown = Math.abs(yuan) < 10 ? amount : wholeYuan(amount);
  return moneyText(shown).replace(/\.00$/, "");
}

/** Rounded to whole yuan; less than one is left as it is, so that it does not become nothing. */
export function wholeYuan(amount: Fen): Fen {
  return Math.abs(amount) < 100 ? amount : ((Math.round(amount / 100) * 100) as Fen);
}

function trim(text: string): string {
  return text.replace(/\.0+$/, "").replace("-", "−");
}
