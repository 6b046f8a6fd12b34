/** What a row of a WeChat Pay bill means, decided in the order that real bills have proved. */
import type { Fen } from "../ledger/money.ts";
import { readFen } from "./cells.ts";
import { type Decision, question, skip } from "./format.ts";

/** A row, read but not yet understood. */
export interface WechatRow {
  amount: Fen;
  /** 交易类型, an open set. */
  type: string;
  /** "收入", "支出", or "" for the neutral "/". */
  direction: string;
  status: string;
  counterparty: string;
  goods: string;
  note: string;
  /** The payment method; "" for "/". */
  account: string;
}

const NOT_MOVED = /^(已关闭|支付失败|交易关闭|充值失败|提现失败)/;
const RECEIVED = /^(已存入零钱|已收钱|已到账|已存入经营账户)/;
const CARD_PAYMENT = /信用卡还款/;

/** Decides about one row. */
export function decideWechat(row: WechatRow): Decision {
  if (row.amount === 0) return skip("零金额");
  if (NOT_MOVED.test(row.status)) return skip(`没有资金变动：${row.status}`);
  return betweenAccounts(row) ?? plain(row);
}

function betweenAccounts(row: WechatRow): Decision | undefined {
  if (/提现$/.test(row.type)) return withdrawal(row);
  if (row.type === "零钱充值") return transfer(row.account, "零钱", "充值");
  const into = /^转入零钱通-来自(.+)$/.exec(row.type);
  if (into) return transfer(into[1] ?? "", "零钱通");
  const out = /^零钱通转出-到(.+)$/.exec(row.type);
  if (out) return transfer("零钱通", out[1] ?? "");
  const names = `${row.counterparty} ${row.goods}`;
  if (row.type === "信用卡还款" || (row.direction === "" && CARD_PAYMENT.test(names))) {
    return transfer(row.account || "零钱", cardName(row), "还款");
  }
  if (/^购买理财通/.test(row.type)) return transfer(row.account || "零钱", "理财通", "买入理财通");
  return undefined;
}

/** The amount includes the fee that only the note gives. */
function withdrawal(row: WechatRow): Decision {
  const fee = readFen(/服务费\s*[¥￥]?\s*([\d.,]+)/.exec(row.note)?.[1]) ?? 0;
  const from = row.type.includes("经营账户") ? "经营账户" : "零钱";
  const decision = transfer(from, row.account || row.counterparty, "提现");
  if (fee === 0 || fee >= row.amount) return decision;
  return { ...decision, amount: (row.amount - fee) as Fen, fee: fee as Fen };
}

/** "长沙银行信用卡还款" names the card and what happens to it. */
function cardName(row: WechatRow): string {
  const named = [row.counterparty, row.goods].find((text) => text.includes("信用卡"));
  return (named ?? row.counterparty).replace(/还款$/, "");
}

function plain(row: WechatRow): Decision {
  const account = row.account || "零钱";
  if (/-退款/.test(row.type) && row.direction !== "支出") return { kind: "refund", account };
  if (row.direction === "收入") return { kind: "income", account };
  if (row.direction === "支出") {
    const reason = account.startsWith("亲属卡") ? "亲属卡付的是赠送人的钱" : "";
    return { kind: "expense", account, reason };
  }
  if (RECEIVED.test(row.status)) return { kind: "income", account, reason: "中性交易，已收到" };
  return {
    kind: "skip",
    reason: "中性交易，看不出是什么，请选择怎样记账",
    review: [question("unknown-type", `不认识的中性交易“${row.type}”，请选择怎样记账`)],
  };
}

function transfer(account: string, toAccount: string, reason = ""): Decision {
  return { kind: "transfer", account, toAccount, reason };
}
