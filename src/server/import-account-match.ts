/**
 * Which account of the book a name in a bill means. In this order, and nothing beyond it:
 *
 * 1. what the user chose for this name in this kind of bill before;
 * 2. what the user chose for the same card (last four digits, same bank) in any bill;
 * 3. the one account of that name, or that carries the wallet's name for its balance (余额 of Alipay
 *    is 支付宝);
 * 4. the one account with that card's digits;
 * 5. the one account that carries the bank's name (招商银行, 招行, CMB). Credit cards stay apart: they
 *    are only matched with accounts that say 信用卡, all else only with accounts that do not. An
 *    account that is known as another card (digits in its name, or chosen before) is not this one,
 *    and two cards of one bill that would both be the one account are both left to the user.
 *
 * Where two accounts fit equally, none is taken: a new one is proposed, and the user sees it.
 */
import { bankOf, cardKindOf, cardTailOf } from "../bills/bank-names.ts";

export interface BookAccount {
  id: number;
  name: string;
  /** 1 when it is put away: it is still found by its name, but not by its bank's. */
  archived: number;
}

/** What the user called a file's account before. */
export interface RememberedName {
  provider: string;
  name: string;
  accountId: number;
}

export interface Settled {
  names: RememberedName[];
  accounts: BookAccount[];
  accountId?: number;
}

/** By steps 1 to 4. `full` is the name that says which wallet is meant. */
export function findByName(
  { names, accounts, accountId }: Settled,
  provider: string,
  name: string,
  full: string,
): number | null {
  const said = names.find((one) => one.provider === provider && one.name === name);
  if (said !== undefined) return said.accountId;
  if (name === "") return accountId ?? null;
  const tail = cardTailOf(name);
  const cards = names.filter((one) => tail && isSameCard(one.name, name, tail));
  const chosen = new Set(cards.map((one) => one.accountId));
  if (chosen.size === 1) return [...chosen][0] as number;
  return (
    onlyOne(accounts, (one) => [name, full].map(folded).includes(folded(one.name))) ??
    onlyOne(accounts, (one) => isOwnBalance(provider, name, one.name)) ??
    // Cards of two banks may end alike: a name without its bank is then neither.
    (tail && chosen.size === 0
      ? onlyOne(accounts, (one) => isSameCard(one.name, name, tail))
      : null)
  );
}

/** By step 5: names of one bill to accounts, where nothing speaks against it. */
export function findByBank(settled: Settled, names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) {
    const one = onlyOne(settled.accounts, (account) => mayBe(settled, account, name));
    if (one !== null) found.set(name, one);
  }
  const cards = new Map<number, Set<string>>();
  for (const [name, account] of found) {
    const tail = cardTailOf(name);
    if (tail) cards.set(account, (cards.get(account) ?? new Set()).add(tail));
  }
  for (const [name, account] of found) {
    if ((cards.get(account)?.size ?? 0) > 1) found.delete(name);
  }
  return found;
}

/** What a bank also keeps for people, and what is no card. */
const NO_CARD = /理财|基金|定期|存款|贷|证券|股票|公积金|社保|黄金|还款计划/;

function mayBe({ names }: Settled, account: BookAccount, name: string): boolean {
  const bank = bankOf(name);
  if (bank === undefined || bank !== bankOf(account.name)) return false;
  if (account.archived === 1 || NO_CARD.test(account.name)) return false;
  if (isCredit(name) !== isCredit(account.name)) return false;
  if (currencyOf(name) !== currencyOf(account.name)) return false;
  const tail = cardTailOf(name);
  const known = [account.name, ...names.filter((one) => one.accountId === account.id).map(nameOf)]
    .map(cardTailOf)
    .filter((one) => one !== undefined);
  return tail === undefined || known.length === 0 || known.includes(tail);
}

const nameOf = ({ name }: RememberedName) => name;

const isCredit = (name: string) => cardKindOf(name) === "credit";

/** "汇丰银行 USD" is an account of its own. */
function currencyOf(name: string): string {
  return /(?<![A-Z])(USD|HKD|EUR|JPY|GBP|AUD|CAD|SGD)(?![A-Z])/.exec(name)?.[1] ?? "CNY";
}

function onlyOne(accounts: BookAccount[], fits: (one: BookAccount) => boolean): number | null {
  const found = accounts.filter(fits);
  return found.length === 1 ? (found[0] as BookAccount).id : null;
}

/** The same four digits, and where both name a bank, the same bank. */
function isSameCard(one: string, other: string, tail: string): boolean {
  if (cardTailOf(one) !== tail) return false;
  const [a, b] = [bankOf(one), bankOf(other)];
  return a === undefined || b === undefined || a === b;
}

/** How people call what they keep in a wallet. */
const WALLETS: Record<string, string[]> = {
  alipay: ["支付宝", "支付宝余额", "支付宝钱包", "支付宝账户", "alipay"],
  wechat: ["微信", "微信零钱", "微信钱包", "微信支付", "微信余额", "wechat", "wechatpay"],
  jd: ["京东", "京东钱包", "京东余额"],
  meituan: ["美团", "美团钱包", "美团余额"],
};

const BALANCE = /^(账户|钱包|京东|美团)?余额$|^零钱$|^京东钱包$/;

function isOwnBalance(provider: string, name: string, account: string): boolean {
  return BALANCE.test(name) && (WALLETS[provider] ?? []).includes(folded(account));
}

function folded(name: string): string {
  return name.normalize("NFKC").replace(/\s/g, "").toLowerCase();
}
