/** What a single cell says: clean text, money in fen, an id, a wall time. */
import { type Fen, fenFromYuan, MAX_AMOUNT } from "../../ledger/money.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Cell } from "./sheet.ts";

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
  const first = text[0];
  // Nearly all cells begin with something else.
  if (first !== "/" && first !== "-" && first !== "—" && first !== "–") return text;
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
  if (/^\d(\.\d+)?E\+?\d+$|^[1-9]\d{14}0{8,}$/i.test(text)) return { id: "", mangled: true };
  return { id: text, mangled: false };
}

/** Which sign separates the decimals; the other one is then a thousands sign. */
export type DecimalMark = "." | ",";

/** Words and signs of currencies in lower case; of a sign that several use, the one used most. */
const CURRENCY_NAMES = wordTable<string>({
  "¥": "CNY",
  rmb: "CNY",
  元: "CNY",
  人民币: "CNY",
  人民币元: "CNY",
  本币: "CNY",
  "156": "CNY",
  块: "CNY",
  hk$: "HKD",
  us$: "USD",
  $: "USD",
  "€": "EUR",
  euro: "EUR",
  "£": "GBP",
  港币: "HKD",
  港元: "HKD",
  美元: "USD",
  美金: "USD",
  欧元: "EUR",
  日元: "JPY",
  円: "JPY",
  "jp¥": "JPY",
  英镑: "GBP",
  澳元: "AUD",
  加元: "CAD",
  新台币: "TWD",
  nt$: "TWD",
  澳门元: "MOP",
  mop$: "MOP",
  韩元: "KRW",
  泰铢: "THB",
  新加坡元: "SGD",
  新币: "SGD",
  瑞士法郎: "CHF",
  卢布: "RUB",
  a$: "AUD",
  au$: "AUD",
  c$: "CAD",
  ca$: "CAD",
  s$: "SGD",
  nz$: "NZD",
  mx$: "MXN",
  r$: "BRL",
  "₹": "INR",
  rs: "INR",
  "₦": "NGN",
  "₩": "KRW",
  "₽": "RUB",
  руб: "RUB",
  р: "RUB",
  "₺": "TRY",
  tl: "TRY",
  "₫": "VND",
  đ: "VND",
  "฿": "THB",
  "₱": "PHP",
  "₪": "ILS",
  "₴": "UAH",
  "₸": "KZT",
  "₵": "GHS",
  "₡": "CRC",
  "₲": "PYG",
  "₾": "GEL",
  "₼": "AZN",
  "৳": "BDT",
  "֏": "AMD",
  kr: "SEK",
  zł: "PLN",
  kč: "CZK",
  ft: "HUF",
  lei: "RON",
  лв: "BGN",
  fr: "CHF",
  sfr: "CHF",
  rm: "MYR",
  rp: "IDR",
  "s/": "PEN",
});

