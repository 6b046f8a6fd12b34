/**
 * What the user decides about a preview: where its accounts belong, and what becomes of its rows. A request may
 * decide very much: others have their turn between its decisions.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  AccountDecision,
  LayoutDecision,
  QuestionDecision,
  RowDecision,
} from "../../contract/imports.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { answerAccounts, answerQuestion } from "./answer-questions.ts";
import { changeRows, listFollowed, requireChosen } from "./change-rows.ts";
import { WHICH_ACCOUNT } from "./draft-row.ts";
import { decideLayout } from "./forget-layouts.ts";
import { lookAgain } from "./look-again.ts";
import { askAboutOpenings } from "./openings.ts";
import { rowFields, type StoredRow } from "./preview-row.ts";

/** Rows changed by one statement. */
const CHUNK = 500;

interface Decisions {
  accounts?: AccountDecision[];
  rows?: RowDecision[];
  questions?: QuestionDecision[];
  layouts?: LayoutDecision[];
}

/** Accounts first, then answers to questions, then single rows, which have the last word. */
export async function decide(
  ctx: Context,
  importId: number,
  { accounts = [], rows = [], questions = [], layouts = [] }: Decisions,
): Promise<void> {
  accounts.forEach(refuseBoth);
  await mapAccounts(ctx, importId, accounts);
  for (let at = 0; at < questions.length; ) {
    const named = await choicesByName(ctx, importId, questions.slice(at));
    await mapAccounts(ctx, importId, named.choices);
    at += named.questions;
    const next = questions[at];
    if (next === undefined) break;
    await answerQuestion(ctx, importId, next);
    at += 1;
    await nextTurn();
  }
  const followed = await listFollowed(ctx, importId);
  for (const decision of rows) await decideRows(ctx, importId, decision, followed);
  for (const decision of layouts) await decideLayout(ctx, importId, decision);
  await ctx.db.run(sql`update imports set updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${importId}`);
}

/** A name of the file is an account that is there, or one to be made. */
function refuseBoth({ accountId, create }: AccountDecision, index: number): void {
  if (accountId === undefined || create === undefined) return;
  throw new Refusal(400, "importAccountBoth", { number: index + 1, index });
}

/** Chooses the accounts of all of these places, and then looks at the rows once. */
async function mapAccounts(
  ctx: Context,
  importId: number,
  decisions: readonly AccountDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const changed = new Set<number>();
  for (const decision of decisions) {
    if (await mapAccount(ctx, importId, decision)) changed.add(decision.place);
    await nextTurn();
  }
  const all = new Set(decisions.map(({ place }) => place));
  await answerAccounts(ctx, importId, all);
  if (changed.size > 0) await lookAgain(ctx, importId, changed);
  await askAboutOpenings(ctx, importId);
}

/** Returns whether the place is another account by now. */
async function mapAccount(
  ctx: Context,
  importId: number,
  { place, accountId, create }: AccountDecision,
): Promise<boolean> {
  const { db, userId } = ctx;
  await requireChosen(ctx, { accountId });
  const before = await db.get<{ accountId: number | null }>(sql`select account_id
    from import_accounts
    where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
  if (before === undefined) throw new Refusal(404, "accountNotFound");
  const chosen = create ? null : (accountId ?? null);
  const proposal = create ? sql`, new_name = ${create.name}, new_type = ${create.type}` : sql``;
  await db.run(sql`update import_accounts set account_id = ${chosen} ${proposal}
    where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
  return create !== undefined || chosen !== before.accountId;
}

interface ChoicesByName {
  choices: AccountDecision[];
  /** The questions that they answer. */
  questions: number;
}

/** The account in an answer to "which account is this name?" is chosen for the name, for all its rows. */
async function choicesByName(
  { db, userId }: Context,
  importId: number,
  questions: readonly QuestionDecision[],
): Promise<ChoicesByName> {
  const choices: AccountDecision[] = [];
  for (const [index, { code, value, accountId }] of questions.entries()) {
    const none = { choices, questions: index };
    if (code !== WHICH_ACCOUNT || value === undefined || accountId === undefined) return none;
    const named = await db.all<{ place: number }>(sql`select place from import_accounts
      where user_id = ${userId} and import_id = ${importId} and name = ${value} order by place`);
    if (named.length === 0) return none;
    for (const { place } of named) choices.push({ place, accountId });
  }
  return { choices, questions: questions.length };
}

async function decideRows(
  ctx: Context,
  importId: number,
  decision: RowDecision,
  followed: ReadonlySet<number>,
): Promise<void> {
  await requireChosen(ctx, decision);
  for (let at = 0; at < decision.numbers.length; at += CHUNK) {
    const numbers = decision.numbers.slice(at, at + CHUNK);
    await changeRows(ctx, importId, await rowsOf(ctx, importId, numbers), decision, 1, followed);
    await nextTurn();
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
