/**
 * Actual Budget's CSV export. Rules: bills.md 9.8. A split's parent carries the amount and its
 * children the categories: the children are what is booked.
 */

import { note } from "../../contract/notes.ts";
import { compare, type Fraction, sum, toFen } from "../../ledger/arithmetic.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, question, tablesWith } from "../format/format.ts";
import { type Movement, movementLine, splitLink, transferBetween } from "../format/movement.ts";
import { balanceChangeLine, openingLine, settleOpenings } from "../format/opening.ts";
import { pairTransfers } from "../format/pairing.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import { asRefunds, levels, nameCategories } from "./app-kinds.ts";

const HEADER = ["Account", "Date", "Payee", "Category", "Amount", "Split_Amount"];

/** Actual Budget. */
export const actual: Format = {
  key: "actual",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("actualTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const names = new Set(rows.map((row) => row.text("Account")));
  const accounts = new Map([...names].map((name): [string, BillAccount] => [name, { name }]));
  const seenFrom = new Map<BillLine, string>();
  const lines: BillLine[] = [];
  for (let at = 0; at < rows.length; ) {
    const children = childrenAfter(rows, at);
    const parent = rows[at]!;
    for (const line of groupLines(parent, children, accounts)) {
      seenFrom.set(line, parent.text("Account"));
      lines.push(line);
    }
    at += 1 + children.length;
  }
  return {
    ...newBill(actual, file, "csv", actual.title),
    lines: settleOpenings(nameCategories(pairTransfers(asRefunds(lines), seenFrom))),
    accounts: [...accounts.values()],
  };
}

/** The rows of a split follow their parent. */
function childrenAfter(rows: readonly TableRow[], parent: number): TableRow[] {
  const count = Number(/^\(SPLIT INTO (\d{1,3})\)/.exec(rows[parent]!.text("Notes"))?.[1] ?? 0);
  const following = rows.slice(parent + 1, parent + 1 + count);
  return following.filter((row) => /^\(SPLIT \d+ OF \d+\)/.test(row.text("Notes")));
}

function groupLines(
  parent: TableRow,
  children: TableRow[],
  accounts: Map<string, BillAccount>,
): BillLine[] {
  const total = readValue(parent.cell("Amount"))?.value;
  if (children.length === 0) return [rowLine(parent, total, accounts)];
  const link = splitLink("actual", readTime(parent.cell("Date")), parent.line);
  const values = children.map((row) => readValue(row.cell("Split_Amount"))?.value);
  const known = values.filter((value) => value !== undefined);
  const fits = total && known.length === values.length && compare(sum(known), total) === 0;
  const review = fits ? [] : [question("split-sum", note("askSplitSum"))];
  return [
    movementLine({
      ...baseOf(parent),
      value: total,
      kind: "skip",
      reason: note("splitTotal"),
    }),
    ...children.map((row, index) =>
      rowLine(row, values[index], accounts, { linkIds: [link], review }),
    ),
  ];
}

function rowLine(
  row: TableRow,
  value: Fraction | undefined,
  accounts: Map<string, BillAccount>,
  split: Partial<Movement> = {},
): BillLine {
  const base = { ...baseOf(row), ...split, value };
  const account = row.text("Account");
  const payee = row.text("Payee");
  if (/^Starting Balance$/i.test(payee)) {
    const opening = value && toFen(value)?.amount;
    if (opening !== undefined) accounts.set(account, { name: account, opening });
    return openingLine(base);
  }
  if (/^Reconciliation balance adjustment$/i.test(base.description || payee)) {
    return balanceChangeLine(base);
  }
  const transfer = base.category === "" && payee !== account && accounts.has(payee);
  return movementLine(transfer ? { ...base, ...transferBetween(account, payee, value) } : base);
}

function baseOf(row: TableRow): Omit<Movement, "value"> {
  return {
    time: readTime(row.cell("Date")),
    account: row.text("Account"),
    counterparty: row.text("Payee"),
    description: row.text("Notes").replace(/^\(SPLIT [^)]*\)\s*/, ""),
    category: levels(row.text("Category_Group"), row.text("Category")),
    status: row.text("Cleared"),
    sourceLine: row.line,
    raw: row.raw,
  };
}
