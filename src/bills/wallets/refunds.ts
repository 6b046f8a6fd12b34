/**
 * Which purchase a refund gives back. A purchase keeps its full amount and a refund is a line of its
 * own, so the link is only for people and categories; nothing is subtracted here.
 */
import { codeOf, note, type Text } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BillLine } from "../bill/line.ts";
import { leftOut } from "../format/movement.ts";

/** One way to find the purchase: the two belong together when they share a key. */
export interface RefundRule {
  refund(line: BillLine): string[];
  purchase(line: BillLine): string[];
  /** Whether the link is only likely, which is noted. */
  guess?: boolean;
}

/** How a provider's refunds are linked. */
export interface RefundOptions {
  /** Tried in order; the first that finds a purchase wins. */
  rules: RefundRule[];
  /** How much of a purchase may have been refunded; its whole amount unless the file says. */
  refundable?: (line: BillLine) => Fen;
  /** Whether the file says that the purchase was refunded, so that a missing refund is noted. */
  refunded?: (line: BillLine) => boolean;
  /** Whether a line that is left out is a closed deal, which may have been paid before. */
  closed?: (line: BillLine) => boolean;
}

/** Equal keys beyond this many are not all looked at, so that a file of equal keys stays cheap. */
const MAX_CANDIDATES = 300;

/** Text without the mark that refunds carry before the purchase's own text. */
export function purchaseText(text: string): string {
  return text.replace(/^(退款[-—:：]|价保退款[-—]?)/, "").trim();
}

/**
 * Sets `refundOf` in place, and notes what is only guessed or not found. A refund and its purchase are
 * booked both or neither: a refund of a closed deal proves that it was paid, a refund of anything else
 * that is left out is left out as well, and one of a purchase that is held waits with it.
 */
export function linkRefunds(lines: BillLine[], options: RefundOptions): void {
  if (!lines.some(({ kind }) => kind === "refund")) {
    noteMissing(lines, new Set(), options.refunded);
    return;
  }
  provePaid(lines, options);
  const left = new Map<number, number>();
  const linked = new Set<number>();
  lines.forEach((line, index) => {
    if (line.kind === "expense") left.set(index, options.refundable?.(line) ?? line.amount);
  });
  const unlinked = refundsByTime(lines);
  for (const rule of options.rules) {
    const purchases = purchasesByKey(lines, rule);
    for (const index of [...unlinked]) {
      const refund = lines[index] as BillLine;
      const purchase = bestPurchase(lines, refund, rule.refund(refund), purchases, left);
      if (purchase === undefined) continue;
      refund.refundOf = purchase;
      left.set(purchase, (left.get(purchase) ?? 0) - refund.amount);
      linked.add(purchase);
      unlinked.delete(index);
      holdWith(refund, lines[purchase] as BillLine);
      if (rule.guess) remark(refund, note("refundGuessed"));
    }
  }
  for (const index of unlinked) {
    remark(lines[index] as BillLine, note("refundWithoutPurchase"));
  }
  noteMissing(lines, linked, options.refunded);
}

/** Says something about a line that has nothing of its own to say; it holds nothing (decisions W11). */
function remark(line: BillLine, text: Text): void {
  if (line.reason === "") line.reason = text;
}

/** Whether the purchase was paid is not known yet: one answer settles its refund too. */
function holdWith(refund: BillLine, purchase: BillLine): void {
  const open = purchase.review.find(({ code }) => code === "status");
  if (open && !refund.review.some(({ code }) => code === "status")) refund.review.push(open);
}

/** Refunds of what was left out, by the rules that prove the link. */
function provePaid(lines: BillLine[], { rules, closed }: RefundOptions): void {
  for (const rule of rules.filter(({ guess }) => !guess)) {
    const left = linesByKey(lines, rule, isUnpaid);
    if (left.size === 0) continue;
    const bought = linesByKey(lines, rule, ({ kind }) => kind === "expense");
    for (const refund of lines) {
      if (refund.kind !== "refund") continue;
      const keys = rule.refund(refund);
      if (keys.some((key) => bought.has(key))) continue;
      const at = keys.flatMap((key) => left.get(key) ?? []);
      const purchase = at
        .map((index) => lines[index] as BillLine)
        .find((one) => isRefundedBy(one, refund));
      if (purchase) settlePair(purchase, refund, closed?.(purchase) === true);
    }
  }
}

