/**
 * OFX and QFX: version 1 (SGML, closing tags optional, even on one line) and version 2 (XML).
 * Rules: bills.md 9.1. A date is the date as written and never goes through a zone; FITID is the id
 * within one account. Transactions are in ofx-lines.ts.
 */
import { note, type Text } from "../../contract/notes.ts";
import { toFen } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillAccount, BillLine, Closing } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import { decodeStated } from "../file/charset.ts";
import type { BillFile } from "../file/container.ts";
import { child, type Element, findAll, textAt } from "../file/element.ts";
import { type Markup, readMarkup } from "../file/markup.ts";
import type { CardCredit } from "../format/card-words.ts";
import { endBefore } from "../format/closings.ts";
import { cutOff, type Format, newBill } from "../format/format.ts";
import { markOfColumn, readDecimal } from "../values/decimal.ts";
import { investmentLines } from "./ofx-broker.ts";
import { type OfxStatement, readOfxTime, statementLines } from "./ofx-lines.ts";
import { settleStatements } from "./statement-kinds.ts";

/** Aggregates that hold the statement of one account. */
const STATEMENTS = ["STMTRS", "CCSTMTRS", "INVSTMTRS"];

/** OFX and QFX. `read` throws BillError "wrong-file" when the file holds no account statement. */
export const ofx: Format = {
  key: "ofx",
  clock: "local",
  role: "bank",
  ids: "account",
  title: note("ofxTitle"),
  recognise: (file) => /<OFX[\s>]|^\s*OFXHEADER:/i.test(file.text.slice(0, 8192)),
  read: (file, answers = {}) => [readOfx(file, answers)],
};

function readOfx(file: BillFile, answers: Answers): Bill {
  const { text, encoding } = decodeStated(file, answers);
  const markup = readMarkup(upperCaseTags(text), file.limits);
  const elements = statementElements(markup.root);
  const notices = statusNotices(markup.root);
  if (elements.length === 0) throw noStatement(notices);
  const statements = describeAll(elements, markup);
  const closings: Closing[] = [];
  const lines = statements.flatMap((statement) => {
    const found = statementLines(statement);
    for (const one of found.notices) notices.push(one);
    closings.push(...closingsOf(statement, found.lines));
    return [...found.lines, ...investmentLines(statement)];
  });
  if (!markup.complete) {
    notices.push(note("fileCut"));
    const last = lines.at(-1);
    if (last && last.kind !== "skip") last.review.push(cutOff());
  }
  const cards = new Set(statements.filter(({ card }) => card).map(({ account }) => account));
  const accounts = [...new Map(statements.map((one) => [one.account, accountOf(one)])).values()];
  const layout = /OFXHEADER:\s*1/.test(text.slice(0, 4096)) ? "ofx1" : "ofx2";
  return {
    ...newBill(ofx, file, layout, ofx.title),
    encoding,
    owner: accounts.map((account) => account.name).join("、"),
    period: statedPeriod(elements),
    lines: settleStatements(lines, { cards, typeOf }),
    accounts,
    closings,
    notices,
  };
}

/** On a card's statement PAYMENT and XFER say repayment. CREDIT says nothing. */
function typeOf({ raw }: BillLine): CardCredit | undefined {
  return /^(PAYMENT|XFER)$/i.test(raw.TRNTYPE ?? "") ? "repayment" : undefined;
}

/** Some writers use lower-case tags; OFX names are upper case. */
function upperCaseTags(text: string): string {
  if (!/<ofx>/.test(text)) return text;
  return text.replace(/<\/?[a-z][a-z0-9.]{0,63}/g, (tag) => tag.toUpperCase());
}

/** The statements; where a writer has left them out, what lists the transactions. */
function statementElements(root: Element): Element[] {
  const statements = findAll(root, ...STATEMENTS);
  if (statements.length > 0) return statements;
  const lists = findAll(root, "BANKTRANLIST");
  if (lists.length > 0) return lists;
  return findAll(root, "STMTTRN").length > 0 ? [root] : [];
}

/** An account as its block names it. */
interface AccountBlock {
  id: string;
  type: string;
  bank: string;
}

