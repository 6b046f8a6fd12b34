/** Transfers of tables that hold the rows of several accounts: one transfer, whichever way it is written. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { yuanFixed } from "../../ledger/money.ts";
import { askCurrencies } from "../apps/app-kinds.ts";
import type { BillLine } from "../bill/line.ts";
import { currencyCode, type DecimalMark, filledCell, readFen } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { question } from "../format/format.ts";
import type { AmountModel } from "./mapping.ts";
import type { Reading } from "./reading.ts";
import type { RowReader } from "./row-reader.ts";
import type { TypeWord } from "./type-words.ts";

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
  const bracketed = /^\[([^[\]]+)\]$/.exec(line.category)?.[1]?.trim();
  if (bracketed !== undefined && word === undefined) {
    line.category = "";
    return { account: bracketed, direction, word: { meaning: "transfer", direction } };
  }
  const isOwn = word === undefined && named !== line.account && own.has(named);
  if (isOwn) return { account: named, direction, word: { meaning: "transfer", direction } };
  return { account: named, ...(signedTransfers && { direction }) };
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
  const other = accounts.has(line.category) && line.category !== line.account ? line.category : "";
  if (other !== "") line.category = "";
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
