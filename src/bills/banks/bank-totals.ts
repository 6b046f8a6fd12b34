/** What a bank's statement adds up itself, beside what its rows add up to (bills.md G10). */
import { type Fen, ZERO } from "../../ledger/money.ts";
import type { Bill, BillLine, StatedTotal } from "../bill/line.ts";
import { currencyCode, filledCell, readFen, readMoney } from "../file/cells.ts";
import type { Table, TableRow } from "../file/table.ts";
import { compareTotals } from "../wallets/preamble.ts";
import type { AmountColumns } from "./bank-amount.ts";

/** "收入合计: 1 笔, 共 8000.00 元", anywhere in a line. */
const WORDED =
  /(收入|支出|存入|取出|转入|转出)\s*合计(?:金额)?\s*[:：]?\s*(?:(\d+)\s*笔)?\s*[,，]?\s*(?:共|人民币|[¥￥])?\s*(\d[\d,]*(?:\.\d+)?)(?![\d.,]*\s*笔)/g;
const INTO = /收入|存入|转入/;
/** "人民币合计", "合计金额": the sums stand under the columns that they are of. */
const SUM_ROW = /^(\S{0,4}?)(合计|总计)(金额)?$/;

/** Takes the statement's totals into the bill and compares them; what differs is a notice. */
export function compareBankTotals(bill: Bill, table: Table, columns: AmountColumns): void {
  const stated = [
    ...[...table.preamble, ...table.footer].flatMap(wordedTotals),
    ...("in" in columns ? table.footerRows.flatMap((row) => columnTotals(row, columns)) : []),
  ];
  for (const total of stated) {
    if (!bill.stated.some(({ label }) => label === total.label)) bill.stated.push(total);
  }
  compareTotals(bill, totalOf);
}

function wordedTotals(text: string): StatedTotal[] {
  return [...text.normalize("NFKC").matchAll(WORDED)].flatMap(([, word = "", count, sum]) => {
    const fen = readFen(sum);
    if (fen === undefined) return [];
    const label = INTO.test(word) ? "收入" : "支出";
    return [{ label, ...(count !== undefined && { count: Number(count) }), sum: fen }];
  });
}

function columnTotals(row: TableRow, columns: { in: string; out: string }): StatedTotal[] {
  const found = SUM_ROW.exec(filledCell(row.cells[0]).replace(/\s+/g, ""));
  if (!found) return [];
  const currency = currencyCode(found[1] ?? "") || "CNY";
  const sides: [string, string][] = [
    ["收入", columns.in],
    ["支出", columns.out],
  ];
  return sides.flatMap(([side, column]) => {
    const sum = readMoney(row.cell(column))?.fen;
    return sum === undefined ? [] : [{ label: labelOf(side, currency), sum }];
  });
}

/** Sums of another currency are told apart: "支出 USD". */
function labelOf(side: string, currency: string): string {
  return currency === "CNY" ? side : `${side} ${currency}`;
}

function totalOf(line: BillLine): { label: string; amount: Fen } | undefined {
  if (line.own === undefined) return undefined;
  const side = line.own.direction === "in" ? "收入" : "支出";
  return {
    label: labelOf(side, line.currency),
    amount: (line.amount + (line.fee ?? ZERO)) as Fen,
  };
}
