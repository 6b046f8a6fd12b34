/**
 * Failures cost time: after a few in a row, each further one doubles the wait, up to a quarter of an
 * hour. Kept in the database, so that neither a restart nor another node forgets. An attempt is
 * counted before it is judged, so that a hundred at once are not a hundred guesses.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import sql from "sql-template-tag";
import { Refusal } from "../contract/refusal.ts";
import { instantAt } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";

/** What failures are counted against, and how many are free. */
export interface Counter {
  key: string;
  free: number;
}

const MAX_WAIT_MS = 15 * 60_000;
const FORGET_MS = 24 * 3_600_000;

/** Against an account: whoever tries, from wherever. The key tells nothing of the email. */
export function accountCounter(email: string): Counter {
  const folded = email.trim().toLowerCase();
  return { key: `account ${createHash("sha256").update(folded).digest("base64url")}`, free: 5 };
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

/** Counts an attempt against every counter, or refuses with 429 while one of them makes wait. */
export function countAttempt(db: Db, counters: Counter[], now: number): Promise<void> {
  // In order of key, so that two attempts lock in the same order.
  const ordered = [...counters].sort((a, b) => (a.key < b.key ? -1 : 1));
  return db.write(async (query) => {
    for (const counter of ordered) await countOne(query, counter, now);
  });
}

async function countOne(db: Query, { key, free }: Counter, now: number): Promise<void> {
  const moment = instantAt(now);
  const row = (await db.get<{ failures: number; blockedUntil: string }>(sql`
    insert into throttles (user_id, key, failures, blocked_until, updated_at)
    values (0, ${key}, 1, '', ${moment})
    on conflict (user_id, key) do update set updated_at = excluded.updated_at,
      failures = case when throttles.updated_at < ${instantAt(now - FORGET_MS)} then 1
        else throttles.failures + 1 end
    returning failures as "failures", blocked_until as "blockedUntil"`)) as {
    failures: number;
    blockedUntil: string;
  };
  // The row is locked from here on: whoever comes next sees what is set below.
  if (row.blockedUntil > moment) throw tooMany(Date.parse(row.blockedUntil) - now);
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

/** A success: the account starts anew, the address gets this one attempt back. */
export async function forgiveAttempt(db: Query, account: Counter, address: Counter): Promise<void> {
  await db.run(sql`delete from throttles where user_id = 0 and key = ${account.key}`);
  await db.run(sql`update throttles set failures = failures - 1, blocked_until = ''
    where user_id = 0 and key = ${address.key}`);
}

/** Deletes what no longer counts. */
export async function forgetOldFailures(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from throttles where updated_at < ${instantAt(now - FORGET_MS)}`),
  );
}
