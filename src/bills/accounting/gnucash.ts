/**
 * GnuCash books saved as XML, usually gzipped. Rules: bills.md 9.13. Amounts are exact fractions;
 * templates, schedules and budgets are no transactions and are passed over.
 */

import { type Note, type NoteCode, note } from "../../contract/notes.ts";
import { type Fraction, fraction } from "../../ledger/arithmetic.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import { decodeStated } from "../file/charset.ts";
import type { BillFile } from "../file/container.ts";
import { child, children, type Element, findAll, textAt } from "../file/element.ts";
import { readMarkup } from "../file/markup.ts";
import { type Format, newBill } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { settleOpenings } from "../format/opening.ts";
import { readIsoTime } from "../values/calendar.ts";
import { AccountList } from "./account-balances.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import { type JournalEntry, openingsOf, type Posting, type Role } from "./journal-entry.ts";

/** GnuCash XML. `read` throws BillError "wrong-file" when there is no book in it. */
export const gnucash: Format = {
  key: "gnucash",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("gnucashTitle"),
  recognise: (file) => /<gnc-v2[\s>]/.test(file.text.slice(0, 4096)),
  read: (file, answers = {}) => [readGnucash(file, answers)],
};

interface Account {
  /** With its parents, as GnuCash shows it: "资产:银行:招商". */
  name: string;
  role: Role;
  currency: string;
  parent: string;
}

const ROLES = wordTable<Role>({
  INCOME: "income",
  EXPENSE: "expense",
  EQUITY: "equity",
  TRADING: "equity",
  CREDIT: "liability",
  LIABILITY: "liability",
  PAYABLE: "liability",
});

/** Parents beyond this depth are cut off; it also ends a circle of parents. */
const MAX_PARENTS = 20;

function readGnucash(file: BillFile, answers: Answers): Bill {
  const { text, encoding } = decodeStated(file, answers);
  const { root, complete, lineAt } = readMarkup(text, file.limits);
  const [book, ...moreBooks] = findAll(root, "book");
  if (!book) throw new BillError("wrong-file", note("noBook"));
  const accounts = readAccounts(book);
  const list = new AccountList();
  const lines: BillLine[] = [];
  for (const element of children(book, "transaction")) {
    lines.push(...transactionLines(element, lineAt(element.offset), accounts, list));
  }
  const notices = leftOutNotices(book);
  if (moreBooks.length > 0) notices.push(note("oneBookOnly"));
  if (!complete) notices.push(note("incompleteEnd"));
  return {
    ...newBill(gnucash, file, "xml", gnucash.title),
    encoding,
    lines: settleOpenings(withCategoryNames(lines)),
    accounts: list.list,
    notices,
  };
}

function transactionLines(
  element: Element,
  line: number,
  accounts: ReadonlyMap<string, Account>,
  list: AccountList,
): BillLine[] {
  const entry = readEntry(element, line, accounts);
  if (!entry) {
    const raw = { description: textAt(element, "description") };
    return [movementLine({ time: dateOf(element), value: undefined, sourceLine: line, raw })];
  }
  const openings = new Set(openingsOf(entry));
  for (const posting of entry.postings) list.book(posting, openings.has(posting));
  return entryLines(entry);
}

function readEntry(
  element: Element,
  sourceLine: number,
  accounts: ReadonlyMap<string, Account>,
): JournalEntry | undefined {
  const currency = textAt(child(element, "currency"), "id");
  const splits = children(child(element, "splits"), "split");
  const postings = splits.map((split) => readSplit(split, currency, accounts));
  if (postings.some((posting) => posting === undefined)) return undefined;
  const memos = splits.map((split) => textAt(split, "memo")).filter((memo) => memo !== "");
  const description = textAt(element, "description");
  return {
    format: "gnucash",
    time: dateOf(element),
    counterparty: description,
    description: [...new Set(memos)].join("；"),
    externalId: textAt(element, "id"),
    linkIds: [],
    status: textAt(splits[0], "reconciled-state"),
    postings: postings as Posting[],
    sourceLine,
    raw: { description, num: textAt(element, "num"), memo: memos.join("；") },
  };
}

/** The value is in the transaction's currency; quantity is the account's own (shares, dollars). */
function readSplit(
  split: Element,
  currency: string,
  accounts: ReadonlyMap<string, Account>,
): Posting | undefined {
  const account = accounts.get(textAt(split, "account"));
  const quantity = readRatio(textAt(split, "quantity"));
  const value = readRatio(textAt(split, "value")) ?? quantity;
  if (!account || !value) return undefined;
  const unit = account.currency || currency || "CNY";
  const posting = { account: account.name, role: account.role, value, currency: currency || unit };
  return quantity ? { ...posting, held: { value: quantity, currency: unit } } : posting;
}

/** "12345/100", exactly. */
function readRatio(text: string): Fraction | undefined {
  const found = /^(-?\d{1,30})(?:\/(\d{1,30}))?$/.exec(text);
  if (!found) return undefined;
  const bottom = BigInt(found[2] ?? "1");
  return bottom === 0n ? undefined : fraction(BigInt(found[1]!), bottom);
}

/** The local date of date-posted, as written; GnuCash marks a day without a time in several ways. */
function dateOf(element: Element): string | undefined {
  const text = textAt(element, "date-posted", "date") || textAt(element, "date-posted");
  return readIsoTime(text)?.replace(/ 10:59:00$/, "");
}

function readAccounts(book: Element): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const element of children(book, "account")) {
    const type = textAt(element, "type");
    accounts.set(textAt(element, "id"), {
      name: type === "ROOT" ? "" : textAt(element, "name"),
      role: ROLES[type] ?? "asset",
      currency: textAt(child(element, "commodity"), "id"),
      parent: textAt(element, "parent"),
    });
  }
  const named = new Map<string, Account>();
  for (const [id, account] of accounts) {
    named.set(id, { ...account, name: pathOf(account, accounts) });
  }
  return named;
}

function pathOf(account: Account, accounts: ReadonlyMap<string, Account>): string {
  const names = [account.name];
  let parent = accounts.get(account.parent);
  for (let depth = 0; parent && parent.name !== "" && depth < MAX_PARENTS; depth += 1) {
    names.unshift(parent.name);
    parent = accounts.get(parent.parent);
  }
  return names.join(":");
}

function leftOutNotices(book: Element): Note[] {
  const kinds: [string, NoteCode][] = [
    ["schedxaction", "schedules"],
    ["template-transactions", "templates"],
    ["budget", "budgets"],
  ];
  return kinds
    .map(([name, title]) => ({ title, count: children(book, name).length }))
    .filter(({ count }) => count > 0)
    .map(({ title, count }) => note("partsLeftOut", { part: note(title), count }));
}
