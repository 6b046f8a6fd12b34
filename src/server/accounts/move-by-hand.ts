/** Accounts that somebody books on by hand: what is new, or moved there from another account. */
import { Refusal } from "../../contract/refusal.ts";
import type { Fen } from "../../ledger/money.ts";
import { requireUser } from "../auth/users.ts";
import { moveBalances, requireAccounts } from "../book/balances.ts";
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
    refuseArchived(await moveBalances(ctx, deltas), force);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) await requireUser(ctx);
    throw error;
  }
}

/** For an edit: the accounts that it moves to are there, and not put away, unless `force` says so. */
export async function requireOpenAccounts(
  ctx: Context,
  accounts: Iterable<number>,
  force: boolean | undefined,
): Promise<void> {
  refuseArchived(await requireAccounts(ctx, accounts), force);
}

function refuseArchived(
  accounts: readonly { name: string; archived: number }[],
  force: boolean | undefined,
): void {
  const away = force === true ? undefined : accounts.find(({ archived }) => archived === 1);
  if (away) throw new Refusal(400, "accountArchived", { name: away.name });
}
