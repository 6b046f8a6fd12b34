/** What stands in the form of a plan, and what it asks the service for. Pure. */
import type { Day } from "../../ledger/calendar.ts";
import { yuanFromFen } from "../../ledger/money.ts";
import { weekdayOf } from "../../ledger/period.ts";
import {
  beginningOn,
  occurrenceAt,
  type Recurrence,
  type Unit,
  type Weekend,
} from "../../ledger/recurrence.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { amountProblem } from "../base/amount.ts";
import { plainAmount } from "../base/money.ts";
import type { PlanWords } from "../words/plans.ts";
import type { NewPlan, PlanChange } from "./actions.ts";
import type { AmountMode, Plan, PlanKind, Suggestion } from "./models.ts";

export const ENDINGS = ["never", "day", "times"] as const;
export type Ending = (typeof ENDINGS)[number];

export interface PlanDraft {
  name: string;
  kind: PlanKind;
  accountId: number;
  toAccountId: number;
  category: string;
  description: string;
  /** As typed. */
  amount: string;
  amountMode: AmountMode;
  unit: Unit;
  step: number;
  days: number[];
  start: Day;
  ending: Ending;
  end: Day;
  times: number;
  timesCount: Plan["timesCount"];
  weekend: Weekend;
  mode: Plan["mode"];
}

/** The fields of a form: what stands in it, and what changes it. */
export interface DraftFields {
  draft: PlanDraft;
  set: (fields: Partial<PlanDraft>) => void;
}

/** A new one: every month on the day. */
export function newDraft(today: Day, from: Partial<PlanDraft> = {}): PlanDraft {
  return {
    name: "",
    kind: "expense",
    accountId: 0,
    toAccountId: 0,
    category: "",
    description: "",
    amount: "",
    amountMode: "fixed",
    unit: "month",
    step: 1,
    days: [],
    start: today,
    ending: "never",
    end: today,
    times: 12,
    timesCount: "all",
    weekend: "keep",
    mode: "auto",
    ...from,
  };
}

/** What begins after something that is booked already, so that it is not booked again: one period later. */
export function draftAfter(unit: Unit, day: Day, same: Partial<PlanDraft>): Partial<PlanDraft> {
  const days =
    unit === "month" ? [Number(day.slice(8))] : unit === "week" ? [weekdayOf(day) + 1] : [];
  const rule = { unit, step: 1, days, start: day };
  const next = occurrenceAt({ ...rule, weekend: "keep" }, 1);
  const { days: wanted, ...begun } = next === undefined ? rule : beginningOn(rule, next.due);
  return { ...same, ...begun, days: [...wanted] };
}

export function draftOf(plan: Plan): PlanDraft {
  const { rule, amount } = plan;
  return {
    name: plan.name,
    kind: plan.kind,
    accountId: plan.accountId,
    toAccountId: plan.toAccountId,
    category: plan.category,
    description: plan.description,
    amount: amount === undefined ? "" : plainAmount(amount),
    amountMode: plan.amountMode,
    unit: rule.unit,
    step: rule.step,
    days: [...rule.days],
    start: rule.start,
    ending: rule.end !== undefined ? "day" : rule.times !== undefined ? "times" : "never",
    end: rule.end ?? rule.start,
    times: rule.times ?? 12,
    timesCount: plan.timesCount,
    weekend: rule.weekend,
    mode: plan.mode,
  };
}

/** What a suggestion fills in. */
export function draftOfSuggestion(suggestion: Suggestion): Partial<PlanDraft> {
  const { name, kind, accountId, category, description, amount, amountMode, mode, rule } =
    suggestion;
  return {
    ...{ name, kind, accountId, category, description, amountMode, mode },
    amount: plainAmount(amount),
    unit: rule.unit,
    step: rule.step,
    days: [...rule.days],
    start: rule.start,
    weekend: rule.weekend,
  };
}

