/** A record as it lies in the database, and as it is answered. */
import type { LedgerRecord } from "../../contract/records.ts";
import { Refusal } from "../../contract/refusal.ts";
import { selectList } from "../../store/names.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { presenter, type Stored } from "../handler/stored.ts";

/** Where a row came from; all null when it was entered by hand. */
export const SOURCE = ["provider", "externalId", "rowKind", "importId"] as const;

/** What goes beyond the interface. */
const EXTRAS = ["refund", "refundOf", "transferId", "planId", "due", ...SOURCE] as const;

const FIELDS = [
  "id",
  "userId",
  "accountId",
  "type",
  "amount",
  "category",
  "description",
  "date",
  "createdAt",
  "updatedAt",
  ...EXTRAS,
] as const;
/** What answers show of a record. */
export type RecordRow = Stored<LedgerRecord, (typeof FIELDS)[number]>;

/** What a change needs besides. */
export interface StoredRecord extends RecordRow {
  day: string;
  timed: number;
}

export const recordFields = selectList(FIELDS);

export const storedRecordFields = selectList([...FIELDS, "day", "timed"]);

/**
 * A record as answered: no description when there is none (decisions R6), and what goes beyond the
 * interface only where it is set, so that a plain record is answered as the interface shows it.
 */
export const presentRecord = presenter<LedgerRecord>(FIELDS);

/** Whether a record has nothing that goes beyond the interface. */
export function isPlain(row: RecordRow): boolean {
  return (
    row.refund === 0 &&
    row.refundOf === null &&
    row.transferId === null &&
    row.planId === null &&
    row.provider === null &&
    row.externalId === null &&
    row.rowKind === null &&
    row.importId === null
  );
}

/** What goes beyond the interface, each only where it is set. */
export const presentExtras = presenter<Pick<LedgerRecord, (typeof EXTRAS)[number]>>(EXTRAS);

/** Refuses a change of a transfer's fee: it changes with its transfer, never alone. */
export function refuseFee({ transferId }: Pick<StoredRecord, "transferId">): void {
  if (transferId !== null) throw new Refusal(400, "feeOfTransfer", { transferId });
}

/** The user's record as it is now; undefined when there is none. */
export function findRecord({ db, userId }: Context, id: number): Promise<StoredRecord | undefined> {
  return db.get<StoredRecord>(sql`select ${storedRecordFields} from records
    where user_id = ${userId} and id = ${id}`);
}

/** The user's record as it is now. Refuses when there is none. */
export async function getRecord(ctx: Context, id: number): Promise<StoredRecord> {
  const record = await findRecord(ctx, id);
  if (record === undefined) throw new Refusal(404, "recordNotFound");
  return record;
}
