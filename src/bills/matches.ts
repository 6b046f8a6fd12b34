/**
 * The same money seen in two files: a bank row "财付通-…" and the WeChat row, a JD order and the
 * WeChat payment for it, a transfer seen from both its accounts. Only suggestions: nothing is
 * dropped, each can be refused, and a refusal is remembered by its key.
 */
import type { Fen } from "../ledger/money.ts";
import type { Bill, BillLine } from "./line.ts";
import { compareItems, daysApart, type Pair } from "./match-rules.ts";

/** A line or a record, as far as matching needs it. */
export interface MatchItem {
  /** The caller's own name for it; unique, and stable if refusals are to be remembered. */
  ref: string;
  /** The file or ledger that it comes from; two items of one source are never matched. */
  source: string;
  /** Who wrote it: "alipay", "wechat", "jd", "meituan", or anything else, which counts as a bank. */
  provider: string;
  /** "move" for a transfer between own accounts. */
  direction: "in" | "out" | "move";
  account: string;
  /** For "move"; "" when not known. */
  toAccount?: string;
  /** "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS". */
  time: string;
  /** Never negative. */
  fen: Fen;
  /** Counterparty and description. */
  text: string;
}

/** Two items that are probably one. */
export interface Suggestion {
  kind: "bank-wallet" | "wallet-wallet" | "two-sides";
  /** The item whose text says more; it stays. */
  keep: string;
  /** The item that is attached to it as evidence. */
  attach: string;
  /** The one whose account is right. */
  accountFrom: string;
  certain: "likely" | "possible";
  /** In Chinese, for the preview. */
  reason: string;
  /** Remembers a refusal; the same whichever item comes first. */
  key: string;
}

const MAX_DAYS = 3;
/** With many equal amounts only the nearest in time are compared. */
const MAX_NEIGHBOURS = 40;

/** A line as an item; undefined for a line that moves no money. `source` names its file. */
export function matchItem(
  bill: Bill,
  line: BillLine,
  ref: string,
  source: string,
): MatchItem | undefined {
  if (line.kind === "skip" || line.amount === 0) return undefined;
  const into = line.kind === "income" || line.kind === "refund";
  return {
    ref,
    source,
    provider: bill.format,
    direction: line.kind === "transfer" ? "move" : into ? "in" : "out",
    account: line.account,
    ...(line.toAccount === undefined ? {} : { toAccount: line.toAccount }),
    time: line.time,
    fen: line.amount,
    text: `${line.counterparty} ${line.description}`,
  };
}

/** Suggests pairs, each item in at most one, the most certain first. */
export function suggestMatches(
  items: readonly MatchItem[],
  refused: ReadonlySet<string> = new Set(),
): Suggestion[] {
  const pairs = candidatePairs(items).filter(({ a, b }) => !refused.has(matchKey(a.ref, b.ref)));
  pairs.sort((one, two) => two.score - one.score || (pairName(one) < pairName(two) ? -1 : 1));
  const used = new Set<string>();
  const suggestions: Suggestion[] = [];
  for (const pair of pairs) {
    if (used.has(pair.a.ref) || used.has(pair.b.ref)) continue;
    used.add(pair.a.ref);
    used.add(pair.b.ref);
    suggestions.push(suggestion(pair));
  }
  return suggestions;
}

/** The key of a pair, for remembering refusals. */
export function matchKey(one: string, other: string): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}

function pairName({ a, b }: Pair): string {
  return matchKey(a.ref, b.ref);
}

/** Items of equal amount, each with its neighbours in time. */
function candidatePairs(items: readonly MatchItem[]): Pair[] {
  const byAmount = new Map<number, MatchItem[]>();
  for (const item of items) {
    const group = byAmount.get(item.fen);
    if (group) group.push(item);
    else byAmount.set(item.fen, [item]);
  }
  const pairs: Pair[] = [];
  for (const group of byAmount.values()) {
    const source = group[0]?.source;
    if (group.every((item) => item.source === source)) continue;
    group.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    group.forEach((first, at) => {
      const end = Math.min(group.length, at + 1 + MAX_NEIGHBOURS);
      for (let next = at + 1; next < end; next += 1) {
        const second = group[next] as MatchItem;
        if (daysApart(first.time, second.time) > MAX_DAYS) break;
        const pair = first.source === second.source ? undefined : compareItems(first, second);
        if (pair) pairs.push(pair);
      }
    });
  }
  return pairs;
}

const REASONS: Record<Suggestion["kind"], string> = {
  "bank-wallet": "银行流水和钱包账单里像是同一笔付款：金额相同，时间相近",
  "wallet-wallet": "购物平台和支付钱包里像是同一笔付款：金额相同，时间相近",
  "two-sides": "像是同一笔转账，从两个账户各看到一次",
};

function suggestion({ a, b, kind, score }: Pair): Suggestion {
  const moved = [a, b].find((item) => item.direction === "move");
  const keep = kind === "two-sides" && moved ? moved : a;
  const attach = keep === a ? b : a;
  return {
    kind,
    keep: keep.ref,
    attach: attach.ref,
    accountFrom: kind === "two-sides" ? keep.ref : b.ref,
    certain: score >= 45 ? "likely" : "possible",
    reason: REASONS[kind],
    key: matchKey(a.ref, b.ref),
  };
}
