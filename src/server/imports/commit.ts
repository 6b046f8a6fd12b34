/**
 * Writes a preview into the book: all of it or nothing, in one transaction that lets the event loop
 * turn between its chunks. Everything is done by the set, from the rows that the preview shows.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ImportResult } from "../../contract/import-shapes.ts";
import { DEFAULT_COLOR } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import { purposeOf } from "../../ledger/account-words.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import type { Job } from "../background/jobs.ts";
import { lockBook, moveBalances, nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, mapInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongContext } from "../handler/long-context.ts";
import { settlePlanned } from "./book-planned.ts";
import { makePoints, wantClosings } from "./closings.ts";
import { followJoined, joinedDeltas, replaceJoined, settleJoins } from "./join-transfers.ts";
import { followBooked } from "./link-refunds.ts";
import { lookAtNewer } from "./look-again.ts";
import { adoptMade, listToBeMade, madeSince, nameMade } from "./made-accounts.ts";
import {
  KNOWS_ACCOUNT,
  keepMerged,
  listTold,
  NOTHING_TOLD,
  type Told,
  toldDeltas,
} from "./merge-rows.ts";
import { listMoved, type MovedBalance } from "./moved-accounts.ts";
import { bookOpenings } from "./openings.ts";
import { rememberDecisions } from "./remember.ts";
import { refuseOutdated } from "./stale-rows.ts";
import { removeImport } from "./undo.ts";
import {
  allRows,
  BOOKED,
  booked,
  type Commit,
  countDays,
  dropBooked,
  inChunks,
  inPart,
  linkLateRefunds,
  writeKeys,
  writeMergedKeys,
  writeRows,
} from "./write-rows.ts";

/** Rows that one transaction writes at most. */
const PART_ROWS = 100_000;

interface CommitOptions {
  partRows?: number;
  /** The stated balances that are to be made points. */
  closings?: readonly number[];
}

/**
 * Commits a ready import, or goes on with one that was cut off between two parts. All of it or nothing: a
 * part that fails takes back those before it. A committed one stays as it is; the caller answers its
 * result again.
 */
export async function commitImport(
  own: LongContext,
  importId: number,
  job: Job,
  { partRows = PART_ROWS, closings = [] }: CommitOptions = {},
): Promise<void> {
  try {
    let more = true;
    while (more) more = await commitPart(own, importId, job, { partRows, closings });
  } catch (error) {
    if (await isPartlyWritten(own, importId)) await removeImport(own, importId);
    throw error;
  }
}

async function isPartlyWritten({ store, userId }: LongContext, importId: number): Promise<boolean> {
  const row = await store.read((db) =>
    db.get(sql`select 1 as one from imports where user_id = ${userId} and id = ${importId}
      and status = 'committed' and written is not null`),
  );
  return row !== undefined;
}

/** Writes the next rows of an import, all of them or none. Returns whether there are more. */
export function commitPart(
  own: LongContext,
  importId: number,
  job: Job,
  { partRows, closings = [] }: CommitOptions & { partRows: number },
): Promise<boolean> {
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      const claimed = await claim(ctx, importId);
      if (claimed === undefined) return false;
      const { written, rowCount } = claimed;
      const last = Math.min(rowCount, written + partRows);
      const isLast = last === rowCount;
      const commit: Commit = { ctx, importId, job, first: written + 1, last, rowCount };
      await adoptMade(ctx, importId);
      await refuseOutdated(commit);
      if (written === 0) {
        await refuseBooked(commit);
        await wantClosings(ctx, importId, closings);
      }
      const joined = await settleJoins(commit);
      const made = await makeAccounts(commit);
      await resolveAccounts(commit);
      const openings = await bookOpenings(commit, made);
      const told = isLast ? await listTold(commit) : NOTHING_TOLD;
      const moved = [...joinedDeltas(joined), ...openings, ...toldDeltas(told)];
      const balances = await moveAll(commit, moved);
      await countDays(commit);
      await replaceJoined(commit, joined);
      await writeRows(commit);
      await settlePlanned(commit);
      await writeKeys(commit);
      if (isLast) await finishMerged(commit, told);
      await followJoined(isLast ? allRows(commit) : commit);
      const updated = isLast ? await rememberDecisions(ctx, importId) : 0;
      const points = isLast ? await makePoints(ctx, importId) : 0;
      await nextTurn();
      await keepResult(commit, { before: claimed.result, balances, made, updated, points });
      if (isLast) await dropBooked(commit);
      return !isLast;
    },
    { long: true },
  );
}

