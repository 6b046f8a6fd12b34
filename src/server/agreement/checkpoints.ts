/** Checkpoints 对账点: what the bank states of the end of a day, and where the book differs from it. */
import type { Checkpoint, StatedBalance, Suspect } from "../../contract/checkpoints.ts";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, fenSum } from "../../ledger/money.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { balancesAtEnds } from "../book/moves.ts";
import { keepVersion } from "../book/versions.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { momentOf } from "../handler/date-input.ts";
import { allInTurns, mapInTurns } from "../handler/in-turns.ts";
import { fenOf, yuan } from "../handler/money-json.ts";
import type { Gap } from "./gap.ts";
import { movedByDays } from "./moved-by-days.ts";
import { findSuspects } from "./suspects.ts";

/** A point as it lies in its row. */
export interface PointRow {
  id: number;
  userId: number;
  accountId: number;
  day: Day;
  stated: Fen;
  source: string;
  importId: number | null;
  note: string | null;
  brokenBy: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A point, and by how much the bank has more than the book. */
export interface Reckoned {
  row: PointRow;
  reckoned: bigint;
  difference: bigint;
  /** The first of the points that differ alike, this one the last of them; and the one before them. */
  first: Day;
  before: Reckoned | undefined;
  /** The last day before it on which a point agreed. */
  agreed: Day | undefined;
}

const points = ({ userId }: Pick<Context, "userId">, where: Sql, order = sql`day`) => sql`
  select id, user_id, account_id, day, stated, source, import_id, note, broken_by, created_at,
    updated_at
  from checkpoints where user_id = ${userId} and ${where} order by ${order}`;

export const checkpointHandlers: Handlers<(typeof contract)["checkpoints"]> = {
  async list(ctx, { params }) {
    const reckoned = await reckonPoints(ctx, params.id);
    const shown: Checkpoint[] = [];
    // Points that differ alike lie in one gap, which is searched once.
    let searched: { first: Day; suspects: Suspect[] } | undefined;
    for (const point of reckoned) {
      const gap = gapOf(point);
      if (point.difference !== 0n && searched?.first !== gap.last) {
        searched = { first: gap.last, suspects: await findSuspects(ctx, gap) };
      }
      shown.push(presentPoint(point, searched?.suspects ?? []));
    }
    return shown.reverse();
  },

  async create(ctx, { params, body }) {
    const { day } = momentOf(body.date, ctx.zone);
    const { db, userId } = ctx;
    const taken = await db.get(sql`select 1 as one from checkpoints where user_id = ${userId}
      and account_id = ${params.id} and day = ${day}`);
    if (taken !== undefined) throw new Refusal(409, "checkpointTaken");
    const now = nowInstant(ctx);
    const made = await db.get<{ id: number }>(sql`
      insert into checkpoints (user_id, account_id, day, stated, source, note, created_at, updated_at)
      values (${userId}, ${params.id}, ${day}, ${fenOf(body.balance)}, 'hand',
        ${body.note || null}, ${now}, ${now})
      returning id`);
    return showPoint(ctx, (made as { id: number }).id);
  },

  async get(ctx, { params }) {
    return showPoint(ctx, params.id);
  },

  async update(ctx, { params, body }) {
    const old = await getPoint(ctx, params.id);
    const stated = body.balance === undefined ? old.stated : fenOf(body.balance);
    const note = body.note === undefined ? old.note : body.note || null;
    if (stated === old.stated && note === old.note) return showPoint(ctx, old.id);
    await keepVersion(ctx, "checkpoint", old.id, { to: { stated, note } });
    // What a person states is no bill's word any more, and no import takes it back.
    const byHand =
      stated === old.stated
        ? sql``
        : sql`source = 'hand', import_id = null, was_stated = null, was_import_id = null,`;
    await ctx.db.run(sql`update checkpoints set stated = ${stated}, note = ${note}, ${byHand}
        broken_by = null, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${old.id}`);
    return showPoint(ctx, old.id);
  },

  async remove(ctx, { params }) {
    await keepVersion(ctx, "checkpoint", params.id, "delete");
    await ctx.db.run(sql`delete from checkpoints
      where user_id = ${ctx.userId} and id = ${params.id}`);
    return null;
  },
};

async function getPoint(ctx: Context, id: number): Promise<PointRow> {
  const row = await ctx.db.get<PointRow>(points(ctx, sql`id = ${id}`));
  if (row === undefined) throw new Refusal(404, "checkpointNotFound");
  return row;
}

async function showPoint(ctx: Context, id: number): Promise<Checkpoint> {
  const { accountId, day } = await getPoint(ctx, id);
  const reckoned = await reckonPoints(ctx, accountId, day);
  const point = reckoned.at(-1) as Reckoned;
  const suspects = point.difference === 0n ? [] : await findSuspects(ctx, gapOf(point));
  return presentPoint(point, suspects);
}

/** The account's points by day, up to one if that is given, each with what the book says. */
export async function reckonPoints(
  ctx: Pick<Context, "db" | "userId">,
  accountId: number,
  last?: Day,
): Promise<Reckoned[]> {
  const until = last === undefined ? sql`` : sql`and day <= ${last}`;
  const rows = await ctx.db.all<PointRow>(points(ctx, sql`account_id = ${accountId} ${until}`));
  if (rows.length === 0) return [];
  const balances = await balancesAtEnds(
    ctx,
    accountId,
    rows.map(({ day }) => day),
  );
  return inOrder(rows, balances);
}

/** The points of each account, each with what the book says: one walk back through what moved all of them. */
export async function reckonAll(ctx: Pick<Context, "db" | "userId">): Promise<Reckoned[][]> {
  const all = await walksOf(ctx);
  const [first] = [...all.values()].map(({ rows }) => (rows[0] as PointRow).day).sort();
  if (first === undefined) return [];
  for await (const some of movedByDays(ctx, sql`and day > ${first}`, "day")) {
    for (const moved of some) all.get(moved.accountId)?.takeBack(moved);
  }
  return mapInTurns([...all.values()], (walk) => walk.reckoned());
}

/** Each account that has points, with what it has now. */
async function walksOf({ db, userId }: Pick<Context, "db" | "userId">): Promise<Map<number, Walk>> {
  const walks = new Map<number, Walk>();
  const having = sql`select id, balance from accounts where user_id = ${userId}
    and id in (select account_id from checkpoints where user_id = ${userId}) order by id`;
  for (const { id, balance } of await allInTurns<{ id: number; balance: number }>(db, having)) {
    walks.set(id, new Walk(BigInt(balance)));
  }
  const rows = await allInTurns<PointRow>(db, points({ userId }, sql`1 = 1`, sql`account_id, day`));
  for (const row of rows) walks.get(row.accountId)?.rows.push(row);
  return walks;
}

/** One account's points, while its balance is reckoned back. */
class Walk {
  /** By day. */
  readonly rows: PointRow[] = [];
  /** What there was at the ends of their days, the last first. */
  readonly #ends: bigint[] = [];
  #balance: bigint;

