/** WeChat Pay's bill for people: CSV until 2025, XLSX since, the header wherever it stands. */
import { note } from "../../contract/notes.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { noticeMangledIds } from "../bill/excel.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { filledCell, readFen, readId } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import {
  type Format,
  hasTable,
  newBill,
  newLine,
  tablesWith,
  unreadableLine,
} from "../format/format.ts";
import { readTime } from "../values/times.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, type RefundOptions } from "./refunds.ts";
import { askTwoAccounts, decidedLine, walletMoney } from "./wallet-line.ts";
import { decideWechat, type WechatRow } from "./wechat-kinds.ts";

const HEADER = ["交易时间", "交易类型", "收/支", "金额(元)|金额", "当前状态"];

/** The bill that WeChat mails as a zip. */
export const wechat: Format = {
  key: "wechat",
  clock: "china",
  role: "wallet",
  ids: "global",
  title: note("wechatTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const layout = /^xls/.test(file.container) ? file.container : "csv";
  const bill = newBill(wechat, file, layout, wechat.title);
  readPreamble(bill, table.preamble);
  const rows = table.body;
  bill.lines = rows.map(readLine);
  noticeMangledIds(bill, rows, "交易单号");
  if (bill.lines.some((line) => line.toAccount === "理财通")) {
    bill.notices.push(note("licaitongNotice"));
  }
  linkRefunds(bill.lines, REFUNDS);
  compareTotals(bill, (line) => {
    const direction = filledCell(line.raw["收/支"]);
    return { label: direction || "中性交易", amount: (line.amount + (line.fee ?? 0)) as Fen };
  });
  return bill;
}

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const money = walletMoney(row.cell("金额(元)", "金额"));
  const time = readTime(row.cell("交易时间"), { date1904: row.table.sheet.date1904 });
  const read = wechatRow(row, money?.amount ?? ZERO);
  Object.assign(line, {
    ...money,
    time: time ?? "",
    account: read.account,
    counterparty: read.counterparty,
    description: description(read),
    category: read.type,
    externalId: readId(row.cell("交易单号")).id,
    linkIds: [readId(row.cell("商户单号")).id].filter((id) => id !== ""),
    status: read.status,
  });
  if (money === undefined || time === undefined) return unreadableLine(line, money?.amount);
  const whole = decidedLine(line, ...decideWechat(read));
  askTwoAccounts(whole, readMethod(row.cell("支付方式")).others);
  return whole;
}

function wechatRow(row: TableRow, amount: Fen): WechatRow {
  return {
    amount,
    type: row.text("交易类型"),
    direction: filledCell(row.cell("收/支")),
    status: row.text("当前状态"),
    counterparty: filledCell(row.cell("交易对方")),
    goods: filledCell(row.cell("商品")),
    note: filledCell(row.cell("备注")),
    account: readMethod(row.cell("支付方式")).account,
  };
}

/** The note is information only, but people want it kept ("已优惠¥5.00"). */
function description(row: WechatRow): string {
  const note = row.note === row.goods || row.note === row.counterparty ? "" : row.note;
  return [row.goods, note].filter((text) => text !== "").join("；");
}

/** The amount that "已退款(￥39.93)" names; the whole for "已全额退款"; undefined for other words. */
function refundedAmount(line: BillLine): Fen | undefined {
  const named = /^已退款[(（]?[¥￥]?([\d.,]+)/.exec(line.status.normalize("NFKC"));
  if (named) return readFen(named[1]);
  return /^(已全额退款|对方已退还)/.test(line.status) ? line.amount : undefined;
}

function sameShop(line: BillLine): string[] {
  const shop = line.counterparty || line.category.replace(/-退款$/, "");
  return shop === "" ? [] : [shop];
}

/** WeChat's own refunds bear the purchase's merchant number; a shop's bear nothing. */
const REFUNDS: RefundOptions = {
  rules: [
    {
      refund: (line) => [line.externalId, ...line.linkIds].filter((id) => id !== ""),
      purchase: (line) => line.linkIds,
    },
    {
      refund: sameShop,
      purchase: (line) => (refundedAmount(line) === undefined ? [] : sameShop(line)),
      guess: true,
    },
  ],
  refundable: (line) => refundedAmount(line) ?? line.amount,
  refunded: (line) => refundedAmount(line) !== undefined,
  closed: (line) => /^(已关闭|交易关闭)$/.test(line.status),
};
