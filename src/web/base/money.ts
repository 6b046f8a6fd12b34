/** Money as text for people: grouped, two decimals; short where it is asked for. */
import { type Fen, type FenSum, percentage, yuanFixed } from "../../ledger/money.ts";
import type { Words } from "../words/words.ts";

/** What stands for an amount that is hidden. */
const HIDDEN = "•••";
let isHidden = false;

/** Whether amounts are left out of whatever is drawn from now on (web/privacy says when). */
export function setMoneyHidden(hidden: boolean): void {
  isHidden = hidden;
}

export function isMoneyHidden(): boolean {
  return isHidden;
}

/** An amount in a list, a chart or a label; no digit of it while amounts are hidden. */
export function moneyText(amount: FenSum): string {
  return isHidden ? HIDDEN : typedText(amount);
}

/** 123456 → "1,234.56", negative with a true minus sign: of what a person is typing, hidden or not. */
export function typedText(amount: FenSum): string {
  const text = yuanFixed(amount);
  const [whole, cents] = text.replace("-", "").split(".") as [string, string];
  return `${text.startsWith("-") ? "−" : ""}${grouped(whole)}.${cents}`;
}

/** 1200 → "12", 1250 → "12.50": an amount as it stands in a field. */
export function plainAmount(amount: Fen): string {
  return yuanFixed(amount).replace(/\.00$/, "");
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
  if (isHidden) return HIDDEN;
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
