/** Previews that nobody committed, and readings that a stop of the service has cut off. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { note } from "../../contract/notes.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { lockBook } from "../book/balances.ts";
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
  const old = sql`status not in ('committed', 'undone')
    and updated_at < ${instantAt(now - PREVIEW_LIFE_MS)}`;
  for (const preview of await listImports(db, old)) await forgetPreview(db, preview);
}

/** Rows that are looked at between two turns of the event loop. */
const LOT = 500;

interface Kept {
  userId: number;
  id: number;
}

function listImports(db: Db, which: Sql): Promise<Kept[]> {
  return db.read((query) =>
    query.all<Kept>(sql`select user_id, id from imports where ${which} order by user_id, id`),
  );
}

/** Nobody may commit what is half gone, so that it is cancelled first. */
async function forgetPreview(db: Db, { userId, id }: Kept): Promise<void> {
  const ofIt = sql`user_id = ${userId} and import_id = ${id}`;
  const write = <T>(work: (query: Query) => Promise<T>) => db.write(work, { userId });
  await write(async (query) => {
    await lockBook({ db: query, userId });
    await query.run(sql`update imports set status = 'cancelled'
      where user_id = ${userId} and id = ${id}`);
  });
  const removeLot = (query: Query) =>
    query.run(sql`delete from import_rows where ${ofIt} and number in
      (select number from import_rows where ${ofIt} order by number limit ${LOT})`);
  while ((await write(removeLot)) === LOT) await nextTurn();
  await write(async (query) => {
    await lockBook({ db: query, userId });
    await query.run(sql`delete from import_accounts where ${ofIt}`);
    await query.run(sql`delete from import_closings where ${ofIt}`);
    await query.run(sql`delete from imports where user_id = ${userId} and id = ${id}`);
  });
}

/**
 * Lines of imports that were undone so long ago that the history can bring back nothing of them, and
 * what was taken off the list, once nothing in the book names it. What was brought back and then
 * deleted by hand stays known as deleted. Run after the history's own.
 */
export async function forgetUndone(db: Db, now: number): Promise<void> {
  const old = sql`status = 'undone' and updated_at < ${historyStart(now)}`;
  for (const undone of await listImports(db, old)) {
    await forgetLines(db, undone);
    await db.write((query) =>
      query.run(sql`delete from imports as i where i.user_id = ${undone.userId}
        and i.id = ${undone.id} and i.dropped = 1
        ${unnamed("import_keys")} ${unnamed("records")} ${unnamed("transfers")}`),
    );
  }
}

async function forgetLines(db: Db, { userId, id }: Kept): Promise<void> {
  const ofIt = sql`k.user_id = ${userId} and k.import_id = ${id}`;
  for (let after = ""; ; ) {
    const keys = await db.read((query) =>
      query.all<{ key: string }>(sql`select k.key from import_keys k
        where ${ofIt} and k.key > ${after} order by k.key limit ${LOT}`),
    );
    const last = keys.at(-1)?.key;
    if (last === undefined) return;
    await db.write((query) =>
      query.run(sql`delete from import_keys as k where ${ofIt}
        and k.key > ${after} and k.key <= ${last}
        and k.restored = 0 ${gone("record")} ${gone("transfer")}`),
    );
    if (keys.length < LOT) return;
    after = last;
    await nextTurn();
  }
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
