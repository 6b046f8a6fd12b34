/** Suggestions of plans: records that look regular, and those that somebody said are not. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { contract } from "../../contract/contract.ts";
import type { PlanSuggestion } from "../../contract/plans.ts";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { beginningOn } from "../../ledger/recurrence.ts";
import { LEAST_DAYS, nextDue } from "../../ledger/rhythm.ts";
import { join, sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import { readAlike } from "./alike.ts";
import { isCovered } from "./covered.ts";
import { readPlans } from "./plan-row.ts";
import { type Member, type Series, seriesOf } from "./series.ts";

/** Records that are looked at between two turns of the event loop. */
const LOOKED_AT_ONCE = 10_000;
const MOST_SUGGESTED = 50;
const MOST_SHOWN = 12;
/** Refusals that are kept of one user. */
const MOST_REFUSED = 1_000;

export const suggestionHandlers: Handlers<(typeof contract)["planSuggestions"]> = {
  async list(ctx) {
    const today = dayOf(ctx.now, ctx.zone);
    const found = await findSeries(ctx, today);
    if (found.length === 0) return [];
    const plans = await readPlans(ctx, sql`state <> 'ended'`);
    const open = await readOpen(ctx);
    const wanted = found
      .filter(({ accountId }) => open.has(accountId))
      .slice(0, MOST_SUGGESTED * 2);
    const told = await readTold(ctx, wanted);
    const suggested: PlanSuggestion[] = [];
    for (const series of wanted) {
      const one = suggestionOf(ctx, series, told, today);
      if (one !== undefined && !plans.some((plan) => isCovered(one.plan, plan)))
        suggested.push(one);
      if (suggested.length === MOST_SUGGESTED) break;
      await nextTurn();
    }
    return suggested;
  },

  async remove(ctx, { params }) {
    await requireUser(ctx);
    const { db, userId } = ctx;
    await db.run(sql`insert into plan_suggestions (user_id, key, created_at)
      values (${userId}, ${params.key}, ${nowInstant(ctx)})
      on conflict (user_id, key) do nothing`);
    await db.run(sql`delete from plan_suggestions where user_id = ${userId} and key in (
      select key from plan_suggestions where user_id = ${userId}
      order by created_at desc, key limit 1000000 offset ${MOST_REFUSED})`);
    return null;
  },
};

/** The series that go on and that nobody refused, the longest first. */
async function findSeries(ctx: Context, today: Day): Promise<Series[]> {
  const refused = await readRefused(ctx);
  const found: Series[] = [];
  let looked = 0;
  for (const { alike, members } of (await readAlike(ctx, today)).values()) {
    if (members.length < LEAST_DAYS) continue;
    found.push(...seriesOf(alike, members.reverse(), today));
    looked += members.length;
    if (looked < LOOKED_AT_ONCE) continue;
    looked = 0;
    await nextTurn();
  }
  const byCount = (one: Series, other: Series) => other.rhythm.count - one.rhythm.count;
  return found.filter((series) => !refused.has(keyOf(series))).sort(byCount);
}

/** Names a series for as long as it goes on: what is booked of it later changes nothing. */
function keyOf({ type, accountId, alike, rhythm, only }: Series): string {
  const { unit, step } = rhythm.rule;
  const name = JSON.stringify([type, accountId, alike, unit, step, only ?? null]);
  return createHash("sha256").update(name).digest("base64url").slice(0, 22);
}

async function readRefused({ db, userId }: Context): Promise<Set<string>> {
  const rows = await db.all<{ key: string }>(
    sql`select key from plan_suggestions where user_id = ${userId}`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Accounts that have not been put away. */
async function readOpen({ db, userId }: Context): Promise<Set<number>> {
  const rows = await db.all<{ id: number }>(
    sql`select id from accounts where user_id = ${userId} and archived = 0`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What a record says of itself. */
interface Told {
  id: number;
  category: string;
  description: string | null;
}

/** What the last records of each series say. */
async function readTold(
  { db, userId }: Context,
  all: readonly Series[],
): Promise<Map<number, Told>> {
  const ids = all.flatMap(({ members }) => shownOf(members).map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const rows = await db.all<Told>(sql`select id, category, description from records
    where user_id = ${userId} and id in (${join(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

const MOST_OF_NAME = 100;

/** As much of a text as a name may have, in whole characters. */
function firstOf(text: string): string {
  return [...text].slice(0, MOST_OF_NAME).join("");
}

/** The newest first. */
function shownOf(members: readonly Member[]): Member[] {
  return members.slice(-MOST_SHOWN).reverse();
}

/** What POST /api/plans would take. Undefined at the end of all days. */
function suggestionOf(
  ctx: Context,
  series: Series,
  told: ReadonlyMap<number, Told>,
  today: Day,
): PlanSuggestion | undefined {
  const { weekend } = series.rhythm.rule;
  const startDate = nextDue(series.rhythm, today);
  const shown = shownOf(series.members);
  const said = shown.flatMap(({ id }) => told.get(id) ?? []);
  const [last] = said;
  if (startDate === undefined || last === undefined) return undefined;
  const { unit, step, days } = beginningOn(series.rhythm.rule, startDate);
  const note = last.description?.trim() ?? "";
  const same = note !== "" && said.every(({ description }) => description?.trim() === note);
  return {
    key: keyOf(series),
    plan: {
      userId: ctx.userId,
      name: firstOf(same ? note : last.category),
      kind: series.type,
      accountId: series.accountId,
      category: last.category,
      ...(same && { description: note }),
      amount: yuan(series.amount),
      amountMode: series.fixed ? "fixed" : "estimate",
      every: { unit, count: step },
      ...(days.length > 0 && { days: [...days] }),
      startDate,
      weekend,
      // What differs each time is not booked before somebody has seen it.
      mode: series.fixed ? "auto" : "confirm",
    },
    evidence: shown.map(({ id, day, amount }) => ({
      recordId: id,
      date: day,
      amount: yuan(amount),
    })),
  };
}
