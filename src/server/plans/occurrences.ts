/** Occurrences: listing, booking, changing and skipping them. */
import type { contract } from "../../contract/contract.ts";
import { DateInput, EndDate, StartDate } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { asDay, type Day, dayOf, earlierOf } from "../../ledger/calendar.ts";
import { dateOf } from "../../ledger/next-occurrence.ts";
import { daysBetween } from "../../ledger/period.ts";
import { occurrenceOf } from "../../ledger/recurrence.ts";
import { sql } from "../../store/sql.ts";
import { nowInstant, requireAccounts } from "../book/balances.ts";
import { type Context, type Handlers, Rows } from "../handler/context.ts";
import { dayGiven } from "../handler/date-input.ts";
import { fenOf, toJson } from "../handler/money-json.ts";
import { type Booking, bookingOf, bookOccurrence } from "./book-occurrence.ts";
import { actAtOnce } from "./clock.ts";
import { withEstimates } from "./estimates.ts";
import { standingByDays } from "./listed.ts";
import {
  findOccurrence,
  type KnownRow,
  plainStanding,
  presentOccurrence,
  refuseSettled,
  type Standing,
  standingOf,
} from "./occurrence-row.ts";
import { getPlan, type PlanRow, readPlans, ruleOf } from "./plan-row.ts";
import { countSkipped } from "./reckon.ts";
import { read } from "./terms.ts";

const MOST_DAYS = 400;
/** Longer lists are sent as they come. */
const MOST_WHOLE = 2_000;

export const occurrenceHandlers: Handlers<(typeof contract)["occurrences"]> = {
  async list(ctx, { query }) {
    const first = dayGiven("startDate", query.startDate, StartDate, ctx.zone);
    const last = dayGiven("endDate", query.endDate, EndDate, ctx.zone);
    if (daysBetween(first, last) > MOST_DAYS) {
      throw new Refusal(400, "rangeTooLong", { days: MOST_DAYS });
    }
    const plans = await readPlans(ctx, query.planId ? sql`id = ${query.planId}` : undefined);
    const asked = () => askedByDays(ctx, plans, { first, last, state: query.state });
    const write = (one: Standing) => toJson(presentOccurrence(one));
    const found: Standing[] = [];
    for await (const some of asked()) {
      for (const one of some) found.push(one);
      if (found.length > MOST_WHOLE) return new Rows<Standing>([], asked(), write);
    }
    return new Rows(found, undefined, write);
  },

  async book(ctx, { params, body }) {
    const { plan, due, date, row } = await named(ctx, params);
    refuseSettled(row);
    const today = dayOf(ctx.now, ctx.zone);
    const usual = earlierOf(date, today);
    const planned = bookingOf(plan, due, usual, row);
    const booking: Booking = {
      ...planned,
      date: body.date ?? usual,
      amount: body.amount === undefined ? planned.amount : fenOf(body.amount),
      accountId: body.accountId ?? planned.accountId,
      description: body.description || planned.description,
    };
    refuseUnbookable(plan, booking);
    const states = ["open", "waiting", "skipped", ...(row?.state === "booked" ? ["booked"] : [])];
    const booked = await bookOccurrence(
      ctx,
      plan,
      booking,
      states as KnownRow["state"][],
      body.force,
    );
    if (booked === undefined) throw new Error("the occurrence has gone from under its lock");
    await actAtOnce(ctx, [plan.id]);
    return { occurrence: await show(ctx, plan.id, due), ...booked };
  },

  async change(ctx, { params, body }) {
    const one = await named(ctx, params);
    const { plan, due, row } = one;
    refuseSettled(row);
    if (body.accountId != null) await requireAccounts(ctx, [body.accountId]);
    if (plan.kind === "transfer" && body.accountId === plan.toAccountId && body.accountId != null) {
      throw new Refusal(400, "sameAccount");
    }
    const date = read(body.date, (text) => dayGiven("date", text, DateInput, ctx.zone));
    const next: Change = {
      date: kept(date, row?.date),
      amount: kept(read(body.amount, fenOf), row?.amount),
      accountId: kept(body.accountId, row?.accountId),
      description: kept(body.description, row?.description) || null,
    };
    const state = stateAfter(ctx, one, body.state, next);
    if (!isSame(row, next, state)) await writeOccurrence(ctx, plan.id, due, next, state);
    await actAtOnce(ctx, [plan.id]);
    return show(ctx, plan.id, due);
  },
};