/** Why a purchase is left out that a refund may give back; a hold or a placeholder is no purchase. */
const UNPAID = new Set(["deadStatus", "neverDealt", "neverPaid", "familyCard"]);

function isUnpaid({ kind, reason, status }: BillLine): boolean {
  return kind === "skip" && UNPAID.has(codeOf(reason)) && !/冻结|免押|信用服务/.test(status);
}

function isRefundedBy(purchase: BillLine, refund: BillLine): boolean {
  const fits = isUnpaid(purchase) && purchase.amount >= refund.amount;
  return fits && isBefore(purchase, refund);
}

function settlePair(purchase: BillLine, refund: BillLine, closed: boolean): void {
  if (closed) {
    purchase.kind = "expense";
    purchase.account ||= refund.account;
    purchase.reason = note("refundProvesPayment", { line: refund.sourceLine });
    return;
  }
  const reason = note("refundOfSkipped", { line: purchase.sourceLine });
  Object.assign(refund, leftOut(refund, reason));
}

function noteMissing(
  lines: BillLine[],
  linked: Set<number>,
  refunded: RefundOptions["refunded"],
): void {
  lines.forEach((line, index) => {
    if (line.kind !== "expense" || linked.has(index) || !refunded?.(line)) return;
    line.reason = note("refundMissing");
  });
}

/** Oldest first, so that each refund meets what its predecessors have left. */
function refundsByTime(lines: BillLine[]): Set<number> {
  const refunds = lines.flatMap((line, index) => (line.kind === "refund" ? [index] : []));
  const time = (index: number) => (lines[index] as BillLine).time;
  return new Set(refunds.sort((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : a - b)));
}

function purchasesByKey(lines: BillLine[], rule: RefundRule): Map<string, number[]> {
  return linesByKey(lines, rule, ({ kind }) => kind === "expense");
}

/** Lines by those of their keys that a refund has, too; of equal keys so many as are looked at. */
function linesByKey(
  lines: BillLine[],
  rule: RefundRule,
  isMeant: (line: BillLine) => boolean,
): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  const wanted = new Set(
    lines.flatMap((line) => (line.kind === "refund" ? rule.refund(line) : [])),
  );
  if (wanted.size === 0) return indexes;
  lines.forEach((line, index) => {
    if (!isMeant(line)) return;
    for (const key of rule.purchase(line)) {
      if (!wanted.has(key)) continue;
      const known = indexes.get(key);
      if (known === undefined) indexes.set(key, [index]);
      else if (known.length < MAX_CANDIDATES) known.push(index);
    }
  });
  return indexes;
}

function bestPurchase(
  lines: BillLine[],
  refund: BillLine,
  keys: string[],
  purchases: Map<string, number[]>,
  left: Map<number, number>,
): number | undefined {
  let best: number | undefined;
  let bestScore = -1;
  for (const index of keys.flatMap((key) => purchases.get(key) ?? []).slice(0, MAX_CANDIDATES)) {
    const purchase = lines[index] as BillLine;
    const remaining = left.get(index) ?? 0;
    if (remaining < refund.amount || !isBefore(purchase, refund)) continue;
    const score = likeness(purchase, refund, remaining);
    const nearer = best !== undefined && purchase.time > (lines[best] as BillLine).time;
    if (score > bestScore || (score === bestScore && nearer)) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

/** A day without a clock is compared as a day. */
function isBefore(purchase: BillLine, refund: BillLine): boolean {
  const length = Math.min(purchase.time.length, refund.time.length);
  return purchase.time.slice(0, length) <= refund.time.slice(0, length);
}

function likeness(purchase: BillLine, refund: BillLine, remaining: number): number {
  const sameText = purchaseText(refund.description) === purchaseText(purchase.description);
  return (
    (sameText ? 4 : 0) +
    (remaining === refund.amount ? 2 : 0) +
    (purchase.counterparty === refund.counterparty ? 1 : 0)
  );
}
