/** 浦发银行: the debit card's XLS, and the credit card's, where purchases are positive. */
import { bankFormat } from "./bank.ts";

export const spdb = bankFormat("spdb", "浦发银行", [
  {
    name: "debit",
    card: "debit",
    header: ["交易日期", "交易类型", "存入金额", "取出金额", "余额", "交易对手名称"],
    date: ["交易日期"],
    amount: { in: "存入金额", out: "取出金额" },
    balance: "余额",
    summary: ["交易类型"],
    counterparty: ["交易对手名称"],
    note: ["附言"],
  },
  {
    name: "credit",
    card: "credit",
    header: ["交易日期", "记账日期", "交易摘要", "卡号末四位", "卡片类型", "交易币种", "交易金额"],
    date: ["交易日期", "记账日期"],
    amount: { spent: "交易金额" },
    currency: ["交易币种"],
    summary: [],
    counterparty: ["交易摘要"],
    note: ["交易摘要"],
    cardNumber: "卡号末四位",
  },
]);
