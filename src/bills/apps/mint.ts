/**
 * Mint's transactions.csv. Rules: bills.md 9.7. Amounts are always positive, the type gives the
 * direction; the two rows of a transfer are found by category, amount and day.
 */

import { note } from "../../contract/notes.ts";
import { isZero, negate, size } from "../../ledger/arithmetic.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, question, tablesWith } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { movementLine } from "../format/movement.ts";
import { readValue } from "../values/cell-value.ts";
import { dateReader } from "../values/date-order.ts";
import { asRefunds } from "./app-kinds.ts";

const HEADER = ["Date", "Description", "Amount", "Transaction Type", "Category", "Account Name"];

const TRANSFER = /^(Transfer|Credit Card Payment)$/i;

/** Mint, which knew only the United States and Canada: month first, dollars. */
export const mint: Format = {
  key: "mint",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("mintTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const day = dateReader([], { told: "mdy" });
  const lines = rows.map((row) => rowLine(row, day));
  return { ...newBill(mint, file, "csv", mint.title), lines: joinHalves(asRefunds(lines)) };
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
      : [question("unknown-type", note("askUnknownType", { type }), type)];
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