  constructor(balance: bigint) {
    this.#balance = balance;
  }

  takeBack({ day, moved }: { day: Day; moved: bigint }): void {
    this.#stop(({ day: end }) => end >= day);
    this.#balance -= moved;
  }

  /** Each with what the book says, from the first on. */
  reckoned(): Reckoned[] {
    this.#stop(() => true);
    return inOrder(this.rows, this.#ends.reverse());
  }

  #stop(isBehind: (row: PointRow) => boolean): void {
    for (;;) {
      const row = this.rows[this.rows.length - 1 - this.#ends.length];
      if (row === undefined || !isBehind(row)) return;
      this.#ends.push(this.#balance);
    }
  }
}

function inOrder(rows: readonly PointRow[], balances: readonly bigint[]): Reckoned[] {
  const all: Reckoned[] = [];
  for (const [at, row] of rows.entries()) all.push(behind(all.at(-1), row, balances[at] as bigint));
  return all;
}

/** A point behind another; what it needs to know of the points before, that one knows. */
function behind(last: Reckoned | undefined, row: PointRow, reckoned: bigint): Reckoned {
  const difference = BigInt(row.stated) - reckoned;
  const isAlike = last?.difference === difference;
  return {
    ...{ row, reckoned, difference },
    first: isAlike ? last.first : row.day,
    before: isAlike ? last.before : last,
    agreed: last?.difference === 0n ? last.row.day : last?.agreed,
  };
}

/**
 * A point with its suspects. What made the difference lies behind the last point at which it was another
 * one: points that differ alike have one cause.
 */
function presentPoint(
  { row, reckoned, difference, agreed }: Reckoned,
  found: Suspect[],
): Checkpoint {
  const suspects = difference === 0n ? [] : found;
  return {
    ...presentStated(row),
    reckoned: yuan(fenSum(reckoned)),
    difference: yuan(fenSum(difference)),
    ok: difference === 0n,
    ...(difference !== 0n && agreed !== undefined && { from: agreed }),
    suspects,
    ...(difference !== 0n && row.brokenBy !== null && { brokenBy: JSON.parse(row.brokenBy) }),
  };
}

/** A point without what the book says of it, from its row or a version of it. */
export function presentStated(row: PointRow): StatedBalance {
  return {
    id: row.id,
    userId: row.userId,
    accountId: row.accountId,
    date: row.day,
    balance: yuan(row.stated),
    ...(row.note !== null && { note: row.note }),
    ...(row.importId !== null && { importId: row.importId }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Where the difference of a point came in. */
export function gapOf({ row, difference, first, before }: Reckoned): Gap {
  return {
    accountId: row.accountId,
    after: before?.row.day,
    last: first,
    delta: difference - (before?.difference ?? 0n),
  };
}
