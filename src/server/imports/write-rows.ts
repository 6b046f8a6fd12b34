/** The rows of a preview into records, transfers, day totals and keys, by the set. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "../../contract/refusal.ts";
import { FEES } from "../../ledger/categories.ts";
import { MAX_BALANCE } from "../../ledger/money.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Job } from "../background/jobs.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";

/** Rows written between two turns of the event loop. */
const CHUNK = 500;

/** What every step of a commit is about. */
export interface Commit {
  ctx: Context;
  importId: number;
  job: Job;
  /** The rows that this transaction writes: all, or a part of a large import. */
  first: number;
  last: number;
  rowCount: number;
}

/** The rows `r` of the part. */
export const inPart = ({ first, last }: Pick<Commit, "first" | "last">): Sql =>
  sql`r.number between ${first} and ${last}`;

/** Whether a row `r` is booked: it is new, or becomes a transfer together with a record. */
export const BOOKED = sql`(r.action = 'import' or (r.action = 'merge' and r.joins = 1))`;

/** The key `k` that a row `r` of the action `update` is about: that of what is there. */
const updatedKey = sql`k.user_id = r.user_id and k.key = r.key
  and (k.record_id = r.record_id or k.transfer_id = r.transfer_id)`;

/** The rows that will be booked. */
export const booked = ({ ctx, importId }: Commit): Sql =>
  sql`r.user_id = ${ctx.userId} and r.import_id = ${importId} and ${BOOKED}`;

/** Runs a step for the rows of the part in chunks, between which other requests are served. */
export async function inChunks(
  { job, first, last }: Commit,
  step: (range: Sql) => Promise<unknown>,
): Promise<void> {
  for (let from = first; from <= last; from += CHUNK) {
    job.checkStopped();
    await step(inPart({ first: from, last: Math.min(last, from + CHUNK - 1) }));
    await nextTurn();
  }
}

/** What the rows add to the totals of their days; a refund lowers the expense of its category. */
export async function countDays(commit: Commit): Promise<void> {
  const { ctx } = commit;
  await inChunks(commit, (range) =>
    ctx.db.run(sql`
      insert into day_totals (user_id, day, type, category, amount, count)
      select user_id, day, type, category, sum(amount), count(*) from (
        select r.user_id, r.day, case when r.kind = 'income' then 'income' else 'expense' end as type,
          r.category, case when r.kind = 'refund' then -r.amount else r.amount end as amount
        from import_rows r where ${booked(commit)} and ${range} and r.kind not in ('transfer', 'opening')
        union all
        select r.user_id, r.day, 'expense' as type, ${FEES} as category, r.fee as amount
        from import_rows r where ${booked(commit)} and ${range} and r.kind = 'transfer' and r.fee > 0
      ) as counted
      group by user_id, day, type, category
      on conflict (user_id, day, type, category) do update
      set amount = day_totals.amount + excluded.amount,
        count = day_totals.count + excluded.count`),
  );
  const large = await ctx.db.get(sql`select 1 as one from day_totals
    where user_id = ${ctx.userId} and (amount > ${MAX_BALANCE} or amount < ${-MAX_BALANCE})
    limit 1`);
  if (large !== undefined) throw new Refusal(400, "dayTotalTooLarge");
}

const COMMON = sql`description, date, day, timed, created_at, updated_at,
  provider, external_id, row_kind, import_id`;
/** Of a row that is booked as an occurrence of a plan. */
const PLAN = sql`plan_id, due`;
const PLAN_OF_ROW = sql`r.plan_id, r.due`;

/** The values of those columns, from a row `r` and its account's place `a`. */
function common(commit: Commit): Sql {
  const now = nowInstant(commit.ctx);
  return sql`nullif(r.description, ''), r.date, r.day, r.timed,
    cast(${now} as text), cast(${now} as text), a.provider, nullif(r.external_id, ''), r.kind,
    r.import_id`;
}

/** Records first, then transfers with their fees, then refunds, which name the records. */
export async function writeRows(commit: Commit): Promise<void> {
  const { ctx, job, first, last, rowCount } = commit;
  let done = first - 1;
  await inChunks(commit, async (range) => {
    const from = sql`from import_rows r
      join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
        and a.place = r.account`;
    await ctx.db.run(sql`
      insert into records (user_id, account_id, type, amount, category, import_row, ${PLAN}, ${COMMON})
      select r.user_id, r.account_id, case when r.kind = 'income' then 'income' else 'expense' end,
        r.amount, r.category, r.number, ${PLAN_OF_ROW}, ${common(commit)}
      ${from} where ${booked(commit)} and ${range} and r.kind in ('income', 'expense', 'fee')
      order by r.number`);
    await ctx.db.run(sql`
      insert into transfers (user_id, from_account_id, to_account_id, amount, import_row, ${PLAN},
        ${COMMON})
      select r.user_id, r.account_id, r.to_account_id, r.amount, r.number, ${PLAN_OF_ROW},
        ${common(commit)}
      ${from} where ${booked(commit)} and ${range} and r.kind = 'transfer' order by r.number`);
    await ctx.db.run(sql`
      insert into records (user_id, account_id, type, amount, category, transfer_id, ${COMMON})
      select r.user_id, r.account_id, 'expense', r.fee, ${FEES}, t.id, ${common(commit)}
      ${from}
      join transfers t on t.user_id = r.user_id and t.import_id = r.import_id
        and t.import_row = r.number
      where ${booked(commit)} and ${range} and r.kind = 'transfer' and r.fee > 0
      order by r.number`);
    done = Math.min(last, done + CHUNK);
    job.report("committing", done, rowCount);
  });
  await inChunks(commit, (range) =>
    ctx.db.run(sql`
      insert into records (user_id, account_id, type, amount, category, import_row, refund,
        refund_of, ${COMMON})
      select r.user_id, r.account_id, 'income', r.amount, r.category, r.number, 1,
        coalesce(p.id, r.refund_of), ${common(commit)}
      from import_rows r
      join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
        and a.place = r.account
      left join records p on p.user_id = r.user_id and p.import_id = r.import_id
        and p.import_row = r.refund_row and p.type = 'expense'
      where ${booked(commit)} and ${range} and r.kind = 'refund' order by r.number`),
  );
}

