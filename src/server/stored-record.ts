/** A record as it lies in the database, and as it is answered. */
import sql from "sql-template-tag";
import type { LedgerRecord } from "../contract/records.ts";
import type { Fen } from "../ledger/money.ts";
import { yuan } from "./wire.ts";

/** Where a row came from; all null when it was entered by hand. */
export interface SourceRow {
  provider: string | null;
  externalId: string | null;
  rowKind: string | null;
  importId: number | null;
}

/** What answers show of a record: money in fen, null for what there is not. */
export interface RecordRow extends SourceRow {
  id: number;
  userId: number;
  accountId: number;
  type: "income" | "expense";
  amount: Fen;
  category: string;
  description: string | null;
  date: string;
  createdAt: string;
  updatedAt: string;
  /** 1 for a refund. */
  refund: number;
  refundOf: number | null;
  transferId: number | null;
}

/** What a change needs besides. */
export interface StoredRecord extends RecordRow {
  day: string;
  timed: number;
}

export type AccountType = "payment" | "bank" | "cash";

export const sourceFields = sql`provider as "provider", external_id as "externalId",
  row_kind as "rowKind", import_id as "importId"`;

export const recordFields = sql`id as "id", user_id as "userId", account_id as "accountId",
  type as "type", amount as "amount", category as "category", description as "description",
  date as "date", created_at as "createdAt", updated_at as "updatedAt", refund as "refund",
  refund_of as "refundOf", transfer_id as "transferId", ${sourceFields}`;

export const storedRecordFields = sql`${recordFields}, day as "day", timed as "timed"`;

/**
 * A record as answered: no description when there is none (decisions R6), and what goes beyond the
 * interface only where it is set, so that a plain record is answered as the interface shows it.
 */
export function presentRecord(row: RecordRow): LedgerRecord {
  return {
    id: row.id,
    userId: row.userId,
    accountId: row.accountId,
    type: row.type,
    amount: yuan(row.amount),
    category: row.category,
    description: row.description ?? undefined,
    date: row.date,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...presentExtras(row),
  };
}

/** Whether a record has nothing that goes beyond the interface. */
export function isPlain(row: RecordRow): boolean {
  return (
    row.refund === 0 &&
    row.refundOf === null &&
    row.transferId === null &&
    row.provider === null &&
    row.externalId === null &&
    row.rowKind === null &&
    row.importId === null
  );
}

/** What goes beyond the interface, in the order of `Record`; each only where it is set. */
export function presentExtras(row: RecordRow) {
  return {
    refund: row.refund === 1 ? (true as const) : undefined,
    refundOf: row.refundOf ?? undefined,
    transferId: row.transferId ?? undefined,
    ...presentSource(row),
  };
}

/** Where a row came from, as answered. */
export function presentSource(row: SourceRow) {
  return {
    provider: row.provider ?? undefined,
    externalId: row.externalId ?? undefined,
    rowKind: row.rowKind ?? undefined,
    importId: row.importId ?? undefined,
  };
}
