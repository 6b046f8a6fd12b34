/** A decision about rows of a preview: whether they can be so, and what becomes of their columns. */
import type { RowDecision } from "../../contract/imports.ts";
import { type NoteCode, note, storedText, wordsOf } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { UNSORTED } from "../../ledger/categories.ts";
import { MAX_AMOUNT } from "../../ledger/money.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { requireAccounts } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { isJoin } from "./join-transfers.ts";
import { AS_PURCHASE } from "./link-refunds.ts";
import { directionOfKind } from "./match-plans.ts";
import { linkPlanned, plannedOf, refuseTwice } from "./planned-rows.ts";
import type { RowSuggestion, StoredRow } from "./preview-row.ts";

/** What is to become of rows. */
export type RowChange = Omit<RowDecision, "numbers">;

/**
 * Changes rows that were read for that; `decided` is kept with them. Refuses what one of them cannot be,
 * naming it. `followed` are the rows that `listFollowed` has found, where that was asked.
 */
export async function changeRows(
  ctx: Context,
  importId: number,
  rows: StoredRow[],
  change: RowChange,
  decided: number,
  followed?: ReadonlySet<number>,
): Promise<void> {
  if (rows.length === 0) return;
  for (const row of rows) refuseImpossible(row, change);
  if (actionOf(change) === "merge") await refuseTwice(ctx, importId, rows);
  const numbers = rows.map(({ number }) => number);
  await writeChanges(ctx, importId, numbers, change, decided);
  await markJoins(ctx, importId, rows, change);
  await linkRefunds(ctx, importId, rows, change);
  await linkPlans(ctx, importId, rows, change);
  if (change.category === undefined) return;
  const leading = followed ? numbers.filter((number) => followed.has(number)) : numbers;
  if (leading.length > 0) await followCategory(ctx, importId, leading);
}

/**
 * The rows whose category others stand in: for who changes very many rows, since to look for those others goes
 * through the whole preview. A decision about rows makes none of these.
 */
export async function listFollowed(
  { db, userId }: Context,
  importId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db.all<{ refundRow: number }>(sql`
    select distinct refund_row from import_rows where user_id = ${userId}
      and import_id = ${importId} and refund_row is not null and category_reason = ${AS_PURCHASE}`);
  return new Set(rows.map(({ refundRow }) => refundRow));
}

/** Refuses a decision for an account that is not the user's. */
export async function requireChosen(
  ctx: Context,
  { accountId, toAccountId }: Pick<RowChange, "accountId" | "toAccountId">,
): Promise<void> {
  await requireAccounts(
    ctx,
    [accountId, toAccountId].filter((id) => id !== undefined),
  );
}

function refuseImpossible(row: StoredRow, decision: RowChange): void {
  const kind = decision.kind ?? row.kind;
  const action = actionOf(decision) ?? row.action;
  const why = whyNot(row, kind, action, decision);
  if (why !== undefined) {
    throw new Refusal(400, "rowCannot", { row: row.number, why: wordsOf(note(why)) });
  }
}

/** A kind of `skip` leaves the row out; any other kind that is chosen books it. */
function actionOf({ action, kind }: RowChange): RowChange["action"] {
  if (kind === "skip") return "skip";
  return action ?? (kind === undefined ? undefined : "import");
}

function whyNot(
  row: StoredRow,
  kind: string,
  action: string,
  decision: RowChange,
): NoteCode | undefined {
  if (action === "update" && row.fate !== "changed") return "cannotUpdate";
  if (action === "merge") return whyNotMerge(row, decision);
  if (action !== "import") return undefined;
  if (row.fate === "known" || row.fate === "changed") return "cannotAgain";
  if (kind === "skip") return "cannotWithoutKind";
  if (row.date === null) return "cannotWithoutDate";
  if (row.kind !== "opening" && (row.amount <= 0 || row.amount > MAX_AMOUNT)) return "cannotAmount";
  if (kind !== "transfer") return undefined;
  if (arrives(row, decision)) {
    return row.accountId === null && decision.accountId === undefined
      ? "cannotWithoutFrom"
      : undefined;
  }
  if (row.toAccount === null && row.toAccountId === null && decision.toAccountId === undefined) {
    return "cannotWithoutTo";
  }
  return undefined;
}

/**
 * Whether the money of a row that is made a transfer came into its account: as the file says it, else
 * as the only account that is given says it.
 */
function arrives(
  { kind }: Pick<StoredRow, "kind">,
  { accountId, toAccountId }: Pick<RowChange, "accountId" | "toAccountId">,
): boolean {
  if (kind === "income" || kind === "refund") return true;
  return kind === "skip" && accountId !== undefined && toAccountId === undefined;
}

/** Two sides of a transfer become one transfer, so what is chosen for the row beside it does not fit. */
function whyNotMerge(row: StoredRow, decision: RowChange): NoteCode | undefined {
  if (row.suggestion === null) return "cannotMerge";
  if (isJoin(row) && decision.kind !== undefined) return "cannotJoinAs";
  const direction = plannedOf(row)?.direction;
  if (direction !== undefined && direction !== directionOfKind(decision.kind ?? row.kind)) {
    return "cannotBePlanned";
  }
  if (suggestedPurchase(row) !== undefined && (decision.kind ?? row.kind) !== "refund") {
    return "cannotBeRefund";
  }
  return undefined;
}

