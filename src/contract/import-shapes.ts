/** What answers about imports hold: the import, its bills, its rows, its result. */
import Type, { type Static } from "typebox";
import { AccountType, about, DayText, Id, Sum, Timestamp, UserId } from "./fields.ts";

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

const fates = [
  "new",
  "known",
  "changed",
  "removed",
  "similar",
  "planned",
  "review",
  "skip",
] as const;

/**
 * What is to become of a row: new; known (already imported); changed (imported, its status is another
 * now); removed (imported, then deleted by hand); similar (perhaps the same as another); planned (the
 * occurrence of a plan); review (a question to the user); skip (with a reason).
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

const kinds = ["income", "expense", "refund", "transfer", "fee", "opening", "skip"] as const;

/** What a row is: `opening` is the balance that an account begins with, neither income nor expense. */
export const RowKind = Type.Enum(kinds, {
  type: "string",
  ...about(
    words("性质", "Kind"),
    words(`必须是 ${kinds.join("、")} 之一`, `must be one of ${kinds.join(", ")}`),
  ),
});

const chosenKinds = ["income", "expense", "refund", "transfer", "fee", "skip"] as const;
/** What a person may make of a row. */
export const ChosenKind = Type.Enum(chosenKinds, {
  type: "string",
  ...about(
    words("性质", "Kind"),
    words(`必须是 ${chosenKinds.join("、")} 之一`, `must be one of ${chosenKinds.join(", ")}`),
  ),
});

const Question = Type.Object({
  code: Type.String(),
  /** What it is about, where one answer holds for all rows with it: a status word, a name. */
  value: Type.Optional(Type.String()),
  text: Type.String(),
  /** The row goes on without it. */
  answered: Type.Optional(Type.Literal(true)),
});

