/** One occurrence: its row beside what it was booked as, and what may no longer be done with it. */
import type { Occurrence, OccurrenceState } from "../../contract/plans.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { dateOf } from "../../ledger/next-occurrence.ts";
import { selectList } from "../../store/names.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import { type PlanRow, ruleOf } from "./plan-row.ts";
import { OCCURRENCE_FIELDS, type OccurrenceRow } from "./reckon.ts";

/** A row with what it was booked as, as that is by now; null where it was deleted since. */
export interface KnownRow extends OccurrenceRow {
  bookedDay: Day | null;
  bookedAmount: Fen | null;
  bookedAccountId: number | null;
  bookedDescription: string | null;
}

/** The user's rows of a condition on `o`, its record `r` and its transfer `t`. */
export function readOccurrences({ db, userId }: Context, where: Sql): Promise<KnownRow[]> {
  return db.all<KnownRow>(sql`
    select ${selectList(OCCURRENCE_FIELDS, "o")}, coalesce(r.day, t.day) as booked_day,
      coalesce(r.amount, t.amount) as booked_amount,
      coalesce(r.account_id, t.from_account_id) as booked_account_id,
      coalesce(r.description, t.description) as booked_description
    from plan_occurrences o
    left join records r on r.user_id = ${userId} and r.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where o.user_id = ${userId} and ${where}`);
}

export async function findOccurrence(
  ctx: Context,
  planId: number,
  due: Day,
): Promise<KnownRow | undefined> {
  const [row] = await readOccurrences(ctx, sql`o.plan_id = ${planId} and o.due = ${due}`);
  return row;
}

/** Booked, and deleted since. */
export function isDeleted(row: KnownRow): boolean {
  const named = row.recordId !== null || row.transferId !== null;
  return row.state === "booked" && named && row.bookedDay === null;
}

/** Refuses what is booked, and names it; what was deleted since may be settled anew. */
export function refuseSettled(row: KnownRow | undefined): void {
  if (row === undefined || row.state !== "booked" || isDeleted(row)) return;
  if (row.recordId !== null)
    throw new Refusal(409, "occurrenceAlreadyBooked", { id: row.recordId });
  if (row.transferId !== null)
    throw new Refusal(409, "occurrenceAlreadyMoved", { id: row.transferId });
  throw new Refusal(409, "occurrenceDone");
}

/** An occurrence as it stands, in fen: what its row says, and its plan where that says nothing. */
export interface Standing {
  plan: PlanRow;
  due: Day;
  date: Day;
  amount: Fen | null;
  accountId: number | null;
  description: string | null;
  state: OccurrenceState;
  recordId: number | null;
  transferId: number | null;
  changed: boolean;
}

/** An occurrence without a row: as its plan has it. */
export function plainStanding(plan: PlanRow, due: Day, date: Day): Standing {
  const { amount, accountId, description } = plan;
  const none = { recordId: null, transferId: null };
  return {
    plan,
    due,
    date,
    amount,
    accountId,
    description,
    state: "open",
    ...none,
    changed: false,
  };
}

/** An occurrence with a row: what is booked is shown as its record or transfer is by now. */
export function standingOf(plan: PlanRow, row: KnownRow, zone: string): Standing {
  const { due, recordId, transferId } = row;
  const date = row.bookedDay ?? row.date ?? dateOf(ruleOf(plan), due, zone);
  const plain = plainStanding(plan, due, date);
  const deleted = isDeleted(row);
  const booked = row.state === "booked" && !deleted;
  return {
    ...plain,
    amount: row.bookedAmount ?? row.amount ?? plain.amount,
    accountId: row.bookedAccountId ?? row.accountId ?? plain.accountId,
    description:
      row.bookedDay === null ? (row.description ?? plain.description) : row.bookedDescription,
    state: deleted ? "deleted" : row.state,
    ...(booked && { recordId, transferId }),
    changed: (row.date ?? row.amount ?? row.accountId ?? row.description) !== null,
  };
}

/** Whether it is still to be booked: on its day, or when a person says so. */
export const isToCome = ({ state }: Standing): boolean => state === "open" || state === "waiting";

export function presentOccurrence(one: Standing): Occurrence {
  return {
    planId: one.plan.id,
    due: one.due,
    date: one.date,
    ...(one.amount !== null && { amount: yuan(one.amount) }),
    ...(one.accountId !== null && { accountId: one.accountId }),
    ...(one.description !== null && { description: one.description }),
    state: one.state,
    ...(one.recordId !== null && { recordId: one.recordId }),
    ...(one.transferId !== null && { transferId: one.transferId }),
    ...(one.changed && { changed: true as const }),
  };
}
