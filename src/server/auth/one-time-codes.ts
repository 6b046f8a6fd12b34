/**
 * The codes of a second factor: those of an authenticator app (TOTP, RFC 6238: SHA-1, 30 s, six digits) and the recovery
 * codes. What is right is found first; taking it, in the transaction that it lets in, makes it good once, on every node.
 */
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { RECOVERY_CODES } from "../../contract/second-factor.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { hashToken } from "./opaque-tokens.ts";
import type { Sealer } from "./sealed.ts";

const PERIOD_S = 30;
/** Clocks differ: the step before and the one after are right, too. */
const WINDOW = 1;
/** RFC 4226 asks for as much as SHA-1 gives. */
const SECRET_BYTES = 20;
/** Without letters that are taken for others; 24 of them are 118 bits, which need no slow hash. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const GROUPS = 6;
const GROUP = 4;

/** A key that is not confirmed is forgotten after this long. */
const UNCONFIRMED_MS = 86_400_000;

function purposeOf(userId: number): string {
  return `second factor ${userId}`;
}

function totpOf(secret: string, email = ""): TOTP {
  const parameters = { algorithm: "SHA1", digits: 6, period: PERIOD_S };
  return new TOTP({ ...parameters, issuer: "分明", label: email, secret });
}

/** A new key, as the app scans it. */
export function makeKey(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, uri: totpOf(secret, email).toString() };
}

export function sealKey(sealer: Sealer, userId: number, secret: string): Promise<string> {
  return sealer.seal(secret, purposeOf(userId));
}

/** Keeps a key that is yet to be confirmed; false when one is in use. */
export async function putKey(
  db: Query,
  userId: number,
  sealed: string,
  now: number,
): Promise<boolean> {
  const kept = await db.run(sql`
    insert into second_factors (user_id, sealed, created_at, last_step)
    values (${userId}, ${sealed}, ${instantAt(now)}, 0)
    on conflict (user_id) do update set sealed = excluded.sealed,
      created_at = excluded.created_at, last_step = 0
    where second_factors.confirmed_at is null`);
  return kept === 1;
}

/** Whether signing in takes a code, and since when. */
export async function factorOf(db: Query, userId: number): Promise<string | undefined> {
  const row = await db.get<{ confirmedAt: string | null }>(sql`
    select confirmed_at from second_factors where user_id = ${userId}`);
  return row?.confirmedAt ?? undefined;
}

/** What a code is that is right: taking it answers whether it was still good. */
export interface RightCode {
  kind: "app" | "recovery";
  take(db: Query): Promise<boolean>;
}

interface Given {
  db: Db;
  sealer: Sealer;
  now: number;
}

/** The right code that a text is; undefined when it is none. */
export async function readCode(
  given: Given,
  userId: number,
  text: string,
): Promise<RightCode | undefined> {
  const plain = plainOf(text);
  if (/^\d{6}$/.test(plain)) {
    return readAppCode(given, userId, plain, sql`confirmed_at is not null`);
  }
  if (plain.length !== GROUPS * GROUP) return undefined;
  const take = async (db: Query) => {
    const used = await db.run(sql`delete from recovery_codes
      where user_id = ${userId} and hash = ${hashToken(plain)}`);
    return used === 1;
  };
  return { kind: "recovery", take };
}

/** As it is compared: a code is typed with blanks, dashes, or in wide letters. */
function plainOf(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

/** The first code of a key: taking it turns the second factor on. */
export async function readFirstCode(
  given: Given,
  userId: number,
  text: string,
): Promise<RightCode | undefined> {
  const plain = plainOf(text);
  if (!/^\d{6}$/.test(plain)) return undefined;
  return readAppCode(given, userId, plain, sql`confirmed_at is null`, instantAt(given.now));
}

async function readAppCode(
  { db, sealer, now }: Given,
  userId: number,
  code: string,
  state: ReturnType<typeof sql>,
  confirmedAt?: string,
): Promise<RightCode | undefined> {
  const row = await db.read((query) =>
    query.get<{ sealed: string }>(sql`
      select sealed from second_factors where user_id = ${userId} and ${state}`),
  );
  const secret = row && (await sealer.open(row.sealed, purposeOf(userId)));
  if (row === undefined || secret === undefined) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now / (PERIOD_S * 1000)) + delta;
  const take = async (query: Query) => {
    const taken = await query.run(sql`
      update second_factors set last_step = ${step},
        confirmed_at = coalesce(confirmed_at, ${confirmedAt ?? null})
      where user_id = ${userId} and sealed = ${row.sealed} and last_step < ${step} and ${state}`);
    return taken === 1;
  };
  return { kind: "app", take };
}

/** Whether there is a key that waits for its first code. */
export async function isUnconfirmed(db: Query, userId: number): Promise<boolean> {
  const row = await db.get(sql`
    select 1 as one from second_factors where user_id = ${userId} and confirmed_at is null`);
  return row !== undefined;
}

/** Makes new recovery codes in place of those before; they are shown once. */
export async function renewRecoveryCodes(db: Query, userId: number): Promise<string[]> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  for (const code of codes) {
    await db.run(sql`insert into recovery_codes (user_id, hash)
      values (${userId}, ${hashToken(code.replaceAll("-", ""))})`);
  }
  return codes;
}

function makeRecoveryCode(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  const group = () => Array.from({ length: GROUP }, letter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

export async function countRecoveryCodes(db: Query, userId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    select count(*) as count from recovery_codes where user_id = ${userId}`);
  return row?.count ?? 0;
}

/** Turns the second factor off; false when it was not on. */
export async function removeFactor(db: Query, userId: number): Promise<boolean> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  return (await db.run(sql`delete from second_factors where user_id = ${userId}`)) === 1;
}

/** Deletes the keys that nobody has confirmed. */
export async function forgetUnconfirmed(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from second_factors
      where confirmed_at is null and created_at < ${instantAt(now - UNCONFIRMED_MS)}`),
  );
}
