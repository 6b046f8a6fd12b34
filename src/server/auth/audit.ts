/** What happened at the door: sign-ins, the use of tokens, refusals. One's own is for reading. */

import type { AUDIT_EVENTS } from "../../contract/audit.ts";
import type { contract } from "../../contract/contract.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { empty, sql } from "../../store/sql.ts";
import { pruneOld } from "../book/prune.ts";
import { type Handlers, Page } from "../handler/context.ts";
import { readCursor, writeCursor } from "../handler/cursor.ts";

/** How long entries are kept. */
const LIFE_MS = 180 * 86_400_000;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

const PAGE_ROWS = 100;

interface AuditRow {
  id: number;
  at: string;
  event: AuditEvent;
  address: string;
  detail: string;
}

export const auditHandlers: Handlers<(typeof contract)["audit"]> = {
  async list({ db, userId }, { query }) {
    const limit = query.limit ?? PAGE_ROWS;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const rows = await db.all<AuditRow>(sql`
      select id, at, event, address, detail
      from audit where user_id = ${userId}
        ${after === undefined ? empty : sql`and (at, id) < (${after.createdAt}, ${after.id})`}
      order by at desc, id desc limit ${limit + 1}`);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const cursor = last && writeCursor({ createdAt: last.at, id: last.id });
    return new Page(
      shown.map(({ id: _, ...entry }) => entry),
      cursor,
    );
  },
};

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
  const before = instantAt(now - LIFE_MS);
  await pruneOld(db, { table: "audit", columns: ["at", "id"], before, perUser: true });
}
