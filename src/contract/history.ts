/** What was changed and deleted, and bringing it back. */
import Type, { type TSchema } from "typebox";
import { Account } from "./accounts.ts";
import { Adjustment } from "./adjustments.ts";
import { TickedLines } from "./agreement.ts";
import { Budget } from "./budgets.ts";
import { StatedBalance } from "./checkpoints.ts";
import { endpoint } from "./endpoint.ts";
import { ActId, about, Cursor, DayText, Id, Limit, Sum, Timestamp, UserId } from "./fields.ts";
import { PlannedTerms } from "./plans.ts";
import { LedgerRecord } from "./records.ts";
import { Transfer } from "./transfers.ts";

/** The nouns whose versions are kept. */
export const KEPT_NOUNS = [
  "account",
  "record",
  "transfer",
  "budget",
  "adjustment",
  "checkpoint",
  "plan",
  "ticks",
] as const;

const Noun = Type.Enum(KEPT_NOUNS, {
  type: "string",
  ...about(
    { zh: "种类", en: "Noun" },
    { zh: `必须是 ${KEPT_NOUNS.join("、")} 之一`, en: `must be one of ${KEPT_NOUNS.join(", ")}` },
  ),
});

const Change = Type.Enum(["update", "delete"], { type: "string" });

const orNull = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Fields of any noun; a day stands for a date, and null for what was not there. */
const ChangedFields = Type.Object(
  {
    name: Type.Optional(Type.String()),
    category: orNull(Type.String()),
    amount: orNull(Sum),
    fee: Type.Optional(Sum),
    balance: Type.Optional(Sum),
    type: Type.Optional(Type.String()),
    accountId: orNull(Id),
    fromAccountId: Type.Optional(Id),
    toAccountId: orNull(Id),
    date: Type.Optional(DayText),
    month: Type.Optional(Type.String()),
    value: orNull(Sum),
    kind: orNull(Type.String()),
    description: orNull(Type.String()),
    note: orNull(Type.String()),
    refund: Type.Optional(Type.Boolean()),
    refundOf: orNull(Id),
    color: Type.Optional(Type.String()),
    archived: Type.Optional(Type.Boolean()),
    // Of a plan; days are numbers with commas between.
    amountMode: Type.Optional(Type.String()),
    unit: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer()),
    days: Type.Optional(Type.String()),
    startDate: Type.Optional(DayText),
    endDate: orNull(DayText),
    times: orNull(Type.Integer()),
    weekend: Type.Optional(Type.String()),
    mode: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    ticked: Type.Optional(Type.Boolean()),
  },
  { title: "ChangedFields" },
);

/** The fields that an update changed, before and after. */
const Changed = Type.Object({ from: Type.Optional(ChangedFields), to: ChangedFields });

/** The resource as it was answered, whichever of the nouns it is. */
const Version = Type.Unsafe<{ id: number; userId: number }>(
  Type.Union([
    ...[Account, LedgerRecord, Transfer, Budget, Adjustment, StatedBalance, PlannedTerms],
    TickedLines,
  ]),
);

/** How it was changed: open, session, provider, or the name of an access token. */
const Who = Type.String({ examples: ["session", "token 手机"] });

export const HistoryEntry = Type.Object(
  {
    id: Id,
    /** The act that it belongs to: what one request changed. */
    actId: Id,
    /** How many entries that act has. */
    count: Type.Integer(),
    noun: Noun,
    nounId: Id,
    change: Change,
    /** The resource as it was answered before the change. */
    version: Version,
    /** Only for an update that was made since entries keep it. */
    changed: Type.Optional(Changed),
    who: Who,
    at: Timestamp,
    /** How much more went with it: a transfer's fee, the records and transfers of a deleted account. */
    parts: Type.Integer(),
    /** Whether it can still be brought back: nothing has changed it since. */
    restorable: Type.Boolean(),
  },
  { title: "HistoryEntry" },
);

export const HistoryAct = Type.Object(
  {
    /** The number of its first entry. */
    id: Id,
    /** How many entries it has, and of which kinds. */
    count: Type.Integer(),
    kinds: Type.Array(Type.Object({ noun: Noun, change: Change, count: Type.Integer() })),
    /** What its first entry keeps. */
    version: Version,
    /** What changed in all of them alike; `from` only where all had the same. */
    changed: Type.Optional(Changed),
    who: Who,
    at: Timestamp,
    /** Whether it can still be taken back: nothing has changed any part since. */
    restorable: Type.Boolean(),
  },
  { title: "HistoryAct" },
);

