/**
 * The fee of a transfer: an expense record of the account that the money leaves, which follows its
 * transfer in everything. The balances are moved by the transfer (server/transfers/transfers.ts).
 */
import { FEES } from "../../ledger/categories.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { type Counted, countDay, nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";

/** What the fee's record takes from its transfer. */
export interface FeePart {
  accountId: number;
  /** Zero: no fee. */
  amount: Fen;
  description: string | null;
  date: string;
  day: string;
  timed: number;
}

/** Writes the fee's record, where there is a fee. */
export async function bookFee(ctx: Context, transferId: number, fee: FeePart): Promise<void> {
  if (fee.amount === ZERO) return;
  const now = nowInstant(ctx);
  await ctx.db.run(sql`
    insert into records (user_id, account_id, type, amount, category, description,
      date, day, timed, created_at, updated_at, transfer_id)
    values (${ctx.userId}, ${fee.accountId}, 'expense', ${fee.amount}, ${FEES},
      ${fee.description}, ${fee.date}, ${fee.day}, ${fee.timed}, ${now}, ${now}, ${transferId})`);
  await countDay(ctx, counted(fee), 1);
}

/** Deletes the fee's record, where there is one. */
export async function unbookFee(
  ctx: Context,
  transferId: number,
  fee: Pick<FeePart, "amount" | "day">,
): Promise<void> {
  if (fee.amount === ZERO) return;
  await ctx.db.run(
    sql`delete from records where user_id = ${ctx.userId} and transfer_id = ${transferId}`,
  );
  await countDay(ctx, counted(fee), -1);
}

/** Makes the fee's record what the changed transfer says; it keeps its id while there is a fee. */
export async function changeFee(
  ctx: Context,
  transferId: number,
  old: FeePart,
  next: FeePart,
): Promise<void> {
  if (old.amount === ZERO) return bookFee(ctx, transferId, next);
  if (next.amount === ZERO) return unbookFee(ctx, transferId, old);
  await ctx.db.run(sql`
    update records set account_id = ${next.accountId}, amount = ${next.amount},
      description = ${next.description}, date = ${next.date}, day = ${next.day},
      timed = ${next.timed}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and transfer_id = ${transferId}`);
  await countDay(ctx, counted(old), -1);
  await countDay(ctx, counted(next), 1);
}

function counted({ day, amount }: Pick<FeePart, "amount" | "day">): Counted {
  return { day, type: "expense", category: FEES, amount, refund: 0 };
}
