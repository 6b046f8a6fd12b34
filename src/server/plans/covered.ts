/** Whether a plan is there already for what a suggestion would make. */
import type { PlanSuggestion } from "../../contract/plans.ts";
import { type Day, LAST_DAY, laterOf, shiftWithin } from "../../ledger/calendar.ts";
import { occurrencesBetween, type Recurrence } from "../../ledger/recurrence.ts";
import { fenOf } from "../handler/money-json.ts";
import { isAbout } from "./fulfillable.ts";
import { type PlanRow, ruleOf } from "./plan-row.ts";

type Suggested = PlanSuggestion["plan"];

/**
 * The same account, direction and period, about the amount; and it goes by the same name, or stands in the
 * same category on about the same days.
 */
export function isCovered(suggested: Suggested, plan: PlanRow): boolean {
  if (plan.kind !== suggested.kind || plan.accountId !== suggested.accountId) return false;
  const { unit, count: step } = suggested.every;
  if (periodOf({ unit, step }) !== periodOf(plan)) return false;
  if (plan.amount !== null && !isAbout(fenOf(suggested.amount), plan.amount)) return false;
  const names: (string | null)[] = [plan.name, plan.description];
  if (names.includes(suggested.description ?? suggested.name)) return true;
  return plan.category === suggested.category && isOnItsDays(suggested, plan);
}

/** One name for a period, however it was said: two weeks are 14 days, a year is twelve months. */
function periodOf({ unit, step }: Pick<Recurrence, "unit" | "step">): string {
  if (unit === "day" || unit === "week") return `${unit === "week" ? step * 7 : step} days`;
  return `${unit === "year" ? step * 12 : step} months`;
}

/** Days of a month wander around weekends; days of a week hardly do. */
const DAYS_OFF = { day: 0, week: 1, month: 3, year: 3 };

function isOnItsDays({ every, days = [], startDate }: Suggested, plan: PlanRow): boolean {
  const off = DAYS_OFF[every.unit];
  const start = startDate as Day;
  const rule: Recurrence = { ...every, step: every.count, days, start, weekend: "keep" };
  const from = laterOf(start, shiftWithin(plan.startDay, -off));
  const [first] = occurrencesBetween(rule, from, LAST_DAY, 1);
  if (first === undefined) return false;
  const endless = { ...ruleOf(plan), end: undefined, times: undefined };
  const [near, far] = [shiftWithin(first.due, -off), shiftWithin(first.due, off)];
  return occurrencesBetween(endless, near, far, 1).length > 0;
}
