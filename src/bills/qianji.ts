/** 钱迹's CSV. Rules: bills.md 8. A refund or reimbursement names its purchase in 关联账单. */
import { readValue } from "./cell-value.ts";
import type { BillFile } from "./container.ts";
import { type Format, newBill, question, tablesWith } from "./format.ts";
import { isNegative, toFen } from "./fraction.ts";
import type { Bill, BillLine, LineKind } from "./line.ts";
import { type Movement, movementLine } from "./movement.ts";
import type { TableRow } from "./table.ts";
import { readTime } from "./times.ts";

const HEADER = ["时间", "分类", "类型", "金额", "账户1", "账户2"];

const KINDS: Record<string, LineKind> = {
  支出: "expense",
  收入: "income",
  转账: "transfer",
  还款: "transfer",
  退款: "refund",
  报销: "refund",
};

/** 钱迹. */
export const qianji: Format = {
  key: "qianji",
  title: "钱迹导出文件",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) => tablesWith(file, HEADER).map((table) => readQianji(file, table.body)),
};

function readQianji(file: BillFile, rows: readonly TableRow[]): Bill {
  const lines = rows.map(rowLine);
  const places = new Map(lines.map((line, index) => [line.externalId, index]));
  for (const line of lines) {
    const purchase = places.get(line.raw.关联账单?.trim() || "-");
    if (line.kind === "refund" && purchase !== undefined) line.refundOf = purchase;
  }
  const layout = file.container === "text" ? "csv" : file.container;
  return { ...newBill(qianji, file, layout, qianji.title), lines };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("类型");
  const money = readValue(row.cell("金额"));
  const kind = kindOf(type, money !== undefined && isNegative(money.value));
  const line = movementLine({
    kind,
    time: readTime(row.cell("时间")),
    value: money?.value,
    currency: row.text("币种") || "CNY",
    account: row.text("账户1"),
    ...(kind === "transfer" ? { toAccount: row.text("账户2"), ...feeOf(row) } : {}),
    description: row.text("备注"),
    category: [row.text("分类"), row.text("二级分类")].filter(Boolean).join(":"),
    externalId: row.text("ID"),
    linkIds: [row.text("关联账单")].filter(Boolean),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
    ...unknown(type),
  });
  return kind === "transfer" ? { ...line, category: "" } : line;
}

function kindOf(type: string, negative: boolean): LineKind {
  if (type === "支出" && negative) return "refund";
  return KINDS[type] ?? "skip";
}

function unknown(type: string): Partial<Movement> {
  if (KINDS[type]) return {};
  const review = [question("unknown-type", `不认识的类型“${type}”，请手工补记`)];
  return { reason: `不认识的类型“${type}”`, review };
}

function feeOf(row: TableRow): Partial<BillLine> {
  const money = readValue(row.cell("手续费"));
  const fee = money && toFen(money.value)?.amount;
  return fee ? { fee } : {};
}
