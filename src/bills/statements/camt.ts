/**
 * ISO 20022 statements: camt.052 (intraday), .053 (end of day) and .054 (notices), all versions,
 * read by local names. Rules: bills.md 9.3. Entries and their batches are in camt-entry.ts.
 */

import { note, type Text } from "../../contract/notes.ts";
import { compare, type Fraction, negate, subtract, toFen } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillAccount, BillLine, Closing } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import { decodeStated } from "../file/charset.ts";
import type { BillFile } from "../file/container.ts";
import { attribute, child, children, type Element, findAll, textAt } from "../file/element.ts";
import { type Markup, readMarkup } from "../file/markup.ts";
import { type Format, newBill } from "../format/format.ts";
import { readIsoTime } from "../values/calendar.ts";
import { readDecimal } from "../values/decimal.ts";
import type { CamtEntry } from "./camt-detail.ts";
import { isReversal } from "./camt-detail.ts";
import { entryLines, flipped, signedTotal } from "./camt-entry.ts";
import { isCardName, settleStatements } from "./statement-kinds.ts";

/** The elements that hold one account's statement, report or notice. */
const STATEMENTS = ["Stmt", "Rpt", "Ntfctn"];

/** CAMT. `read` throws BillError "wrong-file" when the file holds no statement. */
export const camt: Format = {
  key: "camt",
  clock: "local",
  role: "bank",
  ids: "account",
  title: note("camtTitle"),
  recognise: (file) => /<(\w+:)?(Document|BkToCstmr\w+)[\s>]/.test(file.text.slice(0, 8192)),
  read: (file, answers = {}) => [readCamt(file, answers)],
};

interface Statement {
  element: Element;
  account: string;
  currency: string;
}

function readCamt(file: BillFile, answers: Answers): Bill {
  const { text, encoding } = decodeStated(file, answers);
  const markup = readMarkup(text, file.limits);
  const statements = findAll(markup.root, ...STATEMENTS).map(describe);
  if (statements.length === 0) {
    throw new BillError("wrong-file", note("noCamtStatement"));
  }
  const own = new Set(statements.map((statement) => statement.account));
  const notices: Text[] = markup.complete ? [] : [note("fileCut")];
  const accounts = new Map<string, BillAccount>();
  const lines = statements.flatMap((statement) => {
    noteBalances(statement, accounts);
    return statementLines(statement, own, markup, notices);
  });
  const cards = new Set(statements.filter(isCard).map(({ account }) => account));
  const layout = /camt\.(\d{3}\.\d{3}\.\d{2})/.exec(text.slice(0, 8192))?.[1] ?? "camt";
  return {
    ...newBill(camt, file, layout, camt.title),
    encoding,
    owner: [...own].join("、"),
    lines: settleStatements(lines, { cards }),
    accounts: [...accounts.values()],
    closings: closingsOf(statements),
    notices,
  };
}

function describe(element: Element): Statement {
  const account = child(element, "Acct");
  const id = textAt(account, "Id", "IBAN") || textAt(account, "Id", "Othr", "Id");
  const firstAmount = child(child(element, "Ntry"), "Amt");
  const currency = textAt(account, "Ccy") || attribute(firstAmount, "Ccy");
  return { element, account: id, currency };
}

/** By the type that the statement names, or by the account's name. */
function isCard({ element }: Statement): boolean {
  const account = child(element, "Acct");
  const type = [textAt(account, "Tp", "Cd"), textAt(account, "Tp", "Prtry")].join(" ");
  return /\bCARD\b/.test(type) || isCardName(`${type} ${textAt(account, "Nm")}`);
}

function statementLines(
  statement: Statement,
  own: ReadonlySet<string>,
  markup: Markup,
  notices: Text[],
): BillLine[] {
  const entries = children(statement.element, "Ntry").map((element): CamtEntry => {
    return { ...statement, element, own, doubtful: false, line: markup.lineAt(element.offset) };
  });
  return provenSigns(statement, entries, notices).flatMap(entryLines);
}

/**
 * CdtDbtInd gives the direction, also of reversals; some banks mean the opposite there. Opening
 * and closing balance decide; where they cannot, the reversals are kept as written and flagged.
 */
function provenSigns(statement: Statement, entries: CamtEntry[], notices: Text[]): CamtEntry[] {
  const opening = balance(statement, "OPBD") ?? balance(statement, "PRCD");
  const closing = balance(statement, "CLBD");
  const moved = opening && closing && subtract(closing, opening);
  if (moved && compare(signedTotal(entries), moved) === 0) return entries;
  const reversed = entries.some(isReversal);
  const other = entries.map(flipped);
  if (reversed && moved && compare(signedTotal(other), moved) === 0) return other;
  if (moved) notices.push(note("accountDoesNotAddUp", { account: statement.account }));
  return entries.map((entry) => ({ ...entry, doubtful: true }));
}

/** The last booked closing balance of each account, which stands at the end of its day. */
function closingsOf(statements: readonly Statement[]): Closing[] {
  const last = new Map<string, Closing>();
  for (const statement of statements) {
    const { account, currency } = statement;
    const value = balance(statement, "CLBD");
    const held = value && toFen(value);
    const date = child(balanceElement(statement, "CLBD"), "Dt");
    const day = readIsoTime(textAt(date, "Dt") || textAt(date, "DtTm"))?.slice(0, 10) ?? "";
    const key = `${currency}\n${account}`;
    if (day === "" || !held?.exact || day < (last.get(key)?.day ?? "")) continue;
    last.set(key, { account, currency, day, balance: held.amount });
  }
  return [...last.values()];
}

function balanceElement({ element }: Statement, kind: string): Element | undefined {
  const found = children(element, "Bal").filter(
    (one) => textAt(one, "Tp", "CdOrPrtry", "Cd") === kind,
  );
  return kind === "CLBD" ? found.at(-1) : found[0];
}

/** A balance of one kind in the account's currency, negative for a debt. */
function balance(statement: Statement, kind: string): Fraction | undefined {
  const chosen = balanceElement(statement, kind);
  const amount = child(chosen, "Amt");
  const currency = attribute(amount, "Ccy");
  if (currency !== "" && statement.currency !== "" && currency !== statement.currency) {
    return undefined;
  }
  const value = readDecimal(amount?.text ?? "", ".");
  return value && textAt(chosen, "CdtDbtInd") === "DBIT" ? negate(value) : value;
}

/** Several statements of one account follow each other: first opening, last closing. */
function noteBalances(statement: Statement, accounts: Map<string, BillAccount>): void {
  const account = accounts.get(statement.account) ?? { name: statement.account };
  accounts.set(statement.account, account);
  if (statement.currency !== "") account.currency = statement.currency;
  const opening = balance(statement, "OPBD") ?? balance(statement, "PRCD");
  const closing = balance(statement, "CLBD");
  const openingFen = opening && toFen(opening)?.amount;
  const closingFen = closing && toFen(closing)?.amount;
  if (openingFen !== undefined) account.opening ??= openingFen;
  if (closingFen !== undefined) account.closing = closingFen;
}
