/**
 * A row and a record of the book that are one transfer seen from both sides. When the user says so,
 * the commit books the transfer in the place of the record, which is kept to be brought back by undo.
 */
import sql, { join, type Sql } from "sql-template-tag";
import { Refusal } from "../contract/refusal.ts";
import type { Day } from "../ledger/calendar.ts";
import { effect, type RecordType } from "../ledger/effect.ts";
import { type Fen, fen } from "../ledger/money.ts";
import { momentIn } from "../ledger/zone.ts";
import { countDay, uncountDays } from "./book.ts";
import type { Context } from "./handler.ts";
import type { RowSuggestion, StoredRow } from "./import-row.ts";
import type { Commit } from "./import-write.ts";
import { keepVersions } from "./versions.ts";

/** The rows `r` of an import that become a transfer together with a record. */
const joining = (userId: number, importId: number): Sql =>
  sql`r.user_id = ${userId} and r.import_id = ${importId} and r.action = 'merge' and r.joins = 1`;

/** Whether merging this row means that it and a plain record become one transfer. */
export function isJoin(row: Pick<StoredRow, "suggestion">): boolean {
  if (row.suggestion === null) return false;
  const { kind, recordId } = JSON.parse(row.suggestion) as RowSuggestion;
  return kind === "two-sides" && recordId !== undefined;
}

export interface JoinedRecord {
  row: number;
  kind: string;
  id: number;
  accountId: number;
  type: RecordType;
  amount: Fen;
}

/**
 * Makes each joining row the transfer that it will be: from the side that the money left to the side
 * where it arrived. Answers the records that go. Refuses when one of them can be no side of it.
 */
export async function settleJoins({ ctx, importId }: Commit): Promise<JoinedRecord[]> {
  const { db, userId } = ctx;
  const joins = joining(userId, importId);
  const count = (await db.get(
    sql`select count(*) as "count" from import_rows r where ${joins}`,
  )) as {
    count: number;
  };
  if (count.count === 0) return [];
  const records = await db.all<JoinedRecord>(sql`
    select r.number as "row", r.kind as "kind", b.id as "id", b.account_id as "accountId",
      b.type as "type", b.amount as "amount"
    from import_rows r join records b on b.user_id = r.user_id and b.id = r.record_id
    where ${joins} and b.refund = 0 and b.transfer_id is null
      and b.amount in (r.amount, r.amount + r.fee)
      and (r.kind = 'transfer' or (b.type = 'income') = (r.kind in ('expense', 'fee')))
      and not exists (select 1 from records f
        where f.user_id = ${userId} and f.refund_of = b.id)
    order by r.number`);
  const ids = new Set(records.map(({ id }) => id));
  const lost = count.count - ids.size;
  if (lost > 0) throw new Refusal(409, "importJoinLost", { count: lost });
  for (const { row, kind, accountId } of records) {
    const ofRow = sql`user_id = ${userId} and import_id = ${importId} and number = ${row}`;
    if (kind === "expense" || kind === "fee") {
      await db.run(sql`update import_rows set kind = 'transfer', to_account_id = ${accountId}
        where ${ofRow}`);
    } else if (kind !== "transfer") {
      await db.run(sql`update import_rows set kind = 'transfer', to_account = account,
        to_account_id = account_id, account_id = ${accountId} where ${ofRow}`);
    }
  }
  return records;
}

/** What taking the joined records out does to each account. */
export function joinedDeltas(
  records: Pick<JoinedRecord, "accountId" | "type" | "amount">[],
): [accountId: number, delta: Fen][] {
  return records.map((record) => [record.accountId, fen(-effect(record))]);
}

/** Takes the joined records out of the book; their balances have moved already. */
export async function replaceJoined(
  { ctx, importId }: Commit,
  records: JoinedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const { db, userId } = ctx;
  await db.run(sql`
    insert into import_replaced (user_id, import_id, row_number, record_id, account_id, type, amount,
      category, description, date, day, timed, provider, external_id, row_kind, was_import_id,
      was_row, created_at, updated_at)
    select b.user_id, r.import_id, r.number, b.id, b.account_id, b.type, b.amount, b.category,
      b.description, b.date, b.day, b.timed, b.provider, b.external_id, b.row_kind, b.import_id,
      b.import_row, b.created_at, b.updated_at
    from import_rows r join records b on b.user_id = r.user_id and b.id = r.record_id
    where ${joining(userId, importId)}`);
  const gone = sql`id in (${join(records.map(({ id }) => id))})`;
  await keepVersions(ctx, "record", gone, "delete");
  await uncountDays(ctx, sql`user_id = ${userId} and ${gone}`);
  await db.run(sql`update import_rows set refund_of = null
    where user_id = ${userId} and import_id = ${importId}
      and refund_of in (${join(records.map(({ id }) => id))})`);
  await db.run(sql`delete from records where user_id = ${userId} and ${gone}`);
}

