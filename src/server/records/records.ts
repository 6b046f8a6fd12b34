import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Moment } from "../../ledger/calendar.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { firstAccounts } from "../accounts/accounts.ts";
import { requireOpenAccounts } from "../accounts/move-by-hand.ts";
import { countDay, moveBalance, moveBalances, nowInstant } from "../book/balances.ts";
import { keepVersion } from "../book/versions.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { momentOf } from "../handler/date-input.ts";
import { fenOf, yuan } from "../handler/money-json.ts";
import { createRecord, createRecords } from "./create.ts";
import { recordDays } from "./record-days.ts";
import { accountsOf, filteredRecords, listRecords, presentWith } from "./record-list.ts";
import {
  findRecord,
  getRecord,
  presentRecord,
  type RecordRow,
  recordFields,
  refuseFee,
  type StoredRecord,
} from "./record-row.ts";
import { followExpenses, recount } from "./refund-categories.ts";
import { checkRefund, checkRefunded, chooseRefund, requireMayName } from "./refunds.ts";

export const recordHandlers: Omit<Handlers<(typeof contract)["records"]>, "bulk"> = {
  list: (ctx, { query }) => listRecords(ctx, query),

  days: async (ctx, { query }) => recordDays(ctx, filteredRecords(ctx, query)),

  async get(ctx, { params }) {
    const [accounts, row] = await Promise.all([
      firstAccounts(ctx),
      ctx.db.get<RecordRow & { refunded: Fen | null }>(sql`
        select ${recordFields}, (
          select cast(sum(amount) as bigint) from records
          where user_id = ${ctx.userId} and refund_of = ${params.id}) as refunded
        from records where user_id = ${ctx.userId} and id = ${params.id}`),
    ]);
    if (row === undefined) throw new Refusal(404, "recordNotFound");
    const record = presentWith(await accountsOf(ctx, [row], accounts))(row);
    return row.refunded === null ? record : { ...record, refunded: yuan(row.refunded) };
  },

  create(ctx, { body }) {
    requireMayName(ctx, body);
    return createRecord(ctx, body);
  },

  batch(ctx, { body }) {
    for (const one of body.records) requireMayName(ctx, one);
    return createRecords(ctx, body.records);
  },

  async update(ctx, { params, body }) {
    const old = await getRecord(ctx, params.id);
    if (body.accountId !== undefined && body.accountId !== old.accountId) {
      await requireOpenAccounts(ctx, [body.accountId], body.force);
    }
    const next = applyChange(ctx, old, body);
    if (isSame(old, next)) return presentRecord(old);
    refuseFee(old);
    await checkRefundChange(ctx, old, next);
    await keepVersion(ctx, "record", old.id, { to: next });
    await moveBalances(ctx, balanceDeltas(old, next));
    const updated = await ctx.db.get<RecordRow>(sql`
      update records set account_id = ${next.accountId}, type = ${next.type},
        amount = ${next.amount}, category = ${next.category}, description = ${next.description},
        date = ${next.date}, day = ${next.day}, timed = ${next.timed},
        refund = ${next.refund}, refund_of = ${next.refundOf}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${recordFields}`);
    if (!countsSame(old, next)) {
      const change = { id: old.id, from: old.category, to: next.category };
      const followers = await followExpenses(ctx, [change]);
      await recount(ctx, [{ before: old, after: next }, ...followers]);
    }
    return presentRecord(updated as RecordRow);
  },

  async remove(ctx, { params }) {
    const old = await getRecord(ctx, params.id);
    refuseFee(old);
    await checkRefunded(ctx, old, undefined);
    await keepVersion(ctx, "record", old.id, "delete");
    await moveBalance(ctx, old.accountId, fen(-effect(old)));
    await ctx.db.run(sql`delete from records where user_id = ${ctx.userId} and id = ${params.id}`);
    await countDay(ctx, old, -1);
    return null;
  },
};

/** A changed refund fits its expense, and a changed expense still covers its refunds. */
async function checkRefundChange(
  ctx: Context,
  old: StoredRecord,
  next: StoredRecord,
): Promise<void> {
  const expense = next.refundOf === null ? undefined : await findRecord(ctx, next.refundOf);
  await checkRefund(ctx, next, expense, old.id);
  await checkRefunded(ctx, old, next);
}

type Change = Parameters<(typeof recordHandlers)["update"]>[1]["body"];

/** The record as it will be. A date that names the stored instant changes nothing (round trip). */
function applyChange(ctx: Context, old: StoredRecord, change: Change): StoredRecord {
  const moment = change.date === undefined ? undefined : momentUnlessSame(ctx, old, change.date);
  return {
    ...old,
    accountId: change.accountId ?? old.accountId,
    type: change.type ?? old.type,
    amount: change.amount === undefined ? old.amount : fenOf(change.amount),
    category: change.category ?? old.category,
    description: change.description === undefined ? old.description : change.description,
    date: moment?.instant ?? old.date,
    day: moment?.day ?? old.day,
    timed: moment === undefined ? old.timed : Number(moment.timed),
    ...chooseRefund(old, change),
  };
}

function momentUnlessSame(ctx: Context, old: StoredRecord, date: string): Moment | undefined {
  const moment = momentOf(date, ctx.zone);
  return moment.timed && moment.instant === old.date ? undefined : moment;
}

function isSame(old: StoredRecord, next: StoredRecord): boolean {
  return (
    countsSame(old, next) &&
    old.accountId === next.accountId &&
    old.description === next.description &&
    old.date === next.date &&
    old.timed === next.timed &&
    old.refundOf === next.refundOf
  );
}

function countsSame(old: StoredRecord, next: StoredRecord): boolean {
  return (
    old.day === next.day &&
    old.type === next.type &&
    old.category === next.category &&
    old.amount === next.amount &&
    old.refund === next.refund
  );
}

/** The old effect reversed and the new one applied, per account. */
function balanceDeltas(old: StoredRecord, next: StoredRecord): Map<number, Fen> {
  const deltas = new Map<number, Fen>([[old.accountId, fen(-effect(old))]]);
  deltas.set(next.accountId, fen((deltas.get(next.accountId) ?? 0) + effect(next)));
  if (deltas.size === 1 && deltas.get(next.accountId) === 0) deltas.clear();
  return deltas;
}
