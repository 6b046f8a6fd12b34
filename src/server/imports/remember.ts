/** What a commit learns: names of accounts, new statuses, refused suggestions, corrected categories. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ColumnMapping } from "../../bills/mapped/mapping.ts";
import type { Query } from "../../store/db.ts";
import { bulk, join, type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, type InPieces, inTurns, mapInTurns } from "../handler/in-turns.ts";
import type { Answered, RememberedAnswer } from "./draft-order.ts";
import { PAGE, type RowSuggestion } from "./preview-row.ts";
import { insertRule } from "./rules.ts";

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
  const rows = await allInTurns<{ suggestion: string }>(
    db,
    sql`select suggestion from import_rows
    where user_id = ${userId} and import_id = ${importId} and decided = 1
      and suggestion is not null and action <> 'merge' and refund_of is null
      and plan_id is null order by number`,
  );
  const keys = await mapInTurns(rows, keyOfSuggestion);
  for (let at = 0; at < keys.length; at += PAGE) {
    const values = keys.slice(at, at + PAGE).map((key) => [userId, key]);
    await db.run(sql`insert into match_refusals (user_id, key) values ${bulk(values)}
      on conflict (user_id, key) do nothing`);
    await nextTurn();
  }
}

const keyOfSuggestion = ({ suggestion }: { suggestion: string }): string =>
  (JSON.parse(suggestion) as RowSuggestion).key;

/** Returns the keys of the suggestions that were refused. */
export async function listRefused(db: Query, userId: number): Promise<string[]> {
  const rows = await allInTurns<{ key: string }>(
    db,
    sql`select key from match_refusals where user_id = ${userId} order by key`,
  );
  return rows.map(({ key }) => key);
}

/** What was answered to questions about values. */
export async function listAnswers(db: Query, userId: number): Promise<RememberedAnswer[]> {
  const rows = await allInTurns<Omit<RememberedAnswer, "answer"> & { answer: string }>(
    db,
    sql`select provider, code, value, answer
    from import_answers where user_id = ${userId} order by provider, code, value`,
  );
  return mapInTurns(rows, ({ answer, ...row }) => ({
    ...row,
    answer: JSON.parse(answer) as Answered,
  }));
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
    values (${userId}, ${layout}, ${JSON.stringify(forLaterFiles(mapping))})
    on conflict (user_id, fingerprint) do update set mapping = excluded.mapping`);
}

/** Without the days of this one file: those of the next are asked anew. */
function forLaterFiles({ period, dateOrder, ...mapping }: ColumnMapping): ColumnMapping {
  return { ...mapping, ...(dateOrder && !period && { dateOrder }) };
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
 * the user has not written another. Category and amount stay the user's. Each row's key is among the
 * changes of the import by now, with what it said before.
 */
async function updateKnown(ctx: Context, importId: number): Promise<number> {
  const { db, userId } = ctx;
  const rows = await allInTurns<ChangedLine>(
    db,
    sql`select c.key, b.id as record_id, c.description, c.was_description as was,
      coalesce(b.description, '') as now
    from import_changes c left join records b on b.user_id = c.user_id and b.id = c.record_id
    where c.user_id = ${userId} and c.import_id = ${importId} order by c.row_number, c.key`,
  );
  const described = await inTurns(toldAnew(rows));
  for (let at = 0; at < rows.length; at += PAGE) {
    const page = rows.slice(at, at + PAGE);
    await updateKeys(ctx, importId, page);
    await describe(
      ctx,
      importId,
      page.filter((line) => described.has(line)),
    );
    await nextTurn();
  }
  return rows.length;
}

/** A line that was known before, with the record that it is; null where it is none. */
interface ChangedLine {
  key: string;
  recordId: number | null;
  description: string;
  /** What the line said before. */
  was: string;
  /** What the record says. */
  now: string;
}

/** The lines whose text their record takes over: the first of each record. */
function* toldAnew(lines: readonly ChangedLine[]): InPieces<Set<ChangedLine>> {
  const found = new Map<number, ChangedLine>();
  for (const line of lines) {
    yield;
    const { recordId, description, was, now } = line;
    if (recordId === null || description === "" || description === was || now !== was) continue;
    if (!found.has(recordId)) found.set(recordId, line);
  }
  return new Set(found.values());
}

async function updateKeys(
  { db, userId }: Context,
  importId: number,
  lines: readonly ChangedLine[],
): Promise<void> {
  const told = (column: Sql) => sql`(select c.${column} from import_changes c
    where c.user_id = ${userId} and c.import_id = ${importId} and c.key = k.key)`;
  await db.run(sql`update import_keys as k
    set status = ${told(sql`status`)}, description = ${told(sql`description`)}
    where k.user_id = ${userId} and k.key in (${join(lines.map(({ key }) => key))})
      and k.import_id = ${told(sql`was_import_id`)}`);
}

/** Writes the new texts into the records, which keep what they said. */
async function describe(
  ctx: Context,
  importId: number,
  lines: readonly ChangedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const { db, userId } = ctx;
  const texts = new Map(lines.map(({ recordId, description }) => [recordId, description]));
  const ofLines = sql`id in (${join([...texts.keys()])})`;
  await keepVersions(ctx, "record", ofLines, { to: ({ id }) => ({ description: texts.get(id) }) });
  await db.run(sql`update import_changes set described = 1
    where user_id = ${userId} and import_id = ${importId}
      and key in (${join(lines.map(({ key }) => key))})`);
  await db.run(sql`update records as b set updated_at = ${nowInstant(ctx)}, description = (
      select c.description from import_keys k
      join import_changes c on c.user_id = k.user_id and c.key = k.key and c.described = 1
      where k.user_id = ${userId} and k.record_id = b.id and c.import_id = ${importId}
        and k.import_id = c.was_import_id)
    where b.user_id = ${userId} and ${ofLines}`);
}
