/** What a row of a bank statement means, told by its sign and its words. */
import type { Fen } from "../ledger/money.ts";
import { type Decision, question, skip } from "./format.ts";

/** A bank row, read but not yet understood. */
export interface BankRow {
  /** Money into the account is positive, out of it negative; fen. */
  signed: Fen;
  card: "debit" | "credit";
  /** This account's own name. */
  account: string;
  /** The bank's word for the kind of row: 摘要, 交易类型. */
  summary: string;
  counterparty: string;
  /** Everything else that the row says. */
  note: string;
}

const REPAYMENT = /还款|PAYMENT - THANK YOU|AUTOPAY/i;
const REFUND = /退款|退货|退回|冲正|撤销|RETURN|REFUND/i;
const REWARD = /返现|奖励|返还|红利|CASH ?BACK|REBATE/i;
const CASH = /ATM|取现|取款|现金|CASH|WITHDRAWAL/i;
const INTEREST = /结息|利息|INTEREST/i;
const WAGES = /工资|代发|薪|公积金|SALARY|PAYROLL/i;
const WALLET_OUT = /(零钱|余额)提现|提现到账|网上快捷提现/;
const WALLET_IN = /零钱充值|余额充值|转入零钱通|余额宝.*转入|-余额宝/;
const FUND = /基金|理财|申购|赎回|证券/;
const FUND_MOVE = /申购|赎回|理财|买入|卖出/;
const CHARGE = /手续费|年费|工本费|短信费|管理费|CHARGE|FEE\b/i;
const TRANSFER = /转账|转帐|汇款|汇入|汇出|网转|跨行|转存|转支|银联入账|TRANSFER/i;

/** Decides about one row. What only the user can know becomes a question. */
export function decideBank(row: BankRow): Decision {
  if (row.signed === 0) return skip("零金额");
  const decision = row.signed > 0 ? moneyIn(row) : moneyOut(row);
  return { ...decision, amount: Math.abs(row.signed) as Fen };
}

function moneyIn(row: BankRow): Decision {
  const text = words(row);
  if (row.card === "credit") return creditIn(row, text);
  if (REFUND.test(text)) return { kind: "refund", account: row.account };
  if (INTEREST.test(row.summary)) return { kind: "income", account: row.account, reason: "利息" };
  if (WAGES.test(text) || REWARD.test(text)) return { kind: "income", account: row.account };
  if (WALLET_OUT.test(text)) return transfer(walletName(text), row.account, "钱包提现");
  if (CASH.test(row.summary)) return transfer("现金", row.account, "存现金");
  if (FUND.test(text) && FUND_MOVE.test(text)) {
    return transfer(row.counterparty, row.account, "赎回");
  }
  if (TRANSFER.test(text)) {
    return {
      kind: "income",
      account: row.account,
      review: [question("own-transfer", "这笔转入是别人付来的，还是从自己的其他账户转来的？")],
    };
  }
  return { kind: "income", account: row.account };
}

/** Money into a credit card is a repayment, a refund or a reward, and hardly ever an income. */
function creditIn(row: BankRow, text: string): Decision {
  if (REPAYMENT.test(text)) return transfer("", row.account, "还款");
  if (REFUND.test(text)) return { kind: "refund", account: row.account };
  if (INTEREST.test(text) || REWARD.test(text)) return { kind: "income", account: row.account };
  return {
    kind: "refund",
    account: row.account,
    review: [question("card-credit", "信用卡收到一笔钱：是退款，还是自己的还款？")],
  };
}

function moneyOut(row: BankRow): Decision {
  const text = words(row);
  const { account, card } = row;
  if (card === "debit" && REPAYMENT.test(text)) return transfer(account, cardName(row), "还款");
  if (/利息税/.test(text)) return { kind: "expense", account, reason: "利息税" };
  if (CHARGE.test(row.summary)) return { kind: "fee", account };
  if (CASH.test(row.summary) || /ATM/i.test(text)) return transfer(account, "现金", "取现金");
  if (WALLET_IN.test(text)) return transfer(account, walletName(text), "转入钱包");
  if (FUND.test(text) && FUND_MOVE.test(text)) return transfer(account, row.counterparty, "申购");
  const purchase = /消费|支付|PURCHASE/i.test(row.summary) || isWallet(text);
  if (card === "debit" && TRANSFER.test(text) && !purchase) {
    return {
      kind: "expense",
      account,
      review: [question("own-transfer", "这笔转出是付给别人的，还是转到自己的其他账户？")],
    };
  }
  return { kind: "expense", account };
}

function words(row: BankRow): string {
  return `${row.summary} ${row.counterparty} ${row.note}`;
}

function transfer(account: string, toAccount: string, reason: string): Decision {
  return { kind: "transfer", account, toAccount, reason };
}

/** The card that a repayment goes to, when the row names one. */
function cardName(row: BankRow): string {
  const named = /[\p{L}]{2,}银行信用卡(\(\d{4}\))?/u.exec(words(row).normalize("NFKC"));
  return named?.[0] ?? "";
}

/** Rows that mirror a wallet's own bill. */
export function isWallet(text: string): boolean {
  return /财付通|微信|支付宝|京东|网银在线|美团|钱袋宝|银联|云闪付|抖音支付/.test(text);
}

function walletName(text: string): string {
  if (/零钱通/.test(text)) return "零钱通";
  if (/财付通|微信|零钱/.test(text)) return "零钱";
  if (/余额宝/.test(text)) return "余额宝";
  if (/支付宝/.test(text)) return "余额";
  return /京东/.test(text) ? "京东钱包" : "";
}
