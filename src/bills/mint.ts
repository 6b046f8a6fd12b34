/**
 * Mint's transactions.csv. Rules: bills.md 9.7. Amounts are always positive, the type gives the
 * direction; the two rows of a transfer are found by category, amount and day.
 */
import { readValue } from "./cell-value.ts";
import type { BillFile } from "./container.ts";
import { dateReader } from "./date-order.ts";
import { type Format, newBill, question, tablesWith } from "./format.ts";
import { isZero, negate, size } from "./fraction.ts";
import type { Bill, BillLine } from "./line.ts";
import { movementLine } from "./movement.ts";
import { joinHalves } from "./pairing.ts";
import type { TableRow } from "./table.ts";

const HEADER = ["Date", "Description", "Amount", "Transaction Type", "Category", "Account Name"];

const TRANSFER = /^(Transfer|Credit Card Payment)$/i;

/** Mint, which knew only the United States and Canada: month first, dollars. */
export const mint: Format = {
  key: "mint",
  title: "Mint 导出文件",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const day = dateReader([], "mdy");
  const lines = rows.map((row) => rowLine(row, day));
  const spending = new Set(
    lines.filter((line) => line.kind === "expense").map((line) => line.category),
  );
  const refunded = lines.map((line): BillLine => {
    const refund = line.kind === "income" && line.category !== "" && spending.has(line.category);
    return refund ? { ...line, kind: "refund" } : line;
  });
  return { ...newBill(mint, file, "csv", mint.title), lines: joinHalves(refunded) };
}

/** A half of a transfer leaves the account unnamed on the other side until it is joined. */
function rowLine(row: TableRow, day: (text: string) => string | undefined): BillLine {
  const type = row.text("Transaction Type").toLowerCase();
  const amount = readValue(row.cell("Amount"), ".")?.value;
  const out = type === "debit";
  const value = amount && (out && !isZero(amount) ? negate(size(amount)) : amount);
  const category = row.text("Category");
  const account = row.text("Account Name");
  const half = TRANSFER.test(category)
    ? ({ kind: "transfer", account: out ? account : "", toAccount: out ? "" : account } as const)
    : { account, category };
  const review =
    type === "debit" || type === "credit"
      ? []
      : [question("unknown-type", `不认识的类型“${type}”，暂按收入处理`)];
  return movementLine({
    ...half,
    time: day(row.text("Date")),
    value,
    currency: "USD",
    counterparty: row.text("Description"),
    description: row.text("Notes") || row.text("Original Description"),
    status: type,
    review,
    sourceLine: row.line,
    raw: row.raw,
  });
}
