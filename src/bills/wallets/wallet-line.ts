/** How every wallet makes a line of what a row says. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BillLine, Question } from "../bill/line.ts";
import { readMoney } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { repaidAccount, saysRepayment } from "../format/card-words.ts";
import { askAccounts, type Decision, question, transfer } from "../format/format.ts";
import { byStatus } from "../format/status.ts";
import type { Standing } from "../values/status-words.ts";

/** The line with what was decided about it; what its status or an account leaves open is asked. */
export function decidedLine(line: BillLine, decision: Decision, standing: Standing): BillLine {
  const review = [...line.review, ...(decision.review ?? [])];
  return askMethod(askAccounts(byStatus(Object.assign(line, decision, { review }), standing)));
}

/** Ways of payment that are perhaps somebody else's money. */
const PAID_BY_OTHERS = /^(亲密卡|他人代付|好友代付|朋友代付|找人代付)/;

/** A payment whose method the file leaves empty, or is not one's own, has no account that could be guessed. */
function askMethod(line: BillLine): BillLine {
  const { kind, account, review } = line;
  const moves = kind === "expense" || kind === "refund" || kind === "income";
  if (!moves || review.some(({ code }) => code === "no-account")) return line;
  if (account === "") review.push(question("no-account", note("askMethod")));
  else if (PAID_BY_OTHERS.test(account)) {
    review.push(question("no-account", note("askPaidByOthers", { account }), account));
  }
  return line;
}

/** Asks about a payment from two accounts, of which the file gives only the sum. */
export function askTwoAccounts(line: BillLine, others: readonly string[]): void {
  if (others.length === 0 || line.kind === "skip") return;
  const accounts = [line.account, ...others].join("、");
  line.review.push(question("two-accounts", note("askTwoAccounts", { accounts })));
}

/** What a cell of money says: the amount without its sign, its currency, and what is open about them. */
export interface WalletMoney {
  amount: Fen;
  currency: string;
  review: Question[];
}

/** Reads a wallet's amount. Another column says which way it went, so that a minus beside it is asked about. */
export function walletMoney(cell: Cell): WalletMoney | undefined {
  const money = readMoney(cell);
  if (money === undefined) return undefined;
  const review = money.fen < 0 ? [question("sign", note("askMinus"))] : [];
  return { amount: Math.abs(money.fen) as Fen, currency: money.currency || "CNY", review };
}

/** A decision that the row's direction speaks against: it is asked whether it holds all the same. */
export function askMove(decision: Decision, direction: string): Decision {
  const ask = question("own-transfer", note("askListedMove", { direction }));
  return { ...decision, review: [...(decision.review ?? []), ask] };
}

/** What comes back to the account: of a purchase as a refund; of a repayment as money of one's own. */
export function comesBack(text: string, account: string): Decision {
  if (!saysRepayment(text)) return { kind: "refund", account };
  return transfer(repaidAccount(text), account, note("repayment"));
}
