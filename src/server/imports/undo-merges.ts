/**
 * What an undo does where lines of two imports are one: what the import added to the other's goes, and
 * what the import wrote is the other's from now on, of which a line is still in the book.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RecordType } from "../../contract/fields.ts";
import type { Day } from "../../ledger/calendar.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, type FenSum, fen } from "../../ledger/money.ts";
import { momentIn } from "../../ledger/zone.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { type Counted, moveDayTotals, nowInstant } from "../book/balances.ts";
import { keepVersions, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { unbookFee } from "../transfers/transfer-fee.ts";
import { amountDeltas, type Money, putMoney } from "./book-planned.ts";
import { keyOf } from "./known-keys.ts";
import { joinTexts, putOnAccount, withoutText, writeText } from "./merge-rows.ts";

/** Rows between two turns of the event loop. */
const TURN = 100;

export interface Merged {
  row: number;
  added: string;
  fee: Fen;
  taken: Fen;
  wasUpdatedAt: string;
  committedAt: string;
  recordId: number | null;
  transferId: number | null;
  description: string;
  updatedAt: string;
  /** Of the transfer, as it is now. */
  feeNow: Fen;
  day: string;
  fromAccountId: number;
  toAccountId: number;
  /** The record's own account and what it does there; where the import put it, and took it from. */
  accountNow: number;
  type: RecordType;
  amount: Fen;
  /** What of it has been refunded. */
  refunded: FenSum;
  accountId: number | null;
  wasAccountId: number | null;
  category: string | null;
  /** What it moves and when, as it is now; before a bill told of a plan's occurrence, and by that bill. */
  now: Money;
  was: Money | null;
  told: Money | null;
}

/** The same as it is read. */
interface MergedRow extends Omit<Merged, "now" | "was" | "told"> {
  nowAmount: Fen;
  nowDate: string;
  nowTimed: number;
  wasAmount: Fen | null;
  wasDate: string;
  wasDay: Day;
  wasTimed: number;
  toldAmount: Fen;
  toldDate: string;
  toldDay: Day;
  toldTimed: number;
}

/**
 * What the import added to records and transfers that are there, and that it did not write itself. The
 * order of the tables is given: from each key to its own row, where else all keys are read for each row.
 */
export async function listMerged(ctx: Context, importId: number): Promise<Merged[]> {
  const { db, userId } = ctx;
  const rows = await db.all<MergedRow>(sql`
    select m.row_number as row, m.added, m.fee, m.taken, m.was_updated_at, i.committed_at,
      b.id as record_id, t.id as transfer_id,
      coalesce(b.description, t.description, '') as description,
      coalesce(b.updated_at, t.updated_at) as updated_at,
      coalesce((select f.amount from records f
        where f.user_id = ${userId} and f.transfer_id = t.id), 0) as fee_now,
      coalesce(b.day, t.day) as day, t.from_account_id, t.to_account_id,
      b.account_id as account_now, b.type, b.amount,
      coalesce((select cast(sum(f.amount) as bigint) from records f
        where f.user_id = ${userId} and f.refund_of = b.id), 0) as refunded, m.account_id, w.id as was_account_id,
      b.category, coalesce(b.amount, t.amount) as now_amount, coalesce(b.date, t.date) as now_date,
      coalesce(b.timed, t.timed) as now_timed, m.was_amount, m.was_date, m.was_day, m.was_timed,
      m.amount as told_amount, m.date as told_date, m.day as told_day, m.timed as told_timed
    from import_keys k
    cross join import_merged m
    left join accounts w on w.user_id = m.user_id and w.id = m.was_account_id
    left join imports i on i.user_id = m.user_id and i.id = m.import_id
    left join records b on b.user_id = m.user_id and b.id = k.record_id
    left join transfers t on t.user_id = m.user_id and t.id = k.transfer_id
    where k.user_id = ${userId} and k.import_id = ${importId} and m.user_id = k.user_id
      and m.import_id = k.import_id and m.row_number = k.row_number
      and (b.id is not null or t.id is not null)
      and coalesce(b.import_id, t.import_id, 0) <> ${importId}
    order by m.row_number`);
  return rows.map((row) => withMoney(row, ctx.zone));
}

/** The book may have moved to another zone since. */
function withMoney(row: MergedRow, zone: string): Merged {
  const { nowAmount, nowDate, nowTimed, wasAmount, toldAmount, ...one } = row;
  const now = { amount: nowAmount, date: nowDate, day: one.day, timed: nowTimed };
  if (wasAmount === null) return { ...one, now, was: null, told: null };
  const was = { date: one.wasDate, day: one.wasDay, timed: one.wasTimed };
  const told = { date: one.toldDate, day: one.toldDay, timed: one.toldTimed };
  return {
    ...one,
    now,
    was: { amount: wasAmount, ...was, ...momentIn(was, zone) },
    told: { amount: toldAmount, ...told, ...momentIn(told, zone) },
  };
}