const restoreRefusals = [
  "restoreChanged",
  "restoreAccountGone",
  "restoreExpenseGone",
  "restoreRefundTooLarge",
  "restoreHasRefunds",
  "restoreBookedRecord",
  "restoreBookedTransfer",
  "restoreOwnId",
  "restoreTooLarge",
  "restoreMerge",
  "checkpointTaken",
  "restorePlanned",
  "restorePlanFollowed",
  "planTooMany",
] as const;

export const history = {
  list: endpoint({
    method: "GET",
    path: "/api/history",
    serve: "read",
    looksAtMany: ({ limit }) => Number(limit) > 100,
    tag: "历史",
    summary: { zh: "修改与删除的历史，最新的在前", en: "Changes and deletions, newest first" },
    notes: {
      zh: "保留 30 天，每条是改动之前的样子。一次请求所改的各条同属一步（actId），count 是那一步共有几条；给出 actId 时只列那一步的。默认每页 100 条，Next-Cursor 响应头给出下一页的游标。",
      en: "Kept for 30 days; each entry shows what was before. What one request changed is one act: its entries have the same actId, and count says how many they are; with actId, those of one act. 100 a page unless limit says otherwise.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      noun: Type.Optional(Noun),
      actId: Type.Optional(ActId),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(HistoryEntry),
  }),
  acts: endpoint({
    method: "GET",
    path: "/api/history/acts",
    tag: "历史",
    summary: { zh: "历史，一步操作一条，最新的在前", en: "History by act, newest first" },
    notes: {
      zh: "一次请求所改的是一步：批量修改 25 条记录是一条，count 为 25。changed 是各条一致的变化。写入的答复用 History-Act 响应头给出它那一步的编号。默认每页 100 条，Next-Cursor 响应头给出下一页的游标。",
      en: "What one request changed is one act: 25 records changed at once are one line with count 25. changed is what changed in all of them alike. The answer of a write names its act in the History-Act header. 100 a page unless limit says otherwise.",
    },
    serve: "read",
    owner: "query",
    query: Type.Object({
      userId: UserId,
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(HistoryAct),
  }),
  restoreAct: endpoint({
    method: "POST",
    path: "/api/history/acts/:id/restore",
    tag: "历史",
    summary: { zh: "撤销一步操作", en: "Take an act back" },
    notes: {
      zh: "这一步所改与所删的全部恢复，或一条也不：其中一条此后又有改动时答复 409。已经单独恢复的不再动。编号是 actId，也就是 History-Act 响应头。",
      en: "All that it changed and deleted goes back, or nothing: 409 when one of its parts has changed since. What was restored alone stays. The number is actId, as the History-Act header gives it.",
    },
    owner: "history",
    serve: "long",
    params: Type.Object({ id: Id }),
    query: Type.Object({ userId: Type.Optional(UserId) }),
    returns: Type.Object({ id: Id, count: Type.Integer() }),
    done: "restored",
    refuses: [...restoreRefusals],
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/history/:id/restore",
    serve: "write",
    manyRows: true,
    tag: "历史",
    summary: { zh: "恢复到改动之前", en: "Bring back what was before" },
    notes: {
      zh: "余额随之恢复；连同账户删除的记录与转账、转账的手续费一起恢复。此后又有改动、账户或所退的支出已不存在、与退款合计不符、同一行账单已另外入账或金额超出范围时答复 409，什么也不改。撤销导入所删的每一条也在此列。",
      en: "Balances move back with it, and what went with it comes back. Refused with 409 when it has changed since, its account or the expense it gives back is gone, refunds would exceed their expense, its line of a bill is booked as another record by now, or a bound would be passed. What undoing an import deletes is listed here, too.",
    },
    owner: "history",
    params: Type.Object({ id: Id }),
    query: Type.Object({ userId: Type.Optional(UserId) }),
    returns: Type.Object({ noun: Noun, id: Id, parts: Type.Integer() }),
    done: "restored",
    refuses: [...restoreRefusals],
  }),
};
