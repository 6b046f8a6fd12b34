/** The days a bill covers, and what else is summed up from its lines. */
import type { Bill, BillLine } from "./line.ts";

/** First and last day of the lines; undefined when none has a day. */
export function periodOf(lines: readonly BillLine[]): Bill["period"] {
  let from: string | undefined;
  let to: string | undefined;
  for (const { time } of lines) {
    const day = time.slice(0, 10);
    if (day === "") continue;
    if (from === undefined || day < from) from = day;
    if (to === undefined || day > to) to = day;
  }
  return from === undefined || to === undefined ? undefined : { from, to };
}
