/** What answers about imports hold: the import, its bills, its rows, its result. */
import Type, { type Static } from "typebox";
import { AccountType, about, Id, Sum, Timestamp, UserId } from "./fields.ts";

export const words = (zh: string, en: string) => ({ zh, en });

const statuses = [
  "reading",
  "ready",
  "committed",
  "undone",
  "failed",
  "cancelled",
  "unmapped",
] as const;

/** Reading, ready (the preview can be committed), committed, undone, failed, cancelled, unmapped (columns must be mapped). */
export const ImportStatus = Type.Enum(statuses, { type: "string" });

const fates = ["new", "known", "changed", "removed", "similar", "review", "skip"] as const;

/**
 * What is to become of a row: new; known (already imported); changed (imported, its status is another
 * now); removed (imported, then deleted by hand); similar (perhaps the same as another); review (a
 * question to the user); skip (with a reason).
 */
export const Fate = Type.Enum(fates, {
  type: "string",
  ...about(
    words("去向", "Fate"),
    words(`必须是 ${fates.join("、")} 之一`, `must be one of ${fates.join(", ")}`),
  ),
});

const actions = ["import", "skip", "merge", "update"] as const;

/** What a commit does with a row: book it, leave it out, take it for the suggested one, or bring the known one up to date. */
export const RowAction = Type.Enum(actions, {
  type: "string",
  ...about(
    words("处理", "Action"),
    words(`必须是 ${actions.join("、")} 之一`, `must be one of ${actions.join(", ")}`),
  ),
});

const kinds = ["income", "expense", "refund", "transfer", "fee", "skip"] as const;
export const RowKind = Type.Enum(kinds, {
  type: "string",
  ...about(
    words("性质", "Kind"),
    words(`必须是 ${kinds.join("、")} 之一`, `must be one of ${kinds.join(", ")}`),
  ),
});

const Question = Type.Object({ code: Type.String(), text: Type.String() });

const Suggestion = Type.Object({
  kind: Type.String(),
  reason: Type.String(),
  certain: Type.Boolean(),
  recordId: Type.Optional(Id),
  transferId: Type.Optional(Id),
  row: Type.Optional(Id),
});

/** One row of a preview. */
export const ImportRow = Type.Object(
  {
    number: Id,
    bill: Type.Integer(),
    sourceLine: Type.Integer(),
    kind: RowKind,
    time: Type.String(),
    amount: Sum,
    fee: Type.Optional(Sum),
    currency: Type.String(),
    /** Places in the import's `accounts`. */
    account: Type.Integer(),
    toAccount: Type.Optional(Type.Integer()),
    /** The accounts that the row will be booked on, where they exist already. */
    accountId: Type.Optional(Id),
    toAccountId: Type.Optional(Id),
    counterparty: Type.String(),
    description: Type.String(),
    externalId: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    category: Type.String(),
    categoryReason: Type.String(),
    /** The category that the user has replaced: a commit proposes a rule for the new one. */
    proposedCategory: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    questions: Type.Optional(Type.Array(Question)),
    raw: Type.Optional(Type.Unsafe<Record<string, string>>({ type: "object" })),
    /** The row, or the record, that a refund gives back. */
    refundRow: Type.Optional(Id),
    refundOf: Type.Optional(Id),
    suggestion: Type.Optional(Suggestion),
    /** What the row was booked as before; for known, changed and removed. */
    recordId: Type.Optional(Id),
    transferId: Type.Optional(Id),
    fate: Fate,
    action: RowAction,
    /** A merged row that a commit books as one transfer, in the place of the record recordId. */
    becomes: Type.Optional(Type.Literal("transfer")),
    decided: Type.Boolean(),
  },
  { title: "ImportRow" },
);
export type ImportRow = Static<typeof ImportRow>;

const StatedTotal = Type.Object({
  label: Type.String(),
  count: Type.Optional(Type.Integer()),
  sum: Type.Optional(Sum),
  foundCount: Type.Integer(),
  foundSum: Sum,
  /** Stated minus found; only where the file states a sum. */
  difference: Type.Optional(Sum),
});

export const ImportedBill = Type.Object(
  {
    format: Type.String(),
    layout: Type.String(),
    title: Type.String(),
    encoding: Type.String(),
    owner: Type.String(),
    period: Type.Optional(Type.Object({ from: Type.String(), to: Type.String() })),
    rows: Type.Integer(),
    stated: Type.Array(StatedTotal),
    notices: Type.Array(Type.String()),
  },
  { title: "ImportedBill" },
);
export type ImportedBill = Static<typeof ImportedBill>;

const ImportAccount = Type.Object(
  {
    place: Type.Integer(),
    provider: Type.String(),
    /** As the file names it; empty where it names none. */
    name: Type.String(),
    accountId: Type.Optional(Id),
    /** The account that a commit makes, where none is mapped. */
    proposal: Type.Optional(Type.Object({ name: Type.String(), type: AccountType })),
    rows: Type.Integer(),
    /** The rows that a commit would book; a proposed account is made where there are any. */
    booked: Type.Integer(),
  },
  { title: "ImportAccount" },
);

const ImportResult = Type.Object(
  {
    records: Type.Integer(),
    transfers: Type.Integer(),
    updated: Type.Integer(),
    merged: Type.Integer(),
    skipped: Type.Integer(),
    accounts: Type.Array(
      Type.Object({
        accountId: Id,
        name: Type.String(),
        before: Sum,
        after: Sum,
        made: Type.Boolean(),
      }),
    ),
  },
  { title: "ImportResult" },
);
export type ImportResult = Static<typeof ImportResult>;

/** An import without its rows, as lists show it. */
const summary = {
  id: Id,
  userId: UserId,
  status: ImportStatus,
  fileName: Type.String(),
  currency: Type.String(),
  rowCount: Type.Integer(),
  bills: Type.Array(ImportedBill),
  /** For an unknown table: each with a proposed column mapping to confirm and send as `mapping`. */
  tables: Type.Optional(Type.Array(Type.Unsafe<unknown>({ type: "object" }))),
  problem: Type.Optional(Type.Object({ code: Type.String(), text: Type.String() })),
  result: Type.Optional(ImportResult),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  committedAt: Type.Optional(Timestamp),
};

export const ImportSummary = Type.Object(summary, { title: "ImportSummary" });
export type ImportSummary = Static<typeof ImportSummary>;

/** An import with its first rows; all of them are at `/rows`. */
export const Import = Type.Object(
  {
    ...summary,
    accounts: Type.Array(ImportAccount),
    /** Rows by fate. */
    fates: Type.Array(Type.Object({ fate: Fate, action: RowAction, count: Type.Integer() })),
    /** Rows that a commit would book. */
    booked: Type.Integer(),
    /** What a commit would book, by kind; a transfer's fee is counted by itself, though it has no row. */
    totals: Type.Array(Type.Object({ kind: RowKind, count: Type.Integer(), sum: Sum })),
    rows: Type.Array(ImportRow),
  },
  { title: "Import" },
);
export type Import = Static<typeof Import>;

/** What an undo answers: what was taken back, and which rows had been edited since. */
export const ImportUndone = Type.Object(
  {
    records: Type.Integer(),
    transfers: Type.Integer(),
    edited: Type.Array(
      Type.Object({
        row: Id,
        recordId: Type.Optional(Id),
        transferId: Type.Optional(Id),
        text: Type.String(),
      }),
    ),
    accounts: Type.Array(
      Type.Object({ accountId: Id, name: Type.String(), before: Sum, after: Sum }),
    ),
  },
  { title: "ImportUndone" },
);
export type ImportUndone = Static<typeof ImportUndone>;
