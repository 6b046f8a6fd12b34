/**
 * Failures cost time: after a few in a row, each further one doubles the wait, up to a quarter of an
 * hour. Kept in the database, so that neither a restart nor another node forgets. An attempt is
 * counted before it is judged, so that a hundred at once are not a hundred guesses.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";

/** What failures are counted against, and how many are free. */
export interface Counter {
  key: string;
  free: number;
}

export const MAX_WAIT_MS = 15 * 60_000;
const FORGET_MS = 24 * 3_600_000;

/** How long an address from which somebody has signed in is known to be theirs. */
const KNOWN_MS = 90 * 86_400_000;

/** The account as a key: it tells nothing of the email. */
function accountName(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

function knownKey(email: string, address: string): string {
  return `known ${accountName(email)} ${networkOf(address)}`;
}

/**
 * Against an account: anyone who tries, from anywhere; but an address from which its owner has signed in has a
 * count of its own, and so has a session, so that strangers' guesses do not lock the owner out.
 */
async function accountCounter(
  db: Query,
  { email, address, session }: PasswordAttempt,
  now: number,
): Promise<Counter> {
  const account = `account ${accountName(email)}`;
  if (session !== undefined) return { key: `${account} session ${session}`, free: 5 };
  const known = await db.get(sql`select 1 as one from throttles where user_id = 0
    and key = ${knownKey(email, address)} and updated_at > ${instantAt(now - KNOWN_MS)}`);
  return { key: known === undefined ? account : `${account} ${networkOf(address)}`, free: 5 };
}

/** Against an address, for one kind of attempt; a family behind one router has some more. */
export function addressCounter(kind: "sign-in" | "register" | "token", address: string): Counter {
  return { key: `${kind} ${networkOf(address)}`, free: 20 };
}

/** One IPv6 subscriber has a whole /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Counts an attempt, or refuses with 429 while it must wait. */
export function countAttempt(db: Db, counter: Counter, now: number): Promise<void> {
  return db.write((query) => countOne(query, counter, now));
}

/** The same within a write. */
export async function countOne(db: Query, { key, free }: Counter, now: number): Promise<void> {
  const moment = instantAt(now);
  const row = (await db.get<{ failures: number; blockedUntil: string }>(sql`
    insert into throttles (user_id, key, failures, blocked_until, updated_at)
    values (0, ${key}, 1, '', ${moment})
    on conflict (user_id, key) do update set updated_at = excluded.updated_at,
      failures = case when throttles.updated_at < ${instantAt(now - FORGET_MS)}
          or throttles.updated_at > ${instantAt(now + FORGET_MS)} then 1
        else throttles.failures + 1 end
    returning failures, blocked_until`)) as {
    failures: number;
    blockedUntil: string;
  };
  // The row is locked from here on: the next one sees what is set below.
  const wait = Date.parse(row.blockedUntil) - now;
  // A longer one was set by a clock that was ahead: it is void.
  if (wait > 0 && wait <= MAX_WAIT_MS) throw tooMany(wait);
  if (row.failures < free) return;
  await db.run(sql`update throttles
    set blocked_until = ${instantAt(now + waitAfter(row.failures - free))}
    where user_id = 0 and key = ${key}`);
}

/** 1 s, 2 s, 4 s … 15 min. */
function waitAfter(beyond: number): number {
  return Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(beyond, 20));
}

export function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal(429, "tooManyAttempts", { seconds }, { "retry-after": String(seconds) });
}

/** Who tries a password, and from where. */
export interface PasswordAttempt {
  email: string;
  address: string;
  /** The session of who has signed in and is asked for the password once more. */
  session?: string;
}

/** Counts a try of a password against the account and the address, or refuses it as `countAttempt`. */
export function countPassword(db: Db, attempt: PasswordAttempt, now: number): Promise<void> {
  return db.write(async (query) => {
    // Always in this order, so that two attempts lock alike.
    await countOne(query, await accountCounter(query, attempt, now), now);
    await countOne(query, addressCounter("sign-in", attempt.address), now);
  });
}

/**
 * A success: the account starts again, the address gets back what was counted on the way (the password, and a code where
 * one was asked for) and is known from now on.
 */
export async function forgivePassword(
  db: Query,
  attempt: PasswordAttempt,
  now: number,
  counted = 1,
): Promise<void> {
  const { session, ...signIn } = attempt;
  for (const one of session === undefined ? [signIn] : [attempt, signIn]) {
    const { key } = await accountCounter(db, one, now);
    await db.run(sql`delete from throttles where user_id = 0 and key = ${key}`);
  }
  await forgiveAddress(db, attempt.address, counted);
  await knowAddress(db, attempt, now);
}

/** A success: the address gets back what was counted on the way. */
export async function forgiveAddress(db: Query, address: string, counted: number): Promise<void> {
  const { key } = addressCounter("sign-in", address);
  await db.run(sql`update throttles set blocked_until = '',
      failures = case when failures > ${counted} then failures - ${counted} else 0 end
    where user_id = 0 and key = ${key}`);
}

/** The address is its owner's from now on. */
export async function knowAddress(
  db: Query,
  { email, address }: PasswordAttempt,
  now: number,
): Promise<void> {
  await db.run(sql`insert into throttles (user_id, key, failures, blocked_until, updated_at)
    values (0, ${knownKey(email, address)}, 0, '', ${instantAt(now)})
    on conflict (user_id, key) do update set updated_at = excluded.updated_at`);
}

/** Ends every wait at an account: whoever runs the service has set its password. */
export async function forgetFailures(db: Query, email: string): Promise<void> {
  const account = `account ${accountName(email)}`;
  await db.run(sql`delete from throttles where user_id = 0
    and substr(key, 1, ${account.length}) = ${account}`);
}

/** Deletes what no longer counts. */
export async function forgetOldFailures(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from throttles where updated_at < ${instantAt(now - KNOWN_MS)}
      or (updated_at < ${instantAt(now - FORGET_MS)} and substr(key, 1, 6) <> 'known ')`),
  );
}
