/**
 * Reads one line into a record: "打车32 微信", "昨天 午饭三十五块", "工资 1.2万 招商银行". Local and pure:
 * today, the accounts and the categories are given. Each place of the line is taken by at most one
 * reading (day, account, amount, category); the rest is the note. Nothing is guessed where two
 * readings are possible: what is missing or unclear is said, and nothing is booked.
 */
import type { Day } from "./calendar.ts";
import type { RecordType } from "./effect.ts";
import type { Fen } from "./money.ts";
import { chooseAmount, findAmounts } from "./quick-amount.ts";
import { findDays } from "./quick-day.ts";
import { Line, plainWord } from "./quick-line.ts";
import {
  ACCOUNT_WORDS,
  CATEGORY_WORDS,
  EXPENSE_MARKS,
  INCOME_MARKS,
  INCOME_WORDS,
} from "./quick-words.ts";

/** What of a user's book the reading rests on. */
export interface QuickBook {
  accounts: { id: number; name: string; type: string }[];
  /** The categories in use, and whether each was ever income, ever an expense. */
  categories: { name: string; income: boolean; expense: boolean }[];
  /** The account of the newest record: the one meant where none is named. */
  lastAccountId: number | undefined;
}

export type QuickField = "amount" | "account" | "category" | "date" | "type";

export interface QuickReading {
  type: RecordType;
  amount: Fen;
  category: string;
  accountId: number;
  day: Day;
  /** What is left of the line; empty when nothing is. */
  note: string;
  /** What the line did not say and was assumed. */
  assumed: QuickField[];
}

/** What stands in the way of a reading. */
export interface QuickProblem {
  field: QuickField;
  problem: "missing" | "ambiguous" | "invalid" | "unknown";
  /** What it could be, or the word that names nothing. */
  names: string[];
}

/** Reads the line, or says everything that is missing or unclear. */
export function readQuick(
  text: string,
  book: QuickBook,
  today: Day,
): QuickReading | QuickProblem[] {
  const line = new Line(text);
  const problems: QuickProblem[] = [];
  const day = readDay(line, today, problems);
  const namedAccount = takeNamedAccount(line, book, problems);
  const amount = readAmount(line, problems);
  const type = readType(line, amount?.plus ?? false, problems);
  const account = namedAccount ?? readAccount(line, book, problems);
  const category = readCategory(line, book, type.income, problems);
  if (problems.length > 0 || amount === undefined || category === undefined) return problems;
  const assumed: QuickField[] = [];
  if (day === undefined) assumed.push("date");
  if (account?.assumed) assumed.push("account");
  return {
    type: settleType(type, category, book),
    amount: amount.amount,
    category,
    accountId: (account as { id: number }).id,
    day: day ?? today,
    note: line.rest(),
    assumed,
  };
}

function readDay(line: Line, today: Day, problems: QuickProblem[]): Day | undefined {
  const days = findDays(line.plain, today);
  for (const { start, end } of days) line.take(start, end);
  if (days.length > 1) {
    problems.push({
      field: "date",
      problem: "ambiguous",
      names: days.map(({ start, end }) => line.plain.slice(start, end)),
    });
  } else if (days[0] && days[0].day === undefined) {
    const { start, end } = days[0];
    problems.push({ field: "date", problem: "invalid", names: [line.plain.slice(start, end)] });
  }
  return days[0]?.day;
}

interface AccountRead {
  id: number;
  assumed: boolean;
}

/** An account by its whole name. */
function takeNamedAccount(
  line: Line,
  { accounts }: QuickBook,
  problems: QuickProblem[],
): AccountRead | undefined {
  const found = line.find(accounts.map(({ name }) => name));
  const names = new Set(found.map(({ word }) => word));
  const meant = accounts.filter(({ name }) => names.has(name));
  for (const { start, end } of found) line.take(start, end);
  return settleAccount(meant, problems);
}

/** An account by a part of its name, else the one used last, else the only one. */
function readAccount(
  line: Line,
  book: QuickBook,
  problems: QuickProblem[],
): AccountRead | undefined {
  if (problems.some(({ field }) => field === "account")) return undefined;
  for (const { text, start, end } of line.pieces()) {
    const word = ACCOUNT_WORDS.find((known) => text.startsWith(known) || text.endsWith(known));
    const part = word ?? (text.length >= 2 ? text.toLowerCase() : undefined);
    if (part === undefined) continue;
    const meant = book.accounts.filter(
      ({ name, type }) => plainWord(name).includes(part) || (part === "现金" && type === "cash"),
    );
    if (meant.length === 0 && word === undefined) continue;
    if (meant.length === 0) {
      problems.push({ field: "account", problem: "unknown", names: [part] });
      return undefined;
    }
    const from = word !== undefined && !text.startsWith(word) ? end - word.length : start;
    line.take(from, from + part.length);
    return settleAccount(meant, problems);
  }
  const { accounts, lastAccountId } = book;
  const usual = accounts.find(({ id }) => id === lastAccountId) ?? onlyOne(accounts);
  if (usual !== undefined) return { id: usual.id, assumed: true };
  problems.push({
    field: "account",
    problem: "missing",
    names: accounts.map(({ name }) => name),
  });
  return undefined;
}

