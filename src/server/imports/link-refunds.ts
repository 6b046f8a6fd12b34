/** Which purchase of an earlier file a refund gives back (bills.md 2.6, 3.5, 5). */

import type { Bill, BillLine } from "../../bills/bill/line.ts";
import { readFen } from "../../bills/file/cells.ts";
import { matchKey } from "../../bills/matching/matches.ts";
import { purchaseText } from "../../bills/wallets/refunds.ts";
import { codeOf, note, readText, storedText } from "../../contract/notes.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import type { Ask, EarlierExpense, EarlierPurchase } from "./draft-order.ts";
import { type DraftRow, PAGE, type RowSuggestion } from "./preview-row.ts";

/** Why a refund has its category. */
export const AS_PURCHASE = storedText(note("asPurchase"));

/** How long after a purchase its refund may come. */
const REFUND_DAYS = 370;

/** Refunds, each with the numbers by which its line may name its purchase. */
type Refunds = ReadonlyMap<DraftRow, string[]>;

/** Refunds whose purchase is not in the file: their ids are the purchase's with something added. */
export async function linkEarlier(refunds: Refunds, ask: Ask): Promise<void> {
  const wanted = new Map<DraftRow, string[]>();
  for (const [row, ids] of refunds) {
    if (row.refundRow !== null || row.action !== "import") continue;
    if (ids.length > 0) wanted.set(row, ids);
  }
  const found = new Map<string, EarlierExpense>();
  const ids = [...new Set([...wanted.values()].flat())];
  for (let at = 0; at < ids.length; at += PAGE) {
    for (const one of await ask.expenses(ids.slice(at, at + PAGE))) found.set(one.externalId, one);
  }
  for (const [row, candidates] of wanted) {
    const expense = candidates.map((id) => found.get(id)).find((one) => one !== undefined);
    if (expense === undefined || expense.left < row.amount) continue;
    giveBack(row, expense);
  }
}

/** The numbers by which a refund may name its purchase. */
export function purchaseIds(line: BillLine): string[] {
  const cut = line.externalId.split(/[*_]/, 1)[0] ?? "";
  return [...new Set([cut, line.externalId, ...line.linkIds])].filter((id) => id.length >= 6);
}

/** A refund stands in its purchase's category; together refunds never exceed their purchase. */
export function followPurchases(rows: DraftRow[]): void {
  const left = new Map<number, number>();
  for (const row of rows) {
    if (row.refundRow === null) continue;
    const purchase = rows[row.refundRow - 1];
    if (purchase === undefined || purchase.kind !== "expense" || row.kind !== "refund") {
      row.refundRow = null;
      continue;
    }
    const remaining = (left.get(row.refundRow) ?? purchase.amount) - row.amount;
    if (remaining < 0 || (purchase.action !== "import" && purchase.recordId === null)) {
      row.refundRow = null;
      continue;
    }
    left.set(row.refundRow, remaining);
    row.category = purchase.category;
    row.categoryReason = AS_PURCHASE;
    if (purchase.action === "import") continue;
    row.refundOf = purchase.recordId;
    row.refundRow = null;
  }
}

/**
 * The same for refunds of purchases that lie in the book, as they stand there now: they may have got
 * another category since they were imported, or since the preview was made.
 */
export async function followBooked(db: Query, userId: number, importId: number): Promise<void> {
  await db.run(sql`
    update import_rows as r set category = coalesce((select e.category from records e
      where e.user_id = ${userId} and e.id = r.refund_of), r.category)
    where r.user_id = ${userId} and r.import_id = ${importId} and r.refund_of is not null
      and r.category_reason = ${AS_PURCHASE}`);
}

function giveBack(
  row: DraftRow,
  expense: Pick<EarlierExpense, "left" | "recordId" | "category">,
): void {
  expense.left = (expense.left - row.amount) as Fen;
  row.refundOf = expense.recordId;
  row.category = expense.category;
  row.categoryReason = AS_PURCHASE;
  if (codeOf(readText(row.reason)) === "refundWithoutPurchase") row.reason = "";
}

/**
 * Refunds whose own ids name no purchase: an earlier one of the same merchant order is linked; one of
 * the same shop and amount is suggested, since nothing proves it.
 */
export async function seekPurchases(
  refunds: Refunds,
  bills: readonly Pick<Bill, "format">[],
  refused: ReadonlySet<string>,
  ask: Ask,
): Promise<void> {
  const byFormat = new Map<string, DraftRow[]>();
  for (const row of refunds.keys()) {
    const open = row.refundRow === null && row.refundOf === null && row.action === "import";
    if (!open || row.day === null) continue;
    const { format } = bills[row.bill] as Bill;
    const known = byFormat.get(format);
    if (known) known.push(row);
    else byFormat.set(format, [row]);
  }
  const idsOf = (row: DraftRow) => refunds.get(row) ?? [];
  for (const [provider, open] of byFormat) {
    for (let at = 0; at < open.length; at += PAGE) {
      const some = open.slice(at, at + PAGE);
      const purchases = await ask.purchases({ provider, ...wantedBy(some, idsOf) });
      for (const row of some) linkOrSuggest(row, idsOf(row), purchases, refused);
    }
  }
}

function wantedBy(refunds: DraftRow[], idsOf: (row: DraftRow) => string[]) {
  const days = refunds.map((row) => row.day as Day).sort();
  return {
    from: shiftDay(days[0] as Day, -REFUND_DAYS),
    to: days.at(-1) as Day,
    amounts: [...new Set(refunds.map((row) => row.amount as number))],
    linkIds: [...new Set(refunds.flatMap(idsOf))],
  };
}

function linkOrSuggest(
  row: DraftRow,
  ids: string[],
  purchases: EarlierPurchase[],
  refused: ReadonlySet<string>,
): void {
  const before = purchases.filter(
    (one) => one.left >= row.amount && one.day <= (row.day as string),
  );
  const ordered = before.find((one) => one.linkId !== null && ids.includes(one.linkId));
  if (ordered !== undefined) {
    giveBack(row, ordered);
    return;
  }
  // The newest first, as they come.
  const likely = before.find((one) => {
    const key = matchKey(`line:${row.key}`, `record:${one.recordId}`);
    return isSameShop(row, one) && isRefundedBy(row, one) && !refused.has(key);
  });
  if (likely === undefined) return;
  likely.left = (likely.left - row.amount) as Fen;
  const suggestion: RowSuggestion = {
    kind: "refund",
    reason: note("sameShop"),
    certain: false,
    recordId: likely.recordId,
    key: matchKey(`line:${row.key}`, `record:${likely.recordId}`),
  };
  row.suggestion = JSON.stringify(suggestion);
}

function isSameShop(row: DraftRow, purchase: EarlierPurchase): boolean {
  const who = row.counterparty;
  return (
    (who !== "" && purchase.text.startsWith(who)) || purchaseText(row.description) === purchase.text
  );
}

/** The whole purchase, or the part that its own row says was refunded: "已退款(￥39.93)". */
function isRefundedBy(row: DraftRow, purchase: EarlierPurchase): boolean {
  if (purchase.amount === row.amount) return true;
  const part = /已退款[(（]?[¥￥]?([\d.,]+)/.exec(purchase.status)?.[1];
  return part !== undefined && readFen(part) === row.amount;
}
