/** What a commit of a preview would move, by account and day: what it books, joins and corrects. */
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { KNOWS_ACCOUNT } from "./merge-rows.ts";
import { previewOpenings } from "./openings.ts";
import { BOOKED } from "./write-rows.ts";

/** An account of the book, or one that the commit would make: what its place names. */
export type AccountKey = string;
export const keyOfAccount = (id: number): AccountKey => `#${id}`;
const keyOfNew = (name: string, type: string): AccountKey => `${type} ${name}`;

/** A movement; without a day it stands before all days. */
export interface PreviewMove {
  day: string;
  moved: bigint;
}

interface MovedRow {
  accountId: number | null;
  place: number | null;
  day: string;
  moved: string;
}

/** Which account each place of an import's file is. */
export async function accountKeys(
  { db, userId }: Context,
  importId: number,
): Promise<Map<number, AccountKey>> {
  const places = await allInTurns<{
    place: number;
    accountId: number | null;
    newName: string;
    newType: string;
  }>(
    db,
    sql`select place, account_id, new_name, new_type from import_accounts
    where user_id = ${userId} and import_id = ${importId} order by place`,
  );
  const keys = new Map<number, AccountKey>();
  await eachInTurns(places, ({ place, accountId, newName, newType }) =>
    keys.set(place, accountId === null ? keyOfNew(newName, newType) : keyOfAccount(accountId)),
  );
  return keys;
}

/** Which kinds of rows a preview has: the others are not looked for. */
export interface Holds {
  transfers: boolean;
  merges: boolean;
  openings: boolean;
}

/** The movements of each account that the commit would move or make. */
export async function previewMoves(
  ctx: Context,
  importId: number,
  keys: ReadonlyMap<number, AccountKey>,
  { transfers, merges, openings }: Holds,
): Promise<Map<AccountKey, PreviewMove[]>> {
  const moves = new Map<AccountKey, PreviewMove[]>();
  const add = ({ accountId, place }: Pick<MovedRow, "accountId" | "place">, move: PreviewMove) => {
    const key = accountId === null ? keys.get(place as number) : keyOfAccount(accountId);
    if (key === undefined) return;
    const list = moves.get(key);
    if (list === undefined) moves.set(key, [move]);
    else list.push(move);
  };
  const parts = [
    ownSides,
    ...(transfers ? [otherSides] : []),
    ...(merges
      ? [joinedSides, replacedRecords, fees, otherAccounts, retoldRecords, retoldTransfers]
      : []),
  ];
  const rows = await allInTurns<MovedRow>(
    ctx.db,
    sql`select account_id, place, day, cast(sum(moved) as text) as moved from (
      ${unionOf(parts.map((part) => part(ctx.userId, importId)))}
    ) as side group by account_id, place, day order by day, account_id, place`,
  );
  await eachInTurns(rows, (row) => add(row, { day: row.day, moved: BigInt(row.moved) }));
  if (openings) for (const one of await previewOpenings(ctx, importId)) add(one, one);
  return moves;
}

function unionOf([first, ...others]: Sql[]): Sql {
  return others.reduce((all, part) => sql`${all} union all ${part}`, first as Sql);
}

const ofImport = (userId: number, importId: number): Sql =>
  sql`r.user_id = ${userId} and r.import_id = ${importId}`;

const RECORD = sql`join records b on b.user_id = r.user_id and b.id = r.record_id`;
const JOINS = sql`r.action = 'merge' and r.joins = 1`;
const EFFECT = sql`case when b.type = 'income' then b.amount else -b.amount end`;

// A row without an account of its own stands on that of its place, which `accountKeys` knows.
const ownSides = (userId: number, importId: number): Sql => sql`
  select r.account_id, r.account as place, r.day,
    case when r.kind in ('income', 'refund') then r.amount else -(r.amount + r.fee) end as moved
  from import_rows r
  where ${ofImport(userId, importId)} and ${BOOKED} and r.kind <> 'opening'`;

const otherSides = (userId: number, importId: number): Sql => sql`
  select r.to_account_id as account_id, r.to_account as place, r.day, r.amount as moved
  from import_rows r
  where ${ofImport(userId, importId)} and ${BOOKED} and r.kind = 'transfer'`;

/** What joins a record becomes a transfer: the record's account is its other side. */
const joinedSides = (userId: number, importId: number): Sql => sql`
  select b.account_id, null as place, r.day,
    case when r.kind in ('expense', 'fee') then r.amount else -(r.amount + r.fee) end as moved
  from import_rows r ${RECORD}
  where ${ofImport(userId, importId)} and ${JOINS} and r.kind <> 'transfer'`;

const replacedRecords = (userId: number, importId: number): Sql => sql`
  select b.account_id, null as place, b.day, -(${EFFECT}) as moved
  from import_rows r ${RECORD} where ${ofImport(userId, importId)} and ${JOINS}`;

/** Fees that merged rows tell of transfers without one: the paying side saw one sum, or the fee comes on top. */
const fees = (userId: number, importId: number): Sql => {
  const told = sql`from import_rows r
    join transfers t on t.user_id = r.user_id and t.id = r.transfer_id
    where ${ofImport(userId, importId)} and r.action = 'merge' and r.joins = 0
      and r.kind = 'transfer' and r.fee > 0 and not exists (select 1 from records f
        where f.user_id = ${userId} and f.transfer_id = t.id)`;
  return sql`
    select t.from_account_id as account_id, null as place, t.day, -r.fee as moved
    ${told} and t.amount = r.amount
    union all
    select t.to_account_id as account_id, null as place, t.day, -r.fee as moved
    ${told} and t.amount = r.amount + r.fee`;
};

/** Records that a merged row puts on the account that it knows. */
const otherAccounts = (userId: number, importId: number): Sql => {
  const told = sql`from import_rows r ${RECORD}
    where ${ofImport(userId, importId)} and ${KNOWS_ACCOUNT}`;
  return sql`
    select b.account_id, null as place, b.day, -(${EFFECT}) as moved ${told}
    union all
    select r.account_id, r.account as place, b.day,
      ${EFFECT} as moved ${told}`;
};

const RETOLD = sql`r.action = 'merge' and r.joins = 0 and r.plan_id is not null`;

/** Records of plans get the money and the day of the row. */
const retoldRecords = (userId: number, importId: number): Sql => {
  const told = sql`from import_rows r ${RECORD} where ${ofImport(userId, importId)} and ${RETOLD}`;
  return sql`
    select b.account_id, null as place, b.day, -(${EFFECT}) as moved ${told}
    union all
    select b.account_id, null as place, r.day,
      case when b.type = 'income' then r.amount else -r.amount end as moved ${told}`;
};

/** Their transfers, too, but for the money where the row tells of a fee. */
const retoldTransfers = (userId: number, importId: number): Sql => {
  const told = sql`from import_rows r
    join transfers t on t.user_id = r.user_id and t.id = r.transfer_id
    where ${ofImport(userId, importId)} and ${RETOLD}`;
  const amount = sql`case when r.fee > 0 then t.amount else r.amount end`;
  return sql`
    select t.from_account_id as account_id, null as place, t.day, t.amount as moved ${told}
    union all
    select t.from_account_id as account_id, null as place, r.day, -(${amount}) as moved ${told}
    union all
    select t.to_account_id as account_id, null as place, t.day, -t.amount as moved ${told}
    union all
    select t.to_account_id as account_id, null as place, r.day, ${amount} as moved ${told}`;
};
