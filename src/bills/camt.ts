/**
 * ISO 20022 statements: camt.052 (intraday), .053 (end of day) and .054 (notices), all versions,
 * read by local names. Rules: bills.md 9.3. Entries and their batches are in camtEntry.ts.
 */
import type { Answers } from "./answers.ts";
import type { CamtEntry } from "./camt-detail.ts";
import { entryLines, flipped, signedTotal } from "./camt-entry.ts";
import { decodeStated } from "./charset.ts";
import type { BillFile } from "./container.ts";
import { attribute, child, children, type Element, findAll, textAt } from "./element.ts";
import { type Format, newBill } from "./format.ts";
import { compare, type Fraction, negate, readDecimal, subtract, toFen } from "./fraction.ts";
import { type Bill, type BillAccount, BillError, type BillLine } from "./line.ts";
import { type Markup, readMarkup } from "./markup.ts";
import { pairTransfers } from "./pairing.ts";

/** The elements that hold one account's statement, report or notice. */
const STATEMENTS = ["Stmt", "Rpt", "Ntfctn"];

/** CAMT. `read` throws BillError "wrong-file" when the file holds no statement. */
export const camt: Format = {
  key: "camt",
  title: "CAMT 银行对账单（ISO 20022）",
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
  const markup = readMarkup(text);
  const statements = findAll(markup.root, ...STATEMENTS).map(describe);
  if (statements.length === 0) {
    throw new BillError("wrong-file", "这个 XML 文件不是 CAMT 对账单，里面没有账户明细。");
  }
  const own = new Set(statements.map((statement) => statement.account));
  const notices = markup.complete ? [] : ["文件结尾不完整，请核对最后几笔。"];
  const accounts = new Map<string, BillAccount>();
  const seenFrom = new Map<BillLine, string>();
  const lines: BillLine[] = [];
  for (const statement of statements) {
    noteBalances(statement, accounts);
    for (const line of statementLines(statement, own, markup, notices)) {
      seenFrom.set(line, statement.account);
      lines.push(line);
    }
  }
  const layout = /camt\.(\d{3}\.\d{3}\.\d{2})/.exec(text.slice(0, 8192))?.[1] ?? "camt";
  return {
    ...newBill(camt, file, layout, camt.title),
    encoding,
    owner: [...own].join("、"),
    lines: pairTransfers(lines, seenFrom),
    accounts: [...accounts.values()],
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

function statementLines(
  statement: Statement,
  own: ReadonlySet<string>,
  markup: Markup,
  notices: string[],
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
function provenSigns(statement: Statement, entries: CamtEntry[], notices: string[]): CamtEntry[] {
  const opening = balance(statement, "OPBD") ?? balance(statement, "PRCD");
  const closing = balance(statement, "CLBD");
  const moved = opening && closing && subtract(closing, opening);
  if (moved && compare(signedTotal(entries), moved) === 0) return entries;
  const reversed = entries.some((entry) => textAt(entry.element, "RvslInd") === "true");
  const other = entries.map(flipped);
  if (reversed && moved && compare(signedTotal(other), moved) === 0) return other;
  if (moved) notices.push(`账户 ${statement.account} 的期初余额加明细不等于期末余额，请核对。`);
  return entries.map((entry) => ({ ...entry, doubtful: true }));
}

/** A balance of one kind in the account's currency, negative for a debt. */
function balance(statement: Statement, kind: string): Fraction | undefined {
  const found = children(statement.element, "Bal").filter(
    (one) => textAt(one, "Tp", "CdOrPrtry", "Cd") === kind,
  );
  const chosen = kind === "CLBD" ? found.at(-1) : found[0];
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
