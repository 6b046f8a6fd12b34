/** How every wallet makes a line of what a row says. */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { askAccounts, type Decision, question } from "../format/format.ts";
import { byStatus } from "../format/status.ts";
import type { Standing } from "../values/status-words.ts";

/** The line with what was decided about it; what its status or an account leaves open is asked. */
export function decidedLine(line: BillLine, decision: Decision, standing: Standing): BillLine {
  const review = [...line.review, ...(decision.review ?? [])];
  return askMethod(askAccounts(byStatus(Object.assign(line, decision, { review }), standing)));
}

/** A payment whose method the file leaves empty has no account that could be guessed. */
function askMethod(line: BillLine): BillLine {
  const moves = line.kind === "expense" || line.kind === "refund" || line.kind === "income";
  if (moves && line.account === "" && !line.review.some(({ code }) => code === "no-account")) {
    line.review.push(question("no-account", note("askMethod")));
  }
  return line;
}

/** Asks about a payment from two accounts, of which the file gives only the sum. */
export function askTwoAccounts(line: BillLine, others: readonly string[]): void {
  if (others.length === 0 || line.kind === "skip") return;
  const accounts = [line.account, ...others].join("、");
  line.review.push(question("two-accounts", note("askTwoAccounts", { accounts })));
}
