/** Finds, makes, protects and migrates the SQLite file behind a `file:` URL. */
import { existsSync, statSync } from "node:fs";
import { type Db, type Query, StartError } from "../db.ts";
import {
  listMigrations,
  MIGRATIONS_TABLE,
  type Migration,
  migrationText,
  pendingMigrations,
  runMigration,
} from "../migrations.ts";
import { sql } from "../sql.ts";
import { type Lock, takeLock } from "./lock.ts";
import { readable } from "./readable.ts";
import { SqliteDb } from "./sqlite.ts";
import {
  asStartError,
  copyDatabase,
  isFilled,
  prepareFile,
  prepareFolder,
  refuseForeign,
  sqlitePath,
} from "./sqlite-file.ts";

/** How long a start waits for another start that is migrating the same database. */
const START_WAIT_MS = 60_000;

export interface SqliteOptions {
  url: string;
  /** The folder of the migrations. */
  migrations: string;
  say: (sentence: string) => void;
  /** No server may hold the database meanwhile. */
  alone: boolean;
}

export async function openSqlite(
  options: SqliteOptions,
): Promise<{ db: Db; close(): Promise<void> }> {
  const path = sqlitePath(options.url);
  if (isFilled(path)) {
    refuseForeign(path);
    await refuseNewer(path, options.migrations);
  } else refuseVanished(path, options.say);
  prepareFolder(path);
  const lock = lockFor(path, options.alone);
  let db: SqliteDb | undefined;
  try {
    prepareFile(path);
    db = openPatiently(path);
    await migrateSqlite(db, options.migrations, options.say);
    if (!options.alone) db.writeLongBeside();
  } catch (error) {
    await db?.close();
    lock.release();
    throw asStartError(error, path);
  }
  const opened = db;
  return {
    db: opened,
    close: async () => {
      await opened.close();
      lock.release();
    },
  };
}

/**
 * Where a service has kept a book and there is none, it is not begun anew without a word. The secret of sign-in
 * is made after the book, so that beside it there was one; a lock alone a start may leave that was killed.
 */
function refuseVanished(path: string, say: (sentence: string) => void): void {
  if (!existsSync(`${path}-lock`)) return;
  const secret = `${path}-jwt-secret`;
  if (!existsSync(secret)) {
    say(
      `数据库 ${path} 不在了而锁文件还在，将开始一本新的账（the database is gone, a new book begins）`,
    );
    return;
  }
  throw new StartError(
    `数据库 ${path} 不见了，而登录密钥 ${secret} 还在：请恢复数据库；要开始新的账本，请先删除这个密钥文件（the database is gone）`,
  );
}

/** Opens an existing file as it is, to be read only, also from a disk that cannot be written. */
export async function openSqliteAsIs(
  url: string,
  migrations: string,
): Promise<{ db: Db; close(): Promise<void> }> {
  const given = sqlitePath(url);
  if (!isFilled(given)) {
    throw new StartError(`数据库 ${given} 不存在（there is no database）`);
  }
  const { path, release } = readable(given);
  try {
    refuseForeign(path);
    if (!(await refuseNewer(path, migrations))) {
      throw new StartError(`数据库 ${given} 里没有账目（there is no book in the database）`);
    }
    const db = new SqliteDb(path, { readonly: true });
    return { db, close: () => db.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A database from a newer version is refused before anything about it is changed. False when the file
 * holds no book yet: another start may be at the point between the file and its first table.
 */
async function refuseNewer(path: string, migrations: string): Promise<boolean> {
  const db = new SqliteDb(path, { readonly: true });
  try {
    return await db.read(async (query) => {
      const made = await query.get(
        sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`,
      );
      if (made === undefined) return false;
      await pendingMigrations(query, listMigrations(migrations));
      return true;
    });
  } finally {
    await db.close();
  }
}

/** The lock between servers and the tools that need the database to themselves. */
export function lockFor(path: string, alone: boolean): Lock {
  let lock: Lock | undefined;
  try {
    lock = takeLock(path, alone ? "exclusive" : "shared");
  } catch (error) {
    throw asStartError(error, path);
  }
  if (lock !== undefined) return lock;
  throw new StartError(
    alone
      ? `数据库 ${path} 正被运行中的服务使用，请先停止服务（a running server holds the database）`
      : `数据库 ${path} 正在被恢复或迁移，请稍后再启动（the database is being restored or migrated）`,
  );
}

/** Two starts at once wait for each other; a server at work never waits inside SQLite. */
function openPatiently(path: string): SqliteDb {
  const db = new SqliteDb(path, { waitMs: START_WAIT_MS });
  db.raw.exec(migrationText(MIGRATIONS_TABLE, "sqlite"));
  return db;
}

/**
 * Runs the migrations that are missing, each in one transaction with its own record. A database that
 * holds data is copied first, and its balances are proved unchanged after each.
 */
export async function migrateSqlite(
  db: SqliteDb,
  folder: string,
  say: (sentence: string) => void,
): Promise<void> {
  const all = listMigrations(folder);
  db.raw.pragma(`busy_timeout = ${START_WAIT_MS}`);
  const missing = await db.read((query) => pendingMigrations(query, all));
  for (const migration of missing) {
    // One copy, of what was there before any of them: a new database has nothing to keep.
    const copies = migration === missing[0] && migration.number > 1;
    const run = (query: Query) => runIfMissing(query, migration, { all, db, say, copies });
    const done = await db.write(run, { long: true });
    if (done) say(`数据库已升级：${migration.number} ${migration.name}`);
  }
  db.raw.pragma("busy_timeout = 0");
}

interface MigrationRun {
  all: Migration[];
  db: SqliteDb;
  say: (sentence: string) => void;
  /** Whether the database is copied first. */
  copies: boolean;
}

/** Runs one migration unless another start has just done so; says whether it ran. */
async function runIfMissing(
  query: Query,
  migration: Migration,
  { all, db, say, copies }: MigrationRun,
): Promise<boolean> {
  const pending = await pendingMigrations(query, all);
  if (!pending.some(({ number }) => number === migration.number)) return false;
  if (copies) say(`升级前的数据库已备份到 ${copyBefore(db.path, migration)}`);
  await runMigration(query, migration, "sqlite");
  return true;
}

/** Copies the database beside itself, under a name that is not taken. */
function copyBefore(path: string, migration: Migration): string {
  const base = `${path}.before-${String(migration.number).padStart(3, "0")}`;
  for (let attempt = 0; ; attempt += 1) {
    const name = attempt === 0 ? base : `${base}.${attempt}`;
    if (statSync(name, { throwIfNoEntry: false }) !== undefined) continue;
    copyDatabase(path, name);
    return name;
  }
}
