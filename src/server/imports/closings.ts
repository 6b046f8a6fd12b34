/**
 * Balances that a bill states of ends of days: kept with its preview, made checkpoints by a commit where
 * the person wants them, and taken back with the import. No money moves.
 */
import { Refusal } from "../../contract/refusal.ts";
import type { Fen } from "../../ledger/money.ts";
import { join, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersion, keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import type { PlacedClosing } from "./draft-order.ts";
import { PAGE } from "./preview-row.ts";

const COLUMNS = ["user_id", "import_id", "number", "place", "day", "balance"] as const;

/** Keeps what a bill states, numbered from 1. */
export async function keepClosings(
  { db, userId }: Context,
  importId: number,
  closings: readonly PlacedClosing[],
): Promise<void> {
  for (let at = 0; at < closings.length; at += PAGE) {
    const values = closings
      .slice(at, at + PAGE)
      .flatMap(({ place, day, balance }, index) => [
        ...[userId, importId, at + index + 1],
        ...[place, day, balance],
      ]);
    await db.insert("import_closings", COLUMNS, values);
  }
}

/** Remembers which of them are to be made points. Refuses a number that there is not. */
export async function wantClosings(
  { db, userId }: Context,
  importId: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  const wanted = sql`user_id = ${userId} and import_id = ${importId}
    and number in (${join(numbers)})`;
  const found = await db.all<{ number: number }>(
    sql`select number from import_closings where ${wanted}`,
  );
  const known = new Set(found.map(({ number }) => number));
  const missing = numbers.find((number) => !known.has(number));
  if (missing !== undefined) throw new Refusal(404, "closingNotFound", { number: missing });
  await db.run(sql`update import_closings set wanted = 1 where ${wanted}`);
}

interface WantedClosing {
  accountId: number;
  day: string;
  balance: Fen;
}

/**
 * Makes the wanted points; a day that has one says from now on what the bill says. Returns how many were
 * made or changed. Of two balances of one account and day the first counts.
 */
export async function makePoints(ctx: Context, importId: number): Promise<number> {
  const { db, userId } = ctx;
  const ofImport = sql`user_id = ${userId} and import_id = ${importId}`;
  const wanted = await db.all<WantedClosing>(sql`
    select a.account_id, c.day, c.balance from import_closings c
    join import_accounts a on a.user_id = c.user_id and a.import_id = c.import_id
      and a.place = c.place
    where c.user_id = ${userId} and c.import_id = ${importId} and c.wanted = 1
      and a.account_id is not null
    order by c.number`);
  const said = new Set<string>();
  let made = 0;
  for (const closing of wanted) {
    const name = `${closing.accountId} ${closing.day}`;
    if (said.has(name)) continue;
    said.add(name);
    if (await makePoint(ctx, importId, closing)) made += 1;
  }
  await db.run(sql`delete from import_closings where ${ofImport}`);
  return made;
}

async function makePoint(
  ctx: Context,
  importId: number,
  { accountId, day, balance }: WantedClosing,
): Promise<boolean> {
  const { db, userId } = ctx;
  const now = nowInstant(ctx);
  const there = await db.get<{ id: number; stated: Fen }>(sql`select id, stated from checkpoints
    where user_id = ${userId} and account_id = ${accountId} and day = ${day}`);
  if (there === undefined) {
    await db.run(sql`
      insert into checkpoints (user_id, account_id, day, stated, source, import_id, created_at, updated_at)
      values (${userId}, ${accountId}, ${day}, ${balance}, 'import', ${importId}, ${now}, ${now})`);
    return true;
  }
  if (there.stated === balance) return false;
  await keepVersion(ctx, "checkpoint", there.id, { to: { stated: balance } });
  await db.run(sql`update checkpoints set was_stated = stated, was_import_id = import_id,
      stated = ${balance}, source = 'import', import_id = ${importId}, broken_by = null,
      updated_at = ${now}
    where user_id = ${userId} and id = ${there.id}`);
  return true;
}

/**
 * Takes the points of an import back: those that it made go, and where it stated otherwise what was
 * stated before stands again. A point that was changed by hand since is the user's own.
 */
export async function takeBackPoints(ctx: Context, importId: number): Promise<number> {
  const { db, userId } = ctx;
  const made = sql`import_id = ${importId} and was_stated is null`;
  const changed = sql`import_id = ${importId} and was_stated is not null`;
  await keepVersions(ctx, "checkpoint", made, "delete");
  const gone = await db.run(sql`delete from checkpoints where user_id = ${userId} and ${made}`);
  await keepVersions(ctx, "checkpoint", changed, {
    to: ({ wasStated }) => ({ stated: wasStated }),
  });
  const back =
    await db.run(sql`update checkpoints set stated = was_stated, import_id = was_import_id,
      source = case when was_import_id is null then 'hand' else 'import' end, was_stated = null,
      was_import_id = null, broken_by = null, updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and ${changed}`);
  // What this import had stated before a later one did is no more what comes back with that.
  await db.run(sql`update checkpoints set was_stated = null, was_import_id = null
    where user_id = ${userId} and was_import_id = ${importId}`);
  return gone + back;
}
