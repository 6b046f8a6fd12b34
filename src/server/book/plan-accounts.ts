/** What becomes of the plans of an account that is deleted: they pause, and say why. */
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { nowInstant } from "./balances.ts";
import { keepVersions } from "./versions.ts";

/**
 * Pauses the plans that name the account, as parts of its entry in the history: brought back, it is theirs
 * again. What was changed of single occurrences loses it as well.
 */
export async function pausePlansOf(ctx: Context, entry: number, accountId: number): Promise<void> {
  const { db, userId } = ctx;
  const named = sql`(account_id = ${accountId} or to_account_id = ${accountId})`;
  const without = (id: unknown) => (id === accountId ? null : id);
  const paused = (row: Record<string, unknown>) => ({
    accountId: without(row.accountId),
    toAccountId: without(row.toAccountId),
    state: row.state === "ended" ? "ended" : "paused",
  });
  await keepVersions(ctx, "plan", named, { to: paused }, entry);
  await db.run(sql`update plans set
      state = case when state = 'ended' then state else 'paused' end,
      reason = case when state = 'ended' then reason else 'accountDeleted' end,
      account_id = case when account_id = ${accountId} then null else account_id end,
      to_account_id = case when to_account_id = ${accountId} then null else to_account_id end,
      next_due = null, next_date = null, updated_at = ${nowInstant(ctx)}
    where user_id = ${userId} and ${named}`);
  await db.run(sql`update plan_occurrences set account_id = null
    where user_id = ${userId} and account_id = ${accountId}`);
}
