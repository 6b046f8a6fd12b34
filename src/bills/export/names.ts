/** Legal and unique account names for plain-text ledgers. */
import type { Book, BookAccount, BookRecord, LedgerNames } from "./exported-book.ts";

/** The roots of a notation. */
export interface Roots {
  asset: string;
  liability: string;
  income: string;
  expense: string;
}

/** Makes a legal name of any text; need not be unique. */
export type Legalise = (name: string) => string;

/** Told of every category account the first time that it is used, so that it can be declared. */
export type Declare = (account: string, name: string, type: BookRecord["type"]) => void;

/**
 * Gives every account and category one name of its own: "现金", "现金-2" where two would be equal. It is made
 * when it is first asked for.
 */
export function ledgerNames(
  book: Book,
  roots: Roots,
  legalise: Legalise,
  declare: Declare,
): LedgerNames {
  const taken = new Map<string, number>();
  const accounts = new Map(book.accounts.map((account) => [account.id, account]));
  const names = new Map<BookAccount["id"], string>();
  const categories = new Map<string, string>();
  return {
    account: (id) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const account = accounts.get(id);
      if (account === undefined) throw new RangeError(`the book has no account ${id}`);
      const name = unique(`${roots[account.kind]}:${legalise(account.name)}`, taken);
      names.set(id, name);
      return name;
    },
    category: (type, category) => {
      const key = `${type}\n${category}`;
      const known = categories.get(key);
      if (known !== undefined) return known;
      const name = unique(`${roots[type]}:${legalise(category)}`, taken);
      categories.set(key, name);
      declare(name, category, type);
      return name;
    },
  };
}

/**
 * Compared without case: file systems and people confuse names that differ in nothing else. `taken` has the number
 * from which on the next of that name is tried.
 */
function unique(name: string, taken: Map<string, number>): string {
  let candidate = name;
  let number = taken.get(name.toLowerCase()) ?? 2;
  for (; taken.has(candidate.toLowerCase()); number += 1) candidate = `${name}-${number}`;
  taken.set(name.toLowerCase(), number);
  taken.set(candidate.toLowerCase(), taken.get(candidate.toLowerCase()) ?? 2);
  return candidate;
}
