/**
 * The category of an expense and of its refunds, the one rule for every way in which a record that is
 * there gets another category: the refunds that name the expense and stood in its old category follow
 * it, in the same transaction. A refund that somebody has put elsewhere stays. No money moves: a
 * refund raises its account's balance whatever its category.
 */
import { join, type Sql, sql } from "../../store/sql.ts";
import { type Counted, moveDayTotals, nowInstant } from "../book/balances.ts";
import { inLots } from "../book/rows-by-id.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

/** A record, and the categories that it leaves and gets. The same twice is no change. */
export interface CategoryChange {
  id: number;
  from: string;
  to: string;
}

/** What moves in the totals of its day: a record before and after. */
export interface Recounted {
  before: Counted;
  after: Counted;
}

/** A refund that follows its expense; only the category differs. */
export interface Follower extends Recounted {
  id: number;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Moves the refunds that follow the changed expenses, each with the version before kept and its time of
 * change touched. Returns them: the caller moves the day totals (`recount`), its own together with
 * theirs. `apart`: records that the same request decides about itself.
 */
export async function followExpenses(
  ctx: Context,
  changes: CategoryChange[],
  apart = NONE,
): Promise<Follower[]> {
  const followers = await followersOf(ctx, changes, apart);
  for (const to of new Set(followers.map(({ after }) => after.category))) {
    const going = followers.filter(({ after }) => after.category === to);
    for (const ids of inLots(going.map(({ id }) => id))) {
      await giveCategory(ctx, among(ids), to);
    }
  }
  return followers;
}

/** Gives records another category, each with the version before kept; answers them as they are now. */
export async function giveCategory(
  ctx: Context,
  where: Sql,
  to: string,
): Promise<(Counted & { id: number })[]> {
  await keepVersions(ctx, "record", where, { to: { category: to } });
  return ctx.db.all<Counted & { id: number }>(sql`
    update records set category = ${to}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and ${where}
    returning id, day, type, category, amount, refund`);
}

/** Moves the day totals of changed records and of what followed them, each total once. */
export function recount(ctx: Context, records: Recounted[]): Promise<void> {
  return moveDayTotals(
    ctx,
    records.map(({ before }) => before),
    records.map(({ after }) => after),
  );
}

/** The refunds that follow when records change so, in order of id; nothing is written. */
export async function followersOf(
  { db, userId }: Context,
  changes: CategoryChange[],
  apart = NONE,
): Promise<Follower[]> {
  const moved = new Map(
    changes.filter(({ from, to }) => from !== to).map((change) => [change.id, change]),
  );
  const followers: Follower[] = [];
  for (const lot of inLots([...moved.keys()])) {
    const refunds = await db.all<Counted & { id: number; refundOf: number }>(sql`
      select id, refund_of, day, type,
        category, amount, refund
      from records where user_id = ${userId} and refund_of in (${join(lot)}) order by id`);
    for (const { id, refundOf, ...before } of refunds) {
      const { from, to } = moved.get(refundOf) as CategoryChange;
      if (before.category !== from || apart.has(id)) continue;
      followers.push({ id, before, after: { ...before, category: to } });
    }
  }
  return followers.sort((a, b) => a.id - b.id);
}

function among(ids: number[]): Sql {
  return sql`id in (${join(ids)})`;
}
