/** ezBookkeeping's own CSV and TSV export. Rules: bills.md 9.10. */
import { note } from "../../contract/notes.ts";
import { toFen } from "../../ledger/arithmetic.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { openingLine, settleOpenings } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import {
  askArrived,
  askCurrencies,
  earned,
  levels,
  type Meaning,
  moved,
  nameCategories,
  spent,
  unknownType,
} from "./app-kinds.ts";

const HEADER = ["Time", "Type", "Category", "Account", "Amount", "Account2"];

/** ezBookkeeping. Times are local to their own zone and stay as written. */
export const ezbookkeeping: Format = {
  key: "ezbookkeeping",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("ezbookkeepingTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const layout = file.text.slice(0, 200).includes("\t") ? "tsv" : "csv";
  return {
    ...newBill(ezbookkeeping, file, layout, ezbookkeeping.title),
    lines: settleOpenings(nameCategories(rows.map(rowLine))),
    accounts: openings(rows),
  };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("Type").toLowerCase();
  const base: Movement = {
    time: readTime(row.cell("Time")),
    value: readValue(row.cell("Amount"))?.value,
    currency: row.text("Account Currency") || "CNY",
    account: row.text("Account"),
    description: withTags(row.text("Description"), row.text("Tags").split(";")),
    category: levels(row.text("Category"), row.text("Sub Category")),
    status: row.text("Type"),
    sourceLine: row.line,
    raw: row.raw,
  };
  if (type === "transfer") return transferLine(row, base);
  if (type === "balance modification") return openingLine(base);
  return movementLine({ ...base, ...meaningOf(type, base) });
}

function meaningOf(type: string, { value }: Movement): Meaning {
  if (type === "expense") return spent(value);
  return type === "income" ? earned(value) : unknownType(type);
}

/** What arrived in another currency, or in another amount, is asked about. */
function transferLine(row: TableRow, base: Movement): BillLine {
  const way = moved(base.value, row.text("Account"), row.text("Account2"));
  const line = movementLine({ ...base, ...way, category: "" });
  askCurrencies(line, row.text("Account2 Amount"), row.text("Account2 Currency"));
  return askArrived(line, row.cell("Amount"), row.cell("Account2 Amount"));
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
