/** Meituan's bill. What was paid is 实付金额; 订单金额 still holds the discounts. */
import { note } from "../../contract/notes.ts";
import { ZERO } from "../../ledger/money.ts";
import { noticeMangledIds } from "../bill/excel.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { filledCell, readId } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { saysRepayment } from "../format/card-words.ts";
import {
  type Decision,
  type Format,
  hasTable,
  newBill,
  newLine,
  question,
  skip,
  tablesWith,
  unreadableLine,
} from "../format/format.ts";
import { readTime } from "../values/times.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, type RefundOptions } from "./refunds.ts";
import { askTwoAccounts, decidedLine, walletMoney } from "./wallet-line.ts";
import { meituanStatus } from "./wallet-status.ts";

const HEADER = ["交易成功时间|交易创建时间", "交易类型", "订单标题", "收/支", "实付金额"];

/** The bill that the Meituan app exports. */
export const meituan: Format = {
  key: "meituan",
  clock: "china",
  role: "shop",
  ids: "global",
  title: note("meituanTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const bill = newBill(meituan, file, "v1", meituan.title);
  readPreamble(bill, table.preamble);
  const rows = table.body;
  bill.lines = rows.map(readLine);
  noticeMangledIds(bill, rows, "交易单号");
  linkRefunds(bill.lines, REFUNDS);
  compareTotals(bill, (line) => ({
    label: filledCell(line.raw["收/支"]),
    amount: line.kind === "transfer" ? ZERO : line.amount,
  }));
  return bill;
}

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const money = walletMoney(row.cell("实付金额", "订单金额"));
  const time = readTime(row.cell("交易成功时间", "交易创建时间"));
  const { account, others } = readMethod(row.cell("支付方式"));
  Object.assign(line, {
    ...money,
    time: time ?? "",
    account,
    counterparty: "美团",
    description: filledCell(row.cell("订单标题")),
    externalId: readId(row.cell("交易单号")).id,
    linkIds: [readId(row.cell("商家单号")).id].filter((id) => id !== ""),
    status: row.text("交易类型"),
  });
  if (money === undefined || time === undefined) return unreadableLine(line, money?.amount);
  const direction = filledCell(row.cell("收/支"));
  const whole = decidedLine(line, decide(line, direction), meituanStatus(line.status));
  askTwoAccounts(whole, others);
  return whole;
}

/** What the type says; a word that only begins like one is the same while its status is asked about. */
function decide(line: BillLine, direction: string): Decision {
  const { status: type, account } = line;
  if (line.amount === 0) return skip(note("zeroAmount"));
  const repaid = direction === "支出" && saysRepayment(line.description);
  if (type.startsWith("还款") || repaid) {
    const liability = /【(.+?)】/.exec(line.description)?.[1] ?? "美团月付";
    return { kind: "transfer", toAccount: liability, reason: note("repayment") };
  }
  if (type.startsWith("退款")) return { kind: "refund" };
  if (type.startsWith("充值")) {
    return { kind: "transfer", toAccount: "美团余额", reason: note("topUp") };
  }
  if (type.startsWith("提现")) {
    return {
      kind: "transfer",
      account: "美团余额",
      toAccount: account === "美团余额" ? "" : account,
      reason: note("withdrawal"),
    };
  }
  if (direction === "收入") return { kind: "income" };
  if (direction === "支出") return { kind: "expense" };
  return {
    ...skip(note("neutralUnknown")),
    review: [question("unknown-type", note("askNeutralType", { type }))],
  };
}

/** No number links a refund to its purchase. */
const REFUNDS: RefundOptions = {
  rules: [
    {
      refund: (line) => [`${line.description} ${line.amount}`],
      purchase: (line) => [`${line.description} ${line.amount}`],
      guess: true,
    },
    {
      refund: (line) => [line.description],
      purchase: (line) => [line.description],
      guess: true,
    },
  ],
};
