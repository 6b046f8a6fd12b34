/** Transfers of tables that hold the rows of several accounts: one transfer, whichever way it is written. */
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import type { AmountModel } from "./mapping.ts";
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

/**
 * Makes the line a transfer, in place. False where the table is of one account and the amount's sign
 * says which way the money went: a bank's 转账 may go to anybody.
 */
export function transferOf(
  line: BillLine,
  word: TypeWord,
  out: boolean,
  model: AmountModel,
  toAccount: string,
  accounts: ReadonlySet<string>,
): boolean {
  const arrow = ARROW.exec(line.account);
  if (arrow) return makeTransfer(line, arrow[1] as string, arrow[2] as string);
  if (toAccount !== "") {
    const into = word.direction === "in";
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

function makeTransfer(line: BillLine, account: string, toAccount: string): true {
  Object.assign(line, { kind: "transfer", account, toAccount });
  return true;
}
