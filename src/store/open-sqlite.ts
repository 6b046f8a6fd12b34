/** Finds, makes, protects and migrates the SQLite file behind a `file:` URL. */
import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import sql from "sql-template-tag";
import { type Db, type Query, StartError } from "./db.ts";
import { takeLock } from "./lock.ts";
import {
  listMigrations,
  MIGRATIONS_TABLE,
  type Migration,
  migrationText,
  pendingMigrations,
} from "./migrations.ts";
import { balancesDigest } from "./proof.ts";
import { SqliteDb } from "./sqlite.ts";

/** The file's path: `file:./data/fenming.db` and `file:///srv/fenming.db` alike. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^file:(\/\/(?=\/))?/, "");
  if (path === "" || path === ":memory:") {
    throw new StartError(`DATABASE_URL 没有给出文件路径：${url}（no file path in DATABASE_URL）`);
  }
  return resolve(decodeURIComponent(path));
}

export async function openSqlite(
  url: string,
  migrations: string,
  say: (sentence: string) => void,
): Promise<{ db: Db; close(): Promise<void> }> {
  const path = sqlitePath(url);
  prepareFile(path);
  const lock = takeLock(path, "shared");
  if (lock === undefined) {
    throw new StartError(
      `数据库 ${path} 正在被恢复，请稍后再启动（the database is being restored）`,
    );
  }
  let db: SqliteDb | undefined;
  try {
    db = openFile(path);
    await migrateSqlite(db, migrations, say);
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

/** Makes the folder (0700) and the file (0600): a book of money is nobody else's to read. */
function prepareFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw new StartError(
      `无法写入数据库文件 ${path}：${reason(error)}（the database file cannot be written）`,
      error,
    );
  }
}

function openFile(path: string): SqliteDb {
  const db = new SqliteDb(path);
  const foreign = db.raw
    .prepare(
      "select name from sqlite_master where type = 'table' and not exists (select 1 from sqlite_master where name = 'migrations') limit 1",
    )
    .get() as { name: string } | undefined;
  if (foreign) {
    void db.close();
    throw new StartError(`${path} 是别的程序的数据库（the file is another program's database）`);
  }
  return db;
}

/**
 * Runs the migrations that are missing, each in one transaction with its own record. A database that
 * holds data is copied first, and its balances are proved unchanged after each.
 */
async function migrateSqlite(
  db: SqliteDb,
  folder: string,
  say: (sentence: string) => void,
): Promise<void> {
  db.raw.exec(migrationText(MIGRATIONS_TABLE, "sqlite"));
  const all = listMigrations(folder);
  const pending = await db.read((query) => pendingMigrations(query, all));
  if (pending.length === 0) return;
  const first = pending[0] as Migration;
  if (first.number > 1) {
    const copy = copyName(db.path, first.number);
    db.raw.prepare("vacuum into ?").run(copy);
    say(`升级前的数据库已备份到 ${copy}`);
  }
  for (const migration of pending) {
    await db.write((query) => runMigration(query, migration), { long: true });
    say(`数据库已升级：${migration.number} ${migration.name}`);
  }
}

/** A name that is not taken: an earlier try may have left its copy. */
function copyName(path: string, number: number): string {
  const base = `${path}.before-${String(number).padStart(3, "0")}`;
  for (let attempt = 0; ; attempt += 1) {
    const name = attempt === 0 ? base : `${base}.${attempt}`;
    if (statSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

async function runMigration(db: Query, migration: Migration): Promise<void> {
  const before = migration.number > 1 ? await balancesDigest(db) : undefined;
  await db.script(migrationText(migration.text, "sqlite"));
  await db.run(sql`insert into migrations (number, name, applied_at)
    values (${migration.number}, ${migration.name}, ${new Date().toISOString()})`);
  if (before !== undefined && (await balancesDigest(db)) !== before) {
    throw new Error(`migration ${migration.number} would change balances`);
  }
}

/** The faults that a start can meet, in words. Anything else stays what it is. */
function asStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === "SQLITE_NOTADB") {
    return new StartError(`${path} 不是数据库文件（the file is not a database）`, error);
  }
  if (typeof code === "string" && /^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code)) {
    return new StartError(
      `无法写入数据库文件 ${path}（the database file cannot be written）`,
      error,
    );
  }
  return error;
}

function reason(error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === "EACCES" || code === "EPERM") return "没有权限";
  if (code === "EROFS") return "文件系统只读";
  if (code === "ENOSPC") return "磁盘已满";
  return code ?? String(error);
}
