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

/** Gives every account and category one name of its own: "现金", "现金-2" where two would be equal. */
export function ledgerNames(
  book: Book,
  roots: Roots,
  legalise: Legalise,
  declare: Declare,
): LedgerNames {
  const taken = new Set<string>();
  const accounts = new Map<BookAccount["id"], string>();
  const categories = new Map<string, string>();
  for (const account of book.accounts) {
    accounts.set(account.id, unique(`${roots[account.kind]}:${legalise(account.name)}`, taken));
  }
  return {
    account: (id) => {
      const name = accounts.get(id);
      if (name === undefined) throw new RangeError(`the book has no account ${id}`);
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

/** Compared without case: file systems and people confuse names that differ in nothing else. */
function unique(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate.toLowerCase()); number += 1) {
    candidate = `${name}-${number}`;
  }
  taken.add(candidate.toLowerCase());
  return candidate;
}
