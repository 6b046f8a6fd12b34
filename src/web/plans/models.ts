/** Plans and their occurrences as the app holds them: money in fen, days as days. */
import type {
  PlanSuggestion,
  Occurrence as WireOccurrence,
  Plan as WirePlan,
} from "../../contract/plans.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Recurrence } from "../../ledger/recurrence.ts";
import { fenOf } from "../api/models.ts";

export type PlanKind = WirePlan["kind"];
export type AmountMode = WirePlan["amountMode"];

/** Money that comes again. */
export interface Plan {
  id: number;
  name: string;
  kind: PlanKind;
  /** 0 for none. */
  accountId: number;
  toAccountId: number;
  category: string;
  description: string;
  amount?: Fen;
  amountMode: AmountMode;
  rule: Recurrence;
  timesCount: WirePlan["timesCount"];
  mode: WirePlan["mode"];
  state: WirePlan["state"];
  reason?: NonNullable<WirePlan["reason"]>;
  nextDue?: Day;
  nextDate?: Day;
  bookedCount: number;
  missed: number;
  updatedAt: string;
}

export function planOf(wire: WirePlan): Plan {
  const { id, name, kind, amount, reason, nextDue, nextDate } = wire;
  return {
    id,
    name,
    kind,
    accountId: wire.accountId ?? 0,
    toAccountId: wire.toAccountId ?? 0,
    category: wire.category ?? "",
    description: wire.description ?? "",
    ...(amount !== undefined && { amount: fenOf(amount) }),
    amountMode: wire.amountMode,
    rule: {
      unit: wire.every.unit,
      step: wire.every.count,
      days: wire.days ?? [],
      start: wire.startDate as Day,
      end: wire.endDate as Day | undefined,
      times: wire.times,
      weekend: wire.weekend,
    },
    timesCount: wire.timesCount,
    mode: wire.mode,
    state: wire.state,
    ...(reason !== undefined && { reason }),
    ...(nextDue !== undefined && { nextDue: nextDue as Day }),
    ...(nextDate !== undefined && { nextDate: nextDate as Day }),
    bookedCount: wire.bookedCount,
    missed: wire.missed ?? 0,
    updatedAt: wire.updatedAt,
  };
}

/** One time that a plan comes; `due` names it. */
export interface Occurrence {
  planId: number;
  due: Day;
  day: Day;
  amount?: Fen;
  accountId: number;
  description: string;
  state: WireOccurrence["state"];
  recordId?: number;
  transferId?: number;
  /** Whether what was done with it has not reached the service yet. */
  unsent?: boolean;
}

/** Whether it is still to be booked: on its day, or when a person says so. */
export const isToCome = ({ state }: Occurrence): boolean => state === "open" || state === "waiting";

export function occurrenceOf(wire: WireOccurrence): Occurrence {
  const { planId, due, date, amount, state, recordId, transferId } = wire;
  return {
    planId,
    due: due as Day,
    day: date as Day,
    ...(amount !== undefined && { amount: fenOf(amount) }),
    accountId: wire.accountId ?? 0,
    description: wire.description ?? "",
    state,
    ...(recordId !== undefined && { recordId }),
    ...(transferId !== undefined && { transferId }),
  };
}

/** What balances come to by what is planned. */
export interface Forecast {
  days: { day: Day; balance: Fen }[];
  /** The lowest day of each account; `below` is the first that ends under zero. */
  accounts: { accountId: number; day: Day; balance: Fen; below?: Day }[];
}

/** Records that look regular, as the plan that they could be. */
export interface Suggestion
  extends Pick<Plan, "name" | "accountId" | "category" | "description" | "amountMode" | "mode"> {
  key: string;
  kind: "expense" | "income";
  amount: Fen;
  rule: Recurrence;
  /** How many records speak for it, and the day of the last. */
  count: number;
  last: Day;
}

export function suggestionOf({ key, plan, evidence }: PlanSuggestion): Suggestion {
  const { name, kind, accountId, category, description = "", amountMode, mode } = plan;
  return {
    key,
    ...{ name, kind, accountId, category, description, amountMode, mode },
    amount: fenOf(plan.amount),
    rule: {
      unit: plan.every.unit,
      step: plan.every.count,
      days: plan.days ?? [],
      start: plan.startDate as Day,
      weekend: plan.weekend,
    },
    count: evidence.length,
    last: (evidence[0]?.date ?? plan.startDate) as Day,
  };
}
