/** Bank statements: a bank declares its layouts by column names, and this reads them all alike. */

import type { DateOrder } from "../../contract/bill-answers.ts";
import { note } from "../../contract/notes.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { currencyWord, filledCell, readId, readMoney } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { settleCardCredits } from "../format/card-words.ts";
import {
  askAccounts,
  type Format,
  hasTable,
  newBill,
  newLine,
  question,
  tablesWith,
  unreadableLine,
} from "../format/format.ts";
import { askBalanceRows } from "../format/opening.ts";
import { joinTime } from "../values/times.ts";
import { type BalancedRow, proveSigns } from "./balances.ts";
import { type AmountColumns, readAmount } from "./bank-amount.ts";
import { decideBank } from "./bank-kinds.ts";
import { compareBankTotals } from "./bank-totals.ts";

/** One layout of one bank's statements. */
export interface BankLayout {
  name: string;
  card: "debit" | "credit";
  /** The names that give the layout away; "a|b" for one of several. */
  header: string[];
  /** Date columns, the transaction's own first; a bank's booking date is the second choice. */
  date: string[];
  clock?: string;
  order?: DateOrder;
  amount: AmountColumns;
  balance?: string;
  currency?: string[];
  /** The bank's word for the kind of row. */
  summary: string[];
  /** The columns of the other side's name, the first filled one counts; or which they are in a row. */
  counterparty: string[] | ((row: TableRow) => string[]);
  note: string[];
  /** The column with the card's last digits, where one file holds several cards. */
  cardNumber?: string;
  id?: string;
  /** For what the columns cannot say: dates without a year. */
  time?: (row: TableRow, table: Table) => string | undefined;
}

/** A bank's format from its layouts. `bank` is the name that accounts bear: "招商银行". */
export function bankFormat(key: string, bank: string, layouts: readonly BankLayout[]): Format {
  const format: Format = {
    key,
    clock: "china",
    role: "bank",
    ids: "account",
    title: note("bankTitle", { bank }),
    recognise: (file) => layouts.some((layout) => hasTable(file, layout.header)),
    read(file) {
      return file.sheets.flatMap((sheet) => {
        const alone = { ...file, sheets: [sheet] };
        const layout = layouts.find((one) => hasTable(alone, one.header));
        if (!layout) return [];
        return tablesWith(alone, layout.header).map((table) =>
          readStatement(format, bank, layout, file, table),
        );
      });
    },
  };
  return format;
}

const TITLES = { debit: "bankDebitTitle", credit: "bankCreditTitle" } as const;

