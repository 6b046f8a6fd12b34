/** A plan that the history brings back: as it was, without booking what has passed by meanwhile. */
import { Refusal } from "../../contract/refusal.ts";
import { type Day, dayOf, LAST_DAY, laterOf } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import { requireAccounts } from "../book/balances.ts";
import type { KeptRow } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { type PlanRow, sameDays } from "./plan-row.ts";
import { dropStrays, requireRoom } from "./write-plan.ts";

type Version = KeptRow & PlanRow;

/** The row to put back. Refuses accounts that are gone, and a plan that another goes on from. */
export async function restoredPlan(
  ctx: Context,
  version: KeptRow,
  current: KeptRow | undefined,
): Promise<KeptRow> {
  const kept = version as Version;
  if (current === undefined) await requireRoom(ctx);
  const named = [kept.accountId, kept.toAccountId].filter((id) => id !== null);
  await requireAccounts(ctx, named);
  await refuseFollowed(ctx, kept);
  await dropStrays(ctx, kept.id, kept);
  const actsFrom = actsFromOf(ctx, kept, current as Version | undefined);
  return { ...kept, actsFrom, nextDue: null, nextDate: null };
}

/** What passed by while it was deleted, paused or had other days is not the clock's. */
function actsFromOf(ctx: Context, kept: Version, current: Version | undefined): Day {
  const on = (plan: Version) => plan.state !== "paused";
  if (current !== undefined && sameDays(kept, current) && on(kept) === on(current)) {
    return current.actsFrom;
  }
  return on(kept) ? laterOf(dayOf(ctx.now, ctx.zone), kept.actsFrom) : kept.actsFrom;
}

/** A plan that was split goes on in another: brought back whole, both would book. */
async function refuseFollowed({ db, userId }: Context, kept: Version): Promise<void> {
  const row = await db.get<{ id: number }>(sql`select id from plans
    where user_id = ${userId} and follows = ${kept.id}
      and start_day <= ${kept.endDay ?? LAST_DAY} limit 1`);
  if (row !== undefined) throw new Refusal(409, "restorePlanFollowed", { id: row.id });
}
