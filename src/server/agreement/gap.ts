import type { Day } from "../../ledger/calendar.ts";

/** What is missing from the book between two days: above zero, the bank has more. */
export interface Gap {
  accountId: number;
  /** The days: after `after` (none: from the beginning), up to and with `last`. */
  after: Day | undefined;
  last: Day;
  delta: bigint;
}
