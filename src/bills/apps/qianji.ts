/** 钱迹's CSV. Rules: bills.md 8. A refund or reimbursement names its purchase in 关联账单. */

import { note } from "../../contract/notes.ts";
import { isNegative, toFen } from "../../ledger/arithmetic.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Bill, BillLine, LineKind } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import {
  type Format,
  hasTable,
  layoutOf,
  newBill,
  question,
  tablesWith,
} from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { withTags } from "../format/tags.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import { levels, nameCategories, unknownType } from "./app-kinds.ts";

const HEADER = ["时间", "分类", "类型", "金额", "账户1", "账户2"];

const KINDS = wordTable<LineKind>({
  支出: "expense",
  收入: "income",
  转账: "transfer",
  还款: "transfer",
  退款: "refund",
  报销: "refund",
});

/** 钱迹. */
export const qianji: Format = {
  key: "qianji",
  clock: "china",
  role: "app",
  ids: "account",
  title: note("qianjiTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readQianji(file, table.body)),
};

function readQianji(file: BillFile, rows: readonly TableRow[]): Bill {
  const lines = rows.map(rowLine);
  const indexes = new Map(lines.map((line, index) => [line.externalId, index]));
  for (const line of lines) {
    const purchase = indexes.get(line.raw.关联账单?.trim() || "-");
    if (line.kind === "refund" && purchase !== undefined) line.refundOf = purchase;
  }
  const layout = layoutOf(file);
  return { ...newBill(qianji, file, layout, qianji.title), lines: nameCategories(lines) };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("类型");
  const money = readValue(row.cell("金额"));
  const fee = amountOf(row, "手续费");
  const kind = kindOf(type, money !== undefined && isNegative(money.value));
  const line = movementLine({
    kind,
    time: readTime(row.cell("时间")),
    value: money?.value,
    currency: row.text("币种") || "CNY",
    account: row.text("账户1"),
    ...(kind === "transfer" ? { toAccount: row.text("账户2") } : {}),
    ...(kind === "transfer" && fee !== 0 ? { fee } : {}),
    description: withTags(row.text("备注"), row.text("标签").split(/[,，;；]/)),
    category: levels(row.text("分类"), row.text("二级分类")),
    externalId: row.text("ID"),
    linkIds: [row.text("关联账单")].filter(Boolean),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
    ...(KINDS[type] ? {} : unknownType(type)),
  });
  const coupon = amountOf(row, "优惠券");
  if (coupon !== 0 && line.kind !== "skip") {
    line.review.push(question("coupon", note("askCoupon")));
  }
  return kind === "transfer" ? { ...line, category: "" } : line;
}

function kindOf(type: string, negative: boolean): LineKind {
  if (type === "支出" && negative) return "refund";
  return KINDS[type] ?? "skip";
}

function amountOf(row: TableRow, column: string): Fen {
  const money = readValue(row.cell(column));
  return (money && toFen(money.value)?.amount) || ZERO;
}
