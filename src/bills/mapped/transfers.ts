/** Transfers of tables that hold the rows of several accounts: one transfer, whichever way it is written. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { yuanFixed } from "../../ledger/money.ts";
import { askCurrencies } from "../apps/app-kinds.ts";
import type { BillLine } from "../bill/line.ts";
import { cleanCell, currencyCode, type DecimalMark, filledCell, readFen } from "../file/cells.ts";
import type { Table, TableRow } from "../file/table.ts";
import { question } from "../format/format.ts";
import type { AmountModel } from "./mapping.ts";
import { plainName } from "./mapping-names.ts";
import type { Reading } from "./reading.ts";
import type { RowReader } from "./row-reader.ts";
import { namesFromTo, OWN_SIDES } from "./sides.ts";
import { type TypeWord, typeWord } from "./type-words.ts";

/** Two accounts in one cell: "银行卡->现金". */
const ARROW = /^(.+?)\s*(?:-+>|=+>|→|⇒|⟶|➔|➜|»|>)\s*(.+)$/;

/** The names in the columns of accounts, both sides of an arrow apart; empty without such a column. */
export function namesAccounts(reader: RowReader, rows: readonly TableRow[]): Set<string> {
  const names = new Set<string>();
  if (!reader.mapping.columns.account) return names;
  for (const row of rows) {
    const name = reader.text(row, "account");
    for (const one of ARROW.exec(name)?.slice(1, 3) ?? [name]) names.add(one);
    names.add(reader.text(row, "toAccount"));
  }
  names.delete("");
  return names;
}

/** The other account of a row, and which way its money went where the row's sign says it. */
export interface OtherAccount {
  account: string;
  /** Says that the row is a transfer though no word of its type does. */
  word?: TypeWord;
  direction?: "in" | "out";
}

/**
 * The other account that a row names: in its column, or by a category in square brackets. Without a type
 * the row is a transfer by it alone, where it is one of the table's own accounts.
 */
export function otherAccount(
  line: BillLine,
  named: string,
  word: TypeWord | undefined,
  out: boolean,
  { own, signedTransfers }: Reading,
): OtherAccount {
  const direction = out ? "out" : "in";
  const inCategory = word === undefined ? accountIn(line.category, own) : undefined;
  if (inCategory !== undefined) {
    line.category = "";
    return { account: inCategory, direction, word: { meaning: "transfer", direction } };
  }
  const said = word === undefined && named === "" ? accountSaid(line, out, own) : undefined;
  if (said !== undefined) {
    return { account: said, direction, word: { meaning: "transfer", direction } };
  }
  const isOwn = word === undefined && named !== line.account && own.has(named);
  if (isOwn) return { account: named, direction, word: { meaning: "transfer", direction } };
  return { account: named, ...(signedTransfers && { direction }) };
}

/** 微信转支付宝, 微信转入: which accounts a description names around its word. */
const BETWEEN =
  /^(.{0,20}?)(?:转入到|转账到|提现到|充值到|转入|转给|转到|转至|转出到|转)(.{0,20})$/;

/** The other account where a description names both sides, or the other alone, and they are the table's own. */
function accountSaid(
  { account, description }: BillLine,
  out: boolean,
  own: ReadonlySet<string>,
): string | undefined {
  const [, from = "", to = ""] = BETWEEN.exec(description) ?? [];
  const [here, other] = out ? [from, to] : [to, from];
  return own.has(other) && other !== account && (here === "" || here === account)
    ? other
    : undefined;
}