const Suggestion = Type.Object({
  kind: Type.String(),
  reason: Type.String(),
  certain: Type.Boolean(),
  recordId: Type.Optional(Id),
  transferId: Type.Optional(Id),
  row: Type.Optional(Id),
  /** The occurrence of a plan that the row may be. */
  planId: Type.Optional(Id),
  due: Type.Optional(DayText),
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
    /** What the row was booked as: before, for known, changed and removed, or by this import. */
    recordId: Type.Optional(Id),
    transferId: Type.Optional(Id),
    /** The occurrence of a plan that the row is: a commit books it as that, or merges it into what that is booked as. */
    planId: Type.Optional(Id),
    due: Type.Optional(DayText),
    fate: Fate,
    action: RowAction,
    /** A merged row that a commit books as one transfer, in the place of the record recordId. */
    becomes: Type.Optional(Type.Literal("transfer")),
    /** The code of its open question: until that is answered the row is not booked. */
    asked: Type.Optional(Type.String()),
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
    /** How the columns of a table were read. */
    mapping: Type.Optional(Type.Unsafe<unknown>({ type: "object" })),
    /** The mapping is that of an earlier file. */
    remembered: Type.Optional(Type.Literal(true)),
    /** The mapping is not kept for later files. */
    forgotten: Type.Optional(Type.Literal(true)),
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

/**
 * One question of a preview, of all rows that stand under it. Suggestions ask too, with the code
 * "similar" and their kind as the value; those of an occurrence of a plan have that behind it.
 */
const AskedQuestion = Type.Object({
  code: Type.String(),
  value: Type.Optional(Type.String()),
  /** As the first of the rows asks it. */
  text: Type.String(),
  /** All rows under it, those that were decided by themselves too. */
  rows: Type.Integer(),
  /** Of those, the rows that can be booked: they have a day and an amount. */
  bookable: Type.Integer(),
  /** What its rows are, where that is the same for all: `skip` where the file does not say it. */
  ofKind: Type.Optional(RowKind),
  /** Rows that wait for an answer, and the sum of their amounts. */
  open: Type.Integer(),
  sum: Sum,
  /** Rows that one answer to all of them has settled: here, or for an earlier file. */
  answered: Type.Integer(),
  /** The answer, where it is the same for all that were answered. */
  answer: Type.Optional(
    Type.Object({
      action: RowAction,
      kind: Type.Optional(RowKind),
      accountId: Type.Optional(Id),
      toAccountId: Type.Optional(Id),
      /** Refunds stand with their purchases, rows are the occurrences of their plans. */
      linked: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** The answer of an earlier file that holds for these rows. */
  remembered: Type.Optional(Type.Literal(true)),
});

/** The first rows of each table of a file as they would be drafted. */
export const ImportSample = Type.Object(
  {
    tables: Type.Array(
      Type.Object({
        /** The fingerprint of its mapping. */
        layout: Type.String(),
        rowCount: Type.Integer(),
        rows: Type.Array(ImportRow),
        /** The mapping with what the table proves of what was left out; none for a known format. */
        mapping: Type.Optional(Type.Unsafe<unknown>({ type: "object" })),
        /** What it leaves open, each with its answers. */
        questions: Type.Array(Type.Unsafe<unknown>({ type: "object" })),
        /** The words of its type column, and what they are taken for. */
        words: Type.Array(
          Type.Object({
            word: Type.String(),
            count: Type.Integer(),
            meaning: Type.Optional(Type.String()),
          }),
        ),
      }),
    ),
    /** The accounts that the rows name by their place, as the file does; empty where it names none. */
    accounts: Type.Array(
      Type.Object({
        place: Type.Integer(),
        name: Type.String(),
        accountId: Type.Optional(Id),
      }),
    ),
    problem: Type.Optional(Type.Object({ code: Type.String(), text: Type.String() })),
  },
  { title: "ImportSample" },
);

export const ImportResult = Type.Object(
  {
    records: Type.Integer(),
    transfers: Type.Integer(),
    updated: Type.Integer(),
    merged: Type.Integer(),
    skipped: Type.Integer(),
    /** Fees of transfers, booked beside their rows. */
    fees: Type.Optional(Type.Integer()),
    /** Opening balances that were set. */
    openings: Type.Optional(Type.Integer()),
    /** Of those, the rows whose question was still open. */
    asked: Type.Optional(Type.Integer()),
    /** Checkpoints that were made or changed by what the bill states. */
    checkpoints: Type.Optional(Type.Integer()),
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

/** What the bill states that an account held at the end of a day, beside what the book would say. */
const ImportClosing = Type.Object(
  {
    number: Id,
    /** Its account's place in `accounts`. */
    place: Type.Integer(),
    accountId: Type.Optional(Id),
    date: DayText,
    balance: Sum,
    /** What the book would say of the end of that day after a commit, and by how much the bill says more. */
    reckoned: Sum,
    difference: Sum,
    ok: Type.Boolean(),
    /** The point that the day has already, which says otherwise. */
    checkpoint: Type.Optional(Type.Object({ id: Id, balance: Sum })),
  },
  { title: "ImportClosing" },
);

/** A checkpoint that a commit would make agree, or differ by another sum. */
const MovedCheckpoint = Type.Object(
  {
    id: Id,
    accountId: Id,
    date: DayText,
    balance: Sum,
    /** By how much the bank has more now, and would have after a commit. */
    before: Sum,
    difference: Sum,
    ok: Type.Boolean(),
  },
  { title: "MovedCheckpoint" },
);

/** An import without its rows, as lists show it. */
const summary = {
  id: Id,
  userId: UserId,
  status: ImportStatus,
  fileName: Type.String(),
  currency: Type.String(),
  rowCount: Type.Integer(),
  /** Rows up to this one are in the book, while a large import is being written or was cut off at it. */
  written: Type.Optional(Type.Integer()),
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

/**
 * An import with its first rows; all of them are at `/rows`. Once it is committed, those that it has booked
 * are told as the records and transfers that they are now.
 */
export const Import = Type.Object(
  {
    ...summary,
    accounts: Type.Array(ImportAccount),
    /** Rows by fate. */
    fates: Type.Array(Type.Object({ fate: Fate, action: RowAction, count: Type.Integer() })),
    /** What the rows ask, the most frequent first, and how many still wait for an answer. */
    questions: Type.Array(AskedQuestion),
    /** Rows that a commit would book, or has booked. */
    booked: Type.Integer(),
    /** What a commit would book, by kind; a transfer's fee is counted by itself, though it has no row. */
    totals: Type.Array(Type.Object({ kind: RowKind, count: Type.Integer(), sum: Sum })),
    /** Of a preview: balances that the bill states, which a commit can make checkpoints. */
    closings: Type.Optional(Type.Array(ImportClosing)),
    /** Of a preview: checkpoints that it would make agree or differ otherwise. */
    checkpoints: Type.Optional(Type.Array(MovedCheckpoint)),
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
    /** Checkpoints that were taken back. */
    checkpoints: Type.Optional(Type.Integer()),
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

/** How far a reading or a commit is, as its events tell it. */
export const ImportProgress = Type.Object(
  {
    stage: Type.String({ examples: ["reading"] }),
    done: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  },
  { title: "ImportProgress" },
);

/** The last event: what has become of the import. */
export const ImportEnd = Type.Object({ status: ImportStatus }, { title: "ImportEnd" });
