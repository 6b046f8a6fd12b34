/**
 * A resource and its row. One tuple of field names says what is read of the row; its type and what is
 * answered follow from the tuple and the contract, by one rule: money lies in fen, a flag as 1 or 0,
 * and what there is not as null.
 */
import { type Fen, fen } from "../../ledger/money.ts";
import { yuan } from "./money-json.ts";

const MONEY = ["amount", "balance", "fee", "value", "minAmount", "maxAmount"] as const;
const FLAGS = ["archived", "refund"] as const;

type Money = (typeof MONEY)[number];
type Flag = (typeof FLAGS)[number];

/** Fields of a resource as they lie in its row. */
export type Stored<Resource, Field extends keyof Resource> = {
  [F in Field]-?: F extends Flag ? number : Kept<F, Resource[F]>;
};

type Kept<F, Value> = Value extends undefined ? null : F extends Money ? Fen : Value;

/** Returns a resource as answered: yuan for fen; what there is not, and a flag of 0, is left out. */
export function presentStored<Resource>(
  row: { [F in keyof Resource]?: unknown },
  fields: readonly (keyof Resource & string)[],
): Resource {
  const shown: Record<string, unknown> = {};
  for (const field of fields) shown[field] = presentValue(field, row[field]);
  return shown as Resource;
}

function presentValue(field: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (isOneOf(FLAGS, field)) return value === 1 || undefined;
  return isOneOf(MONEY, field) ? yuan(fen(value as number)) : value;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
