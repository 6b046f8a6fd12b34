/**
 * Columns are named `account_id`, fields of a row `accountId`: the one rule between the two. Both
 * engines name the fields of a row by it, so statements name columns as they are.
 */

import { raw, type Sql } from "./sql.ts";

/**
 * Returns the select list of fields, `id, account_id`; with a table's name in front of each where it is
 * given, `t.id, t.account_id`.
 */
export function selectList(fields: readonly string[], table?: string): Sql {
  const prefix = table === undefined ? "" : `${table}.`;
  return raw(fields.map((field) => prefix + columnOf(field)).join(", "));
}

/** Returns the field of a column: `account_id` is `accountId`. */
export function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the column of a field: `accountId` is `account_id`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
