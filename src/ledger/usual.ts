/** What is usual: the mean and the median of some amounts, in whole fen. Pure. */
import { type Fen, fen } from "./money.ts";

/** The mean, a half fen rounded away from zero; undefined where there is none. */
export function meanOf(amounts: Fen[]): Fen | undefined {
  if (amounts.length === 0) return undefined;
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  return divided(sum, BigInt(amounts.length));
}

/** The one in the middle; of two in the middle their mean. */
export function medianOf(amounts: Fen[]): Fen | undefined {
  const sorted = [...amounts].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return meanOf(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}

function divided(sum: bigint, by: bigint): Fen {
  const size = sum < 0n ? -sum : sum;
  const whole = (size * 2n + by) / (by * 2n);
  return fen(Number(sum < 0n ? -whole : whole));
}
