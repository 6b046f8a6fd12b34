/** The list at the desk in the order of a column instead of by day. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { ZERO } from "../../ledger/money.ts";
import {
  type Account,
  type BookLine,
  isTransfer,
  newestFirst,
  type RecordFilter,
} from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import type { Layout } from "./layout.ts";
import { transferFilterOf } from "./use-records.ts";

export const COLUMNS = ["category", "note", "account", "amount"] as const;
export type Column = (typeof COLUMNS)[number];

export interface Sort {
  by: Column;
  descending: boolean;
}

/** All lines have to be here to be put in order; more than this are narrowed down first. */
export const MOST_SORTED = 10_000;

/** What a press on a column's heading leads to: its order, the other way round, by day again. */
export function nextSort(sort: Sort | undefined, by: Column): Sort | undefined {
  // The largest amounts first, texts from their beginning.
  const first = by === "amount";
  if (sort?.by !== by) return { by, descending: first };
  return sort.descending === first ? { by, descending: !first } : undefined;
}

/** The list in the order of the column; undefined while its lines are on their way, or nothing is sorted. */
export function useSortedPlan(
  filter: RecordFilter,
  sort: Sort | undefined,
  accounts: Map<number, Account>,
): Layout | undefined {
  const words = useWords();
  const { userId, zone } = useBook();
  const asked = transferFilterOf(filter);
  const enabled = sort !== undefined;
  const records = useQuery({ ...queries.records(userId, zone, filter), enabled });
  const transfers = useQuery({
    ...queries.transfers(userId, zone, asked ?? {}),
    enabled: enabled && asked !== undefined,
  });
  const moved = asked === undefined ? NONE : transfers.data;
  return useMemo(() => {
    if (sort === undefined || records.data === undefined || moved === undefined) return undefined;
    const lines = [...records.data, ...moved].sort(
      comparing(sort, (line) => textOf(line, sort.by, accounts, words.transfer)),
    );
    return layoutOf(lines);
  }, [sort, records.data, moved, accounts, words]);
}

const NONE: BookLine[] = [];

function comparing({ by, descending }: Sort, text: (line: BookLine) => string) {
  const sign = descending ? -1 : 1;
  const { compare } = new Intl.Collator("zh-CN");
  return (a: BookLine, b: BookLine) => {
    const order = by === "amount" ? a.amount - b.amount : compare(text(a), text(b));
    return order === 0 ? newestFirst(a, b) : sign * order;
  };
}

function textOf(
  line: BookLine,
  by: Column,
  accounts: Map<number, Account>,
  transfer: string,
): string {
  if (by === "note") return line.description ?? "";
  if (by === "category") return isTransfer(line) ? transfer : categoryText(line.category);
  return accounts.get(isTransfer(line) ? line.fromAccountId : line.accountId)?.name ?? "";
}

/** All in one stretch under one heading, as if of one day. */
function layoutOf(lines: BookLine[]): Layout {
  const day = "" as Day;
  const sums = { day, income: ZERO, expense: ZERO, count: lines.length };
  const chunk = { startDate: day, endDate: day };
  return {
    days: [{ sums, chunk, at: 0, rows: lines.length, lines }],
    length: lines.length + 1,
  };
}
