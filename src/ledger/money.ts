/**
 * Money is a whole number of fen (1 yuan = 100 fen) everywhere inside the service.
 * Yuan exists only in JSON and on screen; this file holds the one way in and the one way out.
 */

declare const fenBrand: unique symbol;

/** A whole number of fen, positive, negative or zero. Safe as a JavaScript number below 2^53. */
export type Fen = number & { readonly [fenBrand]: "Fen" };

/** A sum of many amounts: a number while it is exact, a bigint beyond 2^53. */
export type FenSum = Fen | bigint;

/** The largest amount of one record, transfer or budget: 999,999,999,999.99 yuan. */
export const MAX_AMOUNT = 99_999_999_999_999 as Fen;

/**
 * The largest balance or day total, either side of zero: 20,000,000,000,000.00 yuan.
 * It lies below 2^51 fen, where every value divided by 100 is a double that prints with at most
 * two decimals, so that the JSON number is exact.
 */
export const MAX_BALANCE = 2_000_000_000_000_000 as Fen;

export const ZERO = 0 as Fen;

/** How far from a whole fen a client's number may lie and still mean it. */
const NOISE_IN_YUAN = 0.000001;

/** Marks a whole number as fen. Throws on anything that is not a safe whole number: a bug here. */
export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`);
  return value as Fen;
}

/**
 * Reads a JSON number of yuan. Returns undefined when it holds more than two decimals or is no
 * finite number; the caller refuses it. A value within 0.000001 yuan of a whole fen is the noise of
 * a client's own binary arithmetic (0.1 + 0.2) and means that fen.
 *
 * The product `yuan * 100` is not trusted (8.165 * 100 is 816.4999…): it only proposes the nearest
 * fen, and the distance is taken between the yuan values themselves.
 */
export function fenFromYuan(yuan: number): Fen | undefined {
  if (!Number.isFinite(yuan)) return undefined;
  const nearest = Math.round(yuan * 100);
  if (!Number.isSafeInteger(nearest)) return undefined;
  if (Math.abs(yuan - nearest / 100) > NOISE_IN_YUAN) return undefined;
  return (nearest === 0 ? 0 : nearest) as Fen;
}

/** Fen as a JSON number of yuan. Exact for anything within ±MAX_BALANCE. */
export function yuanFromFen(amount: Fen): number {
  return amount / 100;
}

/** Fen as decimal text of yuan with the fewest digits that are exact: 1250 → "12.5", 100 → "1". */
export function yuanText(amount: FenSum): string {
  const whole = BigInt(amount);
  const size = whole < 0n ? -whole : whole;
  const cents = (size % 100n).toString().padStart(2, "0").replace(/0+$/, "");
  return `${whole < 0n ? "-" : ""}${size / 100n}${cents === "" ? "" : `.${cents}`}`;
}

/** Fen as text with exactly two decimals: 1250 → "12.50". */
export function yuanFixed(amount: FenSum): string {
  const whole = BigInt(amount);
  const size = whole < 0n ? -whole : whole;
  return `${whole < 0n ? "-" : ""}${size / 100n}.${(size % 100n).toString().padStart(2, "0")}`;
}

/** The number when it is exact, else the bigint itself. */
export function fenSum(value: bigint): FenSum {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? (asNumber as Fen) : value;
}

/** The same of a sum as the database writes it. */
export function fenSumOf(text: string): FenSum {
  const asNumber = Number(text);
  return Number.isSafeInteger(asNumber) ? (asNumber as Fen) : BigInt(text);
}

/** Adds some amounts exactly. */
export function addFen(...amounts: FenSum[]): FenSum {
  return sumFen(amounts);
}

/** Adds any number of amounts exactly. */
export function sumFen(amounts: readonly FenSum[]): FenSum {
  let sum = 0;
  for (const amount of amounts) {
    if (typeof amount === "bigint") return addLarge(amounts);
    sum += amount;
    if (!Number.isSafeInteger(sum)) return addLarge(amounts);
  }
  return sum as Fen;
}

function addLarge(amounts: readonly FenSum[]): FenSum {
  return fenSum(amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n));
}

/**
 * `part` as a percentage of `whole` in hundredths of a percent, rounded half up (away from zero for a
 * negative part), computed on whole numbers: (10000, 100000) → 1000, which is 10 %; (1, 3) → 3333.
 * Zero when `whole` is zero. It is whole and printed like fen, so that its two decimals stay exact.
 */
export function percentage(part: FenSum, whole: FenSum): FenSum {
  const divisor = BigInt(whole);
  if (divisor === 0n) return ZERO;
  const scaled = BigInt(part) * 10_000n;
  const size = scaled < 0n ? -scaled : scaled;
  const hundredths = (size * 2n + divisor) / (divisor * 2n);
  return fenSum(scaled < 0n ? -hundredths : hundredths);
}
