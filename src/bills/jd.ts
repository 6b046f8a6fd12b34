/** JD's bill: the columns changed their order in 2024-12, their names did not. */
import { type Fen, ZERO } from "../ledger/money.ts";
import { filledCell, readFen, readId } from "./cells.ts";
import type { BillFile } from "./container.ts";
import { noticeMangledIds } from "./excel.ts";
import {
  askAccounts,
  type Decision,
  type Format,
  newBill,
  newLine,
  question,
  skip,
  tablesWith,
} from "./format.ts";
import type { Bill, BillLine } from "./line.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, purchaseText, type RefundOptions } from "./refunds.ts";
import type { Table, TableRow } from "./table.ts";
import { readTime } from "./times.ts";

const HEADER = ["交易时间", "商户名称", "交易说明", "收/支", "金额", "交易状态"];
const AMOUNT = /^([\d.,]+)(?:\((已全额退款|已退款)([\d.,]*)\))?$/;

/** The bill of 京东 and 京东金融. */
export const jd: Format = {
  key: "jd",
  title: "京东账单",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const layout = table.titles[1] === "交易分类" ? "v1" : "v2";
  const bill = newBill(
    jd,
    file,
    layout,
    `京东账单（${layout === "v1" ? "2023 年及以前" : "2024 年起"}）`,
  );
  readPreamble(bill, table.preamble);
  const rows = table.body;
  bill.lines = rows.map(readLine);
  noticeMangledIds(bill, rows, "交易订单号");
  linkRefunds(bill.lines, refunds(layout));
  compareTotals(bill, (line) => ({
    label: filledCell(line.raw["收/支"]),
    amount: (line.kind === "skip" ? 0 : line.amount - refundedPart(line)) as Fen,
  }));
  return bill;
}

/** A row, read but not yet understood. */
interface JdRow {
  amount: Fen;
  direction: string;
  status: string;
  text: string;
  account: string;
  fullyRefunded: boolean;
}

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const cell = amountCell(row.text("金额"));
  const time = readTime(row.cell("交易时间"), { date1904: row.table.sheet.date1904 });
  const read: JdRow = {
    amount: cell?.amount ?? ZERO,
    direction: filledCell(row.cell("收/支")),
    status: row.text("交易状态"),
    text: filledCell(row.cell("交易说明")),
    account: readMethod(row.cell("收/付款方式")).account,
    fullyRefunded: cell?.full ?? false,
  };
  Object.assign(line, {
    time: time ?? "",
    amount: read.amount,
    account: read.account,
    counterparty: filledCell(row.cell("商户名称")),
    description: read.text,
    category: filledCell(row.cell("交易分类")),
    externalId: readId(row.cell("交易订单号")).id,
    linkIds: [readId(row.cell("商家订单号")).id].filter((id) => id !== ""),
    status: read.status,
  });
  if (!cell || !time) {
    line.reason = cell ? "时间无法识别" : "金额无法识别";
    line.review = [question("unreadable", `${line.reason}，请对照原文件补记`)];
    return line;
  }
  return askAccounts(Object.assign(line, decide(read)));
}

/** "131.77(已退款89.84)": bought for the first, and the second came back as a row of its own. */
function amountCell(text: string): { amount: Fen; refunded: Fen; full: boolean } | undefined {
  const match = AMOUNT.exec(text.normalize("NFKC").replace(/^[¥-]/, ""));
  const amount = match ? readFen(match[1]) : undefined;
  if (!match || amount === undefined) return undefined;
  const full = match[2] === "已全额退款";
  return { amount, full, refunded: full ? amount : (readFen(match[3]) ?? ZERO) };
}

function refundedPart(line: BillLine): Fen {
  return amountCell(filledCell(line.raw.金额))?.refunded ?? ZERO;
}

function decide(row: JdRow): Decision {
  if (row.amount === 0) return skip("零金额");
  if (/^(等待付款|付款失败|支付失败|交易关闭|已取消)$/.test(row.status)) {
    return skip(`没有付款：${row.status}`);
  }
  if (/^(冻结|解冻)[-—]?/.test(row.text) || /^(冻结|解冻)/.test(row.status)) {
    return skip("没有资金变动：冻结或解冻");
  }
  if (row.status === "退款成功" || /^(退款|价保退款)/.test(row.text)) {
    return row.direction === "支出" ? { kind: "expense" } : { kind: "refund" };
  }
  if (row.direction === "支出") return { kind: "expense" };
  if (row.direction === "收入") return { kind: "income" };
  return neutral(row);
}

function neutral(row: JdRow): Decision {
  if (row.fullyRefunded) return { kind: "expense", reason: "已全额退款，另有退款记录" };
  if (/白条.*还款/.test(row.text)) return { kind: "transfer", toAccount: "白条", reason: "还款" };
  if (/小金库.*转入/.test(row.text)) return { kind: "transfer", toAccount: "京东小金库" };
  if (/小金库.*转出/.test(row.text)) {
    return { kind: "transfer", account: "京东小金库", toAccount: row.account };
  }
  if (/收益/.test(row.text)) return { kind: "income", reason: "收益" };
  if (/余额充值/.test(row.text)) return { kind: "transfer", toAccount: "京东钱包", reason: "充值" };
  if (/余额提现/.test(row.text)) {
    return { kind: "transfer", account: "京东钱包", toAccount: row.account, reason: "提现" };
  }
  if (row.account === "先享后付") {
    return {
      ...skip("先享后付的占位记录，真正的付款另有一行"),
      review: [question("pay-later", "先享后付的占位记录；如果账单里没有后来的付款，请补记")],
    };
  }
  return {
    ...skip("不计收支，看不出是什么，请选择怎样记账"),
    review: [question("unknown-type", `不认识的不计收支记录“${row.text}”，请选择怎样记账`)],
  };
}

/** One order number is shared by a purchase, its refunds and its holds; "_1" may follow it. */
function orderIds(line: BillLine): string[] {
  return [line.externalId.replace(/_\d+$/, "")].filter((id) => id !== "");
}

function refunds(layout: string): RefundOptions {
  const shop = (line: BillLine) => [`${line.counterparty} ${purchaseText(line.description)}`];
  return {
    rules: [
      { refund: orderIds, purchase: orderIds },
      { refund: (line) => line.linkIds, purchase: (line) => line.linkIds },
      { refund: shop, purchase: shop, guess: true },
      {
        refund: (line) => [line.counterparty],
        purchase: (line) => [line.counterparty],
        guess: true,
      },
    ],
    refundable: (line) => (layout === "v2" ? refundedPart(line) : line.amount),
    refunded: (line) => refundedPart(line) > 0,
  };
}
