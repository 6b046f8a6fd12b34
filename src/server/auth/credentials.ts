/** The passwords of users as they are kept, and asking for one's own once more. */
import { Refusal } from "../../contract/refusal.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import type { SignInContext } from "./sign-in-context.ts";
import { countPassword, type PasswordAttempt } from "./throttle.ts";
import { getUser } from "./users.ts";

export interface Credentials {
  id: number;
  passwordHash: string | null;
  disabledAt: string | null;
}

export function findByEmail(db: Query, email: string): Promise<Credentials | undefined> {
  return db.get<Credentials>(sql`
    select id, password_hash, disabled_at
    from users where email_folded = ${email.trim().toLowerCase()}`);
}

export async function putPassword(db: Query, userId: number, hash: string): Promise<void> {
  await db.run(sql`update users set password_hash = ${hash} where id = ${userId}`);
}

/** Asks for the caller's own password once more, counted as a sign-in is; a success is yet to be forgiven. */
export async function requirePassword(
  ctx: SignInContext,
  password: string,
): Promise<PasswordAttempt> {
  const attempt = await countOwn(ctx);
  const kept = await ctx.db.read((db) => findByEmail(db, attempt.email));
  if (await ctx.passwords.verify(kept?.passwordHash, password)) return attempt;
  throw new Refusal(400, "passwordWrong");
}

/** Counts an attempt of the caller to show again who they are. */
export async function countOwn(ctx: SignInContext): Promise<PasswordAttempt> {
  const { email } = await ctx.db.read((db) => getUser(db, ctx.caller.userId));
  const attempt = { email, address: ctx.address, session: ctx.caller.name };
  await countPassword(ctx.db, attempt, ctx.now);
  return attempt;
}
