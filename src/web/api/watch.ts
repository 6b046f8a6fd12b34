/**
 * Hears of changes that another tab, another device or an import has made, and reads the book again.
 * Only a page that is seen watches: a browser gives a site few connections, and what was missed is
 * read when the page is seen again.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readAgain } from "./change.ts";
import { eventsOf } from "./events.ts";
import { forgetRevisions, isKnown } from "./revision.ts";

/** A stream that has ended is asked for again after this; longer and longer while it fails. */
const AGAIN_MS = 1_000;
const LONGEST_MS = 60_000;
/** Long enough for the answer to one's own change, whose revision is then known. */
const SETTLE_MS = 300;

export function useChanges(userId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let watching: AbortController | undefined;
    const follow = () => {
      watching?.abort();
      watching = undefined;
      if (document.visibilityState !== "visible") return;
      watching = new AbortController();
      void watchBook(client, userId, watching.signal);
    };
    forgetRevisions();
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      watching?.abort();
    };
  }, [client, userId]);
}

async function watchBook(client: QueryClient, userId: number, signal: AbortSignal): Promise<void> {
  let known: unknown;
  for (let wait = AGAIN_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_MS)) {
    try {
      for await (const { data } of eventsOf(`/api/changes?userId=${userId}`, signal)) {
        const { revision } = data as { revision: number };
        if (known !== undefined && known !== revision)
          refreshSoon(client, userId, signal, revision);
        known = revision;
        wait = AGAIN_MS;
      }
    } catch {
      // Not now, or not at all: what is seen is still read again when the page is.
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

let soon: ReturnType<typeof setTimeout> | undefined;

function refreshSoon(
  client: QueryClient,
  userId: number,
  signal: AbortSignal,
  revision: number,
): void {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (!signal.aborted && !isKnown(revision)) readAgain(client, ["book", userId]);
  }, SETTLE_MS);
}
