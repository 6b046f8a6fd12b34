/** What moves an account's balance, day by day, and what the balance was on a day. */
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/** What is asked of a book, with a request or without one. */
type Book = Pick<Context, "db" | "userId">;

/** One way in which balances move: the rows of a table, on the account that a column of theirs names. */
export interface Movement {
  noun: "record" | "transfer" | "adjustment";
  table: Sql;
  account: Sql;
  /** What a row moves, in fen. */
  moved: Sql;
}

/** All that moves balances besides their openings. */
export const MOVEMENTS: readonly Movement[] = [
  movement("record", "account_id", "case when type = 'income' then amount else -amount end"),
  movement("transfer", "from_account_id", "-amount"),
  movement("transfer", "to_account_id", "amount"),
  movement("adjustment", "account_id", "amount"),
];

function movement(noun: Movement["noun"], account: string, moved: string): Movement {
  return { noun, table: raw(`${noun}s`), account: raw(account), moved: raw(moved) };
}

/** One relation of what each of the movements gives. */
export function ofAllMovements(select: (movement: Movement) => Sql): Sql {
  return join(MOVEMENTS.map(select), " union all ");
}

/**
 * All that moves an account's balance besides its opening, a row each: `day`, `moved` in fen, and
 * `adjusted`, 1 of an adjustment. A condition on the days, such as `and day > …`, keeps the others out.
 */
export function movesOf(userId: number, accountId: number, days: Sql = sql``): Sql {
  return ofAllMovements(
    ({ noun, table, account, moved }) => sql`
      select day, ${moved} as moved, ${raw(noun === "adjustment" ? "1" : "0")} as adjusted
      from ${table} where user_id = ${userId} and ${account} = ${accountId} ${days}`,
  );
}
/** The balance when the day began, in fen of any size; 0 of an account that is not there. */
export function balanceBefore(ctx: Book, accountId: number, day: string): Promise<bigint> {
  return balanceWithout(ctx, accountId, sql`and day >= ${day}`);
}

/** The balance at the end of the day; 0 of an account that is not there. */
export function balanceAtEnd(ctx: Book, accountId: number, day: string): Promise<bigint> {
  return balanceWithout(ctx, accountId, sql`and day > ${day}`);
}

/** The balances at the ends of several days, which ascend: one walk back from the present balance. */
export async function balancesAtEnds(
  { db, userId }: Book,
  accountId: number,
  days: readonly string[],
): Promise<bigint[]> {
  const account = await db.get<{ balance: number }>(
    sql`select balance from accounts where user_id = ${userId} and id = ${accountId}`,
  );
  const later = sql`and day > ${days[0]}`;
  const moved = await db.all<{ day: string; moved: string }>(sql`
    select day, cast(sum(moved) as text) as moved
    from (${movesOf(userId, accountId, later)}) as later group by day order by day desc`);
  let balance = BigInt(account?.balance ?? 0);
  let at = 0;
  const ends = [...days].reverse().map((day) => {
    for (; moved[at] !== undefined && (moved[at]?.day as string) > day; at += 1) {
      balance -= BigInt(moved[at]?.moved as string);
    }
    return balance;
  });
  return ends.reverse();
}

/** The present balance without what came later: nothing is read of the days before. */
async function balanceWithout({ db, userId }: Book, id: number, later: Sql): Promise<bigint> {
  // Summed table by table: a row of each table costs less than the same row in one relation of all.
  const sums = ofAllMovements(
    ({ table, account, moved }) => sql`
      select sum(${moved}) as moved from ${table}
      where user_id = ${userId} and ${account} = ${id} ${later}`,
  );
  const row = await db.get<{ balance: string }>(sql`
    select cast(balance - coalesce((select sum(moved) from (${sums}) as later), 0) as text) as balance
    from accounts where user_id = ${userId} and id = ${id}`);
  return BigInt(row?.balance ?? 0);
}
