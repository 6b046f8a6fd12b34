/** What moved each account of a book, step by step of the time: newest first, in pieces, so that no book is too large. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Day } from "../../ledger/calendar.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { MOVEMENTS, type Movement } from "../book/moves.ts";
import type { Context } from "../handler/context.ts";
import { AT_ONCE } from "../handler/in-turns.ts";

/** What an account moved in a step of the time. */
export interface Moved {
  accountId: number;
  /** The last day of the step that moved the table which this comes from. */
  day: Day;
  moved: bigint;
}

export type Step = "day" | "month";

type Book = Pick<Context, "db" | "userId">;

/** What each step moved on each account, of the days that a condition holds; days descend. */
export async function* movedByDays(ctx: Book, days: Sql, step: Step): AsyncGenerator<Moved[]> {
  const sources = MOVEMENTS.map(
    (one) =>
      new Source(
        one.noun === "record"
          ? movedByRecords(ctx, one, days, step)
          : movedBy(ctx, one, days, step),
      ),
  );
  // None needs another's answer: on a database at the end of a wire they travel together.
  const heads = await Promise.all(sources.map((source) => source.day()));
  for (;;) {
    const newest = heads.reduce((one, other) => ((other ?? "") > (one ?? "") ? other : one));
    if (newest === undefined) return;
    const at = heads.indexOf(newest);
    const source = sources[at] as Source;
    yield source.take();
    heads[at] = await source.day();
  }
}

/** Pieces of one table, as they come, taken a day at a time. */
class Source {
  readonly #pieces: AsyncIterator<Moved[]>;
  #piece: Moved[] = [];
  #at = 0;

  constructor(pieces: AsyncGenerator<Moved[]>) {
    this.#pieces = pieces;
  }

  /** The day of what comes next; undefined at the end. */
  async day(): Promise<Day | undefined> {
    while (this.#at === this.#piece.length) {
      const next = await this.#pieces.next();
      if (next.done) return undefined;
      [this.#piece, this.#at] = [next.value, 0];
    }
    return (this.#piece[this.#at] as Moved).day;
  }

  /** What has the same day as the next, as far as it has come. */
  take(): Moved[] {
    const first = this.#at;
    const { day } = this.#piece[first] as Moved;
    while (this.#piece[this.#at]?.day === day) this.#at += 1;
    return this.#piece.slice(first, this.#at);
  }
}

async function* movedBy(
  { db, userId }: Book,
  { table, account, moved }: Movement,
  days: Sql,
  step: Step,
): AsyncGenerator<Moved[]> {
  const rows = db.pages<{ accountId: number; lastDay: Day; moved: string }>(
    sql`
      select ${account} as account_id, max(day) as last_day, cast(sum(${moved}) as text) as moved
      from ${table} where user_id = ${userId} ${days}
      group by ${step === "day" ? sql`day` : sql`substr(day, 1, 7)`}, ${account}
      order by max(day) desc`,
    AT_ONCE,
  );
  for await (const page of rows) {
    yield page.map(({ lastDay: day, accountId, moved }) => {
      return { accountId, day, moved: BigInt(moved) };
    });
    await nextTurn();
  }
}

/** Steps of records that are read together, each with a text of what it moved. */
const STEPS_AT_ONCE = 100;

/**
 * The same of records, which are many. Each step is found behind the other in the index on days, and summed
 * by account from it alone; to sort all records by step and account takes twice as long. What a step moved
 * comes as one text, since reading a row for each account would take longer than to add it up.
 */
async function* movedByRecords(
  { db, userId }: Book,
  { table, account, moved }: Movement,
  days: Sql,
  step: Step,
): AsyncGenerator<Moved[]> {
  const own = sql`from ${table} where user_id = ${userId}`;
  const [before, within] =
    step === "day"
      ? [sql`day < newest.day`, sql`day = newest.day`]
      : [
          sql`day < substr(newest.day, 1, 7)`,
          sql`day >= substr(newest.day, 1, 7) and day <= newest.day`,
        ];
  const steps = db.pages<{ day: Day; sums: string }>(
    sql`
      with recursive newest(day) as (
        select max(day) ${own} ${days}
        union all
        select (select max(day) ${own} ${days} and ${before}) from newest where day is not null
      )
      select day, (select string_agg(account_id || ' ' || moved, ' ') from (
        select ${account} as account_id, sum(${moved}) as moved ${own} ${days} and ${within}
        group by ${account}) as by_account) as sums
      from newest where day is not null`,
    STEPS_AT_ONCE,
  );
  for await (const page of steps) {
    for (const { day, sums } of page) {
      yield* readSums(day, sums.split(" "));
    }
    await nextTurn();
  }
}

/** Accounts and what each moved, in turn. */
async function* readSums(day: Day, words: string[]): AsyncGenerator<Moved[]> {
  const width = 2 * AT_ONCE;
  for (let at = 0; at < words.length; at += width) {
    if (at > 0) await nextTurn();
    const some = words.slice(at, at + width);
    yield Array.from({ length: some.length / 2 }, (_, index) => ({
      day,
      accountId: Number(some[2 * index]),
      moved: BigInt(some[2 * index + 1] as string),
    }));
  }
}
