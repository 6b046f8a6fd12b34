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
import { answerAccount, answerQuestion } from "./answer-questions.ts";
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
  for (const decision of accounts) {
    await mapAccount(ctx, importId, decision);
    await nextTurn();
  }
  for (const decision of questions) {
    if (!(await chooseByName(ctx, importId, decision)))
      await answerQuestion(ctx, importId, decision);
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

async function mapAccount(
  ctx: Context,
  importId: number,
  { place, accountId, create }: AccountDecision,
): Promise<void> {
  const { db, userId } = ctx;
  await requireChosen(ctx, { accountId });
  const before = await db.get<{
    accountId: number | null;
    name: string;
  }>(sql`select account_id, name
    from import_accounts
    where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
  if (before === undefined) throw new Refusal(404, "accountNotFound");
  const chosen = create ? null : (accountId ?? null);
  const proposal = create ? sql`, new_name = ${create.name}, new_type = ${create.type}` : sql``;
  await db.run(sql`update import_accounts set account_id = ${chosen} ${proposal}
    where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
  await answerAccount(ctx, importId, { place, name: before.name });
  if (create || chosen !== before.accountId) await lookAgain(ctx, importId, place);
  await askAboutOpenings(ctx, importId);
}

/** The account in an answer to "which account is this name?" is chosen for the name, for all its rows. */
async function chooseByName(
  ctx: Context,
  importId: number,
  { code, value, accountId }: QuestionDecision,
): Promise<boolean> {
  if (code !== WHICH_ACCOUNT || value === undefined || accountId === undefined) return false;
  const named = await ctx.db.all<{ place: number }>(sql`select place from import_accounts
    where user_id = ${ctx.userId} and import_id = ${importId} and name = ${value} order by place`);
  for (const { place } of named) await mapAccount(ctx, importId, { place, accountId });
  return named.length > 0;
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
