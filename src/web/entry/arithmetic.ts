/**
 * Amounts as people type them: 12.5+30, 99×3, 100÷3. Computed on whole numbers, so that nothing is
 * lost on the way; only the result is rounded to a fen. Pure.
 */
import { type Fen, fen, MAX_AMOUNT } from "../../ledger/money.ts";

/** A fraction of yuan, exact. */
interface Ratio {
  top: bigint;
  bottom: bigint;
}

const NUMBER = /^\d{1,12}(\.\d{0,6})?$|^\.\d{1,6}$/;

/** The value in fen; undefined while it is no finished sum, is not above zero, or is too large. */
export function evaluate(text: string): Fen | undefined {
  const total = sum(tokens(text));
  if (total === undefined) return undefined;
  const result = roundHalfUp({ top: total.top * 100n, bottom: total.bottom });
  return result > 0n && result <= BigInt(MAX_AMOUNT) ? fen(Number(result)) : undefined;
}

/** Whether the text is more than one number. */
export function isSum(text: string): boolean {
  return /[+\-×÷]/.test(normalized(text).slice(1));
}

/** The typed text in the signs that we show. */
export function normalized(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[,\s¥元]/g, "")
    .replace(/[*xX]/g, "×")
    .replace(/\//g, "÷")
    .replace(/[−–]/g, "-")
    .replace(/。/g, ".");
}

/** One key of the keypad pressed. Keeps the text one that can still become an amount. */
export function press(text: string, key: string): string {
  if (key === "⌫") return text.slice(0, -1);
  const last = text.at(-1) ?? "";
  if ("+-×÷".includes(key)) {
    if (text === "") return text;
    return ("+-×÷.".includes(last) ? text.slice(0, -1) : text) + key;
  }
  const number = /[\d.]*$/.exec(text)?.[0] ?? "";
  if (key === ".") return number.includes(".") ? text : `${text}${number === "" ? "0" : ""}.`;
  if (/\.\d{2}$/.test(number) || number.replace(/\..*/, "").length >= 12) return text;
  if (number === "0") return text.slice(0, -1) + key;
  return text + key;
}

function tokens(text: string): string[] {
  return normalized(text).split(/([+\-×÷])/);
}

function sum(parts: string[]): Ratio | undefined {
  const first = ratio(parts[0] ?? "");
  if (first === undefined) return undefined;
  let total: Ratio = { top: 0n, bottom: 1n };
  let term = first;
  for (let at = 1; at < parts.length; at += 2) {
    const right = ratio(parts[at + 1] ?? "");
    if (right === undefined) return undefined;
    if (parts[at] === "×") term = times(term, right);
    else if (parts[at] === "÷") {
      if (right.top === 0n) return undefined;
      term = times(term, { top: right.bottom, bottom: right.top });
    } else {
      total = plus(total, term);
      term = parts[at] === "-" ? { ...right, top: -right.top } : right;
    }
  }
  return plus(total, term);
}

function ratio(text: string): Ratio | undefined {
  if (!NUMBER.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(".");
  return { top: BigInt(`${whole}${decimals}` || "0"), bottom: 10n ** BigInt(decimals.length) };
}

function plus(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

function times(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

/** For results above zero; anything else is refused by the caller. */
function roundHalfUp({ top, bottom }: Ratio): bigint {
  return (top * 2n + bottom) / (bottom * 2n);
}
