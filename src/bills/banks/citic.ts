/** 中信银行: the credit card's XLS; the settled amount counts, purchases are positive. */
import { bankFormat } from "./bank.ts";

export const citic = bankFormat("citic", "中信银行", [
  {
    name: "credit",
    card: "credit",
    header: ["交易日期", "入账日期", "交易描述", "卡末四位", "结算金额"],
    date: ["交易日期", "入账日期"],
    amount: { spent: "结算金额" },
    currency: ["结算币种"],
    summary: [],
    counterparty: ["交易描述"],
    note: ["交易描述"],
    cardNumber: "卡末四位",
  },
]);
