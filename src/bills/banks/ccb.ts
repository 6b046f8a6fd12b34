/** 建设银行: two layouts of the net bank's XLS, told apart by their names. */
import { bankFormat } from "./bank.ts";

export const ccb = bankFormat("ccb", "建设银行", [
  {
    name: "debit",
    card: "debit",
    header: ["记账日", "交易日期", "支出", "收入", "账户余额", "摘要"],
    date: ["交易日期", "记账日"],
    clock: "交易时间",
    amount: { in: "收入", out: "支出" },
    balance: "账户余额",
    currency: ["币种"],
    summary: ["摘要"],
    counterparty: ["对方户名"],
    note: ["交易地点"],
  },
  {
    name: "debit-current",
    card: "debit",
    header: ["摘要", "币别", "交易日期", "交易金额", "账户余额", "交易地点/附言"],
    date: ["交易日期"],
    amount: { signed: "交易金额" },
    balance: "账户余额",
    currency: ["币别"],
    summary: ["摘要"],
    counterparty: ["对方账号与户名"],
    note: ["交易地点/附言"],
  },
]);
