/**
 * A database on a disk that cannot be written. SQLite needs a file of its own beside one in WAL mode, even
 * to read it; where it may not make that, the database is read from a copy elsewhere.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { asStartError } from "./sqlite-file.ts";

export interface Readable {
  path: string;
  /** Deletes the copy, if there is one. */
  release(): void;
}

/** Where the database can be read: where it lies, or in a copy on the disk for temporary files. */
export function readable(path: string): Readable {
  if (!refusesReading(path)) return { path, release: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "fenming-check-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, "fenming.db");
  try {
    // Nobody writes there, so that the file and its log fit each other.
    for (const suffix of ["", "-wal"]) {
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    }
  } catch (error) {
    release();
    // What may not even be read is said by who opens it.
    if ((error as { code?: unknown }).code === "EACCES") return { path, release: () => {} };
    throw asStartError(error, copy);
  }
  return { path: copy, release };
}

function refusesReading(path: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, timeout: 5000 });
    db.prepare("select 1 from sqlite_master").get();
    return false;
  } catch (error) {
    return /^SQLITE_(CANTOPEN|READONLY)/.test(String((error as { code?: unknown }).code));
  } finally {
    db?.close();
  }
}
