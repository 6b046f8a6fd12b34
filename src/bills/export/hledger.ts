/**
 * Writes a whole book as an hledger journal that proves itself: a last entry asserts the balance of
 * every account. Names stay as they are but for the few characters that mean something to hledger.
 */
import { type Fen, yuanFixed } from "../../ledger/money.ts";
import { RECKONED } from "../accounting/account-balances.ts";
import { nextDay } from "../values/calendar.ts";
import { type Book, type BookCheckpoint, bookEntries, type LedgerEntry } from "./exported-book.ts";
import { ledgerNames } from "./names.ts";

const ROOTS = { asset: "assets", liability: "liabilities", income: "income", expense: "expenses" };

const OPENING = "equity:期初余额";
const ADJUSTMENTS = "equity:调整";

/** hledger's letter for the kind of an account. */
const TYPES = { asset: "A", liability: "L", income: "R", expense: "X" };

/**
 * Gives the journal in pieces of text, an entry or a directive each.
 * @throws RangeError for an entry before the book's first day or on an unknown account.
 */
export async function* writeHledger(book: Book): AsyncGenerator<string> {
  const declared: string[] = [];
  const names = ledgerNames(book, ROOTS, legalName, (account, _, type) => {
    declared.push(accountDirective(account, TYPES[type]));
  });
  yield `; ${plain(book.title)}\n\ndecimal-mark .\ncommodity 1000.00 CNY\n\n`;
  yield accountDirective(OPENING, "E");
  if (book.hasAdjustments) yield accountDirective(ADJUSTMENTS, "E");
  for (const account of book.accounts) {
    yield accountDirective(names.account(account.id), TYPES[account.kind]);
  }
  for (const account of book.accounts) {
    if (account.opening !== 0) {
      yield openingEntry(book.firstDay, names.account(account.id), account.opening);
    }
  }
  let lastDay = book.firstDay;
  for await (const entry of bookEntries(book, names, ADJUSTMENTS)) {
    if (entry.day > lastDay) lastDay = entry.day;
    if (declared.length > 0) yield `\n${declared.splice(0).join("")}`;
    yield transaction(entry);
  }
  for (const point of book.checkpoints) yield assertion(point, names.account(point.account));
  if (book.accounts.length > 0) {
    yield `\n${nextDay(lastDay)} * 余额核对\n    ; ${RECKONED}: true\n`;
  }
  for (const account of book.accounts) {
    const name = names.account(account.id);
    yield `    ${name}    0.00 CNY = ${yuanFixed(account.balance)} CNY\n`;
  }
}

/** Behind the other entries of its day, which stand above it in the file. What does not hold is said only. */
function assertion({ day, stated, ok }: BookCheckpoint, account: string): string {
  if (!ok) return `\n; 与账本不符 ${day} ${account} = ${yuanFixed(stated)} CNY\n`;
  return `\n${day} * 对账点\n    ${account}    0.00 CNY = ${yuanFixed(stated)} CNY\n`;
}

function accountDirective(account: string, type: string): string {
  return `account ${account}  ; type: ${type}\n`;
}

function openingEntry(day: string, account: string, amount: Fen): string {
  const other = yuanFixed(-amount as Fen);
  return `\n${day} * 期初余额\n    ${account}    ${yuanFixed(amount)} CNY\n    ${OPENING}    ${other} CNY\n`;
}

function transaction(entry: LedgerEntry): string {
  const postings = entry.postings.map(
    ({ account, amount }) => `    ${account}    ${yuanFixed(amount)} CNY\n`,
  );
  return `\n${entry.day} * ${plain(entry.description)}\n    ; id: ${entry.id}\n${postings.join("")}`;
}

/** Text of one line without the characters that end a description or begin a code. */
function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replaceAll(";", "；")
    .replaceAll("|", "｜")
    .replace(/^\(/, "（");
}

/** A legal part of an account's name: no separator, no comment, no two blanks in a row. */
export function legalName(name: string): string {
  return plain(name).replaceAll(":", "：") || "未命名";
}
