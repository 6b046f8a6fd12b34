/** ezBookkeeping's own CSV and TSV export. Rules: bills.md 9.10. */
import { readValue } from "./cell-value.ts";
import type { BillFile } from "./container.ts";
import { type Format, newBill, question, tablesWith } from "./format.ts";
import { isNegative, toFen } from "./fraction.ts";
import type { Bill, BillAccount, BillLine, LineKind, Question } from "./line.ts";
import { type Movement, movementLine } from "./movement.ts";
import type { TableRow } from "./table.ts";
import { readTime } from "./times.ts";

const HEADER = ["Time", "Type", "Category", "Account", "Amount", "Account2"];

/** ezBookkeeping. Times are local to their own zone and stay as written. */
export const ezbookkeeping: Format = {
  key: "ezbookkeeping",
  title: "ezBookkeeping 导出文件",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const lines = rows.map(rowLine);
  const layout = file.text.slice(0, 200).includes("\t") ? "tsv" : "csv";
  return {
    ...newBill(ezbookkeeping, file, layout, ezbookkeeping.title),
    lines,
    accounts: openings(rows),
  };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("Type").toLowerCase();
  const value = readValue(row.cell("Amount"))?.value;
  const negative = value !== undefined && isNegative(value);
  const base: Movement = {
    time: readTime(row.cell("Time")),
    value,
    currency: row.text("Account Currency") || "CNY",
    account: row.text("Account"),
    description: row.text("Description"),
    category: [row.text("Category"), row.text("Sub Category")].filter(Boolean).join(":"),
    status: row.text("Type"),
    sourceLine: row.line,
    raw: row.raw,
  };
  if (type === "transfer") return transferLine(row, base);
  return movementLine({ ...base, ...meaningOf(type, negative) });
}

function meaningOf(type: string, negative: boolean): { kind: LineKind } & Partial<Movement> {
  if (type === "expense") return { kind: negative ? "refund" : "expense" };
  if (type === "income" && !negative) return { kind: "income" };
  if (type === "income") {
    return {
      kind: "expense",
      review: [question("income-reversed", "收入是负数，请核对是否为退回")],
    };
  }
  if (type === "balance modification")
    return { kind: "skip", reason: "余额调整，可作为账户的初始余额" };
  const review = [question("unknown-type", `不认识的类型“${type}”，请手工补记`)];
  return { kind: "skip", reason: `不认识的类型“${type}”`, review };
}

function transferLine(row: TableRow, base: Movement): BillLine {
  const currency = row.text("Account2 Currency");
  const review: Question[] = [];
  if (currency !== "" && currency !== base.currency) {
    const amount = row.text("Account2 Amount");
    review.push(question("currency", `对方账户收到 ${amount} ${currency}，请确认换算后的金额`));
  }
  const toAccount = row.text("Account2");
  return movementLine({ ...base, kind: "transfer", toAccount, category: "", review });
}

function openings(rows: readonly TableRow[]): BillAccount[] {
  const accounts = new Map<string, BillAccount>();
  for (const row of rows) {
    const name = row.text("Account");
    const account = accounts.get(name) ?? { name, currency: row.text("Account Currency") || "CNY" };
    accounts.set(name, account);
    if (row.text("Type").toLowerCase() !== "balance modification") continue;
    const value = readValue(row.cell("Amount"))?.value;
    const opening = value && toFen(value)?.amount;
    if (opening !== undefined) account.opening ??= opening;
  }
  return [...accounts.values()];
}
