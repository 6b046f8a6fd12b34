/** Plans 计划: money that comes again, said once and booked on its day. */
import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  Amount,
  about,
  Category,
  choice,
  clearable,
  DayText,
  Description,
  dateInput,
  Force,
  Id,
  id,
  EndDate as RangeEnd,
  StartDate as RangeStart,
  ReadVersion,
  Sum,
  Switch,
  Timestamp,
  UserId,
  whole,
} from "./fields.ts";
import { LedgerRecord } from "./records.ts";
import { Transfer } from "./transfers.ts";

export const PLAN_KINDS = ["expense", "income", "transfer", "reminder"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
export const PLAN_STATES = ["active", "paused", "ended"] as const;
export const OCCURRENCE_STATES = ["open", "waiting", "booked", "skipped", "deleted"] as const;
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number];
/** Why the clock has paused a plan. */
export const PAUSE_REASONS = [
  "accountDeleted",
  "sameAccount",
  "balanceTooLarge",
  "dayTotalTooLarge",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

const Kind = choice(PLAN_KINDS, "计划种类", "Kind of plan", "expense");
const AmountMode = choice(
  ["fixed", "estimate", "ask"],
  "金额的方式",
  "How the amount is known",
  "fixed",
);
const Weekend = choice(["keep", "before", "after"], "遇到周末", "On weekends", "keep");
const Mode = choice(["auto", "confirm"], "到期", "When it is due", "auto");
const TimesCount = choice(["all", "booked"], "期数的算法", "What counts as a time", "all");
const Unit = choice(["day", "week", "month", "year"], "重复的单位", "Unit", "month");
const StateWord = choice(PLAN_STATES, "计划状态", "State of a plan", "active");
const OccurrenceStateWord = choice(OCCURRENCE_STATES, "状态", "State", "open");
const NewState = choice(["skipped", "open"], "状态", "State", "skipped");
const Missed = choice(["skip", "book", "wait"], "暂停期间的各期", "What was missed", "skip");

const PlanName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  text: true,
  examples: ["房租"],
  ...about(
    { zh: "计划名称", en: "Name of the plan" },
    {
      zh: "必须是 1 到 100 个字符的文字，且不能全是空白",
      en: "must be text of 1 to 100 characters and not all blank",
    },
  ),
});

/** How often: every so many units. */
const Every = Type.Object(
  {
    unit: Unit,
    count: Type.Optional(whole("每几个", "Every so many", 1, 366, 1)),
  },
  {
    examples: [{ unit: "month", count: 1 }],
    ...about(
      { zh: "重复", en: "Repetition" },
      {
        zh: "必须写明 unit（day、week、month 或 year），count 是 1 到 366",
        en: "must say unit (day, week, month or year); count is 1 to 366",
      },
    ),
  },
);

const DayNumber = Type.Integer({
  minimum: -1,
  maximum: 31,
  examples: [1],
  ...about(
    { zh: "日子", en: "Day" },
    { zh: "必须是 -1 到 31 的整数", en: "must be an integer from -1 to 31" },
  ),
});

const Days = Type.Array(DayNumber, {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  item: { zh: "日子", en: "day" },
  examples: [[1]],
  ...about(
    { zh: "每周或每月的哪几天", en: "Days of the week or month" },
    {
      zh: "每周的必须是 1 到 7，每月的必须是 1 到 31 或 -1（最后一天），不重复，每月最多 4 个",
      en: "must be 1 to 7 of a week, 1 to 31 or -1 (the last day) of a month, all different, at most 4 of a month",
    },
  ),
});

const FirstDay = dateInput({ zh: "开始日期", en: "Start date" });
const LastDay = dateInput({ zh: "结束日期", en: "End date" });
const OccurrenceDate = dateInput({ zh: "日期", en: "Date" });
const Times = whole("期数", "Number of times", 1, 10_000, 12);
const RemindDays = whole("提前几天提醒", "Days before to remind", 0, 30, 1);
const ToAccountId = id({ zh: "转入账户编号", en: "Target account id" }, 2);
const Backfill = Switch({ zh: "补记之前的各期", en: "Book what is past" });
export const PlanId = id({ zh: "计划编号", en: "Plan id" });

