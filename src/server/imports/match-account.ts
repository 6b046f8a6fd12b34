/**
 * Which account of the book a name in a bill means. In this order, and nothing beyond it:
 *
 * 1. what the user chose for this name in this kind of bill before;
 * 2. the account that the name means by itself or by what other bills have called it
 *    (ledger/account-names.ts): by name, wallet or card;
 * 3. the account that carries the bank's name. Two cards of one bill that would both be the one
 *    account are both left to the user.
 *
 * Where two accounts fit equally, none is taken: its rows ask which it is, or whether it is a new one.
 */
import { roleOf } from "../../bills/formats.ts";
import { AccountNames, type NamedAccount } from "../../ledger/account-names.ts";
import { cardDigitsOf } from "../../ledger/account-words.ts";
import { wordTable } from "../../ledger/word-table.ts";

export interface BookAccount {
  id: number;
  name: string;
  type: string;
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
  /** The account of the rows that name none. */
  accountId?: number;
}

/** More accounts than this are not named in a question. */
const MOST_NAMED = 12;

/** The book's accounts, as bills call them. */
export class BookNames {
  readonly #settled: Settled;
  /** By format and name: what was chosen before, and what has been found since. */
  readonly #found: Map<string, number | null>;
  readonly #names: AccountNames<NamedAccount>;
  readonly #archived: ReadonlySet<number>;

  constructor(settled: Settled) {
    this.#settled = settled;
    this.#archived = new Set(
      settled.accounts.flatMap(({ id, archived }) => (archived === 1 ? [id] : [])),
    );
    this.#found = new Map(
      settled.names.map(({ provider, name, accountId }) => [`${provider}\n${name}`, accountId]),
    );
    const calledBy = new Map<number, string[]>();
    for (const { provider, name, accountId } of settled.names) {
      if (name === "") continue;
      const names = calledBy.get(accountId);
      if (names) names.push(fullName(provider, name));
      else calledBy.set(accountId, [fullName(provider, name)]);
    }
    this.#names = new AccountNames(
      settled.accounts.map((account) => ({
        ...account,
        alsoCalled: calledBy.get(account.id) ?? [],
      })),
    );
  }

  /** By steps 1 and 2. */
  find(provider: string, name: string): number | null {
    const key = `${provider}\n${name}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#look(provider, name);
      this.#found.set(key, found);
    }
    return found;
  }

  #look(provider: string, name: string): number | null {
    if (name === "") return this.#settled.accountId ?? null;
    const found = this.#names.find(fullName(provider, name), "bill");
    if (found !== undefined && found.by !== "bank") return idOf(found);
    const plain = this.#names.find(name, "bill");
    return plain?.by === "name" ? idOf(plain) : null;
  }

  /** Whether an account was put away. */
  isArchived(id: number): boolean {
    return this.#archived.has(id);
  }

  /** The first accounts of the book that a name may mean, where several fit equally. */
  candidates(provider: string, name: string): string[] {
    if (name === "") return [];
    const found = this.#names.find(fullName(provider, name), "bill");
    return found !== undefined && "candidates" in found
      ? found.candidates.slice(0, MOST_NAMED).map((account) => account.name)
      : [];
  }

  /** By step 3: names of one bill to accounts, where nothing speaks against it. */
  findByBank(names: readonly string[]): Map<string, number> {
    const found = new Map<string, number>();
    const cards = new Map<number, Set<string>>();
    for (const name of names) {
      const one = this.#names.find(name, "bill");
      const id = one?.by === "bank" ? idOf(one) : null;
      if (id === null) continue;
      found.set(name, id);
      const { tail } = cardDigitsOf(name);
      if (tail) cards.set(id, (cards.get(id) ?? new Set()).add(tail));
    }
    for (const [name, id] of found) if ((cards.get(id)?.size ?? 0) > 1) found.delete(name);
    return found;
  }
}

function idOf(found: { account: NamedAccount } | { candidates: NamedAccount[] }): number | null {
  return "account" in found ? found.account.id : null;
}

/** What wallets call their own, and what it is called beside other wallets. */
export const OWN_NAMES = wordTable<string>({
  alipay: "支付宝",
  wechat: "微信",
  jd: "京东",
  meituan: "美团",
});

/** Names that say nothing without the wallet they belong to. */
const VAGUE = /^(余额|账户余额|零钱|钱包余额|银行卡)$/;

/** The name that also says which wallet is meant: 零钱 of a bill is 微信零钱, in a bank's row too. */
export function fullName(provider: string, name: string): string {
  const own = OWN_NAMES[provider];
  if (own !== undefined) return VAGUE.test(name) ? `${own}${name}` : name;
  return roleOf(provider) === "bank" && name === "零钱" ? "微信零钱" : name;
}
