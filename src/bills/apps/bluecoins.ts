/** Bluecoins' CSV: signed amounts; a transfer is a row on each of its accounts, "New Account" an opening. */
import { note } from "../../contract/notes.ts";
import { type Fraction, negate, size } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { leftOut, type Movement, movementLine } from "../format/movement.ts";
import { openingLine, settleOpenings } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { readValue } from "../values/cell-value.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { dayText, levels, nameCategories, transferHalf, unknownType } from "./app-kinds.ts";

const HEADER = ["Type", "Date", "Title|Item or Payee", "Amount", "Currency", "Account", "Labels"];

/** Bluecoins. `read` throws BillError "ask-date-order". */
export const bluecoins: Format = {
  key: "bluecoins",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("bluecoinsTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file, answers = {}) =>
    tablesWith(file, HEADER).map((table) => readTable(file, table, answers)),
};

function readTable(file: BillFile, table: Table, { dateOrder }: Answers): Bill {
  const rows = table.body;
  const day = dateReader(rows.map(dayText), { told: dateOrder });
  return {
    ...newBill(bluecoins, file, "csv", bluecoins.title),
    lines: settleOpenings(nameCategories(joinHalves(rows.map((row) => rowLine(row, day))))),
  };
}

function rowLine(row: TableRow, day: DateReader): BillLine {
  const type = row.text("Type").toLowerCase();
  const value = readValue(row.cell("Amount"), ".")?.value;
  const base: Movement = {
    time: day(dayText(row)),
    value,
    currency: row.text("Currency") || "CNY",
    account: row.text("Account"),
    counterparty: row.text("Title", "Item or Payee"),
    description: withTags(row.text("Notes"), row.text("Labels").split(/[,;]/)),
    category: levels(row.text("Category Group Name", "Parent Category"), row.text("Category")),
    status: row.text("Status"),
    sourceLine: row.line,
    raw: row.raw,
  };
  const line = lineOf(type, base, value);
  return /^void(ed)?$/i.test(line.status) ? leftOut(line, note("excludedRow")) : line;
}

/** The type says which way an expense or an income goes, whether or not the amount has its sign. */
function lineOf(type: string, base: Movement, value: Fraction | undefined): BillLine {
  if (type === "transfer") return transferHalf(base);
  if (type === "new account") return openingLine(base);
  if (type === "expense") return movementLine({ ...base, value: value && negate(size(value)) });
  if (type === "income") return movementLine({ ...base, value: value && size(value) });
  return movementLine({ ...base, ...unknownType(type) });
}
