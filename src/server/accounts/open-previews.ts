/** What becomes of open previews when an account that they book on is deleted or put away. */
import { note } from "../../contract/notes.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

/**
 * Rows that open previews would book on the account ask which it is: what a person has seen is not booked
 * on another account in silence. Call it while the previews still name the account.
 */
export async function askOpenPreviews(
  { db, userId }: Context,
  { id, name }: { id: number; name: string },
  what: "deleted" | "archived",
): Promise<void> {
  const text = note(what === "deleted" ? "deletedAccount" : "archivedAccount", { account: name });
  const ask = (where: Sql, code: string, value?: string) => {
    const questions = JSON.stringify([{ code, ...(value !== undefined && { value }), text }]);
    return db.run(sql`update import_rows set action = 'skip', fate = 'review', decided = 0,
        asked = ${code}, asked_value = ${value ?? null}, questions = ${questions}
      where user_id = ${userId} and action = 'import' and ${where}`);
  };
  const ready = sql`select id from imports where user_id = ${userId} and status = 'ready'`;
  await ask(
    sql`import_id in (${ready}) and (account_id = ${id} or to_account_id = ${id})`,
    "no-account",
  );
  const places = await db.all<{ importId: number; place: number; name: string }>(sql`
    select import_id, place, name from import_accounts
    where user_id = ${userId} and account_id = ${id} and import_id in (${ready})
    order by import_id, place`);
  for (const { importId, place, name: named } of places) {
    const side = sql`(account = ${place} and account_id is null)
      or (to_account = ${place} and to_account_id is null)`;
    const where = sql`import_id = ${importId} and (${side})`;
    // As a new preview asks about a name, and about a file that names none.
    if (named === "") await ask(where, "no-account");
    else await ask(where, "which-account", named);
  }
}