function settleAccount(
  meant: QuickBook["accounts"],
  problems: QuickProblem[],
): AccountRead | undefined {
  if (meant.length > 1) {
    problems.push({ field: "account", problem: "ambiguous", names: meant.map(({ name }) => name) });
  }
  const [account] = meant;
  return account && { id: account.id, assumed: false };
}

function onlyOne<T>(items: T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function readAmount(
  line: Line,
  problems: QuickProblem[],
): { amount: Fen; plus: boolean } | undefined {
  const candidates = findAmounts(line.plain, line.isTaken);
  const read = chooseAmount(candidates);
  if (typeof read === "string") {
    const names = candidates.map(({ start, end }) => line.plain.slice(start, end));
    problems.push({ field: "amount", problem: read, names });
    return undefined;
  }
  line.take(read.chosen.start, read.chosen.end);
  return { amount: read.amount, plus: read.chosen.plus };
}

/** What the line itself says of the direction. */
interface TypeRead {
  income: boolean;
  expense: boolean;
}

function readType(line: Line, plus: boolean, problems: QuickProblem[]): TypeRead {
  const income = line.find(INCOME_MARKS);
  const expense = line.find(EXPENSE_MARKS);
  for (const { start, end } of [...income, ...expense]) line.take(start, end);
  if (income.length > 0 && expense.length > 0) {
    const names = [...income, ...expense].map(({ word }) => word);
    problems.push({ field: "type", problem: "ambiguous", names });
  }
  return { income: income.length > 0 || plus, expense: expense.length > 0 };
}

/** Said, or known from the category: by how it was used before, or by the word itself. */
function settleType(said: TypeRead, category: string, { categories }: QuickBook): RecordType {
  if (said.income) return "income";
  if (said.expense) return "expense";
  const known = categories.find(({ name }) => name === category);
  if (known && known.income !== known.expense) return known.income ? "income" : "expense";
  return INCOME_WORDS.includes(category) ? "income" : "expense";
}

/** A category of the user's, else one that an everyday word speaks of; the word stays in the note. */
function readCategory(
  line: Line,
  book: QuickBook,
  income: boolean,
  problems: QuickProblem[],
): string | undefined {
  const own = line.find(book.categories.map(({ name }) => name));
  for (const { start, end } of own) line.take(start, end);
  const spoken =
    own.length > 0 ? own.map(({ word }) => word) : spokenCategories(line, book, income);
  const names = [...new Set(spoken)];
  if (names.length > 1) problems.push({ field: "category", problem: "ambiguous", names });
  if (names.length === 0) problems.push({ field: "category", problem: "missing", names: [] });
  return names[0];
}

function spokenCategories(line: Line, book: QuickBook, income: boolean): string[] {
  const incomes = line.find(INCOME_WORDS);
  for (const { start, end } of incomes) line.take(start, end);
  if (incomes.length > 0 || income) return incomes.map(({ word }) => word);
  const wordsOf = new Map(
    CATEGORY_WORDS.flatMap(({ words, categories }) => words.map((word) => [word, categories])),
  );
  const owned = new Set(book.categories.map(({ name }) => name));
  return line
    .find([...wordsOf.keys(), ...CATEGORY_WORDS.flatMap(({ categories }) => categories)])
    .map(({ word, start, end }) => {
      const categories = wordsOf.get(word);
      if (categories === undefined) {
        line.take(start, end);
        return word;
      }
      return categories.find((name) => owned.has(name)) ?? (categories[0] as string);
    });
}

/** The category that a note speaks of, for an entry that gives its amount apart. */
export function categoryOfNote(note: string, book: QuickBook): string | undefined {
  const problems: QuickProblem[] = [];
  const category = readCategory(new Line(note), book, false, problems);
  return problems.length === 0 ? category : undefined;
}

/** The account that a text names, for an entry that gives it apart. */
export function accountByName(
  name: string | undefined,
  book: QuickBook,
): { id: number; assumed: boolean } | QuickProblem[] {
  const problems: QuickProblem[] = [];
  const line = new Line(name ?? "");
  const exact = book.accounts.filter(
    (account) => plainWord(account.name) === plainWord(name ?? ""),
  );
  const read =
    name !== undefined && exact.length > 0
      ? settleAccount(exact, problems)
      : readAccount(line, book, problems);
  const unknown = read === undefined ? problems[0]?.problem === "missing" : read.assumed;
  if (name !== undefined && unknown) {
    return [{ field: "account", problem: "unknown", names: [name] }];
  }
  return problems.length > 0 || read === undefined ? problems : read;
}

/** The direction where it is not given. */
export function typeOfCategory(category: string, book: QuickBook): RecordType {
  return settleType({ income: false, expense: false }, category, book);
}