const EveryShown = Type.Object({ unit: Unit, count: Type.Integer({ examples: [1] }) });

const stored = {
  id: Id,
  userId: UserId,
  name: Type.String({ examples: ["房租"] }),
  kind: Kind,
  /** Of a transfer the account that the money leaves. */
  accountId: Type.Optional(Id),
  toAccountId: Type.Optional(Id),
  category: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  amount: Type.Optional(Sum),
  amountMode: AmountMode,
  every: EveryShown,
  days: Type.Optional(Type.Array(Type.Integer(), { examples: [[1]] })),
  startDate: DayText,
  endDate: Type.Optional(DayText),
  times: Type.Optional(Type.Integer()),
  timesCount: TimesCount,
  weekend: Weekend,
  mode: Mode,
  remindDays: Type.Optional(Type.Integer()),
  state: StateWord,
  /** Why the clock has paused it. */
  reason: Type.Optional(Type.Enum(PAUSE_REASONS, { type: "string" })),
  /** The plan that this one continues. */
  follows: Type.Optional(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A plan as it was said, without what became of it: what the history keeps. */
export const PlannedTerms = Type.Object(stored, { title: "PlannedTerms" });
export type PlannedTerms = Static<typeof PlannedTerms>;

export const Plan = Type.Object(
  {
    ...stored,
    /** What comes next that is neither settled nor waiting, and the day on which it happens. */
    nextDue: Type.Optional(DayText),
    nextDate: Type.Optional(DayText),
    bookedCount: Type.Integer(),
    /** The day of what was booked last. */
    lastBooked: Type.Optional(DayText),
    /** Past occurrences that nobody settled and that the clock leaves alone. */
    missed: Type.Optional(Type.Integer()),
  },
  { title: "Plan" },
);
export type Plan = Static<typeof Plan>;

export const Occurrence = Type.Object(
  {
    planId: Id,
    /** The day that names it, for ever. */
    due: DayText,
    /** The day on which it happens, or happened. */
    date: DayText,
    amount: Type.Optional(Sum),
    accountId: Type.Optional(Id),
    description: Type.Optional(Type.String()),
    state: OccurrenceStateWord,
    recordId: Type.Optional(Id),
    transferId: Type.Optional(Id),
    /** Only where it differs from its plan. */
    changed: Type.Optional(Type.Literal(true)),
  },
  { title: "Occurrence" },
);
export type Occurrence = Static<typeof Occurrence>;

/** An occurrence to come, with what its plan is called and is. */
export const Upcoming = Type.Object(
  {
    ...Occurrence.properties,
    name: stored.name,
    kind: Kind,
    category: Type.Optional(Type.String()),
    amountMode: AmountMode,
    mode: Mode,
  },
  { title: "Upcoming" },
);
export type Upcoming = Static<typeof Upcoming>;

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const Due = Type.String({
  pattern: "^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$",
  examples: ["2026-12-01"],
  ...about(
    { zh: "这一期的日子", en: "Day that names the occurrence" },
    { zh: "必须是 YYYY-MM-DD 形式的日期", en: "must be a day of the form YYYY-MM-DD" },
  ),
});
const byDue = {
  params: Type.Object({ id: Id, due: Due }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const planRefusals = [
  "accountNotFound",
  "sameAccount",
  "planNeedsAccount",
  "planNeedsAccounts",
  "planNeedsAmount",
  "planAskNotAuto",
  "planReminderNotAuto",
  "planDaysWrong",
  "planEndBeforeStart",
  "planEndOrTimes",
  "planBackfillTooLong",
] as const;

const bookingRefusals = [
  "accountNotFound",
  "accountArchived",
  "sameAccount",
  "balanceTooLarge",
  "dayTotalTooLarge",
] as const;

const notes = {
  zh: "kind 为 transfer 时 accountId 是转出账户；reminder 只提醒，不动钱。every 是每几个单位一次；days 是每周的 1 到 7，或每月的 1 到 31 与 -1（最后一天），不给时就是开始那天。没有那一天的月份用它的最后一天，之后仍回到那一天。weekend 只用于每月与每年。endDate 与 times 只能给一个；timesCount 为 booked 时跳过的不算一期。开始日期在过去时，之前的各期不记；missed 说有几期，backfill: true 补记。amountMode 为 estimate 时，记过三期后，没有另给金额的各期按最近三期的中位数估计；为 ask 时每期记的时候才给金额，计划本身不留金额。到期时 mode 为 auto 的自动记账，confirm 的等您确认。备注不给时，记下的备注就是计划名称。一个用户最多 1000 个计划，已结束的也算。",
  en: "Of a transfer accountId is the account that the money leaves; a reminder moves no money. days are 1 to 7 of a week or 1 to 31 and -1 (the last) of a month; without them it is the day of the start. A month without the day has its last instead, and later ones the day again. weekend holds for months and years. Give either endDate or times; with timesCount booked, skipped ones don't count. Of a start in the past nothing is booked: missed says how many that are, backfill: true books them. With amountMode estimate, once three were booked, occurrences without an amount of their own are estimated at the median of the last three; with ask the amount is said when an occurrence is booked, and the plan keeps none. When due, auto is booked by itself and confirm waits. Without a description the plan's name is booked as one. A user has 1,000 plans at most, ended ones among them.",
};

const occurrenceNotes = {
  zh: "due 是这一期的名字，改了日期也不变，所以重发不会再记一次。",
  en: "due names the occurrence for ever, whatever its date becomes: a request that is sent again never books it twice.",
};

export const plans = {
  list: endpoint({
    method: "GET",
    path: "/api/plans",
    serve: "read",
    tag: "计划",
    summary: { zh: "计划列表，最早到期的在前", en: "List plans, the next due first" },
    notes: {
      zh: "不会再到期的在后，按编号。state 只列这种状态的。",
      en: "Those that are never due again come last, by id. state narrows to one state.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId, state: Type.Optional(StateWord) }),
    returns: Type.Array(Plan),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/plans/:id",
    serve: "read",
    resource: true,
    tag: "计划",
    summary: { zh: "计划详情", en: "Get a plan" },
    notes: {
      zh: "bookedCount 是已记的期数；各期在 /api/occurrences。",
      en: "bookedCount says how often it was booked; the occurrences are in /api/occurrences.",
    },
    owner: "plan",
    ...byId,
    returns: Plan,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/plans",
    serve: "write",
    tag: "计划",
    summary: { zh: "创建计划，今天到期的随即记下", en: "Make a plan; what is due today is booked" },
    notes,
    owner: "body",
    body: Type.Object({
      userId: UserId,
      name: PlanName,
      kind: Kind,
      accountId: Type.Optional(AccountId),
      toAccountId: Type.Optional(ToAccountId),
      category: Type.Optional(Category),
      description: Type.Optional(Description),
      amount: Type.Optional(Amount),
      amountMode: Type.Optional(AmountMode),
      every: Every,
      days: Type.Optional(Days),
      startDate: FirstDay,
      endDate: Type.Optional(LastDay),
      times: Type.Optional(Times),
      timesCount: Type.Optional(TimesCount),
      weekend: Type.Optional(Weekend),
      mode: Type.Optional(Mode),
      remindDays: Type.Optional(RemindDays),
      backfill: Type.Optional(Backfill),
    }),
    notInExample: ["toAccountId", "endDate", "times", "backfill"],
    returns: Plan,
    done: "planCreated",
    refuses: ["userNotFound", "planTooMany", ...planRefusals],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/plans/:id",
    serve: "write",
    resource: true,
    tag: "计划",
    summary: { zh: "修改计划（只改所给字段）", en: "Change the given fields of a plan" },
    notes: {
      zh: "已记的不变；改了重复的日子，从今天起按新的来，不补记过去的。给出 from（某一期的 due）时改这一期及以后：原计划到前一期为止，答复是从这一期开始的新计划，它的 follows 是原计划。endDate、times、days、description、remindDays 等给 null 清除。backfill: true 补记 missed 的各期。",
      en: "What is booked stays. Other days hold from today on, and nothing past is booked for them. With from, the due of an occurrence, this and the following change: the plan ends with the one before, and the answer is a new plan that begins with it and whose follows is the old one. null clears endDate, times, days, description, remindDays and what else is optional. backfill: true books what is missed.",
    },
    owner: "plan",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      name: Type.Optional(PlanName),
      kind: Type.Optional(Kind),
      accountId: Type.Optional(clearable(AccountId)),
      toAccountId: Type.Optional(clearable(ToAccountId)),
      category: Type.Optional(clearable(Category)),
      description: Type.Optional(clearable(Description)),
      amount: Type.Optional(clearable(Amount)),
      amountMode: Type.Optional(AmountMode),
      every: Type.Optional(Every),
      days: Type.Optional(clearable(Days)),
      startDate: Type.Optional(FirstDay),
      endDate: Type.Optional(clearable(LastDay)),
      times: Type.Optional(clearable(Times)),
      timesCount: Type.Optional(TimesCount),
      weekend: Type.Optional(Weekend),
      mode: Type.Optional(Mode),
      remindDays: Type.Optional(clearable(RemindDays)),
      backfill: Type.Optional(Backfill),
      from: Type.Optional(Due),
      updatedAt: Type.Optional(ReadVersion),
    }),
    notInExample: ["toAccountId", "endDate", "times", "backfill", "from", "startDate"],
    returns: Plan,
    done: "planUpdated",
    refuses: [
      "occurrenceNotFound",
      "occurrenceAlreadyBooked",
      "occurrenceAlreadyMoved",
      "occurrenceDone",
      "planKindFixed",
      "planTooMany",
      ...planRefusals,
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/plans/:id",
    serve: "write",
    resource: true,
    tag: "计划",
    summary: { zh: "删除计划，已记的账不变", en: "Delete a plan; what it booked stays" },
    notes: {
      zh: "历史里可以恢复。",
      en: "The history can bring it back.",
    },
    owner: "plan",
    ...byId,
    returns: Type.Null(),
    done: "planDeleted",
  }),
  pause: endpoint({
    method: "POST",
    path: "/api/plans/:id/pause",
    serve: "write",
    tag: "计划",
    summary: { zh: "暂停计划", en: "Pause a plan" },
    notes: {
      zh: "暂停期间什么也不记；missed 说错过了几期。已经暂停的不变。",
      en: "Nothing is booked meanwhile; missed says what passed by. A paused plan stays as it is.",
    },
    owner: "plan",
    ...byId,
    returns: Plan,
    done: "planPaused",
    refuses: ["planEnded"],
  }),
  resume: endpoint({
    method: "POST",
    path: "/api/plans/:id/resume",
    serve: "write",
    tag: "计划",
    summary: { zh: "恢复计划", en: "Resume a plan" },
    notes: {
      zh: "missed 是暂停期间错过的各期：skip 跳过（默认）、book 补记、wait 等您逐期确认。没有暂停的不变。",
      en: "missed says what becomes of what passed by: skip (as usual), book, or wait for you. A plan that is not paused stays as it is.",
    },
    owner: "plan",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      missed: Type.Optional(Missed),
    }),
    returns: Plan,
    done: "planResumed",
    doneWith: { state: { paused: "planStillPaused" } },
    refuses: ["planEnded", ...planRefusals],
  }),
};

/** What POST /api/plans would take, and the records that speak for it. */
export const PlanSuggestion = Type.Object(
  {
    /** Names the series, whatever is booked of it later. */
    key: Type.String(),
    plan: Type.Object({
      userId: UserId,
      name: stored.name,
      kind: Type.Enum(["expense", "income"], { type: "string" }),
      accountId: Id,
      category: Type.String(),
      description: Type.Optional(Type.String()),
      amount: Sum,
      amountMode: AmountMode,
      every: EveryShown,
      days: Type.Optional(Type.Array(Type.Integer(), { examples: [[1]] })),
      startDate: DayText,
      weekend: Weekend,
      mode: Mode,
    }),
    /** The newest first. */
    evidence: Type.Array(Type.Object({ recordId: Id, date: DayText, amount: Sum })),
  },
  { title: "PlanSuggestion" },
);
export type PlanSuggestion = Static<typeof PlanSuggestion>;

const SuggestionKey = Type.String({
  pattern: "^[A-Za-z0-9_-]{22}$",
  examples: ["dQw4w9WgXcQdQw4w9WgXcQ"],
  ...about(
    { zh: "建议的编号", en: "Key of the suggestion" },
    { zh: "必须是建议里的 key", en: "must be the key of a suggestion" },
  ),
});

export const planSuggestions = {
  list: endpoint({
    method: "GET",
    path: "/api/plans/suggestions",
    serve: "read",
    looksAtMany: () => true,
    tag: "计划",
    summary: { zh: "像是定期的记录", en: "Records that look regular" },
    notes: {
      zh: "同一账户、同一备注（不看数字；没有备注时看分类）、间隔均匀的三笔以上：每周、每两周、每月、每季、每年，每月的可以因周末差三天。plan 可以原样发给 POST /api/plans；金额都一样的是 fixed，不一样的按中位数估计。已有计划的、已经停了的不在其中。什么也不会自动创建。",
      en: "Three or more of one account and one note (its digits aside; without a note, of one category) at even distance: each week, two weeks, month, quarter or year, where a month's day may be three off for a weekend. plan can be sent to POST /api/plans as it is; equal amounts are fixed, others are estimated at their median. What a plan covers, and what has stopped, is left out. Nothing is made by itself.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(PlanSuggestion),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/plans/suggestions/:key",
    serve: "write",
    tag: "计划",
    summary: { zh: "这不是定期的，不再建议", en: "Not regular: never suggest it again" },
    notes: {
      zh: "再发一次也是一样。",
      en: "Sent again, it is the same.",
    },
    owner: "query",
    params: Type.Object({ key: SuggestionKey }),
    query: Type.Object({ userId: UserId }),
    returns: Type.Null(),
    done: "suggestionRefused",
    refuses: ["userNotFound"],
  }),
};

const WithAmounts = Switch({ zh: "日历里显示金额", en: "Amounts in the calendar" });

const feedShown = {
  amounts: Type.Boolean({ examples: [false] }),
  createdAt: Timestamp,
};

export const planFeeds = {
  get: endpoint({
    method: "GET",
    path: "/api/plans/calendar",
    serve: "read",
    tag: "计划",
    summary: { zh: "日历订阅", en: "The calendar's address" },
    notes: {
      zh: "active 说有没有。地址只在生成时给出一次，服务只保存它的哈希；不见了就换一个。",
      en: "active says whether there is one. The address is shown once, when it is made, and kept as a hash; make another where it is lost.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Object(
      {
        active: Type.Boolean({ examples: [true] }),
        amounts: Type.Optional(feedShown.amounts),
        createdAt: Type.Optional(feedShown.createdAt),
      },
      { title: "PlanFeed" },
    ),
  }),
  renew: endpoint({
    method: "POST",
    path: "/api/plans/calendar",
    serve: "write",
    secret: true,
    tag: "计划",
    summary: {
      zh: "生成日历订阅地址，原来的失效",
      en: "Make the calendar's address; the old one ends",
    },
    notes: {
      zh: "url 是 iCalendar（RFC 5545）格式，只读，只有接下来 400 天的计划，谁有它谁就能看，请像密码一样保管。amounts 为 true 时带上金额，默认不带。",
      en: "url is read-only iCalendar (RFC 5545) with the plans of the next 400 days alone; whoever has it sees them. With amounts true their amounts stand there, too.",
    },
    owner: "body",
    body: Type.Object({ userId: UserId, amounts: Type.Optional(WithAmounts) }),
    returns: Type.Object({ url: Type.String(), ...feedShown }, { title: "NewPlanFeed" }),
    done: "feedMade",
    refuses: ["userNotFound"],
  }),
  end: endpoint({
    method: "DELETE",
    path: "/api/plans/calendar",
    serve: "write",
    tag: "计划",
    summary: { zh: "停止日历订阅", en: "End the calendar's address" },
    notes: {
      zh: "地址从下一个请求起是 404。没有的也答复成功。",
      en: "It is answered 404 from the next request on. Where there is none, that is a success, too.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Null(),
    done: "feedEnded",
    refuses: ["userNotFound"],
  }),
};

export const occurrences = {
  list: endpoint({
    method: "GET",
    path: "/api/occurrences",
    serve: "read",
    tag: "计划",
    summary: { zh: "各期计划，按日期", en: "Occurrences of plans, by date" },
    notes: {
      zh: "起止日期都要给，均含当天，最多相隔 400 天。open 是还没到的，waiting 等您确认，booked 已记（带 recordId 或 transferId），skipped 跳过，deleted 是记下后又删除的。暂停的计划没有 open 的。",
      en: "Both dates are needed, inclusive, at most 400 days. open is to come, waiting asks for you, booked names its record or transfer, skipped is left out, and deleted was booked and deleted. A paused plan has none that are open.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      startDate: RangeStart,
      endDate: RangeEnd,
      planId: Type.Optional(PlanId),
      state: Type.Optional(OccurrenceStateWord),
    }),
    returns: Type.Array(Occurrence),
    refuses: ["rangeTooLong"],
  }),
  book: endpoint({
    method: "POST",
    path: "/api/plans/:id/occurrences/:due/book",
    serve: "write",
    tag: "计划",
    summary: { zh: "记下这一期", en: "Book an occurrence" },
    notes: {
      zh: `不给日期时，已到期的记在它的日期，还没到的记在今天。${occurrenceNotes.zh}已记的答复 409，记下后删除的可以重新记。只提醒的计划不动钱，只算完成。`,
      en: `Without a date, one that was due is booked on its own day and one to come today. ${occurrenceNotes.en} One that is booked gets 409; one that was booked and deleted is booked again. A reminder moves no money: it is done.`,
    },
    owner: "plan",
    ...byDue,
    body: Type.Object({
      userId: Type.Optional(UserId),
      amount: Type.Optional(Amount),
      date: Type.Optional(OccurrenceDate),
      accountId: Type.Optional(AccountId),
      description: Type.Optional(Description),
      force: Type.Optional(Force),
    }),
    notInExample: ["force"],
    returns: Type.Object({
      occurrence: Occurrence,
      record: Type.Optional(LedgerRecord),
      transfer: Type.Optional(Transfer),
    }),
    done: "occurrenceBooked",
    refuses: [
      "occurrenceNotFound",
      "occurrenceAlreadyBooked",
      "occurrenceAlreadyMoved",
      "occurrenceDone",
      "occurrenceNeedsAmount",
      "planNeedsAccount",
      "planNeedsAccounts",
      ...bookingRefusals,
    ],
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/plans/:id/occurrences/:due",
    serve: "write",
    tag: "计划",
    summary: { zh: "改这一期，或跳过它", en: "Change an occurrence, or skip it" },
    notes: {
      zh: `只改这一期。state 为 skipped 跳过，为 open 不再跳过；已过的一期恢复后等您确认。${occurrenceNotes.zh}`,
      en: `Changes this one alone. state skipped leaves it out, open takes that back; one that is past then waits for you. ${occurrenceNotes.en}`,
    },
    owner: "plan",
    ...byDue,
    body: Type.Object({
      userId: Type.Optional(UserId),
      amount: Type.Optional(clearable(Amount)),
      date: Type.Optional(clearable(OccurrenceDate)),
      accountId: Type.Optional(clearable(AccountId)),
      description: Type.Optional(clearable(Description)),
      state: Type.Optional(NewState),
    }),
    returns: Occurrence,
    done: "occurrenceUpdated",
    doneWith: { state: { skipped: "occurrenceSkipped" } },
    refuses: [
      "occurrenceNotFound",
      "occurrenceAlreadyBooked",
      "occurrenceAlreadyMoved",
      "occurrenceDone",
      "accountNotFound",
      "sameAccount",
    ],
  }),
};
