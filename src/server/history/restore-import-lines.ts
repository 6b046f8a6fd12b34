/**
 * The lines of bills that a record or a transfer was booked from, when it comes back from the history:
 * a line is in the book once, whatever it was booked as meanwhile.
 */
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/** What a bill's line is booked as. */
export interface Booked {
  noun: "record" | "transfer";
  id: number;
}

/** Refuses to bring back what is in the book already as something else, and names that. */
export async function refuseBooked(ctx: Context, back: Booked): Promise<void> {
  const { db, userId } = ctx;
  const joined = await findJoined(ctx, back);
  const found = await db.get<BookedAs>(sql`
    select b.id as record_id, t.id as transfer_id from import_keys o
    left join records b on b.user_id = ${userId} and b.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where o.user_id = ${userId} and (b.id is not null or t.id is not null)
      and (o.key in (select k.key from import_keys k
          where k.user_id = ${userId} and (${ownLines(back)} or ${joinedLines(ctx, joined)}))
        or o.joined_id = ${joined})
    limit 1`);
  refuseFound(found);
  if (joined === null || back.noun === "record") return;
  const record = await db.get(sql`select 1 as one from records
    where user_id = ${userId} and id = ${joined}`);
  if (record !== undefined) throw new Refusal(409, "restoreBookedRecord", { id: joined });
}

interface BookedAs {
  recordId: number | null;
  transferId: number | null;
}

function refuseFound({ recordId, transferId }: BookedAs = NOTHING): void {
  if (recordId !== null) throw new Refusal(409, "restoreBookedRecord", { id: recordId });
  if (transferId !== null) throw new Refusal(409, "restoreBookedTransfer", { id: transferId });
}

const NOTHING: BookedAs = { recordId: null, transferId: null };

/**
 * Once it is back: its lines are known by it, and deleted by hand from now on, they are remembered as
 * deleted, also where their import was undone.
 */
export async function followRestored(ctx: Context, back: Booked): Promise<void> {
  const { db, userId } = ctx;
  const joined = await findJoined(ctx, back);
  if (joined !== null) {
    const [record, transfer] = back.noun === "record" ? [back.id, null] : [null, back.id];
    await db.run(sql`update import_keys as k set record_id = ${record}, transfer_id = ${transfer}
      where k.user_id = ${userId} and ${joinedLines(ctx, joined)}`);
  }
  await db.run(sql`update import_keys as k set restored = 1
    where k.user_id = ${userId} and ${ownLines(back)} and ${isUndone(userId)}`);
}

/** The line that a correction was booked from. */
interface CorrectionLine {
  importId: number | null;
  importRow: number | null;
}

/** The same for a correction of a balance, which its line's key does not name. */
export async function refuseBookedCorrection(
  { db, userId }: Context,
  { importId, importRow }: CorrectionLine,
): Promise<void> {
  if (importId === null) return;
  const found = await db.get<{ id: number }>(sql`
    select j.id from import_keys k
    join import_keys o on o.user_id = ${userId} and o.key = k.key
    join adjustments j on j.user_id = ${userId} and j.import_id = o.import_id
      and j.import_row = o.row_number
    where k.user_id = ${userId} and k.import_id = ${importId} and k.row_number = ${importRow}
    limit 1`);
  if (found) throw new Refusal(409, "restoreBookedAdjustment", { id: found.id });
}

export async function followCorrection(
  { db, userId }: Context,
  { importId, importRow }: CorrectionLine,
): Promise<void> {
  if (importId === null) return;
  await db.run(sql`update import_keys as k set restored = 1
    where k.user_id = ${userId} and k.import_id = ${importId} and k.row_number = ${importRow}
      and ${isUndone(userId)}`);
}

/** The same for many records that no transfer has stood in the place of. */
export async function refuseBookedRecords({ db, userId }: Context, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await db.get<BookedAs>(sql`
    select b.id as record_id, t.id as transfer_id from import_keys k
    join import_keys o on o.user_id = ${userId} and o.key = k.key
    left join records b on b.user_id = ${userId} and b.id = o.record_id
    left join transfers t on t.user_id = ${userId} and t.id = o.transfer_id
    where k.user_id = ${userId} and k.record_id in (${join(ids)})
      and (b.id is not null or t.id is not null)
    limit 1`);
  refuseFound(found);
}

/** Once those are back: deleted by hand from now on, their lines are remembered as deleted. */
export async function followRecords({ db, userId }: Context, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`update import_keys as k set restored = 1
    where k.user_id = ${userId} and k.record_id in (${join(ids)}) and ${isUndone(userId)}`);
}

/** Whether the import of the lines `k` is undone. */
function isUndone(userId: number): Sql {
  return sql`exists (select 1 from imports i
    where i.user_id = ${userId} and i.id = k.import_id and i.status = 'undone')`;
}

/** The record that a transfer may have taken the place of: itself, or that of this transfer. */
async function findJoined({ db, userId }: Context, back: Booked): Promise<number | null> {
  if (back.noun === "record") return back.id;
  const row = await db.get<{ joined: number }>(sql`select joined_id as joined from import_keys
    where user_id = ${userId} and transfer_id = ${back.id} and joined_id is not null limit 1`);
  return row?.joined ?? null;
}

const ownLines = ({ noun, id }: Booked): Sql =>
  noun === "record" ? sql`k.record_id = ${id}` : sql`k.transfer_id = ${id}`;

/** The lines `k` of the record `joined`, which are the transfer's while that stands in its place. */
function joinedLines({ userId }: Context, joined: number | null): Sql {
  return sql`(k.joined_id is null and (k.record_id = ${joined} or k.transfer_id in (
    select j.transfer_id from import_keys j
    where j.user_id = ${userId} and j.joined_id = ${joined})))`;
}
