/** What every way of signing in does in the end: a line in the audit, a session, and what the client keeps. */
import type { SignedIn } from "../../contract/auth.ts";
import type { User } from "../../contract/users.ts";
import type { Query } from "../../store/db.ts";
import { ACCESS_SECONDS } from "./access-tokens.ts";
import { type AuditEvent, noteEvent } from "./audit.ts";
import { type StartedSession, startSession } from "./sessions.ts";
import type { SignInContext } from "./sign-in-context.ts";
import { getUser } from "./users.ts";

export interface Started {
  user: User;
  session: StartedSession;
}

/** Starts a session of a user, from this device. */
export async function begin(db: Query, userId: number, ctx: SignInContext): Promise<Started> {
  const session = await startSession(db, userId, ctx, ctx.now);
  return { user: await getUser(db, userId), session };
}

export function note(
  ctx: SignInContext,
  db: Query,
  userId: number,
  event: AuditEvent,
): Promise<void> {
  return noteEvent(db, { userId, event, address: ctx.address, detail: ctx.device }, ctx.now);
}

export async function signedIn(
  ctx: SignInContext,
  { user, session: { userId, sessionId, refreshToken } }: Started,
): Promise<SignedIn> {
  const accessToken = await ctx.accessTokens.sign({ userId, sessionId }, ctx.now);
  return { user, accessToken, expiresIn: ACCESS_SECONDS, refreshToken };
}