/** What it will be: as it was before the bill told of it, but for what was changed by hand since. */
function moneyBack({ now, was, told, refunded }: Merged): Money | undefined {
  if (was === null || told === null) return undefined;
  const time = now.date === told.date && now.timed === told.timed ? was : now;
  const { date, day, timed } = time;
  // More is never refunded than was paid.
  const isBack = now.amount === told.amount && was.amount >= refunded;
  return { amount: isBack ? was.amount : now.amount, date, day, timed };
}

/** Fees that are still as the import added them. */
const stands = ({ fee, feeNow }: Merged): boolean => fee > 0 && fee === feeNow;

/** What taking out the added fees, and putting records back, does to each account. */
export function mergedDeltas(merged: readonly Merged[]): [accountId: number, delta: Fen][] {
  const retold = merged.flatMap((one): [number, Fen][] => {
    const back = moneyBack(one);
    if (back === undefined) return [];
    const { recordId, type } = one;
    const accountId = recordId !== null ? one.accountNow : one.fromAccountId;
    const sides = {
      accountId,
      toAccountId: one.toAccountId,
      type: recordId === null ? null : type,
    };
    return amountDeltas(sides, one.now.amount, back.amount);
  });
  return [...retold, ...besidesDeltas(merged)];
}

/** The same of fees, and of records on other accounts. */
function besidesDeltas(merged: readonly Merged[]): [accountId: number, delta: Fen][] {
  return merged.flatMap((one): [number, Fen][] => {
    if (isMoved(one)) {
      const back: [number, Fen] = [one.wasAccountId as number, effect(one)];
      return [[one.accountNow, fen(-effect(one))], back];
    }
    if (!stands(one)) return [];
    return [
      [one.fromAccountId, fen(one.fee - one.taken)],
      [one.toAccountId, one.taken],
    ];
  });
}

/** Records that are still on the account that the import put them on. */
const isMoved = ({ recordId, accountNow, accountId, wasAccountId }: Merged): boolean =>
  recordId !== null && wasAccountId !== null && accountNow === accountId;

/** Takes out what the import added to others; their balances have moved already. */
export async function takeBackMerged(
  ctx: Context,
  importId: number,
  merged: readonly Merged[],
): Promise<void> {
  const { db, userId } = ctx;
  for (const [place, one] of merged.entries()) {
    if (place % TURN === TURN - 1) await nextTurn();
    const { recordId, transferId, added, description, wasUpdatedAt } = one;
    const untouched = one.updatedAt === one.committedAt;
    const at = untouched ? wasUpdatedAt : nowInstant(ctx);
    if (stands(one)) {
      const id = transferId as number;
      await keepVersions(ctx, "transfer", sql`id = ${id}`, { to: { fee: null } });
      await db.run(sql`update transfers set amount = amount + ${one.taken}, updated_at = ${at}
        where user_id = ${userId} and id = ${id}`);
      await unbookFee(ctx, id, { amount: one.fee, day: one.day });
    }
    await putMoneyBack(ctx, one, at);
    if (isMoved(one)) await putOnAccount(ctx, recordId as number, one.wasAccountId as number, at);
    const text = withoutText(description, added);
    if (text === description) continue;
    if (recordId !== null) await writeText(ctx, "record", recordId, text, at);
    else await writeText(ctx, "transfer", transferId as number, text, at);
  }
  await db.run(sql`delete from import_merged
    where user_id = ${userId} and import_id = ${importId}`);
}

/** A plan's own booking again, without the bill's number. */
async function putMoneyBack(ctx: Context, one: Merged, updatedAt: string): Promise<void> {
  const back = moneyBack(one);
  if (back === undefined) return;
  const noun = one.recordId !== null ? "record" : "transfer";
  const type = one.recordId !== null ? one.type : null;
  await putMoney(ctx, noun, { ...one, type }, one.now, back, updatedAt, [
    sql`provider = null`,
    sql`external_id = null`,
  ]);
}

/** A record or a transfer of the import, and the line of another import that was merged into it. */
interface HandedOver {
  recordId: number | null;
  transferId: number | null;
  toImport: number;
  toRow: number;
  key: string;
  externalId: string | null;
  kind: string;
  added: string;
  said: string;
  description: string;
  ownText: string;
  ownCategory: string | null;
  category: string | null;
  date: string | null;
  day: string | null;
  timed: number | null;
  /** What the other line moved, with its fee. */
  gross: number | null;
}

/** Gives what other imports were merged into to the first of them. */
export async function handOver(ctx: Context, importId: number): Promise<void> {
  const handed = await listHandedOver(ctx, importId);
  const seen = new Set<string>();
  for (const one of handed) {
    const name = `${one.recordId} ${one.transferId}`;
    if (seen.has(name)) continue;
    seen.add(name);
    await handOne(ctx, importId, one);
    if (seen.size % TURN === 0) await nextTurn();
  }
}

