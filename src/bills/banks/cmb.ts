/** 招商银行: the net bank's CSV, the statement PDF turned into CSV, and the credit card's mail. */

import type { Table, TableRow } from "../file/table.ts";
import { readTime } from "../values/times.ts";
import { bankFormat } from "./bank.ts";

export const cmb = bankFormat("cmb", "招商银行", [
  {
    name: "debit-netbank",
    card: "debit",
    header: ["交易日期", "交易时间", "收入", "支出", "余额", "交易类型", "交易备注"],
    date: ["交易日期"],
    clock: "交易时间",
    amount: { in: "收入", out: "支出" },
    balance: "余额",
    summary: ["交易类型"],
    counterparty: ["交易备注"],
    note: ["交易备注"],
  },
  {
    name: "debit-statement",
    card: "debit",
    header: ["记账日期", "货币", "交易金额", "联机余额", "交易摘要", "对手信息"],
    date: ["记账日期"],
    amount: { signed: "交易金额" },
    balance: "联机余额",
    currency: ["货币"],
    summary: ["交易摘要"],
    counterparty: ["对手信息"],
    note: ["客户摘要"],
  },
  {
    name: "credit",
    card: "credit",
    header: ["交易日", "记账日", "交易摘要", "人民币金额"],
    date: [],
    time: creditTime,
    amount: { spent: "人民币金额" },
    summary: [],
    counterparty: ["交易摘要"],
    note: ["交易摘要"],
    cardNumber: "卡号末四位",
  },
]);

/** "12/29" in the bill of 2024-01 is of the year before. Payments have no transaction day. */
function creditTime(row: TableRow, table: Table): string | undefined {
  const month = table.preamble.map((text) => /(\d{4})年\s*(\d{1,2})月/.exec(text)).find(Boolean);
  const cell = row.text("交易日", "记账日");
  const whole = readTime(cell);
  if (whole) return whole;
  const day = /^(\d{1,2})\/(\d{1,2})$/.exec(cell);
  if (!day || !month) return undefined;
  const year = Number(month[1]) - (Number(day[1]) > Number(month[2]) ? 1 : 0);
  return readTime(`${year}-${day[1]}-${day[2]}`);
}
