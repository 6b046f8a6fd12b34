/**
 * Writes a whole book as a Beancount ledger that proves itself: every account ends with a balance
 * assertion. Original names stand in the `name` metadata of the open directives, because Beancount
 * wants each part of an account to begin with a capital letter or a digit and to hold nothing but
 * letters, digits and dashes.
 */
import { type Fen, yuanFixed } from "../../ledger/money.ts";
import { RECKONED } from "../accounting/account-balances.ts";
import { nextDay } from "../values/calendar.ts";
import { type Book, type BookCheckpoint, bookEntries, type LedgerEntry } from "./exported-book.ts";
import { ledgerNames } from "./names.ts";

const ROOTS = { asset: "Assets", liability: "Liabilities", income: "Income", expense: "Expenses" };

const OPENING = "Equity:Opening-Balances";
const ADJUSTMENTS = "Equity:Adjustments";

/**
 * Gives the ledger in pieces of text, an entry or a directive each.
 * @throws RangeError for an entry before the book's first day or on an unknown account.
 */
export async function* writeBeancount(book: Book): AsyncGenerator<string> {
  const opened: string[] = [];
  const names = ledgerNames(book, ROOTS, legalComponent, (account, name) => {
    opened.push(openDirective(book.firstDay, account, name));
  });
  yield `option "title" ${quote(book.title)}\noption "operating_currency" "CNY"\n\n`;
  yield `${book.firstDay} open ${OPENING} CNY\n`;
  if (book.hasAdjustments) yield `${book.firstDay} open ${ADJUSTMENTS} CNY\n`;
  for (const account of book.accounts) {
    yield openDirective(book.firstDay, names.account(account.id), account.name);
  }
  for (const account of book.accounts) {
    if (account.opening !== 0) {
      yield openingEntry(book.firstDay, names.account(account.id), account.opening);
    }
  }
  let lastDay = book.firstDay;
  for await (const entry of bookEntries(book, names, ADJUSTMENTS)) {
    if (entry.day > lastDay) lastDay = entry.day;
    if (opened.length > 0) yield `\n${opened.splice(0).join("")}`;
    yield transaction(entry);
  }
  yield "\n";
  for (const point of book.checkpoints) yield assertion(point, names.account(point.account));
  for (const account of book.accounts) {
    const amount = yuanFixed(account.balance);
    yield `${nextDay(lastDay)} balance ${names.account(account.id)}  ${amount} CNY\n  ${RECKONED}: TRUE\n`;
  }
}

/** Beancount asserts the start of a day. What does not hold is said, and breaks no ledger. */
function assertion({ day, stated, ok }: BookCheckpoint, account: string): string {
  const directive = `${nextDay(day)} balance ${account}  ${yuanFixed(stated)} CNY\n`;
  return ok ? directive : `; 与账本不符 ${directive}`;
}

function openDirective(day: string, account: string, name: string): string {
  return `${day} open ${account} CNY\n  name: ${quote(name)}\n`;
}

function openingEntry(day: string, account: string, amount: Fen): string {
  const other = yuanFixed(-amount as Fen);
  return `\n${day} * "期初余额"\n  ${account}  ${yuanFixed(amount)} CNY\n  ${OPENING}  ${other} CNY\n`;
}

function transaction(entry: LedgerEntry): string {
  const postings = entry.postings.map(
    ({ account, amount }) => `  ${account}  ${yuanFixed(amount)} CNY\n`,
  );
  return `\n${entry.day} * ${quote(entry.description)}\n  id: ${quote(entry.id)}\n${postings.join("")}`;
}

/** A string literal; line breaks become \n so that an entry's head stays one line. */
export function quote(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
  return `"${escaped}"`;
}

/** A legal part of an account's name: "招商银行（1234）" → "X-招商银行-1234", "cash" → "Cash". */
export function legalComponent(name: string): string {
  const bare = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{Nd}-]+/gu, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
  const capital = /^[a-z]/.test(bare) ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
  return /^[A-Z0-9]/.test(capital) ? capital : `X-${capital || "未命名"}`;
}