/** Lines that were booked as the record are known by the transfer from now on. */
export async function followJoined({ ctx, importId }: Commit): Promise<void> {
  const { db, userId } = ctx;
  const replaced = await db.all<{ row: number; recordId: number; transferId: number }>(sql`
    select p.row_number as "row", p.record_id as "recordId", t.id as "transferId"
    from import_replaced p
    join transfers t on t.user_id = p.user_id and t.import_id = p.import_id
      and t.import_row = p.row_number
    where p.user_id = ${userId} and p.import_id = ${importId} and p.record_id is not null
    order by p.row_number`);
  for (const { row, recordId, transferId } of replaced) {
    await db.run(sql`update import_keys set record_id = null, transfer_id = ${transferId}
      where user_id = ${userId} and record_id = ${recordId}`);
    await db.run(sql`update import_keys set joined_id = ${recordId}
      where user_id = ${userId} and import_id = ${importId} and transfer_id = ${transferId}
        and row_number = ${row}`);
  }
}

/** A record that an undo brings back, and the transfer that stands in its place until then. */
export interface ReplacedRecord extends Omit<JoinedRecord, "id" | "kind"> {
  id: number | null;
  transferId: number;
  category: string;
  description: string | null;
  date: string;
  day: Day;
  timed: number;
  provider: string | null;
  externalId: string | null;
  rowKind: string | null;
  importId: number | null;
  importRow: number | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * The records that come back: those whose transfer and account are still there, and whose own import
 * has not been undone, which would have taken them with it.
 */
export function listReplaced({ db, userId }: Context, importId: number): Promise<ReplacedRecord[]> {
  return db.all<ReplacedRecord>(sql`
    select p.row_number as "row", p.record_id as "id", t.id as "transferId",
      p.account_id as "accountId", p.type as "type", p.amount as "amount",
      p.category as "category", p.description as "description", p.date as "date", p.day as "day",
      p.timed as "timed", p.provider as "provider", p.external_id as "externalId",
      p.row_kind as "rowKind", p.was_import_id as "importId", p.was_row as "importRow",
      p.created_at as "createdAt", p.updated_at as "updatedAt"
    from import_replaced p
    join transfers t on t.user_id = p.user_id and t.import_id = p.import_id
      and t.import_row = p.row_number
    where p.user_id = ${userId} and p.import_id = ${importId}
      and not exists (select 1 from imports i
        where i.user_id = ${userId} and i.id = p.was_import_id and i.status = 'undone')
    order by p.row_number`);
}

/** Brings the records back, each under its own id, and known by the lines that it was booked from. */
export async function bringBack(
  ctx: Context,
  importId: number,
  records: ReplacedRecord[],
): Promise<void> {
  const { db, userId, zone } = ctx;
  for (const kept of records) {
    // The book may have moved to another zone since.
    const record = { ...kept, refund: 0, ...momentIn(kept, zone) };
    const names = sql`user_id, account_id, type, amount, category, description, date, day, timed,
      provider, external_id, row_kind, import_id, import_row, created_at, updated_at`;
    const values = sql`${userId}, ${record.accountId}, ${record.type}, ${record.amount},
      ${record.category}, ${record.description}, ${record.date}, ${record.day}, ${record.timed},
      ${record.provider}, ${record.externalId}, ${record.rowKind}, ${record.importId},
      ${record.importRow}, ${record.createdAt}, ${record.updatedAt}`;
    // A book that was loaded from a file knows no id of it.
    const made = await db.get<{ id: number }>(
      record.id === null
        ? sql`insert into records (${names}) values (${values}) returning id as "id"`
        : sql`insert into records (id, ${names}) values (${record.id}, ${values})
            returning id as "id"`,
    );
    await countDay(ctx, record, 1);
    await db.run(sql`update import_keys set record_id = ${made?.id}, transfer_id = null
      where user_id = ${userId} and transfer_id = ${record.transferId}
        and import_id <> ${importId}`);
    await db.run(sql`update import_keys set joined_id = ${made?.id}
      where user_id = ${userId} and import_id = ${importId} and row_number = ${record.row}`);
  }
  await db.run(sql`delete from import_replaced
    where user_id = ${userId} and import_id = ${importId}`);
}
