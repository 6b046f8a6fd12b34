/** A red point names the change that broke it also after the history has forgotten it. */
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { historyStart } from "../book/versions.ts";
import { gapOf, reckonPoints } from "./checkpoints.ts";
import { findCulprit } from "./suspect-changes.ts";

interface Named {
  userId: number;
  accountId: number;
}

/** Before old entries are deleted: the points that one of them broke keep what it was. */
export async function rememberCulprits(db: Db, now: number): Promise<void> {
  const before = historyStart(now);
  const accounts = await db.read((query) =>
    query.all<Named>(sql`
      select distinct c.user_id, c.account_id from checkpoints c
      where c.broken_by is null and exists (select 1 from history h
        where h.user_id = c.user_id and h.at < ${before})`),
  );
  for (const named of accounts) {
    await db.write((query) => rememberOf(query, named, before), { userId: named.userId });
  }
}

async function rememberOf(db: Query, { userId, accountId }: Named, before: string): Promise<void> {
  const book = { db, userId };
  const points = await reckonPoints(book, accountId);
  for (const point of points) {
    const { row, difference } = point;
    if (difference === 0n || row.brokenBy !== null) continue;
    const culprit = await findCulprit(book, gapOf(point));
    if (culprit === undefined || culprit.at >= before) continue;
    const { noun, nounId: id, at: changedAt, day } = culprit;
    const kept = JSON.stringify({ noun, id, date: day, at: changedAt });
    await db.run(sql`update checkpoints set broken_by = ${kept}
      where user_id = ${userId} and id = ${row.id}`);
  }
}
