/**
 * OFX and QFX: version 1 (SGML, closing tags optional, even on one line) and version 2 (XML).
 * Rules: bills.md 9.1. A date is the date as written and never goes through a zone; the sign is
 * TRNAMT's alone; FITID is the id within one account.
 */
import type { Answers } from "./answers.ts";
import type { DecimalMark } from "./cells.ts";
import { decodeStated } from "./charset.ts";
import type { BillFile } from "./container.ts";
import { child, type Element, findAll, leaves, textAt } from "./element.ts";
import { type Format, newBill } from "./format.ts";
import { type Fraction, markOfColumn, readDecimal, toFen } from "./fraction.ts";
import { type Bill, type BillAccount, BillError, type BillLine } from "./line.ts";
import { type Markup, readMarkup } from "./markup.ts";
import { movementLine, transferBetween } from "./movement.ts";
import { pairTransfers } from "./pairing.ts";
import { clockText, dayText } from "./times.ts";

/** Aggregates that hold the statement of one account. */
const STATEMENTS = ["STMTRS", "CCSTMTRS"];

interface Statement {
  element: Element;
  account: string;
  currency: string;
  mark: DecimalMark | undefined;
  lineAt: Markup["lineAt"];
}

/** OFX and QFX. `read` throws BillError "wrong-file" when the file holds no account statement. */
export const ofx: Format = {
  key: "ofx",
  title: "OFX / QFX 银行对账单",
  recognise: (file) => /<OFX[\s>]|^\s*OFXHEADER:/i.test(file.text.slice(0, 8192)),
  read: (file, answers = {}) => [readOfx(file, answers)],
};

function readOfx(file: BillFile, answers: Answers): Bill {
  const { text, encoding } = decodeStated(file, answers);
  const markup = readMarkup(upperCaseTags(text));
  const statements = findAll(markup.root, ...STATEMENTS);
  const notices = statusNotices(markup.root);
  if (statements.length === 0) {
    throw new BillError("wrong-file", noStatementMessage(markup.root, notices));
  }
  if (!markup.complete) notices.push("文件结尾不完整，可能没有下载完，请核对最后几笔。");
  const seenFrom = new Map<BillLine, string>();
  const accounts: BillAccount[] = [];
  const lines: BillLine[] = [];
  for (const element of statements) {
    const statement = describe(element, markup);
    accounts.push(accountOf(statement));
    for (const line of statementLines(statement)) {
      seenFrom.set(line, statement.account);
      lines.push(line);
    }
  }
  const layout = /OFXHEADER:\s*1/.test(text.slice(0, 4096)) ? "ofx1" : "ofx2";
  return {
    ...newBill(ofx, file, layout, ofx.title),
    encoding,
    owner: accounts.map((account) => account.name).join("、"),
    period: statedPeriod(statements),
    lines: pairTransfers(lines, seenFrom),
    accounts,
    notices,
  };
}

/** Some writers use lower-case tags; OFX names are upper case. */
function upperCaseTags(text: string): string {
  if (!/<ofx>/.test(text)) return text;
  return text.replace(/<\/?[a-z][a-z0-9.]{0,63}/g, (tag) => tag.toUpperCase());
}

function describe(element: Element, markup: Markup): Statement {
  const from = child(element, "BANKACCTFROM") ?? child(element, "CCACCTFROM");
  const amounts = findAll(element, "TRNAMT").map((one) => one.text);
  return {
    element,
    account: textAt(from, "ACCTID"),
    currency: textAt(element, "CURDEF").toUpperCase(),
    mark: markOfColumn(amounts),
    lineAt: markup.lineAt,
  };
}

function accountOf(statement: Statement): BillAccount {
  const account: BillAccount = { name: statement.account };
  if (statement.currency !== "") account.currency = statement.currency;
  const balance = readDecimal(textAt(statement.element, "LEDGERBAL", "BALAMT"), statement.mark);
  const closing = balance && toFen(balance)?.amount;
  if (closing !== undefined) account.closing = closing;
  return account;
}

function statementLines(statement: Statement): BillLine[] {
  return findAll(statement.element, "STMTTRN").map((element) =>
    transactionLine(element, statement),
  );
}

function transactionLine(element: Element, statement: Statement): BillLine {
  const value = readDecimal(textAt(element, "TRNAMT"), statement.mark);
  const name = textAt(element, "NAME") || textAt(element, "PAYEE", "NAME");
  const memo = textAt(element, "MEMO");
  return movementLine({
    time: readOfxTime(textAt(element, "DTPOSTED")),
    value,
    ...sidesOf(element, statement, value),
    currency: currencyOf(element, statement),
    counterparty: name || memo,
    description: name ? memo : "",
    externalId: textAt(element, "FITID"),
    linkIds: [textAt(element, "CORRECTFITID"), textAt(element, "REFNUM")].filter((id) => id !== ""),
    sourceLine: statement.lineAt(element.offset),
    raw: leaves(element),
  });
}

function sidesOf(element: Element, statement: Statement, value: Fraction | undefined) {
  const to = child(element, "BANKACCTTO") ?? child(element, "CCACCTTO");
  const other = textAt(to, "ACCTID");
  if (other === "" || other === statement.account) return { account: statement.account };
  return transferBetween(statement.account, other, value);
}

/** CURRENCY gives the amount's own currency; ORIGCURRENCY only says what it was converted from. */
function currencyOf(element: Element, statement: Statement): string {
  const own = textAt(element, "CURRENCY", "CURSYM").toUpperCase();
  return own || statement.currency;
}

/**
 * "20240901012345.000[+8:CST]" → "2024-09-01 01:23:45"; "20230201" → "2023-02-01". Noon and
 * midnight to the second are what banks write when they know only the day.
 */
export function readOfxTime(text: string): string | undefined {
  const found = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?/.exec(text);
  if (!found) return undefined;
  const day = dayText(Number(found[1]), Number(found[2]), Number(found[3]));
  if (day === undefined || found[4] === undefined) return day;
  const clock = clockText(Number(found[4]), Number(found[5]), Number(found[6] ?? 0));
  return clock === undefined || /^(00|12):00:00$/.test(clock) ? day : `${day} ${clock}`;
}

function statedPeriod(statements: Element[]): Bill["period"] {
  const days = statements.flatMap((statement) => {
    const list = child(statement, "BANKTRANLIST");
    return [textAt(list, "DTSTART"), textAt(list, "DTEND")].map((text) =>
      readOfxTime(text)?.slice(0, 10),
    );
  });
  const known = days.filter((day) => day !== undefined).sort();
  const [from, to] = [known[0], known.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What the bank says went wrong: a STATUS whose code is not zero. */
function statusNotices(root: Element): string[] {
  return findAll(root, "STATUS")
    .filter((status) => !/^0*$/.test(textAt(status, "CODE")))
    .map((status) => {
      const message = textAt(status, "MESSAGE") || textAt(status, "SEVERITY");
      return `银行返回状态 ${textAt(status, "CODE")}：${message}`;
    });
}

function noStatementMessage(root: Element, notices: string[]): string {
  const investments = findAll(root, "INVSTMTRS").length > 0;
  if (investments) return "这是投资账户的 OFX 文件，没有存取款明细；请导出银行或信用卡账户。";
  return ["OFX 文件里没有账户明细，请重新下载。", ...notices].join("\n");
}
