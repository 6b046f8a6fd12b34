/** 钱迹's CSV. Rules: bills.md 8. A refund or reimbursement names its purchase in 关联账单. */

import { note } from "../../contract/notes.ts";
import { type Fraction, toFen } from "../../ledger/arithmetic.ts";
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
import {
  earned,
  givenBack,
  levels,
  type Meaning,
  moved,
  nameCategories,
  spent,
  unknownType,
} from "./app-kinds.ts";

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
  const meaning = meaningOf(type, money?.value, row);
  const isMove = meaning.kind === "transfer";
  const line = movementLine({
    time: readTime(row.cell("时间")),
    value: money?.value,
    currency: row.text("币种") || "CNY",
    account: row.text("账户1"),
    ...(isMove && fee !== 0 ? { fee } : {}),
    description: withTags(row.text("备注"), row.text("标签").split(/[,，;；]/)),
    category: levels(row.text("分类"), row.text("二级分类")),
    externalId: row.text("ID"),
    linkIds: [row.text("关联账单")].filter(Boolean),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
    ...meaning,
  });
  const coupon = amountOf(row, "优惠券");
  if (coupon !== 0 && line.kind !== "skip") {
    line.review.push(question("coupon", note("askCoupon")));
  }
  if (fee !== 0 && !isMove && line.kind !== "skip") {
    line.review.push(question("fee", note("askFeeBeside", { fee: row.text("手续费") })));
  }
  return isMove ? { ...line, category: "" } : line;
}

/** What the type makes of the row; what is below zero went the other way. */
function meaningOf(type: string, value: Fraction | undefined, row: TableRow): Meaning {
  const kind = KINDS[type];
  if (kind === undefined) return unknownType(type);
  if (kind === "expense") return spent(value);
  if (kind === "income") return earned(value);
  if (kind === "refund") return givenBack(value);
  return moved(value, row.text("账户1"), row.text("账户2"));
}

function amountOf(row: TableRow, column: string): Fen {
  const money = readValue(row.cell(column));
  return (money && toFen(money.value)?.amount) || ZERO;
}