interface Asked {
  first: Day;
  last: Day;
  state: Standing["state"] | undefined;
}

async function* askedByDays(
  ctx: Context,
  plans: readonly PlanRow[],
  { first, last, state }: Asked,
): AsyncGenerator<Standing[]> {
  for await (const some of standingByDays(ctx, plans, first, last)) {
    yield state === undefined ? some : some.filter((one) => one.state === state);
  }
}

interface Named {
  plan: PlanRow;
  due: Day;
  /** The day on which it happens, as it stands. */
  date: Day;
  row: KnownRow | undefined;
}

/** The plan, with the amount that is expected of its next occurrences. */
async function getExpected(ctx: Context, id: number): Promise<PlanRow> {
  const [plan] = await withEstimates(ctx, [await getPlan(ctx, id)]);
  return plan as PlanRow;
}

/** The occurrence that a path names: one that the rule has, or has had and settled. */
async function named(ctx: Context, params: { id: number; due: string }): Promise<Named> {
  const plan = await getExpected(ctx, params.id);
  const due = asDay(params.due);
  if (due === undefined) throw new Refusal(404, "occurrenceNotFound");
  const row = await findOccurrence(ctx, plan.id, due);
  const rule = ruleOf(plan, await countSkipped(ctx, plan));
  if (row === undefined && occurrenceOf(rule, due) === undefined) {
    throw new Refusal(404, "occurrenceNotFound");
  }
  return { plan, due, date: row?.date ?? dateOf(rule, due, ctx.zone), row };
}

function refuseUnbookable({ kind, toAccountId, category }: PlanRow, booking: Booking): void {
  if (kind === "reminder") return;
  const { amount, accountId } = booking;
  if (kind === "transfer" && (accountId === null || toAccountId === null)) {
    throw new Refusal(400, "planNeedsAccounts");
  }
  if (kind !== "transfer" && (accountId === null || category === null)) {
    throw new Refusal(400, "planNeedsAccount");
  }
  if (amount === null) throw new Refusal(400, "occurrenceNeedsAmount");
}

/** What an occurrence has of its own. */
type Change = Pick<KnownRow, "date" | "amount" | "accountId" | "description">;

function kept<T>(said: T | null | undefined, old: T | null | undefined): T | null {
  return said === undefined ? (old ?? null) : said;
}

/**
 * What was settled, or was never the clock's, and is past by now waits for a person: nothing is booked
 * behind anybody's back.
 */
function stateAfter(
  ctx: Context,
  { plan, due, row }: Named,
  asked: "skipped" | "open" | undefined,
  next: Change,
): "open" | "waiting" | "skipped" {
  const now = row?.state ?? (due < plan.actsFrom ? "waiting" : "open");
  if (asked === "skipped" || (asked === undefined && now === "skipped")) return "skipped";
  const happens = next.date ?? dateOf(ruleOf(plan), due, ctx.zone);
  return now !== "open" && happens <= dayOf(ctx.now, ctx.zone) ? "waiting" : "open";
}

function isSame(row: KnownRow | undefined, next: Change, state: string): boolean {
  const old = row ?? { date: null, amount: null, accountId: null, description: null };
  const names = ["date", "amount", "accountId", "description"] as const;
  return names.every((name) => old[name] === next[name]) && (row?.state ?? "open") === state;
}

async function writeOccurrence(
  ctx: Context,
  planId: number,
  due: Day,
  { date, amount, accountId, description }: Change,
  state: "open" | "waiting" | "skipped",
): Promise<void> {
  const settled = state === "skipped" ? nowInstant(ctx) : null;
  await ctx.db.run(sql`
    insert into plan_occurrences (user_id, plan_id, due, state, date, amount, account_id,
      description, settled_at)
    values (${ctx.userId}, ${planId}, ${due}, ${state}, ${date}, ${amount}, ${accountId},
      ${description}, ${settled})
    on conflict (user_id, plan_id, due) do update set state = excluded.state, date = excluded.date,
      amount = excluded.amount, account_id = excluded.account_id,
      description = excluded.description, record_id = null, transfer_id = null,
      settled_at = excluded.settled_at`);
}

async function show(ctx: Context, planId: number, due: Day) {
  const plan = await getExpected(ctx, planId);
  const row = await findOccurrence(ctx, planId, due);
  if (row !== undefined) return presentOccurrence(standingOf(plan, row, ctx.zone));
  return presentOccurrence(plainStanding(plan, due, dateOf(ruleOf(plan), due, ctx.zone)));
}
