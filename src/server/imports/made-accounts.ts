/** Accounts that are to be made, and keys of lines that stand on them. */
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { keyOn, TO_BE_MADE } from "./known-keys.ts";

/** Returns the accounts that were made since the preview proposed some, by type and name. */
export async function madeSince(
  { db, userId }: Context,
  importId: number,
): Promise<Map<string, number>> {
  const since = await allInTurns<{ id: number; name: string; type: string }>(
    db,
    sql`select a.id, a.name, a.type from accounts a
    join imports i on i.user_id = a.user_id and i.id = ${importId} and i.created_at <= a.created_at
    where a.user_id = ${userId} order by a.id desc`,
  );
  const ids = new Map<string, number>();
  await eachInTurns(since, ({ id, name, type }) => ids.set(`${type} ${name}`, id));
  return ids;
}

/** Returns the places of lines whose keys name an account that is to be made. */
export async function listToBeMade(
  { db, userId }: Context,
  importId: number,
): Promise<Set<number>> {
  const rows = await allInTurns<{ place: number }>(
    db,
    sql`select distinct own_place as place
    from import_rows where user_id = ${userId} and import_id = ${importId}
      and own_place is not null and key like ${`%${keyOn("", TO_BE_MADE)}`} order by own_place`,
  );
  return new Set(rows.map(({ place }) => place));
}

/** Names the account in the keys of the lines on this place, of which other accounts have equal ones. */
export async function nameMade(
  { db, userId }: Context,
  importId: number,
  place: number,
  accountId: number,
): Promise<void> {
  const toBeMade = keyOn("", TO_BE_MADE);
  await db.run(sql`update import_rows set key = replace(key, ${toBeMade}, ${keyOn("", accountId)})
    where user_id = ${userId} and import_id = ${importId} and own_place = ${place}
      and key like ${`%${toBeMade}`}`);
}

/** Where lines with such keys stand on an account that was made meanwhile, it is that account. */
export async function adoptMade(ctx: Context, importId: number): Promise<void> {
  const { db, userId } = ctx;
  const unnamed = await listToBeMade(ctx, importId);
  if (unnamed.size === 0) return;
  const since = await madeSince(ctx, importId);
  const places = await allInTurns<{ place: number; name: string; type: string }>(
    db,
    sql`select place, new_name as name, new_type as type from import_accounts
    where user_id = ${userId} and import_id = ${importId} and account_id is null order by place`,
  );
  for (const { place, name, type } of places) {
    const accountId = since.get(`${type} ${name}`);
    if (accountId === undefined || !unnamed.has(place)) continue;
    await db.run(sql`update import_accounts set account_id = ${accountId}
      where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
    await nameMade(ctx, importId, place, accountId);
  }
}
