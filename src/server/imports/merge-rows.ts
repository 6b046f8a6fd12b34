/**
 * Rows that are merged into what is in the book: nothing is booked again, and what they tell besides is
 * kept: their text, and the fee of a transfer that had none.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { roleOf } from "../../bills/formats.ts";
import type { RecordType } from "../../contract/fields.ts";
import { MAX_DESCRIPTION } from "../../contract/limits.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import { keepVersion, keepVersions, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { bookFee } from "../transfers/transfer-fee.ts";
import { listRetold, type Retold, retell, retoldDeltas } from "./book-planned.ts";
import { PAGE } from "./preview-row.ts";
import type { Commit } from "./write-rows.ts";

/** A fee that a merged row tells of a transfer that has none. */
interface MergedFee {
  row: number;
  transferId: number;
  fromAccountId: number;
  toAccountId: number;
  fee: Fen;
  /** How much of the transfer's amount it is: the paying side saw one sum. */
  taken: Fen;
  amount: Fen;
  description: string | null;
  date: string;
  day: string;
  timed: number;
}

/** Fees that merged rows tell of transfers that are in the book without one. */
function listMergedFees({ ctx, importId }: Commit): Promise<MergedFee[]> {
  return ctx.db.all<MergedFee>(sql`
    select r.number as row, t.id as transfer_id, t.from_account_id, t.to_account_id, r.fee,
      case when t.amount = r.amount then 0 else r.fee end as taken,
      t.amount, t.description, t.date, t.day, t.timed
    from import_rows r join transfers t on t.user_id = r.user_id and t.id = r.transfer_id
    where r.user_id = ${ctx.userId} and r.import_id = ${importId} and r.action = 'merge'
      and r.joins = 0 and r.kind = 'transfer' and r.fee > 0
      and t.amount in (r.amount, r.amount + r.fee)
      and not exists (select 1 from records f
        where f.user_id = ${ctx.userId} and f.transfer_id = t.id)
    order by r.number`);
}

/** What the fees do to each account. */
function feeDeltas(fees: readonly MergedFee[]): [accountId: number, delta: Fen][] {
  return fees.flatMap(({ fromAccountId, toAccountId, fee, taken }): [number, Fen][] => [
    [fromAccountId, fen(taken - fee)],
    [toAccountId, fen(-taken)],
  ]);
}

/** A record that a merged row puts on the account that it knows. */
interface MergedAccount {
  row: number;
  recordId: number;
  wasAccountId: number;
  accountId: number;
  type: RecordType;
  amount: Fen;
}

/** Rows `r` that are merged into a record and know its account better. */
export const KNOWS_ACCOUNT = sql`r.action = 'merge' and r.joins = 0 and r.record_id is not null
  and r.suggestion like '%"account":true%'`;

/** Records that stand on another account than the rows know that are merged into them. */
function listMergedAccounts({ ctx, importId }: Commit): Promise<MergedAccount[]> {
  return ctx.db.all<MergedAccount>(sql`
    select r.number as row, b.id as record_id, b.account_id as was_account_id,
      coalesce(r.account_id, a.account_id) as account_id, b.type, b.amount
    from import_rows r
    join records b on b.user_id = r.user_id and b.id = r.record_id
    join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    where r.user_id = ${ctx.userId} and r.import_id = ${importId} and ${KNOWS_ACCOUNT}
      and coalesce(r.account_id, a.account_id) <> b.account_id
    order by r.number`);
}

/** What putting them there does to each account. */
function accountDeltas(moved: readonly MergedAccount[]): [accountId: number, delta: Fen][] {
  return moved.flatMap((one): [number, Fen][] => [
    [one.wasAccountId, fen(-effect(one))],
    [one.accountId, effect(one)],
  ]);
}

/** What merged rows tell besides their texts, and what moves balances. */
export interface Told {
  fees: readonly MergedFee[];
  accounts: readonly MergedAccount[];
  /** Occurrences that their plans have booked. */
  planned: readonly Retold[];
}

export const NOTHING_TOLD: Told = { fees: [], accounts: [], planned: [] };

/** Returns what the merged rows of an import tell that the book does not have. */
export async function listTold(commit: Commit): Promise<Told> {
  return {
    fees: await listMergedFees(commit),
    accounts: await listMergedAccounts(commit),
    planned: await listRetold(commit),
  };
}

/** Returns what that does to each account. */
export function toldDeltas({ fees, accounts, planned }: Told): [accountId: number, delta: Fen][] {
  return [...feeDeltas(fees), ...accountDeltas(accounts), ...retoldDeltas(planned)];
}

/** Adds to what is in the book what the merged rows tell besides; balances have moved already. */
export async function keepMerged(commit: Commit, told: Told): Promise<void> {
  const fees = byRow(told.fees);
  const accounts = byRow(told.accounts);
  const planned = byRow(told.planned);
  for (let after = 0; ; ) {
    const rows = await listMerged(commit, after);
    for (const merged of rows) {
      const { row } = merged;
      const besides = { fee: fees.get(row), account: accounts.get(row), planned: planned.get(row) };
      await addTold(commit, merged, besides);
    }
    if (rows.length < PAGE) return;
    after = (rows.at(-1) as MergedRow).row;
    await nextTurn();
  }
}

function byRow<T extends { row: number }>(told: readonly T[]): Map<number, T> {
  return new Map(told.map((one) => [one.row, one]));
}