/** Refuses what has come into the book as something else since the preview was made. */
async function refuseBooked({ ctx, importId }: Commit): Promise<void> {
  const count = await lookAtNewer(ctx, importId);
  if (count > 0) throw new Refusal(409, "importOutdated", { count });
}

/** What refers to rows of any part, once the last of them is written. */
async function finishMerged(commit: Commit, told: Told): Promise<void> {
  await writeMergedKeys(commit);
  await keepMerged(commit, told);
  await linkLateRefunds(commit);
}

interface Claimed {
  rowCount: number;
  /** Rows that are in the book already. */
  written: number;
  /** What was told of them. */
  result: string | null;
}

/** Takes the import; undefined when it is committed already. Refuses any other state. */
async function claim(ctx: Context, importId: number): Promise<Claimed | undefined> {
  const now = nowInstant(ctx);
  const claimed = await ctx.db.get<Claimed>(sql`
    update imports set status = 'committed', committed_at = coalesce(committed_at, ${now}),
      updated_at = ${now}, written = coalesce(written, 0)
    where user_id = ${ctx.userId} and id = ${importId}
      and (status = 'ready' or (status = 'committed' and written is not null))
    returning row_count, written, result`);
  if (claimed !== undefined) return claimed;
  const row = await ctx.db.get<{ status: string }>(sql`
    select status from imports where user_id = ${ctx.userId} and id = ${importId}`);
  if (row === undefined) throw new Refusal(404, "importNotFound");
  if (row.status === "committed") return undefined;
  throw new Refusal(409, "importNotReady", { status: row.status });
}

