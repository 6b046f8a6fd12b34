/**
 * The accounts that a file names, and which of the user's each is: as the user has said before, else
 * by its card number or name, else a new one is proposed. Nothing is guessed beyond that.
 */
import type { AccountType } from "./stored-record.ts";

export interface BookAccount {
  id: number;
  name: string;
}

/** What the user called a file's account before. */
export interface RememberedName {
  provider: string;
  name: string;
  accountId: number;
}

export interface AccountPlace {
  place: number;
  provider: string;
  name: string;
  accountId: number | null;
  newName: string;
  newType: AccountType;
}

interface Settled {
  names: RememberedName[];
  accounts: BookAccount[];
  accountId?: number;
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
    const place: AccountPlace = {
      place: this.list.length,
      provider,
      name,
      accountId: this.#accountOf(provider, name),
      newName: proposedName(provider, name),
      newType: typeOf(name, provider),
    };
    this.list.push(place);
    this.#places.set(key, place);
    return place;
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

  #accountOf(provider: string, name: string): number | null {
    const { names, accounts, accountId } = this.#settled;
    const said = names.find((one) => one.provider === provider && one.name === name);
    if (said !== undefined) return said.accountId;
    if (name === "") return accountId ?? null;
    const tail = tailOf(name);
    const elsewhere = tail && names.find((one) => sameCard(one.name, name, tail));
    if (elsewhere) return elsewhere.accountId;
    const wanted = [name, proposedName(provider, name)].map(folded);
    const sameName = accounts.filter((one) => wanted.includes(folded(one.name)));
    if (sameName.length === 1) return (sameName[0] as BookAccount).id;
    const sameTail = tail ? accounts.filter((one) => sameCard(one.name, name, tail)) : [];
    return sameTail.length === 1 ? (sameTail[0] as BookAccount).id : null;
  }
}

/** "招商银行信用卡(7449)" → "7449". */
function tailOf(name: string): string | undefined {
  return /(\d{4})\)?\s*$/.exec(name.normalize("NFKC"))?.[1];
}

/** The same four digits, and where both name a bank, the same bank. */
function sameCard(one: string, other: string, tail: string): boolean {
  if (tailOf(one) !== tail) return false;
  const [a, b] = [one, other].map((name) => /[\p{sc=Han}]{2}(?=银行)/u.exec(name)?.[0]);
  return a === undefined || b === undefined || a === b;
}

function folded(name: string): string {
  return name.normalize("NFKC").replace(/\s/g, "").toLowerCase();
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
