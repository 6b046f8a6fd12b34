/** What the readers of OFX, QIF, CAMT and MT940 say. */
import type { Words } from "../messages.ts";

export const statementNotes = {
  amountMark: {
    zh: "“{text}”里的点或逗号是小数点还是千位分隔看不出来，请核对金额",
    en: "The mark in “{text}” may set off decimals or thousands; please check the amount",
  },
  unclearAmount: {
    zh: "金额“{text}”的写法有误，请核对",
    en: "The amount “{text}” is not written as it should be; please check it",
  },
  ofxTitle: { zh: "OFX / QFX 银行对账单", en: "OFX / QFX bank statement" },
  fileCut: {
    zh: "文件结尾不完整，可能没有下载完，请核对最后几笔。",
    en: "The end of the file is missing; it may not have been downloaded whole. Please check its last rows.",
  },
  bankStatus: {
    zh: "银行返回状态 {code}：{message}",
    en: "The bank answered status {code}: {message}",
  },
  noStatement: {
    zh: "OFX 文件里没有账户明细，请重新下载。",
    en: "The OFX file holds no statement; please download it again.",
  },
  noStatementBecause: {
    zh: "OFX 文件里没有账户明细，请重新下载。{status}",
    en: "The OFX file holds no statement; please download it again. {status}",
  },
  signsByType: {
    zh: "文件里金额的正负号与交易类型（DEBIT、CREDIT）不符，收支方向按交易类型读取，请核对。",
    en: "The signs of the amounts do not agree with their types (DEBIT, CREDIT); the types were taken. Please check.",
  },
  signOpen: {
    zh: "金额的正负号与交易类型 {type} 看不出是收入还是支出，请核对方向",
    en: "The sign of the amount and its type {type} do not say whether money came in or went out; please check",
  },
  corrects: {
    zh: "这一行更正编号为 {id} 的那一笔，请核对原来那笔是否已经记账",
    en: "This row corrects the one numbered {id}; please check whether that one is booked already",
  },
  notBookedYet: { zh: "尚未入账", en: "Not booked by the bank yet" },
  investment: {
    zh: "证券买卖，资金仍在投资账户内，不导入",
    en: "Securities only; the money stays in the account. Not imported",
  },
  mt940Title: { zh: "MT940 / MT942 银行对账单", en: "MT940 / MT942 bank statement" },
  noMtFields: { zh: "文件里没有 MT940 的字段。", en: "The file holds no fields of MT940." },
  pageDoesNotAddUp: {
    zh: "第 {line} 行：期初余额加明细不等于期末余额，文件可能不完整，请核对。",
    en: "Line {line}: the opening balance and the rows do not make the closing balance; the file may be cut. Please check.",
  },
  morePages: {
    zh: "还有 {count} 页的余额也对不上。",
    en: "The balances of {count} more pages do not add up either.",
  },
  markAndSign: {
    zh: "借贷标记 {mark} 与金额 {text} 的负号是两次取反还是同一个意思看不出来，请核对方向",
    en: "The mark {mark} and the minus of {text} may turn each other or say the same; please check the direction",
  },
  reversal: { zh: "冲正", en: "Reversal" },
  expectedOnly: { zh: "预计收付，尚未入账", en: "Expected, not booked by the bank yet" },
  camtTitle: { zh: "CAMT 银行对账单（ISO 20022）", en: "CAMT bank statement (ISO 20022)" },
  noCamtStatement: {
    zh: "这个 XML 文件不是 CAMT 对账单，里面没有账户明细。",
    en: "This XML file is no CAMT statement; it holds no account's entries.",
  },
  accountDoesNotAddUp: {
    zh: "账户 {account} 的期初余额加明细不等于期末余额，请核对。",
    en: "The opening balance of account {account} and its rows do not make the closing balance; please check.",
  },
  entryDiffers: {
    zh: "入账金额与明细金额之和不一致，文件没有说明差额是什么，请核对",
    en: "The booked amount is not what its details make together, and the file does not say why; please check",
  },
  reversalOpen: {
    zh: "这是冲正，余额无法证明它是收入还是支出，请核对方向",
    en: "This is a reversal, and no balance proves whether money came in or went out; please check",
  },
  bankCharge: { zh: "银行手续费", en: "The bank's charge" },
  entryNotBooked: { zh: "尚未入账（{status}）", en: "Not booked by the bank ({status})" },
  qifTitle: { zh: "QIF 文件", en: "QIF file" },
  askDateField: {
    zh: "这个 QIF 文件的记录没有日期（D 行），请选择哪一项是日期。",
    en: "The records of this QIF file have no date (line D); please say which line is the date.",
  },
  splitSum: {
    zh: "分项金额之和与总额不一致，请核对",
    en: "The parts do not add up to the total; please check",
  },
  voided: { zh: "已作废", en: "Void" },
  tooManyQifRecords: {
    zh: "QIF 文件的记录太多，请分段导出。",
    en: "The QIF file has too many records; please export it in parts.",
  },
  askDateOrder: {
    zh: "看不出日期里哪一部分是年、月、日，请选择次序。例如：{examples}",
    en: "Which part of the dates is the year, the month and the day cannot be told; please choose. For example: {examples}",
  },
  dateAhead: {
    zh: "日期 {day} 还没有到，年份只写了两位，请核对",
    en: "{day} lies ahead and its year has two digits only; please check",
  },
} as const satisfies Record<string, Words>;
