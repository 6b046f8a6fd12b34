/** What the bank said that an account held at the end of a day, beside what the book says. */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  about,
  Balance,
  clearable,
  DateInput,
  DayText,
  Description,
  Id,
  ReadVersion,
  Sum,
  Timestamp,
  UserId,
} from "./fields.ts";

/** Why something may be what the book and the bank differ by; the surest first. */
export const SUSPICIONS = [
  "changed",
  "deleted",
  "moved",
  "otherDay",
  "skipped",
  "duplicate",
  "adjusted",
  "otherAccount",
  "otherDirection",
  "swapped",
  "nextDays",
  "sameAmount",
] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

const ACTIONS = ["restore", "import", "delete", "move", "change", "look"] as const;

/** Something that may be the difference, and what would mend it. */
export const Suspect = Type.Object(
  {
    reason: Type.Enum([...SUSPICIONS], { type: "string" }),
    recordId: Type.Optional(Id),
    transferId: Type.Optional(Id),
    adjustmentId: Type.Optional(Id),
    /** The account whose opening balance was changed. */
    accountId: Type.Optional(Id),
    importId: Type.Optional(Id),
    /** The line of the import. */
    row: Type.Optional(Type.Integer()),
    historyId: Type.Optional(Id),
    /** The day that it stands on. */
    date: DayText,
    /** What it moves, or moved, on this account. */
    amount: Sum,
    description: Type.Optional(Type.String()),
    action: Type.Enum([...ACTIONS], { type: "string" }),
  },
  { title: "Suspect" },
);
export type Suspect = Static<typeof Suspect>;

/** A change that broke a point, kept after the history has forgotten it. */
const BrokenBy = Type.Object({
  noun: Type.String({ examples: ["record"] }),
  id: Id,
  /** Its day before the change; not of an account. */
  date: Type.Optional(DayText),
  /** When it was changed. */
  at: Timestamp,
});

const stated = {
  id: Id,
  userId: UserId,
  accountId: Id,
  date: DayText,
  /** What the bank stated. */
  balance: Sum,
  note: Type.Optional(Type.String()),
  /** The import whose bill stated it. */
  importId: Type.Optional(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A point as it was said, without what the book says of it: what the history keeps. */
export const StatedBalance = Type.Object(stated, { title: "StatedBalance" });
export type StatedBalance = Static<typeof StatedBalance>;

export const Checkpoint = Type.Object(
  {
    ...stated,
    /** What the book says of the end of that day. */
    reckoned: Sum,
    /** balance − reckoned. */
    difference: Sum,
    ok: Type.Boolean(),
    /** The last point before it that agreed: the difference arose after that day. */
    from: Type.Optional(DayText),
    suspects: Type.Array(Suspect),
    brokenBy: Type.Optional(BrokenBy),
  },
  { title: "Checkpoint" },
);
export type Checkpoint = Static<typeof Checkpoint>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const Stated = Type.Number({
  ...Balance,
  ...about(
    { zh: "银行的余额", en: "Balance that the bank states" },
    {
      zh: "必须是 ±20,000,000,000,000.00 以内、最多两位小数的数字",
      en: "must be a number within ±20,000,000,000,000.00 with at most two decimals",
    },
  ),
});

const notes = {
  zh: "说的是那一天日终的余额。对账点不改变任何金额，也不锁住什么；不一致时 suspects 列出差额可能出在哪里，最像的在前。",
  en: "Speaks of the end of that day. A point moves no money and locks nothing; where it differs, suspects says what the difference may be, best first.",
};

export const checkpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/accounts/:id/checkpoints",
    serve: "read",
    looksAtMany: () => true,
    tag: "对账",
    summary: { zh: "账户的对账点，最近的在前", en: "Checkpoints of an account, newest day first" },
    notes,
    owner: "account",
    ...byId,
    returns: Type.Array(Checkpoint),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/accounts/:id/checkpoints",
    serve: "write",
    manyRows: true,
    tag: "对账",
    summary: { zh: "记下银行说的余额", en: "Say what the bank states" },
    notes,
    owner: "account",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      date: DateInput,
      balance: Stated,
      note: Type.Optional(Description),
    }),
    returns: Checkpoint,
    done: "checkpointCreated",
    refuses: ["checkpointTaken"],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/checkpoints/:id",
    serve: "read",
    resource: true,
    looksAtMany: () => true,
    tag: "对账",
    summary: { zh: "对账点详情", en: "Get a checkpoint" },
    notes,
    owner: "checkpoint",
    ...byId,
    returns: Checkpoint,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/checkpoints/:id",
    serve: "write",
    manyRows: true,
    resource: true,
    tag: "对账",
    summary: { zh: "修改对账点（只改所给字段）", en: "Change the given fields of a checkpoint" },
    notes: {
      zh: "日期不能改：那是另一个对账点。",
      en: "The day stays: another day is another point.",
    },
    owner: "checkpoint",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      balance: Type.Optional(Stated),
      note: Type.Optional(clearable(Description)),
      updatedAt: Type.Optional(ReadVersion),
    }),
    returns: Checkpoint,
    done: "checkpointUpdated",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/checkpoints/:id",
    serve: "write",
    resource: true,
    tag: "对账",
    summary: { zh: "删除对账点", en: "Delete a checkpoint" },
    notes: {
      zh: "金额不变；历史里可以恢复。",
      en: "No money moves; the history can bring it back.",
    },
    owner: "checkpoint",
    ...byId,
    returns: Type.Null(),
    done: "checkpointDeleted",
  }),
};
