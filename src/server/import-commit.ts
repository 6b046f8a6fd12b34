/**
 * Writes a preview into the book: all of it or nothing, in one transaction that lets the event loop
 * turn between its chunks. Everything is done by the set, from the rows that the preview shows.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import sql from "sql-template-tag";
import type { ImportResult } from "../contract/import-shapes.ts";
import { DEFAULT_COLOR } from "../contract/limits.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Fen, fen, ZERO } from "../ledger/money.ts";
import { lockBook, moveBalances, nowInstant } from "./book.ts";
import type { Context } from "./handler.ts";
import {
  followJoined,
  type JoinedRecord,
  joinedDeltas,
  replaceJoined,
  settleJoins,
} from "./import-join.ts";
import { rememberDecisions } from "./import-memory.ts";
import { refuseOutdated } from "./import-outdated.ts";
import { followBooked } from "./import-refunds.ts";
import {
  BOOKED,
  booked,
  type Commit,
  countDays,
  inChunks,
  writeKeys,
  writeRows,
} from "./import-write.ts";
import type { Job } from "./jobs.ts";
import { contextIn, type OwnContext } from "./own.ts";
import { yuan } from "./wire.ts";

/** Commits a ready import. A committed one stays as it is; the caller answers its result again. */
export async function commitImport(own: OwnContext, importId: number, job: Job): Promise<void> {
  await own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      const rowCount = await claim(ctx, importId);
      if (rowCount === undefined) return;
      const commit: Commit = { ctx, importId, job, rowCount };
      await refuseOutdated(commit);
      const joined = await settleJoins(commit);
      const made = await makeAccounts(commit);
      await resolveAccounts(commit);
      const balances = await moveAll(commit, joined);
      await countDays(commit);
      await replaceJoined(commit, joined);
      await writeRows(commit);
      await writeKeys(commit);
      await followJoined(commit);
      const updated = await rememberDecisions(ctx, importId);
      await nextTurn();
      await keepResult(commit, balances, made, updated);
    },
    { long: true },
  );
}

/** Takes the import; undefined when it is committed already. Refuses any other state. */
async function claim(ctx: Context, importId: number): Promise<number | undefined> {
  const now = nowInstant(ctx);
  const claimed = await ctx.db.get<{ rowCount: number }>(sql`
    update imports set status = 'committed', committed_at = ${now}, updated_at = ${now}
    where user_id = ${ctx.userId} and id = ${importId} and status = 'ready'
    returning row_count as "rowCount"`);
  if (claimed !== undefined) return claimed.rowCount;
  const row = await ctx.db.get<{ status: string }>(sql`
    select status as "status" from imports where user_id = ${ctx.userId} and id = ${importId}`);
  if (row === undefined) throw new Refusal(404, "importNotFound");
  if (row.status === "committed") return undefined;
  throw new Refusal(409, "importNotReady", { status: row.status });
}

/** Makes the proposed accounts that rows will be booked on. Answers their ids. */
async function makeAccounts({ ctx, importId }: Commit): Promise<Set<number>> {
  const { db, userId } = ctx;
  const now = nowInstant(ctx);
  const wanted = await db.all<{ place: number; name: string; type: string }>(sql`
    select a.place as "place", a.new_name as "name", a.new_type as "type"
    from import_accounts a
    where a.user_id = ${userId} and a.import_id = ${importId} and a.account_id is null
      and exists (select 1 from import_rows r
        where r.user_id = a.user_id and r.import_id = a.import_id and ${BOOKED}
          and ((r.account = a.place and r.account_id is null)
            or (r.to_account = a.place and r.to_account_id is null)))
    order by a.place`);
  const made = new Map<string, number>();
  for (const { place, name, type } of wanted) {
    // Two names of the file that are to be one new account are one.
    const known = made.get(`${type} ${name}`);
    const accountId = known ?? (await insertAccount(ctx, name, type, now));
    made.set(`${type} ${name}`, accountId);
    await db.run(sql`update import_accounts set account_id = ${accountId}, made = 1
      where user_id = ${userId} and import_id = ${importId} and place = ${place}`);
  }
  return new Set(made.values());
}