/** What a key keeps of its row, which goes once it is booked. */
const TOLD = sql`status, description, account_id, to_account_id, balance, link_id, category, bill,
  source_line`;
const TOLD_BY_ROW = sql`r.status, r.description, r.account_id, r.to_account_id, r.balance, r.link_id,
  nullif(r.category, ''), r.bill, r.source_line`;

/**
 * By which the rows are known again: each with what it was booked as, or merged into. An import that
 * knew them before keeps its own keys. What this one brings up to date is kept as it was, for an undo.
 */
export async function writeKeys(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  await inChunks(commit, (range) => keepKeys(ctx, importId, range));
  await inChunks(commit, (range) =>
    ctx.db.run(sql`
      insert into import_keys (user_id, key, import_id, row_number, kind, record_id, transfer_id,
        ${TOLD})
      select r.user_id, r.key, r.import_id, r.number, r.kind, b.id, t.id, ${TOLD_BY_ROW}
      from import_rows r
      left join records b on b.user_id = r.user_id and b.import_id = r.import_id
        and b.import_row = r.number
      left join transfers t on t.user_id = r.user_id and t.import_id = r.import_id
        and t.import_row = r.number
      where ${booked(commit)} and ${range}
      order by r.number`),
  );
}

/**
 * The keys of rows that are merged: what each is merged into is in the book by now, whichever part has
 * written it. Run for all rows together with the last part.
 */
export async function writeMergedKeys(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  await inChunks(allRows(commit), (range) =>
    ctx.db.run(sql`
      insert into import_keys (user_id, key, import_id, row_number, kind, record_id, transfer_id,
        ${TOLD})
      select r.user_id, r.key, r.import_id, r.number, r.kind,
        coalesce(r.record_id, b.id, m.record_id), coalesce(r.transfer_id, t.id, m.transfer_id),
        ${TOLD_BY_ROW}
      from import_rows r
      left join import_rows m on m.user_id = r.user_id and m.import_id = r.import_id
        and m.number = r.merge_row
      left join records b on b.user_id = r.user_id and b.import_id = r.import_id
        and b.import_row = r.merge_row
      left join transfers t on t.user_id = r.user_id and t.import_id = r.import_id
        and t.import_row = r.merge_row
      where r.user_id = ${ctx.userId} and r.import_id = ${importId} and ${range}
        and r.action = 'merge' and r.joins = 0
      order by r.number`),
  );
}

/** Links the refunds whose purchase a later part has written. */
export async function linkLateRefunds(commit: Commit): Promise<void> {
  const { ctx, importId, first } = commit;
  if (first === 1) return;
  const { userId } = ctx;
  await inChunks(allRows(commit), (range) => {
    const late = sql`from import_rows r
      join records p on p.user_id = r.user_id and p.import_id = r.import_id
        and p.import_row = r.refund_row and p.type = 'expense'
      where r.user_id = ${userId} and r.import_id = ${importId} and ${range}
        and r.kind = 'refund' and r.refund_row > r.number`;
    return ctx.db.run(sql`update records as b
      set refund_of = (select p.id ${late} and r.number = b.import_row)
      where b.user_id = ${userId} and b.import_id = ${importId} and b.refund = 1
        and b.refund_of is null and b.import_row in (select r.number ${late})`);
  });
}

/** The commit as one of all rows. */
export const allRows = (commit: Commit): Commit => ({ ...commit, first: 1, last: commit.rowCount });

/**
 * Gives back the rows that are records and transfers now. What was not booked stays with its reason, and
 * what an undo asks for: openings, and rows that took the place of a record.
 */
export async function dropBooked(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  await inChunks(allRows(commit), (range) =>
    ctx.db.run(sql`delete from import_rows as r where r.user_id = ${ctx.userId}
      and r.import_id = ${importId} and ${range} and r.action = 'import' and r.kind <> 'opening'`),
  );
}

/** Keeps the keys that these rows bring up to date, as they are now. Most rows are new and change none. */
function keepKeys({ db, userId }: Context, importId: number, range: Sql): Promise<number> {
  return db.run(sql`
    insert into import_changes (user_id, import_id, key, row_number, was_import_id, was_row, was_kind,
      record_id, transfer_id, was_status, was_description, status, description)
    select r.user_id, r.import_id, r.key, r.number, k.import_id, k.row_number, k.kind, k.record_id,
      k.transfer_id, k.status, k.description, r.status, r.description
    from import_rows r join import_keys k on ${updatedKey}
    where r.user_id = ${userId} and r.import_id = ${importId} and ${range}
      and r.action = 'update'`);
}
