import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  AccountType,
  about,
  Category,
  Cursor,
  Flag,
  Id,
  Limit,
  Sum,
  Timestamp,
  UserId,
} from "./fields.ts";

const words = (zh: string, en: string) => ({ zh, en });

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
    /** What a commit would book, by kind. */
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

const byId = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ userId: Type.Optional(UserId) }),
};

const shortText = (label: { zh: string; en: string }, maxLength: number) =>
  Type.String({
    maxLength,
    text: true,
    ...about(
      label,
      words(
        `必须是不超过 ${maxLength} 个字符的文字`,
        `must be text of at most ${maxLength} characters`,
      ),
    ),
  });

const Currency = Type.String({
  pattern: "^[A-Z]{3}$",
  examples: ["CNY"],
  ...about(words("货币", "Currency"), words("必须是三个大写字母", "must be three capital letters")),
});

const RowDecision = Type.Object({
  numbers: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
  action: Type.Optional(RowAction),
  kind: Type.Optional(RowKind),
  category: Type.Optional(Category),
  accountId: Type.Optional(AccountId),
  toAccountId: Type.Optional(AccountId),
});
export type RowDecision = Static<typeof RowDecision>;

const AccountDecision = Type.Object({
  place: Type.Integer({ minimum: 0 }),
  accountId: Type.Optional(AccountId),
  create: Type.Optional(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", text: true }),
      type: AccountType,
    }),
  ),
});
export type AccountDecision = Static<typeof AccountDecision>;

const listRule = words("格式不正确", "is malformed");

export const imports = {
  create: endpoint({
    method: "POST",
    path: "/api/imports",
    tag: "导入",
    summary: { zh: "上传账单，得到预览", en: "Upload a bill and get its preview" },
    notes: {
      zh: "multipart/form-data：file 是账单文件（CSV、XLSX、ZIP、OFX……，不超过 20 MiB）。预览不记任何账；确认后 POST /api/imports/:id/commit 才写入。加密的 ZIP 需要 password；认不出的表格答复 status 为 unmapped，把 tables 中确认过的 mapping（JSON）随文件再传一次即可，之后按表头记住。wait=false 时立即答复，进度见 /api/imports/:id/events。",
      en: "Books nothing; POST /api/imports/:id/commit does. A zip may need password; an unknown table answers status unmapped with proposed mappings.",
    },
    owner: "body",
    transaction: "own",
    upload: true,
    body: Type.Object({
      userId: UserId,
      password: Type.Optional(shortText(words("密码", "Password"), 200)),
      encoding: Type.Optional(shortText(words("编码", "Encoding"), 40)),
      account: Type.Optional(AccountId),
      currency: Type.Optional(Currency),
      mapping: Type.Optional(shortText(words("列对应关系", "Column mapping"), 20_000)),
      wait: Type.Optional(Flag(words("等待预览", "Wait"))),
    }),
    returns: Import,
    done: "importRead",
    refuses: ["userNotFound", "accountNotFound", "billRefused", "fileMissing", "importCancelled"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/imports",
    tag: "导入",
    summary: { zh: "导入列表，最近的在前", en: "List imports, newest first" },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(ImportSummary),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/imports/:id",
    tag: "导入",
    summary: { zh: "导入的预览或结果", en: "Get an import" },
    owner: "import",
    ...byId,
    returns: Import,
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/imports/:id/rows",
    tag: "导入",
    summary: { zh: "预览的每一行", en: "List the rows of a preview" },
    notes: {
      zh: "默认全部（流式）；limit 与 cursor 分页；fate 只看一种去向。",
      en: "All rows, streamed; limit and cursor page; fate filters.",
    },
    owner: "import",
    params: byId.params,
    query: Type.Object({
      userId: Type.Optional(UserId),
      fate: Type.Optional(Fate),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(ImportRow),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/imports/:id",
    tag: "导入",
    summary: { zh: "修改预览的决定", en: "Change decisions of a preview" },
    notes: {
      zh: "accounts 决定文件里的账户对应哪个账户（accountId）或新建（create）；rows 决定若干行的处理、性质、分类和账户。只有 ready 的导入可以修改。",
      en: "accounts maps the file's accounts, rows decides about rows by number.",
    },
    owner: "import",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      accounts: Type.Optional(
        Type.Array(AccountDecision, {
          maxItems: 1000,
          ...about(words("账户对应", "Accounts"), listRule),
        }),
      ),
      rows: Type.Optional(
        Type.Array(RowDecision, {
          maxItems: 10_000,
          ...about(words("行的决定", "Rows"), listRule),
        }),
      ),
    }),
    returns: Import,
    done: "importUpdated",
    refuses: ["accountNotFound", "importNotReady", "rowNotFound", "rowCannot"],
  }),
  commit: endpoint({
    method: "POST",
    path: "/api/imports/:id/commit",
    tag: "导入",
    summary: { zh: "写入预览的全部行，或一行也不写", en: "Write the preview, all or nothing" },
    notes: {
      zh: "每个账户的余额只变动一次；答复给出每个账户变动前后的余额。已写入的导入再次提交答复同样的结果。",
      en: "Each account moves once; the answer holds balances before and after. A repeated commit answers the same.",
    },
    owner: "import",
    transaction: "own",
    ...byId,
    returns: Import,
    done: "importCommitted",
    refuses: [
      "importNotReady",
      "importOutdated",
      "importSameAccount",
      "importCancelled",
      "accountNotFound",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/imports/:id/cancel",
    tag: "导入",
    summary: { zh: "取消正在进行的读取或写入", en: "Cancel a running import" },
    notes: {
      zh: "取消读取会放弃这次导入；取消写入则什么都不写，预览还在。",
      en: "A cancelled reading is given up; a cancelled commit writes nothing and keeps the preview.",
    },
    owner: "import",
    transaction: "own",
    ...byId,
    returns: Type.Null(),
    done: "importCancelled",
    refuses: ["importNotRunning"],
  }),
  events: endpoint({
    method: "GET",
    path: "/api/imports/:id/events",
    tag: "导入",
    summary: { zh: "导入进度（server-sent events）", en: "Progress of an import" },
    notes: {
      zh: "事件 progress 的数据是 { stage, done, total }；事件 end 的数据是 { status }，之后流结束。",
      en: "Events progress { stage, done, total } and at last end { status }.",
    },
    owner: "import",
    transaction: "own",
    answers: "text/event-stream",
    ...byId,
    returns: Type.Null(),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/imports/:id",
    tag: "导入",
    summary: {
      zh: "撤销已写入的导入，或丢弃预览",
      en: "Undo a committed import, or drop a preview",
    },
    notes: {
      zh: "一步撤销：删除它写入的全部记录与转账，恢复余额，并列出之后被修改过的行。",
      en: "Takes back all that it wrote in one step and names the rows that were edited since.",
    },
    owner: "import",
    transaction: "own",
    ...byId,
    returns: ImportUndone,
    done: "importUndone",
    refuses: ["importRunning", "balanceTooLarge", "dayTotalTooLarge"],
  }),
};