/** Rows that become a transfer together with the record they are suggested with. */
async function markJoins(
  { db, userId }: Context,
  importId: number,
  rows: StoredRow[],
  decision: RowChange,
): Promise<void> {
  const action = actionOf(decision);
  if (action === undefined) return;
  const numbers = rows.filter(isJoin).map((row) => row.number);
  if (numbers.length === 0) return;
  await db.run(sql`update import_rows set joins = ${action === "merge" ? 1 : 0}
    where user_id = ${userId} and import_id = ${importId} and number in (${join(numbers)})`);
}

/** A refund that is taken for one of the suggested purchase is booked, and stands with it. */
async function linkRefunds(
  { db, userId }: Context,
  importId: number,
  rows: StoredRow[],
  decision: RowChange,
): Promise<void> {
  if (actionOf(decision) === undefined) return;
  for (const row of rows) {
    const recordId = suggestedPurchase(row);
    if (recordId === undefined) continue;
    const ofRow = sql`user_id = ${userId} and import_id = ${importId} and number = ${row.number}`;
    if (actionOf(decision) !== "merge") {
      await db.run(sql`update import_rows set refund_of = null where ${ofRow}`);
      continue;
    }
    await db.run(sql`update import_rows set action = 'import', refund_of = ${recordId},
      category = coalesce((select e.category from records e
        where e.user_id = ${userId} and e.id = ${recordId}), category),
      category_reason = ${AS_PURCHASE} where ${ofRow}`);
  }
}

/** A row that is an occurrence of a plan is so until something else is decided about it. */
async function linkPlans(
  ctx: Context,
  importId: number,
  rows: StoredRow[],
  change: RowChange,
): Promise<void> {
  const action = actionOf(change);
  if (action === undefined) return;
  const planned = rows.filter((row) => plannedOf(row) !== undefined);
  if (planned.length === 0) return;
  await linkPlanned(ctx, importId, planned, action === "merge", change.category !== undefined);
  const numbers = planned.map(({ number }) => number);
  await followCategory(ctx, importId, numbers);
}

/** The purchase that a refund perhaps gives back. */
function suggestedPurchase(row: StoredRow): number | undefined {
  if (row.suggestion === null) return undefined;
  const { kind, recordId } = JSON.parse(row.suggestion) as RowSuggestion;
  return kind === "refund" ? recordId : undefined;
}

async function writeChanges(
  ctx: Context,
  importId: number,
  numbers: number[],
  decision: RowChange,
  decided: number,
): Promise<void> {
  const changes = Object.entries(changesOf(decision, decided)).map(
    ([column, value]) => sql`${raw(column)} = ${value}`,
  );
  await ctx.db.run(sql`update import_rows set ${join(changes, ", ")}
    where user_id = ${ctx.userId} and import_id = ${importId} and number in (${join(numbers)})`);
}

/**
 * What each column becomes, named once (PostgreSQL takes no column twice). A category that is given
 * goes before the kind's; the other account of a row that is no transfer goes.
 */
function changesOf(decision: RowChange, decided: number): Record<string, Sql> {
  const { kind, category, accountId, toAccountId } = decision;
  const action = actionOf(decision);
  const changes: Record<string, Sql> = { decided: sql`${decided}` };
  if (action !== undefined) changes.action = sql`${action}`;
  if (accountId !== undefined) changes.account_id = sql`${accountId}`;
  if (toAccountId !== undefined) changes.to_account_id = sql`${toAccountId}`;
  if (kind !== undefined && kind !== "skip") {
    const arrived = accountId !== undefined && toAccountId === undefined;
    Object.assign(changes, kindChanges(kind, arrived));
  }
  if (category !== undefined) {
    changes.proposed = sql`coalesce(proposed, category)`;
    changes.category = sql`${category}`;
    changes.category_reason = sql`${storedText(note("yourChoice"))}`;
  }
  return changes;
}

/** Money that came into the account of a row is what a transfer brought there. */
function broughtTo(arrived: boolean): Sql {
  const kinds = arrived ? sql`('income', 'refund', 'skip')` : sql`('income', 'refund')`;
  return sql`case when kind in ${kinds} then account else to_account end`;
}

/**
 * A transfer's fee is part of the amount once the row is no transfer, and it has one account; `arrived`
 * says that a row whose kind the file does not say came from the account that is given.
 */
function kindChanges(kind: string, arrived: boolean): Record<string, Sql> {
  const unlinked = { refund_row: sql`null`, refund_of: sql`null` };
  if (kind === "transfer") {
    return { kind: sql`${kind}`, ...unlinked, to_account: broughtTo(arrived) };
  }
  return {
    kind: sql`${kind}`,
    ...(kind === "income" || kind === "refund"
      ? { account: sql`coalesce(to_account, account)` }
      : {}),
    amount: sql`amount + fee`,
    fee: sql`0`,
    to_account: sql`null`,
    to_account_id: sql`null`,
    category: sql`case when category = '' then ${UNSORTED} else category end`,
    ...(kind === "refund" ? {} : unlinked),
  };
}

/** Refunds stand in the category of their purchase, unless the user has chosen another for them. */
async function followCategory(
  { db, userId }: Context,
  importId: number,
  numbers: number[],
): Promise<void> {
  await db.run(sql`
    update import_rows as r set category = (
      select p.category from import_rows p
      where p.user_id = ${userId} and p.import_id = ${importId} and p.number = r.refund_row)
    where r.user_id = ${userId} and r.import_id = ${importId}
      and r.category_reason = ${AS_PURCHASE} and r.refund_row in (${join(numbers)})`);
}
