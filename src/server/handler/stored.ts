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

/** Presents a row as its resource is answered: yuan for fen; what there is not, and a flag of 0, is left out. */
type Presenter<Resource> = (row: { [F in keyof Resource]?: unknown }) => Resource;

/**
 * Returns what presents rows of the fields: a function written for them, as rows themselves are made
 * (store/sqlite): going through the names for each row costs several times as much.
 */
export function presenter<Resource>(
  fields: readonly (keyof Resource & string)[],
): Presenter<Resource> {
  const entries = fields.map((field) => `${field}: ${shownValue(field)}`);
  const write = new Function("money", `return (row) => ({ ${entries.join(", ")} });`);
  return write((amount: number) => yuan(fen(amount)));
}

function shownValue(field: string): string {
  if (isOneOf(FLAGS, field)) return `row.${field} === 1 || undefined`;
  const value = `row.${field}`;
  return `${value} === null ? undefined : ${isOneOf(MONEY, field) ? `money(${value})` : value}`;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
