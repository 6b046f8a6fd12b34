/** What a whole column says: the order of its dates, its decimal mark, whether it has signs. */
import { cleanCell, type DecimalMark, filledCell, readFen } from "./cells.ts";
import type { Cell, Row, Table } from "./table.ts";
import { type DateOrder, readTime } from "./times.ts";

/** The filled cells of a column; empty for a column that the table does not have. */
export function columnSamples(
  table: Table,
  rows: readonly Row[],
  column: string | undefined,
): Cell[] {
  const place = column === undefined ? undefined : table.places(column)[0];
  if (place === undefined) return [];
  return rows.flatMap((row) => {
    const cell = row.cells[place];
    return cell === undefined || filledCell(cell) === "" ? [] : [cell];
  });
}

/** The order that a date column proves. */
export interface FoundOrder {
  /** Undefined when the column proves none, or proves two at once. */
  order: DateOrder | undefined;
  /** Three cells to show to the user. */
  examples: string[];
}

/** One "13/02" settles the whole column; a column without one is asked about, never guessed. */
export function findDateOrder(cells: readonly Cell[]): FoundOrder {
  const unclear = cells.filter((cell) => readTime(cell) === undefined);
  const read = cells.length - unclear.length;
  const dated = unclear.filter(
    (cell) => readTime(cell, { order: "dmy" }) ?? readTime(cell, { order: "mdy" }),
  );
  if (dated.length === 0) return { order: read > 0 ? "ymd" : undefined, examples: shown(cells) };
  const dayFirst = dated.some((cell) => readTime(cell, { order: "mdy" }) === undefined);
  const monthFirst = dated.some((cell) => readTime(cell, { order: "dmy" }) === undefined);
  const order = dayFirst === monthFirst ? germanOrder(dated, dayFirst) : dayFirst ? "dmy" : "mdy";
  return { order, examples: shown(dated) };
}

/** "05.01.2026" with dots is written day first wherever it is written. */
function germanOrder(cells: readonly Cell[], contradictory: boolean): DateOrder | undefined {
  if (contradictory) return undefined;
  return cells.every((cell) => /^\d{1,2}\.\d{1,2}\.\d{2,4}/.test(cleanCell(cell)))
    ? "dmy"
    : undefined;
}

function shown(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(cleanCell))].slice(0, 3);
}

/**
 * The mark that reads the most cells; a comma only when it reads more than the point does, so that
 * "25,000" stays twenty-five thousand.
 */
export function findDecimalMark(cells: readonly Cell[]): DecimalMark {
  let point = 0;
  let comma = 0;
  for (const cell of cells) {
    if (typeof cell === "number") continue;
    if (readFen(cell, ".") !== undefined) point++;
    if (readFen(cell, ",") !== undefined) comma++;
  }
  return comma > point ? "," : ".";
}

/** Whether any amount is negative, under either decimal mark. */
export function hasNegative(cells: readonly Cell[]): boolean {
  return cells.some((cell) => (readFen(cell, ".") ?? readFen(cell, ",") ?? 0) < 0);
}

const IN =
  /收入|收款|入账|入帐|^贷|转入|退款|退货|返现|存入|利息|^\s*(credit|cr|deposit|income|in|\+)\b/i;
const OUT =
  /支出|消费|付款|支付|^借|转出|转账|还款|缴费|取出|取现|^\s*(debit|dr|withdrawal|expense|payment|out|-)(\b|$)/i;

/** Which way money goes by the word of a type column; undefined when the word does not say. */
export function directionOf(word: string): "in" | "out" | undefined {
  if (IN.test(word)) return "in";
  return OUT.test(word) ? "out" : undefined;
}

/** Whether a column tells directions; a column of shops' or categories' names does not. */
export function tellsDirection(cells: readonly Cell[]): boolean {
  const told = cells.filter((cell) => directionOf(cleanCell(cell)) !== undefined).length;
  return told > 0 && told * 2 >= cells.length;
}
