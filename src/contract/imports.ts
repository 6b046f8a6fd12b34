import Type, { type Static } from "typebox";
import { endpoint } from "./endpoint.ts";
import {
  AccountId,
  AccountName,
  AccountType,
  about,
  Category,
  Cursor,
  Flag,
  Id,
  id,
  Limit,
  UserId,
} from "./fields.ts";
import {
  Fate,
  Import,
  ImportRow,
  ImportSummary,
  ImportUndone,
  RowAction,
  RowKind,
  words,
} from "./import-shapes.ts";

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

const RowNumbers = Type.Array(id(words("行号", "Row number")), {
  minItems: 1,
  maxItems: 10_000,
  item: words("行号", "row number"),
  ...about(
    words("行号", "Row numbers"),
    words("必须是 1 到 10,000 个正整数", "must be 1 to 10,000 positive integers"),
  ),
});

const RowDecision = Type.Object({
  numbers: RowNumbers,
  action: Type.Optional(RowAction),
  kind: Type.Optional(RowKind),
  category: Type.Optional(Category),
  accountId: Type.Optional(AccountId),
  toAccountId: Type.Optional(id(words("转入账户编号", "Id of the account it goes to"))),
});
export type RowDecision = Static<typeof RowDecision>;

const AccountDecision = Type.Object({
  place: Type.Integer({
    minimum: 0,
    ...about(words("位置", "Place"), words("必须是 0 或正整数", "must be 0 or a positive integer")),
  }),
  accountId: Type.Optional(AccountId),
  create: Type.Optional(
    Type.Object({
      name: AccountName,
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
      zh: "accounts 决定文件里的账户对应哪个账户（accountId）或新建（create），只给其一；rows 决定若干行的处理、性质、分类和账户。对有提示（suggestion）的行选 merge：一般是与那条记录当作同一笔；two-sides 且提示的是一条收支记录时，写入后两者合为一笔转账（becomes）；refund 则记为那笔消费的退款。只有 ready 的导入可以修改。",
      en: "accounts maps each of the file's accounts to one that is there (accountId) or to a new one (create), rows decides about rows by number. To merge a row takes it for the record it is suggested with; two sides of which one is a plain record become one transfer, and a refund is linked to its purchase.",
    },
    owner: "import",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      accounts: Type.Optional(
        Type.Array(AccountDecision, {
          maxItems: 1000,
          item: words("账户", "account"),
          ...about(words("账户对应", "Accounts"), listRule),
        }),
      ),
      rows: Type.Optional(
        Type.Array(RowDecision, {
          maxItems: 10_000,
          item: words("决定", "decision"),
          ...about(words("行的决定", "Rows"), listRule),
        }),
      ),
    }),
    returns: Import,
    done: "importUpdated",
    refuses: ["accountNotFound", "importAccountBoth", "importNotReady", "rowNotFound", "rowCannot"],
  }),
  commit: endpoint({
    method: "POST",
    path: "/api/imports/:id/commit",
    tag: "导入",
    summary: { zh: "写入预览的全部行，或一行也不写", en: "Write the preview, all or nothing" },
    notes: {
      zh: "每个账户的余额只变动一次；答复给出每个账户变动前后的余额。已写入的导入再次提交答复同样的结果。预览之后账本有变化（某一行已由别的导入写入，或它所依据的记录已被删除、撤销）时答复 409，一行也不写，那几行按账本重新标明。",
      en: "Each account moves once; the answer holds balances before and after. A repeated commit answers the same. Where a row is no longer what the preview says, the commit is refused with 409, and the row is shown anew.",
    },
    owner: "import",
    transaction: "own",
    ...byId,
    returns: Import,
    done: "importCommitted",
    refuses: [
      "importNotReady",
      "importOutdated",
      "importJoinLost",
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
      zh: "一步撤销：删除它写入的全部记录与转账，恢复它改过的状态与备注，找回与它合为一笔转账的记录，余额随之恢复，并列出之后被修改过的行：其中被改过的记录和转账一并删除，备注改过的保持现状。删掉的都在历史里，可以逐条恢复。",
      en: "Takes back in one step all that it wrote and changed, and names the rows that were edited since: edited records go, an edited description stays. What it deletes is in the history.",
    },
    owner: "import",
    transaction: "own",
    ...byId,
    returns: ImportUndone,
    done: "importUndone",
    refuses: ["importRunning", "balanceTooLarge", "dayTotalTooLarge"],
  }),
};
