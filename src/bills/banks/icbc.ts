/** 工商银行: CSV of the net bank. The booked amount counts; the transaction's may be foreign or "-". */
import { type BankLayout, bankFormat } from "./bank.ts";

const COMMON = {
  date: ["交易日期", "记账日期"],
  amount: { in: "记账金额(收入)", out: "记账金额(支出)" },
  balance: "余额",
  currency: ["记账币种"],
  summary: ["摘要"],
} satisfies Partial<BankLayout>;

export const icbc = bankFormat("icbc", "工商银行", [
  {
    ...COMMON,
    name: "debit",
    card: "debit",
    header: ["交易日期", "摘要", "交易场所", "钞/汇", "记账金额(收入)", "记账金额(支出)"],
    counterparty: ["交易场所", "对方户名"],
    note: ["交易详情", "交易场所", "对方户名"],
  },
  {
    ...COMMON,
    name: "credit",
    card: "credit",
    header: ["交易日期", "记账日期", "摘要", "交易场所", "记账金额(收入)", "记账金额(支出)"],
    counterparty: ["交易场所", "对方户名"],
    note: ["交易场所"],
  },
]);
