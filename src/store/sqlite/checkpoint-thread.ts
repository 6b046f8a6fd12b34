/** The thread that moves the write-ahead log into the database; see checkpointer.ts. */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

/** What the thread says after it has moved. */
export interface Moved {
  /** Pages of the log that are not in the database yet; undefined when nothing could be moved. */
  left: number | undefined;
  /** What the file of the log takes on the disk, in bytes: it stays when all of it is moved. */
  size: number;
}

/** What SQLite answers, in pages of the log: all that it held, and how many are in the database by now. */
interface Answer {
  busy: number;
  log: number;
  checkpointed: number;
}

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
  const left = move();
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  parentPort?.postMessage({ left, size } satisfies Moved);
});

/** Moves what no reader still needs in the log; answers how many pages are left. */
function move(): number | undefined {
  try {
    const [{ busy, log, checkpointed }] = db.pragma("wal_checkpoint(PASSIVE)") as [Answer];
    if (busy !== 0) return undefined;
    return log - checkpointed;
  } catch {
    // A full disk or another checkpoint in the way: the log keeps what it has until the next time.
    return undefined;
  }
}
