/** What wallets print above and below their rows: the owner, the period, counts and sums. */
import { type Note, note } from "../../contract/notes.ts";
import { type Fen, yuanFixed } from "../../ledger/money.ts";
import type { Bill, BillLine, StatedTotal } from "../bill/line.ts";
import { readFen } from "../file/cells.ts";
import { readTime } from "../values/times.ts";

const OWNER = /(?:支付宝账户|账号|微信昵称|京东账号名|美团用户名)[：:]\s*\[?([^\]\s]+)\]?/;
const DAY = /\d{4}-\d{1,2}-\d{1,2}/g;
const TOTAL =
  /^(收入|支出|不计收支|中性交易|其他|已收入|待收入|已支出|待支出)[：:]\s*(\d+)笔(?:[(（][^)）]*[)）])?[,，\s]*([\d.,]+)元/;

/** Takes the owner, the period and the totals from these lines into the bill. */
export function readPreamble(bill: Bill, lines: readonly string[]): void {
  for (const line of lines) {
    bill.owner ||= OWNER.exec(line)?.[1] ?? "";
    if (!bill.period && /(起始|日期区间)/.test(line)) bill.period = periodOf(line);
    const total = totalOf(line);
    if (total) bill.stated.push(total);
  }
}

function periodOf(line: string): Bill["period"] {
  const [from, to] = [...line.matchAll(DAY)].map((match) => readTime(match[0]));
  return from && to ? { from, to } : undefined;
}

function totalOf(line: string): StatedTotal | undefined {
  const match = TOTAL.exec(line.replace(/,+$/, ""));
  if (!match) return undefined;
  const sum = readFen(match[3]);
  return {
    label: match[1] ?? "",
    count: Number(match[2]),
    ...(sum === undefined ? {} : { sum }),
  };
}

/** Where a line counts in the file's own totals; undefined when it does not. */
export type TotalOf = (line: BillLine) => { label: string; amount: Fen } | undefined;

/**
 * Compares the stated totals with the rows. A difference is a notice and no failure: the files
 * themselves warn that their totals are reckoned differently.
 */
export function compareTotals(bill: Bill, totalOfLine: TotalOf): void {
  const found = new Map<string, { count: number; sum: number }>();
  for (const line of bill.lines) {
    const part = totalOfLine(line);
    if (!part) continue;
    const so = found.get(part.label) ?? { count: 0, sum: 0 };
    found.set(part.label, { count: so.count + 1, sum: so.sum + part.amount });
  }
  for (const total of bill.stated) {
    const { label, count, sum } = total;
    const real = found.get(label) ?? { count: 0, sum: 0 };
    total.found = { count: real.count, sum: real.sum as Fen };
    if ((count ?? real.count) === real.count && (sum ?? real.sum) === real.sum) continue;
    bill.notices.push(
      note("totalsDiffer", {
        label,
        stated: statedNote(total),
        count: real.count,
        sum: yuanFixed(real.sum as Fen),
      }),
    );
  }
}

function statedNote({ count, sum }: StatedTotal): Note {
  if (sum === undefined) return note("statedCount", { count: count ?? 0 });
  if (count === undefined) return note("statedSum", { sum: yuanFixed(sum) });
  return note("statedBoth", { count, sum: yuanFixed(sum) });
}
