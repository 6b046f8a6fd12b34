/**
 * Beancount ledgers. Rules: bills.md 9.11. Transactions of any number of postings are read; pad and
 * balance give opening balances and prove the rest; what is not read is listed, never fatal.
 */

import { type Note, note } from "../../contract/notes.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { type Format, newBill, question } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { settleOpenings } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { clockText } from "../values/times.ts";
import { AccountList, Balances, brokenNotices, ClosingList } from "./account-balances.ts";
import { type Context, checkBalance } from "./beancount-balance.ts";
import {
  type BeancountFile,
  type Directive,
  readDirectives,
  stringsOf,
} from "./beancount-directives.ts";
import { readPostings } from "./beancount-postings.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import { type JournalEntry, openingsOf, type Role } from "./journal-entry.ts";
import { shortNames } from "./short-names.ts";

/** An option, an opened account, or a transaction whose texts are quoted or absent. */
const BEGINNING =
  /^(option +"|\d{4}[-/]\d{2}[-/]\d{2} +(open +[^\s:]+:|([*!]|txn) +"|([*!]|txn) *\r?\n[ \t]+[^\s:]+:\S))/m;

/** Beancount. `read` throws BillError "too-large". */
export const beancount: Format = {
  key: "beancount",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("beancountTitle"),
  recognise: (file) => file.container === "text" && BEGINNING.test(file.text.slice(0, 65536)),
  read: (file) => [readBeancount(file)],
};

const ROOTS: [option: string, name: string, role: Role][] = [
  ["name_assets", "Assets", "asset"],
  ["name_liabilities", "Liabilities", "liability"],
  ["name_equity", "Equity", "equity"],
  ["name_income", "Income", "income"],
  ["name_expenses", "Expenses", "expense"],
];

/** Metadata that other tools keep a bill's own id in. */
const ID_KEYS = ["id", "uuid", "orderId", "order_id"];

/** Directives that move no money and need no mention. */
const SILENT = new Set(["open", "close", "commodity", "price", "note", "event", "document"]);

function readBeancount(file: BillFile): Bill {
  const parsed = readDirectives(file.text, file.limits);
  const context = contextOf(parsed);
  const lines = bookInOrder(parsed.directives, context);
  return {
    ...newBill(beancount, file, "beancount", beancount.title),
    owner: parsed.options.title ?? "",
    lines: settleOpenings(
      withCategoryNames(lines.sort((one, other) => one.sourceLine - other.sourceLine)),
    ),
    accounts: context.list.list,
    closings: context.closings.list,
    notices: [...passedOverNotices(parsed), ...brokenNotices(context.broken)],
  };
}

function contextOf(parsed: BeancountFile): Context {
  const roots = new Map<string, Role>(
    ROOTS.map(([option, name, role]) => [parsed.options[option] ?? name, role]),
  );
  const used = parsed.directives.flatMap(({ postings }) => postings.map((one) => one.account));
  const short = shortNames(used);
  const roleOf = (account: string) => roots.get(account.split(":", 1)[0]!) ?? "expense";
  // A category of income may be called as one of expense.
  const heldAs = (account: string, name: string) => {
    const role = roleOf(account);
    return `${role === "income" || role === "expense" ? role : ""} ${name}`;
  };
  const named = new Map<string, string>();
  /** How many accounts of one role have the name: two of one name are two all the same. */
  const holders = new Map<string, number>();
  for (const { kind, rest, metadata } of parsed.directives) {
    if (kind !== "open" || !metadata.name) continue;
    const account = rest.split(/\s/)[0]!;
    const key = heldAs(account, metadata.name);
    holders.set(key, (holders.get(key) ?? 0) + 1);
    named.set(account, metadata.name);
  }
  for (const [account, name] of named) {
    if (holders.get(heldAs(account, name)) !== 1) named.delete(account);
  }
  return {
    roleOf,
    nameOf: (account) => named.get(account) ?? short(account),
    balances: new Balances(),
    list: new AccountList(),
    closings: new ClosingList(),
    broken: [],
  };
}

