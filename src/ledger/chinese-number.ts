/** Numbers in Chinese numerals: 三十五, 一百零五, 两百五, 一万二, 三点五, 叁佰. */
import { type Fraction, fraction } from "./arithmetic.ts";
import { wordTable } from "./word-table.ts";

const DIGITS = wordTable<bigint>({
  ...Object.fromEntries([..."零一二三四五六七八九"].map((digit, index) => [digit, BigInt(index)])),
  ...Object.fromEntries([..."〇壹贰叁肆伍陆柒捌玖"].map((digit, index) => [digit, BigInt(index)])),
  两: 2n,
});

const PLACE_VALUES = wordTable<bigint>({
  十: 10n,
  拾: 10n,
  百: 100n,
  佰: 100n,
  千: 1000n,
  仟: 1000n,
});

const LARGE = wordTable<bigint>({ 万: 10_000n, 萬: 10_000n, 亿: 100_000_000n });

/** The digits one to nine, as a class of a pattern. */
export const CHINESE_DIGIT = "一二两三四五六七八九壹贰叁肆伍陆柒捌玖";
const NUMERAL = `零〇${CHINESE_DIGIT}十拾百佰千仟万萬亿`;
/** Every character of a numeral. */
export const NUMERALS = new RegExp(`[${NUMERAL}俩仨]`, "g");
const RUN = new RegExp(
  `([${CHINESE_DIGIT}十拾][${NUMERAL}]*|[零〇](?=点))(?:点([零〇${CHINESE_DIGIT}]+))?`,
  "y",
);

/** One Chinese or Arabic digit as a number; undefined for anything else. */
export function digitValue(digit: string): bigint | undefined {
  return /^\d$/.test(digit) ? BigInt(digit) : DIGITS[digit];
}

export interface ChineseNumber {
  end: number;
  /** Undefined for what is no one number: 二三十, 一二三. */
  value: Fraction | undefined;
  /** Holds 十, 百, 千, 万 or a decimal, so that it is a number and not part of a word (三明治). */
  large: boolean;
  /** Said with 点: 三点五, which may also be a time of day. */
  decimal: boolean;
}

/** Reads the numerals that begin at a position. */
export function readChineseNumber(text: string, at: number): ChineseNumber | undefined {
  // 俩块, 仨块: said of money, and of nothing else that counts here.
  const pair = /^([俩仨])(?=\s?[块元毛角])/.exec(text.slice(at, at + 3));
  if (pair) {
    const value = fraction(pair[1] === "俩" ? 2n : 3n);
    return { end: at + 1, value, large: false, decimal: false };
  }
  RUN.lastIndex = at;
  const match = RUN.exec(text);
  if (match === null) return undefined;
  const [, whole = "", decimals] = match;
  const value = wholeNumber(whole);
  const digits = [...(decimals ?? "")].map((digit) => String(DIGITS[digit])).join("");
  return {
    end: RUN.lastIndex,
    value:
      value === undefined
        ? undefined
        : fraction(BigInt(`${value}${digits}`), 10n ** BigInt(digits.length)),
    large: /[十拾百佰千仟万萬亿]/.test(whole) || decimals !== undefined,
    decimal: decimals !== undefined,
  };
}

/** 三十五 35, 一百零五 105, 两百五 250, 一万二 12000; undefined for 二三十 and 一二三. */
function wholeNumber(text: string): bigint | undefined {
  let total = 0n;
  let section = 0n;
  let digit: bigint | undefined;
  let unit = 1n;
  for (const character of text) {
    const read = DIGITS[character];
    if (read !== undefined) {
      if (digit !== undefined && digit !== 0n) return undefined;
      // A digit behind 零 stands for itself: 一百零五 is 105.
      if (digit === 0n) unit = 1n;
      digit = read;
      continue;
    }
    const value = PLACE_VALUES[character];
    if (value === undefined) {
      const large = LARGE[character] as bigint;
      total = (total + section + (digit ?? 0n)) * large;
      section = 0n;
      unit = large;
    } else {
      section += (digit || 1n) * value;
      unit = value;
    }
    digit = undefined;
  }
  // A last digit right behind a unit counts tenths of it: 两百五. Behind 十 it is the ones: 三十五.
  const last = digit === undefined ? 0n : unit >= 100n ? (digit * unit) / 10n : digit;
  return total + section + last;
}
