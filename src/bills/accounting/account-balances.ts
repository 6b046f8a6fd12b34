/** Balances of ledger accounts as entries are booked, to prove the balances that a file asserts. */

import { type Note, note } from "../../contract/notes.ts";
import { add, compare, type Fraction, NOTHING, toFen } from "../../ledger/arithmetic.ts";
import type { BillAccount, Closing } from "../bill/line.ts";
import { isMoney, type Posting } from "./journal-entry.ts";

/** Parents beyond this depth are not followed; no ledger is that deep. */
const MAX_PARENTS = 16;

/** What every account holds, alone and with its sub-accounts ("Assets:Bank" with "Assets:Bank:A"). */
export class Balances {
  readonly #own = new Map<string, Fraction>();
  readonly #withChildren = new Map<string, Fraction>();

  add(account: string, currency: string, value: Fraction): void {
    increase(this.#own, `${currency}\n${account}`, value);
    let name = account;
    for (let parents = 0; parents < MAX_PARENTS; parents += 1) {
      increase(this.#withChildren, `${currency}\n${name}`, value);
      const end = name.lastIndexOf(":");
      if (end < 0) return;
      name = name.slice(0, end);
    }
  }

  /** Whether nothing was booked on the account's sub-accounts, or all of it was taken back. */
  isAlone(account: string, currency: string): boolean {
    const own = this.own(account, currency);
    return compare(own, this.withChildren(account, currency)) === 0;
  }

  own(account: string, currency: string): Fraction {
    return this.#own.get(`${currency}\n${account}`) ?? NOTHING;
  }

  withChildren(account: string, currency: string): Fraction {
    return this.#withChildren.get(`${currency}\n${account}`) ?? NOTHING;
  }
}

function increase(sums: Map<string, Fraction>, key: string, value: Fraction): void {
  const before = sums.get(key);
  sums.set(key, before ? add(before, value) : value);
}

/** Collects the money accounts of a file with what equity opened them with and what they end with. */
export class AccountList {
  readonly #accounts = new Map<
    string,
    { account: BillAccount; opening?: Fraction; sum: Fraction }
  >();

  /** Books one posting; `opens` when it is an opening balance. Categories are passed over. */
  book(posting: Posting, opens: boolean): void {
    if (!isMoney(posting)) return;
    const { value, currency } = posting.held ?? posting;
    const name = posting.account;
    const key = `${currency}\n${name}`;
    const known = this.#accounts.get(key) ?? { account: { name, currency }, sum: NOTHING };
    this.#accounts.set(key, known);
    known.sum = add(known.sum, value);
    if (opens) known.opening = add(known.opening ?? NOTHING, value);
  }

  /** Every account in the order of its first posting. */
  get list(): BillAccount[] {
    return [...this.#accounts.values()].map(({ account, opening, sum }) => {
      const closing = toFen(sum)?.amount;
      const opened = opening && toFen(opening)?.amount;
      return {
        ...account,
        ...(opened === undefined ? {} : { opening: opened }),
        ...(closing === undefined ? {} : { closing }),
      };
    });
  }
}

/** Tells the reader of one's own books that a balance was reckoned from them, and stated by nobody. */
export const RECKONED = "reckoned";

/** The balances that a file asserts of its accounts, each as the end of a day. */
export class ClosingList {
  readonly #closings = new Map<string, Closing>();

  /** Of one account and day the last counts. */
  add(account: string, currency: string, day: string, value: Fraction): void {
    const held = toFen(value);
    if (!held?.exact) return;
    const closing = { account, currency, day, balance: held.amount };
    this.#closings.set(`${day}\n${currency}\n${account}`, closing);
  }

  /** Something else moved the account later on the day: what was asserted is not its end. */
  moved(account: string, currency: string, day: string): void {
    this.#closings.delete(`${day}\n${currency}\n${account}`);
  }

  get list(): Closing[] {
    return [...this.#closings.values()];
  }
}

/** How many broken balance assertions are told one by one. */
const MAX_BROKEN = 5;

/** The notices for assertions that did not hold; many of them would only fill the screen. */
export function brokenNotices(broken: readonly Note[]): Note[] {
  const told = broken.slice(0, MAX_BROKEN);
  const more = broken.length - told.length;
  return more > 0 ? [...told, note("moreAssertionsBroken", { count: more })] : told;
}
