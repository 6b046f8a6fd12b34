/**
 * Opens the database that a URL names, brings its schema up to date and checks that it was kept in
 * the same time zone. Whatever stands in the way is one sentence (StartError).
 */
import { randomBytes } from "node:crypto";
import { type Db, type Query, StartError } from "./db.ts";
import { MIGRATIONS_FOLDER } from "./migrations.ts";
import { getSetting, putSetting } from "./settings.ts";
import { sql } from "./sql.ts";
import { openSqlite, openSqliteAsIs } from "./sqlite/open-sqlite.ts";
import { moveAll } from "./zone.ts";

/** An open database with what is known about it. */
export interface Store {
  db: Db;
  /** Drawn again by restore and copy, so that no reader takes another book's answers for this one's. */
  epoch: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  url: string;
  /** The zone that days are reckoned in. */
  zone: string;
  /** Nobody else may hold the database meanwhile, and nobody may begin. */
  alone?: boolean;
  /** Where the migrations lie; tests give others. */
  migrations?: string;
  /** Says what is being done to the database, for the log. */
  say?: (sentence: string) => void;
}

export async function openStore(options: OpenOptions): Promise<Store> {
  const opened = await openEngine(options);
  try {
    const epoch = await opened.db.write(async (db) => {
      await settleZone(db, options.zone);
      return settleEpoch(db);
    });
    return { db: opened.db, epoch, close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Opens and migrates without looking at the zone. */
export async function openEngine({
  url,
  migrations = MIGRATIONS_FOLDER,
  say = () => {},
  alone = false,
}: OpenOptions): Promise<{ db: Db; close(): Promise<void> }> {
  const options = { url, migrations, say, alone };
  if (engineOf(url) === "postgres") return (await postgres()).openPostgres(options);
  return openSqlite(options);
}

/** Opens an existing database as it is: nothing is created, migrated or settled. Read only. */
export async function openAsIs(
  options: Pick<OpenOptions, "url" | "migrations">,
): Promise<{ db: Db; close(): Promise<void> }> {
  const folder = options.migrations ?? MIGRATIONS_FOLDER;
  if (engineOf(options.url) === "postgres") {
    return (await postgres()).openPostgresAsIs(options.url, folder);
  }
  return openSqliteAsIs(options.url, folder);
}

/** Loaded where it is used: an embedded book needs no memory for the other engine's driver. */
function postgres() {
  return import("./postgres/open-postgres.ts");
}

/** The engine that a URL names. */
export function engineOf(url: string): Db["engine"] {
  if (url.startsWith("file:")) return "sqlite";
  if (/^postgres(ql)?:\/\//.test(url)) return "postgres";
  throw new StartError(
    `DATABASE_URL 必须以 file: 或 postgres:// 开头（must begin with file: or postgres://）`,
  );
}

/** Days are stored as they fall in one zone: a book with records is not opened in another (D1). */
async function settleZone(db: Query, zone: string): Promise<void> {
  const kept = await getSetting(db, "zone");
  if (kept === zone) return;
  if (
    kept !== undefined &&
    (await db.get(sql`select 1 as one from records
      union all select 1 as one from transfers limit 1`)) !== undefined
  ) {
    throw new StartError(
      `数据库按时区 ${kept} 记账，而现在的时区是 ${zone}：请设置 TZ=${kept}，或先运行 fenming migrate --zone ${zone}（the book is kept in zone ${kept}）`,
    );
  }
  // What was deleted and can be restored, and what a bill's preview shows, moves along.
  await moveAll(db, zone, false);
}

async function settleEpoch(db: Query): Promise<string> {
  const kept = await getSetting(db, "epoch");
  if (kept !== undefined) return kept;
  return drawEpoch(db);
}

/** Draws and stores a new epoch: every ETag given out before is void. */
export async function drawEpoch(db: Query): Promise<string> {
  const epoch = randomBytes(6).toString("hex");
  await putSetting(db, "epoch", epoch);
  return epoch;
}
