import sql, { join, type Sql } from "sql-template-tag";
import type { contract } from "../contract/contract.ts";
import type { Input } from "../contract/endpoint.ts";
import type { ListOrder } from "../contract/fields.ts";
import type { RecordAccount, RecordWithAccount } from "../contract/records.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Moment } from "../ledger/calendar.ts";
import { effect } from "../ledger/effect.ts";
import { type Fen, fen } from "../ledger/money.ts";
import { COUNTED_TYPE } from "../store/counted.ts";
import { listAccounts } from "./accounts.ts";
import { countDay, moveBalance, moveBalances, nowInstant } from "./book.ts";
import { daysBetween, momentOf } from "./dates.ts";
import { type Context, type Handlers, Page, Rows } from "./handler.ts";
import { behind, cursorAfter, orderBy } from "./list-order.ts";
import { recordDays } from "./record-days.ts";
import { findRecord, lockExpense, lockRecord } from "./record-lock.ts";
import { searchConditions } from "./record-search.ts";
import { bulkRecords } from "./records-bulk.ts";
import { checkRefund, checkRefunded, chooseRefund } from "./refunds.ts";
import {
  isPlain,
  presentExtras,
  presentRecord,
  type RecordRow,
  recordFields,
  type StoredRecord,
} from "./stored-record.ts";
import { refuseFee } from "./transfer-fee.ts";
import { requireUser } from "./users.ts";
import { keepVersion } from "./versions.ts";
import { fenOf, yuan } from "./wire.ts";

/** Rows fetched at a time for a long list. */
export const PAGE_ROWS = 500;

export const recordHandlers: Handlers<(typeof contract)["records"]> = {
  async list(ctx, { query }) {
    const accounts = await accountsById(ctx);
    const where = await listFilter(ctx, query);
    const statement = sql`select ${recordFields} from records where ${where}
      ${orderBy(query.order)}`;
    if (query.limit !== undefined) {
      return listPage(ctx, statement, query.limit, query.order, presentWith(accounts));
    }
    // Most books' answers fit one page, and one page is fetched faster whole than row by row.
    const first = await ctx.db.all<RecordRow>(sql`${statement} limit ${PAGE_ROWS + 1}`);
    const long =
      first.length > PAGE_ROWS ? ctx.db.pages<RecordRow>(statement, PAGE_ROWS) : undefined;
    return new Rows(first, long, recordWriter(accounts));
  },

  days: async (ctx, { query }) => recordDays(ctx, await listFilter(ctx, query)),

  bulk: (ctx, { body }) => bulkRecords(ctx, body),

  async get(ctx, { params }) {
    const row = await ctx.db.get<RecordRow & { refunded: Fen | null }>(sql`
      select ${recordFields}, (
        select cast(sum(amount) as bigint) from records
        where user_id = ${ctx.userId} and refund_of = ${params.id}) as "refunded"
      from records where user_id = ${ctx.userId} and id = ${params.id}`);
    if (row === undefined) throw new Refusal(404, "recordNotFound");
    const record = presentWith(await accountsById(ctx))(row);
    return row.refunded === null ? record : { ...record, refunded: yuan(row.refunded) };
  },

  async create(ctx, { body }) {
    const moment = momentOf(body.date, ctx.zone);
    const amount = fenOf(body.amount);
    const { accountId } = body;
    const refund = chooseRefund(NO_REFUND, body);
    // Only where it says what it gives back may a request leave these two out (see the contract).
    const { type = "income" } = body;
    const expense =
      refund.refund === 1
        ? await checkNewRefund(ctx, { ...refund, type, amount, accountId })
        : undefined;
    const category = body.category ?? (expense as StoredRecord).category;
    await moveOwnBalance(ctx, accountId, effect({ type, amount }));
    const now = nowInstant(ctx);
    // Neither needs the other's answer: on a database at the end of a wire they travel together.
    const [made] = await Promise.all([
      ctx.db.get<RecordRow>(sql`
        insert into records (user_id, account_id, type, amount, category, description,
          date, day, timed, created_at, updated_at, refund, refund_of)
        values (${ctx.userId}, ${accountId}, ${type}, ${amount}, ${category},
          ${body.description || null}, ${moment.instant}, ${moment.day}, ${moment.timed ? 1 : 0},
          ${now}, ${now}, ${refund.refund}, ${refund.refundOf})
        returning ${recordFields}`),
      countDay(ctx, { type, category, amount, day: moment.day, refund: refund.refund }, 1),
    ]);
    return presentRecord(made as RecordRow);
  },

  async update(ctx, { params, body }) {
    const old = await lockRecord(ctx, params.id, body);
    const next = applyChange(ctx, old, body);
    if (isSame(old, next)) return presentRecord(old);
    refuseFee(old);
    await checkRefundChange(ctx, old, next);
    await keepVersion(ctx, "record", old.id, "update");
    await moveBalances(ctx, balanceDeltas(old, next));
    const updated = await ctx.db.get<RecordRow>(sql`
      update records set account_id = ${next.accountId}, type = ${next.type},
        amount = ${next.amount}, category = ${next.category}, description = ${next.description},
        date = ${next.date}, day = ${next.day}, timed = ${next.timed},
        refund = ${next.refund}, refund_of = ${next.refundOf}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${recordFields}`);
    if (!countsSame(old, next)) {
      await countDay(ctx, old, -1);
      await countDay(ctx, next, 1);
    }
    return presentRecord(updated as RecordRow);
  },

  async remove(ctx, { params }) {
    const old = await lockRecord(ctx, params.id);
    refuseFee(old);
    await checkRefunded(ctx, old, undefined);
    await keepVersion(ctx, "record", old.id, "delete");
    await moveBalance(ctx, old.accountId, fen(-effect(old)));
    await ctx.db.run(sql`delete from records where user_id = ${ctx.userId} and id = ${params.id}`);
    await countDay(ctx, old, -1);
    return null;
  },
};

