/**
 * A lock between processes on one SQLite database. It rests on SQLite's own file locks, which the
 * system drops when a process dies in any way, so that no stale lock can stay behind.
 */
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { giveToOwnerOf } from "./sqlite-file.ts";

export interface Lock {
  release(): void;
}

/**
 * A server holds the lock shared; `restore` takes it exclusive, so that it never replaces a database
 * under a running server. Undefined when another process stands in the way.
 */
export function takeLock(databasePath: string, mode: "shared" | "exclusive"): Lock | undefined {
  const path = `${databasePath}-lock`;
  const lock = new Database(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    giveToOwnerOf(dirname(path), path);
    if (mode === "exclusive") {
      lock.exec("begin exclusive");
    } else {
      lock.exec("begin");
      // Reading is what takes the shared lock; it lasts as long as the transaction.
      lock.prepare("select count(*) from sqlite_master").get();
    }
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
