/** Booking one occurrence: its row, and the record or transfer by the code of POST /api/records or /api/transfers. */
import type { PauseReason } from "../../contract/plans.ts";
import type { LedgerRecord } from "../../contract/records.ts";
import type { Transfer } from "../../contract/transfers.ts";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, MAX_BALANCE, yuanFromFen } from "../../ledger/money.ts";
import { join, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { createRecord } from "../records/create.ts";
import { createTransfer } from "../transfers/transfers.ts";
import type { PlanRow } from "./plan-row.ts";
import type { OccurrenceRow } from "./reckon.ts";

/** What an occurrence is booked as. */
export interface Booking {
  due: Day;
  /** A day, or a timestamp where a person said one. */
  date: string;
  amount: Fen | null;
  accountId: number | null;
  description: string;
}

export interface Booked {
  record?: LedgerRecord;
  transfer?: Transfer;
}

/** What the plan says of an occurrence, and its row where it differs. */
export function bookingOf(plan: PlanRow, due: Day, date: Day, row?: OccurrenceRow): Booking {
  return {
    due,
    date,
    amount: row?.amount ?? plan.amount,
    accountId: row?.accountId ?? plan.accountId,
    // What is booked must be known again in a list.
    description: row?.description ?? plan.description ?? plan.name,
  };
}

/**
 * Books the occurrence once: only whoever gets its row books the money, in the same transaction. `from`
 * says in which states a row may be found. Undefined where another had it.
 */
export async function bookOccurrence(
  ctx: Context,
  plan: PlanRow,
  booking: Booking,
  from: readonly OccurrenceRow["state"][],
  force?: boolean,
): Promise<Booked | undefined> {
  const { db, userId } = ctx;
  const got = await db.get(sql`
    insert into plan_occurrences (user_id, plan_id, due, state, settled_at)
    values (${userId}, ${plan.id}, ${booking.due}, 'booked', ${nowInstant(ctx)})
    on conflict (user_id, plan_id, due) do update
    set state = 'booked', settled_at = excluded.settled_at, record_id = null, transfer_id = null
    where plan_occurrences.state in (${join(from)})
    returning due`);
  if (got === undefined) return undefined;
  const booked = await bookMoney(ctx, plan, booking, force);
  const { record, transfer } = booked;
  if (record ?? transfer) {
    await db.run(sql`update plan_occurrences
      set record_id = ${record?.id ?? null}, transfer_id = ${transfer?.id ?? null}
      where user_id = ${userId} and plan_id = ${plan.id} and due = ${booking.due}`);
  }
  return booked;
}

async function bookMoney(
  ctx: Context,
  plan: PlanRow,
  { due, date, amount, accountId, description }: Booking,
  force: boolean | undefined,
): Promise<Booked> {
  const { kind } = plan;
  if (kind === "reminder") return {};
  const planned = { planId: plan.id, due };
  const common = {
    amount: yuanFromFen(amount as Fen),
    description,
    date,
    ...(force !== undefined && { force }),
  };
  if (kind === "transfer") {
    const [fromAccountId, toAccountId] = [accountId as number, plan.toAccountId as number];
    const wanted = { ...common, fromAccountId, toAccountId };
    return { transfer: await createTransfer(ctx, wanted, planned) };
  }
  const category = plan.category as string;
  const wanted = { ...common, accountId: accountId as number, type: kind, category };
  return { record: await createRecord(ctx, wanted, planned) };
}

/** Why the clock cannot book: the account was put away and a person may, or the plan must be mended. */
export type Obstacle = "archived" | PauseReason;

/** What stands in the way of a booking; looked for first, since a refusal would undo what else was booked. */
export async function findObstacle(
  ctx: Context,
  plan: PlanRow,
  { date, amount, accountId }: Booking,
): Promise<Obstacle | undefined> {
  const { db, userId } = ctx;
  const isTransfer = plan.kind === "transfer";
  const named = isTransfer ? [accountId, plan.toAccountId] : [accountId];
  const ids = named.filter((id) => id !== null);
  if (ids.length < named.length) return "accountDeleted";
  if (isTransfer && ids[0] === ids[1]) return "sameAccount";
  const accounts = await db.all<{ id: number; balance: number; archived: number }>(sql`
    select id, balance, archived from accounts where user_id = ${userId} and id in (${join(ids)})`);
  if (accounts.length < ids.length) return "accountDeleted";
  if (accounts.some(({ archived }) => archived === 1)) return "archived";
  const gains = (id: number) => (isTransfer ? id !== accountId : plan.kind === "income");
  const tooLarge = accounts.some(({ id, balance }) => {
    return Math.abs(balance + (gains(id) ? 1 : -1) * (amount as Fen)) > MAX_BALANCE;
  });
  if (tooLarge) return "balanceTooLarge";
  if (isTransfer) return undefined;
  const total = await db.get<{ amount: number }>(sql`select amount from day_totals
    where user_id = ${userId} and day = ${date} and type = ${plan.kind}
      and category = ${plan.category}`);
  const most = Math.abs((total?.amount ?? 0) + (amount as Fen));
  return most > MAX_BALANCE ? "dayTotalTooLarge" : undefined;
}

/**
 * Whether nothing can stand in the way of all of them together, told at once: then no booking is looked at by
 * itself. Every account is there and in use, and all the money on any side keeps within the bounds.
 */
export async function areClear(
  { db, userId }: Context,
  all: readonly { plan: PlanRow; booking: Booking }[],
): Promise<boolean> {
  const accounts = new Set<number | null>();
  let sum = 0;
  for (const { plan, booking } of all) {
    accounts.add(booking.accountId);
    if (plan.kind === "transfer") accounts.add(plan.toAccountId);
    if (plan.kind === "transfer" && booking.accountId === plan.toAccountId) return false;
    sum += booking.amount ?? 0;
  }
  const most = MAX_BALANCE - sum;
  if (accounts.size === 0 || accounts.has(null) || most < 0) return false;
  const open = await db.get<{ count: number }>(sql`select count(*) as count from accounts
    where user_id = ${userId} and id in (${join([...accounts])}) and archived = 0
      and abs(balance) <= ${most}`);
  if (open?.count !== accounts.size) return false;
  const days = all.map(({ booking }) => booking.date).sort();
  const full = await db.get(sql`select 1 as one from day_totals where user_id = ${userId}
    and day >= ${days[0]} and day <= ${days.at(-1)} and abs(amount) > ${most} limit 1`);
  return full === undefined;
}
