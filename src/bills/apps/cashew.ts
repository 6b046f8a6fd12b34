/**
 * Cashew's CSV: one signed column. A transfer is a row on each of its accounts under "Balance
 * Correction", with a note that names both: "Bank → Cash".
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { balanceChangeLine, openingLine, settleOpenings } from "../format/opening.ts";
import { readIsoTime } from "../values/calendar.ts";
import { readValue } from "../values/cell-value.ts";
import { asRefunds, levels, nameCategories, transferHalf } from "./app-kinds.ts";

const HEADER = ["account", "amount", "currency", "title", "date", "income", "category name"];

/** Cashew. */
export const cashew: Format = {
  key: "cashew",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("cashewTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(cashew, file, "csv", cashew.title),
      lines: settleOpenings(nameCategories(joinHalves(asRefunds(table.body.map(rowLine))))),
    })),
};

function rowLine(row: TableRow): BillLine {
  const [title, text] = [row.text("title"), row.text("note")];
  const base: Movement = {
    time: readIsoTime(row.text("date"), true),
    value: readValue(row.cell("amount"), ".")?.value,
    currency: row.text("currency").toUpperCase() || "CNY",
    account: row.text("account"),
    counterparty: title,
    description: text,
    category: levels(row.text("category name"), row.text("subcategory name")),
    sourceLine: row.line,
    raw: row.raw,
  };
  if (!/^Balance Correction$/i.test(row.text("category name"))) return movementLine(base);
  if (/→|->|transfer/i.test(`${title} ${text}`)) return transferHalf(base);
  return /initial|starting|opening/i.test(`${title} ${text}`)
    ? openingLine(base)
    : balanceChangeLine(base);
}
