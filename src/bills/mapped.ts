/** Reads a table with a mapping that the user has confirmed. Every row is answered for. */
import { type Fen, ZERO } from "../ledger/money.ts";
import { currencyCode, filledCell, type Money, readId, readMoney } from "./cells.ts";
import type { BillFile } from "./container.ts";
import { askAccounts, type Decision, newLine, question, skip } from "./format.ts";
import { type Bill, BillError, type BillLine } from "./line.ts";
import { type ColumnMapping, previewTables, tableByFingerprint } from "./mapping.ts";
import { directionOf } from "./mapping-columns.ts";
import type { ColumnRole } from "./mapping-names.ts";
import type { Table, TableRow } from "./table.ts";
import { joinTime } from "./times.ts";

const TOTAL = /^(-{3,}|={3,}|#|合计|总计|小计|共\s*\d+\s*笔|total|sum\b|subtotal|balance\b)/i;
const REFUND = /退款|退货|refund|return/i;
const TRANSFER = /转账|还款|transfer|repayment/i;
/**
 * Reads every table of the file whose header the mapping was made for. Throws BillError
 * "mapping-mismatch" when there is none, "mapping-incomplete" when a question is unanswered.
 */
export function readMapped(file: BillFile, mapping: ColumnMapping): Bill[] {
  const tables = file.sheets
    .map((sheet) => tableByFingerprint(sheet, mapping.fingerprint))
    .filter((table): table is Table => table !== undefined);
  if (tables.length === 0) {
    throw new BillError("mapping-mismatch", "文件的列名和保存的列对应关系不一致，请重新指定", {
      tables: previewTables(file),
    });
  }
  const { columns, dateOrder } = mapping;
  if (!columns.date || !(columns.amount || columns.in || columns.out) || !dateOrder) {
    throw new BillError("mapping-incomplete", "还没有指定日期、日期顺序或金额列", {
      tables: previewTables(file),
    });
  }
  for (const [role, column] of Object.entries(columns)) {
    if (tables.some((table) => table.has(column))) continue;
    throw new BillError(
      "mapping-invalid",
      `列对应关系里写的列“${column}”（mapping.columns.${role}）不在表头里`,
    );
  }
  return tables.map((table) => readTable(file, table, mapping));
}

function readTable(file: BillFile, table: Table, mapping: ColumnMapping): Bill {
  const rows = table.sheet.rows.slice(table.headerIndex + 1).map((row) => table.row(row));
  return {
    format: "generic",
    layout: mapping.fingerprint,
    title: file.name === "" ? "表格" : file.name,
    encoding: file.encoding,
    owner: "",
    stated: [],
    lines: rows.map((row) => readRow(row, mapping)),
    notices: [],
  };
}

function readRow(row: TableRow, mapping: ColumnMapping): BillLine {
  const text = (role: ColumnRole) => {
    const column = mapping.columns[role];
    return column === undefined ? "" : filledCell(row.cell(column));
  };
  const line = newLine(row);
  Object.assign(line, {
    time: timeOf(row, mapping) ?? "",
    currency: currencyCode(text("currency")) || mapping.currency,
    account: text("account") || mapping.account,
    counterparty: text("counterparty"),
    description: text("description"),
    category: text("category"),
    status: text("status"),
    externalId: mapping.columns.id ? readId(row.cell(mapping.columns.id)).id : "",
  });
  if (line.time === "" || TOTAL.test(row.all)) return Object.assign(line, notARecord(row));
  const amount = amountOf(row, mapping, text("type"));
  if (typeof amount === "string") {
    return Object.assign(line, skip(amount), { review: [question("unreadable", amount)] });
  }
  if (amount.currency !== "" && !mapping.columns.currency) line.currency = amount.currency;
  const decision = decide(amount.fen, text("type"), text("toAccount"), line);
  const own = { account: line.account, direction: amount.fen < 0 ? "out" : "in" };
  return askAccounts(Object.assign(line, { amount: Math.abs(amount.fen), own }, decision));
}

function timeOf(row: TableRow, mapping: ColumnMapping): string | undefined {
  const { date = "", clock } = mapping.columns;
  const { date1904 } = row.table.sheet;
  const time = clock === undefined ? "" : row.cell(clock);
  return joinTime(row.cell(date), time, { order: mapping.dateOrder, date1904 });
}

function notARecord(row: TableRow): Decision {
  if (TOTAL.test(row.all)) return skip("合计行，不是一笔记录");
  return {
    ...skip("日期无法识别"),
    review: [question("unreadable", "这一行的日期无法识别，请对照原文件")],
  };
}

/** A signed amount, money in positive; or in words why there is none. */
function amountOf(row: TableRow, mapping: ColumnMapping, type: string): Money | string {
  const money = mapping.model === "in-out" ? twoColumns(row, mapping) : oneColumn(row, mapping);
  if (typeof money === "string") return money;
  if (mapping.model === "typed") return withType(money, type);
  const turn = mapping.flipSign && mapping.model === "signed" ? -1 : 1;
  return { ...money, fen: (money.fen * turn || 0) as Fen };
}

function oneColumn(row: TableRow, mapping: ColumnMapping): Money | string {
  return (
    readMoney(row.cell(mapping.columns.amount ?? ""), mapping.decimal) ?? "这一行的金额无法识别"
  );
}

/** A negative number in one column belongs to the other; both filled says nothing. */
function twoColumns(row: TableRow, mapping: ColumnMapping): Money | string {
  const read = (column = "") => {
    const cell = row.cell(column);
    return filledCell(cell) === "" ? { fen: ZERO, currency: "" } : readMoney(cell, mapping.decimal);
  };
  const into = read(mapping.columns.in);
  const outOf = read(mapping.columns.out);
  if (!into || !outOf) return "这一行的金额无法识别";
  if (into.fen !== 0 && outOf.fen !== 0) return "收入和支出两列都有金额，无法判断";
  return { fen: (into.fen - outOf.fen || 0) as Fen, currency: into.currency || outOf.currency };
}

function withType(money: Money, type: string): Money | string {
  const direction = directionOf(type);
  if (direction === "in" || money.fen === 0) return money;
  if (direction === "out") return { ...money, fen: (-money.fen || 0) as Fen };
  return `看不出“${type}”是收入还是支出`;
}

function decide(signed: Fen, type: string, toAccount: string, line: BillLine): Decision {
  if (signed === 0) return skip("零金额");
  if (TRANSFER.test(type) && toAccount !== "") return { kind: "transfer", toAccount };
  const text = `${type} ${line.status} ${line.description}`;
  if (signed > 0) return { kind: REFUND.test(text) ? "refund" : "income" };
  return { kind: "expense" };
}
