/**
 * One date order for a whole file (bills.md 9.2): never row by row, because a file that is guessed
 * row by row comes out half swapped.
 */
import { BillError } from "./line.ts";
import { type DateOrder, dayText } from "./times.ts";

/** How many dates a question shows. */
const EXAMPLES = 3;

/** A first year of the 1900s for two-digit years: 70 to 99. */
const CENTURY_TURN = 70;

interface Parts {
  first: number;
  second: number;
  third: number;
  /** The first part is a year of four digits. */
  yearFirst: boolean;
  dotted: boolean;
  /** Quicken's mark for years from 2000 on: 2/ 4'19. */
  apostrophe: boolean;
}

/** Reads dates of one file in its one order; undefined for text that is no day in it. */
export type DateReader = (text: string) => string | undefined;

/**
 * Decides the order from `told` (the file's own option, or the user's answer), else from the dates.
 * @throws BillError "ask-date-order" with `{ examples, orders }` when the dates allow both.
 */
export function dateReader(texts: string[], told?: DateOrder): DateReader {
  const order = told ?? orderOf(texts);
  return (text) => {
    const parts = splitDate(text);
    return parts && readParts(parts, order);
  };
}

function orderOf(texts: string[]): DateOrder {
  let dayFirst = false;
  let monthFirst = false;
  let dotted = false;
  const open: string[] = [];
  for (const text of texts) {
    const parts = splitDate(text);
    if (!parts || parts.yearFirst) continue;
    if (parts.first > 12) dayFirst = true;
    else if (parts.second > 12) monthFirst = true;
    else if (parts.first !== parts.second) open.push(text.trim());
    dotted ||= parts.dotted;
  }
  if (dayFirst !== monthFirst) return dayFirst ? "dmy" : "mdy";
  if (!dayFirst && open.length === 0) return "ymd";
  if (!dayFirst && dotted) return "dmy"; // no country writes the month first with dots
  throw askDateOrder(open.length > 0 ? open : texts);
}

function askDateOrder(texts: string[]): BillError {
  const examples = [...new Set(texts)].slice(0, EXAMPLES);
  return new BillError(
    "ask-date-order",
    `看不出日期是“月/日”还是“日/月”，请选择。例如：${examples.join("、")}`,
    { examples, orders: ["mdy", "dmy"] },
  );
}

function splitDate(text: string): Parts | undefined {
  const bare = text
    .replace(/\s+/g, "")
    .replace(/[年月]/g, "-")
    .replace(/日$/, "");
  const found = /^(\d{1,4})([-/.])(\d{1,2})(['/.-]|-'|\/')(\d{1,4})(?:T.*)?$/.exec(bare);
  if (!found) return undefined;
  return {
    first: Number(found[1]),
    second: Number(found[3]),
    third: Number(found[5]),
    yearFirst: found[1]!.length === 4,
    dotted: found[2] === ".",
    apostrophe: found[4]!.includes("'"),
  };
}

function readParts(parts: Parts, order: DateOrder): string | undefined {
  const { first, second, third } = parts;
  if (parts.yearFirst) return dayText(first, second, third);
  const year = fullYear(third, parts.apostrophe);
  return order === "dmy" ? dayText(year, second, first) : dayText(year, first, second);
}

function fullYear(year: number, apostrophe: boolean): number {
  if (year >= 100) return year;
  return apostrophe || year < CENTURY_TURN ? 2000 + year : 1900 + year;
}
