/** What the reading of tables says whose columns the user names. */
import type { Words } from "../messages.ts";

export const mappedNotes = {
  mappingMismatch: {
    zh: "文件的列名和保存的列对应关系不一致，请重新指定",
    en: "The file's columns are not those of the saved mapping; please assign them again",
  },
  mappingIncomplete: {
    zh: "还没有指定日期、日期顺序、小数点或金额列",
    en: "The date, its order, the decimal mark or the column of amounts is not assigned yet",
  },
  mappingColumn: {
    zh: "列对应关系里写的列“{column}”（mapping.columns.{role}）不在表头里",
    en: "The column “{column}” (mapping.columns.{role}) is not in the header",
  },
  sheetOfFile: { zh: "{file} · {sheet}", en: "{file} · {sheet}" },
  sheetUnread: {
    zh: "工作表“{sheet}”（{rows} 行）没有导入：它的列和这张表不同，请另外指定",
    en: "The sheet “{sheet}” ({rows} rows) was not read: its columns differ; please assign them too",
  },
  tableUnread: {
    zh: "第 {line} 行起还有另一张表（{rows} 行）没有导入：它的列不同，请另外指定",
    en: "Another table from line {line} on ({rows} rows) was not read: its columns differ; please assign them too",
  },
  sheetLeft: {
    zh: "工作表“{sheet}”（{rows} 行）按您的选择没有导入",
    en: "The sheet “{sheet}” ({rows} rows) was left out, as you chose",
  },
  tableLeft: {
    zh: "第 {line} 行起的表（{rows} 行）按您的选择没有导入",
    en: "The table from line {line} on ({rows} rows) was left out, as you chose",
  },
  ofConversion: {
    zh: "第 {line} 行那笔付款的货币兑换，已算在那笔里",
    en: "The conversion that paid for line {line}; counted there",
  },
  convertedFrom: { zh: "原价 {amount}", en: "Priced at {amount}" },
  totalRow: { zh: "合计行，不是一笔记录", en: "A total, not a record" },
  headerAgain: { zh: "重复的表头", en: "The header once more" },
  remarkRow: { zh: "说明文字，不是一笔记录", en: "A remark, not a record" },
  askUnreadableDate: {
    zh: "这一行的日期无法识别，请对照原文件",
    en: "The date of this row cannot be read; please look at the file",
  },
  amountUnreadable: { zh: "这一行的金额无法识别", en: "The amount of this row cannot be read" },
  bothColumns: {
    zh: "收入和支出两列都有金额，无法判断",
    en: "Both the column of money in and that of money out have an amount",
  },
  unknownWord: {
    zh: "看不出“{word}”是收入还是支出",
    en: "“{word}” does not say whether money came in or went out",
  },
  wordSkips: { zh: "类型“{word}”：不导入", en: "Type “{word}”: not imported" },
  askBeside: {
    zh: "“{column}”列另有 {value}，金额里算进去了吗？没有的话请修改金额或另记一笔",
    en: "The column “{column}” holds {value} besides: is it in the amount? If not, change the amount or add a record",
  },
  askTwoRecords: {
    zh: "这一行并排写着两笔记录，只读出一笔，另一笔请对照原文件补记",
    en: "Two records stand side by side in this row and only one is read; please add the other by hand",
  },
  askBalanceRow: {
    zh: "这一行像是账户的余额，不是一笔收支：要记下吗？",
    en: "This row looks like the account's balance, not a movement: shall it be booked?",
  },
  askTotal: {
    zh: "这一行等于上面各行之和：是合计，还是一笔记录？",
    en: "This row is what the rows above add up to: is it a total or a record?",
  },
  askRowSign: {
    zh: "没有办法从文件看出正数是收入还是支出",
    en: "The file does not prove whether positive is money in or out",
  },
  signRefuted: {
    zh: "文件里的余额或文字表明收支方向和保存的设置相反",
    en: "The balances or words of the file say that the direction is the opposite of what was saved",
  },
  askAgainstBalance: {
    zh: "余额的变化不能证明这一行的收支方向：是收入还是支出？",
    en: "The balance does not prove which way this row's money went: is it income or expense?",
  },
  askPaidByOther: {
    zh: "“{account}”付的可能不是自己的钱：要记成自己的支出吗？",
    en: "“{account}” may have paid with somebody else's money: is it your own spending?",
  },
  askAgainstWords: {
    zh: "这一行的文字和整张表选定的方向相反：是收入还是支出？",
    en: "The words of this row say the other way than what was chosen for the table: is it income or expense?",
  },
  askRowFee: {
    zh: "没有办法从文件看出手续费是另外收取，还是已经包含在金额里",
    en: "The file does not prove whether the fee comes on top of the amount or is a part of it",
  },
  shortYearAhead: {
    zh: "日期 {day} 在将来，年份只写了两位：请核对",
    en: "The date {day} lies ahead and its year has two digits; please check",
  },
  farAhead: {
    zh: "日期 {day} 在一年以后：请核对",
    en: "The date {day} lies more than a year ahead; please check",
  },
  askDateColumn: { zh: "哪一列是日期？", en: "Which column is the date?" },
  askAmountColumn: { zh: "哪一列是金额？", en: "Which column is the amount?" },
  askColumnDates: {
    zh: "日期 {examples} 的日、月、年是什么顺序？",
    en: "In which order are day, month and year of {examples}?",
  },
  askYear: {
    zh: "日期 {examples} 没有写年份，表里也没有说是哪一年：是哪一段日子？（不在其中的，请先在表里补上年份）",
    en: "The dates {examples} have no year, and the table states none: which days are they? (If none of these, please add the year to the table)",
  },
  orderYearFirst: { zh: "年/月/日", en: "year/month/day" },
  orderDayFirst: { zh: "日/月/年", en: "day/month/year" },
  orderMonthFirst: { zh: "月/日/年", en: "month/day/year" },
  orderShortYearFirst: { zh: "年（两位）/月/日", en: "year (two digits)/month/day" },
  askDecimalMark: {
    zh: "“{example}” 里的符号是小数点，还是千位分隔符？",
    en: "Is the mark in “{example}” a decimal mark or a thousands separator?",
  },
  decimalPoint: {
    zh: "点是小数点，逗号分隔千位（1,234.56）",
    en: "The point is the decimal mark (1,234.56)",
  },
  decimalComma: {
    zh: "逗号是小数点，点分隔千位（1.234,56）",
    en: "The comma is the decimal mark (1.234,56)",
  },
  askSign: {
    zh: "文件没有说明正数是收入还是支出：请选择",
    en: "The file does not say whether positive amounts are money in or out: please choose",
  },
  askSignOfPositive: {
    zh: "所有金额都是正数：正数表示收入还是支出？",
    en: "All amounts are positive: is that money in or out?",
  },
  askWordSign: {
    zh: "有的金额的正负号和收支类型对不上（例如支出里有正有负）：以哪个为准？",
    en: "The signs of some amounts do not fit their type (spending with and without a minus): which holds?",
  },
  minusTakesBack: {
    zh: "支出写正数，支出里的负数是退回的钱",
    en: "Spending is positive; a minus under it is money that came back",
  },
  plusTakesBack: {
    zh: "支出写负数，支出里的正数是退回的钱",
    en: "Spending is negative; a plus under it is money that came back",
  },
  wordsAlone: {
    zh: "只看收支类型，不看正负号",
    en: "The type alone; signs say nothing",
  },
  plusIsIn: { zh: "正数是收入，负数是支出", en: "Positive is money in, negative is money out" },
  plusIsOut: {
    zh: "正数是支出，负数是收入（信用卡）",
    en: "Positive is money out, negative is money in (credit cards)",
  },
  askOutSign: {
    zh: "支出列里有负数：负数也是支出，还是冲回？",
    en: "The column of money out has negative numbers: are they spending, or taken back?",
  },
  minusIsSpent: { zh: "负数是支出", en: "Negative numbers are spending" },
  minusIsBack: { zh: "负数是冲回（退回来的钱）", en: "Negative numbers are money back" },
  askFee: {
    zh: "手续费是在金额之外另收，还是已经包含在金额里？",
    en: "Does the fee come on top of the amount, or is it a part of it?",
  },
  feeApart: { zh: "另外收取", en: "On top of the amount" },
  feeWithin: { zh: "已包含在金额里", en: "A part of the amount" },
  askNominal: {
    zh: "“{account}”是复式账里的分类，不是资金账户：这一行多半是另一行的对方科目，不要再记一次",
    en: "“{account}” is a category of double entry and holds no money: this row is most likely the other side of another, and not to be booked again",
  },
  askWord: { zh: "类型“{word}”是什么意思？", en: "What does the type “{word}” mean?" },
  meansIncome: { zh: "收入", en: "Income" },
  meansExpense: { zh: "支出", en: "Expense" },
  meansTransfer: { zh: "转账", en: "Transfer" },
  meansSkip: { zh: "不导入", en: "Not imported" },
} as const satisfies Record<string, Words>;
