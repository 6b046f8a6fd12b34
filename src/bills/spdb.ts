/** 浦发银行: the debit card's XLS. */
import { bankFormat } from "./bank.ts";

export const spdb = bankFormat("spdb", "浦发银行", [
  {
    name: "debit",
    title: "借记卡明细",
    card: "debit",
    header: ["交易日期", "交易类型", "存入金额", "取出金额", "余额", "交易对手名称"],
    date: ["交易日期"],
    amount: { in: "存入金额", out: "取出金额" },
    balance: "余额",
    summary: ["交易类型"],
    counterparty: ["交易对手名称"],
    note: ["附言"],
  },
]);
