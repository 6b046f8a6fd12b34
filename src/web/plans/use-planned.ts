/** What plans bring on the days of a calendar, and do to the budgets of a month. */
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { useBook } from "../base/open-book.ts";
import { isToCome, type Occurrence, type Plan } from "./models.ts";
import * as queries from "./queries.ts";

interface Due {
  plan: Plan;
  occurrence: Occurrence;
}

/** The occurrences of some days with their plans; none where all the days are past. */
function useDue(first: Day, last: Day): Due[] {
  const { userId, today } = useBook();
  const enabled = last >= today;
  const { data: plans = [] } = useQuery({ ...queries.plans(userId), enabled });
  const { data: found = [] } = useQuery({ ...queries.between(userId, first, last), enabled });
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return found.flatMap((occurrence) => {
    const plan = byId.get(occurrence.planId);
    return plan === undefined ? [] : [{ plan, occurrence }];
  });
}

export interface PlannedDay {
  income: Fen;
  expense: Fen;
  due: Due[];
}

/** What is to come, by day. */
export function usePlanned(first: Day, last: Day): ReadonlyMap<Day, PlannedDay> {
  const due = useDue(first, last);
  const days = new Map<Day, PlannedDay>();
  for (const one of due) {
    const { plan, occurrence } = one;
    if (!isToCome(occurrence)) continue;
    const day = days.get(occurrence.day) ?? { income: ZERO, expense: ZERO, due: [] };
    if (plan.kind === "income" || plan.kind === "expense") {
      day[plan.kind] = addFen(day[plan.kind], occurrence.amount ?? ZERO) as Fen;
    }
    day.due.push(one);
    days.set(occurrence.day, day);
  }
  return days;
}

/** What plans do to the budget of a category in a month. */
export interface PlannedSpending {
  /** Booked already. */
  booked: Fen;
  /** Still to come until the month's end. */
  left: Fen;
}

/** By category. */
export function usePlannedSpending(first: Day, last: Day): ReadonlyMap<string, PlannedSpending> {
  const due = useDue(first, last);
  const spending = new Map<string, PlannedSpending>();
  for (const { plan, occurrence } of due) {
    const { state, amount } = occurrence;
    const side = state === "booked" ? "booked" : isToCome(occurrence) ? "left" : undefined;
    if (plan.kind !== "expense" || amount === undefined || side === undefined) continue;
    const known = spending.get(plan.category) ?? { booked: ZERO, left: ZERO };
    known[side] = addFen(known[side], amount) as Fen;
    spending.set(plan.category, known);
  }
  return spending;
}
