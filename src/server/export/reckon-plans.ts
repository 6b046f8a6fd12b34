/** The plans of a book that was loaded: they must be such as a request could make, and what comes next is reckoned. */
import { Refusal } from "../../contract/refusal.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { readPlans } from "../plans/plan-row.ts";
import { reckonNext } from "../plans/reckon.ts";
import { isSound } from "../plans/terms.ts";
import { MOST_PLANS } from "../plans/write-plan.ts";

/** No record ever has this id: they begin with 1. */
const NO_RECORD = 0;

export async function reckonPlans(ctx: Context): Promise<void> {
  const { db, userId } = ctx;
  const unsound = (what: string) => new Refusal(400, "bookInvalid", { reason: what });
  const plans = await readPlans(ctx);
  if (plans.length > MOST_PLANS) throw unsound(`计划多于 ${MOST_PLANS} 个`);
  for (const plan of plans) {
    if (!isSound(plan)) throw unsound(`计划 ${plan.name} 不成立`);
    await reckonNext(ctx, plan);
  }
  if ((await db.get(strayLinks(userId))) !== undefined) throw unsound("有一期计划与所记的账不符");
  // What was booked and deleted before the export stays so: it names a record, and one that is not there.
  await db.run(sql`update plan_occurrences set record_id = ${NO_RECORD}
    where user_id = ${userId} and state = 'booked' and record_id is null and transfer_id is null
      and plan_id in (select id from plans where user_id = ${userId} and kind <> 'reminder')`);
}

/** What is booked and the row of its occurrence name each other, or neither does. */
const strayLinks = (userId: number) => sql`
  select 1 as one from plan_occurrences o
  left join records r on r.user_id = ${userId} and r.id = o.record_id
  left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
  where o.user_id = ${userId} and (o.record_id is not null or o.transfer_id is not null)
    and (o.state <> 'booked' or coalesce(r.plan_id, t.plan_id, 0) <> o.plan_id
      or coalesce(r.due, t.due, '') <> o.due)
  union all
  select 1 from records r where r.user_id = ${userId} and r.plan_id is not null
    and not exists (select 1 from plan_occurrences o where o.user_id = ${userId}
      and o.plan_id = r.plan_id and o.due = r.due and o.record_id = r.id)
  union all
  select 1 from transfers t where t.user_id = ${userId} and t.plan_id is not null
    and not exists (select 1 from plan_occurrences o where o.user_id = ${userId}
      and o.plan_id = t.plan_id and o.due = t.due and o.transfer_id = t.id)
  limit 1`;
