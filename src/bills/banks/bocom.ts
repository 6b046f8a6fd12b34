/** 交通银行: amounts are positive, and a column or the first word gives the sign. */
import type { Fen } from "../../ledger/money.ts";
import { readMoney } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { bankFormat } from "./bank.ts";
import type { Signed } from "./bank-amount.ts";

export const bocom = bankFormat("bocom", "交通银行", [
  {
    name: "debit-statement",
    card: "debit",
    header: ["交易日期", "交易时间", "交易类型", "借贷", "交易金额", "余额"],
    date: ["交易日期"],
    clock: "交易时间",
    amount: { read: debitOrCredit },
    balance: "余额",
    summary: ["交易类型"],
    counterparty: ["对方户名"],
    note: ["交易地点", "摘要"],
  },
  {
    name: "debit-netbank",
    card: "debit",
    header: ["记账日期", "交易时间", "交易地点", "支出金额", "收入金额", "余额"],
    date: ["交易时间", "记账日期"],
    amount: { in: "收入金额", out: "支出金额" },
    balance: "余额",
    summary: ["交易方式", "摘要"],
    counterparty: ["对方户名"],
    note: ["交易地点"],
  },
  {
    name: "credit",
    card: "credit",
    header: ["交易日期", "记账日期", "交易说明", "入账币种/金额"],
    date: ["交易日期", "记账日期"],
    amount: { read: creditAmount },
    summary: [],
    counterparty: ["交易说明"],
    note: ["交易说明"],
  },
]);

/** "借 Dr" is money out, "贷 Cr" money in. */
function debitOrCredit(row: TableRow): Signed | undefined {
  const money = readMoney(row.cell("交易金额"));
  const side = row.text("借贷");
  if (!money || !/借|贷|dr|cr/i.test(side)) return undefined;
  const out = /借|dr/i.test(side);
  return { ...money, fen: (out ? -money.fen || 0 : money.fen) as Fen };
}

/** What brings money onto the card, and what takes it away; of anything else the sign is asked. */
const INTO =
  /退货|退款|退还|返还|返现|存入|冲正|撤销|减免|奖励|贷记|入账|还款|溢缴款(?!(领回|转出))/;
const OUT_OF =
  /^(消费|取现|预借现金|分期|代扣|代缴|支付|转出|年费|溢缴款(领回|转出)|\S{0,6}(费|息|金)(?!返|减|额))/;

function creditAmount(row: TableRow): Signed | undefined {
  const money = readMoney(row.cell("入账币种/金额"));
  if (!money) return undefined;
  const text = row.text("交易说明");
  const into = INTO.test(text);
  const fen = (into ? money.fen : -money.fen || 0) as Fen;
  return { ...money, fen, ...(!into && !OUT_OF.test(text) && { open: true as const }) };
}
