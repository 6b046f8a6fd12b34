/**
 * One date order for a whole file (bills.md 9.2): never row by row, because a file that is guessed
 * row by row comes out half swapped.
 */

import type { DateOrder } from "../../contract/bill-answers.ts";
import { note } from "../../contract/notes.ts";
import { BillError } from "../file/bill-error.ts";
import { isShortAhead, readTime } from "./times.ts";

/** How many dates a question shows. */
const EXAMPLES = 3;

/** The orders of dates whose year of four digits does not stand in front. */
const ORDERS = ["mdy", "dmy", "yymd"] as const;

/** Reads dates of one file in its one order; undefined for text that is no day in it. */
export type DateReader = (text: string) => string | undefined;

/** What is known beside the dates. */
export interface DateHints {
  /** The file's own option, or the user's answer. */
  told?: DateOrder | undefined;
  /** The last day that a year of two digits may mean, "YYYY-MM-DD". */
  today?: string | undefined;
}

/**
 * Decides the order from what is told, else from the dates: one that only one order reads settles
 * it for all, and so do days that all but one order put ahead of today.
 * @throws BillError "ask-date-order" with `{ examples, orders }` when the dates allow several.
 */
export function dateReader(texts: readonly string[], { told, today }: DateHints = {}): DateReader {
  const options = today === undefined ? {} : { today };
  const order = told ?? orderOf([...new Set(texts.map(withoutApostrophes))], options);
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (!known.has(text)) {
      const time = readTime(withoutApostrophes(text), { ...options, order });
      known.set(text, time?.slice(0, 10));
    }
    return known.get(text);
  };
}

/**
 * With one separator. Quicken's apostrophe may stand anywhere ("2024'9.5", "5'9.2024"); before two
 * digits at the end it means a year from 2000 on ("2/ 4'19").
 */
function withoutApostrophes(text: string): string {
  const bare = text.replace(/\s+/g, "");
  if (!bare.includes("'")) return bare;
  const parts = /^(\d{1,4})[-/.']+(\d{1,2})([-/.']+)(\d{1,4})$/.exec(bare);
  if (!parts) return bare;
  const [, first, second, mark = "", last = ""] = parts;
  const year = mark.includes("'") && last.length <= 2 ? `20${last.padStart(2, "0")}` : last;
  const separator = bare.includes(".") ? "." : "/";
  return [first, second, year].join(separator);
}

function orderOf(texts: readonly string[], options: { today?: string }): DateOrder {
  const open = texts.filter((text) => readTime(text) === undefined);
  const dated = open.filter((text) => ORDERS.some((order) => reads(text, order)));
  if (dated.length === 0) return "ymd";
  const whole = ORDERS.filter((order) => dated.every((text) => reads(text, order)));
  const found =
    only(whole) ??
    // No country writes the month first with dots.
    (whole.includes("dmy") && dated.every((text) => /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text))
      ? "dmy"
      : undefined) ??
    only(whole.filter((order) => !dated.some((text) => isAhead(text, order, options)))) ??
    sameDays(dated, whole);
  if (found !== undefined) return found;
  throw askDateOrder(dated, whole);
}

function reads(text: string, order: DateOrder): boolean {
  return readTime(text, { order }) !== undefined;
}

/** The one of a list that has just one. */
export function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** Whether a year of two digits puts the day ahead of today. */
function isAhead(text: string, order: DateOrder, options: { today?: string }): boolean {
  const day = readTime(text, { ...options, order });
  return day !== undefined && options.today !== undefined && isShortAhead(text, day, options.today);
}

/** An order where all that fit give the same days: "05/05/2026". */
function sameDays(dated: readonly string[], whole: readonly DateOrder[]): DateOrder | undefined {
  const [first, ...others] = whole.map((order) => dated.map((text) => readTime(text, { order })));
  const same = others.every((days) => days.every((day, at) => day === first?.[at]));
  return same ? whole[0] : undefined;
}

function askDateOrder(dated: readonly string[], whole: readonly DateOrder[]): BillError {
  const orders =
    whole.length > 0 ? whole : ORDERS.filter((order) => dated.some((text) => reads(text, order)));
  const telling = dated.filter((text) => !sameDays([text], orders));
  const examples = [...new Set(telling)].slice(0, EXAMPLES);
  return new BillError("ask-date-order", note("askDateOrder", { examples: examples.join("、") }), {
    examples,
    orders: [...orders],
  });
}
