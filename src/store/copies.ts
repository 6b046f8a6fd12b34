/** Copies of a whole database: made while the service runs, and put back while it does not. */
import { linkSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "./db.ts";
import { MIGRATIONS_FOLDER } from "./migrations.ts";
import { drawEpoch, engineOf } from "./open.ts";
import { type Counts, type Proof, proveDatabase, refuseFindings } from "./proof.ts";
import { lockFor, migrateSqlite } from "./sqlite/open-sqlite.ts";
import { SqliteDb } from "./sqlite/sqlite.ts";
import {
  asStartError,
  copyDatabase,
  giveToOwnerOf,
  isFilled,
  prepareFolder,
  refuseForeign,
  sqlitePath,
  syncPath,
} from "./sqlite/sqlite-file.ts";

/** Copies the database that the URL names to a new file, as it is at one moment. */
export function backupDatabase(url: string, file: string): void {
  refusePostgres(url, `pg_dump --format=custom --file=${file} "$DATABASE_URL"`);
  const path = sqlitePath(url);
  if (!isFilled(path)) throw new StartError(`数据库 ${path} 不存在（there is no database）`);
  refuseForeign(path);
  copyDatabase(path, file);
}

export interface Restored {
  path: string;
  counts: Counts;
  /** Where the replaced database lies now; undefined when there was none. */
  kept: string | undefined;
}

/**
 * Puts a backup in the place of the database. The backup is copied, migrated and proved first, beside
 * the database, so that a bad one changes nothing; then the replaced files are kept under a dated
 * name and the copy takes the place by a rename.
 */
export async function restoreDatabase(
  url: string,
  file: string,
  options: { now: Date; migrations?: string; say?: (sentence: string) => void },
): Promise<Restored> {
  refusePostgres(url, `pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`);
  const path = sqlitePath(url);
  if (!isFilled(file)) throw new StartError(`备份 ${file} 不存在或是空的（there is no backup）`);
  if (isSameFile(file, path)) {
    throw new StartError(`${file} 就是当前数据库本身（the backup is the database itself）`);
  }
  refuseForeign(file);
  prepareFolder(path);
  const lock = lockFor(path, true);
  try {
    const folder = mkdtempSync(`${path}.restoring-`);
    try {
      const copy = join(folder, "fenming.db");
      copyDatabase(file, copy);
      const { counts } = await prepareCopy(copy, file, options);
      return { path, counts, kept: replace(path, copy, options.now) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Brings the copy up to date, proves it and makes it another book for every cache. */
async function prepareCopy(
  copy: string,
  file: string,
  options: { migrations?: string; say?: (sentence: string) => void },
): Promise<Proof> {
  let db: SqliteDb | undefined;
  try {
    db = new SqliteDb(copy);
    await migrateSqlite(db, options.migrations ?? MIGRATIONS_FOLDER, options.say ?? (() => {}));
    const proof = await proveDatabase(db);
    refuseFindings(proof.findings, `备份 ${file} `);
    await db.write((query) => drawEpoch(query));
    db.raw.pragma("wal_checkpoint(TRUNCATE)");
    return proof;
  } catch (error) {
    throw asStartError(error, file);
  } finally {
    await db?.close();
  }
}

/**
 * Puts the copy in the database's place. The replaced file is linked under its new name before
 * anything moves, so that whatever stops us in between, nothing of it is lost; its write-ahead log
 * moves before the copy comes, because SQLite would play it into the copy.
 */
function replace(path: string, copy: string, now: Date): string | undefined {
  let kept: string | undefined;
  giveToOwnerOf(isFilled(path) ? path : dirname(path), copy);
  if (isFilled(path)) {
    kept = freeName(`${path}.replaced-${dated(now)}`);
    keepFile(path, kept);
    for (const suffix of ["-wal", "-shm"]) {
      if (statSync(path + suffix, { throwIfNoEntry: false })) {
        renameSync(path + suffix, kept + suffix);
      }
    }
  }
  renameSync(copy, path);
  syncPath(dirname(path));
  return kept;
}

/** A second name for the file; where the file system knows no links, the name is moved. */
function keepFile(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    renameSync(path, kept);
  }
}

function freeName(base: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const name = attempt === 0 ? base : `${base}.${attempt}`;
    if (statSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

/** Local date and time for a file's name: 20260315-081500. */
function dated(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

function isSameFile(one: string, other: string): boolean {
  const a = statSync(one, { throwIfNoEntry: false });
  const b = statSync(other, { throwIfNoEntry: false });
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function refusePostgres(url: string, command: string): void {
  if (engineOf(url) !== "postgres") return;
  throw new StartError(`PostgreSQL 请用它自己的工具：${command}（use PostgreSQL's own tools）`);
}
