/** The thread that moves the write-ahead log into the database; see checkpointer.ts. */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

/** What SQLite answers, in pages of the log: all that it held, and how many are in the database by now. */
interface Moved {
  busy: number;
  log: number;
  checkpointed: number;
}

const db = new Database((workerData as { path: string }).path, { timeout: 0 });
// What is moved is on disk before the log forgets it.
db.pragma("synchronous = FULL");
db.pragma("wal_autocheckpoint = 0");

parentPort?.on("message", (message: "move" | "end") => {
  if (message === "end") {
    db.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage({ isAll: move() });
});

/** Moves what no reader still needs in the log; answers whether that was all of it. */
function move(): boolean {
  try {
    const [moved] = db.pragma("wal_checkpoint(PASSIVE)") as [Moved];
    return moved.busy === 0 && moved.checkpointed === moved.log;
  } catch {
    // A full disk or another checkpoint in the way: the log keeps what it has until the next time.
    return false;
  }
}
