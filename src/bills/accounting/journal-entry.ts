import { type Fraction, isZero, NOTHING, subtract } from "../../ledger/arithmetic.ts";
import type { Question } from "../bill/line.ts";
import type { Movement } from "../format/movement.ts";

/** What an account is in double entry; the first two hold money. */
export type Role = "asset" | "liability" | "equity" | "income" | "expense";

/** One amount on one account or category. */
export interface Posting {
  /** As it is shown: an account's or a category's name without the root. */
  account: string;
  role: Role;
  /** Above zero into the account, below out of it; in `currency`. */
  value: Fraction;
  currency: string;
  /** What the account holds more, where that is not what it weighs: shares, dollars. */
  held?: { value: Fraction; currency: string };
}

/** One transaction of a double-entry file. */
export interface JournalEntry {
  /** The format's key, for the parts' common link. */
  format: string;
  time: string | undefined;
  counterparty: string;
  description: string;
  externalId: string;
  linkIds: string[];
  status: string;
  postings: Posting[];
  sourceLine: number;
  raw: Record<string, string>;
  review?: Question[];
}

/** Whether the posting is on an account that holds money or debt. */
export function isMoney(posting: Pick<Posting, "role">): boolean {
  return posting.role === "asset" || posting.role === "liability";
}

/** What every line of the entry has in common. */
export function baseOf(entry: JournalEntry): Omit<Movement, "value"> {
  const { time, counterparty, description, externalId, linkIds, status, sourceLine, raw } = entry;
  const review = entry.review ?? [];
  return { time, counterparty, description, externalId, linkIds, status, sourceLine, raw, review };
}

/** What equity postings alone moved into the entry's accounts: opening balances. */
export function openingsOf(entry: JournalEntry): Posting[] {
  const nominal = entry.postings.some((one) => one.role === "income" || one.role === "expense");
  const equity = entry.postings.some((one) => one.role === "equity");
  return equity && !nominal ? entry.postings.filter(isMoney) : [];
}

/** What each currency lacks to add up to zero: the amount of a posting that leaves its own out. */
export function missingAmounts(
  known: Iterable<{ value: Fraction; currency: string }>,
): { value: Fraction; currency: string }[] {
  const rests = new Map<string, Fraction>();
  for (const { value, currency } of known) {
    rests.set(currency, subtract(rests.get(currency) ?? NOTHING, value));
  }
  return [...rests]
    .filter(([, rest]) => !isZero(rest))
    .map(([currency, value]) => ({ value, currency }));
}
