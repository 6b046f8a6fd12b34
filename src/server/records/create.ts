/** Making a record, and many at once. */
import { say } from "../../contract/messages.ts";
import type { LedgerRecord, NewRecord } from "../../contract/records.ts";
import { Refusal } from "../../contract/refusal.ts";
import { effect } from "../../ledger/effect.ts";
import { sql } from "../../store/sql.ts";
import { moveByHand } from "../accounts/move-by-hand.ts";
import { requireUser } from "../auth/users.ts";
import { countDay, nowInstant, requireAccounts } from "../book/balances.ts";
import { findMade } from "../book/own-ids.ts";
import { mayRead } from "../handler/caller.ts";
import type { Context } from "../handler/context.ts";
import { momentOf } from "../handler/date-input.ts";
import { fenOf } from "../handler/money-json.ts";
import {
  findRecord,
  getRecord,
  presentRecord,
  type RecordRow,
  recordFields,
  type StoredRecord,
} from "./record-row.ts";
import { checkRefund, chooseRefund } from "./refunds.ts";

/** The occurrence of a plan that is booked. */
export interface Planned {
  planId: number;
  due: string;
}

/** Makes the record, or answers the one that was made under the client's id. */
export async function createRecord(
  ctx: Context,
  wanted: NewRecord,
  planned?: Planned,
): Promise<LedgerRecord> {
  const made = await findMade(ctx, "record", wanted.externalId);
  ctx.act.replayed = made !== undefined;
  if (made === undefined) return presentRecord(await bookRecord(ctx, wanted, planned));
  const first = await getRecord(ctx, made);
  return presentRecord(mayRead(ctx.caller) ? first : asSent(ctx, first, wanted));
}

/** For who may not read: which record it is, and of that no more than was sent. */
function asSent(ctx: Context, first: RecordRow, wanted: NewRecord): RecordRow {
  return {
    ...first,
    ...{ refund: 0, refundOf: null, transferId: null, planId: null, due: null },
    ...{ rowKind: null, importId: null, updatedAt: first.createdAt },
    accountId: wanted.accountId,
    type: wanted.type ?? "income",
    amount: fenOf(wanted.amount),
    category: wanted.category ?? "",
    description: wanted.description || null,
    date: momentOf(wanted.date, ctx.zone).instant,
  };
}

/** Makes them all, in their order, or refuses all and says which one is wrong. */
export async function createRecords(ctx: Context, wanted: NewRecord[]): Promise<LedgerRecord[]> {
  await requireUser(ctx);
  const made: LedgerRecord[] = [];
  let replayed = true;
  for (const [index, one] of wanted.entries()) {
    try {
      made.push(await createRecord(ctx, one));
    } catch (error) {
      throw error instanceof Refusal ? refusedAt(index, error) : error;
    }
    replayed &&= ctx.act.replayed === true;
  }
  ctx.act.replayed = replayed;
  return made;
}

function refusedAt(index: number, { status, key, values }: Refusal): Refusal {
  const reason = { zh: say(key, "zh", values), en: say(key, "en", values) };
  return new Refusal(status, "recordRefused", { number: index + 1, index, reason });
}

async function bookRecord(
  ctx: Context,
  wanted: NewRecord,
  planned: Planned | undefined,
): Promise<RecordRow> {
  const moment = momentOf(wanted.date, ctx.zone);
  const amount = fenOf(wanted.amount);
  const { accountId } = wanted;
  const refund = chooseRefund(NO_REFUND, wanted);
  // Only where it says what it gives back may a request leave these two out (see the contract).
  const { type = "income" } = wanted;
  const expense =
    refund.refund === 1
      ? await checkNewRefund(ctx, { ...refund, type, amount, accountId })
      : undefined;
  const category = wanted.category ?? (expense as StoredRecord).category;
  await moveByHand(ctx, new Map([[accountId, effect({ type, amount })]]), wanted.force);
  const now = nowInstant(ctx);
  // Neither needs the other's answer: on a database at the end of a wire they travel together.
  const [made] = await Promise.all([
    ctx.db.get<RecordRow>(sql`
      insert into records (user_id, account_id, type, amount, category, description,
        date, day, timed, created_at, updated_at, refund, refund_of, external_id, plan_id, due)
      values (${ctx.userId}, ${accountId}, ${type}, ${amount}, ${category},
        ${wanted.description || null}, ${moment.instant}, ${moment.day}, ${moment.timed ? 1 : 0},
        ${now}, ${now}, ${refund.refund}, ${refund.refundOf}, ${wanted.externalId ?? null},
        ${planned?.planId ?? null}, ${planned?.due ?? null})
      returning ${recordFields}`),
    countDay(ctx, { type, category, amount, day: moment.day, refund: refund.refund }, 1),
  ]);
  return made as RecordRow;
}

const NO_REFUND = { refund: 0, refundOf: null };

/** Checks a refund that is to be made. Returns the expense that it names. */
async function checkNewRefund(
  ctx: Context,
  next: Pick<StoredRecord, "type" | "amount" | "refund" | "refundOf" | "accountId">,
): Promise<StoredRecord | undefined> {
  const expense = next.refundOf === null ? undefined : await findRecord(ctx, next.refundOf);
  if (expense !== undefined) await requireAccounts(ctx, [next.accountId]);
  // Nobody has no expense: then it is the user who is missing.
  if (next.refundOf !== null && expense === undefined) await requireUser(ctx);
  await checkRefund(ctx, next, expense);
  return expense;
}
