/** What the exports of other bookkeeping apps say. */
import type { Words } from "../messages.ts";

export const appNotes = {
  feideeTitle: { zh: "随手记导出文件", en: "Feidee (Sui Shou Ji) export" },
  qianjiTitle: { zh: "钱迹导出文件", en: "Qianji export" },
  askCoupon: {
    zh: "这一行另有优惠券：金额已经是优惠之后的实付吗？",
    en: "This row has a coupon besides: is the amount what was paid after it?",
  },
  ezbookkeepingTitle: { zh: "ezBookkeeping 导出文件", en: "ezBookkeeping export" },
  fireflyTitle: { zh: "Firefly III 导出文件", en: "Firefly III export" },
  ynabTitle: { zh: "YNAB 导出文件", en: "YNAB export" },
  mintTitle: { zh: "Mint 导出文件", en: "Mint export" },
  actualTitle: { zh: "Actual Budget 导出文件", en: "Actual Budget export" },

  koudaiTitle: { zh: "口袋记账导出文件", en: "Koudai export" },
  copilotTitle: { zh: "Copilot 导出文件", en: "Copilot export" },
  monarchTitle: { zh: "Monarch 导出文件", en: "Monarch export" },
  cashewTitle: { zh: "Cashew 导出文件", en: "Cashew export" },
  bluecoinsTitle: { zh: "Bluecoins 导出文件", en: "Bluecoins export" },
  realbyteTitle: {
    zh: "Money Manager（Realbyte）导出文件",
    en: "Money Manager (Realbyte) export",
  },
  fenmingTitle: { zh: "分明导出的表格", en: "Fenming's own table" },

  excludedRow: { zh: "原账本里不计入", en: "Not counted in the other program" },
  unknownType: { zh: "不认识的类型“{type}”", en: "The type “{type}” is not known" },
  askUnknownType: {
    zh: "不认识的类型“{type}”，请选择怎样记账",
    en: "The type “{type}” is not known; choose how to book it",
  },
  askReversedIncome: {
    zh: "收入是负数，请核对是否为退回",
    en: "The income is negative; is it income given back?",
  },
  askTransferCurrency: {
    zh: "对方账户收到 {amount} {currency}，请确认换算后的金额",
    en: "The other account received {amount} {currency}; please say the amount in the book's currency",
  },
  askFeeBeside: {
    zh: "这一笔另写着手续费 {fee}：金额里包含了吗？没有的话请另记一笔",
    en: "A fee of {fee} stands beside this row: is it a part of the amount? If not, please add it",
  },
  askTransferAmounts: {
    zh: "转出 {out}，转入 {in}：差额是手续费吗？",
    en: "{out} left and {in} arrived: is the difference a fee?",
  },
  foreignAmount: {
    zh: "原币金额 {amount} {currency}",
    en: "{amount} {currency} in the currency of the payment",
  },
  splitTotal: {
    zh: "拆分的总额，分项单独入账",
    en: "The total of a split; its parts are booked by themselves",
  },
  askSplitSum: {
    zh: "分项金额之和与总额不一致，请核对",
    en: "The parts do not add up to the total; please check them",
  },
} as const satisfies Record<string, Words>;
