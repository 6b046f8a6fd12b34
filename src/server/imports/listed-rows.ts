/**
 * The rows of an import as they are listed: those of its preview, and in the place of those that are booked
 * the records and transfers that they are by now.
 */
import { columnOf } from "../../store/names.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { keyOf } from "./known-keys.ts";
import { ROW_COLUMNS, rowFields, type StoredRow } from "./preview-row.ts";

type Columns = Partial<Record<keyof StoredRow, Sql>>;

const zero = sql`0`;
const empty = sql`''`;

/** What a record or a transfer `b` and its key `k` say of the row; what they do not say is null. */
const BOTH: Columns = {
  number: sql`b.import_row`,
  bill: sql`coalesce(k.bill, 0)`,
  sourceLine: sql`coalesce(k.source_line, 0)`,
  key: sql`coalesce(k.key, '')`,
  amount: sql`b.amount`,
  currency: sql`i.currency`,
  time: empty,
  date: sql`b.date`,
  day: sql`b.day`,
  timed: sql`b.timed`,
  counterparty: empty,
  description: sql`coalesce(b.description, '')`,
  externalId: sql`coalesce(b.external_id, '')`,
  status: sql`coalesce(k.status, '')`,
  categoryReason: empty,
  reason: empty,
  planId: sql`b.plan_id`,
  due: sql`b.due`,
  fate: sql`case when b.plan_id is null then 'new' else 'planned' end`,
  action: sql`'import'`,
  decided: zero,
  joins: zero,
};

/** Whose rows, of which import. Each select names the user, so that all of them lie on one server. */
interface Of {
  userId: number;
  importId: number;
}

/** The place of an account among those of the import. */
const placeOf = ({ userId, importId }: Of, accountId: Sql): Sql => sql`coalesce((
  select min(a.place) from import_accounts a where a.user_id = ${userId}
    and a.import_id = ${importId} and a.account_id = ${accountId}), 0)`;

const recordColumns = (of: Of): Columns => ({
  ...BOTH,
  kind: sql`coalesce(b.row_kind, b.type)`,
  fee: zero,
  account: placeOf(of, sql`b.account_id`),
  accountId: sql`b.account_id`,
  category: sql`b.category`,
  refundOf: sql`b.refund_of`,
  recordId: sql`b.id`,
});

const transferColumns = (of: Of): Columns => ({
  ...BOTH,
  kind: sql`'transfer'`,
  fee: sql`coalesce((select f.amount from records f
    where f.user_id = ${of.userId} and f.transfer_id = b.id), 0)`,
  account: placeOf(of, sql`b.from_account_id`),
  toAccount: placeOf(of, sql`b.to_account_id`),
  accountId: sql`b.from_account_id`,
  toAccountId: sql`b.to_account_id`,
  category: empty,
  transferId: sql`b.id`,
});

/** Columns of numbers that may be empty. */
const NUMBERS: ReadonlySet<keyof StoredRow> = new Set([
  ...(["balance", "ownPlace", "toAccount", "accountId", "toAccountId"] as const),
  ...(["refundRow", "refundOf", "recordId", "transferId", "mergeRow", "planId"] as const),
]);

const select = (columns: Columns): Sql =>
  join(
    ROW_COLUMNS.map((name) => {
      const nothing = NUMBERS.has(name) ? sql`cast(null as bigint)` : sql`cast(null as text)`;
      return sql`${columns[name] ?? nothing} as ${raw(columnOf(name))}`;
    }),
    ", ",
  );

/** Which rows: those behind a number, and no more of them than that. */
interface Part {
  after?: number;
  limit?: number;
}

/** A table of the rows of an import. */
export function listedRows(userId: number, importId: number, { after = 0, limit }: Part = {}): Sql {
  const of = { userId, importId };
  // Each side by itself, so that a page reads no more than its own rows.
  const page = (number: Sql) =>
    limit === undefined ? sql`` : sql`order by ${number} limit ${limit}`;
  const side = (
    table: Sql,
    id: Sql,
    columns: Columns,
  ) => sql`select * from (select ${select(columns)}
    from ${table} b
    join imports i on i.user_id = b.user_id and i.id = b.import_id
    cross join import_keys k
    where b.user_id = ${userId} and b.import_id = ${importId} and b.import_row > ${after}
      and k.user_id = ${userId} and ${keyOf(userId, sql`k`, id, sql`b`)}
      and not exists (select 1 from import_rows r where r.user_id = ${userId}
        and r.import_id = ${importId} and r.number = b.import_row)
    ${page(sql`b.import_row`)}) as ${table}`;
  return sql`(select * from (select ${rowFields} from import_rows
      where user_id = ${userId} and import_id = ${importId} and number > ${after}
      ${page(sql`number`)}) as kept
    union all ${side(sql`records`, sql`record_id`, recordColumns(of))}
    union all ${side(sql`transfers`, sql`transfer_id`, transferColumns(of))}) as listed`;
}
