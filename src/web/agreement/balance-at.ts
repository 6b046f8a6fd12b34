/** What an account held at the end of a day, and which adjustments no longer say that. Pure. */

import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import type { Adjustment } from "../api/models.ts";

/** The opening balance, and the balance at the end of each day that moved it, in order. */
export interface Balances {
  opening: Fen;
  days: { day: Day; balance: Fen }[];
}

export function balanceAt({ opening, days }: Balances, day: Day): Fen {
  return days.findLast((one) => one.day <= day)?.balance ?? opening;
}

/** An adjustment whose day no longer ends with the balance that was wanted. */
export interface Stale {
  adjustment: Adjustment & { value: Fen };
  /** What the day ends with. */
  now: Fen;
}

/** Of several on one day the last one speaks for the day. They come newest first. */
export function staleOf(adjustments: Adjustment[], balances: Balances): Stale[] {
  const days = new Set<Day>();
  const stale: Stale[] = [];
  for (const adjustment of adjustments) {
    const { value, day } = adjustment;
    if (value === undefined || days.has(day)) continue;
    days.add(day);
    const now = balanceAt(balances, day);
    if (now !== value) stale.push({ adjustment: { ...adjustment, value }, now });
  }
  return stale;
}

/** An amount without its sign. */
export function size(amount: Fen): Fen {
  return fen(Math.abs(amount));
}
