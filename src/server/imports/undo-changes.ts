/** What an import changed of lines that were known before it, put back by its undo. */
import type { ImportUndone } from "../../contract/import-shapes.ts";
import { inWords, note } from "../../contract/notes.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { writeText } from "./merge-rows.ts";

/**
 * Lines that the import only brought up to date get their earlier status back, and their records the
 * earlier description. Returns those that were changed once more since, which stay as they are.
 */
export async function restoreChanged(
  ctx: Context,
  importId: number,
): Promise<ImportUndone["edited"]> {
  const { db, userId } = ctx;
  const changes = await db.all<ChangedLine>(sql`
    select c.key, c.was_import_id as was_import, c.row_number as row, c.was_status,
      c.was_description, c.status, c.description,
      c.described, k.record_id,
      coalesce(r.description, '') as now, k.status as status_now
    from import_changes c
    join import_keys k on k.user_id = c.user_id and k.key = c.key and k.import_id = c.was_import_id
    left join records r on r.user_id = k.user_id and r.id = k.record_id
    where c.user_id = ${userId} and c.import_id = ${importId}
    order by c.row_number`);
  const kept: ImportUndone["edited"] = [];
  for (const line of changes) {
    const known = sql`user_id = ${userId} and key = ${line.key} and import_id = ${line.wasImport}`;
    if (line.statusNow === line.status) {
      await db.run(sql`update import_keys set status = ${line.wasStatus},
        description = ${line.wasDescription} where ${known}`);
    }
    if (line.described === 0 || line.recordId === null) continue;
    if (line.now === line.description) {
      await writeText(ctx, "record", line.recordId, line.wasDescription);
    } else if (line.now !== line.wasDescription) {
      kept.push({
        row: line.row,
        recordId: line.recordId,
        text: inWords(note("describedSince"), ctx.language),
      });
    }
  }
  await db.run(sql`delete from import_changes
    where user_id = ${userId} and import_id = ${importId}`);
  return kept;
}

interface ChangedLine {
  key: string;
  wasImport: number;
  row: number;
  wasStatus: string;
  wasDescription: string;
  status: string;
  description: string;
  described: number;
  recordId: number | null;
  now: string;
  statusNow: string;
}
