/** One answer to all rows of a preview that stand under a question. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { QuestionDecision } from "../../contract/imports.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { changeRows, type RowChange, requireChosen } from "./change-rows.ts";
import type { Answered } from "./draft-order.ts";
import { isOpen, OF_ACCOUNT, WHICH_ACCOUNT } from "./draft-row.ts";
import {
  PAGE,
  type RowQuestion,
  readQuestions,
  rowFields,
  SIMILAR,
  type StoredRow,
} from "./preview-row.ts";
import { rememberAnswer } from "./remember.ts";

/** `decided` of a row whose question was answered. */
const BY_QUESTION = 2;

/**
 * Settles the rows under a question, but for those that were decided by themselves. A row that asks
 * something else as well goes on to that question.
 */
export async function answerQuestion(
  ctx: Context,
  importId: number,
  { code, value, forget, ...given }: QuestionDecision,
): Promise<void> {
  await requireChosen(ctx, given);
  const ofWord = value === undefined ? sql`` : sql`and asked_value = ${value}`;
  const under = sql`asked = ${code} ${ofWord} and decided <> 1`;
  if (value !== undefined && code !== SIMILAR && code !== WHICH_ACCOUNT) {
    await keepAnswer(ctx, importId, under, { code, value }, forget ? undefined : answerOf(given));
  }
  const count = forget
    ? await reopen(ctx, importId, under)
    : await settle(ctx, importId, under, { action: actionFor(given), ...given });
  if (count === 0) throw new Refusal(404, "questionNotFound", { code: value || code });
}

/**
 * Rows that ask for the accounts that now stand at these places: which they are, or, at one without a name, any. A
 * row that asks so about both of its sides is there twice.
 */
export async function answerAccounts(
  ctx: Context,
  importId: number,
  changed: ReadonlySet<number>,
): Promise<void> {
  const { userId } = ctx;
  const asked = sql`(case when p.name = '' then case when ${asksForPlace(ctx, importId)} then 1 end
    when asked = ${WHICH_ACCOUNT} and asked_value = p.name then 1 end) = 1`;
  const ofPlaces = sql`decided = 0 and exists (select 1 from import_accounts p
    where p.user_id = ${userId} and p.import_id = ${importId}
      and p.place in (import_rows.account, import_rows.to_account)
      and p.place in (${join([...changed])}) and ${asked})`;
  const sides = 2;
  for (let side = 0; side < sides; side += 1) {
    if ((await settle(ctx, importId, ofPlaces, { action: "import" })) === 0) return;
  }
}

/** Rows that ask for an account, and whose sides all have one by now. */
function asksForPlace({ userId }: Context, importId: number): Sql {
  const open = sql`select place from import_accounts
    where user_id = ${userId} and import_id = ${importId} and name = '' and account_id is null`;
  return sql`asked in (${join([...OF_ACCOUNT])})
    and (import_rows.account_id is not null or account not in (${open}))
    and (to_account is null or to_account_id is not null or to_account not in (${open}))`;
}

/** An answer that names no action books the rows, unless it makes nothing of them. */
function actionFor({ action, kind }: RowChange): RowChange["action"] {
  return action ?? (kind === "skip" ? "skip" : "import");
}

function answerOf({ action: _, kind, ...given }: RowChange): Answered {
  const action = actionFor({ action: _, kind });
  return {
    action: action === "skip" ? "skip" : "import",
    ...(kind !== undefined && kind !== "skip" && { kind }),
    ...given,
  };
}

/** The answer holds for the providers of these rows. */
async function keepAnswer(
  ctx: Context,
  importId: number,
  under: Sql,
  asked: { code: string; value: string },
  answer: Answered | undefined,
): Promise<void> {
  const { db, userId } = ctx;
  const providers = await db.all<{ provider: string }>(sql`
    select distinct provider from import_accounts
    where user_id = ${userId} and import_id = ${importId} and place in (
      select account from import_rows
      where user_id = ${userId} and import_id = ${importId} and ${under})
    order by provider`);
  for (const { provider } of providers) await rememberAnswer(ctx, { provider, ...asked }, answer);
}

/** Asks again what was answered. */
function reopen({ db, userId }: Context, importId: number, under: Sql): Promise<number> {
  return db.run(sql`update import_rows set action = 'skip', decided = 0,
      questions = replace(questions, ',"answered":true', '')
    where user_id = ${userId} and import_id = ${importId} and ${under}`);
}

async function settle(
  ctx: Context,
  importId: number,
  under: Sql,
  change: RowChange,
): Promise<number> {
  const { db, userId } = ctx;
  const unnamed = await listUnnamed(ctx, importId);
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
      where user_id = ${userId} and import_id = ${importId} and ${under} and number > ${after}
      order by number limit ${PAGE}`);
    await settlePage(ctx, importId, rows, change, unnamed);
    count += rows.length;
    if (rows.length < PAGE) return count;
    after = (rows.at(-1) as StoredRow).number;
    await nextTurn();
  }
}

async function settlePage(
  ctx: Context,
  importId: number,
  rows: StoredRow[],
  change: RowChange,
  unnamed: ReadonlySet<number>,
): Promise<void> {
  const goesOn = change.action === "import";
  const next = new Map(rows.map((row) => [row, goesOn ? nextQuestion(row) : undefined]));
  const onTo = (row: StoredRow) => isToAsked(row, unnamed) && change.toAccountId === undefined;
  for (const side of [true, false]) {
    const ofSide = rows.filter((row) => onTo(row) === side);
    const whole = side ? toSide(change) : change;
    const settled = ofSide.filter((row) => next.get(row) === undefined);
    await changeRows(ctx, importId, settled, whole, BY_QUESTION);
    const { action: _, ...rest } = whole;
    const others = ofSide.filter((row) => next.get(row) !== undefined);
    await changeRows(ctx, importId, others, rest, 0);
  }
  for (const [row, question] of next) {
    if (question !== undefined) await moveOn(ctx, importId, row, question);
  }
}

/** The account of an answer to "which account?" is that of the side which the file does not name. */
function isToAsked(row: StoredRow, unnamed: ReadonlySet<number>): boolean {
  if (row.kind !== "transfer" || !OF_ACCOUNT.has(row.asked ?? "")) return false;
  return row.accountId !== null || !unnamed.has(row.account);
}

function toSide({ accountId, ...change }: RowChange): RowChange {
  return { ...change, ...(accountId !== undefined && { toAccountId: accountId }) };
}

async function listUnnamed({ db, userId }: Context, importId: number): Promise<Set<number>> {
  const places = await db.all<{ place: number }>(sql`select place from import_accounts
    where user_id = ${userId} and import_id = ${importId} and name = '' and account_id is null`);
  return new Set(places.map(({ place }) => place));
}

/** The question that a row still asks once this one is answered, with all of them as they are then. */
function nextQuestion(row: StoredRow): { open: RowQuestion; all: RowQuestion[] } | undefined {
  const all = readQuestions(row.questions).map((question): RowQuestion => {
    const same = question.code === row.asked && (question.value ?? null) === row.askedValue;
    return same ? { ...question, answered: true } : question;
  });
  const open = all.find(isOpen);
  return open && { open, all };
}

async function moveOn(
  { db, userId }: Context,
  importId: number,
  { number }: StoredRow,
  { open, all }: { open: RowQuestion; all: RowQuestion[] },
): Promise<void> {
  await db.run(sql`update import_rows set action = 'skip', fate = 'review', decided = 0,
      asked = ${open.code}, asked_value = ${open.value ?? null}, questions = ${JSON.stringify(all)}
    where user_id = ${userId} and import_id = ${importId} and number = ${number}`);
}
