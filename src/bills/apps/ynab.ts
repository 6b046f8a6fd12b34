/**
 * YNAB's register export. Rules: bills.md 9.6. A transfer stands in both accounts and is paired; the
 * parts of a split carry `Split (1/2)` in the memo; money to assign is income without a category.
 */

import { note } from "../../contract/notes.ts";
import {
  add,
  type Fraction,
  isNegative,
  NOTHING,
  subtract,
  toFen,
} from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import type { DecimalMark } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { type Movement, movementLine, splitLink, transferBetween } from "../format/movement.ts";
import { balanceChangeLine, openingLine, settleOpenings } from "../format/opening.ts";
import { pairTransfers } from "../format/pairing.ts";
import { readValue } from "../values/cell-value.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { markOfColumn } from "../values/decimal.ts";
import { levels, nameCategories } from "./app-kinds.ts";

const HEADER = ["Account", "Date", "Payee", "Category", "Memo", "Outflow", "Inflow"];

/** YNAB. `read` throws BillError "ask-date-order". */
export const ynab: Format = {
  key: "ynab",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("ynabTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file, answers = {}) =>
    tablesWith(file, HEADER).map((table) => readRows(file, table.body, answers)),
};

/** What YNAB writes where a person has set an account's balance. */
const ADJUSTMENT = /^(Reconciliation|Manual) Balance Adjustment$/i;

interface Context {
  day: DateReader;
  mark: DecimalMark | undefined;
  accounts: Map<string, BillAccount>;
  /** The line where the split began whose parts are being read. */
  splitStart: number;
}

function readRows(file: BillFile, rows: readonly TableRow[], answers: Answers): Bill {
  const amounts = rows.flatMap((row) => [row.text("Outflow"), row.text("Inflow")]);
  const context: Context = {
    day: dateReader(
      rows.map((row) => row.text("Date")),
      { told: answers.dateOrder, today: answers.today },
    ),
    mark: markOfColumn(amounts.map((text) => text.replace(/[^\d.,]/g, ""))),
    accounts: new Map(),
    splitStart: 0,
  };
  const seenFrom = new Map<BillLine, string>();
  const lines = rows.map((row) => {
    const line = rowLine(row, context);
    seenFrom.set(line, row.text("Account"));
    return line;
  });
  return {
    ...newBill(ynab, file, "register", ynab.title),
    lines: settleOpenings(nameCategories(pairTransfers(lines, seenFrom))),
    accounts: [...context.accounts.values()],
  };
}

function rowLine(row: TableRow, context: Context): BillLine {
  const { value, currency } = amountOf(row, context.mark);
  const account = row.text("Account");
  const known = context.accounts.get(account) ?? { name: account };
  context.accounts.set(account, known);
  const base: Movement = {
    time: context.day(row.text("Date")),
    value,
    currency: currency || "CNY",
    account,
    counterparty: row.text("Payee"),
    status: row.text("Cleared"),
    sourceLine: row.line,
    raw: row.raw,
    ...splitOf(row, context),
  };
  if (/^Starting Balance$/i.test(row.text("Payee"))) {
    const opening = value && toFen(value)?.amount;
    if (opening !== undefined) known.opening = opening;
    return openingLine(base);
  }
  if (ADJUSTMENT.test(row.text("Payee"))) return balanceChangeLine(base);
  const other = /^Transfer\s*:\s*(.+)$/.exec(row.text("Payee"))?.[1];
  if (other) return movementLine({ ...base, ...transferBetween(account, other, value) });
  return movementLine({ ...base, ...categoryOf(row, value) });
}

function amountOf(row: TableRow, mark: DecimalMark | undefined) {
  const out = row.text("Outflow") === "" ? undefined : readValue(row.cell("Outflow"), mark);
  const into = row.text("Inflow") === "" ? undefined : readValue(row.cell("Inflow"), mark);
  if (!out && !into) return { value: undefined, currency: "" };
  const value = subtract(add(NOTHING, into?.value ?? NOTHING), out?.value ?? NOTHING);
  return { value, currency: out?.currency || into?.currency || "" };
}

/** Money that comes back into a spending category is a refund. */
function categoryOf(row: TableRow, value: Fraction | undefined): Partial<Movement> {
  const group = row.text("Category Group", "Master Category");
  const name = row.text("Category Group/Category") || row.text("Category");
  if (/^Inflow$/i.test(group) || /Ready to Assign|To be Budgeted/i.test(name)) return {};
  const category = levels(group, row.text("Sub Category", "Category"));
  const refund = category !== "" && value !== undefined && !isNegative(value);
  return refund ? { category, kind: "refund" } : { category };
}

function splitOf(row: TableRow, context: Context): Partial<Movement> {
  const memo = row.text("Memo");
  const found = /^\(?Split\s*\(?(\d+)\/(\d+)\)\s*([\s\S]*)$/i.exec(memo);
  if (!found) return { description: memo };
  if (found[1] === "1") context.splitStart = row.line;
  const link = splitLink("ynab", context.day(row.text("Date")), context.splitStart);
  return { description: found[3]!, linkIds: [link] };
}
