/** What every format of bills says. */
import type { Words } from "../messages.ts";

export const formatNotes = {
  askFromAccount: { zh: "这笔钱从哪个账户转出？", en: "Which account does this money leave?" },
  askToAccount: { zh: "这笔钱转到哪个账户？", en: "Which account does this money go to?" },
  badDate: { zh: "日期缺失或无法识别", en: "The date is missing or cannot be read" },
  badAmount: {
    zh: "金额缺失、无法识别或过大",
    en: "The amount is missing, cannot be read or is too large",
  },
  addByHand: { zh: "{reason}，请手工补记", en: "{reason}; please add it by hand" },
  zeroAmount: { zh: "零金额", en: "Zero amount" },
  noAmount: { zh: "没有写金额", en: "No amount is written" },
  amountElsewhere: {
    zh: "金额写在没有用上的列里，请对照原文件补记",
    en: "The amount stands in a column that is not used; please add it by hand",
  },
  inexactAmount: {
    zh: "金额不是整分，已四舍五入",
    en: "The amount is not a whole cent and was rounded",
  },
  otherCurrency: {
    zh: "金额的币种是 {currency}，不是人民币，请确认如何入账",
    en: "The amount is in {currency}, not yuan; please say how to book it",
  },
  askMinus: {
    zh: "金额是负数，看不出是付出还是退回，请核对方向",
    en: "The amount is negative, which may be money spent or given back; please check",
  },
  askRepeated: {
    zh: "与第 {line} 行的时间、金额和余额都相同：是同一笔写了两次吗？",
    en: "It has the time, amount and balance of line {line}: is it the same row twice?",
  },
  askCut: {
    zh: "文件好像在这一行中间断了，请核对这一行",
    en: "The file seems to be cut off within this row; please check it",
  },
  askSwallowed: {
    zh: "引号没有配对，这一行里好像还有别的行，请对照原文件补记",
    en: "A quote is not closed, and this row seems to hold others; please add them by hand",
  },
  repayment: { zh: "还款", en: "Repayment" },
  cardCredit: {
    zh: "信用卡收到一笔钱：是退款，还是自己的还款？",
    en: "Money came into the card: is it a refund or a repayment of yours?",
  },
  deadStatus: { zh: "没有资金变动：{status}", en: "No money has moved: {status}" },
  unknownStatus: {
    zh: "状态“{status}”是否表示钱已经付了（或收到了）？",
    en: "Does the status “{status}” mean that the money has moved?",
  },
  noStatus: {
    zh: "这一行没有写状态，钱已经付了（或收到了）吗？",
    en: "This row has no status; has the money moved?",
  },
  openingBalance: { zh: "账户的期初余额", en: "The account's opening balance" },
  balanceChange: { zh: "余额调整", en: "A change of the balance" },
  askBalanceChange: {
    zh: "这是对账户余额的调整，不是收支；要作为期初余额的差额记入吗？",
    en: "This sets the account's balance and is neither income nor expense; book it as a difference of the opening balance?",
  },
  sameTransfer: {
    zh: "与第 {line} 行是同一笔转账，只记一次",
    en: "The same transfer as line {line}, booked once",
  },
  sameTransferAsked: {
    zh: "第 {line} 行当天有一笔金额相同、方向相反的款项：两行是同一笔转账吗？",
    en: "Line {line} has the same amount the other way on that day: are the two one transfer?",
  },
  mangledIds: {
    zh: "文件被 Excel 另存过，{count} 个订单号已损坏；去重改用时间、金额和商户，最好导入没有打开过的原文件",
    en: "The file was saved by Excel and {count} order numbers are damaged; times, amounts and names are compared instead. Better import the file as it was downloaded",
  },
  noCurrency: { zh: "未注明", en: "an unnamed currency" },
} as const satisfies Record<string, Words>;