const NO_REFUND = { refund: 0, refundOf: null };

/**
 * A refund to be made: its account and the expense's are locked before the refunds are summed.
 * Answers the expense that it names.
 */
async function checkNewRefund(
  ctx: Context,
  next: Pick<StoredRecord, "type" | "amount" | "refund" | "refundOf" | "accountId">,
): Promise<StoredRecord | undefined> {
  const expense =
    next.refundOf === null ? undefined : await lockExpense(ctx, next.refundOf, next.accountId);
  await checkRefund(ctx, next, expense);
  return expense;
}

/** A changed refund fits its expense, and a changed expense still covers its refunds. */
async function checkRefundChange(
  ctx: Context,
  old: StoredRecord,
  next: StoredRecord,
): Promise<void> {
  const expense = next.refundOf === null ? undefined : await findRecord(ctx, next.refundOf);
  await checkRefund(ctx, next, expense, old.id);
  await checkRefunded(ctx, old, next);
}

/** Moves the balance; where the account is missing, says whether it is the user who does not exist. */
async function moveOwnBalance(ctx: Context, accountId: number, delta: Fen): Promise<void> {
  try {
    await moveBalance(ctx, accountId, delta);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await requireUser(ctx);
    throw error;
  }
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
    ...chooseRefund(old, change),
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
    old.timed === next.timed &&
    old.refundOf === next.refundOf
  );
}

function countsSame(old: StoredRecord, next: StoredRecord): boolean {
  return (
    old.day === next.day &&
    old.type === next.type &&
    old.category === next.category &&
    old.amount === next.amount &&
    old.refund === next.refund
  );
}

/** The old effect reversed and the new one applied, per account. */
function balanceDeltas(old: StoredRecord, next: StoredRecord): Map<number, Fen> {
  const deltas = new Map<number, Fen>([[old.accountId, fen(-effect(old))]]);
  deltas.set(next.accountId, fen((deltas.get(next.accountId) ?? 0) + effect(next)));
  if (deltas.size === 1 && deltas.get(next.accountId) === 0) deltas.clear();
  return deltas;
}

const LAST_DAY = "9999-12-31";

type ListQuery = Input<(typeof contract)["records"]["list"]>["query"];

async function listFilter(ctx: Context, query: ListQuery): Promise<Sql> {
  const { first, last } = daysBetween(query, ctx.zone);
  const conditions = [sql`user_id = ${ctx.userId}`];
  if (query.accountId !== undefined) conditions.push(sql`account_id = ${query.accountId}`);
  if (query.type !== undefined) conditions.push(sql`type = ${query.type}`);
  if (query.countsAs !== undefined) conditions.push(sql`${COUNTED_TYPE} = ${query.countsAs}`);
  if (query.category !== undefined) conditions.push(sql`category = ${query.category}`);
  if (first !== undefined) conditions.push(sql`day >= ${first}`);
  if (last !== undefined) conditions.push(sql`day <= ${last}`);
  if (query.importId !== undefined) conditions.push(sql`import_id = ${query.importId}`);
  conditions.push(...searchConditions(query));
  // Holds for all; without it SQLite would sort the whole book rather than follow the days' index.
  if (query.order === "date") conditions.push(sql`day <= ${LAST_DAY}`);
  if (query.cursor !== undefined) conditions.push(behind(query.order, query.cursor, ctx.zone));
  return join(conditions, " and ");
}

type Present = (row: RecordRow) => RecordWithAccount;

async function listPage(
  ctx: Context,
  statement: Sql,
  limit: number,
  order: ListOrder | undefined,
  present: Present,
): Promise<Page<RecordWithAccount>> {
  // One row more than asked tells whether there is a next page.
  const rows = await ctx.db.all<RecordRow>(sql`${statement} limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return new Page(shown.map(present), last && cursorAfter(order, last));
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
      `${extrasText(row)}"account":${accountTexts.get(row.accountId)}}`
    );
  };
}

/** What goes beyond the interface, with a comma behind it; most records have none of it. */
function extrasText(row: RecordRow): string {
  if (isPlain(row)) return "";
  const extras = JSON.stringify(presentExtras(row));
  return extras === "{}" ? "" : `${extras.slice(1, -1)},`;
}
