/** A plan as it lies in the database, its rule of dates, and how it is answered. */
import type { PauseReason, PlanKind, PlannedTerms } from "../../contract/plans.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Recurrence, Unit, Weekend } from "../../ledger/recurrence.ts";
import { selectList } from "../../store/names.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";

/** What a plan says, as it is stored. */
export interface Terms {
  name: string;
  kind: PlanKind;
  accountId: number | null;
  toAccountId: number | null;
  category: string | null;
  description: string | null;
  amount: Fen | null;
  amountMode: "fixed" | "estimate" | "ask";
  unit: Unit;
  step: number;
  /** Numbers with commas between; empty for the day of the start. */
  days: string;
  startDay: Day;
  endDay: Day | null;
  times: number | null;
  timesCount: "all" | "booked";
  weekend: Weekend;
  mode: "auto" | "confirm";
  remindDays: number | null;
}

export interface PlanRow extends Terms {
  id: number;
  userId: number;
  state: "active" | "paused" | "ended";
  reason: PauseReason | null;
  follows: number | null;
  since: Day;
  actsFrom: Day;
  /** What was booked up to then does not count for the estimate. */
  estimateSince: string | null;
  nextDue: Day | null;
  nextDate: Day | null;
  createdAt: string;
  updatedAt: string;
}

export const TERM_FIELDS = [
  "name",
  "kind",
  "accountId",
  "toAccountId",
  "category",
  "description",
  "amount",
  "amountMode",
  "unit",
  "step",
  "days",
  "startDay",
  "endDay",
  "times",
  "timesCount",
  "weekend",
  "mode",
  "remindDays",
] as const satisfies readonly (keyof Terms)[];

const FIELDS = [
  "id",
  "userId",
  ...TERM_FIELDS,
  "state",
  "reason",
  "follows",
  "since",
  "actsFrom",
  "estimateSince",
  "nextDue",
  "nextDate",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof PlanRow)[];

const planFields = selectList(FIELDS);

/** The user's plans, those of a condition where one is given; by id. */
export async function readPlans({ db, userId }: Context, where?: Sql): Promise<PlanRow[]> {
  const plans = await db.all<PlanRow>(sql`select ${planFields} from plans
    where user_id = ${userId} ${where === undefined ? sql`` : sql`and ${where}`} order by id`);
  // What a file or an older version has left there would be booked unasked.
  return plans.map((plan) => (plan.amountMode === "ask" ? { ...plan, amount: null } : plan));
}

/** The plan; refuses one that is not there. */
export async function getPlan(ctx: Context, id: number): Promise<PlanRow> {
  const [plan] = await readPlans(ctx, sql`id = ${id}`);
  if (plan === undefined) throw new Refusal(404, "planNotFound");
  return plan;
}

/** `skipped`: how many were skipped, where those don't count. */
export function ruleOf(plan: Terms, skipped = 0): Recurrence {
  const times = plan.times === null ? undefined : plan.times + skipped;
  return {
    unit: plan.unit,
    step: plan.step,
    days: daysOf(plan),
    start: plan.startDay,
    end: plan.endDay ?? undefined,
    times,
    weekend: plan.weekend,
  };
}

function daysOf({ days }: Pick<Terms, "days">): number[] {
  return days === "" ? [] : days.split(",").map(Number);
}

/** Whether both name the same days, for as long as they go on. */
export function sameDays(one: Terms, other: Terms): boolean {
  return (["unit", "step", "days", "startDay"] as const).every((name) => one[name] === other[name]);
}

/** A plan without what became of it, from its row or a version of it. */
export function presentTerms(row: PlanRow): PlannedTerms {
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    kind: row.kind,
    ...given("accountId", row.accountId),
    ...given("toAccountId", row.toAccountId),
    ...given("category", row.category),
    ...given("description", row.description),
    ...(row.amount !== null && { amount: yuan(row.amount) }),
    amountMode: row.amountMode,
    every: { unit: row.unit, count: row.step },
    ...(row.days !== "" && { days: daysOf(row) }),
    startDate: row.startDay,
    ...given("endDate", row.endDay),
    ...given("times", row.times),
    timesCount: row.timesCount,
    weekend: row.weekend,
    mode: row.mode,
    ...given("remindDays", row.remindDays),
    state: row.state,
    ...given("reason", row.reason),
    ...given("follows", row.follows),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function given<K extends string, V>(name: K, value: V | null): { [P in K]?: V } {
  return value === null ? {} : ({ [name]: value } as { [P in K]?: V });
}
