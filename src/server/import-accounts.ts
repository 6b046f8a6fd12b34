/**
 * The accounts that a file names, and which of the user's each is (import-account-match.ts); where
 * that is not known, a new one is proposed.
 */
import { findByBank, findByName, type Settled } from "./import-account-match.ts";
import type { AccountType } from "./stored-record.ts";

export interface AccountPlace {
  place: number;
  provider: string;
  name: string;
  accountId: number | null;
  newName: string;
  newType: AccountType;
}

/** The accounts of one import, in the order in which its rows name them. */
export class AccountPlaces {
  readonly list: AccountPlace[] = [];
  #places = new Map<string, AccountPlace>();
  readonly #settled: Settled;

  constructor(settled: Settled) {
    this.#settled = settled;
  }

  /** The place of an account that a bill of this format names; "" where it names none. */
  find(provider: string, name: string): AccountPlace {
    const key = `${provider}\n${name}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const newName = proposedName(provider, name);
    const place: AccountPlace = {
      place: this.list.length,
      provider,
      name,
      accountId: findByName(this.#settled, provider, name, newName),
      newName,
      newType: typeOf(name, provider),
    };
    this.list.push(place);
    this.#places.set(key, place);
    return place;
  }

  /** Once every name has been found: those that only their bank tells. */
  matchBanks(): void {
    const open = this.list.filter(({ accountId }) => accountId === null);
    const found = findByBank(
      this.#settled,
      open.map(({ name }) => name),
    );
    for (const place of open) place.accountId = found.get(place.name) ?? null;
  }

  /** The user's name of an account, or the file's, for comparing with what is booked. */
  nameOf(place: number | null): string {
    if (place === null) return "";
    const { accountId, name, newName } = this.list[place] as AccountPlace;
    if (name === "" && accountId === null) return "";
    return this.#settled.accounts.find((one) => one.id === accountId)?.name ?? newName;
  }

  /** A file whose rows all stand on one account that is not known yet is about the account given. */
  settle(rows: readonly { account: number; toAccount: number | null }[]): void {
    const { accountId } = this.#settled;
    if (accountId === undefined) return;
    const only = this.list.find((place) =>
      rows.every(({ account, toAccount }) => account === place.place || toAccount === place.place),
    );
    if (only !== undefined && only.accountId === null) only.accountId = accountId;
  }
}

const OWN_NAMES: Record<string, string> = {
  alipay: "支付宝",
  wechat: "微信",
  jd: "京东",
  meituan: "美团",
};

/** Names that say nothing without the wallet they belong to. */
const VAGUE = /^(余额|账户余额|零钱|钱包余额|银行卡)$/;

function proposedName(provider: string, name: string): string {
  const own = OWN_NAMES[provider];
  if (name === "") return own === undefined ? "未知账户" : `${own}未知账户`;
  const full = own !== undefined && VAGUE.test(name) ? `${own}${name}` : name;
  return [...full].slice(0, 100).join("");
}

function typeOf(name: string, provider: string): AccountType {
  if (/现金|^cash$/i.test(name)) return "cash";
  if (/银行|信用卡|储蓄卡|借记卡|bank|\d{4}/i.test(name)) return "bank";
  return name === "" && OWN_NAMES[provider] === undefined ? "bank" : "payment";
}
