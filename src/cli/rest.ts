/**
 * Gives memory back to the machine while nobody asks. A start and every burst of requests leave the young
 * generation of the engine large, and it shrinks by itself only when much more is allocated: a service on
 * a NAS would hold some 15 MB that nobody uses. The inspector is Node's only door to the engine's full collection.
 */
/** Without a request for so long, nobody is waiting. */
const QUIET_MS = 500;
/**
 * The collection throws away the machine code as well, since the objects that it was made for are gone by then.
 * After so many requests that code is worth more than the memory: it is given back when nobody has asked for long.
 */
const MANY_REQUESTS = 1000;
const LONG_QUIET_MS = 30_000;
/** It is worth a collection when so much more is held than after the last one. */
const GROWN_BYTES = 8 * 2 ** 20;
/** Of a larger heap a collection would hold up the next request; V8 gives that back itself. */
const MOST_HEAP_BYTES = 48 * 2 ** 20;

/** Watches from now on, by a timer that keeps no process alive. Returns what is to be called with each request. */
export function restWhenQuiet(): () => void {
  let held = 0;
  /** Requests since the last collection, and how many of them the last look has seen. */
  let asked = 0;
  let seen = 0;
  let isWatching = false;
  const watch = () => {
    if (isWatching) return;
    isWatching = true;
    setTimeout(look, asked < MANY_REQUESTS ? QUIET_MS : LONG_QUIET_MS).unref();
  };
  const look = () => {
    isWatching = false;
    if (asked !== seen) {
      seen = asked;
      watch();
      return;
    }
    const { rss, heapUsed } = process.memoryUsage();
    if (rss < held + GROWN_BYTES || heapUsed > MOST_HEAP_BYTES) return;
    asked = 0;
    seen = 0;
    const note = () => {
      held = process.memoryUsage.rss();
    };
    // An engine that refuses goes on with what it holds.
    collect().then(note, note);
  };
  watch();
  return () => {
    asked += 1;
    watch();
  };
}

/** One collection of everything, with what the engine keeps in reserve. */
async function collect(): Promise<void> {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}