/** Books by day; balances hold at the beginning of theirs, whatever the file's order. */
function bookInOrder(directives: Directive[], context: Context): BillLine[] {
  const rank = (directive: Directive) => (directive.kind === "balance" ? 0 : 1);
  const ordered = directives
    .filter((directive) => directive.kind === "txn" || directive.day !== undefined)
    .sort((one, other) => compareText(one.day ?? "", other.day ?? "") || rank(one) - rank(other));
  const pads = new Map<string, Directive>();
  const lines: BillLine[] = [];
  for (const directive of ordered) {
    const account = directive.rest.split(/\s/, 1)[0] ?? "";
    if (directive.kind === "txn") lines.push(...bookTransaction(directive, context));
    else if (directive.kind === "pad") pads.set(account, directive);
    else if (directive.kind === "balance") lines.push(...checkBalance(directive, pads, context));
  }
  return lines;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function bookTransaction(directive: Directive, context: Context): BillLine[] {
  const postings = readPostings(directive.postings);
  const base = entryOf(directive);
  if (!postings) return [movementLine({ ...base, value: undefined })];
  for (const one of postings) context.balances.add(one.account, one.unit, one.quantity);
  const entry: JournalEntry = {
    ...base,
    postings: postings.map((one) => ({
      account: context.nameOf(one.account),
      role: context.roleOf(one.account),
      value: one.value,
      held: { value: one.quantity, currency: one.unit },
      currency: one.currency,
    })),
  };
  const openings = new Set(openingsOf(entry));
  for (const posting of entry.postings) context.list.book(posting, openings.has(posting));
  return entryLines(entry);
}

function entryOf(directive: Directive): Omit<JournalEntry, "postings"> {
  const strings = stringsOf(directive.rest);
  const outside = directive.rest.replace(/"((?:[^"\\]|\\[\s\S])*)"/g, " ");
  const links = [...outside.matchAll(/\^([\w./-]+)/g)].map((found) => found[1]!);
  const tags = [...outside.matchAll(/#([\w./\u0080-\uffff-]+)/g)].map((found) => found[1]!);
  const id = ID_KEYS.map((key) => directive.metadata[key]).find((value) => value);
  const all = [...new Set([...directive.tags, ...tags])];
  return {
    format: "beancount",
    time: timeOf(directive),
    counterparty: strings.length > 1 ? strings[0]! : "",
    description: withTags(strings.at(-1) ?? "", all),
    externalId: id ?? "",
    linkIds: links,
    status: directive.flag,
    sourceLine: directive.line,
    raw: { ...directive.metadata, ...(all.length > 0 ? { tags: all.join(" ") } : {}) },
    review: directive.flag === "!" ? [question("flagged", note("flagged"))] : [],
  };
}

/** Metadata `time: "12:30:00"` is how many people keep the time of day. */
function timeOf(directive: Directive): string | undefined {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(directive.metadata.time ?? "");
  const clock = found && clockText(Number(found[1]), Number(found[2]), Number(found[3] ?? 0));
  return directive.day && clock ? `${directive.day} ${clock}` : directive.day;
}

function passedOverNotices(parsed: BeancountFile): Note[] {
  const found = new Map(parsed.passedOver);
  for (const { kind, line } of parsed.directives) {
    if (kind === "txn" || kind === "balance" || kind === "pad" || SILENT.has(kind)) continue;
    const lines = found.get(kind) ?? [];
    if (lines.length < 20) found.set(kind, [...lines, line]);
  }
  return [...found].slice(0, 20).map(([word, lines]) => {
    const places = lines.slice(0, 5).join("、");
    return note("directiveLeftOut", { word, lines: lines.length > 5 ? `${places}…` : places });
  });
}
