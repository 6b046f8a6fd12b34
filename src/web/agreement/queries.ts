/** What is read about agreeing with the bank; the keys begin with the book, as all do. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Day } from "../../ledger/calendar.ts";
import { write } from "../api/client.ts";
import { adjustmentOf } from "../api/models.ts";
import { bookQuery } from "../api/shown.ts";
import { pointOf, type SheetPage, sheetOf, worthOf } from "./models.ts";

/** What all is worth since a day, by day; since ever it goes by month, which is as much as a screen shows. */
export const netWorth = (userId: number, since?: Day) =>
  bookQuery(userId, ["net-worth", since], async (get) => {
    const span = since ? { startDate: since } : { by: "month" as const };
    const { before, days } = await get("GET /api/networth", { query: { userId, ...span } });
    return {
      before: worthOf(before),
      days: days.map((day) => ({ day: day.date as Day, ...worthOf(day) })),
    };
  });

/** The adjustments of an account, newest day first. */
export const adjustments = (userId: number, accountId: number) =>
  bookQuery(userId, ["adjustments", accountId], async (get) => {
    const wire = await get("GET /api/adjustments", { query: { userId, accountId } });
    return wire
      .map(adjustmentOf)
      .sort((a, b) => (a.day === b.day ? b.id - a.id : a.day < b.day ? 1 : -1));
  });

/** The checkpoints of an account, newest day first. */
export const points = (userId: number, accountId: number) =>
  bookQuery(userId, ["checkpoints", accountId], async (get) => {
    const input = { params: { id: accountId }, query: { userId } };
    return (await get("GET /api/accounts/:id/checkpoints", input)).map(pointOf);
  });

/** The days of a sheet, both inclusive; open where one is not given. */
export interface SheetRange {
  startDate?: string;
  endDate?: string;
}

/** Lines that are read together. */
const PAGE = 200;
/** As many as the service gives at once. */
const LARGEST_PAGE = 1000;

interface Asked extends SheetRange {
  limit: number;
  cursor?: string | undefined;
}

async function readSheet(
  accountId: number,
  zone: string,
  query: Asked,
  signal?: AbortSignal,
): Promise<SheetPage> {
  const input = { params: { id: accountId }, query: query as SheetRange };
  const { data, next } = await write("GET /api/accounts/:id/sheet", input, {
    ...(signal && { signal }),
  });
  return sheetOf(data, next, zone);
}

/** The sheet of an account, newest line first, page by page. */
export const sheet = (userId: number, zone: string, accountId: number, range: SheetRange) =>
  infiniteQueryOptions({
    queryKey: ["book", userId, "sheet", accountId, range],
    queryFn: ({ pageParam, signal }) =>
      readSheet(accountId, zone, { ...range, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** All of it at once, to be printed. */
export async function wholeSheet(
  accountId: number,
  zone: string,
  range: SheetRange,
): Promise<SheetPage> {
  const first = await readSheet(accountId, zone, { ...range, limit: LARGEST_PAGE });
  const lines = [...first.lines];
  for (let cursor = first.next; cursor !== undefined; ) {
    const page = await readSheet(accountId, zone, { ...range, limit: LARGEST_PAGE, cursor });
    for (const line of page.lines) lines.push(line);
    cursor = page.next;
  }
  return { ...first, lines, next: undefined };
}
