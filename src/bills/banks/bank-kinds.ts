/** What a row of a bank statement means, told by its sign and its words. */
import { note, type Text } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { loanOf, repaidAccount, saysLoan, saysRepayment } from "../format/card-words.ts";
import { type Decision, question, skip, transfer } from "../format/format.ts";

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

const REFUND = /退款|退货|退回|冲正|撤销|RETURN|REFUND/i;
const REWARD = /返现|奖励|返还|红利|CASH ?BACK|REBATE/i;
const CASH = /ATM|取现|取款|现金|现存|现支|存现|无卡存|CASH|WITHDRAWAL/i;
/** What a card's statement without a word for the kind of row writes of money that was drawn. */
const CARD_CASH = /^(境[内外])?(ATM)?(取现|取款|预借现金)(?!.*(费|利息))/i;
const INTEREST = /结息|利息|INTEREST/i;
const WAGES = /工资|代发|薪|公积金|SALARY|PAYROLL/i;
/** Funds that wallets keep; both sides of a row with one of them are one's own. */
const WALLET_FUND = /零钱通|理财通|余额宝|余利宝|天弘基金|小金库/;
const WALLET_OUT = /(零钱|余额|钱包)(快速|实时|普通)?提现|提现到账|网上快捷提现/;
const WALLET_IN = /零钱充值|余额充值/;
/** A field that says no more: 支付宝-话费充值 is a purchase. */
const WALLET_FILLED = /^(支付宝|财付通|微信|微信支付)[-－—·\s]?充值$/;
/** What a bank itself keeps beside the account, and securities: the other side is one's own, whichever. */
const OWN_SIDE =
  /银证|银转证|证转银|三方存管|朝朝宝|朝朝盈|日日宝|定期(存款|开户|转存|支取|销户|到期)|定转活|活转定|定活|整存整取|零存整取|存单|通知存款|购汇|结汇|外汇买卖/;
const FUND = /基金|理财|申购|赎回|证券/;
const FUND_MOVE = /申购|认购|定投|赎回|理财|买入|卖出/;
const CHARGE = /手续费|年费|工本费|短信费|管理费|CHARGE|FEE\b/i;
const TRANSFER =
  /转账|转帐|汇款|汇入|汇出|网转|跨行|转存|转支|转入|转出|存款|支取|银联入账|TRANSFER/i;
/** The companies behind wallets: money from them comes out of one's own wallet, or from anybody. */
const WALLET_COMPANY = /支付宝|财付通/;

/** Decides about one row. What only the user can know becomes a question. */
export function decideBank(row: BankRow): Decision {
  if (row.signed === 0) return skip(note("zeroAmount"));
  const decision = row.signed > 0 ? moneyIn(row) : moneyOut(row);
  return { ...decision, amount: Math.abs(row.signed) as Fen };
}

function moneyIn(row: BankRow): Decision {
  const text = words(row);
  // What comes into a card is settled for the whole statement (card-words.ts).
  if (row.card === "credit") return { kind: "income", account: row.account };
  if (REFUND.test(text)) return { kind: "refund", account: row.account };
  if (INTEREST.test(row.summary))
    return { kind: "income", account: row.account, reason: note("interest") };
  if (WAGES.test(text) || REWARD.test(text)) return { kind: "income", account: row.account };
  if (saysLoan(text)) return transfer(loanOf(text), row.account, note("loanPaidOut"));
  if (WALLET_OUT.test(text) || WALLET_FUND.test(text)) {
    return transfer(walletName(text), row.account, note("walletOut"));
  }
  if (OWN_SIDE.test(text)) return transfer("", row.account);
  if (CASH.test(row.summary)) return transfer("现金", row.account, note("cashIn"));
  if (FUND.test(text) && FUND_MOVE.test(text)) {
    return transfer(row.counterparty, row.account, note("redeemed"));
  }
  if (TRANSFER.test(text) || WALLET_COMPANY.test(row.counterparty)) {
    return {
      kind: "income",
      account: row.account,
      review: [askOwn(row, note("ownTransferIn"))],
    };
  }
  return { kind: "income", account: row.account };
}

/** Asked once for each name: the answer holds for all rows with it. */
function askOwn({ counterparty }: BankRow, text: Text) {
  return question("own-transfer", text, counterparty || undefined);
}

function moneyOut(row: BankRow): Decision {
  const text = words(row);
  const { account, card } = row;
  // Out of a card with these words, a repayment has come back, or the sign is wrong: it is asked.
  if (saysRepayment(text)) {
    const repaid = card === "debit" ? repaidAccount(text) : "";
    return transfer(account, repaid, note("repayment"));
  }
  if (/利息税/.test(text)) return { kind: "expense", account, reason: note("interestTax") };
  if (CHARGE.test(row.summary)) return { kind: "fee", account };
  const drawn = card === "credit" && CARD_CASH.test(row.note);
  if (CASH.test(row.summary) || /ATM/i.test(text) || drawn)
    return transfer(account, "现金", note("cashOut"));
  const filled = [row.summary, row.counterparty, row.note].some((one) => WALLET_FILLED.test(one));
  if (WALLET_IN.test(text) || filled || (card === "debit" && WALLET_FUND.test(text))) {
    return transfer(account, walletName(text), note("walletIn"));
  }
  if (card === "debit" && OWN_SIDE.test(text)) return transfer(account, "");
  if (FUND.test(text) && FUND_MOVE.test(text))
    return transfer(account, row.counterparty, note("invested"));
  const purchase = /消费|支付|PURCHASE/i.test(row.summary) || isWallet(text);
  if (card === "debit" && TRANSFER.test(text) && !purchase) {
    return {
      kind: "expense",
      account,
      review: [askOwn(row, note("ownTransferOut"))],
    };
  }
  return { kind: "expense", account };
}

function words(row: BankRow): string {
  return `${row.summary} ${row.counterparty} ${row.note}`;
}

/** Rows that mirror a wallet's own bill. */
export function isWallet(text: string): boolean {
  return /财付通|微信|支付宝|京东|网银在线|美团|钱袋宝|银联|云闪付|抖音支付/.test(text);
}

function walletName(text: string): string {
  if (/零钱通/.test(text)) return "零钱通";
  if (/理财通/.test(text)) return "理财通";
  if (/余利宝/.test(text)) return "余利宝";
  if (/余额宝|天弘基金/.test(text)) return "余额宝";
  if (/小金库/.test(text)) return "京东小金库";
  if (/财付通|微信|零钱/.test(text)) return "零钱";
  if (/支付宝/.test(text)) return "支付宝余额";
  return /京东/.test(text) ? "京东钱包" : "";
}
