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

/** A year and a month, wherever a bill names them. */
const MONTH = /(?<!\d)(20\d{2})\s*[年/.-]\s*(\d{1,2})(?!\d)/g;
/** From one day to another. */
const PERIOD =
  /\d{4}\s*[年/.-]\s*\d{1,2}\D\s*\d{1,2}\s*日?\s*[-~—–至到]+\s*(\d{4})\s*[年/.-]\s*(\d{1,2})/;

/**
 * A day without a year is the last that the bill can know: of its period, else of its month, whose rows may
 * reach into the next. "12/29" in the bill of 2024-01 is of the year before. Payments have no transaction day.
 */
function creditTime(row: TableRow, table: Table): string | undefined {
  const cell = row.text("交易日", "记账日");
  const whole = readTime(cell);
  if (whole) return whole;
  const day = /^(\d{1,2})\/(\d{1,2})$/.exec(cell);
  const last = lastMonth(table);
  if (!day || last === undefined) return undefined;
  const year = Math.floor((last - Number(day[1])) / 12);
  return readTime(`${year}-${day[1]}-${day[2]}`);
}

/** Of the tables that are being read: the lines above them are looked at once. */
const lastMonths = new WeakMap<Table, { month: number | undefined }>();

function lastMonth(table: Table): number | undefined {
  const known = lastMonths.get(table) ?? { month: monthAbove(table) };
  lastMonths.set(table, known);
  return known.month;
}

/** The last month that a bill's rows may be of, in months since the year 0. */
function monthAbove({ preamble }: Table): number | undefined {
  const texts = preamble.map((text) => text.normalize("NFKC"));
  const period = texts.map((text) => PERIOD.exec(text)).find((one) => one !== null);
  if (period) return Number(period[1]) * 12 + Number(period[2]);
  const [month] = texts.flatMap((text) => [...text.matchAll(MONTH)]);
  return month && Number(month[1]) * 12 + Number(month[2]) + 1;
}
