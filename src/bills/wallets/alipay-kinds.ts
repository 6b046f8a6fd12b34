/** What a row of an Alipay bill means, decided in the order that real bills have proved. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import {
  loanOf,
  repaidAccount,
  repaidCard,
  saysLoan,
  saysRepayment,
} from "../format/card-words.ts";
import { type Decision, question, skip, transfer } from "../format/format.ts";
import type { Standing } from "../values/status-words.ts";
import type { Method } from "./method.ts";
import { askMove, comesBack } from "./wallet-line.ts";
import { alipayStatus } from "./wallet-status.ts";

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

const CLOSED = /^(交易关闭|已关闭)$/;

/** Decides about one row as if its status was final, and says what the status is. */
export function decideAlipay(row: AlipayRow): [Decision, Standing] {
  const decision = withoutMoney(row) ?? refundOrClosed(row) ?? plain(row) ?? neutral(row);
  return [decision, standingOf(row, decision)];
}

/** A closed deal is known where it was decided: paid, or left out. Of anything else it says nothing. */
function standingOf(row: AlipayRow, { kind }: Decision): Standing {
  if (CLOSED.test(row.status)) return kind === "expense" ? "final" : "unknown";
  return alipayStatus(row.status, row.direction === "支出");
}

function withoutMoney(row: AlipayRow): Decision | undefined {
  if (row.amount === 0) return skip(note("zeroAmount"));
  const state = row.fundState ?? "";
  if (state === "待收入") return skip(note("pendingIncome"));
  if (/^(待支出|冻结|解冻)$/.test(state)) {
    return skip(note("deadStatus", { status: row.status || state }));
  }
  if (row.method.account.startsWith("亲情卡")) return skip(note("familyCard"));
  return undefined;
}

function refundOrClosed(row: AlipayRow): Decision | undefined {
  if (/-买入退款$/.test(row.text)) {
    return transfer(row.counterparty, wallet(row), note("purchaseUndone"));
  }
  const refund =
    row.status === "退款成功" ||
    row.category === "退款" ||
    row.text.startsWith("退款-") ||
    (row.direction !== "支出" && /(退款|退回|退还)$/.test(row.text) && !/提现/.test(row.text));
  if (refund && !/-买入$/.test(row.text)) {
    return row.direction === "支出"
      ? { kind: "expense", account: wallet(row), reason: note("ownRefund") }
      : comesBack(row.text, wallet(row));
  }
  if (!CLOSED.test(row.status)) return undefined;
  if (row.direction !== "支出") return skip(note("neverDealt"));
  const paid = row.fundState === undefined ? row.method.account !== "" : row.fundState === "已支出";
  if (!paid) return skip(note("neverPaid"));
  return { kind: "expense", account: wallet(row), reason: note("closedPaid") };
}

/** In the web bill, which names no method, everything is on the wallet's own balance. */
function plain(row: AlipayRow): Decision | undefined {
  const moved = listedMove(row);
  if (moved) return moved;
  if (row.direction === "收入") return { kind: "income", account: wallet(row) };
  if (row.direction !== "支出") return undefined;
  const account = row.fundState === undefined ? row.method.account : wallet(row);
  return { kind: "expense", account };
}

/** What moves between own accounts, though the file lists it as income or expense. */
function listedMove(row: AlipayRow): Decision | undefined {
  const { direction, text } = row;
  if (direction === "收入" && saysLoan(`${text} ${row.status}`)) {
    return transfer(loanOf(`${text} ${row.counterparty}`), wallet(row), note("loanPaidOut"));
  }
  if (direction === "支出" && saysRepayment(text)) {
    const repaid = isBank(row.counterparty) ? repaidTo(row) : repaidAccount(text);
    return transfer(wallet(row), repaid, note("repayment"));
  }
  if (direction !== "收入" && direction !== "支出") return undefined;
  const rule = NEUTRAL.find(([words]) => words.test(text))?.[1](row);
  const decision = rule ?? fundMove(row) ?? investment(row);
  return decision?.kind === "transfer" ? askMove(decision, direction) : undefined;
}

/** What the web's fund state or the app's category calls a move of one's own money. */
function investment(row: AlipayRow): Decision | undefined {
  if (row.fundState !== "资金转移" && row.category !== "投资理财") return undefined;
  if (/收益|利息|分红|服务费|手续费/.test(row.text)) return undefined;
  return row.direction === "支出"
    ? transfer(wallet(row), row.counterparty)
    : transfer(row.counterparty, wallet(row));
}

/** A fund that the text begins with: "小荷包转入", "余额宝转出". */
function fundMove(row: AlipayRow): Decision | undefined {
  if (!FUND.test(row.text) || !/转[入出]|攒|存[入钱]|取[出钱]/.test(row.text)) return undefined;
  return row.direction === "支出" ? intoFund(row) : transfer(fundOf(row), wallet(row));
}

