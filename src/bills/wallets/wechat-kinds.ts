/** What a row of a WeChat Pay bill means, decided in the order that real bills have proved. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { readFen } from "../file/cells.ts";
import { repaidCard } from "../format/card-words.ts";
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
  if (/提现$/.test(row.type)) {
    const from = row.type.includes("经营账户") ? "经营账户" : "零钱";
    return transfer(from, row.account || row.counterparty, note("withdrawal"));
  }
  if (row.type === "零钱充值") return transfer(row.account, "零钱", note("topUp"));
  if (row.type.includes("零钱通")) {
    const into = /^转入零钱通-来自(.+)$/.exec(row.type);
    if (into) return transfer(into[1] ?? "", "零钱通");
    const out = /^零钱通转出-到(.+)$/.exec(row.type);
    if (out) return transfer("零钱通", out[1] ?? "");
  }
  if (isCardPayment(row)) {
    return transfer(row.account || "零钱", cardName(row), note("repayment"));
  }
  if (/^购买理财通/.test(row.type)) {
    return transfer(row.account || "零钱", "理财通", note("licaitongBought"));
  }
  return undefined;
}

function isCardPayment(row: WechatRow): boolean {
  if (row.direction === "收入") return false;
  if (row.type === "信用卡还款" || /信用卡还款$/.test(row.counterparty)) return true;
  return row.direction === "" && CARD_PAYMENT.test(`${row.counterparty} ${row.goods}`);
}

/** The amount of a transfer includes the fee, which only the note gives: "服务费¥0.10". */
function withoutFee(decision: Decision, row: WechatRow): Decision {
  const fee = readFen(/服务费\s*[¥￥]?\s*([\d.,]+)/.exec(row.note)?.[1]) ?? 0;
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
  if (/-退款/.test(row.type) && row.direction !== "支出") return { kind: "refund", account };
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
