import sql, { join, type Sql } from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import type { Input } from "../contract/endpoint.ts";
import type { LedgerRecord, RecordAccount, RecordWithAccount } from "../contract/records.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Moment } from "../ledger/calendar.ts";
import { effect, type RecordType } from "../ledger/effect.ts";
import { type Fen, fen, ZERO } from "../ledger/money.ts";
import { listAccounts } from "./accounts.ts";
import { countDay, moveBalance, moveBalances, nowInstant } from "./book.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { daysBetween, momentOf } from "./dates.ts";
import { type Context, type Handlers, Page, Rows } from "./handler.ts";
import { recordDays } from "./record-days.ts";
import { searchConditions } from "./record-search.ts";
import { bulkRecords } from "./records-bulk.ts";
import { requireUser } from "./users.ts";
import { keepVersion } from "./versions.ts";
import { fenOf, yuan } from "./wire.ts";

/** A record as stored: money in fen, description null when there is none. */
export interface RecordRow extends Omit<LedgerRecord, "amount" | "description"> {
  amount: Fen;
  description: string | null;
}

/** What an update needs besides. */
interface StoredRecord extends RecordRow {
  day: string;
  timed: number;
}

const recordFields = sql`id as "id", user_id as "userId", account_id as "accountId",
  type as "type", amount as "amount", category as "category", description as "description",
  date as "date", created_at as "createdAt", updated_at as "updatedAt"`;

/** Rows fetched at a time for a long list. */
export const PAGE_ROWS = 500;

export const recordHandlers: Handlers<(typeof contract)["records"]> = {
  async list(ctx, { query }) {
    const accounts = await accountsById(ctx);
    const where = await listFilter(ctx, query);
    if (query.limit !== undefined) return listPage(ctx, where, query.limit, presentWith(accounts));
    const statement = sql`select ${recordFields} from records where ${where}
      order by created_at desc, id desc`;
    // Most books' answers fit one page, and one page is fetched faster whole than row by row.
    const first = await ctx.db.all<RecordRow>(sql`${statement} limit ${PAGE_ROWS + 1}`);
    const long =
      first.length > PAGE_ROWS ? ctx.db.pages<RecordRow>(statement, PAGE_ROWS) : undefined;
    return new Rows(first, long, recordWriter(accounts));
  },

  days: async (ctx, { query }) => recordDays(ctx, await listFilter(ctx, query)),

  bulk: (ctx, { body }) => bulkRecords(ctx, body),

  async get(ctx, { params }) {
    const record = await ctx.db.get<RecordRow>(sql`select ${recordFields} from records
      where user_id = ${ctx.userId} and id = ${params.id}`);
    if (record === undefined) throw new Refusal(404, "recordNotFound");
    return presentWith(await accountsById(ctx))(record);
  },

  async create(ctx, { body }) {
    const moment = momentOf(body.date, ctx.zone);
    const amount = fenOf(body.amount);
    await moveOwnBalance(ctx, body.accountId, effect({ type: body.type, amount }));
    const now = nowInstant(ctx);
    // Neither needs the other's answer: on a database at the end of a wire they travel together.
    const [made] = await Promise.all([
      ctx.db.get<RecordRow>(sql`
        insert into records (user_id, account_id, type, amount, category, description,
          date, day, timed, created_at, updated_at)
        values (${ctx.userId}, ${body.accountId}, ${body.type}, ${amount}, ${body.category},
          ${body.description || null}, ${moment.instant}, ${moment.day}, ${moment.timed ? 1 : 0},
          ${now}, ${now})
        returning ${recordFields}`),
      countDay(ctx, { ...body, amount, day: moment.day }, 1),
    ]);
    return presentRecord(made as RecordRow);
  },

  async update(ctx, { params, body }) {
    const old = await lockRecord(ctx, params.id, body.accountId);
    const next = applyChange(ctx, old, body);
    if (isSame(old, next)) return presentRecord(old);
    await keepVersion(ctx, "record", old.id, "update");
    await moveBalances(ctx, balanceDeltas(old, next));
    const updated = await ctx.db.get<RecordRow>(sql`
      update records set account_id = ${next.accountId}, type = ${next.type},
        amount = ${next.amount}, category = ${next.category}, description = ${next.description},
        date = ${next.date}, day = ${next.day}, timed = ${next.timed},
        updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${recordFields}`);
    if (!countsSame(old, next)) {
      await countDay(ctx, old, -1);
      await countDay(ctx, next, 1);
    }
    return presentRecord(updated as RecordRow);
  },

  async remove(ctx, { params }) {
    const old = await lockRecord(ctx, params.id, undefined);
    await keepVersion(ctx, "record", old.id, "delete");
    await moveBalance(ctx, old.accountId, fen(-effect(old)));
    await ctx.db.run(sql`delete from records where user_id = ${ctx.userId} and id = ${params.id}`);
    await countDay(ctx, old, -1);
    return null;
  },
};

