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
  const { data: found = [] } = useQuery({ ...queries.planned(userId, first, last), enabled });
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const days = new Map<Day, PlannedDay>();
  for (const occurrence of found) {
    const plan = byId.get(occurrence.planId);
    if (plan === undefined) continue;
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
