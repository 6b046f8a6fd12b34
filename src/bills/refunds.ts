/**
 * Which purchase a refund gives back. A purchase keeps its full amount and a refund is a line of its
 * own, so the link is only for people and categories; nothing is subtracted here.
 */
import type { Fen } from "../ledger/money.ts";
import { question } from "./format.ts";
import type { BillLine } from "./line.ts";

/** One way to find the purchase: the two belong together when they share a key. */
export interface RefundRule {
  refund(line: BillLine): string[];
  purchase(line: BillLine): string[];
  /** Whether the link is only likely, so that the user is asked to confirm it. */
  guess?: boolean;
}

/** How a provider's refunds are linked. */
export interface RefundOptions {
  /** Tried in order; the first that finds a purchase wins. */
  rules: RefundRule[];
  /** How much of a purchase may have been refunded; its whole amount unless the file says. */
  refundable?: (line: BillLine) => Fen;
  /** Whether the file says that the purchase was refunded, so that a missing refund is asked about. */
  refunded?: (line: BillLine) => boolean;
}

/** Equal keys beyond this many are not all looked at, so that a file of equal keys stays cheap. */
const MAX_CANDIDATES = 300;

/** Text without the mark that refunds carry before the purchase's own text. */
export function purchaseText(text: string): string {
  return text.replace(/^(退款[-—:：]|价保退款[-—]?)/, "").trim();
}

/** Sets `refundOf` in place and adds the questions "no-purchase", "refund-guessed", "no-refund". */
export function linkRefunds(lines: BillLine[], options: RefundOptions): void {
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
      if (rule.guess) {
        refund.review.push(
          question("refund-guessed", "按商户和金额找到了原来的消费，请确认是同一笔"),
        );
      }
    }
  }
  for (const index of unlinked) {
    lines[index]?.review.push(
      question("no-purchase", "文件里找不到这笔退款对应的消费，可能在更早的账单里"),
    );
  }
  askForRefunds(lines, linked, options.refunded);
}

function askForRefunds(
  lines: BillLine[],
  linked: Set<number>,
  refunded: RefundOptions["refunded"],
): void {
  lines.forEach((line, index) => {
    if (line.kind !== "expense" || linked.has(index) || !refunded?.(line)) return;
    line.review.push(
      question("no-refund", "这笔已退款，但文件里找不到退款记录，可能在下一期账单里"),
    );
  });
}

/** Oldest first, so that each refund meets what its predecessors have left. */
function refundsByTime(lines: BillLine[]): Set<number> {
  const refunds = lines.flatMap((line, index) => (line.kind === "refund" ? [index] : []));
  const time = (index: number) => (lines[index] as BillLine).time;
  return new Set(refunds.sort((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : a - b)));
}

function purchasesByKey(lines: BillLine[], rule: RefundRule): Map<string, number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, index) => {
    if (line.kind !== "expense") return;
    for (const key of rule.purchase(line)) {
      const known = places.get(key);
      if (known) known.push(index);
      else places.set(key, [index]);
    }
  });
  return places;
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
