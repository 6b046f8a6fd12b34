/** The thread that moves the write-ahead log into the database; see checkpointer.ts. */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

/** What the thread says after it has moved. */
export interface Moved {
  /** Pages of the log that are not in the database yet; undefined when nothing could be moved. */
  left: number | undefined;
}

/** What SQLite answers, in pages of the log: all that it held, and how many are in the database by now. */
interface Answer {
  busy: number;
  log: number;
  checkpointed: number;
}

/** A file of the log that is longer has its disk given back when all of it is moved, in bytes. */
const LONG_LOG = 64_000_000;

const { path } = workerData as { path: string };
const db = new Database(path, { timeout: 0 });
// What is moved is on disk before the log forgets it.
db.pragma("synchronous = FULL");
db.pragma("wal_autocheckpoint = 0");

parentPort?.on("message", (message: "move" | "end") => {
  if (message === "end") {
    db.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage({ left: move() } satisfies Moved);
});

/** Moves what no reader still needs in the log; answers how many pages are left. */
function move(): number | undefined {
  try {
    const [{ busy, log, checkpointed }] = db.pragma("wal_checkpoint(PASSIVE)") as [Answer];
    if (busy !== 0) return undefined;
    if (log === checkpointed) cutLongLog();
    return log - checkpointed;
  } catch {
    // A full disk or another checkpoint in the way: the log keeps what it has until the next time.
    return undefined;
  }
}

/** Here rather than by `journal_size_limit`, which would do it inside a commit: 0.1 s for 135 MB. */
function cutLongLog(): void {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONG_LOG) db.pragma("wal_checkpoint(TRUNCATE)");
}