/** Neutral rows are told apart by their text alone; the first rule that fits decides. */
const NEUTRAL: [RegExp, (row: AlipayRow) => Decision][] = [
  [
    /收益发放/,
    (row) => ({
      kind: "income",
      account: row.method.account || "余额宝",
      reason: note("interest"),
    }),
  ],
  [
    /-?(卖出至|卖出到|赎回)|-卖出$/,
    (row) => transfer(row.counterparty, wallet(row), note("fundSold")),
  ],
  [/-买入$/, (row) => transfer(wallet(row), row.counterparty, note("fundBought"))],
  [/^转账收款到余额宝/, receivedIntoFund],
  [/-转出到余额$/, (row) => transfer(fundOf(row), "余额")],
  [/-转出到银行卡/, outToBank],
  [/^余额宝-更换货基转入/, () => skip(note("fundSwitched"))],
  [/-(单次|自动)转入|-转入$/, intoFund],
  [/^充值-/, topUp],
  [/^提现-/, (row) => transfer("余额", row.counterparty, note("withdrawal"))],
  [/^花呗.*还款/, (row) => transfer(wallet(row), "花呗", note("repayment"))],
  [/^借呗.*还款/, (row) => transfer(wallet(row), "借呗", note("repayment"))],
  [/信用卡还款/, (row) => transfer(wallet(row), repaidTo(row), note("repayment"))],
  [/借呗.*放款/, (row) => transfer("借呗", wallet(row), note("loanPaidOut"))],
];

const NEUTRAL_STATUS: [RegExp, (row: AlipayRow) => Decision][] = [
  [/^还款成功/, (row) => transfer(wallet(row), repaidTo(row), note("repayment"))],
  [/^放款成功/, (row) => transfer(row.counterparty, wallet(row), note("loanPaidOut"))],
  [/^退税成功/, (row) => ({ kind: "income", account: wallet(row), reason: note("taxRefund") })],
];

function neutral(row: AlipayRow): Decision {
  const rule =
    NEUTRAL.find(([text]) => text.test(row.text)) ??
    NEUTRAL_STATUS.find(([status]) => status.test(row.status));
  if (rule) return rule[1](row);
  if (row.text.startsWith("转账")) {
    return {
      ...transfer(wallet(row), row.counterparty),
      review: [question("own-transfer", note("askOwnTransfer"), row.counterparty)],
    };
  }
  return {
    kind: "skip",
    account: row.method.account,
    reason: note("neutralUnknown"),
    review: [question("unknown-type", note("askNeutral", { text: row.text }))],
  };
}

/** The loan or card that the text names, or the card that the counterparty is. */
function repaidTo({ counterparty, text }: AlipayRow): string {
  return loanOf(text) || repaidCard(counterparty) || repaidAccount(text);
}

function receivedIntoFund(row: AlipayRow): Decision {
  return {
    kind: "income",
    account: row.method.account || "余额宝",
    review: [question("unnamed-payer", note("askPayer"))],
  };
}

const FUND = /^(余额宝|余利宝|笔笔攒|小荷包)/;

/** The fund that a text names before its hyphen: "余利宝-转入", "笔笔攒-单次转入" (into 余额宝). */
function fundOf(row: AlipayRow): string {
  const named = FUND.exec(row.text)?.[1] ?? row.counterparty;
  return named === "笔笔攒" ? "余额宝" : named;
}

/** Money that goes into a fund out of the same fund has come from 余额. */
function intoFund(row: AlipayRow): Decision {
  const fund = fundOf(row);
  const from = wallet(row);
  return transfer(from === fund ? "余额" : from, fund);
}

/** Which of counterparty and method is the card depends on the fund that the text or neither names. */
function outToBank(row: AlipayRow): Decision {
  const { counterparty, method } = row;
  const named = FUND.test(row.text);
  if (!named && !(isBank(method.account) && !isBank(counterparty))) {
    return transfer(method.account || "余额宝", counterparty);
  }
  const fund = named ? fundOf(row) : counterparty;
  const others = [counterparty, method.account].filter((one) => !one.startsWith(fund));
  return transfer(fund, others.find(isBank) ?? "");
}

function isBank(account: string): boolean {
  return /银行|信用社|信用卡|储蓄卡|\(\d{4}\)/.test(account);
}

function topUp(row: AlipayRow): Decision {
  const decision = transfer(row.method.account, "余额", note("topUp"));
  if (row.method.account !== "") return decision;
  return { ...decision, review: [question("no-account", note("askTopUpBank"))] };
}

/** An empty method is the wallet's own balance. */
function wallet(row: AlipayRow): string {
  return row.method.account || "余额";
}
