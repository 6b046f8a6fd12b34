/** Words of what is given back for a purchase, in the languages of many. */
import type { BillLine } from "../bill/line.ts";

const REFUND =
  /退款|退货|退貨|返金|환불|возврат|refund|(?<!\p{L})returns?(?!\p{L}| (item|check|cheque|payment|fee))|(?<!\p{L})(estorno|reembolso|devoluci[oó]n|devolução|remboursement|rimborso|erstattung|rückerstattung|terugbetaling|återbetalning|tilbagebetaling)/iu;

/** Whether the words say that something is given back, so that they tell which way the money went. */
export function tellsRefund(text: string): boolean {
  return REFUND.test(text);
}

/** Words that say it of money that came in, and nothing of its direction. */
const UNDONE =
  /return|退回|冲正|沖正|抹账|冲账|冲销|撤销|撤銷|reversal|charge-?back|(?<!\p{L})storno/iu;

/** What the state gives back is income. */
const OF_TAXES = /退税|\btax (refund|return|credit)|steuererstattung/i;

/** Whether a row's texts say that money which came in is given back for a purchase. */
export function saysRefund(text: string): boolean {
  return (REFUND.test(text) || UNDONE.test(text)) && !OF_TAXES.test(text);
}

/**
 * In the books of another program: what it calls income, and the category, or where it has none the text,
 * says is given back. In place.
 */
export function takeRefunds(lines: readonly BillLine[]): void {
  for (const line of lines) {
    if (line.kind !== "income") continue;
    const text = line.category || `${line.counterparty} ${line.description}`;
    if (REFUND.test(text) && !OF_TAXES.test(text)) line.kind = "refund";
  }
}
