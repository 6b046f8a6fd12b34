/** What is expected of a plan whose amount differs from time to time, from what it was booked as. */
import type { Fen } from "../../ledger/money.ts";
import { join, sql } from "../../store/sql.ts";
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
  const booked = await readLastBooked(
    ctx,
    estimated.map(({ id }) => id),
  );
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

/** The amounts of each plan's last bookings, by the days that name them; what was deleted since is none. */
async function readLastBooked(
  { db, userId }: Context,
  ids: readonly number[],
): Promise<Map<number, Fen[]>> {
  const rows = await db.all<{ planId: number; amount: Fen }>(sql`
    select o.plan_id, coalesce(r.amount, t.amount) as amount
    from plans p
    join plan_occurrences o on o.user_id = ${userId} and o.plan_id = p.id and o.due in (
      select b.due from plan_occurrences b
      where b.user_id = ${userId} and b.plan_id = p.id and b.state = 'booked'
        and (p.estimate_since is null or b.settled_at > p.estimate_since)
        and (exists (select 1 from records x where x.user_id = ${userId} and x.id = b.record_id)
          or exists (select 1 from transfers y where y.user_id = ${userId} and y.id = b.transfer_id))
      order by b.due desc limit ${LAST})
    left join records r on r.user_id = ${userId} and r.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where p.user_id = ${userId} and p.id in (${join([...ids])}) and p.amount_mode = 'estimate'`);
  const amounts = new Map<number, Fen[]>();
  for (const { planId, amount } of rows) {
    const known = amounts.get(planId);
    if (known) known.push(amount);
    else amounts.set(planId, [amount]);
  }
  return amounts;
}
