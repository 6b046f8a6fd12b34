/**
 * Money of a row that no role reads: what was refunded or taken off in a column of its own, and a second
 * record that stands beside the first. Neither is booked in silence.
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { cleanCell, readMoney } from "../file/cells.ts";
import type { Table, TableRow } from "../file/table.ts";
import { question } from "../format/format.ts";
import type { ColumnMapping } from "./mapping.ts";
import { isDate } from "./mapping-columns.ts";
import { columnUnit, isKnownName } from "./mapping-names.ts";

/** Names of columns whose numbers change what was paid. */
const CHANGES =
  /^(已?退款(金额)?|退货金额|优惠(金额)?|折扣(金额)?|抵扣(金额)?|减免(金额)?|已?报销(金额)?|refund(ed)?(amount)?|discount(amount)?|cashback(amount)?|reimbursed(amount)?)$/;

/** An amount of this name is what was paid once all of these were taken off. */
const PAID = /^(实付|实际支付|实际付款|实收|应付)/;
const TAKEN_OFF = /^(优惠|折扣|抵扣|减免|discount)/;

/** A name that says that money stands under it, of whatever the row is for. */
const OF_MONEY =
  /[额額钱錢款费費价價元币幣付支收出入]|amount|sum|total|price|value|paid|cost|betrag|montant|importe|valor|bedrag|kwota|сумма/i;
const COUNTS =
  /序号|编号|[单卡]号|数量|件数|个数|人数|次数|天数|页|积分|里程|公里|单价|卡余|余额|合计|累计|^(no|nr|num|id|qty|count|quantity|points|index|balance|total)\b/i;

/** Where such money stands in a table's rows. */
export interface Beside {
  /** Indexes of the columns with such names. */
  changes: readonly number[];
  /** Columns of a second record: its day and its amount. */
  second: readonly [day: number, amount: number] | undefined;
}

/** Finds the columns in the table's header. */
export function besideOf(table: Table, { columns }: ColumnMapping): Beside {
  const taken = new Set(Object.values(columns));
  const isPaid = PAID.test(columnUnit(columns.amount ?? "").name);
  const counts = (name: string) => CHANGES.test(name) && !(isPaid && TAKEN_OFF.test(name));
  // Of a table whose amounts stand under what they were for (早餐, 午餐, 晚餐) any other column may hold some.
  const named = table.headerIndex >= 0 ? (columns.amount ?? "") : "";
  const isOwn = named !== "" && !isKnownName(named) && !OF_MONEY.test(named);
  const changes = table.titles.flatMap((title, index) =>
    !taken.has(title) && (counts(columnUnit(title).name) || (isOwn && isOpen(title)))
      ? [index]
      : [],
  );
  const days = columns.date === undefined ? [] : table.indexesOf(columns.date);
  const amount = columns.amount ?? columns.out ?? columns.in;
  const amounts = amount === undefined ? [] : table.indexesOf(amount);
  const [day, sum] = [days[1], amounts[1]];
  return { changes, second: day !== undefined && sum !== undefined ? [day, sum] : undefined };
}

/** Whether nobody knows what such a column holds; what counts things is no money. */
function isOpen(title: string): boolean {
  return title !== "" && !isKnownName(title) && !COUNTS.test(columnUnit(title).name);
}

/** Asks about a row with such money, in place. */
export function askBeside(line: BillLine, row: TableRow, { changes, second }: Beside): void {
  if (line.kind === "skip") return;
  for (const index of changes) {
    const text = cleanCell(row.cells[index]);
    const money = text === "" ? undefined : (readMoney(text, ".") ?? readMoney(text, ","));
    if (money === undefined || money.fen === 0) continue;
    const column = row.table.titles[index] as string;
    line.review.push(question("beside", note("askBeside", { column, value: text }), column));
  }
  if (second === undefined || !isDate(row.cells[second[0]] ?? "")) return;
  if (readMoney(row.cells[second[1]]) === undefined) return;
  line.review.push(question("two-records", note("askTwoRecords")));
}
