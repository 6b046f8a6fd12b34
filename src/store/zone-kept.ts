/**
 * The dates that lie outside the book and still come into it: earlier versions, which can be brought
 * back, and open previews of bills, which can be committed. They move to another zone with the book.
 * One of a day that the new zone skipped stays as it was.
 */
import { momentIn, type StoredMoment } from "../ledger/zone.ts";
import type { Query } from "./db.ts";
import { bulk, sql } from "./sql.ts";

const PAGE_ROWS = 1000;

/** Versions of records and transfers, each a row as JSON. */
export async function moveHistory(db: Query, userId: number, zone: string): Promise<void> {
  for (let last = { at: "", id: 0 }; ; ) {
    const rows = await db.all<{ id: number; at: string; version: string }>(sql`
      select id, at, version from history
      where user_id = ${userId} and noun in ('record', 'transfer')
        and (at, id) > (${last.at}, ${last.id})
      order by at, id limit ${PAGE_ROWS}`);
    for (const { id, version } of rows) {
      const kept = JSON.parse(version) as StoredMoment;
      const moved = JSON.stringify({ ...kept, ...momentIn(kept, zone) });
      if (moved === version) continue;
      await db.run(
        sql`update history set version = ${moved} where user_id = ${userId} and id = ${id}`,
      );
    }
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1) as (typeof rows)[number];
  }
}

/** The rows of previews that are not committed yet. */
export async function movePreviews(db: Query, userId: number, zone: string): Promise<void> {
  const open = await db.all<{ id: number }>(sql`
    select id from imports where user_id = ${userId} and status = 'ready' order by id`);
  for (const { id } of open) await movePreview(db, userId, id, zone);
}

interface PreviewRow extends StoredMoment {
  number: number;
}

async function movePreview(
  db: Query,
  userId: number,
  importId: number,
  zone: string,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db.all<PreviewRow>(sql`
      select number, date, day, timed from import_rows
      where user_id = ${userId} and import_id = ${importId} and number > ${last}
        and date is not null
      order by number limit ${PAGE_ROWS}`);
    const moved = rows.flatMap((row): [number, string, string][] => {
      const moment = momentIn(row, zone);
      return moment === undefined ? [] : [[row.number, moment.date, moment.day]];
    });
    if (moved.length > 0) {
      await db.run(sql`
        update import_rows set date = moved.column2, day = moved.column3
        from (select cast(column1 as bigint) as column1, column2, column3
          from (values ${bulk(moved)}) as listed) as moved
        where import_rows.user_id = ${userId} and import_rows.import_id = ${importId}
          and import_rows.number = moved.column1`);
    }
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.number as number;
  }
}
