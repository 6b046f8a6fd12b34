/** What a record does to the balance of its account. Pure. */
import { type Fen, fen } from "./money.ts";

export type RecordType = "income" | "expense";

/** Income raises the balance by its amount, an expense lowers it. */
export function effect(record: { type: RecordType; amount: Fen }): Fen {
  return record.type === "income" ? record.amount : fen(-record.amount);
}
