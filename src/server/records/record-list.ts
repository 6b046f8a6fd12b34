/** The list of records: what it filters by, its pages, and the text it is written as. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import type { ListOrder } from "../../contract/fields.ts";
import type { RecordAccount, RecordWithAccount } from "../../contract/records.ts";
import { LAST_DAY } from "../../ledger/calendar.ts";
import { COUNTED_TYPE } from "../../store/counted.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import {
  type AccountRow,
  firstAccounts,
  listAccounts,
  namedAccounts,
} from "../accounts/accounts.ts";
import { type Context, Page, Rows } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { AT_ONCE, ONE_MORE } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import { behind, cursorAfter, orderBy } from "../handler/paging.ts";
import { searchConditions } from "../handler/search.ts";
import {
  isPlain,
  presentExtras,
  presentRecord,
  type RecordRow,
  recordFields,
  type StoredRecord,
  storedRecordFields,
} from "./record-row.ts";

type ListQuery = Input<(typeof contract)["records"]["list"]>["query"];

/** Whole, or the page that is asked for. */
export async function listRecords(ctx: Context, query: ListQuery) {
  const statement = sql`select ${recordFields} from ${filteredRecords(ctx, query)}
    ${orderBy(query.order)}`;
  if (query.limit !== undefined) {
    return listPage(ctx, statement, query.limit, query.order);
  }
  // Most books' answers fit one page, and one page is fetched faster whole than row by row.
  const [accounts, first] = await Promise.all([
    firstAccounts(ctx),
    ctx.db.all<RecordRow>(sql`${statement} limit ${ONE_MORE}`),
  ]);
  if (first.length <= AT_ONCE) {
    return new Rows(first, undefined, recordWriter(await accountsOf(ctx, first, accounts)));
  }
  const all = accounts.length > AT_ONCE ? await listAccounts(ctx) : accounts;
  const long = ctx.db.pages<RecordRow>(statement, AT_ONCE);
  return new Rows(first, long, recordWriter(shownById(all)));
}

/** The records of a list, with their user, as they stand behind `from`. Refuses an invalid cursor. */
export function filteredRecords(ctx: Context, query: ListQuery): Sql {
  const where = listFilter(ctx, query);
  if (query.importId === undefined) return sql`records where ${where}`;
  // Gathered first by their index: an engine would follow the list's order through the whole book.
  return sql`(select * from records where user_id = ${ctx.userId}
    and import_id = ${query.importId} limit ${Number.MAX_SAFE_INTEGER}) as records where ${where}`;
}

function listFilter(ctx: Context, query: ListQuery): Sql {
  const { first, last } = daysBetween(query, ctx.zone);
  const conditions = [sql`user_id = ${ctx.userId}`];
  if (query.accountId !== undefined) conditions.push(sql`account_id = ${query.accountId}`);
  if (query.type !== undefined) conditions.push(sql`type = ${query.type}`);
  if (query.countsAs !== undefined) conditions.push(sql`${COUNTED_TYPE} = ${query.countsAs}`);
  if (query.category !== undefined) conditions.push(sql`category = ${query.category}`);
  if (first !== undefined) conditions.push(sql`day >= ${first}`);
  if (last !== undefined) conditions.push(sql`day <= ${last}`);
  if (query.importId !== undefined) conditions.push(sql`import_id = ${query.importId}`);
  conditions.push(
    ...searchConditions(query, {
      userId: ctx.userId,
      texts: [sql`category`, sql`coalesce(description, '')`],
      accounts: [sql`account_id`],
      amount: sql`amount`,
    }),
  );
  // Holds for all; without it SQLite would sort the whole book rather than follow the days' index.
  if (query.order === "date") conditions.push(sql`day <= ${LAST_DAY}`);
  if (query.cursor !== undefined) conditions.push(behind(query.order, query.cursor, ctx.zone));
  return join(conditions, " and ");
}

/** The newest records by day, as many as are asked for. */
export function newestRecords({ db, userId }: Context, limit: number): Promise<StoredRecord[]> {
  return db.all<StoredRecord>(sql`select ${storedRecordFields} from records
    where user_id = ${userId} and day <= ${LAST_DAY} ${orderBy("date")} limit ${limit}`);
}

type Present = (row: RecordRow) => RecordWithAccount;

async function listPage(
  ctx: Context,
  statement: Sql,
  limit: number,
  order: ListOrder | undefined,
): Promise<Page<RecordWithAccount>> {
  // One row more than asked tells whether there is a next page.
  const [accounts, rows] = await Promise.all([
    firstAccounts(ctx),
    ctx.db.all<RecordRow>(sql`${statement} limit ${limit + 1}`),
  ]);
  const shown = rows.slice(0, limit);
  const byId = await accountsOf(ctx, shown, accounts);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return new Page(shown.map(presentWith(byId)), last && cursorAfter(order, last));
}

/**
 * The accounts of records as they show them. `some` are the user's first ones: all that there are in most books, which
 * have been read together with the records.
 */
export async function accountsOf(
  ctx: Context,
  rows: readonly RecordRow[],
  some: readonly AccountRow[],
): Promise<Map<number, RecordAccount>> {
  if (some.length <= AT_ONCE) return shownById(some);
  return shownById(
    await namedAccounts(
      ctx,
      rows.map(({ accountId }) => accountId),
    ),
  );
}

function shownById(accounts: readonly AccountRow[]): Map<number, RecordAccount> {
  const shown = new Map<number, RecordAccount>();
  for (const { id, name, type, color, balance } of accounts) {
    shown.set(id, { id, name, type, color, balance: yuan(balance) });
  }
  return shown;
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
  const textOf = (id: number) => {
    const text = accountTexts.get(id) ?? JSON.stringify(accounts.get(id));
    accountTexts.set(id, text);
    return text;
  };
  return (row) => {
    const description =
      row.description === null ? "" : `,"description":${JSON.stringify(row.description)}`;
    return (
      `{"id":${row.id},"userId":${row.userId},"accountId":${row.accountId},"type":"${row.type}",` +
      `"amount":${yuan(row.amount)},"category":${JSON.stringify(row.category)}${description},` +
      `"date":"${row.date}","createdAt":"${row.createdAt}","updatedAt":"${row.updatedAt}",` +
      `${extrasText(row)}"account":${textOf(row.accountId)}}`
    );
  };
}

/** What goes beyond the interface, with a comma behind it; most records have none of it. */
function extrasText(row: RecordRow): string {
  if (isPlain(row)) return "";
  const extras = JSON.stringify(presentExtras(row));
  return extras === "{}" ? "" : `${extras.slice(1, -1)},`;
}
