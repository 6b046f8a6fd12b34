/**
 * What stands behind a line's key where another line has the same: one of another account, or the other
 * side of a payment between two people, which a wallet gives one number.
 */
import { wordTable } from "../../ledger/word-table.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { KnownKey } from "./draft-order.ts";
import type { RowKind } from "./preview-row.ts";

/** Stands in a key for an account that the commit makes. */
export const TO_BE_MADE = 0;

/** Returns the key as the line alone gives it. */
export function plainKey(key: string): string {
  return key.split("@", 1)[0] as string;
}

/** Returns the key of a line of this account, of which another account has an equal one. */
export function keyOn(key: string, accountId: number): string {
  return `${plainKey(key)}@${accountId}`;
}

/**
 * The key of the row that a record or a transfer was booked from. It is found by what it names in the index
 * alone, and read by its own key: the planner would else look through all keys of the user.
 */
export const keyOf = (
  userId: number,
  key: Sql,
  named: Sql,
  booked: Sql,
): Sql => sql`${key}.key = (select x.key
    from import_keys x where x.user_id = ${userId} and x.${named} = ${booked}.id
      and x.${named} is not null and x.import_id + 0 = ${booked}.import_id limit 1)
  and ${key}.import_id = ${booked}.import_id`;

/** Whether what is known was booked on other accounts than this one. */
export function standsElsewhere(
  { accountId, toAccountId }: Pick<KnownKey, "accountId" | "toAccountId">,
  own: number,
): boolean {
  const stands = [accountId, toAccountId].filter((id) => id !== null);
  return stands.length > 0 && !stands.includes(own);
}

const WAYS = wordTable<"in" | "out">({
  income: "in",
  refund: "in",
  expense: "out",
  fee: "out",
});

/** Returns the key of a line that moves money the other way than what is known; undefined for others. */
export function keyOtherWay(key: string, known: KnownKey, kind: RowKind): string | undefined {
  const [was, is] = [WAYS[known.kind], WAYS[kind]];
  return was === undefined || is === undefined || was === is ? undefined : `${plainKey(key)}@${is}`;
}
