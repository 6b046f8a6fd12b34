/** What a preview says of agreeing with the bank: balances that its bill states, and points that it moves. */
import type { Import } from "../../contract/import-shapes.ts";
import { type Fen, fenSum } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { balancesAtEnds } from "../book/moves.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import {
  type AccountKey,
  accountKeys,
  type Holds,
  keyOfAccount,
  type PreviewMove,
  previewMoves,
} from "./preview-moves.ts";

type Agreement = Pick<Import, "closings" | "checkpoints">;

interface StoredClosing {
  number: number;
  place: number;
  accountId: number | null;
  day: string;
  balance: Fen;
}

interface Point {
  id: number;
  accountId: number;
  day: string;
  stated: Fen;
}

/** More points than this are not told one by one. */
const MOST_POINTS = 100;

/** Nothing where the bill states no balance and no point was ever made. */
export async function previewAgreement(
  ctx: Context,
  importId: number,
  holds: Holds,
): Promise<Agreement> {
  const { db, userId } = ctx;
  const closings = await db.all<StoredClosing>(sql`
    select c.number, c.place, a.account_id, c.day, c.balance from import_closings c
    join import_accounts a on a.user_id = c.user_id and a.import_id = c.import_id
      and a.place = c.place
    where c.user_id = ${userId} and c.import_id = ${importId} order by c.number`);
  const points = await allInTurns<Point>(
    db,
    sql`select id, account_id, day, stated from checkpoints
    where user_id = ${userId} order by account_id, day`,
  );
  if (closings.length === 0 && points.length === 0) return {};
  const keys = await accountKeys(ctx, importId);
  const moves = await previewMoves(ctx, importId, keys, holds);
  const balances = await Balances.read(ctx, moves, [
    ...closings.flatMap(({ accountId, day }) => (accountId === null ? [] : [{ accountId, day }])),
    ...points.filter(({ accountId }) => moves.has(keyOfAccount(accountId))),
  ]);
  const told = await tellClosings(closings, { keys, points, moves, balances });
  const moved = await tellPoints(points, moves, balances);
  return {
    ...(told.length > 0 && { closings: told }),
    ...(moved.length > 0 && { checkpoints: moved }),
  };
}

interface Around {
  keys: ReadonlyMap<number, AccountKey>;
  points: readonly Point[];
  moves: ReadonlyMap<AccountKey, PreviewMove[]>;
  balances: Balances;
}

/** A day that has its point already is told only where the bill says otherwise. */
async function tellClosings(
  closings: readonly StoredClosing[],
  { keys, points, moves, balances }: Around,
): Promise<NonNullable<Agreement["closings"]>> {
  if (closings.length === 0) return [];
  const there = new Map<string, Point>();
  await eachInTurns(points, (point) => there.set(`${point.accountId} ${point.day}`, point));
  return closings.flatMap(({ number, place, accountId, day, balance }) => {
    const key = keys.get(place) as AccountKey;
    // An account on which nothing is booked is not made.
    if (accountId === null && !moves.has(key)) return [];
    const point = there.get(`${accountId} ${day}`);
    if (point?.stated === balance) return [];
    const reckoned = balances.after(key, day);
    const difference = BigInt(balance) - reckoned;
    return [
      {
        ...{ number, place, date: day, balance: yuan(balance) },
        ...(accountId !== null && { accountId }),
        reckoned: yuan(fenSum(reckoned)),
        difference: yuan(fenSum(difference)),
        ok: difference === 0n,
        ...(point && { checkpoint: { id: point.id, balance: yuan(point.stated) } }),
      },
    ];
  });
}

/** Points whose difference would be another. */
async function tellPoints(
  points: readonly Point[],
  moves: ReadonlyMap<AccountKey, PreviewMove[]>,
  balances: Balances,
): Promise<NonNullable<Agreement["checkpoints"]>> {
  const changed: NonNullable<Agreement["checkpoints"]> = [];
  await eachInTurns(points, ({ id, accountId, day, stated }) => {
    const key = keyOfAccount(accountId);
    if (changed.length === MOST_POINTS || !moves.has(key)) return;
    const [before, after] = [balances.now(key, day), balances.after(key, day)];
    if (before === after) return;
    const difference = BigInt(stated) - after;
    changed.push({
      ...{ id, accountId, date: day, balance: yuan(stated) },
      before: yuan(fenSum(BigInt(stated) - before)),
      difference: yuan(fenSum(difference)),
      ok: difference === 0n,
    });
  });
  return changed;
}

/** What accounts hold at ends of days, and would hold after the commit. */
class Balances {
  readonly #now: ReadonlyMap<string, bigint>;
  readonly #moves: ReadonlyMap<AccountKey, PreviewMove[]>;
  /** By account: what is moved up to each day that something is moved on, by day. */
  readonly #sums = new Map<AccountKey, PreviewMove[]>();

  private constructor(
    now: ReadonlyMap<string, bigint>,
    moves: ReadonlyMap<AccountKey, PreviewMove[]>,
  ) {
    this.#now = now;
    this.#moves = moves;
  }

  static async read(
    ctx: Context,
    moves: ReadonlyMap<AccountKey, PreviewMove[]>,
    wanted: readonly { accountId: number; day: string }[],
  ): Promise<Balances> {
    const days = new Map<number, Set<string>>();
    await eachInTurns(wanted, ({ accountId, day }) => {
      const ofAccount = days.get(accountId) ?? new Set();
      days.set(accountId, ofAccount.add(day));
    });
    const now = new Map<string, bigint>();
    for (const [accountId, ofAccount] of days) {
      const sorted = [...ofAccount].sort();
      const ends = await balancesAtEnds(ctx, accountId, sorted);
      sorted.forEach((day, at) => {
        now.set(`${keyOfAccount(accountId)} ${day}`, ends[at] as bigint);
      });
    }
    return new Balances(now, moves);
  }

  /** 0 of an account that is not made yet. */
  now(key: AccountKey, day: string): bigint {
    return this.#now.get(`${key} ${day}`) ?? 0n;
  }

  after(key: AccountKey, day: string): bigint {
    return this.now(key, day) + movedUntil(this.#sumsOf(key), day);
  }

  #sumsOf(key: AccountKey): PreviewMove[] {
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const sorted = (this.#moves.get(key) ?? []).toSorted((one, other) =>
      one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
    );
    let total = 0n;
    const sums = sorted.map(({ day, moved }) => {
      total += moved;
      return { day, moved: total };
    });
    this.#sums.set(key, sums);
    return sums;
  }
}

/** Of sums by day, which ascend: that of the last day that is not behind this one. */
function movedUntil(sums: readonly PreviewMove[], day: string): bigint {
  let [from, to] = [0, sums.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sums[middle] as PreviewMove).day <= day) from = middle + 1;
    else to = middle;
  }
  return sums[from - 1]?.moved ?? 0n;
}