async function bookMergedFee({ ctx }: Commit, one: MergedFee): Promise<void> {
  const { transferId, fee, taken, amount } = one;
  await keepVersion(ctx, "transfer", transferId, { to: { fee, amount: amount - taken } });
  await ctx.db.run(sql`update transfers set amount = amount - ${taken},
      updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${transferId}`);
  await bookFee(ctx, transferId, { ...one, accountId: one.fromAccountId, amount: fee });
}

/** Puts a record on another account; the balances have moved already. */
export async function putOnAccount(
  ctx: Context,
  recordId: number,
  accountId: number,
  updatedAt: string = nowInstant(ctx),
): Promise<void> {
  await keepVersions(ctx, "record", sql`id = ${recordId}`, { to: { accountId } });
  await ctx.db.run(sql`update records set account_id = ${accountId}, updated_at = ${updatedAt}
    where user_id = ${ctx.userId} and id = ${recordId}`);
}

interface MergedRow {
  row: number;
  said: string;
  provider: string;
  recordId: number | null;
  transferId: number | null;
  now: string;
  bookedBy: string | null;
  updatedAt: string;
}

function listMerged({ ctx, importId }: Commit, after: number): Promise<MergedRow[]> {
  const { db, userId } = ctx;
  return db.all<MergedRow>(sql`
    select r.number as row, r.description as said, a.provider, b.id as record_id, t.id as transfer_id,
      coalesce(b.description, t.description, '') as now,
      coalesce(b.provider, t.provider) as booked_by,
      coalesce(b.updated_at, t.updated_at) as updated_at
    from import_rows r
    join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    join import_keys k on k.user_id = r.user_id and k.key = r.key and k.import_id = r.import_id
    left join records b on b.user_id = r.user_id and b.id = k.record_id
    left join transfers t on t.user_id = r.user_id and t.id = k.transfer_id
    where r.user_id = ${userId} and r.import_id = ${importId} and r.number > ${after}
      and r.action = 'merge' and r.joins = 0 and (b.id is not null or t.id is not null)
    order by r.number limit ${PAGE}`);
}

/** What one merged row tells besides its text. */
interface ToldOfRow {
  fee: MergedFee | undefined;
  account: MergedAccount | undefined;
  planned: Retold | undefined;
}

async function addTold(
  commit: Commit,
  { row, said, provider, recordId, transferId, now, bookedBy, updatedAt }: MergedRow,
  { fee, account, planned }: ToldOfRow,
): Promise<void> {
  const { ctx, importId } = commit;
  const added = now.includes(said) ? "" : cut(said, MAX_DESCRIPTION - lengthOf(now) - 1);
  const [noun, id] = recordId !== null ? ["record", recordId] : ["transfer", transferId];
  await ctx.db.run(sql`insert into import_merged (user_id, import_id, row_number, added, fee, taken,
      was_updated_at, was_account_id, account_id, was_amount, was_date, was_day, was_timed,
      amount, date, day, timed)
    values (${ctx.userId}, ${importId}, ${row}, ${added}, ${fee?.fee ?? ZERO},
      ${fee?.taken ?? ZERO}, ${updatedAt}, ${account?.wasAccountId ?? null},
      ${account?.accountId ?? null}, ${planned?.wasAmount ?? null}, ${planned?.wasDate ?? null},
      ${planned?.wasDay ?? null}, ${planned?.wasTimed ?? null}, ${planned?.amount ?? null},
      ${planned?.date ?? null}, ${planned?.day ?? null}, ${planned?.timed ?? null})`);
  if (planned !== undefined) await retell(ctx, planned);
  if (fee !== undefined) await bookMergedFee(commit, fee);
  if (account !== undefined) await putOnAccount(ctx, account.recordId, account.accountId);
  if (added === "") return;
  const first = bookedBy !== null && RANK[roleOf(provider)] < RANK[roleOf(bookedBy)];
  const text = first ? joinTexts(added, now) : joinTexts(now, added);
  await writeText(ctx, noun as "record" | "transfer", id as number, text);
}

/** Who says more about a payment stands in front. */
const RANK = { app: 0, shop: 1, wallet: 2, bank: 3 };

/** Between the texts of two files. */
const MARK = "；";

/** One text of two; the first may be empty. */
export const joinTexts = (one: string, other: string): string =>
  one === "" ? other : `${one}${MARK}${other}`;

const lengthOf = (text: string) => [...text].length;

function cut(text: string, length: number): string {
  return length < 1 ? "" : [...text].slice(0, length).join("");
}

/** The text without what a merged line had added. */
export function withoutText(text: string, added: string): string {
  if (added === "" || text === added) return text === added ? "" : text;
  const at = [`${added}${MARK}`, `${MARK}${added}`].find((piece) => text.includes(piece));
  return at === undefined ? text : text.replace(at, () => "");
}

/** Changes a description, with the version before in the history. */
export async function writeText(
  ctx: Context,
  noun: "record" | "transfer",
  id: number,
  text: string,
  updatedAt: string = nowInstant(ctx),
): Promise<void> {
  await keepVersions(ctx, noun, sql`id = ${id}`, { to: { description: text || null } });
  await ctx.db.run(sql`update ${tableOf(noun)} set description = nullif(${text}, ''),
    updated_at = ${updatedAt} where user_id = ${ctx.userId} and id = ${id}`);
}