/** Signs that several currencies share: what a table says elsewhere chooses among them. */
const SHARED_SIGNS = wordTable<readonly string[]>({
  "¥": ["CNY", "JPY"],
  $: ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP"],
  "£": ["GBP", "EGP", "GIP"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
  rs: ["INR", "PKR", "LKR", "NPR", "MUR"],
  fr: ["CHF", "XAF", "XOF"],
});

/**
 * The ISO 4217 code of a currency as bills word it; "" when the word is not known. A sign that
 * several currencies share means `expected` where that is one of them.
 */
export function currencyCode(word: string, expected = ""): string {
  const text = word.normalize("NFKC").trim().replace(/\.$/, "");
  const key = text.toLowerCase();
  if (SHARED_SIGNS[key]?.includes(expected)) return expected;
  const named = CURRENCY_NAMES[key] ?? CURRENCY_NAMES[text.replace(/元$/, "币")];
  if (named) return named;
  return /^[A-Z]{3}$/i.test(text) ? text.toUpperCase().replace("RMB", "CNY") : "";
}

/** The currency that a cell of its own names: the code, else the word itself, which is no yuan; "" for none. */
export function currencyWord(cell: Cell, expected = ""): string {
  const word = filledCell(cell).slice(0, 20);
  return currencyCode(word, expected) || (/人民币|CNY|RMB/i.test(word) ? "CNY" : word);
}

/** An amount with its sign, in fen, and the currency when the cell names one. */
export interface Money {
  fen: Fen;
  currency: string;
  /** Whether the cell itself says which way the money goes: "+", "-", brackets, "CR", "DR". */
  signed: boolean;
}

/** What stands before the digits, the digits with their marks, and what stands behind them. */
const PARTS = /^(\D*?)((?<!\p{L})\.\d+|\d(?:[\d.,' ]*\d)?[.,]?)(\D*)$/u;
/** Words beside an amount that say whether it is owed or owned, in English, Dutch, German, Danish. */
const DIRECTIONS = wordTable<"+" | "-">({
  cr: "+",
  c: "+",
  k: "+",
  h: "+",
  haben: "+",
  credit: "+",
  bij: "+",
  贷: "+",
  dr: "-",
  d: "-",
  db: "-",
  s: "-",
  soll: "-",
  debit: "-",
  af: "-",
  借: "-",
});

/**
 * Reads money from text ("¥1,020.00", "(800.00)", "12.00-", "1 234,56", "R$ 5,00", "5.00 DR", "5.00/CNY") or from
 * a workbook's number. Undefined for what is no amount, what does not fit whole fen, and what is
 * beyond MAX_AMOUNT. Blanks among the digits set off thousands and nothing else.
 */
export function readMoney(
  cell: Cell | undefined,
  decimal: DecimalMark = ".",
  expected = "",
): Money | undefined {
  if (typeof cell === "number") {
    const fen = fenFromYuan(cell);
    const fits = fen !== undefined && Math.abs(fen) <= MAX_AMOUNT;
    return fits ? { fen, currency: "", signed: fen < 0 } : undefined;
  }
  const clean = cleanCell(cell);
  const plain = decimal === "." ? PLAIN.exec(clean) : null;
  if (plain !== null) return plainMoney(plain[1] as string, plain[2] as string, plain[3] ?? "");
  const text = clean
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u00A0\u202F\u2009]/g, " ")
    .replace(/\u2019/g, "'");
  if (text.length > 60) return undefined;
  const [, before, digits, after] = (PARTS.exec(text) ?? []) as (string | undefined)[];
  if (before === undefined || digits === undefined || after === undefined) return undefined;
  // "100.-" is a hundred in some countries and a minus in others.
  if (/[.,]$/.test(digits) && after.startsWith("-")) return undefined;
  const marks = readMarks(before, after, expected);
  const size = marks && digitsToFen(digits, decimal);
  if (size === undefined) return undefined;
  const fen = (marks?.sign === "-" && size !== 0 ? -size : size) as Fen;
  return { fen, currency: marks?.currency ?? "", signed: marks?.sign !== "" };
}

/** What most files write, and what can be read in one way only. */
const PLAIN = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

function plainMoney(sign: string, whole: string, fraction: string): Money | undefined {
  const size = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (size > MAX_AMOUNT) return undefined;
  const fen = (sign === "-" && size !== 0 ? -size : size) as Fen;
  return { fen, currency: "", signed: sign === "-" };
}

interface Marks {
  sign: "" | "+" | "-";
  currency: string;
}

/** One sign at most, a pair of brackets or none, and no word but a currency and a direction. */
function readMarks(before: string, after: string, expected: string): Marks | undefined {
  if (before === "" && after === "") return { sign: "", currency: "" };
  const around = before + after;
  if (around === "-") return { sign: "-", currency: "" };
  const brackets = around.replace(/[^()]/g, "");
  if (brackets !== "" && !(brackets === "()" && before.includes("(") && after.includes(")"))) {
    return undefined;
  }
  const signs = around.replace(/[^-+]/g, "") + (brackets === "" ? "" : "-");
  let sign = signs;
  let currency = "";
  for (const word of `${before} ${after}`.split(/[-+()\s/]+/)) {
    if (word === "") continue;
    const direction = DIRECTIONS[word.toLowerCase().replace(/\.$/, "")];
    const code = direction === undefined && currency === "" ? currencyCode(word, expected) : "";
    if (direction === undefined && code === "") return undefined;
    if (direction === undefined) currency = code;
    // "5.00- DR" may mean either: what says its direction twice is not read.
    else sign += direction === "+" && signs === "+" ? "" : direction;
  }
  return sign.length > 1 ? undefined : { sign: sign as Marks["sign"], currency };
}

/** The amount alone; undefined as for readMoney. */
export function readFen(cell: Cell | undefined, decimal: DecimalMark = "."): Fen | undefined {
  return readMoney(cell, decimal)?.fen;
}

/** Thousands in threes, or as India groups them: two by two before the last three. */
const GROUPED = {
  ".": /^\d{1,3}([,' ])\d{3}(\1\d{3})*$|^\d{1,2}(,\d{2})*,\d{3}$/,
  ",": /^\d{1,3}([.' ])\d{3}(\1\d{3})*$/,
};

function digitsToFen(text: string, decimal: DecimalMark): number | undefined {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  if (!/^\d*$/.test(whole) && !GROUPED[decimal].test(whole)) return undefined;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  const digits = whole.replace(/\D/g, "") + fraction.slice(0, 2).padEnd(2, "0");
  const fen = digits.length > 17 ? Number.NaN : Number(digits);
  return fen <= MAX_AMOUNT ? fen : undefined;
}
