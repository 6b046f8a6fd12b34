/** What the bills of wallets and shops say. */
import type { Words } from "../messages.ts";

const alipaySteps = {
  zh: "请在支付宝 App 里依次打开：我的 → 账单 → 右上角“…” → 开具交易流水证明 → 用于个人对账，再导入邮箱收到的压缩包。",
  en: "In the Alipay app open Me → Bills → “…” at the top right → proof of transactions → for personal use, and import the archive that arrives by mail.",
};

export const walletNotes = {
  alipayTitle: { zh: "支付宝账单", en: "Alipay bill" },
  alipayWebTitle: { zh: "支付宝账单（网页版）", en: "Alipay bill (web)" },
  alipayApp2021Title: {
    zh: "支付宝账单（2021–2022 年的 App 版）",
    en: "Alipay bill (app, 2021–2022)",
  },
  alipayAppTitle: {
    zh: "支付宝账单（2023 年起的 App 版）",
    en: "Alipay bill (app, since 2023)",
  },
  wechatTitle: { zh: "微信支付账单", en: "WeChat Pay bill" },
  jdTitle: { zh: "京东账单", en: "JD bill" },
  jdOldTitle: { zh: "京东账单（2023 年及以前）", en: "JD bill (until 2023)" },
  jdNewTitle: { zh: "京东账单（2024 年起）", en: "JD bill (since 2024)" },
  meituanTitle: { zh: "美团账单", en: "Meituan bill" },

  pendingIncome: {
    zh: "款项还没有到账：待收入",
    en: "The money has not arrived yet",
  },
  familyCard: {
    zh: "由亲情卡的赠送人付款，不是自己的钱",
    en: "Paid by the giver of a family card, not with your own money",
  },
  relativeCard: {
    zh: "亲属卡付的是赠送人的钱",
    en: "A relative's card pays with its giver's money",
  },
  purchaseUndone: { zh: "买入没有成功，退回", en: "The purchase failed and the money came back" },
  ownRefund: { zh: "自己退给别人的钱", en: "Money that you gave back to somebody" },
  neverDealt: { zh: "交易关闭，没有成交", en: "Closed without a deal" },
  neverPaid: { zh: "交易关闭，没有付过款", en: "Closed and never paid" },
  closedPaid: {
    zh: "付款后交易关闭，另有退款",
    en: "Paid, then closed; the refund is another row",
  },
  refundedWhole: {
    zh: "已全额退款，另有退款记录",
    en: "Refunded as a whole; the refund is another row",
  },
  holdOnly: { zh: "没有资金变动：冻结或解冻", en: "No money has moved: a hold or its release" },
  interest: { zh: "收益", en: "Interest" },
  fundSold: { zh: "卖出基金", en: "A fund was sold" },
  fundBought: { zh: "买入基金", en: "A fund was bought" },
  fundSwitched: {
    zh: "余额宝更换基金，余额不变",
    en: "Yu'e Bao changes its fund; no balance changes",
  },
  licaitongBought: { zh: "买入理财通", en: "Money into Licaitong" },
  topUp: { zh: "充值", en: "Top-up" },
  withdrawal: { zh: "提现", en: "Withdrawal" },
  loanPaidOut: { zh: "借款到账", en: "A loan was paid out" },
  taxRefund: { zh: "退税", en: "Tax refund" },
  serviceFee: { zh: "服务费", en: "Service fee" },
  neutralReceived: { zh: "中性交易，已收到", en: "Neutral, and received" },
  payLater: {
    zh: "先享后付的占位记录，真正的付款另有一行；如果账单里没有，请补记",
    en: "A pay-later placeholder; the payment itself is another row. Add it if the bill has none",
  },

  neutralUnknown: {
    zh: "不计收支，看不出是什么，请选择怎样记账",
    en: "Neither income nor expense, and it does not say what it is; choose how to book it",
  },
  askNeutral: {
    zh: "不认识的不计收支记录“{text}”，请选择怎样记账",
    en: "The neutral row “{text}” is not known; choose how to book it",
  },
  askNeutralType: {
    zh: "不认识的中性交易“{type}”，请选择怎样记账",
    en: "The neutral type “{type}” is not known; choose how to book it",
  },
  askMethod: {
    zh: "文件没有写用什么付的款，请选择账户",
    en: "The file does not say how this was paid; choose the account",
  },
  askOwnTransfer: {
    zh: "这笔转账是在自己的账户之间吗？",
    en: "Is this a transfer between accounts of your own?",
  },
  askPaidByOthers: {
    zh: "由“{account}”付款，可能不是自己的钱：要记在哪个账户上？",
    en: "Paid with “{account}”, which may not be your own money; on which account shall it be booked?",
  },
  askListedMove: {
    zh: "文件把它列为{direction}，文字却像自己账户之间的转账：是转账吗？",
    en: "The file lists it as {direction}, but its words are those of a transfer between accounts of your own: is it one?",
  },
  askPayer: {
    zh: "有人转账到余额宝，文件没有写是谁；同一笔也可能已列为收入，请核对",
    en: "Somebody paid into Yu'e Bao, and the file does not say who; it may be listed as income as well",
  },
  askTopUpBank: {
    zh: "文件没有写从哪张银行卡充值，请选择账户",
    en: "The file does not say from which card; choose the account",
  },
  askTwoAccounts: {
    zh: "由 {accounts} 合付，文件没有写各付多少；要全部记在第一个账户上吗？",
    en: "Paid from {accounts} together, and the file does not say how much from each; book all of it on the first?",
  },
  askRefundedIncome: {
    zh: "这笔收入的状态是“{status}”：是退款到账，还是收到后又退还了？",
    en: "This income has the status “{status}”: is it a refund, or was it given back after it came?",
  },

  refundGuessed: {
    zh: "按商户和金额找到了原来的消费",
    en: "The purchase was found by its shop and amount",
  },
  refundWithoutPurchase: {
    zh: "文件里找不到这笔退款对应的消费，可能在更早的账单里",
    en: "The purchase of this refund is not in the file; it may be in an earlier bill",
  },
  refundMissing: {
    zh: "这笔已退款，但文件里找不到退款记录，可能在下一期账单里",
    en: "This was refunded, but the refund is not in the file; it may be in the next bill",
  },
  refundOfSkipped: {
    zh: "它退还的那笔（第 {line} 行）没有入账，所以两笔都不记",
    en: "What it gives back (line {line}) is not booked, so neither is",
  },
  refundProvesPayment: {
    zh: "交易关闭，但第 {line} 行是它的退款，所以付过款",
    en: "Closed, but line {line} is its refund, so it was paid",
  },

  alipayNoMethod: {
    zh: "网页版账单没有付款方式，全部记在“余额”上，请按需修改账户",
    en: "The web bill names no payment method; everything is on the wallet's balance, change it where needed",
  },
  licaitongNotice: {
    zh: "理财通的赎回不会出现在微信账单里，请用余额调整核对理财通的余额",
    en: "Redemptions of Licaitong are never in WeChat's bill; check its balance",
  },
  totalsDiffer: {
    zh: "文件里写的{label}是{stated}，逐行相加是 {count} 笔 {sum} 元。统计口径可能不同，请留意。",
    en: "The file states {label} as{stated}; its rows add up to {count} of {sum} yuan. It may count differently.",
  },
  statedBoth: { zh: " {count} 笔 {sum} 元", en: " {count} of {sum} yuan" },
  statedCount: { zh: " {count} 笔", en: " {count}" },
  statedSum: { zh: " {sum} 元", en: " {sum} yuan" },

  wrongAlipayNotebook: {
    zh: `这是支付宝“记账本”的导出，不是账单：它不含订单号，无法去重和核对退款。${alipaySteps.zh}`,
    en: `This is an export of Alipay's notebook and no bill: it has no order numbers. ${alipaySteps.en}`,
  },
  wrongAlipayMerchant: {
    zh: `这是支付宝商家的“账务明细”，不是个人账单。${alipaySteps.zh}`,
    en: `This is a merchant's list of Alipay and no personal bill. ${alipaySteps.en}`,
  },
  wrongWechatMerchant: {
    zh: "这是微信支付商户平台的交易账单，不是个人账单。请在微信里依次打开：我 → 服务 → 钱包 → 账单 → 常见问题 → 下载账单 → 用于个人对账，再导入邮箱收到的压缩包。",
    en: "This is a merchant's list of WeChat Pay and no personal bill. In WeChat open Me → Services → Wallet → Bills → Common questions → Download the bill → for personal use, and import the archive that arrives by mail.",
  },
} as const satisfies Record<string, Words>;
