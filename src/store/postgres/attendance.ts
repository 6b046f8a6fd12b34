/**
 * Who is at work on this database: a row each, renewed while the process runs. What needs the database
 * to itself (another zone, a distribution) is refused while anybody is, and nobody begins while it
 * runs, as the lock beside an SQLite file has it. A row and no advisory lock, so that it holds behind
 * a pooler that gives each transaction another session, and on Citus.
 */
import { randomBytes } from "node:crypto";
import { instantAt } from "../../ledger/calendar.ts";
import { type Query, StartError } from "../db.ts";
import { sql } from "../sql.ts";
import type { PostgresDb } from "./postgres.ts";

export const ATTENDANCE_TABLE =
  "create table if not exists attendance (id :text primary key, alone :integer not null, seen_at :text not null)";

const RENEW_MS = 10_000;
/** A process that was killed counts for this long; clocks may differ by some of it. */
const LIFE_MS = 60_000;
/** At the end nobody waits longer than this for a database that is away. */
const LEAVE_MS = 1000;

/**
 * Enters this process, alone or beside others. Throws StartError when the others do not allow it.
 * `lock` keeps all that begin from beginning at the same moment. Returns how to leave.
 */
export async function attend(
  db: PostgresDb,
  alone: boolean,
  lock: (query: Query) => Promise<void>,
): Promise<() => Promise<void>> {
  const id = randomBytes(12).toString("hex");
  await db.write(async (query) => {
    await lock(query);
    await requireRoom(query, alone);
    await query.run(sql`insert into attendance (id, alone, seen_at)
      values (${id}, ${alone ? 1 : 0}, ${instantAt(Date.now())})`);
  });
  const renew = () =>
    db.alone(`insert into attendance (id, alone, seen_at)
      values ('${id}', ${alone ? 1 : 0}, '${instantAt(Date.now())}')
      on conflict (id) do update set seen_at = excluded.seen_at`);
  // A database that is away is told the next time.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref();
  return async () => {
    clearInterval(timer);
    await db.alone(`delete from attendance where id = '${id}'`, LEAVE_MS).catch(() => {});
  };
}

async function requireRoom(query: Query, alone: boolean): Promise<void> {
  await query.run(sql`delete from attendance where seen_at < ${instantAt(Date.now() - LIFE_MS)}`);
  const others = await query.get<{ count: number; alone: number }>(sql`
    select count(*) as count, coalesce(max(alone), 0) as alone from attendance`);
  if (others?.alone === 1) {
    throw new StartError(
      "数据库正在被迁移或装入，请稍后再启动（the database is being migrated or filled）",
    );
  }
  if (alone && others !== undefined && others.count > 0) {
    throw new StartError(
      `还有 ${others.count} 个进程正在使用这个数据库，请先停止全部服务；被强行结束的要等一分钟才算离开（running services hold the database; one that was killed counts for a minute）`,
    );
  }
}
