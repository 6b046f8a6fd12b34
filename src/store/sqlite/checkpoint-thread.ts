/** The thread that moves the write-ahead log into the database; see checkpointer.ts. */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

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
  try {
    db.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // A full disk or another checkpoint in the way: the log keeps what it has until the next time.
  }
  parentPort?.postMessage("moved");
});
