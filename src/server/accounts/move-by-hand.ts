/** Balances that move because somebody books something new, other than by an import. */
import { Refusal } from "../../contract/refusal.ts";
import type { Fen } from "../../ledger/money.ts";
import { requireUser } from "../auth/users.ts";
import { moveBalances } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";

/**
 * Moves the balances. Refuses an account that was put away, unless `force` says so (decisions W9);
 * where an account is missing, says whether it is the user who does not exist.
 */
export async function moveByHand(
  ctx: Context,
  deltas: Map<number, Fen>,
  force: boolean | undefined,
): Promise<void> {
  try {
    const moved = await moveBalances(ctx, deltas);
    const away = force === true ? undefined : moved.find(({ archived }) => archived === 1);
    if (away) throw new Refusal(400, "accountArchived", { name: away.name });
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await requireUser(ctx);
    throw error;
  }
}
