/** What the statistics are about: the days, and how the address says so. */
import type { Day, Month } from "../../ledger/calendar.ts";

/** The search of the page's address. */
export interface StatisticsSearch {
  range?: "year" | "all" | "days";
  /** Of the days that are chosen freely. */
  startDate?: string;
  endDate?: string;
  month?: Month;
  year?: number;
  type?: "income";
  accountId?: number;
}

/** The days that the page is about. */
export interface Range {
  first?: Day;
  last?: Day;
  month?: Month;
  year?: number;
}

/** The filter of records that a range means. */
export function filterOf({ first, last }: Range, accountId: number | undefined) {
  return {
    ...(accountId !== undefined && { accountId }),
    ...(first !== undefined && { startDate: first as string }),
    ...(last !== undefined && { endDate: last as string }),
  };
}
