/**
 * Balances that a file says its accounts begin with (decisions W13): the opening of an account that the
 * import makes, and a difference for one that is there; a later change is a correction of its day. Neither
 * income nor expense.
 */
import { MAX_DESCRIPTION } from "../../contract/limits.ts";
import { note } from "../../contract/notes.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { balanceBefore } from "../book/moves.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import { readQuestions } from "./preview-row.ts";
import { BOOKED, booked, type Commit, inPart } from "./write-rows.ts";

/** The question about the opening of an account that is there. */
const EXISTS = "opening-exists";
/** A later change of a balance is a difference itself. */
const CHANGE = "balance-change";

interface OpeningRow {
  number: number;
  accountId: number;
  amount: Fen;
  day: string;
  description: string;
  /** Why it is what it is: a note as JSON. */
  reason: string;
  questions: string | null;
}

/** A later change: asked about, or told by a book of ours. */
const isChange = ({ reason, questions }: Pick<OpeningRow, "reason" | "questions">): boolean =>
  reason.includes('"balanceChange"') ||
  readQuestions(questions).some(({ code }) => code === CHANGE);

/** Asks about the openings of accounts that are there; what the book says already is left out. */
export async function askAboutOpenings(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const rows = await db.all<OpeningRow>(sql`
    select r.number, coalesce(r.account_id, a.account_id) as account_id, r.amount, r.day,
      r.description, r.reason, r.questions
    from import_rows r
    join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    where r.user_id = ${userId} and r.import_id = ${importId} and r.kind = 'opening'
      and r.fate in ('new', 'review') and r.decided = 0 and r.asked is null
      and coalesce(r.account_id, a.account_id) is not null
    order by r.number`);
  for (const row of rows) {
    if (isChange(row)) continue;
    const before = fen(Number(await balanceBefore(ctx, row.accountId, row.day)));
    const ofRow = sql`user_id = ${userId} and import_id = ${importId} and number = ${row.number}`;
    if (before === row.amount) {
      await db.run(sql`update import_rows set action = 'skip', fate = 'skip',
        reason = ${JSON.stringify(note("openingAgrees"))} where ${ofRow}`);
      continue;
    }
    const text = note("openingExists", {
      stated: yuan(row.amount),
      before: yuan(before),
      difference: yuan(fen(row.amount - before)),
    });
    await db.run(sql`update import_rows set action = 'skip', fate = 'review', asked = ${EXISTS},
      questions = ${JSON.stringify([{ code: EXISTS, text }])} where ${ofRow}`);
  }
}

/**
 * Sets the openings that the preview books; answers by how much each account moves. An account that was
 * there, or was made meanwhile, moves by the difference to what the book says of the day.
 */
export async function bookOpenings(
  commit: Commit,
  made: ReadonlySet<number>,
): Promise<[accountId: number, delta: Fen][]> {
  const { ctx, importId } = commit;
  const { db, userId } = ctx;
  const rows = await db.all<OpeningRow>(sql`
    select r.number, r.account_id, r.amount, r.day, r.description, r.reason,
      r.questions from import_rows r
    where ${booked(commit)} and ${inPart(commit)} and r.kind = 'opening' order by r.number`);
  const moved: [number, Fen][] = [];
  for (const row of rows) {
    if (isChange(row)) {
      await bookCorrection(ctx, importId, row);
      moved.push([row.accountId, row.amount]);
      continue;
    }
    const delta = made.has(row.accountId)
      ? row.amount
      : fen(row.amount - Number(await balanceBefore(ctx, row.accountId, row.day)));
    await moveOpening(ctx, row.accountId, delta);
    await db.run(sql`insert into import_openings
      (user_id, import_id, account_id, row_number, amount)
      values (${userId}, ${importId}, ${row.accountId}, ${row.number}, ${delta})`);
    moved.push([row.accountId, delta]);
  }
  return moved;
}

/**
 * What the openings and corrections of a preview would move; an opening stands before all days. Where the
 * account is still to be made it has a place alone.
 */
export async function previewOpenings(
  ctx: Context,
  importId: number,
): Promise<{ accountId: number | null; place: number; day: string; moved: bigint }[]> {
  const { db, userId } = ctx;
  const rows = await db.all<
    Omit<OpeningRow, "accountId"> & { accountId: number | null; place: number }
  >(
    sql`select r.number, coalesce(r.account_id, a.account_id) as account_id, r.account as place,
      r.amount, r.day, r.description, r.reason, r.questions
    from import_rows r
    join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    where r.user_id = ${userId} and r.import_id = ${importId} and ${BOOKED} and r.kind = 'opening'
    order by r.number`,
  );
  const moves: Awaited<ReturnType<typeof previewOpenings>> = [];
  for (const row of rows) {
    const { accountId, place, day, amount } = row;
    if (isChange(row)) moves.push({ accountId, place, day, moved: BigInt(amount) });
    else {
      const before = accountId === null ? 0n : await balanceBefore(ctx, accountId, day);
      moves.push({ accountId, place, day: "", moved: BigInt(amount) - before });
    }
  }
  return moves;
}

function bookCorrection(ctx: Context, importId: number, row: OpeningRow): Promise<number> {
  const now = nowInstant(ctx);
  return ctx.db.run(sql`
    insert into adjustments (user_id, account_id, day, amount, kind, description, import_id,
      import_row, created_at, updated_at)
    values (${ctx.userId}, ${row.accountId}, ${row.day}, ${row.amount}, 'correction',
      ${row.description.slice(0, MAX_DESCRIPTION) || null}, ${importId}, ${row.number}, ${now},
      ${now})`);
}

/** Takes back the openings and the corrections that an import booked; the balances are the caller's. */
export async function takeBackOpenings(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  await keepVersions(ctx, "adjustment", sql`import_id = ${importId}`, "delete");
  await db.run(sql`delete from adjustments
    where user_id = ${userId} and import_id = ${importId}`);
  for (const [accountId, delta] of await listOpenings(ctx, importId)) {
    await moveOpening(ctx, accountId, fen(-delta));
  }
  await db.run(sql`delete from import_openings
    where user_id = ${userId} and import_id = ${importId}`);
}

/** By how much an import set the opening of each account. */
export async function listOpenings(
  { db, userId }: Context,
  importId: number,
): Promise<[accountId: number, delta: Fen][]> {
  const rows = await db.all<{ accountId: number; delta: string }>(sql`
    select account_id, cast(sum(amount) as text) as delta from import_openings
    where user_id = ${userId} and import_id = ${importId} group by account_id order by account_id`);
  return rows.map(({ accountId, delta }) => [accountId, fen(Number(delta))]);
}

/** By how much the corrections of an import move each account, as they stand now. */
export async function listCorrections(
  { db, userId }: Context,
  importId: number,
): Promise<[accountId: number, delta: Fen][]> {
  const rows = await db.all<{ accountId: number; delta: string }>(sql`
    select account_id, cast(sum(amount) as text) as delta from adjustments
    where user_id = ${userId} and import_id = ${importId} group by account_id order by account_id`);
  return rows.map(({ accountId, delta }) => [accountId, fen(Number(delta))]);
}

function moveOpening(ctx: Context, accountId: number, delta: Fen): Promise<number> {
  return ctx.db.run(sql`update accounts set opening = opening + ${delta},
    updated_at = ${nowInstant(ctx)} where user_id = ${ctx.userId} and id = ${accountId}`);
}
