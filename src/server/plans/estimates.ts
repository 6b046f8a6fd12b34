/** What is expected of a plan whose amount differs from time to time, from what it was booked as. */
import type { Fen } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import type { PlanRow } from "./plan-row.ts";

/** So many bookings make an estimate: their median, so that one that was odd does not count. */
const LAST = 3;

/**
 * The plans with the amount that is expected next: an estimated one has the median of the last three that
 * were booked since somebody said its amount, as they are by now. With fewer it has what was said, as all others have.
 */
export async function withEstimates(ctx: Context, plans: readonly PlanRow[]): Promise<PlanRow[]> {
  const estimated = plans.filter(({ amountMode }) => amountMode === "estimate");
  if (estimated.length === 0) return [...plans];
  const booked = await readLastBooked(ctx, estimated);
  return plans.map((plan) => {
    const amounts = booked.get(plan.id) ?? [];
    if (amounts.length < LAST) return plan;
    return { ...plan, amount: amounts.sort((one, other) => one - other)[1] as Fen };
  });
}

/**
 * Whether an amount that a person says for a plan begins its estimate anew: it is another than what was
 * said before, or than what the bookings have made of that.
 */
export async function beginsAnew(
  ctx: Context,
  old: PlanRow,
  terms: Pick<PlanRow, "amount" | "amountMode">,
): Promise<boolean> {
  if (terms.amountMode !== "estimate" || terms.amount === null) return false;
  if (terms.amount !== old.amount) return true;
  const [expected] = await withEstimates(ctx, [old]);
  return expected?.amount !== terms.amount;
}

/**
 * The amounts of each plan's last bookings, by the days that name them; what was deleted since is none. Each
 * plan's rows are looked at from their end, as far as it takes.
 */
async function readLastBooked(
  ctx: Context,
  plans: readonly PlanRow[],
): Promise<Map<number, Fen[]>> {
  const rows = await ctx.db.all<{ planId: number; amount: Fen }>(
    join(
      plans.map((plan) => lastBooked(ctx, plan)),
      " union all ",
    ),
  );
  const amounts = new Map<number, Fen[]>();
  for (const { planId, amount } of rows) {
    const known = amounts.get(planId);
    if (known) known.push(amount);
    else amounts.set(planId, [amount]);
  }
  return amounts;
}

function lastBooked({ userId }: Context, { id, estimateSince }: PlanRow): Sql {
  const since = estimateSince === null ? sql`` : sql`and o.settled_at > ${estimateSince}`;
  return sql`select * from (
    select o.plan_id, coalesce(r.amount, t.amount) as amount
    from plan_occurrences o
    left join records r on r.user_id = ${userId} and r.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where o.user_id = ${userId} and o.plan_id = ${id} and o.state = 'booked' ${since}
      and coalesce(r.id, t.id) is not null
    order by o.due desc limit ${LAST}) as last_booked`;
}
