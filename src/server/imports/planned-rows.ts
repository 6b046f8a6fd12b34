/** Rows that are taken for an occurrence of a plan: by a person's answer, and whether that still holds. */
import { note, wordsOf } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Day, shiftWithin } from "../../ledger/calendar.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { type Fulfillable, MOST_AWAY, readFulfillable } from "../plans/fulfillable.ts";
import { AS_PLANNED, isNearTo, PLANNED, type RowMoney } from "./match-plans.ts";
import type { RowSuggestion, StoredRow } from "./preview-row.ts";

/** What is suggested of a row that may be an occurrence. */
type PlannedSuggestion = RowSuggestion & Required<Pick<RowSuggestion, "planId" | "due" | "was">>;

/** The occurrence that a row may be; undefined where none is suggested. */
export function plannedOf({
  suggestion,
}: Pick<StoredRow, "suggestion">): PlannedSuggestion | undefined {
  if (suggestion === null) return undefined;
  const found = JSON.parse(suggestion) as RowSuggestion;
  return found.kind === PLANNED ? (found as PlannedSuggestion) : undefined;
}

/** Refuses to take a second row for an occurrence, naming it. */
export async function refuseTwice(
  { db, userId }: Context,
  importId: number,
  rows: readonly StoredRow[],
): Promise<void> {
  const wanted = new Map<string, number>();
  for (const row of rows) {
    const planned = plannedOf(row);
    if (planned === undefined) continue;
    const name = nameOf(planned);
    if (wanted.has(name)) throw twice(row.number);
    wanted.set(name, row.number);
  }
  if (wanted.size === 0) return;
  const taken = await db.all<{ number: number; planId: number; due: string }>(sql`
    select number, plan_id, due from import_rows
    where user_id = ${userId} and import_id = ${importId} and plan_id is not null`);
  for (const one of taken) {
    const number = wanted.get(nameOf(one));
    if (number !== undefined && number !== one.number) throw twice(number);
  }
}

const nameOf = ({ planId, due }: { planId: number | null; due: string | null }) =>
  `${planId} ${due}`;

function twice(row: number): Refusal {
  return new Refusal(400, "rowCannot", { row, why: wordsOf(note("cannotTwice")) });
}

/**
 * Makes rows the occurrences that they may be: booked as them, or merged into what they are booked as.
 * Otherwise they are rows like others, with a category of their own.
 */
export async function linkPlanned(
  ctx: Context,
  importId: number,
  rows: readonly StoredRow[],
  taken: boolean,
  ownCategory: boolean,
): Promise<void> {
  for (const row of rows) {
    const planned = plannedOf(row);
    if (planned === undefined) continue;
    const changes = taken ? changesOf(planned, ownCategory) : [sql`plan_id = null, due = null`];
    await ctx.db.run(sql`update import_rows set ${join(changes)}
      where user_id = ${ctx.userId} and import_id = ${importId} and number = ${row.number}`);
    if (!taken) await setOwnCategory(ctx, importId, row.number, planned);
  }
}

function changesOf(planned: PlannedSuggestion, ownCategory: boolean): Sql[] {
  const { planId, due, recordId, transferId, category } = planned;
  const booked = recordId !== undefined || transferId !== undefined;
  return [
    sql`plan_id = ${planId}, due = ${due}`,
    ...(booked ? [] : [sql`action = 'import'`]),
    ...(category === undefined || ownCategory
      ? []
      : [sql`category = ${category}, category_reason = ${AS_PLANNED}`]),
  ];
}

/** The category that the row had before it got the plan's, which it may have still. */
async function setOwnCategory(
  { db, userId }: Context,
  importId: number,
  number: number,
  { was: [category, reason] }: PlannedSuggestion,
): Promise<void> {
  await db.run(sql`update import_rows set category = ${category}, category_reason = ${reason}
    where user_id = ${userId} and import_id = ${importId} and number = ${number}
      and category_reason = ${AS_PLANNED}`);
}

/** A row with the occurrence that it is taken for. */
export interface PlannedRow extends RowMoney {
  number: number;
  planId: number;
  due: string;
  recordId: number | null;
  transferId: number | null;
  day: Day;
  suggestion: string | null;
}

/** The rows `r` of an import that are taken for occurrences. */
export function listPlanned(
  { db, userId }: Context,
  importId: number,
  range: Sql,
): Promise<PlannedRow[]> {
  return db.all<PlannedRow>(sql`select r.number, r.plan_id, r.due, r.day, r.suggestion, r.kind, r.amount, r.fee, r.fate,
      coalesce(r.account_id, a.account_id) as account_id,
      coalesce(r.to_account_id, o.account_id) as to_account_id,
      case when r.action = 'merge' then r.record_id end as record_id,
      case when r.action = 'merge' then r.transfer_id end as transfer_id
    from import_rows r
    left join import_accounts a on a.user_id = ${userId} and a.import_id = ${importId}
      and a.place = r.account
    left join import_accounts o on o.user_id = ${userId} and o.import_id = ${importId}
      and o.place = r.to_account
    where r.user_id = ${userId} and r.import_id = ${importId} and ${range}
      and r.plan_id is not null and r.action in ('import', 'merge') order by r.number`);
}

/**
 * Numbers of those whose occurrence is no longer free: booked by the clock or by hand, skipped, told by
 * another bill, or gone with its plan; or is of other money by now, and would be overwritten.
 */
export async function listOvertaken(ctx: Context, rows: readonly PlannedRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const days = rows.map(({ day }) => day).sort();
  const [first, last] = [days[0] as Day, days.at(-1) as Day];
  const free = await readFulfillable(
    ctx,
    shiftWithin(first, -MOST_AWAY),
    shiftWithin(last, MOST_AWAY),
  );
  const byName = new Map(free.map((one) => [standingOf(one), one]));
  return rows
    .filter((row) => {
      const one = byName.get(standingOf(row));
      return one === undefined || !isNearTo(row, one) || !isAsSeen(row, one);
    })
    .map(({ number }) => number);
}

/** Whether the occurrence is what it was when a person saw it beside the row: its amount and its day. */
function isAsSeen(row: PlannedRow, { amount, date }: Fulfillable): boolean {
  const saw = plannedOf(row)?.saw;
  return saw === undefined || (saw.amount === amount && saw.date === date);
}

function standingOf({
  planId,
  due,
  recordId,
  transferId,
}: Pick<PlannedRow, "planId" | "due" | "recordId" | "transferId">): string {
  return [planId, due, recordId, transferId].join();
}
