/** What plans bring on the days of a calendar. */
import { useQuery } from "@tanstack/react-query";
import type { Day } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { useBook } from "../base/open-book.ts";
import type { Occurrence, Plan } from "./models.ts";
import * as queries from "./queries.ts";

export interface PlannedDay {
  income: Fen;
  expense: Fen;
  due: { plan: Plan; occurrence: Occurrence }[];
}

/** By day; empty where all the days are past. */
export function usePlanned(first: Day, last: Day): ReadonlyMap<Day, PlannedDay> {
  const { userId, today } = useBook();
  const enabled = last >= today;
  const { data: plans = [] } = useQuery({ ...queries.plans(userId), enabled });
  const { data: found = [] } = useQuery({ ...queries.between(userId, first, last), enabled });
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const days = new Map<Day, PlannedDay>();
  for (const occurrence of found) {
    const plan = byId.get(occurrence.planId);
    if (plan === undefined || !isToCome(occurrence)) continue;
    const day = days.get(occurrence.day) ?? { income: ZERO, expense: ZERO, due: [] };
    const { kind } = plan;
    if (kind === "income" || kind === "expense") {
      day[kind] = addFen(day[kind], occurrence.amount ?? ZERO) as Fen;
    }
    day.due.push({ plan, occurrence });
    days.set(occurrence.day, day);
  }
  return days;
}

const isToCome = ({ state }: Occurrence) => state === "open" || state === "waiting";

/** What plans do to the budget of a category in a month. */
export interface PlannedSpending {
  /** Booked already. */
  booked: Fen;
  /** Still to come until the month's end. */
  left: Fen;
}

/** By category; empty for months that are past. */
export function usePlannedSpending(first: Day, last: Day): ReadonlyMap<string, PlannedSpending> {
  const { userId, today } = useBook();
  const enabled = last >= today;
  const { data: plans = [] } = useQuery({ ...queries.plans(userId), enabled });
  const { data: found = [] } = useQuery({ ...queries.between(userId, first, last), enabled });
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const spending = new Map<string, PlannedSpending>();
  for (const occurrence of found) {
    const { state, amount } = occurrence;
    const plan = byId.get(occurrence.planId);
    if (plan?.kind !== "expense" || amount === undefined) continue;
    const side = state === "booked" ? "booked" : isToCome(occurrence) ? "left" : undefined;
    if (side === undefined) continue;
    const known = spending.get(plan.category) ?? { booked: ZERO, left: ZERO };
    known[side] = addFen(known[side], amount) as Fen;
    spending.set(plan.category, known);
  }
  return spending;
}
