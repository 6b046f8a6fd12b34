/** What a single cell says: clean text, money in fen, an id, a wall time. */
import { type Fen, fenFromYuan, MAX_AMOUNT } from "../ledger/money.ts";
import type { Cell } from "./table.ts";

/** What `trim` takes (with U+3000 and U+FEFF), and zero-width blanks; linear, unlike a pattern on "$". */
function trim(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("\u200B") && !trimmed.endsWith("\u200B")) return trimmed;
  let from = 0;
  let to = trimmed.length;
  while (from < to && /[\s\u200B]/.test(trimmed[from] as string)) from++;
  while (to > from && /[\s\u200B]/.test(trimmed[to - 1] as string)) to--;
  return trimmed.slice(from, to);
}

/** A cell without the padding and guards that bills wrap it in; nothing inside is touched. */
export function cleanCell(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return numberText(cell);
  const text = trim(cell);
  const first = text[0];
  if (first !== "=" && first !== "`" && first !== "'") return text;
  const guarded = /^="([\s\S]*)"$/.exec(text);
  if (guarded) return trim(guarded[1] ?? "");
  return first === "=" ? text : trim(text.slice(1));
}

/** A cell where "/", "-", "--", "—" and longer dashes mean empty. */
export function filledCell(cell: Cell | undefined): string {
  const text = cleanCell(cell);
  return /^(\/|[-—–]+)$/.test(text) ? "" : text;
}

/** Whole numbers without an exponent as far as they are exact. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return Number.isFinite(value) ? String(value) : "";
}

/** An id, and whether Excel has destroyed it. */
export interface IdCell {
  /** "" when the cell is empty, a placeholder, or mangled. */
  id: string;
  mangled: boolean;
}

/** Ids are text. A number beyond 15 digits and "2.02606E+27" have lost their digits: no id. */
export function readId(cell: Cell | undefined): IdCell {
  if (typeof cell === "number" && Math.abs(cell) >= 1e15) return { id: "", mangled: true };
  const text = filledCell(cell);
  if (/^\d(\.\d+)?E\+?\d+$/i.test(text)) return { id: "", mangled: true };
  return { id: text, mangled: false };
}

/** Which sign separates the decimals; the other one is then a thousands sign. */
export type DecimalMark = "." | ",";

const CURRENCY_NAMES: Record<string, string> = {
  "¥": "CNY",
  rmb: "CNY",
  元: "CNY",
  人民币: "CNY",
  hk$: "HKD",
  us$: "USD",
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  港币: "HKD",
  港元: "HKD",
  美元: "USD",
  欧元: "EUR",
  日元: "JPY",
  英镑: "GBP",
};

/** The ISO 4217 code of a currency as bills word it; "" when the word is not known. */
export function currencyCode(word: string): string {
  const text = word.normalize("NFKC").trim();
  const named = CURRENCY_NAMES[text.toLowerCase()] ?? CURRENCY_NAMES[text.replace(/元$/, "币")];
  if (named) return named;
  return /^[A-Z]{3}$/i.test(text) ? text.toUpperCase().replace("RMB", "CNY") : "";
}

/** An amount with its sign, in fen, and the currency when the cell names one. */
export interface Money {
  fen: Fen;
  currency: string;
}

const SHAPE = /^([-+]?)(\(?)([^\d.()+-]*)([-+]?)(\d[\d.,' ]*|\.\d+)([^\d()+-]*)(\)?)(-?)$/;

/**
 * Reads money from text ("¥1,020.00", "(800.00)", "12.00-", "1 234,56") or from a workbook's number.
 * Undefined for what is no amount, what does not fit whole fen, and what is beyond MAX_AMOUNT.
 */
export function readMoney(cell: Cell | undefined, decimal: DecimalMark = "."): Money | undefined {
  if (typeof cell === "number") {
    const fen = fenFromYuan(cell);
    return fen === undefined || Math.abs(fen) > MAX_AMOUNT ? undefined : { fen, currency: "" };
  }
  const text = cleanCell(cell)
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u00A0\u202F\u2009]/g, " ")
    .replace(/\u2019/g, "'");
  if (text.length > 60) return undefined;
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, sign, open, before, innerSign, digits, after, close, trailing] = match as string[];
  if ((open === "(") !== (close === ")")) return undefined;
  const word = `${before}${after}`.trim();
  const currency = word === "" ? "" : currencyCode(word);
  if (word !== "" && currency === "") return undefined;
  const size = digitsToFen((digits ?? "").trim(), decimal);
  if (size === undefined) return undefined;
  const minus = [sign === "-", innerSign === "-", open === "(", trailing === "-"].filter(Boolean);
  if (minus.length > 1) return undefined;
  return { fen: (minus.length === 1 && size !== 0 ? -size : size) as Fen, currency };
}

/** The amount alone; undefined as for readMoney. */
export function readFen(cell: Cell | undefined, decimal: DecimalMark = "."): Fen | undefined {
  return readMoney(cell, decimal)?.fen;
}

function digitsToFen(text: string, decimal: DecimalMark): number | undefined {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  const grouped = decimal === "." ? /^\d{1,3}([,' ]\d{3})+$/ : /^\d{1,3}([.' ]\d{3})+$/;
  if (!/^\d*$/.test(whole) && !grouped.test(whole)) return undefined;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  const digits = whole.replace(/\D/g, "") + fraction.slice(0, 2).padEnd(2, "0");
  const fen = digits.length > 17 ? Number.NaN : Number(digits);
  return fen <= MAX_AMOUNT ? fen : undefined;
}
