/** Meituan's bill. What was paid is 实付金额; 订单金额 still holds the discounts. */
import { type Fen, ZERO } from "../ledger/money.ts";
import { filledCell, readFen, readId } from "./cells.ts";
import type { BillFile } from "./container.ts";
import { noticeMangledIds } from "./excel.ts";
import {
  askAccounts,
  type Decision,
  type Format,
  newBill,
  newLine,
  question,
  skip,
  tablesWith,
} from "./format.ts";
import type { Bill, BillLine } from "./line.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, type RefundOptions } from "./refunds.ts";
import type { Table, TableRow } from "./table.ts";
import { readTime } from "./times.ts";

const HEADER = ["交易成功时间|交易创建时间", "交易类型", "订单标题", "收/支", "实付金额"];

/** The bill that the Meituan app exports. */
export const meituan: Format = {
  key: "meituan",
  title: "美团账单",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const bill = newBill(meituan, file, "v1", "美团账单");
  readPreamble(bill, table.preamble);
  const rows = table.body;
  bill.lines = rows.map(readLine);
  noticeMangledIds(bill, rows, "交易单号");
  linkRefunds(bill.lines, REFUNDS);
  compareTotals(bill, (line) => ({
    label: filledCell(line.raw["收/支"]),
    amount: line.kind === "transfer" ? ZERO : line.amount,
  }));
  return bill;
}

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const amount = readFen(row.cell("实付金额", "订单金额"));
  const time = readTime(row.cell("交易成功时间", "交易创建时间"));
  const account = readMethod(row.cell("支付方式")).account;
  Object.assign(line, {
    time: time ?? "",
    amount: Math.abs(amount ?? 0),
    account,
    counterparty: "美团",
    description: filledCell(row.cell("订单标题")),
    externalId: readId(row.cell("交易单号")).id,
    linkIds: [readId(row.cell("商家单号")).id].filter((id) => id !== ""),
    status: row.text("交易类型"),
  });
  if (amount === undefined || time === undefined) {
    line.reason = amount === undefined ? "金额无法识别" : "时间无法识别";
    line.review = [question("unreadable", `${line.reason}，请对照原文件补记`)];
    return line;
  }
  return askAccounts(
    Object.assign(line, decide(line, Math.abs(amount) as Fen, filledCell(row.cell("收/支")))),
  );
}

function decide(line: BillLine, amount: Fen, direction: string): Decision {
  if (amount === 0) return skip("零金额");
  if (line.status === "还款") {
    const liability = /【(.+?)】/.exec(line.description)?.[1] ?? "美团月付";
    return { kind: "transfer", toAccount: liability, reason: "还款" };
  }
  if (line.status === "退款") return { kind: "refund" };
  if (line.status === "充值") return { kind: "transfer", toAccount: "美团余额", reason: "充值" };
  if (line.status === "提现") {
    return { kind: "transfer", account: "美团余额", toAccount: line.account, reason: "提现" };
  }
  if (direction === "收入") return { kind: "income" };
  if (direction === "支出") return { kind: "expense" };
  return {
    ...skip("不计收支，看不出是什么，请选择怎样记账"),
    review: [question("unknown-type", `不认识的交易类型“${line.status}”，请选择怎样记账`)],
  };
}

/** No number links a refund to its purchase. */
const REFUNDS: RefundOptions = {
  rules: [
    {
      refund: (line) => [`${line.description} ${line.amount}`],
      purchase: (line) => [`${line.description} ${line.amount}`],
      guess: true,
    },
    {
      refund: (line) => [line.description],
      purchase: (line) => [line.description],
      guess: true,
    },
  ],
};
