/**
 * The rows of an import as they are listed: those of its preview, and in the place of those that are booked
 * the records and transfers that they are by now.
 */
import sql, { join, raw, type Sql } from "sql-template-tag";
import { columnOf } from "../../store/names.ts";
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
  fate: sql`'new'`,
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

const select = (columns: Columns): Sql =>
  join(
    ROW_COLUMNS.map((name) => sql`${columns[name] ?? sql`null`} as ${raw(columnOf(name))}`),
    ", ",
  );

/** A table of all rows of an import. */
export function listedRows(userId: number, importId: number): Sql {
  const of = { userId, importId };
  const side = (table: Sql, id: Sql, columns: Columns) => sql`select ${select(columns)}
    from ${table} b
    join imports i on i.user_id = b.user_id and i.id = b.import_id
    left join import_keys k on k.user_id = b.user_id and k.${id} = b.id
      and k.import_id = b.import_id and k.row_number = b.import_row
    where b.user_id = ${userId} and b.import_id = ${importId} and b.import_row is not null
      and not exists (select 1 from import_rows r where r.user_id = ${userId}
        and r.import_id = ${importId} and r.number = b.import_row)`;
  return sql`(select ${rowFields} from import_rows
      where user_id = ${userId} and import_id = ${importId}
    union all ${side(sql`records`, sql`record_id`, recordColumns(of))}
    union all ${side(sql`transfers`, sql`transfer_id`, transferColumns(of))}) as listed`;
}
