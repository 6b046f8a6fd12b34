/** 农业银行: "detail….xls" (an XLSX by content) and the app's PDF turned into CSV. */
import { readMoney } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { readTime } from "../values/times.ts";
import { bankFormat } from "./bank.ts";
import type { Signed } from "./bank-amount.ts";

const LAST_FOUR = ["卡号末四位", "卡号后四位"];
/** What was booked, and in which currency: "-72.10/CNY". */
const BOOKED = ["入账金额/币种", "入账金额/币种(支出为-)", "入账金额/入账币种"];

/** A card's bill writes 260305 for the fifth of March. */
function shortDay(text: string): string | undefined {
  return readTime(/^\d{6}$/.test(text) ? `20${text}` : text);
}

/** Spending is negative; where a purchase is not, nothing says what the signs mean. */
function readBooked(row: TableRow): Signed | undefined {
  const money = readMoney(row.cell(...BOOKED));
  const open = money !== undefined && money.fen > 0 && /^(消费|取现)/.test(row.text("交易摘要"));
  return money && { ...money, ...(open && { open }) };
}

export const abc = bankFormat("abc", "农业银行", [
  {
    name: "debit-netbank",
    card: "debit",
    header: ["交易日期", "交易时间", "交易金额", "本次余额", "对方户名", "交易摘要"],
    date: ["交易日期"],
    clock: "交易时间",
    amount: { signed: "交易金额" },
    balance: "本次余额",
    summary: ["交易摘要", "交易类型"],
    counterparty: ["对方户名"],
    note: ["交易用途"],
  },
  {
    name: "debit-app",
    card: "debit",
    header: ["交易日期", "交易时间", "交易摘要", "交易金额", "本次余额", "对手信息"],
    date: ["交易日期"],
    clock: "交易时间",
    amount: { signed: "交易金额" },
    balance: "本次余额",
    summary: ["交易摘要"],
    counterparty: ["对手信息"],
    note: ["交易附言"],
    id: "日志号",
  },
  {
    name: "credit",
    card: "credit",
    header: ["交易日期", "入账日期", LAST_FOUR.join("|"), "交易摘要", BOOKED.join("|")],
    date: ["交易日期", "入账日期"],
    time: (row) => shortDay(row.text("交易日期")) ?? shortDay(row.text("入账日期")),
    amount: { read: readBooked },
    summary: ["交易摘要"],
    counterparty: ["商户名称/城市"],
    note: ["商户名称/城市"],
    cardNumber: "卡号末四位",
  },
]);
