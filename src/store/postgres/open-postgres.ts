/** Opens a PostgreSQL database and brings its schema up to date, also when several nodes start at once. */
import { DatabaseAway, type Db, type Query, StartError } from "../db.ts";
import {
  listMigrations,
  MIGRATIONS_TABLE,
  type Migration,
  migrationText,
  pendingMigrations,
  runMigration,
} from "../migrations.ts";
import { sql } from "../sql.ts";
import { ATTENDANCE_TABLE, attend } from "./attendance.ts";
import { COMMITS_TABLE } from "./commit.ts";
import { isDistributed, runDistributed } from "./distributed-migration.ts";
import { stateOf } from "./failures.ts";
import { PostgresDb } from "./postgres.ts";
import { readTarget, type Target } from "./url.ts";

export interface PostgresOptions {
  url: string;
  /** The folder of the migrations. */
  migrations: string;
  say: (sentence: string) => void;
  /** Nobody else may be at work on the database meanwhile. */
  alone: boolean;
}

export async function openPostgres({
  url,
  migrations,
  say,
  alone,
}: PostgresOptions): Promise<{ db: Db; close(): Promise<void> }> {
  const target = readTarget(url);
  const db = new PostgresDb(target);
  let leave: (() => Promise<void>) | undefined;
  try {
    await refuseForeign(db);
    await makeOwnTables(db);
    leave = await attend(db, alone, lockStarts);
    await migratePostgres(db, migrations, say);
  } catch (error) {
    await leave?.();
    await db.close();
    throw asStartError(error, target);
  }
  return {
    db,
    close: async () => {
      await leave?.();
      await db.close();
    },
  };
}

/** A statement that goes through a whole database takes as long as that is large. */
const WHOLE_MS = 6 * 3_600_000;

/** Opens a database that Fenming has made, without changing it. */
export async function openPostgresAsIs(
  url: string,
  migrations: string,
): Promise<{ db: Db; close(): Promise<void> }> {
  const target = { ...readTarget(url), queryTimeoutMs: WHOLE_MS };
  const db = new PostgresDb(target);
  try {
    await refuseForeign(db);
    const [found] = await db.alone<{ made: boolean }>(
      "select to_regclass('migrations') is not null as made",
    );
    if (!found?.made) {
      throw new StartError(
        `PostgreSQL 数据库 ${target.database} 里没有账目（there is no book in the database）`,
      );
    }
    await db.read((query) => pendingMigrations(query, listMigrations(migrations)));
  } catch (error) {
    await db.close();
    throw asStartError(error, target);
  }
  return { db, close: () => db.close() };
}

/** A database in another encoding, or with another program's tables, is left alone. */
async function refuseForeign(db: PostgresDb): Promise<void> {
  const [found] = await db.alone<{ encoding: string; foreign: boolean; sharded: boolean }>(`
    select exists (select 1 from pg_extension where extname = 'citus') as sharded,
      current_setting('server_encoding') as encoding,
      to_regclass('migrations') is null
        and coalesce(to_regclass('users'), to_regclass('records'), to_regclass('settings')) is not null
        as foreign`);
  if (found?.foreign) {
    throw new StartError("数据库里有别的程序的表（the database holds another program's tables）");
  }
  if (found?.encoding !== "UTF8") {
    throw new StartError(
      `数据库的编码是 ${found?.encoding}，必须是 UTF8（the database must be in UTF8）`,
    );
  }
  db.oneBook = found.sharded;
  if (found.sharded) await refuseWorker(db);
}

/** Through a worker of a Citus cluster rows would be numbered in steps of 2^48. */
async function refuseWorker(db: PostgresDb): Promise<void> {
  const [here] = await db.alone<{ groupid: number }>("select groupid from pg_dist_local_group");
  if (here !== undefined && here.groupid !== 0) {
    throw new StartError(
      "DATABASE_URL 指向 Citus 的工作节点：请改为协调节点的地址（connect to the coordinator, not to a worker）",
    );
  }
}

/**
 * The tables that this engine needs before the first migration. Two nodes that make them at the same
 * moment get in each other's way inside PostgreSQL's catalogue; the one who lost finds them made.
 */
async function makeOwnTables(db: PostgresDb): Promise<void> {
  const texts = [
    migrationText(MIGRATIONS_TABLE, "postgres"),
    COMMITS_TABLE,
    RATE_LIMITS_TABLE,
    IMPORT_JOBS_TABLE,
    migrationText(ATTENDANCE_TABLE, "postgres"),
    // The row that who migrates holds locked: an ordinary row, so that it works on every PostgreSQL.
    `insert into migrations (number, name, applied_at) values (${LOCK_NUMBER}, 'lock', '')
      on conflict (number) do nothing`,
  ];
  for (const text of texts) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await db.alone(text);
        break;
      } catch (error) {
        if (attempt === 5 || !/^(23505|42P07|42710)$/.test(stateOf(error) ?? "")) throw error;
      }
    }
  }
}

const LOCK_NUMBER = 0;

/** Whoever begins or migrates comes one after another. */
async function lockStarts(db: Query): Promise<void> {
  await db.run(sql`update migrations set applied_at = applied_at where number = ${LOCK_NUMBER}`);
}

/** The imports that some node is reading, committing or undoing (server/background/shared-jobs.ts). */
const IMPORT_JOBS_TABLE = `create table if not exists import_jobs (user_id bigint not null,
  import_id bigint not null, progress text not null, stopping bigint not null,
  renewed_at text collate "C" not null, primary key (user_id, import_id))`;

/**
 * The requests of the running minute, counted by all nodes together (server/http/rate-limit.ts). An
 * embedded database has one process, which counts in its memory.
 */
const RATE_LIMITS_TABLE = `create table if not exists rate_limits (user_id bigint not null,
  key text collate "C" not null, ends_at bigint not null, taken bigint not null,
  primary key (user_id, key))`;

/** Each missing migration in one transaction with its own record, by whichever node comes first. */
async function migratePostgres(
  db: PostgresDb,
  folder: string,
  say: (sentence: string) => void,
): Promise<void> {
  const all = listMigrations(folder);
  for (;;) {
    const pending = await db.read((query) => pendingMigrations(query, all));
    if (pending.length === 0) return;
    const done = await db.write((query) => runNext(query, all), { long: true });
    if (done) say(`数据库已升级：${done.number} ${done.name}`);
  }
}

/** Takes the lock, looks again, and runs the first migration that is still missing. */
async function runNext(db: Query, all: Migration[]): Promise<Migration | undefined> {
  await lockStarts(db);
  const [migration] = await pendingMigrations(db, all);
  if (migration === undefined) return undefined;
  const spread = await isDistributed(db);
  await runMigration(
    db,
    migration,
    "postgres",
    spread ? (text) => runDistributed(db, text) : undefined,
  );
  return migration;
}

/** The faults that a start can meet, in words. Anything else stays what it is. */
function asStartError(error: unknown, target: Target): unknown {
  if (!(error instanceof DatabaseAway)) return error;
  const where = target.hosts.map(({ host, port }) => `${host}:${port}`).join("、");
  const { cause } = error;
  const state = stateOf(cause) ?? "";
  if (state.startsWith("28")) {
    return new StartError(
      `PostgreSQL ${where} 拒绝了用户名或密码（the sign-in was refused）`,
      cause,
    );
  }
  if (state === "3D000") {
    return new StartError(
      `PostgreSQL ${where} 上没有数据库 ${target.database}（the database does not exist）`,
      cause,
    );
  }
  return new StartError(
    `连接不上 PostgreSQL ${where}：${(cause as Error)?.message}（it cannot be reached）`,
    cause,
  );
}
