/** Plans: making, changing, pausing and resuming them. */
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { dayOf, laterOf, shiftDay } from "../../ledger/calendar.ts";
import { untouched } from "../../ledger/next-occurrence.ts";
import { MAX_OCCURRENCES } from "../../ledger/recurrence.ts";
import { sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersion } from "../book/versions.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { actAtOnce } from "./clock.ts";
import { presentAll, presentPlan } from "./counts.ts";
import { beginsAnew } from "./estimates.ts";
import { changeFollowing } from "./following.ts";
import { getPlan, type PlanRow, readPlans, TERM_FIELDS } from "./plan-row.ts";
import { readActing } from "./reckon.ts";
import { changedTerms, newTerms, refuseContradictions, refuseOtherKind } from "./terms.ts";
import { backfill, insertPlan, insertRows, refuseLongBackfill, updateTerms } from "./write-plan.ts";

export const planHandlers: Handlers<(typeof contract)["plans"]> = {
  async list(ctx, { query }) {
    const plans = await readPlans(
      ctx,
      query.state === undefined ? undefined : sql`state = ${query.state}`,
    );
    const LAST = "~";
    plans.sort((one, other) => {
      const [left, right] = [one.nextDue ?? LAST, other.nextDue ?? LAST];
      return left === right ? one.id - other.id : left < right ? -1 : 1;
    });
    return presentAll(ctx, plans);
  },

  async get(ctx, { params }) {
    return presentPlan(ctx, await getPlan(ctx, params.id));
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const terms = await newTerms(ctx, body);
    const today = dayOf(ctx.now, ctx.zone);
    const past = body.backfill === true && terms.startDay < today;
    if (past) refuseLongBackfill(terms, today);
    const since = past ? terms.startDay : today;
    const plan = await insertPlan(ctx, terms, { since, actsFrom: since });
    return settled(ctx, plan.id);
  },

  async update(ctx, { params, body }) {
    const old = await getPlan(ctx, params.id);
    const { from, backfill: fill, userId: _user, updatedAt: _read, ...said } = body;
    if (from !== undefined) return settled(ctx, await changeFollowing(ctx, old, from, said));
    const terms = await changedTerms(ctx, old, said);
    refuseOtherKind(old, terms);
    const anew = body.amount != null && (await beginsAnew(ctx, old, terms));
    const changes = anew || TERM_FIELDS.some((field) => terms[field] !== old[field]);
    if (!changes && fill !== true) return presentPlan(ctx, old);
    await keepVersion(ctx, "plan", old.id, { to: terms });
    await updateTerms(ctx, old, terms, anew);
    if (fill === true) await backfill(ctx, { ...old, ...terms });
    return settled(ctx, old.id);
  },

  async remove(ctx, { params }) {
    await keepVersion(ctx, "plan", params.id, "delete");
    await ctx.db.run(sql`delete from plans where user_id = ${ctx.userId} and id = ${params.id}`);
    return null;
  },

  async pause(ctx, { params }) {
    const plan = await getPlan(ctx, params.id);
    if (plan.state === "ended") throw new Refusal(400, "planEnded");
    if (plan.state === "active") await writeState(ctx, plan, "paused");
    return settled(ctx, plan.id);
  },

  async resume(ctx, { params, body }) {
    const plan = await getPlan(ctx, params.id);
    if (plan.state === "ended") throw new Refusal(400, "planEnded");
    if (plan.state === "active") return presentPlan(ctx, plan);
    refuseContradictions(plan);
    await writeState(ctx, plan, "active");
    await settleMissed(ctx, plan, body.missed ?? "skip");
    return settled(ctx, plan.id);
  },
};

/** Does what is due at once, and answers the plan as it is then. */
async function settled(ctx: Context, id: number) {
  await actAtOnce(ctx, [id]);
  return presentPlan(ctx, await getPlan(ctx, id));
}

async function writeState(ctx: Context, plan: PlanRow, state: "active" | "paused"): Promise<void> {
  await keepVersion(ctx, "plan", plan.id, { to: { state } });
  await ctx.db.run(sql`update plans set state = ${state}, reason = null,
      updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${plan.id}`);
}

/** What passed by while the plan was paused. To book it is what the clock does anyway. */
async function settleMissed(
  ctx: Context,
  plan: PlanRow,
  missed: "skip" | "book" | "wait",
): Promise<void> {
  if (missed === "book") return;
  const { db, userId } = ctx;
  const today = dayOf(ctx.now, ctx.zone);
  const state = missed === "skip" ? "skipped" : "waiting";
  const acting = await readActing(ctx, plan);
  const past = untouched(acting, shiftDay(today, -1), MAX_OCCURRENCES);
  await insertRows(ctx, plan.id, past, state);
  await db.run(sql`update plan_occurrences set state = ${state}
    where user_id = ${userId} and plan_id = ${plan.id} and state = 'open'
      and coalesce(date, due) < ${today}`);
  await db.run(sql`update plans set acts_from = ${laterOf(today, plan.actsFrom)}
    where user_id = ${userId} and id = ${plan.id}`);
}
