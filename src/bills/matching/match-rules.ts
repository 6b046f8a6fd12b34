/** Whether two items of equal amount may be one, and how sure that is. */
import { sameAccount } from "../../ledger/account-names.ts";
import { readAccountName } from "../../ledger/account-words.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { isWallet } from "../banks/bank-kinds.ts";
import type { MatchItem, Suggestion } from "./match-item.ts";

/** A shop's payment and the wallet's are written within moments. */
const SHOP_MINUTES = 10;

/** Words of a row that may be one side of a transfer. */
const MOVE =
  /转|汇|还款|充值|提现|存入|入账|赎回|申购|财付通|支付宝|微信|银联|TRANSFER|PAYMENT - THANK YOU/i;

/** A possible pair; the higher the score, the earlier it is taken. */
export interface Pair {
  a: MatchItem;
  b: MatchItem;
  kind: Suggestion["kind"];
  score: number;
}

/** The pair that two items of equal amount make; undefined when they are two payments. */
export function compareItems(one: MatchItem, other: MatchItem): Pair | undefined {
  const [a, b] = rank(one) <= rank(other) ? [one, other] : [other, one];
  if (a.direction === "move" || b.direction === "move") return twoSides(a, b);
  if (a.direction !== b.direction) return twoSides(a, b);
  if (a.role === "shop" && b.role === "wallet") return shopAndWallet(a, b);
  return rank(a) < 2 && rank(b) === 2 ? walletAndBank(a, b) : undefined;
}

/** Shops say most about a payment, wallets more than banks. */
function rank(item: MatchItem): number {
  if (item.role === "shop") return 0;
  return item.role === "wallet" ? 1 : 2;
}

function walletAndBank(wallet: MatchItem, bank: MatchItem): Pair | undefined {
  if (!isWallet(bank.text)) return undefined;
  const card = sameCard(wallet.account, bank.account);
  if (card === "different") return undefined;
  const score = (card === "same" ? 50 : 10) + nearness(wallet, bank) + sameWallet(wallet, bank);
  return { a: wallet, b: bank, kind: "bank-wallet", score };
}

/** A shop that says 微信支付 or 支付宝 names the way, which may be any card behind it. */
function sameCard(wallet: string, bank: string): ReturnType<typeof sameAccount> {
  return readAccountName(wallet).channel ? "unknown" : sameAccount(wallet, bank);
}

const WALLET_NAMES = wordTable<RegExp>({
  wechat: /财付通|微信/,
  alipay: /支付宝/,
  jd: /京东|网银在线/,
  meituan: /美团|钱袋宝/,
});

function sameWallet(wallet: MatchItem, bank: MatchItem): number {
  return WALLET_NAMES[wallet.provider]?.test(bank.text) ? 20 : 0;
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
  const [one, other] = [sides(a), sides(b)];
  const fits = [sameAccount(one[0], other[0]), sameAccount(one[1], other[1])];
  const crossed = [sameAccount(one[0], other[1]), sameAccount(one[1], other[0])];
  if (fits.includes("different") || crossed.includes("same")) return undefined;
  if (fits.includes("same") && areOfOneWallet(a, b)) return undefined;
  const moves = [a, b].filter((item) => item.direction === "move").length;
  const known = fits.filter((side) => side === "same").length;
  const worded = [a, b].filter((item) => item.direction === "move" || MOVE.test(item.text)).length;
  if (known === 0 && worded < 2) return undefined;
  return { a, b, kind: "two-sides", score: moves * 10 + known * 20 + nearness(a, b) };
}

/**
 * A wallet or a shop tells each movement of an account once, under a number of its own: two of its lines
 * on the same side of one account are two movements, also from two files.
 */
function areOfOneWallet(a: MatchItem, b: MatchItem): boolean {
  return a.provider === b.provider && (a.role === "wallet" || a.role === "shop");
}

/** Where an item says that money leaves and arrives; "" for what it does not say. */
function sides(item: MatchItem): [string, string] {
  if (item.direction === "move") return [item.account, item.toAccount ?? ""];
  return item.direction === "out" ? [item.account, ""] : ["", item.account];
}

function nearness(a: MatchItem, b: MatchItem): number {
  if (a.time.length > 10 && b.time.length > 10 && minutesApart(a.time, b.time) <= 2) return 15;
  return 9 - 3 * daysApart(a.time, b.time);
}

/** Whole days between two times. */
export function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.slice(0, 10))) / 86_400_000;
}

/** A day without a clock is as far away as the clock of the other. */
function minutesApart(one: string, other: string): number {
  const [a, b] = [one, other].map((time) => Date.parse(`${time.replace(" ", "T")}Z`));
  if (one.length === 10 || other.length === 10) return daysApart(one, other) * 1440;
  return Math.abs((a as number) - (b as number)) / 60_000;
}
