/** Which purchase of an earlier file a refund gives back (bills.md 2.6, 3.5, 5). */
import sql from "sql-template-tag";
import { readFen } from "../bills/cells.ts";
import type { Bill, BillLine } from "../bills/line.ts";
import { matchKey } from "../bills/matches.ts";
import { purchaseText } from "../bills/refunds.ts";
import { type Day, shiftDay } from "../ledger/calendar.ts";
import type { Fen } from "../ledger/money.ts";
import type { Query } from "../store/db.ts";
import type { Ask, EarlierExpense, EarlierPurchase } from "./import-draft.ts";
import { type DraftRow, PAGE, type RowSuggestion } from "./import-row.ts";

/** Why a refund has its category. */
export const AS_PURCHASE = "随原来那笔消费";

/** How long after a purchase its refund may come. */
const REFUND_DAYS = 370;

/** Refunds whose purchase is not in the file: their ids are the purchase's with something added. */
export async function linkEarlier(
  rows: DraftRow[],
  lines: [BillLine, number][],
  ask: Ask,
): Promise<void> {
  const wanted = new Map<DraftRow, string[]>();
  rows.forEach((row, index) => {
    if (row.kind !== "refund" || row.refundRow !== null || row.action !== "import") return;
    const ids = purchaseIds((lines[index] as [BillLine, number])[0]);
    if (ids.length > 0) wanted.set(row, ids);
  });
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

function purchaseIds(line: BillLine): string[] {
  const cut = line.externalId.split(/[*_]/, 1)[0] ?? "";
  return [...new Set([cut, line.externalId, ...line.linkIds])].filter((id) => id.length >= 6);
}

function dropQuestion(row: DraftRow, code: string): void {
  if (row.questions === null) return;
  const left = (JSON.parse(row.questions) as { code: string }[]).filter((one) => one.code !== code);
  row.questions = left.length > 0 ? JSON.stringify(left) : null;
  if (left.length === 0 && row.fate === "review") row.fate = "new";
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
  dropQuestion(row, "no-purchase");
}

/**
 * Refunds whose own ids name no purchase: an earlier one of the same merchant order is linked; one of
 * the same shop and amount is suggested, since nothing proves it.
 */
export async function seekPurchases(
  rows: DraftRow[],
  lines: [BillLine, number][],
  bills: Bill[],
  refused: readonly string[],
  ask: Ask,
): Promise<void> {
  const byFormat = new Map<string, DraftRow[]>();
  for (const row of rows) {
    const open = row.refundRow === null && row.refundOf === null && row.action === "import";
    if (row.kind !== "refund" || !open || row.day === null) continue;
    const { format } = bills[row.bill] as Bill;
    byFormat.set(format, [...(byFormat.get(format) ?? []), row]);
  }
  for (const [provider, refunds] of byFormat) {
    for (let at = 0; at < refunds.length; at += PAGE) {
      const some = refunds.slice(at, at + PAGE);
      const idsOf = (row: DraftRow) =>
        purchaseIds((lines[row.number - 1] as [BillLine, number])[0]);
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
  refused: readonly string[],
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
    return isSameShop(row, one) && isRefundedBy(row, one) && !refused.includes(key);
  });
  if (likely === undefined) return;
  likely.left = (likely.left - row.amount) as Fen;
  const suggestion: RowSuggestion = {
    kind: "refund",
    reason: "账本里有一笔同一商户的消费，金额与这笔退款相符",
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
