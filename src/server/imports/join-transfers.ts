/**
 * A row and a record of the book that are one transfer seen from both sides. When the user says so,
 * the commit books the transfer in the place of the record, which is kept to be brought back by undo.
 */
import type { RecordType } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Day } from "../../ledger/calendar.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { momentIn } from "../../ledger/zone.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { countDay, uncountDays } from "../book/balances.ts";
import { keepVersions } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import type { RowSuggestion, StoredRow } from "./preview-row.ts";
import { type Commit, inPart } from "./write-rows.ts";

/** The rows `r` that become a transfer together with a record. */
const joining = (commit: Commit): Sql => sql`r.user_id = ${commit.ctx.userId}
  and r.import_id = ${commit.importId} and ${inPart(commit)} and r.action = 'merge' and r.joins = 1`;

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
 * where it arrived. Returns the records that go. Refuses when one of them can be no side of it.
 */
export async function settleJoins(commit: Commit): Promise<JoinedRecord[]> {
  const { ctx, importId } = commit;
  const { db, userId } = ctx;
  const joins = joining(commit);
  const count = (await db.get(sql`select count(*) as count from import_rows r where ${joins}`)) as {
    count: number;
  };
  if (count.count === 0) return [];
  const records = await db.all<JoinedRecord>(sql`
    select r.number as row, r.kind, b.id, b.account_id,
      b.type, b.amount
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
export async function replaceJoined(commit: Commit, records: JoinedRecord[]): Promise<void> {
  const { ctx, importId } = commit;
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
    where ${joining(commit)}`);
  const gone = sql`id in (${join(records.map(({ id }) => id))})`;
  await keepVersions(ctx, "record", gone, "delete");
  await uncountDays(ctx, sql`records where user_id = ${userId} and ${gone}`);
  await db.run(sql`update import_rows set refund_of = null
    where user_id = ${userId} and import_id = ${importId}
      and refund_of in (${join(records.map(({ id }) => id))})`);
  await db.run(sql`delete from records where user_id = ${userId} and ${gone}`);
}

/** Lines that were booked as the record are known by the transfer from now on. */
export async function followJoined({ ctx, importId, first, last }: Commit): Promise<void> {
  const { db, userId } = ctx;
  const replaced = await db.all<{ row: number; recordId: number; transferId: number }>(sql`
    select p.row_number as row, p.record_id, t.id as transfer_id
    from import_replaced p
    join transfers t on t.user_id = p.user_id and t.import_id = p.import_id
      and t.import_row = p.row_number
    where p.user_id = ${userId} and p.import_id = ${importId} and p.record_id is not null
      and p.row_number between ${first} and ${last}
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
  planId: number | null;
  due: Day | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * The records that come back: those whose transfer and account are still there, and whose own import
 * has not been undone, which would have taken them with it. The row of a plan's occurrence has stayed,
 * and names the record that it was booked as, unless it was settled anew meanwhile.
 */
export function listReplaced({ db, userId }: Context, importId: number): Promise<ReplacedRecord[]> {
  return db.all<ReplacedRecord>(sql`
    select p.row_number as row, p.record_id as id, t.id as transfer_id,
      p.account_id, p.type, p.amount,
      p.category, p.description, p.date, p.day,
      p.timed, p.provider, p.external_id,
      p.row_kind, p.was_import_id as import_id, p.was_row as import_row,
      o.plan_id, o.due, p.created_at, p.updated_at
    from import_replaced p
    join transfers t on t.user_id = p.user_id and t.import_id = p.import_id
      and t.import_row = p.row_number
    left join plan_occurrences o on o.user_id = p.user_id and o.record_id = p.record_id
      and o.state = 'booked'
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
      provider, external_id, row_kind, import_id, import_row, plan_id, due, created_at, updated_at`;
    const values = sql`${userId}, ${record.accountId}, ${record.type}, ${record.amount},
      ${record.category}, ${record.description}, ${record.date}, ${record.day}, ${record.timed},
      ${record.provider}, ${record.externalId}, ${record.rowKind}, ${record.importId},
      ${record.importRow}, ${record.planId}, ${record.due}, ${record.createdAt},
      ${record.updatedAt}`;
    // A book that was loaded from a file knows no id of it.
    const made = await db.get<{ id: number }>(
      record.id === null
        ? sql`insert into records (${names}) values (${values}) returning id`
        : sql`insert into records (id, ${names}) values (${record.id}, ${values})
            returning id`,
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
