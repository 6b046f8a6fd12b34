/** What the service says of itself, and whether it can be asked at all. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { makeKeptStore } from "../store.ts";
import { api, isPassing, OfflineError, type OutputOf } from "./client.ts";

type Said = OutputOf<"GET /api/about">;

export interface About extends Said {
  today: Day;
  /** Why the service cannot be asked: there is no way to it, or it fails. All else is then of before. */
  unreachable?: "offline" | "failing";
}

/** While it cannot be asked, it is tried this often. */
const AGAIN_MS = 4_000;
const kept = makeKeptStore("fenming.about", (stored) => (stored as Said | null) ?? undefined);

export const aboutKey = ["about"] as const;

const about = queryOptions({
  queryKey: aboutKey,
  queryFn: async (): Promise<About> => {
    try {
      const said = await api("GET /api/about", {});
      kept.set(said);
      return said as About;
    } catch (error) {
      const before = kept.get();
      if (before === undefined || !isPassing(error)) throw error;
      // Today is then this device's day in the zone of the book.
      const today = dayOf(Date.now(), before.zone) as Day;
      return {
        ...before,
        today,
        unreachable: error instanceof OfflineError ? "offline" : "failing",
      };
    }
  },
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.error || state.data?.unreachable ? AGAIN_MS : false),
});

/** What the service says of itself, or said last. */
export function useAbout() {
  return useQuery(about);
}
