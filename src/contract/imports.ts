import Type, { type Static } from "typebox";
import { DATE_ORDERS, HEADERS } from "./bill-answers.ts";
import { endpoint, givenAny, requiredUnless } from "./endpoint.ts";
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
  ReadVersion,
  Switch,
  UserId,
} from "./fields.ts";
import {
  ChosenKind,
  Fate,
  Import,
  ImportEnd,
  ImportProgress,
  ImportRow,
  ImportSample,
  ImportSummary,
  ImportUndone,
  RowAction,
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

/** The answer to "ask-date-order": which part of a numeric date is the day. */
const DateOrder = Type.Enum(DATE_ORDERS, {
  type: "string",
  ...about(
    words("日期次序", "Date order"),
    words(`必须是 ${DATE_ORDERS.join("、")} 之一`, `must be one of ${DATE_ORDERS.join(", ")}`),
  ),
});

const Header = Type.Enum(HEADERS, {
  type: "string",
  ...about(
    words("表头", "Header"),
    words(`必须是 ${HEADERS.join("、")} 之一`, `must be one of ${HEADERS.join(", ")}`),
  ),
});

const ClosingNumber = id(words("余额编号", "Number of a balance"));
const RowNumber = id(words("行号", "Row number"));
const RowNumbers = Type.Array(RowNumber, {
  minItems: 1,
  maxItems: 10_000,
  item: words("行号", "row number"),
  ...about(
    words("行号", "Row numbers"),
    words("必须是 1 到 10,000 个正整数", "must be 1 to 10,000 positive integers"),
  ),
});

const decided = {
  action: Type.Optional(RowAction),
  kind: Type.Optional(ChosenKind),
  category: Type.Optional(Category),
  accountId: Type.Optional(AccountId),
  toAccountId: Type.Optional(id(words("转入账户编号", "Id of the account it goes to"))),
};

const RowDecision = Type.Object({ numbers: RowNumbers, ...decided });
export type RowDecision = Static<typeof RowDecision>;

const QuestionCode = Type.String({
  minLength: 1,
  maxLength: 40,
  text: true,
  examples: ["similar"],
  ...about(
    words("问题", "Question"),
    words("必须是 questions 里的 code", "must be a code of questions"),
  ),
});
const QuestionValue = shortText(words("问题里的词", "The value of the question"), 200);

/** One answer to all rows that stand under a question; a row that was decided by itself keeps that. */
const QuestionDecision = Type.Object({
  code: QuestionCode,
  value: Type.Optional(QuestionValue),
  ...decided,
  forget: Type.Optional(Switch(words("忘记回答", "Forget the answer"))),
});
export type QuestionDecision = Static<typeof QuestionDecision>;

/** Whether how a table was read is forgotten for later files. */
const LayoutDecision = Type.Object({
  layout: shortText(words("表格的版式", "Layout of the table"), 100),
  forget: Type.Boolean(
    about(words("忘记", "Forget"), words("必须是 true 或 false", "must be true or false")),
  ),
});
export type LayoutDecision = Static<typeof LayoutDecision>;

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

/** What an upload says about its file. */
const fileFields = {
  userId: UserId,
  password: Type.Optional(shortText(words("密码", "Password"), 200)),
  encoding: Type.Optional(shortText(words("编码", "Encoding"), 40)),
  dateOrder: Type.Optional(DateOrder),
  dateField: Type.Optional(shortText(words("日期所在的字段", "Field of the date"), 1)),
  account: Type.Optional(AccountId),
  currency: Type.Optional(Currency),
  mapping: Type.Optional(shortText(words("列对应关系", "Column mapping"), 100_000)),
  header: Type.Optional(Header),
  askColumns: Type.Optional(Flag(words("重新指定各列", "Ask for the columns"))),
};

const listRule = words("格式不正确", "is malformed");

const shownCount = Type.Integer({
  minimum: 0,
  ...about(
    words("GET 给出的行数", "Rows, as GET gives them"),
    words("必须是 0 或正整数", "must be 0 or a positive integer"),
  ),
});

/** A row as GET shows it is named by `number`, and decided where it differs from what is there. */
const SentRow = Type.Object(
  { numbers: Type.Optional(RowNumbers), number: Type.Optional(RowNumber), ...decided },
  requiredUnless("number", ["numbers"]),
);
/** An account as GET shows it has its `rows`, and is decided where it differs from what is there. */
const SentAccount = Type.Object({
  ...AccountDecision.properties,
  rows: Type.Optional(shownCount),
});
/** A question as GET shows it has its `open` rows, and is answered where an answer was added. */
const SentQuestion = Type.Object({
  ...QuestionDecision.properties,
  open: Type.Optional(shownCount),
});
/** Decisions as a PUT sends them. */
export interface SentDecisions {
  accounts?: Static<typeof SentAccount>[];
  rows?: Static<typeof SentRow>[];
  questions?: Static<typeof SentQuestion>[];
}

const narrows = givenAny("fate", "question", "value");

export const imports = {
  create: endpoint({
    method: "POST",
    path: "/api/imports",
    serve: "long",
    tag: "导入",
    summary: { zh: "上传账单，得到预览", en: "Upload a bill and get its preview" },
    notes: {
      zh: "multipart/form-data：file 是账单文件（CSV、XLSX、ZIP、OFX……，不超过 20 MiB）。预览不记任何账；确认后 POST /api/imports/:id/commit 才写入。加密的 ZIP 需要 password；认不出的表格答复 status 为 unmapped，把 tables 中确认过的 mapping（JSON，几张表就给几个的列表）随文件再传一次即可，之后按表头记住；askColumns=true 不用记住的、重新指定，header 说第一行是不是列名（first、none）。wait=false 时立即答复，进度见 /api/imports/:id/events。",
      en: "Books nothing; POST /api/imports/:id/commit does. A zip may need password; an unknown table answers status unmapped with proposed mappings.",
    },
    owner: "body",
    upload: true,
    body: Type.Object({ ...fileFields, wait: Type.Optional(Flag(words("等待预览", "Wait"))) }),
    returns: Import,
    done: "importRead",
    refuses: ["userNotFound", "accountNotFound", "billRefused", "fileMissing", "importCancelled"],
  }),
  sample: endpoint({
    method: "POST",
    path: "/api/imports/sample",
    serve: "long",
    tag: "导入",
    summary: { zh: "试读表格的前几行", en: "Try a column mapping on the first rows" },
    notes: {
      zh: "与上传账单相同的 multipart/form-data，但什么都不保存：答复每张表按 mapping 读出的前 20 行，与预览里的行一样（不与账本比对），以及类型列里的词。读不了时 problem 说明原因，tables 为空。",
      en: "Takes what an upload takes and keeps nothing: answers the first 20 rows of each table as a preview would show them, without a look at the book, and the words of its type column. What cannot be read is said in problem.",
    },
    owner: "body",
    upload: true,
    body: Type.Object(fileFields),
    returns: ImportSample,
    refuses: ["userNotFound", "accountNotFound", "billRefused", "fileMissing"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/imports",
    serve: "read",
    tag: "导入",
    summary: { zh: "导入列表，最近的在前", en: "List imports, newest first" },
    notes: {
      zh: "包括已撤销的；丢弃的不在内。每次导入的明细见 /api/imports/:id。",
      en: "Those that were undone are among them, those that were dropped are not. The details are at /api/imports/:id.",
    },
    owner: "query",
    query: Type.Object({ userId: UserId }),
    returns: Type.Array(ImportSummary),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/imports/:id",
    serve: "read",
    looksAtMany: () => true,
    resource: true,
    tag: "导入",
    summary: { zh: "导入的预览或结果", en: "Get an import" },
    notes: {
      zh: "ready 时是预览：accounts、questions、rows 可以改一处再整个送回；committed 时 result 说明写入了什么。",
      en: "While ready it is a preview, which may be changed in places and sent back whole; once committed, result says what was written.",
    },
    owner: "import",
    ...byId,
    returns: Import,
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/imports/:id/rows",
    serve: "read",
    looksAtMany: (query) => query.limit === undefined || narrows(query),
    tag: "导入",
    summary: { zh: "预览的每一行", en: "List the rows of a preview" },
    notes: {
      zh: "默认全部（流式）；limit 与 cursor 分页；fate 只看一种去向；question（与 value）只看一个问题下的行。写入之后，记下的行按现在的记录和转账列出。",
      en: "All rows, streamed; limit and cursor page; fate filters, and so does question with its value. Once it is committed, rows that were booked are listed as the records and transfers that they are now.",
    },
    owner: "import",
    params: byId.params,
    query: Type.Object({
      userId: Type.Optional(UserId),
      fate: Type.Optional(Fate),
      question: Type.Optional(QuestionCode),
      value: Type.Optional(QuestionValue),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(ImportRow),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/imports/:id",
    serve: "write",
    manyRows: true,
    resource: true,
    tag: "导入",
    summary: { zh: "修改预览的决定", en: "Change decisions of a preview" },
    notes: {
      zh: "accounts 决定文件里的账户对应哪个账户（accountId）或新建（create），只给其一；rows 决定若干行的处理、性质、分类和账户。对有提示（suggestion）的行选 merge：一般是与那条记录当作同一笔；two-sides 且提示的是一条收支记录时，写入后两者合为一笔转账（becomes）；refund 则记为那笔消费的退款；planned 则是计划的那一期（planId、due），选 import 就另外记。questions 一次回答一类问题（code，只问某个词的再给 value）：提出它的每一行照此处理，单独决定过的行不变；带 value 的回答记住，下一个文件照用，forget 为 true 则忘记并重新提问。有问题未答的行不记账。layouts 里 forget 为 true 忘记那种表格（bills 里的 layout）的列怎样读，下一个文件重新问。只有 ready 的导入可以修改。",
      en: "accounts maps each of the file's accounts to one that is there (accountId) or to a new one (create), rows decides about rows by number. To merge a row takes it for the record it is suggested with; two sides of which one is a plain record become one transfer, a refund is linked to its purchase, and what may be planned is that occurrence of its plan (import books it apart). questions answers all rows of a question at once, by its code and value; an answer about a word holds for later files until forget takes it back. A row whose question is open is not booked. layouts forgets how the columns of a layout are read.",
    },
    owner: "import",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      accounts: Type.Optional(
        Type.Array(SentAccount, {
          maxItems: 1000,
          item: words("账户", "account"),
          ...about(words("账户对应", "Accounts"), listRule),
        }),
      ),
      rows: Type.Optional(
        Type.Array(SentRow, {
          maxItems: 10_000,
          item: words("决定", "decision"),
          examples: [[{ numbers: [1], category: "餐饮" }]],
          ...about(words("行的决定", "Rows"), listRule),
        }),
      ),
      questions: Type.Optional(
        Type.Array(SentQuestion, {
          maxItems: 1000,
          item: words("回答", "answer"),
          ...about(words("问题的回答", "Questions"), listRule),
        }),
      ),
      layouts: Type.Optional(
        Type.Array(LayoutDecision, {
          maxItems: 1000,
          item: words("版式", "layout"),
          ...about(words("表格的版式", "Layouts"), listRule),
        }),
      ),
      updatedAt: Type.Optional(ReadVersion),
    }),
    returns: Import,
    done: "importUpdated",
    refuses: [
      "accountNotFound",
      "importAccountBoth",
      "importNotReady",
      "layoutNotFound",
      "questionNotFound",
      "rowNotFound",
      "rowCannot",
    ],
  }),
  commit: endpoint({
    method: "POST",
    path: "/api/imports/:id/commit",
    serve: "long",
    tag: "导入",
    summary: { zh: "写入预览的全部行，或一行也不写", en: "Write the preview, all or nothing" },
    notes: {
      zh: "每个账户的余额只变动一次；答复给出每个账户变动前后的余额。已写入的导入再次提交答复同样的结果。预览之后账本有变化（某一行已由别的导入写入，它所依据的记录已被删除、撤销，或它所在的那一期计划已经记了、跳过了）时答复 409，一行也不写，那几行按账本重新标明。closings 是预览里要记为对账点的账单余额（number）：那一天已有对账点的，改为账单说的。",
      en: "Each account moves once; the answer holds balances before and after. A repeated commit answers the same. Where a row is no longer what the preview says, the commit is refused with 409, and the row is shown anew. closings names the stated balances of the preview that are to be made checkpoints; a day that has one says what the bill says from then on.",
    },
    owner: "import",
    ...byId,
    body: Type.Object({
      userId: Type.Optional(UserId),
      closings: Type.Optional(
        Type.Array(ClosingNumber, {
          maxItems: 1000,
          uniqueItems: true,
          item: words("余额编号", "number of a balance"),
          ...about(
            words("要记为对账点的余额", "Balances to be made checkpoints"),
            words(
              "必须是最多 1000 个不重复的正整数",
              "must be at most 1000 different positive integers",
            ),
          ),
        }),
      ),
    }),
    notInExample: ["closings"],
    returns: Import,
    done: "importCommitted",
    refuses: [
      "importNotReady",
      "importOutdated",
      "importJoinLost",
      "importSameAccount",
      "importCancelled",
      "closingNotFound",
      "accountNotFound",
      "balanceTooLarge",
      "dayTotalTooLarge",
    ],
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/imports/:id/cancel",
    serve: "long",
    tag: "导入",
    summary: { zh: "取消正在进行的读取或写入", en: "Cancel a running import" },
    notes: {
      zh: "取消读取会放弃这次导入；取消写入则什么都不写，预览还在。",
      en: "A cancelled reading is given up; a cancelled commit writes nothing and keeps the preview.",
    },
    owner: "import",
    ...byId,
    returns: Type.Null(),
    done: "importCancelled",
    refuses: ["importNotRunning"],
  }),
  events: endpoint({
    method: "GET",
    path: "/api/imports/:id/events",
    serve: "long",
    tag: "导入",
    summary: { zh: "导入进度（server-sent events）", en: "Progress of an import" },
    notes: {
      zh: "事件 progress 的数据是 { stage, done, total }；事件 end 的数据是 { status }，之后流结束。",
      en: "Events progress { stage, done, total } and at last end { status }.",
    },
    owner: "import",
    answers: "text/event-stream",
    events: { progress: ImportProgress, end: ImportEnd },
    ...byId,
    returns: Type.Null(),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/imports/:id",
    serve: "long",
    tag: "导入",
    summary: {
      zh: "撤销已写入的导入，或丢弃预览",
      en: "Undo a committed import, or drop a preview",
    },
    notes: {
      zh: "一步撤销：删除它写入的全部记录与转账，恢复它改过的状态与备注，找回与它合为一笔转账的记录，计划记下的还它原样，只由它记下的那一期等您确认，余额随之恢复，并列出之后被修改过的行：其中被改过的记录和转账一并删除，备注改过的保持现状。删掉的都在历史里，可以逐条恢复。",
      en: "Takes back in one step all that it wrote and changed, and names the rows that were edited since: edited records go, an edited description stays. What a plan had booked is as it was, and an occurrence that only the import had booked waits. What it deletes is in the history.",
    },
    owner: "import",
    ...byId,
    returns: ImportUndone,
    done: "importUndone",
    refuses: ["importRunning", "balanceTooLarge", "dayTotalTooLarge"],
  }),
};
