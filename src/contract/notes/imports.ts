/** What the preview and the commit of an import say. */
import { messages, type Words } from "../messages.ts";

export const importNotes = {
  cancelled: { zh: "导入已取消", en: "The import was cancelled" },
  serverFault: messages.serverError,
  rulesTooSlow: messages.rulesTooSlow,
  readingTooSlow: {
    zh: "文件读取时间过长，请按时间分成几个文件导入",
    en: "Reading the file takes too long; please import it in parts, by time",
  },
  unpackedTooLarge: {
    zh: "文件展开后太大，请按时间分成几个文件导入",
    en: "The file is too large when unpacked; please import it in parts, by time",
  },
  asPurchase: { zh: "随原来那笔消费", en: "As the purchase that it gives back" },
  asPlanned: { zh: "随计划", en: "As planned" },
  plannedIs: { zh: "计划“{name}”{day} 这一期", en: "The plan “{name}”, {day}" },
  plannedBooked: {
    zh: "计划“{name}”{day} 这一期已经记了，合到那一笔",
    en: "The plan “{name}”, {day}, is booked already: merged into that",
  },
  plannedAsked: {
    zh: "是计划“{name}”{day} 这一期吗？",
    en: "Is it the plan “{name}”, {day}?",
  },
  yourChoice: { zh: "您的选择", en: "Your choice" },
  rule: { zh: "规则 {id}“{text}”", en: "rule {id} “{text}”" },
  ruleSkips: { zh: "{rule}：不导入", en: "{rule}: not imported" },
  dateUnreadable: {
    zh: "日期无法识别，请对照原文件补记",
    en: "The date cannot be read; please add it from the file by hand",
  },
  amountOutOfRange: {
    zh: "金额超出可以记账的范围",
    en: "The amount is beyond what can be booked",
  },
  currencyHeld: {
    zh: "这一行是 {currency}，账本按 {book} 记账，所以先不记；要按原来的数值记账，请选择导入",
    en: "This row is in {currency} and the book in {book}, so it is left out; choose import to book the same number",
  },
  sameAccountTwice: {
    zh: "转出与转入是同一个账户，余额不变",
    en: "It leaves and enters the same account and changes no balance",
  },
  importedThenDeleted: {
    zh: "这笔以前导入过，后来被删除了；要再导入吗？",
    en: "It was imported before and deleted later; import it again?",
  },
  importedBefore: { zh: "已导入", en: "Imported before" },
  statusChanged: {
    zh: "状态由“{from}”变为“{to}”",
    en: "Its status changed from “{from}” to “{to}”",
  },
  kindChanged: {
    zh: "以前导入的这笔现在的状态是“{status}”，请核对是否还要保留",
    en: "What was imported before now has the status “{status}”; please check whether to keep it",
  },
  mergeGone: {
    zh: "要合并到的那条记录已被删除；要导入这一行吗？",
    en: "The record that it was to be merged into is gone; import this row?",
  },
  importUndoneSince: {
    zh: "这笔以前导入过，那次导入后来撤销了；要再导入吗？",
    en: "It was imported before, and that import was undone; import it again?",
  },
  editedAndUndone: {
    zh: "导入后被修改过，一并撤销",
    en: "Changed since the import; undone with it",
  },
  deletedSince: { zh: "导入后已被删除", en: "Deleted since the import" },
  describedSince: {
    zh: "导入更新过它的备注，之后又被修改，保持现状",
    en: "The import brought its note up to date and it was changed since: it stays as it is",
  },
  readingInterrupted: {
    zh: "读取时服务停止了，请重新上传",
    en: "The service stopped while it read the file; please upload it again",
  },
  sameByHand: {
    zh: "账本里已有一笔金额相同、日期相近的手工记录",
    en: "The book has an entry by hand with the same amount and a day nearby",
  },
  sameSource: {
    zh: "账本里已有同一来源、金额相同、时间相近的记录",
    en: "The book has a record of the same source and amount, near in time",
  },
  sameAccountLine: {
    zh: "这个账户在账本里已有一笔金额相同、日期相近的记录，来自另一份文件",
    en: "The account has a record of the same amount and a day nearby, from another file",
  },
  whichAccount: {
    zh: "文件里的“{name}”可能是账本里的{accounts}，也可能是新账户：请为它选定账户",
    en: "“{name}” of the file may be {accounts} of the book, or a new account: please choose its account",
  },
  deletedAccount: {
    zh: "预览之后，账户“{account}”被删除了：这些记录记在哪个账户上？",
    en: "The account “{account}” was deleted after the preview was made: on which account shall these rows be booked?",
  },
  archivedAccount: {
    zh: "账户“{account}”已归档：还记在它上面吗？要的话请在账户里选定它",
    en: "The account “{account}” was put away: book on it all the same? If so, choose it among the accounts",
  },
  sameNumberOther: {
    zh: "账本里这个账户已有同一单号的记录，金额是 {amount} 元：是入账时金额变了吗？",
    en: "The account has a record of the same number with the amount {amount}: has it changed when it was posted?",
  },
  sameNumberOtherWay: {
    zh: "账本里已有同一单号的一笔，方向相反：是两个人之间转账的另一边吗？是的话两笔都要记",
    en: "The book has a line of the same number the other way: is this the other side of a payment between two people? Then both are booked",
  },
  sameNumber: {
    zh: "文件里另有一行是同一个单号、方向和金额，两行都要记吗？",
    en: "Another row of the file has the same number, direction and amount: book both?",
  },
  openingExists: {
    zh: "账户在账本里已有。文件说它在这一天开始时有 {stated} 元，账本里当时是 {before} 元：要把期初余额调整 {difference} 元吗？",
    en: "The account is in the book. The file says that it began this day with {stated}, the book says {before}: move its opening balance by {difference}?",
  },
  openingAgrees: {
    zh: "期初余额与账本里的一致",
    en: "The opening balance is the book's",
  },
  sameShop: {
    zh: "账本里有一笔同一商户的消费，金额与这笔退款相符",
    en: "The book has a purchase at the same shop that this refund fits",
  },
  cannotUpdate: {
    zh: "它没有已导入的记录可以更新",
    en: "it has no imported record to bring up to date",
  },
  cannotAgain: { zh: "它已经导入过", en: "it was imported before" },
  cannotWithoutKind: {
    zh: "请先选择它的性质（kind）",
    en: "choose first what it is (kind)",
  },
  cannotWithoutDate: { zh: "它的日期无法识别", en: "its date cannot be read" },
  cannotAmount: { zh: "它的金额不能记账", en: "its amount cannot be booked" },
  cannotWithoutTo: { zh: "转账需要给出 toAccountId", en: "a transfer needs toAccountId" },
  cannotWithoutFrom: {
    zh: "这笔钱已经到账，记为转账需要给出 accountId（从哪个账户来）",
    en: "the money arrived: a transfer needs accountId, the account that it came from",
  },
  cannotMerge: { zh: "没有与它相同的记录", en: "there is no record that it is the same as" },
  cannotJoinAs: {
    zh: "合为一笔转账时不能另选性质",
    en: "two sides that become one transfer have no other kind",
  },
  cannotBePlanned: {
    zh: "它与那个计划的收支方向不同",
    en: "its money goes another way than the plan's",
  },
  cannotTwice: {
    zh: "另一行已经是计划的这一期，一期只能是一行",
    en: "another row is this occurrence of the plan already, and each takes one row",
  },
  cannotBeRefund: {
    zh: "只有退款才能记在那笔消费名下",
    en: "only a refund can be linked to that purchase",
  },
  mappingNoJson: {
    zh: "列对应关系（mapping）不是有效的 JSON",
    en: "The column mapping (mapping) is not valid JSON",
  },
  mappingNoObject: {
    zh: "列对应关系（mapping）必须是一个对象",
    en: "The column mapping (mapping) must be an object",
  },
  mappingTables: {
    zh: "列对应关系（mapping）要有 1 到 {most} 张表",
    en: "The column mapping (mapping) must hold 1 to {most} tables",
  },
  mappingField: {
    zh: "列对应关系的{label}（mapping.{field}）{rule}",
    en: "The mapping's {label} (mapping.{field}) {rule}",
  },
  mustBeOfTables: { zh: "必须是 tables 里给出的文字", en: "must be the text given in tables" },
  mustNameColumns: {
    zh: "必须是一个对象，写明哪一列是什么",
    en: "must be an object that says which column is what",
  },
  mustBeBoolean: { zh: "必须是 true 或 false", en: "must be true or false" },
  mustHoldWords: {
    zh: "必须是一个对象，最多 {most} 个词",
    en: "must be an object of at most {most} words",
  },
  mustBeShort: {
    zh: "必须是不超过 {most} 个字符的文字",
    en: "must be text of at most {most} characters",
  },
  mustBePeriod: {
    zh: "必须有 from 和 to 两个日期（YYYY-MM-DD），先后有序",
    en: "must have two days (YYYY-MM-DD), from and to, in order",
  },
  mustBeCurrency: { zh: "必须是三个大写字母", en: "must be three capital letters" },
  mustBeOneOf: { zh: "必须是 {choices} 之一", en: "must be one of {choices}" },
} as const satisfies Record<string, Words>;