function describeAll(elements: readonly Element[], markup: Markup): OfxStatement[] {
  const blocks = elements.map(accountBlock);
  const alike = sameNumbers(blocks);
  return elements.map((element, index) => {
    const block = blocks[index] as AccountBlock;
    return {
      element,
      account: accountName(block, alike.get(block.id) as SameNumber, index),
      currency: textAt(element, "CURDEF").toUpperCase(),
      card: element.name === "CCSTMTRS" || /^CREDITCARD$/i.test(block.type),
      mark: markOfColumn(findAll(element, "TRNAMT", "TOTAL").map((one) => one.text)),
      lineAt: markup.lineAt,
    };
  });
}

function accountBlock(element: Element): AccountBlock {
  const from = ["BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"]
    .map((name) => child(element, name))
    .find((one) => one !== undefined);
  return {
    id: textAt(from, "ACCTID"),
    type: textAt(from, "ACCTTYPE"),
    bank: textAt(from, "BANKID") || textAt(from, "BROKERID"),
  };
}

/** The accounts of the file that have one number. */
interface SameNumber {
  count: number;
  types: Set<string>;
  /** Type and bank. */
  kinds: Set<string>;
}

function sameNumbers(blocks: readonly AccountBlock[]): Map<string, SameNumber> {
  const numbers = new Map<string, SameNumber>();
  for (const { id, type, bank } of blocks) {
    const same = numbers.get(id) ?? { count: 0, types: new Set(), kinds: new Set() };
    numbers.set(id, same);
    same.count += 1;
    same.types.add(type);
    same.kinds.add(`${type}\n${bank}`);
  }
  return numbers;
}

/**
 * The number; with its type and bank where another account of the file has the same number. Two
 * accounts without any are two accounts all the same.
 */
function accountName({ id, type, bank }: AccountBlock, same: SameNumber, at: number): string {
  if (id === "") return same.count > 1 ? `#${at + 1}` : "";
  const parts = [id, same.types.size > 1 ? type : ""];
  if (same.kinds.size > same.types.size) parts.push(bank);
  return parts.filter((part) => part !== "").join(" ");
}

function accountOf(statement: OfxStatement): BillAccount {
  const account: BillAccount = { name: statement.account };
  if (statement.currency !== "") account.currency = statement.currency;
  const balance = readDecimal(textAt(statement.element, "LEDGERBAL", "BALAMT"), statement.mark);
  const closing = balance && toFen(balance)?.amount;
  if (closing !== undefined) account.closing = closing;
  return account;
}

/**
 * The ledger balance as the end of a day: of its own where its time is the last of it, else of the day
 * before. The list must reach that far, and no further, or the balance is of other lines than these.
 */
function closingsOf(statement: OfxStatement, lines: readonly BillLine[]): Closing[] {
  const { element, account, currency, mark } = statement;
  const balance = readDecimal(textAt(element, "LEDGERBAL", "BALAMT"), mark);
  const held = balance && toFen(balance);
  const stated = textAt(element, "LEDGERBAL", "DTASOF");
  const day = readOfxTime(stated)?.slice(0, 10);
  const end = readOfxTime(textAt(element, "BANKTRANLIST", "DTEND"))?.slice(0, 10);
  if (!held?.exact || day === undefined || end === undefined || end < day) return [];
  if (lines.some(({ kind, time }) => kind !== "skip" && time.slice(0, 10) > day)) return [];
  const closing = { account, currency, day, balance: held.amount };
  return [/^\d{8}(2359|24)/.test(stated) ? closing : endBefore(closing, lines)];
}

function statedPeriod(statements: Element[]): Bill["period"] {
  const days = statements.flatMap((statement) => {
    const list = child(statement, "BANKTRANLIST") ?? child(statement, "INVTRANLIST") ?? statement;
    return [textAt(list, "DTSTART"), textAt(list, "DTEND")].map((text) =>
      readOfxTime(text)?.slice(0, 10),
    );
  });
  const known = days.filter((day) => day !== undefined).sort();
  const [from, to] = [known[0], known.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What the bank says went wrong: a STATUS whose code is not zero. */
function statusNotices(root: Element): Text[] {
  return findAll(root, "STATUS")
    .filter((status) => !/^0*$/.test(textAt(status, "CODE")))
    .map((status) => {
      const message = textAt(status, "MESSAGE") || textAt(status, "SEVERITY");
      return note("bankStatus", { code: textAt(status, "CODE"), message });
    });
}

function noStatement([status]: Text[]): BillError {
  const why = status === undefined ? note("noStatement") : note("noStatementBecause", { status });
  return new BillError("wrong-file", why);
}
