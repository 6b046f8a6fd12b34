/**
 * Money Manager (Realbyte): one row names both accounts of a transfer, the second as its category;
 * the receiving account may list it as well.
 */
import { note } from "../../contract/notes.ts";
import { negate } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { type Format, hasTable, layoutOf, newBill, tablesWith } from "../format/format.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { balanceChangeLine, settleOpenings } from "../format/opening.ts";
import { pairTransfers } from "../format/pairing.ts";
import { readValue } from "../values/cell-value.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { dayText, earned, levels, moved, nameCategories, spent, unknownType } from "./app-kinds.ts";

const HEADER = ["Date", "Account", "Category", "Subcategory", "Note", "Income/Expense", "Amount"];

/** Money Manager of Realbyte. `read` throws BillError "ask-date-order". */
export const realbyte: Format = {
  key: "realbyte",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("realbyteTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file, answers = {}) =>
    tablesWith(file, HEADER).map((table) => readTable(file, table, answers)),
};

function readTable(file: BillFile, table: Table, { dateOrder }: Answers): Bill {
  const rows = table.body;
  const day = dateReader(rows.map(dayText), { told: dateOrder });
  const seenFrom = new Map<BillLine, string>();
  const lines = rows.map((row) => {
    const line = rowLine(row, day);
    seenFrom.set(line, row.text("Account"));
    return line;
  });
  const layout = layoutOf(file);
  return {
    ...newBill(realbyte, file, layout, realbyte.title),
    lines: settleOpenings(nameCategories(pairTransfers(lines, seenFrom))),
  };
}

function rowLine(row: TableRow, day: DateReader): BillLine {
  const type = row.text("Income/Expense");
  const account = row.text("Account");
  const base: Movement = {
    time: day(dayText(row)),
    value: readValue(row.cell("Amount"), ".")?.value,
    currency: row.text("Currency") || "CNY",
    account,
    counterparty: row.text("Note"),
    description: row.text("Description"),
    category: levels(row.text("Category"), row.text("Subcategory")),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
  };
  const other = row.text("Category");
  if (/^Transfer-Out$/i.test(type)) return transferLine(base, account, other);
  if (/^Transfer-In$/i.test(type)) return transferLine(base, other, account);
  if (/^Income Balance$/i.test(type)) return balanceChangeLine(base);
  if (/^Expense Balance$/i.test(type)) {
    return balanceChangeLine({ ...base, value: base.value && negate(base.value) });
  }
  if (/^(Exp\.?|Expense)$/i.test(type)) return movementLine({ ...base, ...spent(base.value) });
  if (/^Income$/i.test(type)) return movementLine({ ...base, ...earned(base.value) });
  return movementLine({ ...base, ...unknownType(type) });
}

function transferLine(base: Movement, account: string, toAccount: string): BillLine {
  return movementLine({ ...base, ...moved(base.value, account, toAccount), category: "" });
}
