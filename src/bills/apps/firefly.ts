/**
 * Firefly III's transactions.csv, before and since 6.2. Rules: bills.md 9.9. The type and the two
 * accounts say what a row means; its sign does not.
 */

import { note } from "../../contract/notes.ts";
import { negate, size, toFen } from "../../ledger/arithmetic.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { type Movement, movementLine, splitLink } from "../format/movement.ts";
import { balanceChangeLine, openingLine, settleOpenings } from "../format/opening.ts";
import { withTags } from "../format/tags.ts";
import { readIsoTime } from "../values/calendar.ts";
import { readValue } from "../values/cell-value.ts";
import { askCurrencies, asRefunds, unknownType } from "./app-kinds.ts";

const HEADER = ["type", "amount", "date", "source_name", "destination_name"];

/** Firefly III. */
export const firefly: Format = {
  key: "firefly",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("fireflyTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readRows(file, table.body)),
};

function readRows(file: BillFile, rows: readonly TableRow[]): Bill {
  const accounts = new Map<string, BillAccount>();
  const groups = new Map<string, BillLine[]>();
  const lines = rows.map((row) => {
    const line = rowLine(row, accounts);
    const group = row.text("group_id");
    if (group !== "") groups.set(group, [...(groups.get(group) ?? []).slice(0, 500), line]);
    return line;
  });
  for (const [group, parts] of groups) {
    if (parts.length < 2) continue;
    for (const part of parts) part.linkIds.push(splitLink("firefly", part.time, Number(group)));
  }
  const layout = rows[0]?.table.has("native_amount") ? "6.2" : "old";
  return {
    ...newBill(firefly, file, layout, firefly.title),
    lines: settleOpenings(asRefunds(lines)),
    accounts: [...accounts.values()],
  };
}

function rowLine(row: TableRow, accounts: Map<string, BillAccount>): BillLine {
  const signed = readValue(row.cell("amount"), ".")?.value;
  const value = signed && size(signed);
  const type = row.text("type").toLowerCase();
  const [source, destination] = [row.text("source_name"), row.text("destination_name")];
  const foreign = row.text("foreign_amount");
  const currency = row.text("foreign_currency_code");
  const base: Movement = {
    time: readIsoTime(row.text("date")),
    value,
    currency: row.text("currency_code") || "CNY",
    description: withTags(row.text("description"), row.text("tags").split(",")),
    category: row.text("category"),
    externalId: row.text("journal_id"),
    status: row.text("type"),
    reason: foreign === "" ? "" : note("foreignAmount", { amount: foreign, currency }),
    sourceLine: row.line,
    raw: row.raw,
  };
  if (type === "transfer" || movesDebt(row, type)) {
    const accounts = { account: source, toAccount: destination, category: "" };
    const line = movementLine({ ...base, kind: "transfer", ...accounts });
    return foreign === "" ? line : askCurrencies(line, foreign, currency);
  }
  if (type === "withdrawal") {
    return movementLine({ ...base, kind: "expense", account: source, counterparty: destination });
  }
  if (type === "deposit") {
    return movementLine({ ...base, kind: "income", account: destination, counterparty: source });
  }
  return balanceLine(row, base, type, accounts);
}

/** Paying into a loan, or out of it, is booked as a withdrawal or deposit: both accounts are own. */
function movesDebt(row: TableRow, type: string): boolean {
  const other = type === "withdrawal" ? "destination_type" : "source_type";
  return /^(withdrawal|deposit)$/.test(type) && /^(debt|loan|mortgage)$/i.test(row.text(other));
}

/** Opening balances, reconciliations and the like: the side that is no account of the user's gives. */
function balanceLine(
  row: TableRow,
  base: Movement,
  type: string,
  accounts: Map<string, BillAccount>,
): BillLine {
  const into = /initial balance|reconciliation/i.test(
    `${row.text("source_type")} ${row.text("source_name")}`,
  );
  const account = row.text(into ? "destination_name" : "source_name");
  const value = base.value && (into ? base.value : negate(base.value));
  if (type === "opening balance" || type === "liability credit") {
    const opening = value && toFen(value)?.amount;
    if (opening !== undefined) accounts.set(account, { name: account, opening });
    return openingLine({ ...base, value, account });
  }
  if (type === "reconciliation") return balanceChangeLine({ ...base, value, account });
  return movementLine({ ...base, ...unknownType(type) });
}
