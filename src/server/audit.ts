/** What happened at the door: sign-ins, the use of tokens, refusals. One's own is for reading. */
import sql from "sql-template-tag";
import { instantAt } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";

/** How long entries are kept. */
const LIFE_MS = 180 * 86_400_000;

export type AuditEvent =
  | "registered"
  | "signed-in"
  | "sign-in-refused"
  | "signed-out"
  | "session-reused"
  | "session-ended"
  | "password-changed"
  | "token-created"
  | "token-used"
  | "token-deleted"
  | "token-refused";

export interface AuditEntry {
  userId: number;
  event: AuditEvent;
  address: string;
  /** The device, or the name of the token. */
  detail: string;
}

export async function noteEvent(db: Query, entry: AuditEntry, now: number): Promise<void> {
  await db.run(sql`insert into audit (user_id, at, event, address, detail)
    values (${entry.userId}, ${instantAt(now)}, ${entry.event}, ${entry.address}, ${entry.detail})`);
}

/** Deletes the entries that have had their time. */
export async function forgetOldAudit(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from audit where at < ${instantAt(now - LIFE_MS)}`),
  );
}