/** Moves the balance; where the account is missing, says whether it is the user who does not exist. */
async function moveOwnBalance(ctx: Context, accountId: number, delta: Fen): Promise<void> {
  try {
    await moveBalance(ctx, accountId, delta);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await requireUser(ctx);
    throw error;
  }
}

/**
 * Reads a record for change. Its account (and the one it may move to) is locked first, in order of
 * id, by a write that moves nothing; only then is the record read, so that what is read stays true.
 */
async function lockRecord(
  ctx: Context,
  id: number,
  toAccountId: number | undefined,
): Promise<StoredRecord> {
  for (;;) {
    const accountId = await accountOf(ctx, id);
    const accounts = new Map([[accountId, ZERO]]);
    if (toAccountId !== undefined) accounts.set(toAccountId, ZERO);
    for (const account of [...accounts.keys()].sort((a, b) => a - b))
      await lockAccountRow(ctx, account);
    const record = await ctx.db.get<StoredRecord>(sql`
      select ${recordFields}, day as "day", timed as "timed" from records
      where user_id = ${ctx.userId} and id = ${id}`);
    if (record === undefined) throw new Refusal(404, "recordNotFound");
    // Another write may have moved the record between the two reads; then its new account is locked.
    if (record.accountId === accountId) return record;
  }
}

async function accountOf(ctx: Context, id: number): Promise<number> {
  const row = await ctx.db.get<{ accountId: number }>(sql`
    select account_id as "accountId" from records where user_id = ${ctx.userId} and id = ${id}`);
  if (row === undefined) throw new Refusal(404, "recordNotFound");
  return row.accountId;
}

async function lockAccountRow(ctx: Context, accountId: number): Promise<void> {
  const locked = await ctx.db.run(sql`update accounts set balance = balance
    where user_id = ${ctx.userId} and id = ${accountId}`);
  if (locked === 0) throw new Refusal(404, "accountNotFound");
}

type Change = Parameters<(typeof recordHandlers)["update"]>[1]["body"];

/** The record as it will be. A date that names the stored instant changes nothing (round trip). */
function applyChange(ctx: Context, old: StoredRecord, change: Change): StoredRecord {
  const moment = change.date === undefined ? undefined : momentUnlessSame(ctx, old, change.date);
  return {
    ...old,
    accountId: change.accountId ?? old.accountId,
    type: change.type ?? old.type,
    amount: change.amount === undefined ? old.amount : fenOf(change.amount),
    category: change.category ?? old.category,
    description: change.description === undefined ? old.description : change.description,
    date: moment?.instant ?? old.date,
    day: moment?.day ?? old.day,
    timed: moment === undefined ? old.timed : Number(moment.timed),
  };
}

function momentUnlessSame(ctx: Context, old: StoredRecord, date: string): Moment | undefined {
  const moment = momentOf(date, ctx.zone);
  return moment.timed && moment.instant === old.date ? undefined : moment;
}

function isSame(old: StoredRecord, next: StoredRecord): boolean {
  return (
    countsSame(old, next) &&
    old.accountId === next.accountId &&
    old.description === next.description &&
    old.date === next.date &&
    old.timed === next.timed
  );
}

