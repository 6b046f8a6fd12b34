/** 中国银行: the debit card's statement, the net bank's table, and the credit card's bill. */
import { bankFormat } from "./bank.ts";

export const boc = bankFormat("boc", "中国银行", [
  {
    name: "debit-statement",
    card: "debit",
    header: ["记账日期", "记账时间", "币别", "金额", "余额", "交易名称", "对方账户名"],
    date: ["记账日期"],
    clock: "记账时间",
    amount: { signed: "金额" },
    balance: "余额",
    currency: ["币别"],
    summary: ["交易名称"],
    counterparty: ["对方账户名"],
    note: ["附言"],
    cardNumber: "借记卡号",
  },
  {
    name: "debit-netbank",
    card: "debit",
    header: ["交易时间", "业务摘要", "对方账户名称", "收入金额", "支出金额", "余额"],
    date: ["交易日期", "交易时间"],
    clock: "交易时间",
    amount: { in: "收入金额", out: "支出金额" },
    balance: "余额",
    currency: ["币种"],
    summary: ["业务摘要"],
    counterparty: ["对方账户名称"],
    note: ["附言"],
  },
  {
    name: "credit",
    card: "credit",
    header: ["交易日", "银行记账日", "交易描述", "存入", "支出"],
    date: ["交易日", "银行记账日"],
    amount: { in: "存入", out: "支出" },
    currency: ["币种"],
    summary: [],
    counterparty: ["交易描述"],
    note: ["交易描述"],
    cardNumber: "卡号后四位",
  },
]);