/** Makes the proposed accounts that rows will be booked on. Returns the ids of all that the import has made. */
async function makeAccounts(commit: Commit): Promise<Set<number>> {
  const { ctx, importId } = commit;
  const { db, userId } = ctx;
  const now = nowInstant(ctx);
  const wanted = await allInTurns<{ place: number; name: string; type: string }>(
    db,
    sql`select a.place, a.new_name as name, a.new_type as type
    from import_accounts a
    where a.user_id = ${userId} and a.import_id = ${importId} and a.account_id is null
      and a.place in (
        select r.account from import_rows r where ${booked(commit)} and r.account_id is null
        union
        select r.to_account from import_rows r
        where ${booked(commit)} and r.to_account_id is null and r.to_account is not null
        union
        select r.account from import_rows r where r.user_id = ${userId}
          and r.import_id = ${importId} and r.account_id is null and ${KNOWS_ACCOUNT})
    order by a.place`,
  );
  if (wanted.length === 0) return madeBefore(commit);
  // Two names of the file that are to be one new account are one.
  const known = await madeSince(ctx, importId);
  const unnamed = await listToBeMade(ctx, importId);
  const made = await madeBefore(commit);
  for (const [index, { place, name, type }] of wanted.entries()) {
    const key = `${type} ${name}`;
    const accountId = known.get(key) ?? (await insertAccount(ctx, name, type, now));
    if (!known.has(key)) made.add(accountId);
    known.set(key, accountId);
    await db.run(sql`update import_accounts set account_id = ${accountId}, made = 1
      where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
    if (unnamed.has(place)) await nameMade(ctx, importId, place, accountId);
    if (index % TURN === TURN - 1) await nextTurn();
  }
  return made;
}

/** The accounts that an earlier part has made. */
async function madeBefore({ ctx, importId, first }: Commit): Promise<Set<number>> {
  const { db, userId } = ctx;
  if (first === 1) return new Set();
  const made = await allInTurns<{ accountId: number }>(
    db,
    sql`select distinct account_id
    from import_accounts where user_id = ${userId} and import_id = ${importId} and made = 1
      and account_id is not null order by account_id`,
  );
  return new Set(made.map(({ accountId }) => accountId));
}

/** Accounts made between two turns of the event loop. */
const TURN = 100;

async function insertAccount(
  { db, userId }: Context,
  name: string,
  type: string,
  now: string,
): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    insert into accounts (user_id, name, type, kind, color, opening, balance, created_at, updated_at)
    values (${userId}, ${name}, ${type}, ${purposeOf(name) ?? null}, ${DEFAULT_COLOR}, 0, 0, ${now},
      ${now})
    returning id`);
  return (row as { id: number }).id;
}

/** Writes into each row the account that its place stands for. */
async function resolveAccounts(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  const sides = [
    { id: sql`account_id`, place: sql`account` },
    { id: sql`to_account_id`, place: sql`to_account` },
  ];
  await inChunks(commit, async (range) => {
    for (const { id, place } of sides) {
      await ctx.db.run(sql`
        update import_rows as r set ${id} = (select a.account_id from import_accounts a
          where a.user_id = ${ctx.userId} and a.import_id = ${importId} and a.place = r.${place})
        where ${booked(commit)} and ${range} and r.${id} is null and r.${place} is not null`);
    }
  });
  const same = await ctx.db.get<{ row: number }>(sql`select r.number as row from import_rows r
    where ${booked(commit)} and ${inPart(commit)} and r.kind = 'transfer'
      and r.account_id = r.to_account_id
    order by r.number limit 1`);
  if (same !== undefined) throw new Refusal(400, "importSameAccount", { row: same.row });
}

/** One movement an account, in order of id. The accounts of refunded expenses are locked with them. */
async function moveAll(
  commit: Commit,
  moved: [accountId: number, delta: Fen][],
): Promise<MovedBalance[]> {
  const { ctx } = commit;
  const deltas = new Map<number, Fen>();
  const add = (accountId: number, delta: number) =>
    deltas.set(accountId, fen((deltas.get(accountId) ?? 0) + delta));
  await inChunks(commit, async (range) => {
    const sums = await ctx.db.all<{ accountId: number; delta: string }>(sql`
      select side.account_id, cast(sum(side.delta) as text) as delta from (
        select r.account_id, case when r.kind in ('income', 'refund')
          then r.amount else -(r.amount + r.fee) end as delta
        from import_rows r where ${booked(commit)} and ${range} and r.kind <> 'opening'
        union all
        select r.to_account_id as account_id, r.amount as delta
        from import_rows r where ${booked(commit)} and ${range} and r.kind = 'transfer'
      ) as side group by side.account_id`);
    for (const { accountId, delta } of sums) add(accountId, Number(delta));
  });
  for (const [accountId, delta] of moved) add(accountId, delta);
  for (const { accountId } of await allInTurns<{ accountId: number }>(
    ctx.db,
    sql`select distinct e.account_id from import_rows r
    join records e on e.user_id = r.user_id and e.id = r.refund_of
    where ${booked(commit)} and ${inPart(commit)} order by e.account_id`,
  )) {
    add(accountId, ZERO);
  }
  await moveBalances(ctx, deltas);
  await dropExcessiveLinks(commit);
  await followBooked(ctx.db, ctx.userId, commit.importId);
  await nextTurn();
  return listMoved(ctx, deltas);
}

/** A refund stays, but not its link, where the expense is gone or refunded meanwhile. */
async function dropExcessiveLinks(commit: Commit): Promise<void> {
  const { ctx, importId, first, last } = commit;
  await ctx.db.run(sql`
    update import_rows as r set refund_of = null
    where ${booked(commit)} and ${inPart(commit)} and r.refund_of is not null and not exists (
      select 1 from records e
      where e.user_id = ${ctx.userId} and e.id = r.refund_of and e.type = 'expense'
        and e.transfer_id is null
        and e.amount >= (
          select coalesce(sum(b.amount), 0) from records b
          where b.user_id = ${ctx.userId} and b.refund_of = e.id
        ) + (
          select coalesce(sum(o.amount), 0) from import_rows o
          where o.user_id = ${ctx.userId} and o.import_id = ${importId}
            and o.number between ${first} and ${last}
            and o.action = 'import' and o.kind = 'refund' and o.refund_of = e.id
        ))`);
}

interface Written {
  before: string | null;
  balances: MovedBalance[];
  made: Set<number>;
  updated: number;
  points: number;
}

/** Keeps what the part has done, with what was told of the parts before it. */
async function keepResult(
  commit: Commit,
  { before, balances, made, updated, points }: Written,
): Promise<void> {
  const { ctx, importId, job, last, rowCount } = commit;
  job.checkStopped();
  const counts = await ctx.db.all<{
    action: string;
    transfer: number;
    count: number;
    fees: number;
  }>(sql`
    select action, transfer, count(*) as count, cast(sum(fee) as bigint) as fees from (
      select case when r.kind = 'opening' and ${BOOKED} then 'opening' when ${BOOKED} then 'import'
          else r.action end as action,
        case when r.kind = 'transfer' then 1 else 0 end as transfer,
        case when r.kind = 'transfer' and r.fee > 0 and ${BOOKED} then 1 else 0 end as fee
      from import_rows r where r.user_id = ${ctx.userId} and r.import_id = ${importId}
        and ${inPart(commit)}
    ) as written group by action, transfer`);
  const count = (action: string, transfer?: number) =>
    counts
      .filter((one) => one.action === action && (transfer ?? one.transfer) === one.transfer)
      .reduce((sum, one) => sum + one.count, 0);
  const fees = counts.reduce((sum, one) => sum + one.fees, 0);
  const asked = await countAsked(commit);
  const part: ImportResult = {
    records: count("import", 0),
    transfers: count("import", 1),
    updated,
    merged: count("merge"),
    skipped: count("skip"),
    ...(fees > 0 && { fees }),
    ...(count("opening") > 0 && { openings: count("opening") }),
    ...(asked > 0 && { asked }),
    ...(points > 0 && { checkpoints: points }),
    accounts: await mapInTurns(balances, (moved) => ({
      ...moved,
      made: made.has(moved.accountId),
    })),
  };
  const result = before === null ? part : joinResults(JSON.parse(before) as ImportResult, part);
  await ctx.db.run(sql`update imports set result = ${JSON.stringify(result)},
    written = ${last < rowCount ? last : null}
    where user_id = ${ctx.userId} and id = ${importId}`);
}

/** What two parts have done together. */
function joinResults(one: ImportResult, other: ImportResult): ImportResult {
  const accounts = new Map(one.accounts.map((account) => [account.accountId, account]));
  for (const account of other.accounts) {
    const known = accounts.get(account.accountId);
    accounts.set(account.accountId, {
      ...account,
      before: known?.before ?? account.before,
      made: known?.made === true || account.made,
    });
  }
  const fees = (one.fees ?? 0) + (other.fees ?? 0);
  const openings = (one.openings ?? 0) + (other.openings ?? 0);
  const asked = (one.asked ?? 0) + (other.asked ?? 0);
  return {
    records: one.records + other.records,
    transfers: one.transfers + other.transfers,
    updated: one.updated + other.updated,
    merged: one.merged + other.merged,
    skipped: one.skipped + other.skipped,
    ...(fees > 0 && { fees }),
    ...(openings > 0 && { openings }),
    ...(asked > 0 && { asked }),
    // The last part makes them.
    ...(other.checkpoints !== undefined && { checkpoints: other.checkpoints }),
    accounts: [...accounts.values()].sort((a, b) => a.accountId - b.accountId),
  };
}

/** Rows that are not booked since their question is open; what is or was in the book asks for no more. */
async function countAsked(commit: Commit): Promise<number> {
  const { ctx, importId } = commit;
  const row = await ctx.db.get<{ count: number }>(sql`select count(*) as "count"
    from import_rows r where r.user_id = ${ctx.userId} and r.import_id = ${importId}
      and ${inPart(commit)} and r.asked is not null and r.decided = 0
      and r.fate in ('review', 'similar')`);
  return (row as { count: number }).count;
}
