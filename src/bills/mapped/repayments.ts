/** Repayments and loans in tables of no known format: both sides are one's own (decisions W12). */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { loanOf, repaidAccount, saysLoan, saysRepayment } from "../format/card-words.ts";
import { askAccounts } from "../format/format.ts";

/**
 * Makes transfers of the lines that are still income or expense and whose words name a repayment, or
 * a loan that was paid out, in place. What the person has sorted into a category stays.
 */
export function settleRepayments(
  lines: readonly BillLine[],
  textOf: (index: number) => string,
): void {
  lines.forEach((line, index) => {
    if (line.own === undefined || line.category !== "") return;
    if (line.kind !== "expense" && line.kind !== "income") return;
    const text = textOf(index);
    const [repaid, lent] = [saysRepayment(text), line.kind === "income" && saysLoan(text)];
    if (!repaid && !lent) return;
    const { account } = line.own;
    const sides =
      line.kind === "expense"
        ? { account, toAccount: repaidAccount(text) }
        : { account: lent ? loanOf(text) : "", toAccount: account };
    const reason = note(lent ? "loanPaidOut" : "repayment");
    askAccounts(Object.assign(line, { kind: "transfer", ...sides, reason }));
  });
}
