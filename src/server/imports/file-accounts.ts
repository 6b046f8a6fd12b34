/**
 * The accounts that a file names, and which of the user's each is (match-account.ts); where that is
 * not known, a new one is proposed.
 */

import type { AccountType } from "../../contract/fields.ts";
import { bankOf, readAccountName } from "../../ledger/account-words.ts";
import { BookNames, fullName, OWN_NAMES, type Settled } from "./match-account.ts";

export interface AccountPlace {
  place: number;
  provider: string;
  name: string;
  accountId: number | null;
  newName: string;
  newType: AccountType;
  /** 1 for what a statement's own account is not: the unnamed other side of its transfers. */
  otherSide: number;
}

/** No file can name an account so. */
const OTHER_SIDE = "\0other side";

/** The accounts of one import, in the order in which its rows name them. */
export class AccountPlaces {
  readonly list: AccountPlace[] = [];
  #places = new Map<string, AccountPlace>();
  /** The first name of each wallet that the book does not have. */
  readonly #wallets = new Map<string, string>();
  readonly #settled: Settled;
  readonly #names: BookNames;
  /** Names of the book's accounts by id. */
  readonly #ownNames: ReadonlyMap<number, string>;

  constructor(settled: Settled) {
    this.#settled = settled;
    this.#names = new BookNames(settled);
    this.#ownNames = new Map(settled.accounts.map(({ id, name }) => [id, name]));
  }

  /** The place of an account that a bill of this format names; "" where it names none. */
  find(provider: string, name: string): AccountPlace {
    return this.#place(provider, name, false);
  }

  /** The place of a transfer's other side that a statement does not name: not its own account. */
  findOtherSide(provider: string): AccountPlace {
    return this.#place(provider, "", true);
  }

  #place(provider: string, name: string, otherSide: boolean): AccountPlace {
    const key = `${provider}\n${otherSide ? OTHER_SIDE : name}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const same = otherSide ? undefined : this.#sameWallet(provider, name);
    if (same !== undefined) {
      this.#places.set(key, same);
      return same;
    }
    const place: AccountPlace = {
      place: this.list.length,
      provider,
      name,
      accountId: otherSide ? null : this.#names.find(provider, name),
      newName: proposedName(provider, name),
      newType: typeOf(name, provider),
      otherSide: otherSide ? 1 : 0,
    };
    this.list.push(place);
    this.#places.set(key, place);
    return place;
  }

  /** The place of another name of the same wallet (京东白条, 白条), where the book has neither. */
  #sameWallet(provider: string, name: string): AccountPlace | undefined {
    const { wallet, channel, currency } = readAccountName(fullName(provider, name));
    if (wallet === undefined || channel || this.#names.find(provider, name) !== null)
      return undefined;
    const key = `${provider}\n${wallet} ${currency}`;
    const found = this.#wallets.get(key);
    if (found === undefined) this.#wallets.set(key, name);
    return found === undefined ? undefined : this.#places.get(`${provider}\n${found}`);
  }

  /** The place that a name has already; null where no row stands on it. */
  placeOf(provider: string, name: string): number | null {
    return this.#places.get(`${provider}\n${name}`)?.place ?? null;
  }

  /** Once every name has been found: those that only their bank tells. */
  matchBanks(): void {
    const open = this.list.filter(({ accountId }) => accountId === null);
    const found = this.#names.findByBank(open.map(({ name }) => name));
    for (const place of open) place.accountId = found.get(place.name) ?? null;
  }

  /**
   * The account of the book that a name means, or the one given for the file; that of the file wins
   * where it is the `only` name. Null where none is known.
   */
  accountOf(provider: string, name: string, only: boolean): number | null {
    if (only && this.#settled.accountId !== undefined) return this.#settled.accountId;
    const known = this.#places.get(`${provider}\n${name}`);
    const accountId = known ? known.accountId : this.#names.find(provider, name);
    return accountId ?? this.#settled.accountId ?? null;
  }

  /**
   * Places of which the account is asked about: several of the book fit the name, or the one that does was
   * put away (decisions W9) and was not given for the file.
   */
  listDoubtful(): { place: AccountPlace; candidates: string[] }[] {
    return this.list.flatMap((place) => {
      const { provider, name, accountId } = place;
      if (accountId === null) {
        const candidates = this.#names.candidates(provider, name);
        return candidates.length > 0 ? [{ place, candidates }] : [];
      }
      const given = accountId === this.#settled.accountId;
      return !given && this.#names.isArchived(accountId) ? [{ place, candidates: [] }] : [];
    });
  }

  /** Whether the file names no account there, and none was chosen for that. */
  isUnnamed(place: number | null): boolean {
    if (place === null) return true;
    const { name, accountId } = this.list[place] as AccountPlace;
    return name === "" && accountId === null;
  }

  /** The account of the book that a place is; null where that is not known. */
  accountAt(place: number | null): number | null {
    return place === null ? null : ((this.list[place] as AccountPlace).accountId ?? null);
  }

  /** The user's name of an account, or the file's, for comparing with what is booked. */
  nameOf(place: number | null): string {
    if (place === null) return "";
    const { accountId, name, newName } = this.list[place] as AccountPlace;
    if (name === "" && accountId === null) return "";
    return (accountId === null ? undefined : this.#ownNames.get(accountId)) ?? newName;
  }

  /** A file whose rows all stand on one account is about the account given, whatever it was before. */
  settle(rows: readonly { account: number; toAccount: number | null }[]): void {
    const { accountId } = this.#settled;
    if (accountId === undefined) return;
    const only = this.list.find(
      ({ place, otherSide }) =>
        otherSide === 0 &&
        rows.every(({ account, toAccount }) => account === place || toAccount === place),
    );
    if (only !== undefined) only.accountId = accountId;
  }
}

function proposedName(provider: string, name: string): string {
  if (name === "") return `${OWN_NAMES[provider] ?? ""}未知账户`;
  return [...fullName(provider, name)].slice(0, 100).join("");
}

function typeOf(name: string, provider: string): AccountType {
  if (/现金|現金|^cash$/i.test(name)) return "cash";
  if (/银行|信用卡|储蓄卡|借记卡|bank|\d{4}/i.test(name) || bankOf(name)) return "bank";
  return name === "" && OWN_NAMES[provider] === undefined ? "bank" : "payment";
}
