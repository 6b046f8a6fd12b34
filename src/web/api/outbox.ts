/**
 * Records that could not be sent: kept in this browser with their idempotency keys, sent once and in
 * order when the service can be reached again. One that is refused stays, with the reason.
 */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type RecordDraft, wireOfNew } from "./book.ts";
import { refreshBook } from "./change.ts";
import { ApiError, api, OfflineError } from "./client.ts";

export interface Waiting {
  key: string;
  userId: number;
  draft: RecordDraft;
  /** Why the service did not take it; it waits for a person then. */
  refused?: string;
}

const NAME = "fenming.outbox";
/** How often what waits is tried again; the network may be back before the browser says so. */
const RETRY_MS = 4_000;
const listeners = new Set<() => void>();
let waiting = read();
let running = false;

function read(): Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

function write(next: Waiting[]): void {
  waiting = next;
  localStorage.setItem(NAME, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export function keepForLater(item: Waiting): void {
  write([...read(), item]);
}

export function dropWaiting(key: string): void {
  write(read().filter((item) => item.key !== key));
}

export function useWaiting(userId: number): Waiting[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  return all.filter((item) => item.userId === userId);
}

/** Sends what waits: at start, when the network is back, and from time to time. */
export function startOutbox(client: QueryClient): void {
  const flush = () => waiting.length > 0 && void sendAll(client);
  addEventListener("online", flush);
  addEventListener("storage", (event) => {
    if (event.key !== NAME) return;
    waiting = read();
    for (const listener of listeners) listener();
  });
  setInterval(flush, RETRY_MS);
  flush();
}

async function sendAll(client: QueryClient): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (const item of read()) {
      if (item.refused === undefined && !(await sendOne(client, item))) return;
    }
  } finally {
    running = false;
  }
}

/** False when the rest must wait too, so that the order is kept. */
async function sendOne(client: QueryClient, item: Waiting): Promise<boolean> {
  const { key, userId, draft } = item;
  try {
    await api(
      "POST /api/records",
      { body: { userId, ...wireOfNew(draft) } },
      { idempotencyKey: key },
    );
    dropWaiting(key);
    refreshBook(client, userId);
    return true;
  } catch (error) {
    if (error instanceof OfflineError) return false;
    if (!(error instanceof ApiError) || isPassing(error.status)) return false;
    // What it was refused for may be news here too: an account that is gone.
    refreshBook(client, userId);
    write(read().map((kept) => (kept.key === key ? { ...kept, refused: error.message } : kept)));
    return true;
  }
}

/** Refusals that a later attempt may not meet. */
function isPassing(status: number): boolean {
  return status === 401 || status === 409 || status === 429 || status >= 500;
}
