/** Proof of the sign: a statement's running balance must move by each row's amount. */
import type { Fen } from "../../ledger/money.ts";

/** A row's signed amount, its balance afterwards, and the account (and currency) that both are of. */
export interface BalancedRow {
  account: string;
  signed: Fen;
  balance: Fen | undefined;
}

/** "proved"; "opposite" when every sign must be turned; "broken" when nothing fits; else "unknown". */
export type Proof = "proved" | "opposite" | "broken" | "unknown";

/**
 * Looks at all neighbours of the same account, oldest first and newest first alike. One fitting
 * pair proves little, so "opposite" needs at least two; equal amounts may also fit as written by
 * chance, which only a file that fits throughout the other way outweighs.
 */
export function proveSigns(rows: readonly BalancedRow[]): Proof {
  let pairs = 0;
  const fits = { rising: 0, falling: 0, risingTurned: 0, fallingTurned: 0 };
  const last = new Map<string, BalancedRow>();
  for (const row of rows) {
    const before = last.get(row.account);
    last.set(row.account, row);
    if (before?.balance === undefined || row.balance === undefined) continue;
    const step = row.balance - before.balance;
    pairs++;
    if (step === row.signed) fits.rising++;
    if (-step === before.signed) fits.falling++;
    if (step === -row.signed) fits.risingTurned++;
    if (step === before.signed) fits.fallingTurned++;
  }
  const straight = Math.max(fits.rising, fits.falling);
  const turned = Math.max(fits.risingTurned, fits.fallingTurned);
  if (straight > 0 && straight >= turned) return "proved";
  if (turned >= 2 && (straight === 0 || turned === pairs)) return "opposite";
  return pairs >= 2 ? "broken" : "unknown";
}
