/** The list's data: its days at once, its records as they come into view. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { type BookRecord, effectOf } from "../api/book.ts";
import type { RecordFilter } from "../api/queries.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../shell/book.ts";
import { byDay, type Chunk, chunksOf, type PlannedDay, planList } from "./plan.ts";

export function useRecordList(filter: RecordFilter, wanted: Set<string>) {
  const { userId, zone } = useBook();
  const days = useQuery(queries.recordDays(userId, filter));
  const chunks = useMemo(() => chunksOf(days.data ?? [], filter), [days.data, filter]);
  const shown = useMemo(() => {
    const different = new Map(chunks.map((chunk) => [chunk.startDate, chunk]));
    const first = chunks[0];
    return [...different.values()].filter(
      (chunk) => wanted.has(chunk.startDate) || (wanted.size === 0 && chunk === first),
    );
  }, [chunks, wanted]);
  const lists = useQueries({
    queries: shown.map((chunk) => queries.records(userId, zone, { ...filter, ...chunk })),
    combine: (results) => ({
      data: results.map((result) => result.data),
      error: results.find((result) => result.error)?.error ?? null,
      refetch: () => results.forEach((result) => void result.refetch()),
    }),
  });
  const loaded = useMemo(() => {
    const found = new Map<string, Map<Day, BookRecord[]>>();
    for (const [index, list] of lists.data.entries()) {
      if (list) found.set((shown[index] as Chunk).startDate, byDay(list));
    }
    return found;
  }, [lists.data, shown]);
  const plan = useMemo(
    () => planList(days.data ?? [], chunks, loaded),
    [days.data, chunks, loaded],
  );
  return { days, plan, error: days.error ?? lists.error, refetch: lists.refetch };
}

/** The balance of the one chosen account after each of a day's records, newest first. */
export function useRunningBalance(filter: RecordFilter): (day: PlannedDay) => (Fen | undefined)[] {
  const { userId } = useBook();
  const { accountId = 0, startDate: _, endDate: __, ...others } = filter;
  const applies = accountId !== 0 && Object.keys(others).length === 0;
  const { data } = useQuery({ ...queries.balances(userId, accountId), enabled: applies });
  return useMemo(() => {
    const ends = new Map(data?.days.map(({ day, balance }) => [day, balance]));
    const before = new Map(
      data?.days.map(({ day }, index) => [day, data.days[index - 1]?.balance ?? data.opening]),
    );
    return ({ sums, records = [] }) => {
      let balance = ends.get(sums.day);
      if (!applies || balance === undefined) return [];
      // A transfer moved it too that day, at an hour nobody knows: then only the day's end is sure.
      const moved = records.reduce((sum, record) => sum + effectOf(record), 0);
      if (before.get(sums.day) !== balance - moved) return [balance];
      return records.map((record) => {
        const after = balance as Fen;
        balance = fen(after - effectOf(record));
        return after;
      });
    };
  }, [data, applies]);
}