/** The rule of dates that the draft means. */
export function ruleOf(draft: PlanDraft): Recurrence {
  const { unit, step, days, start, ending, end, times, weekend } = draft;
  return {
    unit,
    // While the field is empty.
    step: Math.max(step, 1),
    days: unit === "week" || unit === "month" ? days : [],
    start,
    ...(ending === "day" && { end }),
    ...(ending === "times" && { times }),
    weekend: unit === "week" || unit === "day" ? "keep" : weekend,
  };
}

export const movesMoney = ({ kind }: Pick<PlanDraft, "kind">) => kind !== "reminder";
/** Nothing is booked by itself whose amount is not known, or that moves no money. */
export const canBeAuto = (draft: PlanDraft) => movesMoney(draft) && draft.amountMode !== "ask";

/** What is wrong with it, in words. @throws Error */
function check(draft: PlanDraft, words: PlanWords): void {
  const { name, kind, accountId, toAccountId, ending, times } = draft;
  if (name.trim() === "") throw new Error(words.planNameMissing);
  if (kind === "transfer" && (accountId === 0 || toAccountId === 0)) {
    throw new Error(words.accountsMissing);
  }
  if (movesMoney(draft) && accountId === 0) throw new Error(words.accountMissing);
  if ((kind === "expense" || kind === "income") && draft.category === "") {
    throw new Error(words.categoryMissing);
  }
  if (draft.step < 1) throw new Error(words.stepWrong);
  if (ending === "times" && times < 1) throw new Error(words.timesWrong);
}

function amountOf(draft: PlanDraft, words: PlanWords): number | undefined {
  if (!movesMoney(draft) || draft.amountMode === "ask") return undefined;
  const read = readTypedAmount(draft.amount);
  if (!isAmount(read)) throw new Error(amountProblem(read, words));
  return yuanFromFen(read.amount);
}

/** The plan to be made. @throws Error what is missing, in words */
export function bodyOfNew(draft: PlanDraft, words: PlanWords, backfill: boolean): NewPlan {
  check(draft, words);
  const amount = amountOf(draft, words);
  const { kind, accountId, toAccountId, category, ending, end, times } = draft;
  const rule = ruleOf(draft);
  const description = draft.description.trim();
  return {
    name: draft.name.trim(),
    kind,
    ...(movesMoney(draft) && { accountId, amountMode: draft.amountMode }),
    ...(kind === "transfer" && { toAccountId }),
    ...((kind === "expense" || kind === "income") && { category }),
    ...(description !== "" && { description }),
    ...(amount !== undefined && { amount }),
    every: { unit: rule.unit, count: rule.step },
    ...(rule.days.length > 0 && { days: [...rule.days] }),
    startDate: draft.start,
    ...(ending === "day" && { endDate: end }),
    ...(ending === "times" && { times, timesCount: draft.timesCount }),
    weekend: rule.weekend,
    mode: canBeAuto(draft) ? draft.mode : "confirm",
    ...(backfill && { backfill }),
  };
}

/** What the draft says otherwise than the plan; `from` changes this occurrence and those after it. */
export function bodyOfChange(
  plan: Plan,
  draft: PlanDraft,
  words: PlanWords,
  from: Day | undefined,
): PlanChange {
  const wanted: Record<string, unknown> = { ...CLEARED, ...bodyOfNew(draft, words, false) };
  const was: Record<string, unknown> = {
    ...CLEARED,
    ...bodyOfNew(draftOf(plan), words, false),
  };
  const changes = Object.entries(wanted).filter(
    ([name, value]) => name !== "kind" && JSON.stringify(value) !== JSON.stringify(was[name]),
  );
  return {
    ...Object.fromEntries(changes),
    ...(from !== undefined && { from }),
    updatedAt: plan.updatedAt,
  } as PlanChange;
}

/** What stands for a field that a plan does not have. */
const CLEARED = { description: null, amount: null, days: null, endDate: null, times: null };
