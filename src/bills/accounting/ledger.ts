/**
 * hledger and ledger journals. Rules: bills.md 9.12. Balance assertions prove the reading; virtual
 * postings, periodic and automatic rules move no money and are only counted.
 */

import { note } from "../../contract/notes.ts";
import { isZero } from "../../ledger/arithmetic.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { type Format, newBill, question } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { settleOpenings } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { markOfColumn } from "../values/decimal.ts";
import { AccountList, Balances, brokenNotices, ClosingList, RECKONED } from "./account-balances.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import {
  isMoney,
  type JournalEntry,
  openingsOf,
  type Posting,
  type Role,
} from "./journal-entry.ts";
import { type Booked, type Context, checkAssertion, readBooked } from "./ledger-booking.ts";
import { type LedgerEntry, type LedgerFile, readLedgerEntries } from "./ledger-entries.ts";
import { roleByRoot } from "./root-roles.ts";
import { shortNames } from "./short-names.ts";

/** hledger and ledger. `read` throws BillError "too-large". */
export const ledger: Format = {
  key: "ledger",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("ledgerTitle"),
  recognise: (file) => file.container === "text" && isJournal(file.text.slice(0, 65536)),
  read: (file) => [readLedger(file)],
};

/**
 * A dated line, then an indented account (with sub-accounts, or by a root's name) that an amount or
 * another posting follows. Wrapped lines of a printed statement are no such thing.
 */
const BODY =
  '(=\\S+)?([ \\t][^\\n]*)?\\r?\\n([ \\t]+;[^\\n]*\\n){0,40}[ \\t]+([^\\s;:,"]+( [^\\s;:,"]+){0,8}:[^\\s:]|(assets?|liabilities|equity|income|revenues?|expenses?|资产|负债|权益|收入|支出)\\b)[^\\n"]*(\\t| {2,}|\\n[ \\t]+\\S)';
const BEGINNING = new RegExp(`^\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}${BODY}`, "im");
/** The same where a directive gives the year of dates that have none. */
const UNDER_YEAR = new RegExp(`^(\\d{4}[-/.])?\\d{1,2}[-/.]\\d{1,2}${BODY}`, "im");
const YEAR = /^(Y|year|apply year)[ \t]*\d{4}[ \t]*\r?$/m;

function isJournal(text: string): boolean {
  return BEGINNING.test(text) || (YEAR.test(text) && UNDER_YEAR.test(text));
}

const TYPES = wordTable<Role>({
  A: "asset",
  L: "liability",
  E: "equity",
  R: "income",
  X: "expense",
});

/** Tags that other tools keep a bill's own id in. */
const ID_TAGS = ["id", "uuid", "orderId", "order_id"];

function readLedger(source: BillFile): Bill {
  const file = readLedgerEntries(source.text, source.limits);
  const postings = file.entries.flatMap((entry) => entry.postings);
  const numbers = postings.flatMap(({ rest }) => rest.match(/\d[\d.,]*/g) ?? []);
  const context: Context = {
    file,
    mark: file.decimalMark ?? markOfColumn(numbers) ?? ".",
    nameOf: shortNames(postings.map((posting) => posting.account)),
    balances: new Balances(),
    list: new AccountList(),
    closings: new ClosingList(),
    broken: [],
  };
  const ordered = file.entries.toSorted((one, other) =>
    compareText(one.day ?? "", other.day ?? ""),
  );
  const lines = ordered.flatMap((entry) => bookEntry(entry, context));
  return {
    ...newBill(ledger, source, "ledger", ledger.title),
    lines: settleOpenings(
      withCategoryNames(lines.sort((one, other) => one.sourceLine - other.sourceLine)),
    ),
    accounts: context.list.list,
    closings: context.closings.list,
    notices: [...file.notices, ...brokenNotices(context.broken)],
  };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function bookEntry(entry: LedgerEntry, context: Context): BillLine[] {
  const booked = readBooked(entry, context);
  const base = describe(entry, context);
  if (!booked) return [movementLine({ ...base, value: undefined })];
  for (const posting of booked) {
    context.balances.add(posting.account, posting.unit, posting.quantity);
    checkAssertion(posting, entry, context);
    keepClosing(posting, entry, context);
  }
  const postings = booked.map(
    ({ account, value, currency, quantity, unit }): Posting => ({
      account: context.nameOf(account),
      role: roleOf(account, context.file),
      value,
      currency: currency || "CNY",
      held: { value: quantity, currency: unit || "CNY" },
    }),
  );
  const journal: JournalEntry = { ...base, postings };
  const openings = new Set(openingsOf(journal));
  for (const posting of postings) context.list.book(posting, openings.has(posting));
  return entryLines(journal);
}

/**
 * What a posting asserts is the end of its day unless a later one moves the account again; entries come in
 * the order of their days here, and within a day in that of the file.
 */
function keepClosing(
  { account, unit, quantity, assertion }: Booked,
  entry: LedgerEntry,
  context: Context,
) {
  const { file, nameOf, balances, closings } = context;
  if (entry.day === undefined || !isMoney({ role: roleOf(account, file) })) return;
  if (!isZero(quantity)) closings.moved(nameOf(account), unit || "CNY", entry.day);
  if (assertion === undefined || entry.tags[RECKONED] !== undefined) return;
  const { inclusive, value, currency } = assertion;
  if (inclusive && !balances.isAlone(account, currency)) return;
  closings.add(nameOf(account), currency || "CNY", entry.day, value);
}

function describe(entry: LedgerEntry, context: Context): Omit<JournalEntry, "postings"> {
  const id = ID_TAGS.map((tag) => entry.tags[tag]).find((value) => value) ?? entry.code;
  const unknown = entry.postings.filter(({ account }) => !knownRole(account, context.file));
  const review = unknown.length === 0 ? [] : [askRole(unknown[0]!.account)];
  if (entry.status === "!") review.push(question("flagged", note("flagged")));
  return {
    format: "ledger",
    time: entry.day,
    counterparty: entry.payee,
    description: withTags(entry.note, bareTags(entry)),
    externalId: id,
    linkIds: [],
    status: entry.status,
    sourceLine: entry.line,
    raw: entry.tags,
    review,
  };
}

/** Tags without a value ("; 出差:"), which are words about the entry and no more. */
function bareTags({ tags }: LedgerEntry): string[] {
  return Object.entries(tags).flatMap(([tag, value]) => (value === "" ? [tag] : []));
}

function askRole(account: string) {
  return question("account-type", note("askAccountRole", { account }));
}

function roleOf(account: string, file: LedgerFile): Role {
  return knownRole(account, file) ?? "expense";
}

/** By its own or a parent's `type:`, else by the root's name. */
function knownRole(account: string, file: LedgerFile): Role | undefined {
  let name = account;
  while (file.types.size > 0) {
    const type = file.types.get(name);
    if (type) return TYPES[type];
    const end = name.lastIndexOf(":");
    if (end < 0) break;
    name = name.slice(0, end);
  }
  return roleByRoot(account);
}
