/** What was booked by a plan, deleted, and booked again does not come back as well. */
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { type KeptRow, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

/** Refuses to bring back rows whose occurrence is booked as another by now. */
export async function refuseBookedAgain(
  { db, userId }: Context,
  noun: string,
  rows: readonly KeptRow[],
): Promise<void> {
  if (noun !== "record" && noun !== "transfer") return;
  const planned = rows.flatMap(({ planId, due }): Sql[] =>
    planId == null ? [] : [sql`(cast(${planId as number} as bigint), ${due as string})`],
  );
  if (planned.length === 0) return;
  const row = await db.get<{ id: number }>(sql`select id from ${tableOf(noun)}
    where user_id = ${userId} and plan_id is not null
      and (plan_id, due) in (values ${join(planned)}) limit 1`);
  if (row !== undefined) throw new Refusal(409, "restorePlanned", { id: row.id });
}
