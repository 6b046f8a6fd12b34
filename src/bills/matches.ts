/**
 * The same money seen in two files: a bank row "财付通-…" and the WeChat row, a JD order and the
 * WeChat payment for it, a transfer seen from both its accounts. Only suggestions: nothing is
 * dropped, each can be refused, and a refusal is remembered by its key.
 */
import type { Fen } from "../ledger/money.ts";
import { isWallet } from "./bank-kinds.ts";

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

const SHOPS = new Set(["jd", "meituan"]);
const WALLETS = new Set(["alipay", "wechat", "jd", "meituan"]);
const MAX_DAYS = 3;
const SHOP_MINUTES = 10;
/** With many equal amounts only the nearest in time are compared. */
const MAX_NEIGHBOURS = 40;

/** A possible pair; the higher the score, the earlier it is taken. */
interface Pair {
  a: MatchItem;
  b: MatchItem;
  kind: Suggestion["kind"];
  score: number;
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
    group.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    group.forEach((first, at) => {
      for (const second of group.slice(at + 1, at + 1 + MAX_NEIGHBOURS)) {
        if (daysApart(first.time, second.time) > MAX_DAYS) break;
        const pair = first.source === second.source ? undefined : compare(first, second);
        if (pair) pairs.push(pair);
      }
    });
  }
  return pairs;
}

function compare(one: MatchItem, other: MatchItem): Pair | undefined {
  const [a, b] = rank(one) <= rank(other) ? [one, other] : [other, one];
  if (a.direction === "move" || b.direction === "move") return twoSides(a, b);
  if (a.direction !== b.direction) return twoSides(a, b);
  if (SHOPS.has(a.provider) && !SHOPS.has(b.provider) && WALLETS.has(b.provider)) {
    return shopAndWallet(a, b);
  }
  return WALLETS.has(a.provider) && !WALLETS.has(b.provider) ? walletAndBank(a, b) : undefined;
}

/** Shops say most about a payment, wallets more than banks. */
function rank(item: MatchItem): number {
  if (SHOPS.has(item.provider)) return 0;
  return WALLETS.has(item.provider) ? 1 : 2;
}

function walletAndBank(wallet: MatchItem, bank: MatchItem): Pair | undefined {
  if (!isWallet(bank.text)) return undefined;
  const card = sameAccount(wallet.account, bank.account);
  if (card === "different") return undefined;
  const score = (card === "same" ? 50 : 10) + nearness(wallet, bank) + sameWallet(wallet, bank);
  return { a: wallet, b: bank, kind: "bank-wallet", score };
}

function sameWallet(wallet: MatchItem, bank: MatchItem): number {
  const names: Record<string, RegExp> = {
    wechat: /财付通|微信/,
    alipay: /支付宝/,
    jd: /京东|网银在线/,
    meituan: /美团|钱袋宝/,
  };
  return names[wallet.provider]?.test(bank.text) ? 20 : 0;
}

function shopAndWallet(shop: MatchItem, wallet: MatchItem): Pair | undefined {
  const paidWith = wallet.provider === "wechat" ? /微信/ : /支付宝/;
  const shopName = shop.provider === "jd" ? /京东/ : /美团|大众点评/;
  const named = paidWith.test(shop.account);
  if (!named && !shopName.test(wallet.text)) return undefined;
  if (minutesApart(shop.time, wallet.time) > SHOP_MINUTES) return undefined;
  return {
    a: shop,
    b: wallet,
    kind: "wallet-wallet",
    score: (named ? 40 : 10) + nearness(shop, wallet),
  };
}

/** A transfer and its other half, or money out of one own account and into another. */
function twoSides(a: MatchItem, b: MatchItem): Pair | undefined {
  const [from, to] = [sides(a), sides(b)];
  const left = sameAccount(from[0], to[0]);
  const right = sameAccount(from[1], to[1]);
  if (left === "different" || right === "different") return undefined;
  const moves = [a, b].filter((item) => item.direction === "move").length;
  const known = [left, right].filter((side) => side === "same").length;
  if (moves > 0 && known === 0 && [...from, ...to].filter(Boolean).length < 2) return undefined;
  if (moves === 0 && sameAccount(a.account, b.account) === "same") return undefined;
  return { a, b, kind: "two-sides", score: moves * 10 + known * 20 + nearness(a, b) };
}

/** Where an item says that money leaves and arrives; "" for what it does not say. */
function sides(item: MatchItem): [string, string] {
  if (item.direction === "move") return [item.account, item.toAccount ?? ""];
  return item.direction === "out" ? [item.account, ""] : ["", item.account];
}

/** By the last four digits where both have them, else by the bank's name within the other. */
function sameAccount(one: string, other: string): "same" | "different" | "unknown" {
  if (one === "" || other === "") return "unknown";
  const [a, b] = [one, other].map((name) => /(\d{4})\)?\D*$/.exec(name.normalize("NFKC"))?.[1]);
  if (a && b) return a === b ? "same" : "different";
  const [x, y] = [one, other].map(bankName);
  if (x === undefined || y === undefined) return one === other ? "same" : "different";
  return x.includes(y) || y.includes(x) ? "same" : "different";
}

/** "中国工商银行信用卡" and "工商银行(9876)" name one bank. */
function bankName(account: string): string {
  return account
    .normalize("NFKC")
    .replace(/\(.*?\)|（.*?）|^中国(?!银行)|信用卡|储蓄卡|借记卡|还款|云闪付-|微信-|\s/g, "");
}

function nearness(a: MatchItem, b: MatchItem): number {
  if (a.time.length > 10 && b.time.length > 10 && minutesApart(a.time, b.time) <= 2) return 15;
  return 9 - 3 * daysApart(a.time, b.time);
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.slice(0, 10))) / 86_400_000;
}

/** A day without a clock is as far away as the clock of the other. */
function minutesApart(one: string, other: string): number {
  const [a, b] = [one, other].map((time) => Date.parse(`${time.replace(" ", "T")}Z`));
  if (one.length === 10 || other.length === 10) return daysApart(one, other) * 1440;
  return Math.abs((a as number) - (b as number)) / 60_000;
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
