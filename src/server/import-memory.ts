/** What a commit learns: names of accounts, new statuses, refused suggestions, corrected categories. */
import { setImmediate as nextTurn } from "node:timers/promises";
import sql from "sql-template-tag";
import { nowInstant } from "./book.ts";
import type { Context } from "./handler.ts";
import type { RowSuggestion } from "./import-row.ts";
import { updatedKey } from "./import-write.ts";
import { insertRule } from "./rules.ts";
import { keepVersions } from "./versions.ts";

/** More corrections than this in one import are no rules. */
const MAX_PROPOSALS = 100;

/** Keeps what the decisions of an import say beyond it. Answers how many earlier rows were updated. */
export async function rememberDecisions(ctx: Context, importId: number): Promise<number> {
  await rememberNames(ctx, importId);
  await rememberRefusals(ctx, importId);
  await nextTurn();
  await proposeRules(ctx, importId);
  await nextTurn();
  return updateKnown(ctx, importId);
}

async function rememberNames({ db, userId }: Context, importId: number): Promise<void> {
  await db.run(sql`
    insert into account_names (user_id, provider, name, account_id)
    select user_id, provider, name, account_id from import_accounts
    where user_id = ${userId} and import_id = ${importId} and account_id is not null
    order by place
    on conflict (user_id, provider, name) do update set account_id = excluded.account_id`);
}

/** A suggestion that the user has looked at and decided against is not made again. */
async function rememberRefusals({ db, userId }: Context, importId: number): Promise<void> {
  const rows = await db.all<{ suggestion: string }>(sql`
    select suggestion as "suggestion" from import_rows
    where user_id = ${userId} and import_id = ${importId} and decided = 1
      and suggestion is not null and action <> 'merge' and refund_of is null`);
  for (const { suggestion } of rows) {
    const { key } = JSON.parse(suggestion) as RowSuggestion;
    await db.run(sql`insert into match_refusals (user_id, key) values (${userId}, ${key})
      on conflict (user_id, key) do nothing`);
  }
}

/** Where the user chose another category for a counterparty, a rule is proposed. */
async function proposeRules(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const now = nowInstant(ctx);
  const corrected = await db.all<{ counterparty: string; category: string }>(sql`
    select r.counterparty as "counterparty", max(r.category) as "category" from import_rows r
    where r.user_id = ${userId} and r.import_id = ${importId} and r.action = 'import'
      and r.proposed is not null and r.proposed <> r.category and r.counterparty <> ''
      and not exists (select 1 from rules k where k.user_id = r.user_id
        and k.field = 'counterparty' and k.match = 'equals' and k.text = r.counterparty)
    group by r.counterparty having count(distinct r.category) = 1
    order by r.counterparty limit ${MAX_PROPOSALS}`);
  for (const { counterparty, category } of corrected) {
    await insertRule(ctx, {
      id: 0,
      userId,
      state: "proposed",
      field: "counterparty",
      match: "equals",
      text: counterparty,
      minAmount: null,
      maxAmount: null,
      onlyKind: null,
      category,
      accountId: null,
      kind: null,
      createdAt: now,
      updatedAt: now,
    });
  }
}

/**
 * Rows whose status has changed since they were imported: the new status is kept, and the text where
 * the user has not written another. Category and amount stay the user's.
 */
async function updateKnown(ctx: Context, importId: number): Promise<number> {
  const { db, userId } = ctx;
  const rows = await db.all<{
    key: string;
    ofImport: number;
    status: string;
    description: string;
    recordId: number | null;
    old: string;
  }>(sql`
    select r.key as "key", k.import_id as "ofImport", r.status as "status", r.description as "description",
      k.record_id as "recordId", k.description as "old"
    from import_rows r join import_keys k on ${updatedKey}
    where r.user_id = ${userId} and r.import_id = ${importId} and r.action = 'update'
    order by r.number`);
  for (const { key, ofImport, status, description, recordId, old } of rows) {
    await db.run(sql`update import_keys set status = ${status}, description = ${description}
      where user_id = ${userId} and key = ${key} and import_id = ${ofImport}`);
    if (recordId === null || old === description || description === "") continue;
    const untouched = sql`id = ${recordId} and coalesce(description, '') = ${old}`;
    await keepVersions(ctx, "record", untouched, "update");
    const described = await db.run(sql`update records set description = ${description},
      updated_at = ${nowInstant(ctx)} where user_id = ${userId} and ${untouched}`);
    if (described === 0) continue;
    await db.run(sql`update import_changes set described = 1
      where user_id = ${userId} and import_id = ${importId} and key = ${key}`);
  }
  return rows.length;
}
