/** An account's sheet, its lines ticked off, and what all accounts together are worth. */
import Type from "typebox";
import { Adjustment } from "./adjustments.ts";
import { endpoint } from "./endpoint.ts";
import {
  about,
  Cursor,
  DayText,
  EndDate,
  Id,
  ids,
  Limit,
  RecordIds,
  StartDate,
  Sum,
  Switch,
  TransferIds,
  UserId,
} from "./fields.ts";
import { LedgerRecord } from "./records.ts";
import { Transfer } from "./transfers.ts";

const account = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const range = {
  startDate: Type.Optional(StartDate),
  endDate: Type.Optional(EndDate),
};

/** A line of a sheet: what it is of, what it moves, and the balance after it. */
export const SheetRow = Type.Object(
  {
    record: Type.Optional(LedgerRecord),
    transfer: Type.Optional(Transfer),
    adjustment: Type.Optional(Adjustment),
    effect: Sum,
    balance: Sum,
    ticked: Type.Boolean(),
  },
  { title: "SheetRow" },
);

export const Sheet = Type.Object(
  {
    opening: Sum,
    in: Sum,
    /** Above zero: what went out. */
    out: Sum,
    adjusted: Sum,
    closing: Sum,
    /** What the ticked lines of the range move, and the others. */
    ticked: Sum,
    unticked: Sum,
    rows: Type.Array(SheetRow),
  },
  { title: "Sheet" },
);

/** Lines of an account's sheet that one request ticked off, or not, as they were before: `id` is the account's. */
export const TickedLines = Type.Object(
  {
    id: Id,
    userId: UserId,
    ticked: Type.Boolean(),
    records: Type.Array(Id),
    transfers: Type.Array(Id),
    adjustments: Type.Array(Id),
  },
  { title: "TickedLines" },
);

/** The groups that accounts stand in; a plain account is of the first. */
export const GROUPS = ["plain", "credit", "person", "loan", "asset"] as const;

const steps = ["day", "month"] as const;

const Step = Type.Enum(steps, {
  type: "string",
  ...about({ zh: "间隔", en: "Step" }, { zh: "必须是 day 或 month", en: "must be day or month" }),
});

const Worth = {
  assets: Sum,
  /** Above zero: what is owed. */
  liabilities: Sum,
  net: Sum,
  groups: Type.Object(Object.fromEntries(GROUPS.map((name) => [name, Type.Optional(Sum)]))),
};

export const agreement = {
  sheet: endpoint({
    method: "GET",
    path: "/api/accounts/:id/sheet",
    serve: "read",
    looksAtMany: () => true,
    tag: "对账",
    summary: { zh: "账户的对账单", en: "The sheet of an account" },
    notes: {
      zh: "期初 opening + 流入 in − 流出 out + 调整 adjusted = 期末 closing。rows 从新到旧，balance 是那一行之后的余额；转账的手续费是单独一行，调整排在当天最后。默认每页 100 行，Next-Cursor 响应头给出下一页的游标，合计始终是整个时间段的。",
      en: "opening + in − out + adjusted = closing. Rows are newest first with the balance after each; a fee is a line of its own, adjustments stand last on their day. 100 rows a page unless limit says otherwise; the Next-Cursor header names the next page, and the sums are of the whole range.",
    },
    owner: "account",
    params: account.params,
    query: Type.Object({
      userId: Type.Optional(UserId),
      ...range,
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Sheet,
  }),
  tick: endpoint({
    method: "PUT",
    path: "/api/accounts/:id/ticks",
    serve: "write",
    tag: "对账",
    summary: { zh: "勾选对账单上对过的行", en: "Tick lines of a sheet off" },
    notes: {
      zh: "只记下对过没有，不改变任何金额。count 是改变了的行数。",
      en: "Only remembers what was compared; no money moves. count is how many lines changed.",
    },
    owner: "account",
    ...account,
    body: Type.Object({
      userId: Type.Optional(UserId),
      records: Type.Optional(RecordIds),
      transfers: Type.Optional(TransferIds),
      adjustments: Type.Optional(ids({ zh: "调整", en: "adjustment" })),
      ticked: Switch({ zh: "对过", en: "Ticked" }),
    }),
    notInExample: ["transfers", "adjustments"],
    returns: Type.Object({ count: Type.Integer() }),
    done: "ticksChanged",
    refuses: ["recordNotFound", "transferNotFound", "adjustmentNotFound"],
  }),
  netWorth: endpoint({
    method: "GET",
    path: "/api/networth",
    serve: "read",
    looksAtMany: () => true,
    tag: "对账",
    summary: { zh: "净资产随时间的变化", en: "Net worth over time" },
    notes: {
      zh: "净资产 net = 资产 assets − 负债 liabilities，按余额的正负分，与账户的用途无关；groups 是各组账户余额之和（plain 是没有用途的账户），没有账户的组不出现。before 是时间段之前的样子，days 是余额有变动的各天日终，最后一天与总余额一致。by=month 时每个月只有最后一个变动的日子。",
      en: "net = assets − liabilities, told by the sign of each balance and never by the account's kind. groups are the sums of each kind's balances; a group without accounts is left out. before is how it was before the range, days are the ends of days that moved; with by=month only the last of each month.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId, ...range, by: Type.Optional(Step) }),
    returns: Type.Object({
      before: Type.Object(Worth),
      days: Type.Array(Type.Object({ date: DayText, ...Worth })),
    }),
    refuses: ["userNotFound"],
  }),
};
