/** The list's data: its days at once, its records and transfers as they come into view. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { combine } from "../api/lists.ts";
import {
  type Adjustment,
  type BookLine,
  type DaySums,
  effectOn,
  type RecordFilter,
} from "../api/models.ts";
import { showRecords, showTransfers } from "../api/patch.ts";
import * as queries from "../api/queries.ts";
import { onlyWaiting } from "../api/shown.ts";
import { useBook } from "../base/open-book.ts";
import {
  byDay,
  type Chunk,
  chunksOf,
  type DayLayout,
  layOut,
  withAdjustments,
  withTransfers,
} from "./layout.ts";

/** The part of a filter that transfers answer too; undefined where it asks what only records have. */
export function transferFilterOf(filter: RecordFilter): queries.TransferFilter | undefined {
  const { type, category, ...shared } = filter;
  return type || category ? undefined : shared;
}

/** The part of a filter that adjustments answer; undefined where it asks what they have not. */
export function adjustmentFilterOf({ accountId, startDate, endDate, ...others }: RecordFilter) {
  return Object.values(others).some((value) => value !== undefined)
    ? undefined
    : { accountId, startDate, endDate };
}

/** The days of the list, with those of the transfers that the filter finds. */
export function useListDays(filter: RecordFilter) {
  const { userId } = useBook();
  const asked = transferFilterOf(filter);
  const records = useQuery(queries.recordDays(userId, filter));
  const moved = useQuery({
    ...queries.transferDays(userId, asked ?? {}),
    enabled: asked !== undefined,
  });
  const only = adjustmentFilterOf(filter);
  const adjusted = useQuery({
    ...queries.adjusted(userId, only ?? {}),
    enabled: only !== undefined,
  });
  const set = only === undefined ? undefined : adjusted.data;
  // What an earlier filter found may still be kept: where nothing is asked, there is none.
  const found = asked === undefined ? NO_TRANSFERS : moved.data;
  const days = useMemo(() => {
    // A list is not empty as long as its transfers may come.
    if (records.data?.length === 0 && (moved.isLoading || adjusted.isLoading)) return undefined;
    return (
      records.data && withAdjustments(withTransfers(records.data, found ?? []), set ?? NOT_ADJUSTED)
    );
  }, [records.data, found, moved.isLoading, set, adjusted.isLoading]);
  const error = records.error ?? moved.error;
  return { days, pending: days === undefined && error === null, error };
}

/** One and the same, so that what is computed from it is not computed again. */
const NONE: DaySums[] = [];
const NO_TRANSFERS: { day: Day; count: number }[] = [];
const NOT_ADJUSTED: Adjustment[] = [];

export function useRecordList(filter: RecordFilter, wanted: Set<string>) {
  const { days = NONE, error } = useListDays(filter);
  const chunks = useMemo(() => chunksOf(days, filter), [days, filter]);
  const shown = useMemo(() => {
    const different = new Map(chunks.map((chunk) => [chunk.startDate, chunk]));
    const first = chunks[0];
    return [...different.values()].filter(
      (chunk) => wanted.has(chunk.startDate) || (wanted.size === 0 && chunk === first),
    );
  }, [chunks, wanted]);
  const moving = useMemo(
    () => new Set(chunks.filter((_, index) => days[index]?.transfers)),
    [chunks, days],
  );
  const lists = useLists(filter, shown, moving);
  const layout = useMemo(() => layOut(days, chunks, lists.loaded), [days, chunks, lists.loaded]);
  return { layout, error: error ?? lists.error, refetch: lists.refetch };
}

/** The lines of the chunks that are in view, by day. Not every chunk has transfers. */
function useLists(filter: RecordFilter, shown: Chunk[], moving: Set<Chunk>) {
  const { userId, zone } = useBook();
  const asked = transferFilterOf(filter);
  const records = useQueries({
    queries: shown.map((chunk) => queries.records(userId, zone, { ...filter, ...chunk })),
    combine,
  });
  const moved = useQueries({
    queries: shown.map((chunk) => ({
      ...queries.transfers(userId, zone, {
        ...asked,
        ...chunk,
      }),
      enabled: moving.has(chunk),
    })),
    combine,
  });
  const loaded = useMemo(() => {
    const found = new Map<string, Map<Day, BookLine[]>>();
    for (const [index, chunk] of shown.entries()) {
      const within = { ...filter, ...chunk };
      const own = records.failed[index]
        ? onlyWaiting(userId, showRecords(within))
        : records.data[index];
      const transfers = !moving.has(chunk)
        ? []
        : moved.failed[index]
          ? onlyWaiting(userId, showTransfers(within))
          : moved.data[index];
      if (own && transfers) found.set(chunk.startDate, byDay([...own, ...transfers]));
    }
    return found;
  }, [records.data, records.failed, moved.data, moved.failed, shown, moving, filter, userId]);
  return {
    loaded,
    error: records.error ?? moved.error,
    refetch: () => {
      records.refetch();
      moved.refetch();
    },
  };
}

/** The balance of the one chosen account after each row of a day, newest first. */
export function useRunningBalance(filter: RecordFilter): (day: DayLayout) => (Fen | undefined)[] {
  const { userId } = useBook();
  const { accountId = 0, startDate: _, endDate: __, ...others } = filter;
  const applies = accountId !== 0 && Object.keys(others).length === 0;
  const { data } = useQuery({ ...queries.balances(userId, accountId), enabled: applies });
  return useMemo(() => {
    const ends = new Map(data?.days.map(({ day, balance }) => [day, balance]));
    const before = new Map(
      data?.days.map(({ day }, index) => [day, data.days[index - 1]?.balance ?? data.opening]),
    );
    return ({ sums, lines = [] }) => {
      let balance = ends.get(sums.day);
      if (!applies || balance === undefined) return [];
      // While a change is on its way the lines are ahead of the balances: nothing is said then.
      const moves = [
        ...(sums.adjusted ?? []).map(({ amount }) => amount),
        ...lines.map((line) => effectOn(accountId, line)),
      ];
      const moved = moves.reduce((sum, move) => sum + move, 0);
      if (before.get(sums.day) !== balance - moved) return [];
      return moves.map((move) => {
        const after = balance as Fen;
        balance = fen(after - move);
        return after;
      });
    };
  }, [data, applies, accountId]);
}
