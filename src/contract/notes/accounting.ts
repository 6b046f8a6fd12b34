/** What the readers of double-entry books say. */
import type { Words } from "../messages.ts";

export const accountingNotes = {
  beancountTitle: { zh: "Beancount 账本", en: "Beancount ledger" },
  ledgerTitle: { zh: "hledger / ledger 账本", en: "hledger or ledger journal" },
  gnucashTitle: { zh: "GnuCash 账本", en: "GnuCash book" },
  homebankTitle: { zh: "HomeBank 账本", en: "HomeBank file" },
  iifTitle: { zh: "QuickBooks IIF 文件", en: "QuickBooks IIF file" },
  ledgerTooLarge: {
    zh: "账本太大，请按年份分成几个文件导入。",
    en: "The ledger is too large; please import it in parts, by year.",
  },
  assertionBroken: {
    zh: "第 {line} 行：{account} 的余额与断言不符。",
    en: "Line {line}: the balance of {account} is not the asserted one.",
  },
  moreAssertionsBroken: {
    zh: "还有 {count} 处余额断言不符。",
    en: "{count} more balance assertions do not hold.",
  },
  padOpening: { zh: "期初余额（pad）", en: "Opening balance (pad)" },
  equityChange: { zh: "权益调整", en: "A change of equity" },
  askEquity: {
    zh: "这是账户与权益之间的调整，不是收支；要作为期初余额记入吗？",
    en: "This moves the account's balance against equity and is neither income nor expense; book it as an opening balance?",
  },
  withoutMoney: {
    zh: "没有涉及资金账户，不影响余额",
    en: "It touches no account that holds money",
  },
  flagged: { zh: "原账本里标记为待确认（!）", en: "Marked as pending (!) in the ledger" },
  askAccountRole: {
    zh: "看不出“{account}”是资金账户还是分类，暂按支出分类处理",
    en: "“{account}” may be an account or a category; it is taken for a category of expense",
  },
  askIncomeBack: {
    zh: "收入分类里的负数，请核对是否为退回",
    en: "A negative amount in an income category; is it income given back?",
  },
  askExchange: {
    zh: "对方账户收到的是 {currency}，请确认换算后的金额",
    en: "The other account received {currency}; please say the amount in the book's currency",
  },
  askHeld: {
    zh: "这个账户里是 {currency}，请确认换算后的金额",
    en: "That account holds {currency}; please say the amount in the book's currency",
  },
  askUnbalanced: {
    zh: "这笔分录借贷不平，请核对",
    en: "The postings of this entry do not balance; please check it",
  },
  directiveLeftOut: {
    zh: "没有处理的指令 {word}：第 {lines} 行。",
    en: "The directive {word} is not read: line {lines}.",
  },
  contentLeftOut: {
    zh: "没有处理的内容：{word}（{count} 处）。",
    en: "Not read: {word} ({count} times).",
  },
  virtualPostings: { zh: "虚拟分录", en: "virtual postings" },
  periodicRules: { zh: "周期规则（~）", en: "periodic rules (~)" },
  automatedRules: { zh: "自动分录规则（=）", en: "automated rules (=)" },
  noBook: {
    zh: "文件里没有账本，请重新保存后再导入。",
    en: "There is no book in the file; please save it again.",
  },
  oneBookOnly: {
    zh: "文件里有多个账本，只读取第一个。",
    en: "The file holds several books; only the first is read.",
  },
  incompleteEnd: {
    zh: "文件结尾不完整，请核对最后几笔。",
    en: "The end of the file is missing; please check the last entries.",
  },
  partsLeftOut: { zh: "{part} {count} 项不导入。", en: "{part}: {count}, not imported." },
  schedules: { zh: "计划交易", en: "Scheduled transactions" },
  templates: { zh: "交易模板", en: "Templates of transactions" },
  budgets: { zh: "预算", en: "Budgets" },
} as const satisfies Record<string, Words>;
