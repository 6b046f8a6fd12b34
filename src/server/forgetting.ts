/** What is kept for a time only, deleted when it has had its time; once a day and at start. */
import type { Db } from "../store/db.ts";
import { forgetOldAudit } from "./audit.ts";
import { forgetOldKeys } from "./idempotency.ts";
import { forgetOldPreviews, forgetUndone } from "./import-forgetting.ts";
import { forgetOldWindows } from "./rate-limit.ts";
import { forgetOldSessions } from "./sessions.ts";
import { forgetOldFailures } from "./throttle.ts";
import { forgetOldHistory } from "./versions.ts";

export async function forgetOld(db: Db, now: number): Promise<void> {
  await forgetOldKeys(db, now);
  await forgetOldSessions(db, now);
  await forgetOldFailures(db, now);
  await forgetOldWindows(db, now);
  await forgetOldAudit(db, now);
  await forgetOldHistory(db, now);
  await forgetOldPreviews(db, now);
  await forgetUndone(db, now);
}
