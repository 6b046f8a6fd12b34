/** 兴业银行: the net bank's XLS. */
import { bankFormat } from "./bank.ts";

export const cib = bankFormat("cib", "兴业银行", [
  {
    name: "debit",
    card: "debit",
    header: ["交易时间", "记账日", "支出", "收入", "账户余额", "摘要", "对方户名", "用途"],
    date: ["交易时间", "记账日"],
    amount: { in: "收入", out: "支出" },
    balance: "账户余额",
    summary: ["摘要"],
    counterparty: ["对方户名"],
    note: ["用途", "备注"],
  },
]);
