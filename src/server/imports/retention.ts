/** Previews that nobody committed, and readings that a stop of the service has cut off. */
import { note } from "../../contract/notes.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { historyStart, tableOf } from "../book/versions.ts";

const PREVIEW_LIFE_MS = 30 * 86_400_000;
/** No reading takes longer than this. */
const READING_LIFE_MS = 5 * 60_000;

const INTERRUPTED = JSON.stringify({
  code: "interrupted",
  text: note("readingInterrupted"),
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
    await query.run(sql`delete from import_closings as part where ${ofOld}`);
    await query.run(sql`delete from imports where ${old}`);
  });
}

/**
 * Lines of imports that were undone so long ago that the history can bring back nothing of them, and
 * what was taken off the list, once nothing in the book names it. What was brought back and then
 * deleted by hand stays known as deleted. Run after the history's own.
 */
export async function forgetUndone(db: Db, now: number): Promise<void> {
  const old = sql`i.status = 'undone' and i.updated_at < ${historyStart(now)}`;
  await db.write((query) =>
    query.run(sql`delete from import_keys as k where exists (select 1 from imports i
        where i.user_id = k.user_id and i.id = k.import_id and ${old})
      and k.restored = 0 ${gone("record")} ${gone("transfer")}`),
  );
  await db.write((query) =>
    query.run(sql`delete from imports as i where i.dropped = 1 and ${old}
      ${unnamed("import_keys")} ${unnamed("records")} ${unnamed("transfers")}`),
  );
}

/** `and` neither it nor a version of it is there. */
const gone = (noun: "record" | "transfer") => sql`and not exists (select 1 from ${tableOf(noun)} b
    where b.user_id = k.user_id and b.id = k.${raw(noun)}_id)
  and not exists (select 1 from history h where h.user_id = k.user_id
    and h.noun = ${noun} and h.noun_id = k.${raw(noun)}_id)`;

const unnamed = (table: string) => sql`and not exists (select 1 from ${raw(table)} b
  where b.user_id = i.user_id and b.import_id = i.id)`;

/** What a client has cached of these users' books is void. */
async function raiseRevisions(query: Query, which: Sql): Promise<void> {
  await query.run(sql`update revisions set revision = revision + 1
    where user_id in (select user_id from imports where ${which})`);
}
