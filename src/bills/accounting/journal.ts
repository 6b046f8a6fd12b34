/**
 * What double-entry files have in common: one entry moves money between accounts and categories.
 * An entry of any number of postings becomes the income, expense, refund and transfer lines that
 * move the same money (bills.md 9.11 to 9.13).
 */

import { note } from "../../contract/notes.ts";
import {
  add,
  compare,
  type Fraction,
  isNegative,
  isZero,
  NOTHING,
  negate,
  size,
  subtract,
  sum,
} from "../../ledger/arithmetic.ts";
import type { BillLine } from "../bill/line.ts";
import { question } from "../format/format.ts";
import { movementLine, splitLink } from "../format/movement.ts";
import { baseOf, isMoney, type JournalEntry, type Posting } from "./journal-entry.ts";
import {
  equityLine,
  nominalLine,
  type PostingPair,
  pairLine,
  withoutMoney,
} from "./journal-lines.ts";

/** Categories whose amount between two accounts is the transfer's fee. */
const FEE = /手续费|服务费|佣金|\b(fees?|commissions?|charges?)\b/i;

/** The lines of one entry; more than one share a link. Never empty. */
export function entryLines(entry: JournalEntry): BillLine[] {
  const postings = mergeMoney(entry.postings.filter((posting) => !isZero(posting.value)));
  if (postings.length === 0) return [movementLine({ ...baseOf(entry), value: NOTHING })];
  const lines = exchangeLines(entry, postings) ?? [];
  if (lines.length === 0) {
    for (const group of byCurrency(postings)) lines.push(...currencyLines(entry, group));
  }
  return lines.length === 1 ? lines : linked(lines, entry);
}

function byCurrency(postings: Posting[]): Posting[][] {
  const groups = new Map<string, Posting[]>();
  for (const posting of postings) {
    const group = groups.get(posting.currency);
    if (group) group.push(posting);
    else groups.set(posting.currency, [posting]);
  }
  return [...groups.values()];
}

function linked(lines: BillLine[], entry: JournalEntry): BillLine[] {
  const link = splitLink(entry.format, entry.time, entry.sourceLine);
  return lines.map((line, index) => ({
    ...line,
    linkIds: [...line.linkIds, link],
    externalId: line.externalId === "" ? "" : `${line.externalId}#${index + 1}`,
  }));
}

/** One account may stand in an entry several times: what counts is what it gained or lost. */
function mergeMoney(postings: Posting[]): Posting[] {
  const merged = new Map<string, Posting>();
  const result: Posting[] = [];
  for (const posting of postings) {
    const key = `${posting.account}\n${posting.currency}`;
    const earlier = isMoney(posting) ? merged.get(key) : undefined;
    if (earlier) {
      earlier.value = add(earlier.value, posting.value);
      continue;
    }
    const copy = { ...posting };
    result.push(copy);
    if (isMoney(posting)) merged.set(key, copy);
  }
  return result.filter((posting) => !isZero(posting.value));
}

/** Money changed into another currency between two accounts: a transfer of what was given. */
function exchangeLines(entry: JournalEntry, postings: Posting[]): BillLine[] | undefined {
  const [one, two] = postings as [Posting, Posting];
  if (postings.length !== 2 || !isMoney(one) || !isMoney(two)) return undefined;
  if (one.currency === two.currency || isNegative(one.value) === isNegative(two.value)) {
    return undefined;
  }
  const [giver, taker] = isNegative(one.value) ? [one, two] : [two, one];
  const line = pairLine(entry, { giver, taker, value: negate(giver.value) });
  line.review.push(question("currency", note("askExchange", { currency: taker.currency })));
  return [line];
}

function currencyLines(entry: JournalEntry, postings: Posting[]): BillLine[] {
  const money = postings.filter(isMoney);
  const lines = linesByMoney(entry, postings, money);
  if (!isZero(sum(postings.map((posting) => posting.value)))) {
    for (const line of lines) line.review.push(question("unbalanced", note("askUnbalanced")));
  }
  return lines;
}

function linesByMoney(entry: JournalEntry, postings: Posting[], money: Posting[]): BillLine[] {
  const first = money[0];
  if (!first) return [withoutMoney(entry, postings[0]!)];
  if (money.length === 1 && postings.length === 1)
    return [equityLine(entry, undefined, first, first.value)];
  if (money.length === 1) {
    return postings
      .filter((posting) => posting !== first)
      .map((posting) => nominalLine(entry, posting, first, posting.value));
  }
  return transferWithFee(entry, postings, money) ?? flowLines(entry, postings, first);
}

function transferWithFee(
  entry: JournalEntry,
  postings: Posting[],
  money: Posting[],
): BillLine[] | undefined {
  const others = postings.filter((posting) => !isMoney(posting));
  const giver = money.find((posting) => isNegative(posting.value));
  const taker = money.find((posting) => !isNegative(posting.value));
  if (money.length !== 2 || others.length !== 1 || !giver || !taker) return undefined;
  const fee = others[0]!;
  if (fee.role !== "expense" || isNegative(fee.value) || !FEE.test(fee.account)) return undefined;
  const line = pairLine(entry, { giver, taker, value: taker.value });
  const charge = movementLine({ ...baseOf(entry), value: fee.value }).amount;
  return [{ ...line, fee: charge, raw: { ...line.raw, feeCategory: fee.account } }];
}

function flowLines(entry: JournalEntry, postings: Posting[], first: Posting): BillLine[] {
  return flowsOf(postings).flatMap((flow) => {
    if (isMoney(flow.giver) || isMoney(flow.taker)) return [pairLine(entry, flow)];
    return [
      nominalLine(entry, flow.giver, first, negate(flow.value)),
      nominalLine(entry, flow.taker, first, flow.value),
    ];
  });
}

/** Pairs what is given with what is taken, in the entry's order, until one side is used up. */
function flowsOf(postings: Posting[]): PostingPair[] {
  const givers = postings.filter((one) => isNegative(one.value)).map(left);
  const takers = postings.filter((one) => !isNegative(one.value)).map(left);
  const flows: PostingPair[] = [];
  for (let from = 0, to = 0; from < givers.length && to < takers.length; ) {
    const [giver, taker] = [givers[from]!, takers[to]!];
    const order = compare(giver.rest, taker.rest);
    const value = order < 0 ? giver.rest : taker.rest;
    flows.push({ giver: giver.posting, taker: taker.posting, value });
    giver.rest = subtract(giver.rest, value);
    taker.rest = subtract(taker.rest, value);
    if (order <= 0) from += 1;
    if (order >= 0) to += 1;
  }
  return flows;
}

function left(posting: Posting): { posting: Posting; rest: Fraction } {
  return { posting, rest: size(posting.value) };
}
