/** What a row of an Alipay bill means, decided in the order that real bills have proved. */
import type { Fen } from "../ledger/money.ts";
import { type Decision, question, skip } from "./format.ts";
import type { Method } from "./method.ts";

/** A row, read but not yet understood. */
export interface AlipayRow {
  amount: Fen;
  /** "支出", "收入", or anything else, which is neutral. */
  direction: string;
  status: string;
  /** Only the web bill has it: "已支出", "资金转移" …; undefined in the app's bills. */
  fundState: string | undefined;
  /** 商品说明 */
  text: string;
  counterparty: string;
  category: string;
  method: Method;
}

const UNPAID = /^等待(买家|对方)?付款$|^(付款|支付|还款|充值|提现|提取)失败$|^待付款$/;
const HOLD = /^(冻结成功|解冻成功|信用服务使用成功|芝麻免押下单成功)$/;
const CLOSED = /^(交易关闭|已关闭)$/;

/** Decides about one row. */
export function decideAlipay(row: AlipayRow): Decision {
  return withoutMoney(row) ?? refundOrClosed(row) ?? plain(row) ?? neutral(row);
}

function withoutMoney(row: AlipayRow): Decision | undefined {
  if (row.amount === 0) return skip("零金额");
  if (UNPAID.test(row.status)) return skip(`没有付款：${row.status}`);
  if (row.fundState === "待支出") return skip("没有付款：待支出");
  if (row.fundState === "待收入") return skip("款项还没有到账：待收入");
  if (HOLD.test(row.status) || row.fundState === "冻结" || row.fundState === "解冻") {
    return skip(`没有资金变动：${row.status || row.fundState}`);
  }
  if (row.method.account.startsWith("亲情卡")) {
    return {
      ...skip("由亲情卡的赠送人付款，不是自己的钱"),
      review: [question("family-card", "这笔由亲情卡的赠送人付款，要记到自己的账上吗？")],
    };
  }
  return undefined;
}

function refundOrClosed(row: AlipayRow): Decision | undefined {
  if (/-买入退款$/.test(row.text)) {
    return transfer(row.counterparty, wallet(row), "买入没有成功，退回");
  }
  const refund =
    row.status === "退款成功" || row.category === "退款" || row.text.startsWith("退款-");
  if (refund && !/-买入$/.test(row.text)) {
    return row.direction === "支出"
      ? { kind: "expense", account: wallet(row), reason: "自己退给别人的钱" }
      : { kind: "refund", account: wallet(row) };
  }
  if (!CLOSED.test(row.status)) return undefined;
  if (row.direction !== "支出") return skip("交易关闭，没有成交");
  const paid = row.fundState === undefined ? row.method.account !== "" : row.fundState === "已支出";
  if (!paid) return skip("交易关闭，没有付过款");
  return { kind: "expense", account: wallet(row), reason: "付款后交易关闭，另有退款" };
}

function plain(row: AlipayRow): Decision | undefined {
  if (row.direction === "收入") return { kind: "income", account: wallet(row) };
  if (row.direction !== "支出") return undefined;
  if (row.fundState !== undefined) return { kind: "expense", account: wallet(row) };
  if (row.method.account !== "") return { kind: "expense", account: row.method.account };
  return {
    kind: "expense",
    account: "",
    review: [question("no-account", "文件没有写用什么付的款，请选择账户")],
  };
}

/** Neutral rows are told apart by their text alone; the first rule that fits decides. */
const NEUTRAL: [RegExp, (row: AlipayRow) => Decision][] = [
  [
    /收益发放/,
    (row) => ({ kind: "income", account: row.method.account || "余额宝", reason: "收益" }),
  ],
  [/-?(卖出至|卖出到|赎回)/, (row) => transfer(row.counterparty, wallet(row), "卖出基金")],
  [/-买入$/, (row) => transfer(wallet(row), row.counterparty, "买入基金")],
  [/^转账收款到余额宝/, receivedIntoFund],
  [/^余额宝-转出到余额/, () => transfer("余额宝", "余额")],
  [/-转出到银行卡/, (row) => transfer(row.method.account || "余额宝", row.counterparty)],
  [/^余额宝-更换货基转入/, () => skip("余额宝更换基金，余额不变")],
  [/-(单次|自动)转入/, intoFund],
  [/^充值-/, topUp],
  [/^提现-/, (row) => transfer("余额", row.counterparty, "提现")],
  [/^花呗.*还款/, (row) => transfer(wallet(row), "花呗", "还款")],
  [/^借呗.*还款/, (row) => transfer(wallet(row), "借呗", "还款")],
  [/信用卡还款/, (row) => transfer(wallet(row), row.counterparty, "还款")],
  [/借呗.*放款/, (row) => transfer("借呗", wallet(row), "借款到账")],
];

const NEUTRAL_STATUS: [RegExp, (row: AlipayRow) => Decision][] = [
  [/^还款成功/, (row) => transfer(wallet(row), row.counterparty, "还款")],
  [/^放款成功/, (row) => transfer(row.counterparty, wallet(row), "借款到账")],
  [/^退税成功/, (row) => ({ kind: "income", account: wallet(row), reason: "退税" })],
];

function neutral(row: AlipayRow): Decision {
  const rule =
    NEUTRAL.find(([text]) => text.test(row.text)) ??
    NEUTRAL_STATUS.find(([status]) => status.test(row.status));
  if (rule) return rule[1](row);
  if (row.text.startsWith("转账")) {
    return {
      ...transfer(wallet(row), row.counterparty),
      review: [question("own-transfer", "这笔转账是在自己的账户之间吗？")],
    };
  }
  return {
    kind: "skip",
    account: row.method.account,
    reason: "不计收支，看不出是什么，请选择怎样记账",
    review: [question("unknown-type", `不认识的不计收支记录“${row.text}”，请选择怎样记账`)],
  };
}

function receivedIntoFund(row: AlipayRow): Decision {
  return {
    kind: "income",
    account: row.method.account || "余额宝",
    review: [
      question("unnamed-payer", "有人转账到余额宝，文件没有写是谁；同一笔也可能已列为收入，请核对"),
    ],
  };
}

/** Money that goes into 余额宝 out of 余额宝 has come from 余额. */
function intoFund(row: AlipayRow): Decision {
  const fund = /^(余额宝|笔笔攒)/.test(row.text) ? "余额宝" : row.counterparty;
  const from = wallet(row);
  return transfer(from === fund ? "余额" : from, fund);
}

function topUp(row: AlipayRow): Decision {
  const decision = transfer(row.method.account, "余额", "充值");
  if (row.method.account !== "") return decision;
  return {
    ...decision,
    review: [question("no-account", "文件没有写从哪张银行卡充值，请选择账户")],
  };
}

function transfer(account: string, toAccount: string, reason = ""): Decision {
  return { kind: "transfer", account, toAccount, reason };
}

/** An empty method is the wallet's own balance. */
function wallet(row: AlipayRow): string {
  return row.method.account || "余额";
}
