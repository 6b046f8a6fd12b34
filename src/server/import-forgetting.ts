/** Previews that nobody committed, and readings that a stop of the service has cut off. */
import sql, { type Sql } from "sql-template-tag";
import { instantAt } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";

const PREVIEW_LIFE_MS = 30 * 86_400_000;
/** No reading takes longer than this. */
const READING_LIFE_MS = 5 * 60_000;

const INTERRUPTED = JSON.stringify({
  code: "interrupted",
  text: "读取时服务停止了，请重新上传",
});

export async function forgetOldPreviews(db: Db, now: number): Promise<void> {
  await db.write(async (query) => {
    const cut = sql`status = 'reading' and updated_at < ${instantAt(now - READING_LIFE_MS)}`;
    await raiseRevisions(query, cut);
    await query.run(sql`update imports set status = 'failed', problem = ${INTERRUPTED},
      updated_at = ${instantAt(now)} where ${cut}`);
  });
  await db.write(async (query) => {
    const old = sql`status not in ('committed', 'undone')
      and updated_at < ${instantAt(now - PREVIEW_LIFE_MS)}`;
    await raiseRevisions(query, old);
    const ofOld = sql`exists (select 1 from imports i where i.user_id = part.user_id
      and i.id = part.import_id and i.status not in ('committed', 'undone')
      and i.updated_at < ${instantAt(now - PREVIEW_LIFE_MS)})`;
    await query.run(sql`delete from import_rows as part where ${ofOld}`);
    await query.run(sql`delete from import_accounts as part where ${ofOld}`);
    await query.run(sql`delete from imports where ${old}`);
  });
}

/** What a client has cached of these users' books is void. */
async function raiseRevisions(query: Query, which: Sql): Promise<void> {
  await query.run(sql`update revisions set revision = revision + 1
    where user_id in (select user_id from imports where ${which})`);
}
