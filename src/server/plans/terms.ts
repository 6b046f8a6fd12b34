/** What a request makes of a plan's terms, and what it may not say. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { EndDate, StartDate } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { LAST_OF_MONTH, MAX_OCCURRENCES } from "../../ledger/recurrence.ts";
import { requireAccounts } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { dayGiven } from "../handler/date-input.ts";
import { fenOf } from "../handler/money-json.ts";
import type { Terms } from "./plan-row.ts";

type Said = Partial<
  Omit<Input<(typeof contract)["plans"]["update"]>["body"], "userId" | "from" | "updatedAt">
>;
type New = Input<(typeof contract)["plans"]["create"]>["body"];

const MOST_OF_MONTH = 4;

/** The terms of a new plan, with what is usual where nothing is said. */
export async function newTerms(ctx: Context, body: New): Promise<Terms> {
  const none: Omit<Terms, "startDay"> = {
    name: body.name,
    kind: body.kind,
    accountId: null,
    toAccountId: null,
    category: null,
    description: null,
    amount: null,
    amountMode: "fixed",
    unit: body.every.unit,
    step: 1,
    days: "",
    endDay: null,
    times: null,
    timesCount: "all",
    weekend: "keep",
    mode: body.kind === "reminder" || body.amountMode === "ask" ? "confirm" : "auto",
    remindDays: null,
  };
  const startDay = dayGiven("startDate", body.startDate, StartDate, ctx.zone);
  return changedTerms(ctx, { ...none, startDay }, body);
}

/** The terms as they will be. Refuses what contradicts itself, and accounts that are not the user's. */
export async function changedTerms(ctx: Context, old: Terms, body: Said): Promise<Terms> {
  const { zone } = ctx;
  const terms: Terms = {
    name: body.name ?? old.name,
    kind: body.kind ?? old.kind,
    accountId: said(body.accountId, old.accountId),
    toAccountId: said(body.toAccountId, old.toAccountId),
    category: said(body.category, old.category),
    description: said(body.description, old.description) || null,
    ...amountSaid(old, body),
    unit: body.every?.unit ?? old.unit,
    step: body.every === undefined ? old.step : (body.every.count ?? 1),
    days: daysSaid(old, body),
    startDay: body.startDate
      ? dayGiven("startDate", body.startDate, StartDate, zone)
      : old.startDay,
    endDay: said(
      read(body.endDate, (date) => dayGiven("endDate", date, EndDate, zone)),
      old.endDay,
    ),
    times: said(body.times, old.times),
    timesCount: body.timesCount ?? old.timesCount,
    weekend: body.weekend ?? old.weekend,
    mode: body.mode ?? old.mode,
    remindDays: said(body.remindDays, old.remindDays),
  };
  refuseContradictions(terms);
  const named = [terms.accountId, terms.toAccountId].filter((id) => id !== null);
  await requireAccounts(ctx, named);
  return terms;
}

/** What asks each time has no amount: one that is left from before would be booked unasked. */
function amountSaid(old: Terms, body: Said): Pick<Terms, "amount" | "amountMode"> {
  const amountMode = body.amountMode ?? old.amountMode;
  const amount = said(read(body.amount, fenOf), old.amount);
  return { amountMode, amount: amountMode === "ask" ? null : amount };
}

function said<T>(value: T | null | undefined, old: T | null): T | null {
  return value === undefined ? old : value;
}

/** What was given, read; null and what was left out stay as they are. */
export function read<T, R>(
  value: T | null | undefined,
  reader: (value: T) => R,
): R | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : reader(value);
}

/** Days of a week mean nothing in a month: another unit has none until they are said. */
function daysSaid(old: Terms, { days, every }: Said): string {
  if (days === null) return "";
  if (days !== undefined) return [...days].sort((a, b) => a - b).join(",");
  return every !== undefined && every.unit !== old.unit ? "" : old.days;
}

/** What the plan needs to be booked, and what its fields say against each other. */
export function refuseContradictions(terms: Terms): void {
  const { kind, accountId, toAccountId, amount, amountMode, mode, startDay, endDay } = terms;
  if (kind === "transfer") {
    if (accountId === null || toAccountId === null) throw new Refusal(400, "planNeedsAccounts");
    if (accountId === toAccountId) throw new Refusal(400, "sameAccount");
  } else if (kind !== "reminder" && (accountId === null || terms.category === null)) {
    throw new Refusal(400, "planNeedsAccount");
  }
  if (kind !== "reminder" && amountMode !== "ask" && amount === null) {
    throw new Refusal(400, "planNeedsAmount");
  }
  if (mode === "auto" && kind === "reminder") throw new Refusal(400, "planReminderNotAuto");
  if (mode === "auto" && amountMode === "ask") throw new Refusal(400, "planAskNotAuto");
  if (!fitDays(terms)) throw new Refusal(400, "planDaysWrong");
  if (endDay !== null && terms.times !== null) throw new Refusal(400, "planEndOrTimes");
  if (endDay !== null && endDay < startDay) throw new Refusal(400, "planEndBeforeStart");
}

/** Whether a request could have made the terms, for those of a file. A paused plan may lack an account. */
export function isSound(terms: Terms & { state: string }): boolean {
  const { step, times, remindDays } = terms;
  const within = (value: number | null, most: number) =>
    value === null || (value >= 0 && value <= most);
  if (step < 1 || step > 366 || times === 0) return false;
  if (!within(times, MAX_OCCURRENCES) || !within(remindDays, 30)) return false;
  if (!/^(-?\d{1,2}(,-?\d{1,2})*)?$/.test(terms.days)) return false;
  if (terms.name.trim() === "" || terms.category?.trim() === "") return false;
  const whole = terms.state === "active" ? terms : { ...terms, accountId: 1, toAccountId: 2 };
  try {
    refuseContradictions(terms.kind === "transfer" ? whole : { ...whole, toAccountId: null });
    return true;
  } catch {
    return false;
  }
}

function fitDays({ unit, days }: Terms): boolean {
  if (days === "") return true;
  const wanted = days.split(",").map(Number);
  if (unit === "week") return wanted.every((day) => day >= 1 && day <= 7);
  if (unit !== "month" || wanted.length > MOST_OF_MONTH) return false;
  return wanted.every((day) => day === LAST_OF_MONTH || (day >= 1 && day <= 31));
}

/** A reminder has no money and a plan that books always has: what is settled must stay true. */
export function refuseOtherKind(old: Pick<Terms, "kind">, next: Pick<Terms, "kind">): void {
  const isReminder = ({ kind }: Pick<Terms, "kind">) => kind === "reminder";
  if (isReminder(old) !== isReminder(next)) throw new Refusal(400, "planKindFixed");
}