const OWNER = /(?:卡\s*号|账\s*号|账户|卡号\/账号)\s*[:：]?\s*\[?([\dxX*]{8,})/;

/** A row with what its line cannot hold. */
interface ReadRow {
  row: TableRow;
  line: BillLine;
  signed: Fen | undefined;
  balance: Fen | undefined;
  /** Its sign is asked. */
  open: boolean;
}

function readStatement(
  format: Format,
  bank: string,
  layout: BankLayout,
  file: BillFile,
  table: Table,
): Bill {
  const bill = newBill(format, file, layout.name, note(TITLES[layout.card], { bank }));
  const preamble = table.preamble.map((text) => text.normalize("NFKC"));
  bill.owner = preamble.map((text) => OWNER.exec(text)?.[1]).find((owner) => owner) ?? "";
  const kind = layout.card === "credit" ? "信用卡" : "储蓄卡";
  const rows = withoutNotes(table.body).map((row) =>
    readRow(row, layout, `${bank}${kind}`, bill.owner),
  );
  const turn = provenSign(bill, rows);
  for (const { line, signed, row, open } of rows) {
    bill.lines.push(line);
    if (signed === undefined || line.time === "") continue;
    decide(line, layout, row, (signed * turn) as Fen);
    if (open) line.review.push(question("no-sign", note("askRowSign")));
  }
  if (layout.card === "credit") {
    settleCardCredits(bill.lines, { isCredit: ({ kind }) => kind === "income" });
  }
  askBalanceRows(bill.lines);
  compareBankTotals(bill, table, layout.amount);
  return bill;
}

/** Without the lines of text that stand under the last row: one cell each. */
function withoutNotes(rows: readonly TableRow[]): readonly TableRow[] {
  const last = rows.findLastIndex(
    ({ cells }) => cells.filter((cell) => filledCell(cell)).length > 1,
  );
  return rows.slice(0, last + 1);
}

/** 1, or −1 when the balances prove that the file writes its signs the other way round. */
function provenSign(bill: Bill, rows: readonly ReadRow[]): 1 | -1 {
  const balanced: BalancedRow[] = rows.map(({ line, signed, balance }) => ({
    account: line.account,
    signed: signed ?? ZERO,
    balance,
  }));
  const proof = proveSigns(balanced);
  if (proof === "opposite") {
    bill.notices.push(note("signsTurned"));
  }
  if (proof === "broken") {
    bill.notices.push(note("balancesProveNothing"));
  }
  return proof === "opposite" ? -1 : 1;
}

function readRow(row: TableRow, layout: BankLayout, account: string, owner: string): ReadRow {
  const line = newLine(row);
  const money = readAmount(row, layout.amount);
  const currency = (layout.currency ?? [])
    .map((name) => currencyWord(filledCell(row.cell(name))))
    .find(Boolean);
  line.currency = money?.currency || currency || "CNY";
  const digits = layout.cardNumber ? cardDigits(row.text(layout.cardNumber)) : "";
  line.account = accountName(account, digits || owner, line.currency);
  line.time = timeOf(row, layout) ?? "";
  line.amount = Math.abs(money?.fen ?? 0) as Fen;
  const { counterparty } = layout;
  const parties = typeof counterparty === "function" ? counterparty(row) : counterparty;
  line.counterparty = merchantName(firstFilled(row, parties));
  line.description = describe(row, layout);
  const id = layout.id ? readId(row.cell(layout.id)).id : "";
  line.externalId = /^0*$/.test(id) ? "" : id;
  if (money === undefined || line.time === "") unreadableLine(line, money?.fen);
  const balance = layout.balance ? readMoney(row.cell(layout.balance))?.fen : undefined;
  if (balance !== undefined) line.balance = balance;
  const open = money?.open === true;
  return { row, line, signed: money?.fen, balance, open };
}

/** The last four digits; a workbook's number has lost the zeros in front. */
function cardDigits(text: string): string {
  return /^\d{1,3}$/.test(text) ? text.padStart(4, "0") : text;
}

function timeOf(row: TableRow, layout: BankLayout): string | undefined {
  if (layout.time) return layout.time(row, row.table);
  const { date1904 } = row.table.sheet;
  for (const name of layout.date) {
    const clock = layout.clock ? row.cell(layout.clock) : "";
    const time = joinTime(row.cell(name), clock, { order: layout.order, date1904 });
    if (time !== undefined) return time;
  }
  return undefined;
}

/** "招商银行信用卡(1186)"; a foreign currency is an account of its own. */
function accountName(name: string, number: string, currency: string): string {
  const last = /(\d{4})\D*$/.exec(number)?.[1];
  return `${name}${last ? `(${last})` : ""}${currency === "CNY" ? "" : ` ${currency}`}`;
}

function decide(line: BillLine, layout: BankLayout, row: TableRow, signed: Fen): void {
  const decision = decideBank({
    signed,
    card: layout.card,
    account: line.account,
    summary: layout.summary.map((name) => filledCell(row.cell(name))).join(" "),
    counterparty: line.counterparty,
    note: line.description,
  });
  const own = { account: line.account, direction: signed < 0 ? "out" : "in" };
  askAccounts(Object.assign(line, { own }, decision));
}

function firstFilled(row: TableRow, names: readonly string[]): string {
  return names.map((name) => filledCell(row.cell(name))).find((text) => text !== "") ?? "";
}

/** Without the bank's own mark before the name and the account number glued behind it. */
function merchantName(text: string): string {
  return text
    .replace(/^[(（](消费|退款|退货|分期|还款)[)）]\s*|^(消费|退货|信用卡还款)\s+/, "")
    .replace(/(?<=[^\p{N}\s]|\p{N}\s)\s*\d{6,}$|CHN$/u, "")
    .trim();
}

/** What the row says beside the counterparty, each thing once. */
function describe(row: TableRow, layout: BankLayout): string {
  const texts = [...layout.summary, ...layout.note].map((name) => filledCell(row.cell(name)));
  return [...new Set(texts.filter((text) => text !== "" && !/^\*+$/.test(text)))].join(" ");
}
