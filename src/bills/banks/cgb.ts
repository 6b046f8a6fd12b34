/** 广发银行: the credit card's bill; purchases are positive and bear "（消费）" and the like. */
import { bankFormat } from "./bank.ts";

export const cgb = bankFormat("cgb", "广发银行", [
  {
    name: "credit",
    card: "credit",
    header: ["交易日期", "入账日期", "交易摘要", "入账金额", "入账货币"],
    date: ["交易日期", "入账日期"],
    amount: { spent: "入账金额" },
    currency: ["入账货币"],
    summary: [],
    counterparty: ["交易摘要"],
    note: ["交易摘要"],
  },
]);
