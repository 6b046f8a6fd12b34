/** What was changed and deleted, and bringing it back. */
import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { about, Cursor, Id, Limit, Timestamp, UserId } from "./fields.ts";

/** The nouns whose versions are kept. */
export const KEPT_NOUNS = ["account", "record", "transfer", "budget"] as const;

const Noun = Type.Enum(KEPT_NOUNS, {
  type: "string",
  ...about(
    { zh: "种类", en: "Noun" },
    { zh: `必须是 ${KEPT_NOUNS.join("、")} 之一`, en: `must be one of ${KEPT_NOUNS.join(", ")}` },
  ),
});

export const HistoryEntry = Type.Object(
  {
    id: Id,
    noun: Noun,
    nounId: Id,
    change: Type.Enum(["update", "delete"], { type: "string" }),
    /** The resource as it was answered before the change. */
    version: Type.Object({ id: Id, userId: UserId }),
    /** How it was changed: open, session, provider, or the name of an access token. */
    who: Type.String({ examples: ["session", "token 手机"] }),
    at: Timestamp,
    /** How much more went with it: a transfer's fee, the records and transfers of a deleted account. */
    parts: Type.Integer(),
    /** Whether it can still be brought back: nothing has changed it since. */
    restorable: Type.Boolean(),
  },
  { title: "HistoryEntry" },
);

export const history = {
  list: endpoint({
    method: "GET",
    path: "/api/history",
    tag: "历史",
    summary: { zh: "修改与删除的历史，最新的在前", en: "Changes and deletions, newest first" },
    notes: {
      zh: "保留 30 天，每条是改动之前的样子。默认每页 100 条，Next-Cursor 响应头给出下一页的游标。",
      en: "Kept for 30 days; each entry shows what was before. 100 a page unless limit says otherwise.",
    },
    owner: "query",
    query: Type.Object({
      userId: UserId,
      noun: Type.Optional(Noun),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    returns: Type.Array(HistoryEntry),
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/history/:id/restore",
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
    refuses: [
      "restoreChanged",
      "restoreAccountGone",
      "restoreExpenseGone",
      "restoreRefundTooLarge",
      "restoreHasRefunds",
      "restoreBookedRecord",
      "restoreBookedTransfer",
      "restoreTooLarge",
    ],
  }),
};
