/**
 * Firefly III's transactions.csv, before and since 6.2. Rules: bills.md 9.9. The type and the two
 * accounts say what a row means; its sign does not.
 */
import { readIsoTime } from "./calendar.ts";
import { readValue } from "./cell-value.ts";
import type { BillFile } from "./container.ts";
import { type Format, newBill, question, tablesWith } from "./format.ts";
import { negate, size, toFen } from "./fraction.ts";
import type { Bill, BillAccount, BillLine } from "./line.ts";
import { type Movement, movementLine, splitLink } from "./movement.ts";
import type { TableRow } from "./table.ts";

const HEADER = ["type", "amount", "date", "source_name", "destination_name"];

/** Firefly III. */
export const firefly: Format = {
  key: "firefly",
  title: "Firefly III 导出文件",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
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
    lines,
    accounts: [...accounts.values()],
  };
}

function rowLine(row: TableRow, accounts: Map<string, BillAccount>): BillLine {
  const signed = readValue(row.cell("amount"), ".")?.value;
  const value = signed && size(signed);
  const type = row.text("type").toLowerCase();
  const [source, destination] = [row.text("source_name"), row.text("destination_name")];
  const foreign = row.text("foreign_amount");
  const base: Movement = {
    time: readIsoTime(row.text("date")),
    value,
    currency: row.text("currency_code") || "CNY",
    description: row.text("description"),
    category: row.text("category"),
    externalId: row.text("journal_id"),
    status: row.text("type"),
    reason: foreign === "" ? "" : `原币金额 ${foreign} ${row.text("foreign_currency_code")}`,
    sourceLine: row.line,
    raw: row.raw,
  };
  if (movesDebt(row, type)) {
    return movementLine({ ...base, kind: "transfer", account: source, toAccount: destination });
  }
  if (type === "withdrawal") {
    return movementLine({ ...base, kind: "expense", account: source, counterparty: destination });
  }
  if (type === "deposit") {
    return movementLine({ ...base, kind: "income", account: destination, counterparty: source });
  }
  if (type === "transfer") {
    return movementLine({ ...base, kind: "transfer", account: source, toAccount: destination });
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
  if (type === "opening balance" || type === "liability credit") {
    const opening = base.value && toFen(into ? base.value : negate(base.value))?.amount;
    if (opening !== undefined) accounts.set(account, { name: account, opening });
    return movementLine({
      ...base,
      account,
      kind: "skip",
      reason: "期初余额，可作为账户的初始余额",
    });
  }
  if (type === "reconciliation") {
    const review = [question("reconciliation", "这是对账调整，不是收支，请核对账户余额")];
    return movementLine({ ...base, account, kind: "skip", reason: "对账调整", review });
  }
  const review = [question("unknown-type", `不认识的类型“${type}”，请手工补记`)];
  return movementLine({ ...base, kind: "skip", reason: `不认识的类型“${type}”`, review });
}
