/** Notices are kept for a while, so that a person sees what was said and what did not arrive. */
import { instantAt } from "../../ledger/calendar.ts";
import type { Db } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";

const KEPT_MS = 90 * 86_400_000;

/** Deletes the notices that have had their time, and what is known to have been said. */
export async function forgetOldNotices(db: Db, now: number): Promise<void> {
  const before = instantAt(now - KEPT_MS);
  await db.write((query) => query.run(sql`delete from notices where created_at < ${before}`));
  await db.write((query) => query.run(sql`delete from notice_lines where made_at < ${before}`));
}
