/** Changing the book, and reading it again afterwards. Other tabs of this browser are told. */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { getWords } from "../words/words.ts";
import { OfflineError } from "./client.ts";
import { readUpToHere } from "./revision.ts";

const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("fenming");

/** Refreshes when another tab has changed the book. */
export function listenToTabs(client: QueryClient): void {
  channel?.addEventListener("message", () => readAgain(client, []));
}

/**
 * Does what changes the book at once or not at all, then reads the book again. What can't wait for the
 * network says so, and its form stays as it is.
 */
export async function changeBook<T>(
  client: QueryClient,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OfflineError ? new OfflineError(getWords().needsNetwork) : error;
  } finally {
    refreshBook(client, userId);
  }
}

/** Reads everything of the book again; what has not changed costs an empty answer. */
export function refreshBook(client: QueryClient, userId: number): void {
  readUpToHere();
  readAgain(client, ["book", userId]);
  channel?.postMessage("changed");
}

/**
 * Reads again all that stands under the key. A first reading that is under way is begun again: it may be
 * older than the change, and the library would let it end.
 */
export function readAgain(client: QueryClient, queryKey: QueryKey): void {
  const isFirst = (query: Query) => query.state.data === undefined && query.isActive();
  void client
    .cancelQueries({ queryKey, predicate: isFirst })
    .then(() => client.invalidateQueries({ queryKey }));
}
