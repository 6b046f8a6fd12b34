/**
 * Rows that add others up. A row with a date and an amount is never one by its first word: a shop may
 * be called "Total Hardware". What looks like a total and adds up to one is asked about.
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { cleanCell } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { question, skip } from "../format/format.ts";
import { namesClosing, namesOpening } from "../format/opening.ts";

/** How a cell begins that names a total, a rule or a count below a table. */
const TOTAL =
  /^(-{3,}|={3,}|_{3,}|#|\S{0,4}(合计|总计|小计|共计)|总额|共\s*\d+\s*笔|(grand |sub)?total\b|sum\b|(opening|closing|ending|starting)? ?balance\b|期初余额|期末余额|承[前上]|过次|saldo\b|summe\b|gesamt)/i;

/** Whether a cell names a total; meant for rows that lack a date. */
export function isTotalWord(text: string): boolean {
  return TOTAL.test(text);
}

const WHOLE =
  /^([本当今全每][日天周月期页年季]|[\d一二三四五六七八九十]{1,3}[日月周]份?|[日周月年])?(收入|支出)?(合计|总计|小计|共计|累计)[:：]?$|^(grand ?|sub)?total:?$|^sum:?$|^summe:?$/i;

/**
 * Rows that tell a balance instead of a movement. The first of the file is its account's opening where the
 * running balance says the same; any other is asked about. In place.
 */
export function markBalances(lines: readonly BillLine[], rows: readonly TableRow[]): void {
  const first = lines.reduce((day, { time }) => (time !== "" && time < day ? time : day), "9");
  lines.forEach((line, at) => {
    if (line.kind === "skip" || line.kind === "transfer" || line.own === undefined) return;
    const cells = rows[at]!.cells.map(cleanCell);
    const opens = cells.some(namesOpening);
    if (!opens && !cells.some(namesClosing)) return;
    const signed = line.own.direction === "out" ? -line.amount : line.amount;
    if (opens && line.balance === signed && line.time === first) {
      Object.assign(line, { kind: "opening", category: "", reason: note("openingBalance") });
    } else line.review.push(question("total", note("askBalanceRow")));
  });
}

/** The fewest rows that a total adds up. */
const LEAST_ROWS = 2;

/** What rows add up to. */
interface Sums {
  net: number;
  into: number;
  out: number;
  count: number;
}

const noSums = (): Sums => ({ net: 0, into: 0, out: 0, count: 0 });

/**
 * Asks about dated rows whose cell is a total's word and nothing else where the amount is what the rows
 * above add up to, all of them or those since the total before; and leaves out a last row without a date
 * that adds up, whatever it says. In place.
 */
export function markTotals(lines: BillLine[], rows: readonly TableRow[]): void {
  const all = noSums();
  let since = noSums();
  lines.forEach((line, at) => {
    const adds = all.count >= LEAST_ROWS && isSum(line.amount, all);
    if (line.time === "") {
      const last = lines.slice(at + 1).every(({ time, amount }) => time === "" || amount === 0);
      if (adds && line.review.length > 0 && last) {
        Object.assign(line, skip(note("totalRow")), { review: [] });
      }
      return;
    }
    const isTotal = rows[at]!.cells.some((cell) => WHOLE.test(cleanCell(cell)));
    if (isTotal && (adds || (since.count > 0 && isSum(line.amount, since)))) {
      line.review.push(question("total", note("askTotal")));
    } else for (const sums of [all, since]) addTo(sums, line);
    if (isTotal) since = noSums();
  });
}

function addTo(sums: Sums, line: BillLine): void {
  const signed = line.own?.direction === "out" ? -line.amount : line.amount;
  sums.net += signed;
  if (signed < 0) sums.out -= signed;
  else sums.into += signed;
  sums.count++;
}

function isSum(amount: number, { net, into, out }: Sums) {
  return amount !== 0 && [Math.abs(net), into, out].includes(amount);
}
