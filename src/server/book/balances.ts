/**
 * The movements of money that records make: balances and day totals, moved by deltas inside the
 * record's own transaction. The book is locked first of all (`lockBook`): no other write of it comes
 * between, so what is read of it stays true, and nothing else of it needs a lock.
 */
import type { RecordType } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Instant, instantAt } from "../../ledger/calendar.ts";
import { counted } from "../../ledger/effect.ts";
import { type Fen, fen, MAX_BALANCE, ZERO } from "../../ledger/money.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "../../store/counted.ts";
import { bulk, join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/** An account whose balance has moved. */
interface Moved {
  name: string;
  balance: number;
  archived: number;
}

/**
 * Moves an account's balance. Checks ownership by the same statement. Refuses when the account is not
 * the user's, or when the balance would pass the bound.
 */
export async function moveBalance(ctx: Context, accountId: number, delta: Fen): Promise<Moved> {
  const { db, userId } = ctx;
  const moved = await db.get<Moved>(sql`
    update accounts set balance = balance + ${delta}, updated_at = ${instantAt(ctx.now)}
    where user_id = ${userId} and id = ${accountId}
    returning name, balance, archived`);
  if (moved === undefined) throw new Refusal(404, "accountNotFound");
  if (Math.abs(moved.balance) > MAX_BALANCE) throw new Refusal(400, "balanceTooLarge");
  return moved;
}

/** Moves the balances of several accounts, in order of id. */
export async function moveBalances(ctx: Context, deltas: Map<number, Fen>): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const accountId of [...deltas.keys()].sort((a, b) => a - b)) {
    moved.push(await moveBalance(ctx, accountId, deltas.get(accountId) as Fen));
  }
  return moved;
}

/** What a record counts for on its day. */
export interface Counted {
  day: string;
  type: RecordType;
  category: string;
  amount: Fen;
  /** 1 for a refund, which lowers the expense of its category. */
  refund: number;
}

/** What moves a day total: a side of the statistics and by how much. */
type Movement = Omit<Counted, "refund">;

function movementOf(record: Counted, sign: 1 | -1): Movement {
  const { type, amount } = counted({ ...record, refund: record.refund === 1 });
  return { day: record.day, type, category: record.category, amount: fen(sign * amount) };
}

/** Counts a record in (+1) or out (−1) of the totals of its day. */
export function countDay(ctx: Context, record: Counted, sign: 1 | -1): Promise<void> {
  return moveTotals(ctx, [{ moved: movementOf(record, sign), count: sign }]);
}

/** Counts many records out and others in, each day total moved once, in the order of its key. */
export function moveDayTotals(ctx: Context, out: Counted[], into: Counted[]): Promise<void> {
  const moves = new DayMoves();
  for (const record of out) moves.add(record, -1);
  for (const record of into) moves.add(record, 1);
  return moves.apply(ctx);
}

/** Day totals that one statement moves. */
const TOTALS_AT_ONCE = 200;

/** By how much a day total moves, and by how many records. */
interface DayMove {
  moved: Movement;
  count: number;
}

/** What many records add to the totals of their days, gathered before any of them is moved. */
export class DayMoves {
  readonly #moves = new Map<string, DayMove>();

  add(record: Counted, sign: 1 | -1): void {
    const movement = movementOf(record, sign);
    const key = `${movement.day} ${movement.type} ${movement.category}`;
    const { moved, count } = this.#moves.get(key) ?? {
      moved: { ...movement, amount: ZERO },
      count: 0,
    };
    const amount = fen(moved.amount + movement.amount);
    this.#moves.set(key, { moved: { ...moved, amount }, count: count + sign });
  }

  /** Moves each total once, in the order of its key; a long write says what gives others their turn. */
  async apply(ctx: Context, turn?: () => Promise<unknown>): Promise<void> {
    const moves = [...this.#moves]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, move]) => move)
      .filter(({ moved, count }) => count !== 0 || moved.amount !== 0);
    for (let at = 0; at < moves.length; at += TOTALS_AT_ONCE) {
      if (at > 0) await turn?.();
      await moveTotals(ctx, moves.slice(at, at + TOTALS_AT_ONCE));
    }
  }
}

/** Moves day totals, no two of them the same. */
async function moveTotals({ db, userId }: Context, moves: readonly DayMove[]): Promise<void> {
  const rows = moves.map(({ moved, count }) => {
    const { day, type, category, amount } = moved;
    return [userId, day, type, category, amount, count];
  });
  const totals = await db.all<{ day: string; amount: number; count: number }>(sql`
    insert into day_totals (user_id, day, type, category, amount, count) values ${bulk(rows)}
    on conflict (user_id, day, type, category) do update
    set amount = day_totals.amount + excluded.amount, count = day_totals.count + excluded.count
    returning day, amount, count`);
  if (totals.length !== moves.length) throw new Error("a day total did not come back");
  if (totals.some(({ amount }) => Math.abs(amount) > MAX_BALANCE)) {
    throw new Refusal(400, "dayTotalTooLarge");
  }
  const empty = totals.filter(({ count }) => count === 0).map(({ day }) => day);
  if (empty.length === 0) return;
  await db.run(sql`delete from day_totals
    where user_id = ${userId} and day in (${join(empty)}) and count = 0`);
}

/**
 * Counts every record of a set out of its day, by one statement. `rows` are the
 * table and the condition that they are read by, with their user.
 * Taking refunds out raises the expense of a day, which has a bound.
 */
export async function uncountDays({ db, userId }: Context, rows: Sql): Promise<void> {
  await db.run(sql`
    insert into day_totals (user_id, day, type, category, amount, count)
    select user_id, day, type, category, -sum(amount), -count(*) from (
      select user_id, day, ${COUNTED_TYPE} as type, category, ${COUNTED_AMOUNT} as amount
      from ${rows}
    ) as going
    group by user_id, day, type, category
    on conflict (user_id, day, type, category) do update
    set amount = day_totals.amount + excluded.amount, count = day_totals.count + excluded.count`);
  await db.run(sql`delete from day_totals where user_id = ${userId} and count = 0`);
  const large = await db.get(sql`select 1 as one from day_totals where user_id = ${userId}
    and (amount > ${MAX_BALANCE} or amount < ${-MAX_BALANCE}) limit 1`);
  if (large !== undefined) throw new Refusal(400, "dayTotalTooLarge");
}

/** The moment of the request as stored text. */
export function nowInstant(ctx: Pick<Context, "now">): Instant {
  return instantAt(ctx.now);
}

/**
 * Every write to a book raises its revision, first of all and in the same transaction. The row is the
 * lock of the whole book: what the write reads from here on stays true, on every engine and beside
 * other nodes, and two writes of one book cannot deadlock. Returns the new revision.
 */
export async function lockBook({ db, userId }: Pick<Context, "db" | "userId">): Promise<number> {
  const raised = await db.get<{ revision: number }>(
    sql`update revisions set revision = revision + 1 where user_id = ${userId}
      returning revision`,
  );
  if (raised === undefined) throw new Refusal(404, "userNotFound");
  return raised.revision;
}

/** Refuses when one of the accounts does not exist, or is another user's. */
export async function requireAccounts(
  ctx: Context,
  accounts: Iterable<number>,
): Promise<Pick<Moved, "name" | "archived">[]> {
  const ids = [...new Set(accounts)];
  if (ids.length === 0) return [];
  const found = await ctx.db.all<Pick<Moved, "name" | "archived">>(sql`
    select name, archived from accounts where user_id = ${ctx.userId} and id in (${join(ids)})`);
  if (found.length !== ids.length) throw new Refusal(404, "accountNotFound");
  return found;
}
