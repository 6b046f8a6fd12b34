/** 农业银行: "detail….xls" (an XLSX by content) and the app's PDF turned into CSV. */
import { bankFormat } from "./bank.ts";

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
]);
