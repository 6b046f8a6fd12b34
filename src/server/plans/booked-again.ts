/** What was booked as an occurrence and deleted comes back as that, but not where it is booked again. */
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { type KeptRow, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { readPlans } from "./plan-row.ts";
import { reckonNext } from "./reckon.ts";

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

/**
 * What is back is its occurrence again, also where that has waited or was skipped meanwhile. The rows of a
 * plan that is gone stay for when it comes back.
 */
export async function linkBookedAgain(
  ctx: Context,
  noun: string,
  rows: readonly KeptRow[],
): Promise<void> {
  if (noun !== "record" && noun !== "transfer") return;
  const named = noun === "record" ? sql`record_id` : sql`transfer_id`;
  const back = rows.filter(({ planId }) => planId != null);
  for (const { id, planId, due } of back) {
    await ctx.db.run(sql`
      insert into plan_occurrences (user_id, plan_id, due, state, ${named}, settled_at)
      values (${ctx.userId}, ${planId as number}, ${due as string}, 'booked', ${id},
        ${nowInstant(ctx)})
      on conflict (user_id, plan_id, due) do update set state = 'booked', record_id = excluded.record_id,
        transfer_id = excluded.transfer_id, settled_at = excluded.settled_at`);
  }
  const ids = [...new Set(back.map(({ planId }) => planId as number))];
  if (ids.length === 0) return;
  for (const plan of await readPlans(ctx, sql`id in (${join(ids)})`)) await reckonNext(ctx, plan);
}