async function insertAccount(
  { db, userId }: Context,
  name: string,
  type: string,
  now: string,
): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    insert into accounts (user_id, name, type, color, opening, balance, created_at, updated_at)
    values (${userId}, ${name}, ${type}, ${DEFAULT_COLOR}, 0, 0, ${now}, ${now})
    returning id as "id"`);
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
  const same = await ctx.db.get<{ row: number }>(sql`select r.number as "row" from import_rows r
    where ${booked(commit)} and r.kind = 'transfer' and r.account_id = r.to_account_id
    order by r.number limit 1`);
  if (same !== undefined) throw new Refusal(400, "importSameAccount", { row: same.row });
}

interface MovedBalance {
  accountId: number;
  name: string;
  delta: Fen;
  after: Fen;
}

/** One movement an account, in order of id. The accounts of refunded expenses are locked with them. */
async function moveAll(commit: Commit, joined: JoinedRecord[]): Promise<MovedBalance[]> {
  const { ctx } = commit;
  const deltas = new Map<number, Fen>();
  const add = (accountId: number, delta: number) =>
    deltas.set(accountId, fen((deltas.get(accountId) ?? 0) + delta));
  await inChunks(commit, async (range) => {
    const sums = await ctx.db.all<{ accountId: number; delta: string }>(sql`
      select side."accountId", cast(sum(side.delta) as text) as "delta" from (
        select r.account_id as "accountId", case when r.kind in ('income', 'refund')
          then r.amount else -(r.amount + r.fee) end as delta
        from import_rows r where ${booked(commit)} and ${range}
        union all
        select r.to_account_id as "accountId", r.amount as delta
        from import_rows r where ${booked(commit)} and ${range} and r.kind = 'transfer'
      ) as side group by side."accountId"`);
    for (const { accountId, delta } of sums) add(accountId, Number(delta));
  });
  for (const [accountId, delta] of joinedDeltas(joined)) add(accountId, delta);
  for (const { accountId } of await ctx.db.all<{ accountId: number }>(sql`
    select distinct e.account_id as "accountId" from import_rows r
    join records e on e.user_id = r.user_id and e.id = r.refund_of
    where ${booked(commit)}`)) {
    add(accountId, ZERO);
  }
  await moveBalances(ctx, deltas);
  await dropExcessiveLinks(commit);
  await followBooked(ctx.db, ctx.userId, commit.importId);
  await nextTurn();
  const accounts = await ctx.db.all<{ id: number; name: string; balance: Fen }>(sql`
    select id as "id", name as "name", balance as "balance" from accounts
    where user_id = ${ctx.userId} order by id`);
  return accounts.flatMap(({ id, name, balance }) => {
    const delta = deltas.get(id);
    return delta === undefined ? [] : [{ accountId: id, name, delta, after: balance }];
  });
}

/** A refund stays, but not its link, where the expense is gone or refunded meanwhile. */
async function dropExcessiveLinks(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  await ctx.db.run(sql`
    update import_rows as r set refund_of = null
    where ${booked(commit)} and r.refund_of is not null and not exists (
      select 1 from records e
      where e.user_id = ${ctx.userId} and e.id = r.refund_of and e.type = 'expense'
        and e.transfer_id is null
        and e.amount >= (
          select coalesce(sum(b.amount), 0) from records b
          where b.user_id = ${ctx.userId} and b.refund_of = e.id
        ) + (
          select coalesce(sum(o.amount), 0) from import_rows o
          where o.user_id = ${ctx.userId} and o.import_id = ${importId}
            and o.action = 'import' and o.kind = 'refund' and o.refund_of = e.id
        ))`);
}

async function keepResult(
  { ctx, importId, job }: Commit,
  balances: MovedBalance[],
  made: Set<number>,
  updated: number,
): Promise<void> {
  job.checkStopped();
  const counts = await ctx.db.all<{ action: string; transfer: number; count: number }>(sql`
    select action as "action", transfer as "transfer", count(*) as "count" from (
      select case when ${BOOKED} then 'import' else r.action end as action,
        case when r.kind = 'transfer' then 1 else 0 end as transfer
      from import_rows r where r.user_id = ${ctx.userId} and r.import_id = ${importId}
    ) as written group by action, transfer`);
  const count = (action: string, transfer?: number) =>
    counts
      .filter((one) => one.action === action && (transfer ?? one.transfer) === one.transfer)
      .reduce((sum, one) => sum + one.count, 0);
  const result: ImportResult = {
    records: count("import", 0),
    transfers: count("import", 1),
    updated,
    merged: count("merge"),
    skipped: count("skip"),
    accounts: balances.map(({ accountId, name, delta, after }) => ({
      accountId,
      name,
      before: yuan(fen(after - delta)),
      after: yuan(after),
      made: made.has(accountId),
    })),
  };
  await ctx.db.run(sql`update imports set result = ${JSON.stringify(result)}
    where user_id = ${ctx.userId} and id = ${importId}`);
}
