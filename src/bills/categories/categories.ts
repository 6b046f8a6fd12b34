/**
 * A category for a line that nobody has sorted yet: from the wallets' own categories and from the
 * words of the bill (ledger/categories.ts). Pure; every answer says in words where it comes from, because the user
 * sees it beside the row and may know better.
 */
import { note, type Text } from "../../contract/notes.ts";
import { categoryOfText, categoryOfWallet, FEES, UNSORTED } from "../../ledger/categories.ts";
import type { BillLine, Role } from "../bill/line.ts";

/** A proposed category and the reason. */
export interface Proposal {
  category: string;
  reason: Text;
}

/** Proposes a category for a line of this format. */
export function proposeCategory(line: BillLine, role: Role): Proposal {
  if (line.kind === "fee") return { category: FEES, reason: note("feeOfBill") };
  if (!isProvider(role) && line.category.trim() !== "") {
    return { category: line.category, reason: note("categoryOfFile") };
  }
  return (
    (line.kind === "income" ? incomeCategory(line) : expenseCategory(line)) ?? {
      category: UNSORTED,
      reason: note("noClue"),
    }
  );
}

/** Wallets and shops write categories of their own; all other formats hold the user's. */
function isProvider(role: Role): boolean {
  return role === "wallet" || role === "shop";
}

/** A wallet's category that holds several of a household's: what was paid for says more. */
const BROAD = "充值缴费";

function expenseCategory(line: BillLine): Proposal | undefined {
  const sorted = categoryOfWallet(line.category);
  const ofWallet =
    sorted === undefined
      ? undefined
      : { category: sorted, reason: note("categoryOfBill", { category: line.category }) };
  if (line.category === BROAD) return spokenCategory(line) ?? ofWallet;
  return ofWallet ?? spokenCategory(line);
}

function spokenCategory(line: BillLine): Proposal | undefined {
  for (const text of [line.counterparty, line.description]) {
    const spoken = categoryOfText("expense", text);
    if (spoken)
      return { category: spoken.category, reason: note("merchantWord", { word: spoken.word }) };
  }
  return undefined;
}

function incomeCategory(line: BillLine): Proposal | undefined {
  const text = `${line.category} ${line.description} ${line.counterparty}`;
  const spoken = categoryOfText("income", text);
  return spoken && { category: spoken.category, reason: note("wordInText", { word: spoken.word }) };
}
