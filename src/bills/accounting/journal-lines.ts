/** Single lines of an entry: what one posting, or a pair of them, means for an account. */

import { note } from "../../contract/notes.ts";
import { type Fraction, isNegative, negate } from "../../ledger/arithmetic.ts";
import type { BillLine } from "../bill/line.ts";
import { question } from "../format/format.ts";
import { leftOut, movementLine } from "../format/movement.ts";
import { openingLine } from "../format/opening.ts";
import { baseOf, isMoney, type JournalEntry, type Posting } from "./journal-entry.ts";

/** An amount on its way from one posting to another. */
export interface PostingPair {
  giver: Posting;
  taker: Posting;
  value: Fraction;
}

/** An entry among categories only: listed, but left out. */
export function withoutMoney(entry: JournalEntry, posting: Posting): BillLine {
  const line = movementLine({ ...baseOf(entry), value: posting.value, currency: posting.currency });
  return leftOut(line, note("withoutMoney"));
}

/** An amount between two postings: a transfer, or what the category side makes of it. */
export function pairLine(entry: JournalEntry, { giver, taker, value }: PostingPair): BillLine {
  if (!isMoney(giver)) return nominalLine(entry, giver, taker, negate(value));
  if (!isMoney(taker)) return nominalLine(entry, taker, giver, value);
  const line = movementLine({
    ...baseOf(entry),
    kind: "transfer",
    value,
    currency: giver.currency,
    account: giver.account,
    toAccount: taker.account,
  });
  return askHeld(line, giver, taker);
}

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Asks where an account keeps another currency than the line is told in; shares are told by their price. */
function askHeld(line: BillLine, ...postings: Posting[]): BillLine {
  const kept = postings.map(({ held }) => held?.currency ?? line.currency);
  const currency = kept.find((one) => one !== line.currency && CURRENCIES.has(one));
  const asked = line.review.some(({ code }) => code === "currency");
  if (currency !== undefined && line.kind !== "skip" && !asked)
    line.review.push(question("currency", note("askHeld", { currency })));
  return line;
}

/** What one category (or equity) posting means for the account that it moves money in or out of. */
export function nominalLine(
  entry: JournalEntry,
  posting: Posting,
  money: Posting,
  value: Fraction,
): BillLine {
  if (posting.role === "equity") return equityLine(entry, posting, money, negate(value));
  const into = isNegative(value);
  const base = {
    ...baseOf(entry),
    value,
    currency: posting.currency,
    account: money.account,
    category: posting.account,
  };
  if (posting.role === "expense")
    return askHeld(movementLine({ ...base, kind: into ? "refund" : "expense" }), money);
  if (into) return askHeld(movementLine({ ...base, kind: "income" }), money);
  const review = [...base.review!, question("income-reversed", note("askIncomeBack"))];
  return askHeld(movementLine({ ...base, kind: "expense", review }), money);
}

/** Equity accounts that hold what the other accounts were opened with, in the languages of programs. */
const OPENING =
  /opening|initial|starting|期初|初始|开账|開帳|开户|anfangs|er(ö|oe)ffnung|apertura|ouverture|solde/i;

/** An account's balance against equity: its opening, or a change that is asked about. */
export function equityLine(
  entry: JournalEntry,
  equity: Posting | undefined,
  money: Posting,
  value: Fraction,
): BillLine {
  const opening = openingLine({
    ...baseOf(entry),
    value,
    currency: money.currency,
    account: money.account,
  });
  const line = askHeld(opening, money);
  const opens = equity !== undefined && OPENING.test(equity.account);
  if (opens || line.kind !== "opening") return line;
  const review = [...line.review, question("balance-change", note("askEquity"))];
  return { ...line, reason: note("equityChange"), review };
}
