/**
 * Fenming's own table of a book, as CSV or as a workbook, whose sheet 账户 has the openings
 * (server/export/write-book.ts writes them).
 */
import { note } from "../../contract/notes.ts";
import { toFen } from "../../ledger/arithmetic.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Bill, BillAccount, BillLine, LineKind } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { type Format, hasTable, layoutOf, newBill, tablesWith } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { openingLine } from "../format/opening.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import { unknownType } from "./app-kinds.ts";

const ENTRIES = ["编号", "类型", "日期", "金额", "账户", "转入账户", "手续费", "退款对应记录"];
const ACCOUNTS = ["编号", "名称", "期初余额", "余额"];

const KINDS = wordTable<LineKind>({
  支出: "expense",
  收入: "income",
  退款: "refund",
  转账: "transfer",
});

/** What this program exports for spreadsheets. Its numbers are of one book and prove no sameness. */
export const fenming: Format = {
  key: "fenming",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("fenmingTitle"),
  recognise: (file) => hasTable(file, ENTRIES),
  read: (file) => [readBook(file)],
};

function readBook(file: BillFile): Bill {
  const rows = tablesWith(file, ENTRIES).flatMap((table) => table.body);
  const lines = rows.map(rowLine);
  const indexes = new Map(rows.map((row, at) => [keyOf(row), at]));
  lines.forEach((line, at) => {
    const purchase = indexes.get(`支出 ${(rows[at] as TableRow).text("退款对应记录")}`);
    if (line.kind === "refund" && purchase !== undefined) line.refundOf = purchase;
  });
  const [first] = lines.flatMap(({ time }) => (time === "" ? [] : [time.slice(0, 10)])).sort();
  const tables = tablesWith(file, ACCOUNTS);
  const layout = layoutOf(file);
  return {
    ...newBill(fenming, file, layout, fenming.title),
    lines: [...lines, ...openingLines(tables, first)],
    ...(tables.length > 0 ? { accounts: statedAccounts(tables) } : {}),
  };
}

function keyOf(row: TableRow): string {
  return `${row.text("类型")} ${row.text("编号")}`;
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("类型");
  if (type === "调整") return adjustmentLine(row);
  const kind = KINDS[type];
  const fee = kind === "transfer" ? feeOf(row) : undefined;
  return movementLine({
    ...(kind === undefined ? unknownType(type) : { kind }),
    time: readTime(row.cell("日期"), { date1904: row.table.sheet.date1904 }),
    value: readValue(row.cell("金额"), ".")?.value,
    account: row.text("账户"),
    ...(kind === "transfer" ? { toAccount: row.text("转入账户") } : {}),
    ...(fee ? { fee } : {}),
    description: row.text("备注"),
    category: row.text("分类"),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
  });
}

/** What was set right on its day; the book that was exported proves that it is no income and no expense. */
function adjustmentLine(row: TableRow): BillLine {
  return openingLine({
    time: readTime(row.cell("日期"), { date1904: row.table.sheet.date1904 }),
    value: readValue(row.cell("金额"), ".")?.value,
    account: row.text("账户"),
    description: row.text("备注"),
    reason: note("balanceChange"),
    sourceLine: row.line,
    raw: row.raw,
  });
}

function feeOf(row: TableRow) {
  const value = readValue(row.cell("手续费"), ".")?.value;
  return value && toFen(value)?.amount;
}

/** On the first day of the book; an account that began with nothing has none. */
function openingLines(tables: Table[], day: string | undefined): BillLine[] {
  return tables
    .flatMap((table) => table.body)
    .map((row) =>
      openingLine({
        time: day,
        value: readValue(row.cell("期初余额"), ".")?.value,
        account: row.text("名称"),
        sourceLine: row.line,
        raw: row.raw,
      }),
    )
    .filter(({ amount }) => amount > 0);
}

function statedAccounts(tables: Table[]): BillAccount[] {
  const fen = (row: TableRow, column: string) => {
    const value = readValue(row.cell(column), ".")?.value;
    return value && toFen(value)?.amount;
  };
  return tables
    .flatMap((table) => table.body)
    .map((row) => {
      const [opening, closing] = [fen(row, "期初余额"), fen(row, "余额")];
      return {
        name: row.text("名称"),
        ...(opening === undefined ? {} : { opening }),
        ...(closing === undefined ? {} : { closing }),
      };
    });
}
