/**
 * Sessions: one row a sign-in. The refresh token is used once and replaced; a client that shows an old one
 * has stolen it, or was stolen from, so that the session ends for both.
 *
 * One case looks like that but is not: two tabs that exchange the same token at the same moment, or
 * a client that asks again because the answer was lost. So for a few seconds, and only while the
 * successor itself has not been exchanged, the token before is answered with the same successor. No
 * second line of tokens begins: anyone else who has that successor meets its user at the next exchange.
 */
import { createHmac } from "node:crypto";
import type { Session } from "../../contract/auth.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { tokenExpired, tokenInvalid } from "./bearer-errors.ts";
import { hashToken, makeUserToken, randomText, readUserToken } from "./opaque-tokens.ts";
import { endSteps } from "./sign-in-steps.ts";

/** A session that is not used for this long ends. */
const UNUSED_MS = 30 * 86_400_000;
/** A user's sessions beyond this many: the one unused for longest goes. */
const MAX_SESSIONS = 50;
/** How long the token before the newest is answered once more. */
const REPEAT_MS = 10_000;
const PREFIX = "fmr";

/** Where a session was started, as its user will recognise it. */
export interface SessionStart {
  device: string;
  address: string;
  /** How long it may go on, however much it is used. */
  longestMs: number;
}

/** A session as its client holds it. */
export interface StartedSession {
  userId: number;
  sessionId: string;
  refreshToken: string;
}

export async function startSession(
  db: Query,
  userId: number,
  start: SessionStart,
  now: number,
): Promise<StartedSession> {
  const sessionId = randomText(16);
  const refreshToken = makeUserToken(PREFIX, userId, `${sessionId}.${randomText()}`);
  const moment = instantAt(now);
  await db.run(sql`
    insert into sessions (user_id, id, refresh_hash, device, address,
      created_at, last_used_at, expires_at)
    values (${userId}, ${sessionId}, ${hashToken(refreshToken)}, ${start.device}, ${start.address},
      ${moment}, ${moment}, ${endOf(now, now, start.longestMs)})`);
  await db.run(sql`delete from sessions where user_id = ${userId} and id in (
    select id from sessions where user_id = ${userId}
    order by last_used_at desc, id limit 1000 offset ${MAX_SESSIONS})`);
  return { userId, sessionId, refreshToken };
}

/** When a session is over that is used now: unused for so long, or begun so long ago. */
function endOf(begun: number, now: number, longestMs: number): string {
  return instantAt(Math.min(now + UNUSED_MS, begun + longestMs));
}

/** What became of a refresh: the session goes on, or the token was an old one and the session is over. */
export type Refreshed = StartedSession | { userId: number; reused: true };

/** Exchanges a refresh token. Refuses what names no running session. */
export async function refreshSession(
  db: Query,
  token: string,
  longestMs: number,
  now: number,
): Promise<Refreshed> {
  const named = readUserToken(PREFIX, token);
  if (named === undefined) throw tokenInvalid();
  const { userId } = named;
  const sessionId = named.rest.split(".")[0] as string;
  const session = await db.get<{ expiresAt: string; createdAt: string }>(sql`
    select expires_at, created_at from sessions where user_id = ${userId} and id = ${sessionId}`);
  if (session === undefined) throw tokenInvalid();
  const end = endOf(Date.parse(session.createdAt), now, longestMs);
  if (session.expiresAt <= instantAt(now) || end <= instantAt(now)) throw tokenExpired();
  const salt = randomText();
  const refreshToken = successorOf(token, salt, userId, sessionId);
  const replaced = await db.run(sql`
    update sessions set refresh_hash = ${hashToken(refreshToken)},
      replaced_hash = refresh_hash, successor_salt = ${salt}, replaced_at = ${instantAt(now)},
      last_used_at = ${instantAt(now)}, expires_at = ${end}
    where user_id = ${userId} and id = ${sessionId} and refresh_hash = ${hashToken(token)}`);
  if (replaced === 1) return { userId, sessionId, refreshToken };
  return (
    (await repeatAnswer(db, userId, sessionId, token, now)) ?? endReused(db, userId, sessionId)
  );
}

/**
 * The token that follows another: made from it and from a random salt that is kept, so that it can be
 * made again only for somebody who shows the one before.
 */
function successorOf(token: string, salt: string, userId: number, sessionId: string): string {
  const rest = createHmac("sha256", token).update(salt).digest("base64url");
  return makeUserToken(PREFIX, userId, `${sessionId}.${rest}`);
}

/** The answer that the token has had a moment ago; undefined when it is not the one before the newest. */
async function repeatAnswer(
  db: Query,
  userId: number,
  sessionId: string,
  token: string,
  now: number,
): Promise<StartedSession | undefined> {
  // Read again: at READ COMMITTED another node may have exchanged the token since.
  const row = await db.get<{ salt: string }>(sql`
    select successor_salt as salt from sessions
    where user_id = ${userId} and id = ${sessionId} and replaced_hash = ${hashToken(token)}
      and replaced_at > ${instantAt(now - REPEAT_MS)}`);
  if (row === undefined) return undefined;
  return { userId, sessionId, refreshToken: successorOf(token, row.salt, userId, sessionId) };
}

async function endReused(db: Query, userId: number, sessionId: string): Promise<Refreshed> {
  await endIfRunning(db, userId, sessionId);
  return { userId, reused: true };
}

export async function listSessions(
  db: Query,
  userId: number,
  current: string,
  now: number,
): Promise<Session[]> {
  const rows = await db.all<Omit<Session, "current">>(sql`
    select id, device, address, created_at,
      last_used_at, expires_at
    from sessions where user_id = ${userId} and expires_at > ${instantAt(now)}
    order by last_used_at desc, id`);
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Refuses with 404 when the user has no such session. */
export async function requireSession(db: Query, userId: number, id: string): Promise<void> {
  const session = await db.get(
    sql`select 1 as one from sessions where user_id = ${userId} and id = ${id}`,
  );
  if (session === undefined) throw new Refusal(404, "sessionNotFound");
}

export async function endSession(db: Query, userId: number, id: string): Promise<void> {
  const ended = await endIfRunning(db, userId, id);
  if (ended === 0) throw new Refusal(404, "sessionNotFound");
}

/** Returns how many sessions it ended: one or none. */
export function endIfRunning(db: Query, userId: number, id: string): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id = ${id}`);
}

/** Ends every session of the user but the one named, and what is only half begun. */
export async function endOtherSessions(db: Query, userId: number, kept: string): Promise<void> {
  await endSteps(db, userId);
  await db.run(sql`delete from sessions where user_id = ${userId} and id <> ${kept}`);
}

/** Deletes the sessions that have had their time. */
export async function forgetOldSessions(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from sessions where expires_at < ${instantAt(now)}`),
  );
}
