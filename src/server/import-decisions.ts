/** What the user decides about a preview: where its accounts belong, and what becomes of its rows. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { UNSORTED } from "../bills/categories.ts";
import type { AccountDecision, RowDecision } from "../contract/imports.ts";
import { Refusal } from "../contract/refusal.ts";
import { MAX_AMOUNT } from "../ledger/money.ts";
import { nowInstant } from "./book.ts";
import type { Context } from "./handler.ts";
import { isJoin } from "./import-join.ts";
import { AS_PURCHASE } from "./import-refunds.ts";
import { type RowSuggestion, rowFields, type StoredRow } from "./import-row.ts";

/** Rows changed by one statement. */
const CHUNK = 500;

export async function decide(
  ctx: Context,
  importId: number,
  { accounts = [], rows = [] }: { accounts?: AccountDecision[]; rows?: RowDecision[] },
): Promise<void> {
  accounts.forEach(refuseBoth);
  for (const decision of accounts) await mapAccount(ctx, importId, decision);
  for (const decision of rows) await decideRows(ctx, importId, decision);
  await ctx.db.run(sql`update imports set updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${importId}`);
}

/** A name of the file is an account that is there, or one to be made. */
function refuseBoth({ accountId, create }: AccountDecision, index: number): void {
  if (accountId === undefined || create === undefined) return;
  throw new Refusal(400, "importAccountBoth", { number: index + 1, index });
}

async function mapAccount(
  ctx: Context,
  importId: number,
  { place, accountId, create }: AccountDecision,
): Promise<void> {
  if (accountId !== undefined) await requireAccount(ctx, accountId);
  const proposal = create ? sql`, new_name = ${create.name}, new_type = ${create.type}` : sql``;
  const changed = await ctx.db.run(sql`
    update import_accounts set account_id = ${create ? null : (accountId ?? null)} ${proposal}
    where user_id = ${ctx.userId} and import_id = ${importId} and place = ${place}`);
  if (changed === 0) throw new Refusal(404, "accountNotFound");
}

async function requireAccount({ db, userId }: Context, accountId: number): Promise<void> {
  const own = await db.get(sql`select 1 as one from accounts
    where user_id = ${userId} and id = ${accountId}`);
  if (own === undefined) throw new Refusal(404, "accountNotFound");
}

async function decideRows(ctx: Context, importId: number, decision: RowDecision): Promise<void> {
  for (const id of [decision.accountId, decision.toAccountId]) {
    if (id !== undefined) await requireAccount(ctx, id);
  }
  for (let at = 0; at < decision.numbers.length; at += CHUNK) {
    const numbers = decision.numbers.slice(at, at + CHUNK);
    const rows = await rowsOf(ctx, importId, numbers);
    for (const row of rows) refuseImpossible(row, decision);
    await changeRows(ctx, importId, numbers, decision);
    await markJoins(ctx, importId, rows, decision);
    await linkRefunds(ctx, importId, rows, decision);
    if (decision.category !== undefined) await followCategory(ctx, importId, numbers);
  }
}

async function rowsOf(
  { db, userId }: Context,
  importId: number,
  numbers: number[],
): Promise<StoredRow[]> {
  const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
    where user_id = ${userId} and import_id = ${importId} and number in (${join(numbers)})`);
  if (rows.length < new Set(numbers).size) {
    const found = new Set(rows.map((row) => row.number));
    throw new Refusal(404, "rowNotFound", {
      row: numbers.find((number) => !found.has(number)) as number,
    });
  }
  return rows;
}

function refuseImpossible(row: StoredRow, decision: RowDecision): void {
  const kind = decision.kind ?? row.kind;
  const action = actionOf(decision) ?? row.action;
  const why = whyNot(row, kind, action, decision);
  if (why !== undefined) throw new Refusal(400, "rowCannot", { row: row.number, why });
}

/** A kind of `skip` leaves the row out; any other kind that is chosen books it. */
function actionOf({ action, kind }: RowDecision): RowDecision["action"] {
  if (kind === "skip") return "skip";
  return action ?? (kind === undefined ? undefined : "import");
}

function whyNot(
  row: StoredRow,
  kind: string,
  action: string,
  decision: RowDecision,
): string | undefined {
  if (action === "update" && row.fate !== "changed") return "它没有已导入的记录可以更新";
  if (action === "merge") return whyNotMerge(row, decision);
  if (action !== "import") return undefined;
  if (row.fate === "known" || row.fate === "changed") return "它已经导入过";
  if (kind === "skip") return "请先选择它的性质（kind）";
  if (row.date === null) return "它的日期无法识别";
  if (row.amount <= 0 || row.amount > MAX_AMOUNT) return "它的金额不能记账";
  if (kind === "transfer" && row.toAccount === null && row.toAccountId === null) {
    if (decision.toAccountId === undefined) return "转账需要给出 toAccountId";
  }
  return undefined;
}

/** Two sides of a transfer become one transfer, so what is chosen for the row beside it does not fit. */
function whyNotMerge(row: StoredRow, decision: RowDecision): string | undefined {
  if (row.suggestion === null) return "没有与它相同的记录";
  if (isJoin(row) && decision.kind !== undefined) return "合为一笔转账时不能另选性质";
  if (suggestedPurchase(row) !== undefined && (decision.kind ?? row.kind) !== "refund") {
    return "只有退款才能记在那笔消费名下";
  }
  return undefined;
}

/** Rows that become a transfer together with the record they are suggested with. */
async function markJoins(
  { db, userId }: Context,
  importId: number,
  rows: StoredRow[],
  decision: RowDecision,
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
  decision: RowDecision,
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

/** The purchase that a refund perhaps gives back. */
function suggestedPurchase(row: StoredRow): number | undefined {
  if (row.suggestion === null) return undefined;
  const { kind, recordId } = JSON.parse(row.suggestion) as RowSuggestion;
  return kind === "refund" ? recordId : undefined;
}

async function changeRows(
  ctx: Context,
  importId: number,
  numbers: number[],
  decision: RowDecision,
): Promise<void> {
  const changes = Object.entries(changesOf(decision)).map(
    ([column, value]) => sql`${raw(column)} = ${value}`,
  );
  await ctx.db.run(sql`update import_rows set ${join(changes, ", ")}
    where user_id = ${ctx.userId} and import_id = ${importId} and number in (${join(numbers)})`);
}

/**
 * What each column becomes, named once (PostgreSQL takes no column twice). A category that is given
 * goes before the kind's; the other account of a row that is no transfer goes.
 */
function changesOf(decision: RowDecision): Record<string, Sql> {
  const { kind, category, accountId, toAccountId } = decision;
  const action = actionOf(decision);
  const changes: Record<string, Sql> = { decided: sql`1` };
  if (action !== undefined) changes.action = sql`${action}`;
  if (accountId !== undefined) changes.account_id = sql`${accountId}`;
  if (toAccountId !== undefined) changes.to_account_id = sql`${toAccountId}`;
  if (kind !== undefined && kind !== "skip") Object.assign(changes, kindChanges(kind));
  if (category !== undefined) {
    changes.proposed = sql`coalesce(proposed, category)`;
    changes.category = sql`${category}`;
    changes.category_reason = sql`'您的选择'`;
  }
  return changes;
}

/** A transfer's fee is part of the amount once the row is no transfer, and it has one account. */
function kindChanges(kind: string): Record<string, Sql> {
  const unlinked = { refund_row: sql`null`, refund_of: sql`null` };
  if (kind === "transfer") return { kind: sql`${kind}`, ...unlinked };
  return {
    kind: sql`${kind}`,
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
