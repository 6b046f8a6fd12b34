/** What a commit learns: names of accounts, new statuses, refused suggestions, corrected categories. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ColumnMapping } from "../../bills/mapped/mapping.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import type { Answered, RememberedAnswer } from "./draft-order.ts";
import type { RowSuggestion } from "./preview-row.ts";
import { insertRule } from "./rules.ts";
import { updatedKey } from "./write-rows.ts";

/** More corrections than this in one import are no rules. */
const MAX_PROPOSALS = 100;

/** Keeps what the decisions of an import say beyond it. Returns how many earlier rows were updated. */
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
      and other_side = 0
    order by place
    on conflict (user_id, provider, name) do update set account_id = excluded.account_id`);
}

/** A suggestion that the user has looked at and decided against is not made again. */
async function rememberRefusals({ db, userId }: Context, importId: number): Promise<void> {
  const rows = await db.all<{ suggestion: string }>(sql`
    select suggestion from import_rows
    where user_id = ${userId} and import_id = ${importId} and decided = 1
      and suggestion is not null and action <> 'merge' and refund_of is null
      and plan_id is null`);
  for (const { suggestion } of rows) {
    const { key } = JSON.parse(suggestion) as RowSuggestion;
    await db.run(sql`insert into match_refusals (user_id, key) values (${userId}, ${key})
      on conflict (user_id, key) do nothing`);
  }
}

/** What was answered to questions about values. */
/** Returns the keys of the suggestions that were refused. */
export async function listRefused(db: Query, userId: number): Promise<string[]> {
  const rows = await db.all<{ key: string }>(
    sql`select key from match_refusals where user_id = ${userId}`,
  );
  return rows.map(({ key }) => key);
}

export async function listAnswers(db: Query, userId: number): Promise<RememberedAnswer[]> {
  const rows = await db.all<Omit<RememberedAnswer, "answer"> & { answer: string }>(sql`
    select provider, code, value, answer
    from import_answers where user_id = ${userId} order by provider, code, value`);
  return rows.map(({ answer, ...row }) => ({ ...row, answer: JSON.parse(answer) as Answered }));
}

/** Keeps an answer for later files of the provider; without one it is forgotten. */
export async function rememberAnswer(
  { db, userId }: Context,
  { provider, code, value }: Omit<RememberedAnswer, "answer">,
  answer?: Answered,
): Promise<void> {
  if (answer === undefined) {
    await db.run(sql`delete from import_answers where user_id = ${userId}
      and provider = ${provider} and code = ${code} and value = ${value}`);
    return;
  }
  await db.run(sql`insert into import_answers (user_id, provider, code, value, answer)
    values (${userId}, ${provider}, ${code}, ${value}, ${JSON.stringify(answer)})
    on conflict (user_id, provider, code, value) do update set answer = excluded.answer`);
}

/** Keeps how the tables of a layout are read; without a mapping it is forgotten. */
export async function keepMapping(
  { db, userId }: Context,
  layout: string,
  mapping?: ColumnMapping,
): Promise<void> {
  if (mapping === undefined) {
    await db.run(sql`delete from column_mappings
      where user_id = ${userId} and fingerprint = ${layout}`);
    return;
  }
  await db.run(sql`insert into column_mappings (user_id, fingerprint, mapping)
    values (${userId}, ${layout}, ${JSON.stringify(mapping)})
    on conflict (user_id, fingerprint) do update set mapping = excluded.mapping`);
}

/**
 * Where the user chose another category for a counterparty, a rule is proposed. The texts of rules are gathered once,
 * and not looked through for each row.
 */
async function proposeRules(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const now = nowInstant(ctx);
  const corrected = await db.all<{ counterparty: string; category: string }>(sql`
    select r.counterparty, max(r.category) as category from import_rows r
    where r.user_id = ${userId} and r.import_id = ${importId} and r.action = 'import'
      and r.proposed is not null and r.proposed <> r.category and r.counterparty <> ''
      and r.counterparty not in (select k.text from rules k where k.user_id = ${userId}
        and k.field = 'counterparty' and k.match = 'equals')
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
    select r.key, k.import_id as of_import, r.status, r.description,
      k.record_id, k.description as old
    from import_rows r join import_keys k on ${updatedKey}
    where r.user_id = ${userId} and r.import_id = ${importId} and r.action = 'update'
    order by r.number`);
  for (const { key, ofImport, status, description, recordId, old } of rows) {
    await db.run(sql`update import_keys set status = ${status}, description = ${description}
      where user_id = ${userId} and key = ${key} and import_id = ${ofImport}`);
    if (recordId === null || old === description || description === "") continue;
    const untouched = sql`id = ${recordId} and coalesce(description, '') = ${old}`;
    await keepVersions(ctx, "record", untouched, { to: { description } });
    const described = await db.run(sql`update records set description = ${description},
      updated_at = ${nowInstant(ctx)} where user_id = ${userId} and ${untouched}`);
    if (described === 0) continue;
    await db.run(sql`update import_changes set described = 1
      where user_id = ${userId} and import_id = ${importId} and key = ${key}`);
  }
  return rows.length;
}