function countsSame(old: StoredRecord, next: StoredRecord): boolean {
  return (
    old.day === next.day &&
    old.type === next.type &&
    old.category === next.category &&
    old.amount === next.amount
  );
}

/** The old effect reversed and the new one applied, per account. */
function balanceDeltas(old: StoredRecord, next: StoredRecord): Map<number, Fen> {
  const deltas = new Map<number, Fen>([[old.accountId, fen(-effect(old))]]);
  deltas.set(next.accountId, fen((deltas.get(next.accountId) ?? 0) + effect(next)));
  if (deltas.size === 1 && deltas.get(next.accountId) === 0) deltas.clear();
  return deltas;
}

type ListQuery = Input<(typeof contract)["records"]["days"]>["query"] & { cursor?: string };

async function listFilter(ctx: Context, query: ListQuery): Promise<Sql> {
  const { first, last } = daysBetween(query, ctx.zone);
  const conditions = [sql`user_id = ${ctx.userId}`];
  if (query.accountId !== undefined) conditions.push(sql`account_id = ${query.accountId}`);
  if (query.type !== undefined) conditions.push(sql`type = ${query.type}`);
  if (query.category !== undefined) conditions.push(sql`category = ${query.category}`);
  if (first !== undefined) conditions.push(sql`day >= ${first}`);
  if (last !== undefined) conditions.push(sql`day <= ${last}`);
  conditions.push(...searchConditions(query));
  if (query.cursor !== undefined) {
    const after = readCursor(query.cursor);
    conditions.push(sql`(created_at, id) < (${after.createdAt}, ${after.id})`);
  }
  return join(conditions, " and ");
}

type Present = (row: RecordRow) => RecordWithAccount;

async function listPage(
  ctx: Context,
  where: Sql,
  limit: number,
  present: Present,
): Promise<Page<RecordWithAccount>> {
  // One row more than asked tells whether there is a next page.
  const rows = await ctx.db.all<RecordRow>(sql`select ${recordFields} from records where ${where}
    order by created_at desc, id desc limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return new Page(shown.map(present), last && writeCursor(last));
}

async function accountsById(ctx: Context): Promise<Map<number, RecordAccount>> {
  const accounts = await listAccounts(ctx);
  return new Map(
    accounts.map(({ id, name, type, color, balance }) => [
      id,
      { id, name, type, color, balance: yuan(balance) },
    ]),
  );
}

/** Presents rows with the account that each belongs to. */
export function presentWith(accounts: Map<number, RecordAccount>): Present {
  return (row) => {
    const record: RecordWithAccount = presentRecord(row);
    record.account = accounts.get(row.accountId);
    return record;
  };
}

/**
 * Writes rows as the JSON text that `JSON.stringify(presentWith(accounts)(row))` gives, several times
 * faster: only free text needs escaping, and an account's text is made once. A test compares the two.
 */
export function recordWriter(accounts: Map<number, RecordAccount>): (row: RecordRow) => string {
  const accountTexts = new Map<number, string>();
  for (const [id, account] of accounts) accountTexts.set(id, JSON.stringify(account));
  return (row) => {
    const description =
      row.description === null ? "" : `,"description":${JSON.stringify(row.description)}`;
    return (
      `{"id":${row.id},"userId":${row.userId},"accountId":${row.accountId},"type":"${row.type}",` +
      `"amount":${yuan(row.amount)},"category":${JSON.stringify(row.category)}${description},` +
      `"date":"${row.date}","createdAt":"${row.createdAt}","updatedAt":"${row.updatedAt}",` +
      `"account":${accountTexts.get(row.accountId)}}`
    );
  };
}

/** A record as answered: no description when there is none (decisions R6). */
export function presentRecord(row: RecordRow): LedgerRecord {
  const record: LedgerRecord = {
    id: row.id,
    userId: row.userId,
    accountId: row.accountId,
    type: row.type as RecordType,
    amount: yuan(row.amount),
    category: row.category,
    description: row.description ?? undefined,
    date: row.date,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
  return record;
}
