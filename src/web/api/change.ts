/**
 * Changing the book: what is seen changes at once, is taken back when the service refuses, and is
 * read anew when it has answered. Other tabs of this browser are told.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { type Account, type BookRecord, countedOf, effectOf, newestFirst } from "./book.ts";
import type { DaySums, ListShape, RecordFilter } from "./queries.ts";

import { readUpToHere } from "./revision.ts";

/** What a change takes out of the book and puts in. The same id on both sides is an edit. */
export interface Patch {
  removed?: BookRecord[];
  added?: BookRecord[];
}

const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("fenming");

/** Refreshes when another tab has changed the book. */
export function listenToTabs(client: QueryClient): void {
  channel?.addEventListener("message", () => client.invalidateQueries());
}

export async function changeBook<T>(
  client: QueryClient,
  userId: number,
  work: () => Promise<T>,
  patch?: Patch,
): Promise<T> {
  const book = { queryKey: ["book", userId] };
  let restore = () => {};
  if (patch !== undefined) {
    await client.cancelQueries(book);
    const before = client.getQueriesData(book);
    restore = () => {
      for (const [key, data] of before) client.setQueryData(key, data);
    };
    applyPatch(client, userId, patch);
  }
  try {
    return await work();
  } catch (error) {
    restore();
    throw error;
  } finally {
    refreshBook(client, userId);
  }
}

/** Reads everything of the book again; what has not changed costs an empty answer. */
export function refreshBook(client: QueryClient, userId: number): void {
  readUpToHere();
  void client.invalidateQueries({ queryKey: ["book", userId] });
  channel?.postMessage("changed");
}

function applyPatch(client: QueryClient, userId: number, patch: Patch): void {
  const { removed = [], added = [] } = patch;
  const moved = new Map<number, number>();
  for (const record of removed) addTo(moved, record.accountId, -effectOf(record));
  for (const record of added) addTo(moved, record.accountId, effectOf(record));
  client.setQueryData<Account[]>(["book", userId, "accounts"], (accounts) =>
    accounts?.map((account) => ({
      ...account,
      balance: fen(account.balance + (moved.get(account.id) ?? 0)),
    })),
  );
  client.setQueryData<{ totalBalance: Fen }>(
    ["book", userId, "summary"],
    (summary) =>
      summary && {
        ...summary,
        totalBalance: fen([...moved.values()].reduce((sum, by) => sum + by, summary.totalBalance)),
      },
  );
  patchLists(client, userId, removed, added);
  patchDays(client, userId, removed, added);
}

function addTo(sums: Map<number, number>, key: number, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}

function patchLists(
  client: QueryClient,
  userId: number,
  removed: BookRecord[],
  added: BookRecord[],
): void {
  const gone = new Set(removed.map((record) => record.id));
  for (const [key, list] of client.getQueriesData<BookRecord[]>({
    queryKey: ["book", userId, "records"],
  })) {
    if (list === undefined) continue;
    const filter = key[3] as RecordFilter & ListShape;
    const fresh = new Map(
      added.filter((record) => matches(record, filter)).map((record) => [record.id, record]),
    );
    const kept = list.flatMap((record) => {
      if (!gone.has(record.id)) return [record];
      const next = fresh.get(record.id);
      fresh.delete(record.id);
      return next === undefined ? [] : [next];
    });
    const next = [...fresh.values(), ...kept];
    if (filter.order === "date") next.sort(newestFirst);
    client.setQueryData(key, next.slice(0, filter.limit));
  }
}

function patchDays(
  client: QueryClient,
  userId: number,
  removed: BookRecord[],
  added: BookRecord[],
): void {
  for (const [key, list] of client.getQueriesData<DaySums[]>({
    queryKey: ["book", userId, "days"],
  })) {
    if (list === undefined) continue;
    const filter = key[3] as RecordFilter;
    const days = new Map<Day, DaySums>(list.map((day) => [day.day, { ...day }]));
    const count = (record: BookRecord, sign: 1 | -1) => {
      if (!matches(record, filter)) return;
      const day = days.get(record.day) ?? emptyDay(record.day);
      const { type, amount } = countedOf(record);
      day[type] = fen(day[type] + sign * amount);
      day.count += sign;
      days.set(record.day, day);
    };
    for (const record of removed) count(record, -1);
    for (const record of added) count(record, 1);
    const next = [...days.values()].filter((day) => day.count > 0);
    client.setQueryData(
      key,
      next.sort((a, b) => (a.day < b.day ? 1 : -1)),
    );
  }
}

function emptyDay(day: Day): DaySums {
  return { day, income: fen(0), expense: fen(0), count: 0 };
}

/** Whether the filter lets the record through, as the service would say. */
export function matches(record: BookRecord, filter: RecordFilter): boolean {
  const { accountId, type, category, startDate, endDate, text, minAmount, maxAmount } = filter;
  if (filter.importId !== undefined && record.importId !== filter.importId) return false;
  if (accountId !== undefined && record.accountId !== accountId) return false;
  if (type !== undefined && countedOf(record).type !== type) return false;
  if (category !== undefined && record.category !== category) return false;
  if (startDate !== undefined && record.day < startDate) return false;
  if (endDate !== undefined && record.day > endDate) return false;
  if (minAmount !== undefined && record.amount < Number(minAmount) * 100) return false;
  if (maxAmount !== undefined && record.amount > Number(maxAmount) * 100) return false;
  const words = `${record.category}\n${record.description}`.toLowerCase();
  return text === undefined || words.includes(text.toLowerCase());
}
