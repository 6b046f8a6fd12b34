/** An import as it is answered: what was found, what will be done, and what was done. */
import sql from "sql-template-tag";
import type {
  Import,
  ImportedBill,
  ImportResult,
  ImportSummary,
} from "../contract/import-shapes.ts";
import { Refusal } from "../contract/refusal.ts";
import { addFen, type Fen, type FenSum, fen, fenSum, ZERO } from "../ledger/money.ts";
import type { Context } from "./handler.ts";
import type { FoundBill } from "./import-draft.ts";
import {
  type Fate,
  presentRow,
  type RowAction,
  type RowKind,
  rowFields,
  type StoredRow,
} from "./import-row.ts";
import { BOOKED } from "./import-write.ts";
import { yuan } from "./wire.ts";

/** An import as stored; the texts that end in JSON are parsed when shown. */
export interface ImportRecord {
  id: number;
  userId: number;
  status: ImportSummary["status"];
  fileName: string;
  currency: string;
  found: string;
  result: string | null;
  problem: string | null;
  rowCount: number;
  createdAt: string;
  updatedAt: string;
  committedAt: string | null;
}

export const importFields = sql`id as "id", user_id as "userId", status as "status",
  file_name as "fileName", currency as "currency", found as "found", result as "result",
  problem as "problem", row_count as "rowCount", created_at as "createdAt",
  updated_at as "updatedAt", committed_at as "committedAt"`;

/** Rows that the answer about an import holds itself. */
const FIRST_ROWS = 100;

export async function getImport({ db, userId }: Context, id: number): Promise<ImportRecord> {
  const row = await db.get<ImportRecord>(sql`select ${importFields} from imports
    where user_id = ${userId} and id = ${id} and dropped = 0`);
  if (row === undefined) throw new Refusal(404, "importNotFound");
  return row;
}

export function presentSummary(row: ImportRecord): ImportSummary {
  const found = JSON.parse(row.found) as { bills?: FoundBill[]; tables?: unknown[] };
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    fileName: row.fileName,
    currency: row.currency,
    rowCount: row.rowCount,
    bills: (found.bills ?? []).map(presentBill),
    ...(found.tables && { tables: found.tables }),
    ...(row.problem !== null && {
      problem: JSON.parse(row.problem) as { code: string; text: string },
    }),
    ...(row.result !== null && { result: JSON.parse(row.result) as ImportResult }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    committedAt: row.committedAt ?? undefined,
  };
}

/** The file's own totals beside ours. */
function presentBill({ stated, ...bill }: FoundBill): ImportedBill {
  return {
    ...bill,
    stated: stated.map(({ label, count, sum, foundCount, foundSum }) => ({
      label,
      ...(count !== undefined && { count }),
      ...(sum !== undefined && { sum: yuan(sum), difference: yuan(fen(sum - foundSum)) }),
      foundCount,
      foundSum: yuan(foundSum),
    })),
  };
}

/** The import with its accounts, its counts and its first rows. */
export async function showImport(ctx: Context, row: ImportRecord): Promise<Import> {
  const { db, userId } = ctx;
  const groups = await groupsOf(ctx, row.id);
  const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
    where user_id = ${userId} and import_id = ${row.id} order by number limit ${FIRST_ROWS}`);
  return {
    ...presentSummary(row),
    accounts: await accountsOf(ctx, row.id, groups),
    fates: fatesOf(groups),
    booked: countOf(groups.filter(isBooked)),
    totals: totalsOf(groups),
    rows: rows.map(presentRow),
  };
}

/** Rows that are alike in all that is counted. */
interface Group {
  fate: Fate;
  action: RowAction;
  /** 1 where a commit books the rows. */
  books: number;
  kind: RowKind;
  account: number;
  toAccount: number | null;
  /** 0 where the row names an account of its own in the place of the file's. */
  placed: number;
  placedTo: number;
  count: number;
  sum: FenSum;
  /** Transfers of these that cost something. */
  feeCount: number;
  fees: FenSum;
}

async function groupsOf({ db, userId }: Context, importId: number): Promise<Group[]> {
  const rows = await db.all<Omit<Group, "sum" | "fees"> & { sum: string; fees: string }>(sql`
    select fate as "fate", action as "action", case when ${BOOKED} then 1 else 0 end as "books",
      case when joins = 1 and action = 'merge' then 'transfer' else kind end as "kind",
      account as "account", to_account as "toAccount",
      case when account_id is null then 1 else 0 end as "placed",
      case when to_account_id is null then 1 else 0 end as "placedTo", count(*) as "count",
      cast(sum(amount) as text) as "sum",
      cast(sum(case when fee > 0 then 1 else 0 end) as bigint) as "feeCount",
      cast(sum(fee) as text) as "fees"
    from import_rows r where user_id = ${userId} and import_id = ${importId}
    group by fate, action, joins, kind, account, to_account, "placed", "placedTo"
    order by fate, action, joins, kind, account, to_account`);
  return rows.map((row) => ({
    ...row,
    sum: fenSum(BigInt(row.sum)),
    fees: fenSum(BigInt(row.fees)),
  }));
}

function fatesOf(groups: Group[]): Import["fates"] {
  const found = new Map<string, Import["fates"][number]>();
  for (const { fate, action, count } of groups) {
    const key = `${fate} ${action}`;
    const known = found.get(key);
    found.set(key, { fate, action, count: count + (known?.count ?? 0) });
  }
  return [...found.values()];
}

const isBooked = ({ books }: Group): boolean => books === 1;

/** What a commit books; the fees of transfers are told apart. */
function totalsOf(groups: Group[]): Import["totals"] {
  const found = new Map<RowKind, { count: number; sum: FenSum }>();
  const add = (kind: RowKind, count: number, sum: FenSum) => {
    const known = found.get(kind) ?? { count: 0, sum: ZERO as Fen };
    found.set(kind, { count: known.count + count, sum: addFen(known.sum, sum) });
  };
  for (const { kind, count, sum, feeCount, fees } of groups.filter(isBooked)) {
    add(kind, count, sum);
    if (feeCount > 0) add("fee", feeCount, fees);
  }
  return [...found].map(([kind, { count, sum }]) => ({ kind, count, sum: yuan(sum) }));
}

interface PlaceRow {
  place: number;
  provider: string;
  name: string;
  accountId: number | null;
  newName: string;
  newType: "payment" | "bank" | "cash";
}

async function accountsOf(
  { db, userId }: Context,
  importId: number,
  groups: Group[],
): Promise<Import["accounts"]> {
  const places = await db.all<PlaceRow>(sql`
    select place as "place", provider as "provider", name as "name", account_id as "accountId",
      new_name as "newName", new_type as "newType"
    from import_accounts where user_id = ${userId} and import_id = ${importId} order by place`);
  return places.map(({ place, provider, name, accountId, newName, newType }) => {
    const own = groups.filter((group) => group.account === place || group.toAccount === place);
    return {
      place,
      provider,
      name,
      ...(accountId === null ? { proposal: { name: newName, type: newType } } : { accountId }),
      rows: countOf(own),
      booked: countOf(groups.filter((group) => isBooked(group) && standsOn(group, place))),
    };
  });
}

function standsOn({ account, placed, toAccount, placedTo }: Group, place: number): boolean {
  return (account === place && placed === 1) || (toAccount === place && placedTo === 1);
}

function countOf(groups: Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