/** "To 'Cash'", "转到现金": a category that names an account of the table. */
const TOWARDS = /^(?:to|from|转入到|转入|转到|转至|转自|来自|自|到)\s*['"“‘「]?(.+?)['"”’」]?$/i;

/** Words in square brackets that name no account. */
const NO_ACCOUNT = /^(unallocated|available|none|split|未分配|拆分)$/i;

/** The account that a category names as the other side of a transfer. */
function accountIn(category: string, own: ReadonlySet<string>): string | undefined {
  const bracketed = /^\[([^[\]]+)\]$/.exec(category)?.[1]?.trim();
  if (bracketed !== undefined) {
    return typeWord(bracketed) || NO_ACCOUNT.test(bracketed) ? undefined : bracketed;
  }
  const named = TOWARDS.exec(category)?.[1];
  return named !== undefined && own.has(named) ? named : undefined;
}

/** A mark in a column of this name says that the row is a transfer. */
const FLAG = /^(is ?)?transfer\??$|^(振替|转账|是否转账)$/i;
const MARKED = /^(1|true|yes|y|是|✓|√)$/i;
const UNMARKED = /^(0|false|no|n|否|)$/i;

/** The column that marks transfers; undefined where none holds nothing but marks. */
export function transferFlag({ titles }: Table, rows: readonly TableRow[]): number | undefined {
  const at = titles.findIndex((title) => FLAG.test(title.trim()));
  const isMark = (row: TableRow) => {
    const text = cleanCell(row.cells[at]);
    return MARKED.test(text) || UNMARKED.test(text);
  };
  return at >= 0 && rows.every(isMark) ? at : undefined;
}

/** Whether the row bears the mark. */
export function isFlagged(row: TableRow, flag: number | undefined): boolean {
  return flag !== undefined && MARKED.test(cleanCell(row.cells[flag]));
}

/** The accounts that stand on one side alone; undefined where a column says which way money went. */
export function loneAccounts(
  reader: RowReader,
  rows: readonly TableRow[],
): Set<string> | undefined {
  const { mapping } = reader;
  if (mapping.model !== "typed" || mapping.columns.type || !namesFromTo(mapping)) return undefined;
  const sides = rows.map((row) => [reader.text(row, "account"), reader.text(row, "toAccount")]);
  return new Set(sides.filter((names) => names.includes("")).flat());
}

/** Asks about a transfer to a name that stands on no side alone, where the columns do not call it one's own. */
export function askSides(line: BillLine, { reader, lone }: Reading): void {
  const { account = "", toAccount = "" } = reader.mapping.columns;
  if (line.kind !== "transfer" || lone === undefined) return;
  if ([account, toAccount].every((title) => OWN_SIDES.test(plainName(title)))) return;
  if (lone.has(line.account) && lone.has(line.toAccount ?? "")) return;
  line.review.push(question("own-transfer", note("ownTransferOut"), line.toAccount));
}

/**
 * The account of what is no transfer, under columns called from and to: an income's is where it arrives, and
 * what stands on the other side is its category. In place.
 */
export function placeBySides(
  line: BillLine,
  to: string,
  out: boolean,
  { fromTo, reader }: Reading,
): void {
  if (to === "" || reader.mapping.columns.account === undefined) return;
  if (!out && (fromTo || line.account === "")) {
    if (line.category === "") line.category = line.account;
    line.account = to;
  } else if (out && fromTo && line.category === "") line.category = to;
}

/** Whether some rows that name another account are below zero. */
export function hasSignedTransfers(reader: RowReader, rows: readonly TableRow[]): boolean {
  return rows.some((row) => {
    const word = reader.word(row);
    const moves = word?.meaning === "transfer" && reader.text(row, "toAccount") !== "";
    const money = moves ? reader.money(row, "amount") : undefined;
    return money !== undefined && money.fen < 0;
  });
}

/**
 * Makes the line a transfer, in place. False where the table is of one account and the amount's sign
 * says which way the money went: a bank's 转账 may go to anybody.
 */
export function transferOf(
  line: BillLine,
  word: TypeWord,
  out: boolean,
  model: AmountModel,
  { account: toAccount, direction }: OtherAccount,
  accounts: ReadonlySet<string>,
): boolean {
  const arrow = ARROW.exec(line.account);
  if (arrow) return makeTransfer(line, arrow[1] as string, arrow[2] as string);
  if (toAccount !== "") {
    const into = (word.direction ?? direction) === "in";
    return makeTransfer(line, into ? toAccount : line.account, into ? line.account : toAccount);
  }
  const directed = word.direction !== undefined || model !== "typed";
  if (accounts.size < 2 && directed && !word.own) return false;
  const away = directed ? out : true;
  const isOther = (name: string) => accounts.has(name) && name !== line.account;
  const other = [line.category, line.counterparty].find(isOther) ?? "";
  if (other === line.category) line.category = "";
  // Which side is the table's own holds where no name tells it.
  line.own = { account: line.account, direction: away ? "out" : "in" };
  return makeTransfer(line, away ? line.account : other, away ? other : line.account);
}

/** Columns of what arrived, beside the amount that left. */
const ARRIVED =
  "转入金额|到账金额|目标金额|对方金额|账户2金额|Target amount|Target amount (after fees)|To amount|Amount received|Received amount|Destination amount|Account2 Amount".split(
    "|",
  );
const ARRIVED_IN =
  "转入币种|到账币种|目标币种|对方币种|账户2币种|Target currency|To currency|Received currency|Destination currency|Account2 Currency".split(
    "|",
  );

/** Asks about a transfer that brought another currency or another amount than it took. In place. */
export function askArrival(line: BillLine, row: TableRow, fee: Fen, mark: DecimalMark): void {
  const currency = currencyCode(row.text(...ARRIVED_IN));
  const text = filledCell(row.cell(...ARRIVED));
  if (currency !== "" && currency !== line.currency) {
    askCurrencies(line, text, currency);
    return;
  }
  const arrived = text === "" ? undefined : readFen(row.cell(...ARRIVED), mark);
  if (arrived === undefined || [line.amount, line.amount - fee].includes(Math.abs(arrived))) return;
  const values = { out: yuanFixed(line.amount), in: text };
  line.review.push(question("transfer-amounts", note("askTransferAmounts", values)));
}

function makeTransfer(line: BillLine, account: string, toAccount: string): true {
  Object.assign(line, { kind: "transfer", account, toAccount });
  return true;
}
