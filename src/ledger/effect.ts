/** What records and transfers do to balances and to the totals of a day. Pure. */
import type { RecordType } from "../contract/fields.ts";
import { type Fen, fen } from "./money.ts";

/** Income raises the balance by its amount, an expense lowers it. A refund is an income. */
export function effect(record: { type: RecordType; amount: Fen }): Fen {
  return record.type === "income" ? record.amount : fen(-record.amount);
}

/** The side of the statistics that a record stands on, and by how much: a refund lowers expense. */
export function counted(record: { type: RecordType; amount: Fen; refund?: boolean | undefined }): {
  type: RecordType;
  amount: Fen;
} {
  if (record.refund) return { type: "expense", amount: fen(-record.amount) };
  return { type: record.type, amount: record.amount };
}
