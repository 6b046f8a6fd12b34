/**
 * The file of an embedded database: where it lies, what it holds before we touch it, and copies of it.
 * A file that is not ours is left exactly as it was found.
 */
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { StartError } from "../db.ts";

/** The file's path: `file:./data/fenming.db` and `file:///srv/fenming.db` alike. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^file:(\/\/(?=\/))?/, "");
  if (path === "" || path === ":memory:") {
    throw new StartError(`DATABASE_URL 没有给出文件路径：${url}（no file path in DATABASE_URL）`);
  }
  try {
    return resolve(decodeURIComponent(path));
  } catch (error) {
    throw new StartError(`DATABASE_URL 的编码无效：${url}（it is not validly encoded）`, error);
  }
}

/** Makes the folder of a file, for its owner alone. */
export function prepareFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Makes the file (0600) where there is none: a book of money is nobody else's to read. */
export function prepareFile(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): StartError {
  return new StartError(
    `无法写入数据库文件 ${path}：${reason(error)}（the database file cannot be written）`,
    error,
  );
}

/** Whether there is something at the path that may hold a book. */
export function isFilled(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch (error) {
    // A parent that is a file, or a folder that may not be entered.
    throw unwritable(path, error);
  }
}

/**
 * Refuses what is no database and what is another program's, through a connection that cannot write:
 * even the switch to WAL would change a file that is not ours.
 */
export function refuseForeign(path: string): void {
  try {
    const db = new Database(path, { readonly: true, timeout: 5000 });
    try {
      const tables = db
        .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
        .all();
      const ours = db
        .prepare("select 1 from pragma_table_info('migrations') where name = 'applied_at'")
        .all();
      if (tables.length > 0 && ours.length === 0) {
        throw new StartError(
          `${path} 是别的程序的数据库（the file is another program's database）`,
        );
      }
    } finally {
      db.close();
    }
  } catch (error) {
    throw asStartError(error, path);
  }
}

/**
 * Copies a database to a new file (0600), consistent also while a server writes to it. The file
 * appears under its name only when it is whole and on disk. Refuses to overwrite.
 */
export function copyDatabase(from: string, to: string): void {
  reserve(to);
  const partial = `${to}.partial`;
  try {
    closeSync(openSync(partial, "wx", 0o600));
    const db = new Database(from, { readonly: true, timeout: 5000 });
    try {
      db.prepare("vacuum into ?").run(partial);
    } finally {
      db.close();
    }
    syncPath(partial);
    renameSync(partial, to);
    syncPath(dirname(to));
  } catch (error) {
    unlinkSync(to);
    if ((error as { code?: string }).code !== "EEXIST") rmSync(partial, { force: true });
    throw asStartError(error, to);
  }
}

/** Takes the name, so that of two copies to one name only one is made. */
function reserve(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") {
      throw new StartError(`${path} 已存在，不会覆盖它（the file exists and is not overwritten）`);
    }
    throw new StartError(`无法写入 ${path}：${reason(error)}（cannot be written）`, error);
  }
}

/** Waits until a file's content, or a folder's list of names, is on disk. */
export function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Gives a file that root made to the owner of what it stands beside or replaces, so that a service
 * with a user of its own can go on with it.
 */
export function giveToOwnerOf(neighbour: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(neighbour);
  chownSync(path, uid, gid);
}

/** The faults that a start can meet, in words. Anything else stays what it is. */
export function asStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error;
  const code = String((error as { code?: unknown }).code);
  const fault = faults.find(({ pattern }) => pattern.test(code));
  return fault ? new StartError(fault.say(path), error) : error;
}

const faults = [
  {
    pattern: /^SQLITE_NOTADB/,
    say: (path: string) => `${path} 不是数据库文件（the file is not a database）`,
  },
  {
    pattern: /^SQLITE_(READONLY|CANTOPEN|PERM)/,
    say: (path: string) => `无法写入数据库文件 ${path}（the database file cannot be written）`,
  },
  {
    pattern: /^SQLITE_CORRUPT/,
    say: (path: string) =>
      `数据库文件 ${path} 已损坏，请用 fenming restore 恢复备份（the database file is damaged）`,
  },
  {
    pattern: /^(SQLITE_FULL|ENOSPC)/,
    say: (path: string) => `磁盘已满，无法写入 ${path}（the disk is full）`,
  },
  {
    pattern: /^SQLITE_IOERR/,
    say: (path: string) => `读写 ${path} 时磁盘出错（the disk failed）`,
  },
  {
    pattern: /^SQLITE_BUSY/,
    say: (path: string) =>
      `数据库 ${path} 正被别的程序占用，请稍后再试（another program holds the database）`,
  },
];

function reason(error: unknown): string {
  const code = (error as { code?: string }).code ?? "";
  return reasons[code] ?? (code || String(error));
}

const reasons: Record<string, string> = {
  EACCES: "没有权限",
  EPERM: "没有权限",
  EROFS: "文件系统只读",
  ENOSPC: "磁盘已满",
  ENOENT: "文件夹不存在",
  ENOTDIR: "上级路径不是文件夹",
  EEXIST: "上级路径不是文件夹",
  EISDIR: "它是一个文件夹",
};
