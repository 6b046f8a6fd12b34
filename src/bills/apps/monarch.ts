/** Monarch's transactions.csv: one signed column, a transfer is a row on each of its accounts. */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { balanceChangeLine } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import { asRefunds, transferHalf } from "./app-kinds.ts";

const HEADER = ["Date", "Merchant", "Category", "Account", "Original Statement", "Amount", "Tags"];

/** Monarch. */
export const monarch: Format = {
  key: "monarch",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("monarchTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(monarch, file, "csv", monarch.title),
      lines: joinHalves(asRefunds(table.body.map(rowLine))),
    })),
};

function rowLine(row: TableRow): BillLine {
  const category = row.text("Category");
  const base: Movement = {
    time: readTime(row.cell("Date")),
    value: readValue(row.cell("Amount"), ".")?.value,
    account: row.text("Account"),
    counterparty: row.text("Merchant"),
    description: withTags(row.text("Notes"), row.text("Tags").split(",")),
    category,
    sourceLine: row.line,
    raw: row.raw,
  };
  if (/^(Transfer|Credit Card Payment)$/i.test(category)) return transferHalf(base);
  if (/^Balance Adjustments?$/i.test(category)) return balanceChangeLine(base);
  return movementLine(base);
}
