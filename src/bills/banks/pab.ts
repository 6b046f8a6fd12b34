/** 平安银行: the net bank's XLS (an XLSX by content). A word gives the sign, and who the other side is. */
import type { Fen } from "../../ledger/money.ts";
import { readMoney } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { bankFormat } from "./bank.ts";
import type { Signed } from "./bank-amount.ts";

export const pab = bankFormat("pab", "平安银行", [
  {
    name: "debit",
    card: "debit",
    header: ["交易时间", "付款方姓名", "收款方姓名", "交易类型", "交易金额", "账户余额", "摘要"],
    date: ["交易时间"],
    amount: { read: inOrOut },
    balance: "账户余额",
    summary: ["摘要"],
    counterparty: (row) => (isIn(row) ? ["付款方姓名"] : ["收款方姓名"]),
    note: ["备注"],
    id: "交易流水号",
  },
]);

function isIn(row: TableRow): boolean {
  return row.text("交易类型") === "转入";
}

/** "转入" is money in, "转出" money out; any other word says nothing. */
function inOrOut(row: TableRow): Signed | undefined {
  const money = readMoney(row.cell("交易金额"));
  if (!money || !/^转[入出]$/.test(row.text("交易类型"))) return undefined;
  return { ...money, fen: (isIn(row) ? money.fen : -money.fen || 0) as Fen };
}
