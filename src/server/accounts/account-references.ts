/**
 * All that names an account besides records, transfers and adjustments: rules, names in files, what imports remember. A
 * merge turns it to the account that stays, and remembers what it turned, so that it can be turned back.
 */
import type { Db } from "../../store/db.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { pruneOld } from "../book/prune.ts";
import { historyStart } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";

/** A column that names an account, and what tells its rows beside their user. */
interface Reference {
  table: string;
  column: string;
  keys: readonly [string, string];
}

const BY_ROW = ["import_id", "row_number"] as const;

/** A test compares the list with the columns of the database. */
export const REFERENCES: readonly Reference[] = [
  { table: "rules", column: "account_id", keys: ["id", "id"] },
  { table: "ticks", column: "account_id", keys: ["id", "id"] },
  { table: "plans", column: "account_id", keys: ["id", "id"] },
  { table: "plans", column: "to_account_id", keys: ["id", "id"] },
  { table: "plan_occurrences", column: "account_id", keys: ["plan_id", "due"] },
  { table: "account_names", column: "account_id", keys: ["provider", "name"] },
  { table: "import_accounts", column: "account_id", keys: ["import_id", "place"] },
  { table: "import_rows", column: "account_id", keys: ["import_id", "number"] },
  { table: "import_rows", column: "to_account_id", keys: ["import_id", "number"] },
  { table: "import_keys", column: "account_id", keys: ["import_id", "key"] },
  { table: "import_keys", column: "to_account_id", keys: ["import_id", "key"] },
  { table: "import_openings", column: "account_id", keys: BY_ROW },
  { table: "import_replaced", column: "account_id", keys: BY_ROW },
  { table: "import_merged", column: "account_id", keys: BY_ROW },
  { table: "import_merged", column: "was_account_id", keys: BY_ROW },
];

/** That an import made an account: the one that stays was there, or was made by another. */
const MADE: Reference = { table: "import_accounts", column: "made", keys: ["import_id", "place"] };
const ACT = "act";

/** Turns all that names the account to another; `act` is that of the merge. */
export async function turnReferences(
  ctx: Context,
  from: number,
  into: number,
  act: number,
): Promise<void> {
  const { db, userId } = ctx;
  await db.run(sql`insert into account_merges (user_id, at, account_id, place, key_one, key_two)
    values (${userId}, ${nowInstant(ctx)}, ${from}, ${ACT}, ${String(act)}, ${String(into)})`);
  await remember(ctx, from, MADE, sql`account_id = ${from} and made = 1`);
  await db.run(sql`update import_accounts set made = 0
    where user_id = ${userId} and account_id = ${from} and made = 1`);
  for (const reference of REFERENCES) {
    const column = raw(reference.column);
    await remember(ctx, from, reference, sql`${column} = ${from}`);
    await db.run(sql`update ${raw(reference.table)} set ${column} = ${into}
      where user_id = ${userId} and ${column} = ${from}`);
  }
}

/** Turns back what a merge turned, once the account is there again; what was never merged has nothing. */
export async function turnBack(ctx: Context, account: number): Promise<void> {
  const { db, userId } = ctx;
  const merged = await db.get<{ into: string }>(sql`select key_two as "into" from account_merges
    where user_id = ${userId} and account_id = ${account} and place = ${ACT}`);
  if (merged === undefined) return;
  for (const reference of REFERENCES) {
    const column = raw(reference.column);
    // What names another account by now has been told so since.
    await db.run(sql`update ${raw(reference.table)} as t set ${column} = ${account}
      where t.user_id = ${userId} and t.${column} = ${Number(merged.into)}
        and ${isRemembered(userId, account, reference)}`);
  }
  await db.run(sql`update import_accounts as t set made = 1
    where t.user_id = ${userId} and ${isRemembered(userId, account, MADE)}`);
  await db.run(sql`delete from account_merges
    where user_id = ${userId} and account_id = ${account}`);
}

function placeOf({ table, column }: Reference): string {
  return `${table}.${column}`;
}

function remember(ctx: Context, from: number, reference: Reference, where: Sql): Promise<number> {
  const [one, two] = reference.keys.map(raw) as [Sql, Sql];
  return ctx.db.run(sql`
    insert into account_merges (user_id, at, account_id, place, key_one, key_two)
    select user_id, ${nowInstant(ctx)}, ${from}, ${placeOf(reference)},
      cast(${one} as text), cast(${two} as text)
    from ${raw(reference.table)} where user_id = ${ctx.userId} and ${where}`);
}

/** Whether the row `t` was turned by the merge of the account. */
function isRemembered(userId: number, account: number, reference: Reference): Sql {
  const [one, two] = reference.keys.map((key) => raw(`cast(t.${key} as text)`)) as [Sql, Sql];
  return sql`(${one}, ${two}) in (select key_one, key_two from account_merges
    where user_id = ${userId} and account_id = ${account} and place = ${placeOf(reference)})`;
}

/**
 * Whether an entry of the history is of a merge, which goes back with all of it or not at all: of what it changed all is
 * tied to the account that is gone, and the account alone would have the money twice. `act` is the number of its act.
 */
export function isOfMerge(userId: number, act: Sql): Sql {
  return sql`cast(${act} as text) in (select key_one from account_merges
    where user_id = ${userId} and place = ${ACT})`;
}

/** Deletes what was remembered of merges that can no longer be taken back. */
export async function forgetOldMerges(db: Db, now: number): Promise<void> {
  const columns = ["at", "account_id", "place", "key_one", "key_two"] as const;
  const before = historyStart(now);
  await pruneOld(db, { table: "account_merges", columns, before, perUser: true });
}
