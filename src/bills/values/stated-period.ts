/** The stretch of days that a table says it is of, in its title or a line above it: so 1月5日 has a year. */
import { simplified } from "../../ledger/plain-text.ts";
import { dayText, type StatedPeriod } from "./times.ts";

/** Lines above a table are read this far; a title is short. */
const MAX_LINES = 80;
const MAX_LENGTH = 200;

const DAY = /(?<!\d)(\d{3,4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)/g;
const STRETCH = /[至到~～—]|起|止|期间|周期|范围/;
const BEGINS = /起始|开始|起日/;
const ENDS = /截止|终止|结束|止日/;
/** 2025年1月对账单, 2025年度, 2025年1月-3月; not the day of 2025年2月1日导出. */
const TITLE =
  /(?<!\d)(\d{3,4})\s?年度?(?:\s?(\d{1,2})\s?月份?(?:\s?[-~～至到—]\s?(?:(\d{3,4})\s?年)?\s?(\d{1,2})\s?月份?)?)?(?!\s?\d{1,2}\s?[日号月])/g;
/** What the title of a bill says besides; a year in any other line may be of anything. */
const OF_BILL = /账单|对账|明细|流水|记账|收支|开支|支出|消费|报表|统计/;

/** The period that the lines above a table state; undefined where they state none, or two. */
export function periodAbove(lines: readonly string[]): StatedPeriod | undefined {
  const short = lines.slice(0, MAX_LINES).filter(({ length }) => length <= MAX_LENGTH);
  const plain = short.map((line) => line.normalize("NFKC"));
  return only(plain.flatMap(stretchOf)) ?? fromTwoLines(plain) ?? only(plain.flatMap(titleOf));
}

function only(found: readonly StatedPeriod[]): StatedPeriod | undefined {
  const [first, ...more] = found;
  const isOne = first && more.every(({ from, to }) => from === first.from && to === first.to);
  return isOne ? first : undefined;
}

function daysIn(line: string): string[] {
  return [...line.matchAll(DAY)].flatMap(
    ([, year, month, day]) => dayText(commonYear(year, line), Number(month), Number(day)) ?? [],
  );
}

function stretchOf(line: string): StatedPeriod[] {
  const [from, to, ...more] = daysIn(line);
  const isStretch = from && to && from <= to && more.length === 0 && STRETCH.test(simplified(line));
  return isStretch ? [{ from, to }] : [];
}

function fromTwoLines(lines: readonly string[]): StatedPeriod | undefined {
  const dayOf = (words: RegExp) => {
    const days = lines.filter((line) => words.test(simplified(line))).flatMap(daysIn);
    return days.length === 1 ? days[0] : undefined;
  };
  const [from, to] = [dayOf(BEGINS), dayOf(ENDS)];
  return from && to && from <= to ? { from, to } : undefined;
}

/** A month's bill may begin in the month before: that of a card runs from day to day. */
function titleOf(line: string): StatedPeriod[] {
  const plain = simplified(line);
  return [...plain.matchAll(TITLE)].flatMap(([said, first, month, last, until]) => {
    if (!OF_BILL.test(plain) && plain.trim() !== said.trim()) return [];
    const year = commonYear(first, line);
    if (dayText(year, 1, 1) === undefined) return [];
    if (month === undefined) return [{ from: `${year}-01-01`, to: `${year}-12-31` }];
    const ends = last === undefined ? year : commonYear(last, line);
    const from = monthStart(year, until === undefined ? Number(month) - 1 : Number(month));
    const to = monthStart(ends, Number(until ?? month));
    // No day lies behind a month's 31st.
    return from && to && from <= to ? [{ from, to: `${to.slice(0, 8)}31` }] : [];
  });
}

function monthStart(year: number, month: number): string | undefined {
  return month === 0 ? dayText(year - 1, 12, 1) : dayText(year, month, 1);
}

/** 114年 in a line of traditional characters is 2025. */
function commonYear(year: string | undefined, line: string): number {
  const number = Number(year);
  return number < 150 && /[國帳單銀額對戶幣餘]/.test(line) ? number + 1911 : number;
}
