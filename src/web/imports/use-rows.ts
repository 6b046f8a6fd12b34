/** The rows of a preview, a page at a time as they come into view, however many there are. */
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { combine } from "../api/lists.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import type { ImportLine } from "./detail.ts";

/** The pages that hold the rows from `first` to `last`, counted from 0. */
interface View {
  first: number;
  last: number;
}

/**
 * What stands at each place that is in view and has been read. Rows are numbered from 1 without a gap,
 * and a page's cursor is the number before it; of a part of them the cursors are learnt page by page.
 */
export function useImportRows(importId: number, filter: queries.RowFilter, view: View) {
  const { userId } = useBook();
  const size: number = queries.IMPORT_PAGE;
  const [starts, setStarts] = useState([0]);
  const whole = Object.keys(filter).length === 0;
  const reach = whole ? Number.POSITIVE_INFINITY : starts.length - 1;
  const from = Math.min(Math.floor(view.first / size), reach);
  const to = Math.min(Math.floor(view.last / size), reach);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const startOf = (page: number) => (whole ? page * size : (starts[page] ?? 0));
  const lists = useQueries({
    queries: pages.map((page) => queries.importRows(userId, importId, filter, startOf(page))),
    combine,
  });
  const newest = lists.data.at(-1);
  useEffect(() => {
    if (to !== starts.length - 1 || newest === undefined || newest.length < size) return;
    setStarts([...starts, (newest.at(-1) as ImportLine).number]);
  }, [newest, starts, to]);
  const rows = useMemo(() => {
    const found = new Map<number, ImportLine>();
    for (const [index, list] of lists.data.entries())
      for (const [place, row] of (list ?? []).entries())
        found.set((from + index) * size + place, row);
    return found;
  }, [lists.data, from]);
  return { rows, error: lists.error, refetch: lists.refetch };
}
