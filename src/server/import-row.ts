/** One row of a preview, as the worker drafts it, as it is stored, and as it is answered. */
import sql from "sql-template-tag";
import type { Question } from "../bills/line.ts";
import type { ImportRow } from "../contract/import-shapes.ts";
import type { Fen } from "../ledger/money.ts";
import { yuan } from "./wire.ts";

/** Rows and keys handed over at a time. */
export const PAGE = 500;

export type RowKind = ImportRow["kind"];
export type Fate = ImportRow["fate"];
export type RowAction = ImportRow["action"];

/** What a row is perhaps the same as. */
export interface RowSuggestion {
  kind: string;
  reason: string;
  certain: boolean;
  recordId?: number;
  transferId?: number;
  row?: number;
  /** Remembers a refusal. */
  key: string;
}

/** A drafted row. The texts that are null in the database are null here. */
export interface DraftRow {
  number: number;
  bill: number;
  sourceLine: number;
  key: string;
  kind: RowKind;
  amount: Fen;
  fee: Fen;
  currency: string;
  time: string;
  date: string | null;
  day: string | null;
  timed: number;
  /** Places among the import's accounts. */
  account: number;
  toAccount: number | null;
  accountId: number | null;
  counterparty: string;
  description: string;
  externalId: string;
  /** The merchant's own number of an expense, by which a later refund finds it. */
  linkId: string | null;
  status: string;
  category: string;
  categoryReason: string;
  reason: string;
  /** JSON. */
  questions: string | null;
  /** JSON. */
  raw: string | null;
  refundRow: number | null;
  refundOf: number | null;
  /** JSON. */
  suggestion: string | null;
  recordId: number | null;
  transferId: number | null;
  mergeRow: number | null;
  fate: Fate;
  action: RowAction;
}

/** The columns in which a drafted row is stored, in one fixed order. */
const DRAFT_COLUMNS: readonly (keyof DraftRow)[] = [
  "number",
  "bill",
  "sourceLine",
  "key",
  "kind",
  "amount",
  "fee",
  "currency",
  "time",
  "date",
  "day",
  "timed",
  "account",
  "toAccount",
  "accountId",
  "counterparty",
  "description",
  "externalId",
  "linkId",
  "status",
  "category",
  "categoryReason",
  "reason",
  "questions",
  "raw",
  "refundRow",
  "refundOf",
  "suggestion",
  "recordId",
  "transferId",
  "mergeRow",
  "fate",
  "action",
];

/** All columns of a stored row, in the order of `storedValues`. */
export const STORED_COLUMNS: readonly string[] = ["userId", "importId", ...DRAFT_COLUMNS].map(
  (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

export type StoredValue = string | number | null;

/**
 * Rows as one list of values, row by row in the order of STORED_COLUMNS: handing a list to another
 * thread costs a fraction of handing over objects.
 */
export function storedValues(userId: number, importId: number, rows: DraftRow[]): StoredValue[] {
  const values: StoredValue[] = [];
  for (const row of rows) {
    values.push(userId, importId);
    for (const column of DRAFT_COLUMNS) values.push(row[column]);
  }
  return values;
}

export interface StoredRow extends DraftRow {
  toAccountId: number | null;
  decided: number;
  proposed: string | null;
  /** 1 when merging means that it becomes a transfer together with its record. */
  joins: number;
}

export const rowFields = sql`number as "number", bill as "bill", source_line as "sourceLine",
  key as "key", kind as "kind", amount as "amount", fee as "fee", currency as "currency",
  time as "time", date as "date", day as "day", timed as "timed", account as "account",
  to_account as "toAccount", account_id as "accountId", to_account_id as "toAccountId",
  counterparty as "counterparty", description as "description", external_id as "externalId",
  link_id as "linkId", status as "status", category as "category", category_reason as "categoryReason",
  reason as "reason", questions as "questions", raw as "raw", refund_row as "refundRow",
  refund_of as "refundOf", suggestion as "suggestion", record_id as "recordId",
  transfer_id as "transferId", merge_row as "mergeRow", fate as "fate", action as "action",
  decided as "decided", proposed as "proposed", joins as "joins"`;

/** A row as answered; what it does not have is left out. */
export function presentRow(row: StoredRow): ImportRow {
  const suggestion = row.suggestion && (JSON.parse(row.suggestion) as RowSuggestion);
  return {
    number: row.number,
    bill: row.bill,
    sourceLine: row.sourceLine,
    kind: row.kind,
    time: row.time,
    amount: yuan(row.amount),
    fee: row.fee === 0 ? undefined : yuan(row.fee),
    currency: row.currency,
    account: row.account,
    toAccount: row.toAccount ?? undefined,
    accountId: row.accountId ?? undefined,
    toAccountId: row.toAccountId ?? undefined,
    counterparty: row.counterparty,
    description: row.description,
    externalId: row.externalId || undefined,
    status: row.status || undefined,
    category: row.category,
    categoryReason: row.categoryReason,
    proposedCategory: row.proposed ?? undefined,
    reason: row.reason || undefined,
    questions: row.questions === null ? undefined : (JSON.parse(row.questions) as Question[]),
    raw: row.raw === null ? undefined : (JSON.parse(row.raw) as Record<string, string>),
    refundRow: row.refundRow ?? undefined,
    refundOf: row.refundOf ?? undefined,
    ...(suggestion && { suggestion: withoutKey(suggestion) }),
    recordId: row.recordId ?? undefined,
    transferId: row.transferId ?? undefined,
    fate: row.fate,
    action: row.action,
    ...(row.joins === 1 && row.action === "merge" && { becomes: "transfer" as const }),
    decided: row.decided === 1,
  };
}

function withoutKey({ key: _, ...shown }: RowSuggestion) {
  return shown;
}
