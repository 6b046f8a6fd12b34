/**
 * HomeBank's .xhb: days counted from the year 1, a transfer on each of its accounts under one key,
 * splits with "||" between their parts.
 */
import { note } from "../../contract/notes.ts";
import { type Fraction, isNegative } from "../../ledger/arithmetic.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { decodeStated } from "../file/charset.ts";
import type { BillFile } from "../file/container.ts";
import { attribute, child, children, type Element } from "../file/element.ts";
import { readMarkup } from "../file/markup.ts";
import { categoryNames } from "../format/category-levels.ts";
import { type Format, newBill, question } from "../format/format.ts";
import {
  leftOut,
  type Movement,
  movementLine,
  splitLink,
  transferBetween,
} from "../format/movement.ts";
import { openingLine } from "../format/opening.ts";
import { pairTransfers } from "../format/pairing.ts";
import { withTags } from "../format/tags.ts";
import { readDecimal } from "../values/decimal.ts";

/** HomeBank. `read` throws BillError of damaged markup only. */
export const homebank: Format = {
  key: "homebank",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("homebankTitle"),
  recognise: (file) => /<homebank[\s>]/.test(file.text.slice(0, 4096)),
  read: (file, answers = {}) => [readHomebank(file, answers)],
};

/** HomeBank's day 719,163 is the first of 1970. */
const EPOCH = { day: "1970-01-01" as Day, count: 719_163 };
const LAST_DAY = 3_650_000;

/** Flag of a category of income. */
const INCOME = 2;
/** Statuses of what HomeBank itself does not count: a reminder, a void entry. */
const UNCOUNTED = /^[34]$/;

interface Category {
  path: string[];
  income: boolean;
}

interface Book {
  accounts: Map<string, { name: string; currency: string }>;
  categories: Map<string, Category>;
  categoryName: (path: readonly string[]) => string;
  payees: Map<string, string>;
}

function readHomebank(file: BillFile, answers: Answers): Bill {
  const { text, encoding } = decodeStated(file, answers);
  const { root, lineAt } = readMarkup(text, file.limits);
  const top = child(root, "homebank") ?? root;
  const book = readBook(top);
  const seenFrom = new Map<BillLine, string>();
  const lines: BillLine[] = [];
  for (const entry of children(top, "ope")) {
    for (const line of entryLines(entry, book, lineAt(entry.offset))) {
      seenFrom.set(line, attribute(entry, "account"));
      lines.push(line);
    }
  }
  return {
    ...newBill(homebank, file, "xhb", homebank.title),
    encoding,
    lines: [...openings(top, book, lines, lineAt), ...pairTransfers(lines, seenFrom)],
  };
}

function readBook(top: Element): Book {
  const currencies = byKey(top, "cur", (one) => attribute(one, "iso"));
  const names = byKey(top, "cat", (one) => one);
  const categories = new Map<string, Category>();
  for (const [key, one] of names) {
    const parent = names.get(attribute(one, "parent"));
    const path = [parent, one].map((level) => attribute(level, "name")).filter(Boolean);
    categories.set(key, { path, income: (Number(attribute(one, "flags")) & INCOME) !== 0 });
  }
  return {
    accounts: byKey(top, "account", (one) => ({
      name: attribute(one, "name"),
      currency: currencies.get(attribute(one, "curr")) || "CNY",
    })),
    categories,
    categoryName: categoryNames([...categories.values()].map(({ path }) => path)),
    payees: byKey(top, "pay", (one) => attribute(one, "name")),
  };
}

function byKey<T>(top: Element, name: string, read: (one: Element) => T): Map<string, T> {
  return new Map(children(top, name).map((one) => [attribute(one, "key"), read(one)]));
}

/** HomeBank gives openings no day: they are of the book's first. */
function openings(
  top: Element,
  book: Book,
  lines: readonly BillLine[],
  lineAt: (offset: number) => number,
): BillLine[] {
  const days = lines.flatMap(({ time }) => (time === "" ? [] : [time])).sort();
  return children(top, "account").flatMap((one) => {
    const value = amountOf(attribute(one, "initial"));
    const account = book.accounts.get(attribute(one, "key"));
    if (!value || !account) return [];
    const line = openingLine({
      time: days[0],
      value,
      currency: account.currency,
      account: account.name,
      sourceLine: lineAt(one.offset),
      raw: Object.fromEntries(one.attributes),
    });
    return line.amount > 0 ? [line] : [];
  });
}

function amountOf(text: string): Fraction | undefined {
  return text === "" ? undefined : readDecimal(text, ".");
}

function entryLines(entry: Element, book: Book, sourceLine: number): BillLine[] {
  const account = book.accounts.get(attribute(entry, "account"));
  const base: Omit<Movement, "value"> = {
    time: dayOf(attribute(entry, "date")),
    currency: account?.currency ?? "CNY",
    account: account?.name ?? "",
    counterparty: book.payees.get(attribute(entry, "payee")) ?? "",
    description: withTags(attribute(entry, "wording"), attribute(entry, "tags").split(" ")),
    status: attribute(entry, "st"),
    sourceLine,
    raw: Object.fromEntries(entry.attributes),
  };
  const lines = partLines(entry, base, book);
  return UNCOUNTED.test(base.status ?? "")
    ? lines.map((line) => leftOut(line, note("excludedRow")))
    : lines;
}

function partLines(entry: Element, base: Omit<Movement, "value">, book: Book): BillLine[] {
  const value = amountOf(attribute(entry, "amount"));
  const other = book.accounts.get(attribute(entry, "dst_account"));
  if (other) return [transferLine(base, value, other)];
  const parts = attribute(entry, "scat").split("||");
  if (parts.length < 2) return [spendLine(base, value, attribute(entry, "category"), book)];
  const [amounts, memos] = ["samt", "smem"].map((name) => attribute(entry, name).split("||"));
  const link = splitLink("homebank", base.time, base.sourceLine);
  return parts.map((category, at) => {
    const description = memos?.[at] || base.description || "";
    const part = { ...base, description, linkIds: [link] };
    return spendLine(part, amountOf(amounts?.[at] ?? ""), category, book);
  });
}

function transferLine(
  base: Omit<Movement, "value">,
  value: Fraction | undefined,
  other: { name: string; currency: string },
): BillLine {
  const line = movementLine({
    ...base,
    ...transferBetween(base.account ?? "", other.name, value),
    value,
  });
  if (other.currency !== base.currency && !line.review.some(({ code }) => code === "currency")) {
    line.review.push(question("currency", note("askExchange", { currency: other.currency })));
  }
  return line;
}

/** Money back into a category of expense is a refund, money out of one of income needs a look. */
function spendLine(
  base: Omit<Movement, "value">,
  value: Fraction | undefined,
  key: string,
  book: Book,
): BillLine {
  const found = book.categories.get(key);
  const category = found ? book.categoryName(found.path) : "";
  const movement: Movement = { ...base, value, category };
  const out = value !== undefined && isNegative(value);
  if (found && !found.income && !out) return movementLine({ ...movement, kind: "refund" });
  if (!found?.income || !out) return movementLine(movement);
  return movementLine({
    ...movement,
    review: [question("income-reversed", note("askIncomeBack"))],
  });
}

function dayOf(text: string): string | undefined {
  const count = Number(text);
  if (!/^\d{1,7}$/.test(text) || count < 1 || count > LAST_DAY) return undefined;
  return shiftDay(EPOCH.day, count - EPOCH.count);
}
