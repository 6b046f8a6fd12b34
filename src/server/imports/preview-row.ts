/** One row of a preview, as the worker drafts it, as it is stored, and as it is answered. */
import type { Question } from "../../bills/bill/line.ts";
import type { ImportRow } from "../../contract/import-shapes.ts";
import type { Language } from "../../contract/messages.ts";
import { inWords, readText, type Text } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { columnOf, selectList } from "../../store/names.ts";
import { yuan } from "../handler/money-json.ts";

/** Rows and keys handed over at a time. */
export const PAGE = 500;

/** The question of a row that is perhaps in the book; its value is the kind of the suggestion. */
export const SIMILAR = "similar";

export type RowKind = ImportRow["kind"];
export type Fate = ImportRow["fate"];
export type RowAction = ImportRow["action"];

/** What a row is perhaps the same as. */
export interface RowSuggestion {
  kind: string;
  reason: Text;
  certain: boolean;
  recordId?: number;
  transferId?: number;
  row?: number;
  /** Whether the row knows the account of a payment better than what it is merged into. */
  account?: true;
  /** The occurrence of a plan that the row may be, which way its money goes, and its plan's category. */
  planId?: number;
  due?: string;
  direction?: "in" | "out" | "move";
  category?: string;
  /** What the occurrence was when the row was compared with it: what a person has seen. */
  saw?: { amount: Fen | null; date: string };
  /** The row's own category and why, while it has the plan's. */
  was?: [category: string, reason: string];
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
  /** The statement's balance of the account after the line; null where it says none. */
  balance: Fen | null;
  /** The place of the account that the line stands on by itself, whatever was made of it. */
  ownPlace: number | null;
  /** Places among the import's accounts. */
  account: number;
  toAccount: number | null;
  accountId: number | null;
  toAccountId: number | null;
  counterparty: string;
  description: string;
  externalId: string;
  /** The merchant's own number of an expense, by which a later refund finds it. */
  linkId: string | null;
  status: string;
  category: string;
  categoryReason: string;
  reason: string;
  /** JSON: a list of RowQuestion. */
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
  /** The occurrence of a plan that the row is: booked as it, or merged into what it is booked as. */
  planId: number | null;
  due: string | null;
  fate: Fate;
  action: RowAction;
  /** The code and the value of the question under which the row stands; null where it asks nothing. */
  asked: string | null;
  askedValue: string | null;
  /** 0 while it is open, 1 once the row itself was decided, 2 once its question was answered. */
  decided: number;
}

/**
 * A question of a row; `answered` where the row goes on without it, `settled` where the row is in the book
 * and asks nothing about itself: the question comes back when it proves to be another line.
 */
export interface RowQuestion extends Question {
  answered?: true;
  settled?: true;
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
  "balance",
  "ownPlace",
  "account",
  "toAccount",
  "accountId",
  "toAccountId",
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
  "planId",
  "due",
  "fate",
  "action",
  "asked",
  "askedValue",
  "decided",
];

/** All columns of a stored row, in the order of `storedValues`. */
export const STORED_COLUMNS: readonly string[] = ["userId", "importId", ...DRAFT_COLUMNS].map(
  columnOf,
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

/** The rows of a list that `storedValues` made. */
export function draftRows(values: readonly StoredValue[]): DraftRow[] {
  const rows: DraftRow[] = [];
  for (let at = 0; at < values.length; at += STORED_COLUMNS.length) {
    const own = values.slice(at + 2, at + STORED_COLUMNS.length);
    const row = DRAFT_COLUMNS.map((column, index) => [column, own[index] as StoredValue]);
    rows.push(Object.fromEntries(row) as unknown as DraftRow);
  }
  return rows;
}

export interface StoredRow extends DraftRow {
  proposed: string | null;
  /** 1 when merging means that it becomes a transfer together with its record. */
  joins: number;
}

/** What is read of a row, in one fixed order. */
export const ROW_COLUMNS: readonly (keyof StoredRow)[] = [...DRAFT_COLUMNS, "proposed", "joins"];

export const rowFields = selectList(ROW_COLUMNS);

/** When it was as a bill writes it: in Chinese wall time, which has no summer time; "" without a day. */
export function wallTime({ date, day, timed }: Pick<StoredRow, "date" | "day" | "timed">): string {
  if (timed !== 1 || date === null) return day ?? "";
  return new Date(Date.parse(date) + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

/** A row as answered, in the language; what it does not have is left out. */
export function presentRow(row: StoredRow, language: Language): ImportRow {
  const said = (stored: string) => inWords(readText(stored), language);
  const suggestion = row.suggestion && (JSON.parse(row.suggestion) as RowSuggestion);
  return {
    number: row.number,
    bill: row.bill,
    sourceLine: row.sourceLine,
    kind: row.kind,
    time: row.time || wallTime(row),
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
    categoryReason: said(row.categoryReason),
    proposedCategory: row.proposed ?? undefined,
    reason: said(row.reason) || undefined,
    questions: sayQuestions(row.questions, language),
    raw: row.raw === null ? undefined : (JSON.parse(row.raw) as Record<string, string>),
    refundRow: row.refundRow ?? undefined,
    refundOf: row.refundOf ?? undefined,
    ...(suggestion && { suggestion: saySuggestion(suggestion, language) }),
    recordId: row.recordId ?? undefined,
    transferId: row.transferId ?? undefined,
    planId: row.planId ?? undefined,
    due: row.due ?? undefined,
    fate: row.fate,
    action: row.action,
    ...(row.joins === 1 && row.action === "merge" && { becomes: "transfer" as const }),
    ...(row.asked !== null && row.decided === 0 && { asked: row.asked }),
    decided: row.decided > 0,
  };
}

function sayQuestions(stored: string | null, language: Language) {
  const shown = readQuestions(stored).filter(({ settled }) => settled !== true);
  if (shown.length === 0) return undefined;
  return shown.map(({ text, ...question }) => ({ ...question, text: inWords(text, language) }));
}

function saySuggestion(
  { kind, reason, certain, ...suggestion }: RowSuggestion,
  language: Language,
) {
  const { recordId, transferId, row, planId, due } = suggestion;
  return {
    ...{ kind, reason: inWords(reason, language), certain },
    ...{ recordId, transferId, row, planId, due },
  };
}

/** The questions of a row as it is stored. */
export function readQuestions(stored: string | null): RowQuestion[] {
  return stored === null ? [] : (JSON.parse(stored) as RowQuestion[]);
}

/** Questions as a row stores them; null where there are none. */
export function storedQuestions(questions: readonly RowQuestion[]): string | null {
  return questions.length > 0 ? JSON.stringify(questions) : null;
}
