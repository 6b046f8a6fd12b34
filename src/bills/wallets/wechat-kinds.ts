/** What a row of a WeChat Pay bill means, decided in the order that real bills have proved. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { readFen } from "../file/cells.ts";
import {
  loanOf,
  repaidAccount,
  repaidCard,
  saysLoan,
  saysRepayment,
} from "../format/card-words.ts";
import { type Decision, question, skip, transfer } from "../format/format.ts";
import type { Standing } from "../values/status-words.ts";
import { wechatStatus } from "./wallet-status.ts";

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

const RECEIVED = /^(已存入零钱|已收钱|已到账|已存入经营账户)/;
const CARD_PAYMENT = /信用卡还款/;
const REFUNDED = /^(已全额退款|已退款|对方已退还)/;
/** Types of money that moves between own accounts. */
const MOVES = /^(信用卡还款|零钱充值|零钱提现|零钱通|转入零钱通|购买理财通)/;
/** Types of money that one spends; money in under one of them has come back. */
const SPENDING = /^(商户消费|扫二维码付款|分分捐|亲属卡交易)/;

/** Decides about one row as if its status was final, and says what the status is. */
export function decideWechat(row: WechatRow): [Decision, Standing] {
  if (row.amount === 0) return [skip(note("zeroAmount")), "final"];
  const decision = betweenAccounts(row);
  const status = row.status.normalize("NFKC").replace(/^已退款\(?¥[\d.,]+\)?$/, "已退款");
  return [decision ? withoutFee(decision, row) : plain(row), wechatStatus(status)];
}

function betweenAccounts(row: WechatRow): Decision | undefined {
  const { type } = row;
  if (/提现$/.test(type)) {
    const from = type.includes("经营账户") ? "经营账户" : "零钱";
    return transfer(from, row.account || row.counterparty, note("withdrawal"));
  }
  if (type === "零钱充值") return transfer(row.account, "零钱", note("topUp"));
  return withFund(row) ?? withLender(row);
}

/** 零钱通 and 理财通; WeChat's type names the other side, or it is the way of payment. */
function withFund(row: WechatRow): Decision | undefined {
  const { type, account, direction } = row;
  const into = /^转入零钱通(?:-来自(.+))?$/.exec(type);
  if (into) return transfer(into[1] ?? (account || "零钱"), "零钱通");
  const out = /^零钱通转出(?:-到(.+))?$/.exec(type);
  if (out) return transfer("零钱通", out[1] ?? (account || "零钱"));
  if (/^购买理财通/.test(type) || (direction === "支出" && /理财通/.test(row.counterparty))) {
    return transfer(account || "零钱", "理财通", note("licaitongBought"));
  }
  const back = direction === "收入" && /^理财通.*(赎回|取出|转出)/.test(type);
  return back ? transfer("理财通", account || "零钱", note("fundSold")) : undefined;
}

/** Repayments of cards and loans, and what a lender pays out. */
function withLender(row: WechatRow): Decision | undefined {
  const account = row.account || "零钱";
  const text = `${row.type} ${row.counterparty} ${row.goods}`;
  if (row.direction !== "支出" && saysLoan(text)) {
    return transfer(loanOf(text), account, note("loanPaidOut"));
  }
  if (row.direction === "收入") return undefined;
  if (isCardPayment(row)) return transfer(account, cardName(row), note("repayment"));
  const repaid =
    row.direction === "支出"
      ? saysRepayment(text)
      : loanOf(row.type) !== "" && saysRepayment(row.type);
  return repaid ? transfer(account, repaidAccount(text), note("repayment")) : undefined;
}

function isCardPayment(row: WechatRow): boolean {
  if (row.type === "信用卡还款" || /信用卡还款$/.test(row.counterparty)) return true;
  return row.direction === "" && CARD_PAYMENT.test(`${row.counterparty} ${row.goods}`);
}

/** The amount of a transfer includes the fee, which only the note gives: "服务费¥0.10". */
function withoutFee(decision: Decision, row: WechatRow): Decision {
  const fee = readFen(/(?:服务|手续)费\s*[¥￥]?\s*([\d.,]+)/.exec(row.note)?.[1]) ?? 0;
  if (fee === 0 || fee >= row.amount) return decision;
  return { ...decision, amount: (row.amount - fee) as Fen, fee: fee as Fen };
}

/** "长沙银行信用卡还款" names the card and what happens to it. */
function cardName(row: WechatRow): string {
  const named = [row.counterparty, row.goods].find((text) => text.includes("信用卡"));
  return repaidCard((named ?? row.counterparty).replace(/还款$/, ""));
}

function plain(row: WechatRow): Decision {
  const account = row.account || "零钱";
  if (/退款/.test(row.type) && row.direction !== "支出") {
    // What moved between own accounts comes back as such: it was no expense.
    return MOVES.test(row.type) ? transfer("", account) : { kind: "refund", account };
  }
  if (row.direction === "收入") return moneyIn(row, account);
  if (row.direction === "支出") {
    return account.startsWith("亲属卡")
      ? { kind: "expense", account, reason: note("relativeCard") }
      : { kind: "expense", account };
  }
  if (RECEIVED.test(row.status)) {
    return { kind: "income", account, reason: note("neutralReceived") };
  }
  return {
    kind: "skip",
    reason: note("neutralUnknown"),
    review: [question("unknown-type", note("askNeutralType", { type: row.type }), row.type)],
  };
}

/** Money in whose status says refunded is a refund of a purchase, or was itself given back. */
function moneyIn(row: WechatRow, account: string): Decision {
  if (!REFUNDED.test(row.status)) return { kind: "income", account };
  if (SPENDING.test(row.type)) return { kind: "refund", account };
  const { status } = row;
  const review = [question("refunded-income", note("askRefundedIncome", { status }))];
  return { kind: "income", account, review };
}