async function listHandedOver(ctx: Context, importId: number): Promise<HandedOver[]> {
  const { db, userId } = ctx;
  const merged = await db.get(sql`select 1 as one from import_merged
    where user_id = ${userId} and import_id <> ${importId} limit 1`);
  if (merged === undefined) return [];
  const records = await handedOf(ctx, importId, sql`records`, sql`record_id`);
  const transfers = await handedOf(ctx, importId, sql`transfers`, sql`transfer_id`);
  return [...records, ...transfers];
}

/** From each of what the import wrote to the keys that name it, which the index by its id finds. */
function handedOf(
  { db, userId }: Context,
  importId: number,
  table: Sql,
  named: Sql,
): Promise<HandedOver[]> {
  const own = sql`from import_keys o where o.user_id = ${userId} and ${keyOf(userId, sql`o`, named, sql`b`)}`;
  return db.all<HandedOver>(sql`
    select k.record_id, k.transfer_id, m.import_id as to_import, m.row_number as to_row,
      k.key, r.external_id, k.kind, m.added, k.description as said,
      coalesce(b.description, '') as description,
      coalesce((select o.description ${own}), '') as own_text,
      (select o.category ${own}) as own_category,
      r.category, r.date, r.day, r.timed, r.amount + r.fee as gross
    from ${table} b
    cross join import_keys k
    cross join import_merged m
    cross join imports i
    left join import_rows r on r.user_id = m.user_id and r.import_id = m.import_id
      and r.number = m.row_number
    where b.user_id = ${userId} and b.import_id = ${importId}
      and k.user_id = b.user_id and k.${named} = b.id and k.${named} is not null
      and k.import_id + 0 <> ${importId}
      and m.user_id = k.user_id and m.import_id = k.import_id and m.row_number = k.row_number
      and i.user_id = m.user_id and i.id = m.import_id and i.status = 'committed'
    order by m.import_id, m.row_number`);
}

async function handOne(ctx: Context, importId: number, one: HandedOver): Promise<void> {
  const { db, userId } = ctx;
  const { recordId, transferId, toImport, toRow, key } = one;
  const provider = key.split(":", 1)[0] as string;
  const noun = recordId !== null ? "record" : "transfer";
  const id = recordId ?? transferId;
  const text = textWithout(one);
  await keepVersions(ctx, noun, sql`id = ${id}`, { to: { description: text || null } });
  await db.run(sql`update ${tableOf(noun)} set import_id = ${toImport}, import_row = ${toRow},
      provider = ${provider}, external_id = nullif(${one.externalId ?? ""}, ''),
      description = nullif(${text}, ''), updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and id = ${id}`);
  if (recordId !== null) await tellAsOther(ctx, recordId, one);
  // The line is the other import's alone: the undone one knows it no more.
  const ofThis =
    recordId !== null ? sql`record_id = ${recordId}` : sql`transfer_id = ${transferId}`;
  // Plus nothing: else the index by import is taken, and all its keys are read for each.
  await db.run(sql`delete from import_keys
    where user_id = ${userId} and ${ofThis} and import_id + 0 = ${importId}`);
  if (transferId !== null) await keepFee(ctx, importId, transferId, one);
  await db.run(sql`update import_rows set action = 'import', record_id = null, transfer_id = null
    where user_id = ${userId} and import_id = ${toImport} and number = ${toRow}`);
  await db.run(sql`delete from import_merged where user_id = ${userId}
    and import_id = ${toImport} and row_number = ${toRow}`);
}

/** The paying side that saw one sum has seen the fee, too. */
async function keepFee(
  { db, userId }: Context,
  importId: number,
  transferId: number,
  { toImport, gross }: HandedOver,
): Promise<void> {
  await db.run(sql`update records set import_id = ${toImport}
    where user_id = ${userId} and transfer_id = ${transferId} and import_id = ${importId}
      and exists (select 1 from transfers t where t.user_id = ${userId} and t.id = ${transferId}
        and t.amount + records.amount = ${gross})`);
}

/** What the other line and further ones say, where nobody has written another text since. */
function textWithout({ description, ownText, said }: HandedOver): string {
  const rest = withoutText(description, ownText);
  if (rest === description && description !== ownText && ownText !== "") return description;
  if (rest.includes(said)) return rest;
  return rest === "" || rest === ownText ? said : joinTexts(said, rest);
}

/** A category that nobody has changed, and the day, are the other line's. */
async function tellAsOther(ctx: Context, recordId: number, one: HandedOver): Promise<void> {
  const { db, userId } = ctx;
  const old = await db.get<Counted & { date: string; timed: number }>(sql`
    select day, type, category, amount, refund, date, timed from records
    where user_id = ${userId} and id = ${recordId}`);
  if (old === undefined) return;
  const chosen = one.ownCategory !== old.category || !one.category;
  const category = chosen ? old.category : (one.category as string);
  const { day, date, timed } = one.day === null ? old : one;
  await moveDayTotals(ctx, [old], [{ ...old, category, day: day as string }]);
  await db.run(sql`update records set category = ${category}, day = ${day}, date = ${date},
      timed = ${timed}, row_kind = case when type = 'expense' or refund = 1 then row_kind
        else ${one.kind} end
    where user_id = ${userId} and id = ${recordId}`);
}
