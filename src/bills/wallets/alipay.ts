/**
 * Alipay's bills for people: the web bill (until 2023) and the app's two layouts, told apart by
 * their column names. Neither the title nor the number of lines above the header is looked at,
 * because Alipay has changed both without notice.
 */
import { type Note, note } from "../../contract/notes.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { noticeMangledIds } from "../bill/excel.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { cleanCell, filledCell, readFen, readId } from "../file/cells.ts";
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
import { type AlipayRow, decideAlipay } from "./alipay-kinds.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, purchaseText, type RefundOptions } from "./refunds.ts";
import { askTwoAccounts, decidedLine, walletMoney } from "./wallet-line.ts";

const HEADER = [
  "交易时间|交易创建时间|付款时间",
  "商品说明|商品名称",
  "收/支",
  "金额|金额（元）",
  "交易状态",
];
const NUMBERS = ["金额", "金额（元）"];

/** The bill that the app sends by mail, and the old web export. */
export const alipay: Format = {
  key: "alipay",
  clock: "china",
  role: "wallet",
  ids: "global",
  title: note("alipayTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const [layout, title] = layoutOf(table);
  const bill = newBill(alipay, file, layout, title);
  readPreamble(bill, [...table.preamble, ...table.footer]);
  const rows = table.body;
  bill.lines = rows.flatMap((row) => readLine(realigned(table, row)));
  noticeMangledIds(bill, rows, "交易订单号", "交易号");
  if (layout === "v1") {
    bill.notices.push(note("alipayNoMethod"));
  }
  linkRefunds(bill.lines, REFUNDS);
  // The web's file adds up by what became of the money, the app's by its direction.
  const word = layout === "v1" ? "资金状态" : "收/支";
  compareTotals(bill, ({ kind, raw, amount }) =>
    kind === "fee" ? undefined : { label: cleanCell(raw[word]), amount },
  );
  return bill;
}

function layoutOf(table: Table): [string, Note] {
  if (table.has("交易创建时间") || table.has("资金状态")) return ["v1", note("alipayWebTitle")];
  return table.titles[0] === "收/支"
    ? ["v2", note("alipayApp2021Title")]
    : ["v3", note("alipayAppTitle")];
}

/** A fee is on top of the amount, so it is a line of its own. */
function readLine(row: TableRow): BillLine[] {
  const line = newLine(row);
  const money = walletMoney(row.cell(...NUMBERS));
  const read = alipayRow(row, money?.amount ?? ZERO);
  Object.assign(line, {
    ...money,
    time: readTime(row.cell("交易时间", "交易创建时间", "付款时间")) ?? "",
    account: read.method.account,
    counterparty: read.counterparty,
    description: read.text,
    category: read.category,
    externalId: readId(row.cell("交易订单号", "交易号")).id,
    linkIds: merchantIds(row),
    status: read.status,
  });
  if (money === undefined || line.time === "") return [unreadableLine(line, money?.amount)];
  const [decision, standing] = decideAlipay(read);
  const whole = decidedLine(line, decision, standing);
  askTwoAccounts(whole, read.method.others);
  return [whole, ...feeLine(row, whole)];
}

/** A fee waits with its line while it is not known whether that was paid. */
function feeLine(row: TableRow, line: BillLine): BillLine[] {
  const fee = readFen(row.cell("服务费（元）"));
  if (!fee || line.kind === "skip") return [];
  return [
    {
      ...line,
      kind: "fee",
      amount: Math.abs(fee) as Fen,
      description: `${line.description} 服务费`.trim(),
      review: line.review.filter(({ code }) => code === "status"),
      reason: note("serviceFee"),
    },
  ];
}

function alipayRow(row: TableRow, amount: Fen): AlipayRow {
  return {
    amount,
    direction: row.text("收/支"),
    status: row.text("交易状态"),
    fundState: row.table.has("资金状态") ? row.text("资金状态") : undefined,
    text: row.text("商品说明", "商品名称"),
    counterparty: filledCell(row.cell("交易对方")),
    category: filledCell(row.cell("交易分类")),
    method: readMethod(row.cell("收/付款方式")),
  };
}

/** A refund may carry the purchase's merchant number behind "REFUND_". */
function merchantIds(row: TableRow): string[] {
  const id = readId(row.cell("商家订单号")).id.replace(/^REFUND_/, "");
  return id === "" ? [] : [id];
}

/**
 * Old exports did not quote a comma in a shop's text, which moves every later cell. The direction
 * column shows it: the surplus cells are joined again from the text column on.
 */
function realigned(table: Table, row: TableRow): TableRow {
  const surplus = row.cells.length - table.titles.length;
  const index = table.indexesOf("收/支")[0] ?? 0;
  const text = table.indexesOf(table.has("商品说明") ? "商品说明" : "商品名称")[0] ?? 0;
  if (surplus <= 0 || text >= index || isDirection(row.cells[index])) return row;
  if (!isDirection(row.cells[index + surplus])) return row;
  const cells = [
    ...row.cells.slice(0, text),
    row.cells.slice(text, text + surplus + 1).join(","),
    ...row.cells.slice(text + surplus + 1),
  ];
  return table.row({ line: row.line, cells });
}

function isDirection(cell: unknown): boolean {
  return /^\s*(收入|支出|不计收支|其他)\s*$/.test(String(cell ?? ""));
}

/** Cut at the first "*" or "_": "{id}_{suffix}", since 2026 "{id}*REFUND_{suffix}". */
function purchaseId(id: string): string {
  return id.split(/[*_]/)[0] ?? "";
}

function textKey(line: BillLine): string[] {
  return line.description === "" ? [] : [`${line.counterparty} ${purchaseText(line.description)}`];
}

const REFUNDS: RefundOptions = {
  rules: [
    {
      refund: (line) => [purchaseId(line.externalId)].filter((id) => id !== ""),
      purchase: (line) => [line.externalId].filter((id) => id !== ""),
    },
    { refund: (line) => line.linkIds, purchase: (line) => line.linkIds },
    { refund: textKey, purchase: textKey, guess: true },
  ],
  refunded: (line) => line.status === "交易关闭",
  closed: (line) => /^(交易关闭|已关闭)$/.test(line.status),
};
