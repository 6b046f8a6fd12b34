/** Single lines of an entry: what one posting, or a pair of them, means for an account. */
import { question } from "./format.ts";
import { type Fraction, isNegative, negate } from "./fraction.ts";
import { baseOf, isMoney, type JournalEntry, type Posting } from "./journal-entry.ts";
import type { BillLine } from "./line.ts";
import { leftOut, movementLine } from "./movement.ts";

/** An amount on its way from one posting to another. */
export interface Flow {
  giver: Posting;
  taker: Posting;
  value: Fraction;
}

/** An entry among categories only: listed, but left out. */
export function withoutMoney(entry: JournalEntry, posting: Posting): BillLine {
  const line = movementLine({ ...baseOf(entry), value: posting.value, currency: posting.currency });
  return leftOut(line, "没有涉及资金账户，不影响余额");
}

/** An amount between two postings: a transfer, or what the category side makes of it. */
export function flowLine(entry: JournalEntry, { giver, taker, value }: Flow): BillLine {
  if (!isMoney(giver)) return nominalLine(entry, giver, taker, negate(value));
  if (!isMoney(taker)) return nominalLine(entry, taker, giver, value);
  return movementLine({
    ...baseOf(entry),
    kind: "transfer",
    value,
    currency: giver.currency,
    account: giver.account,
    toAccount: taker.account,
  });
}

/** What one category (or equity) posting means for the account that it moves money in or out of. */
export function nominalLine(
  entry: JournalEntry,
  posting: Posting,
  money: Posting,
  value: Fraction,
): BillLine {
  if (posting.role === "equity") return equityLine(entry, money, negate(value));
  const into = isNegative(value);
  const base = {
    ...baseOf(entry),
    value,
    currency: posting.currency,
    account: money.account,
    category: posting.account,
  };
  if (posting.role === "expense")
    return movementLine({ ...base, kind: into ? "refund" : "expense" });
  if (into) return movementLine({ ...base, kind: "income" });
  const review = [
    ...base.review!,
    question("income-reversed", "收入分类里的负数，请核对是否为退回"),
  ];
  return movementLine({ ...base, kind: "expense", review });
}

/** Opening balances and the like: they set an account, but are neither income nor expense. */
export function equityLine(entry: JournalEntry, money: Posting, value: Fraction): BillLine {
  return movementLine({
    ...baseOf(entry),
    kind: "skip",
    value,
    currency: money.currency,
    account: money.account,
    reason: "期初余额或权益调整，可作为账户的初始余额",
  });
}
