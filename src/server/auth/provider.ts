/**
 * Tokens of an identity provider. Its subject stands for a user: the one it is linked to, or, where
 * registration is open, one made at first sight. A user is never found by email: a person who could claim
 * an address at the provider would get the book.
 */
import { createHash } from "node:crypto";
import { type JWTHeaderParameters, type JWTPayload, jwtVerify } from "jose";
import { Refusal } from "../../contract/refusal.ts";
import { storable } from "../../ledger/storable.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { ALL_SCOPES, type Caller } from "../handler/caller.ts";
import { asTokenRefusal } from "./access-tokens.ts";
import { noteEvent } from "./audit.ts";
import type { ProviderSignIn } from "./auth-config.ts";
import type { ReadToken } from "./authenticate.ts";
import { tokenInvalid } from "./bearer-errors.ts";
import { ProviderKeys } from "./provider-keys.ts";
import { insertUser, subjectText } from "./users.ts";
import { VerifiedTokens } from "./verified-token-cache.ts";

/** Public keys only: a service that may verify must not be able to sign. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA".split(" ");
/** A key that the provider withdraws is believed no longer than this. */
const BELIEVED_MS = 60_000;

export function readProviderToken(settings: ProviderSignIn, db: Db): ReadToken {
  const keys = new ProviderKeys(settings);
  const verified = new VerifiedTokens<JWTPayload>();
  const verify = async (token: string, now: number): Promise<JWTPayload> => {
    const known = verified.get(token, now);
    if (known !== undefined) return known;
    const { payload, protectedHeader } = await jwtVerify(
      token,
      (header, input) => keys.keyFor(header, input),
      {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.audience,
        requiredClaims: ["sub", "exp"],
        currentDate: new Date(now),
      },
    );
    requireAccessToken(payload, protectedHeader);
    verified.set(token, payload, Math.min((payload.exp as number) * 1000, now + BELIEVED_MS));
    return payload;
  };
  return async (token, now, address) => {
    const claims = await verify(token, now).catch((error: unknown) => {
      throw asTokenRefusal(error);
    });
    const subject = subjectText(settings.issuer, claims.sub as string);
    const userId =
      (await db.read((query) => findBySubject(query, subject))) ??
      (await makeUser(db, settings, subject, claims, { now, address }));
    return { userId, prove: (query) => proveSubject(query, userId, subject) };
  };
}

/** What RFC 9068 calls an access token, and what providers that are older than it send. */
const ACCESS_TYPES = ["at+jwt", "application/at+jwt", "jwt"];
/** Of ID tokens alone (OpenID Connect Core 2 and 3.1.3.3). */
const ID_CLAIMS = ["nonce", "at_hash", "c_hash"];
/** Of the things that logout, registration and the like send (RFC 8417). */
const EVENT_CLAIM = "events";
const MAX_SUBJECT = 255;

/**
 * A provider signs more than access tokens with the same keys for the same audience: an ID token, which the
 * client hands around, opens nothing here.
 */
function requireAccessToken(claims: JWTPayload, { typ }: JWTHeaderParameters): void {
  const says = [claims.token_use, claims.typ].filter((kind) => kind !== undefined);
  const isAccess =
    (typ === undefined || ACCESS_TYPES.includes(typ.toLowerCase())) &&
    says.every((kind) => /^(access|bearer|at\+jwt|jwt)$/i.test(String(kind))) &&
    ![...ID_CLAIMS, EVENT_CLAIM].some((claim) => claim in claims);
  const { sub } = claims;
  const names = typeof sub === "string" && sub.trim() !== "" && sub.length <= MAX_SUBJECT;
  if (!isAccess || !names || sub.includes("\0") || !sub.isWellFormed()) throw tokenInvalid();
}

async function findBySubject(db: Query, subject: string): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(sql`select id from users where subject = ${subject}`);
  return row?.id;
}

async function proveSubject(db: Query, userId: number, subject: string): Promise<Caller> {
  const user = await db.get(sql`select 1 as one from users
    where id = ${userId} and subject = ${subject} and disabled_at is null`);
  if (user === undefined) throw tokenInvalid();
  return { userId, by: "provider", name: subject, scopes: ALL_SCOPES };
}

async function makeUser(
  db: Db,
  { allowSignup }: ProviderSignIn,
  subject: string,
  claims: JWTPayload,
  { now, address }: { now: number; address: string },
): Promise<number> {
  if (!allowSignup) throw new Refusal(403, "signupClosed");
  return db.write(async (query) => {
    // Two first requests at once make one user: the second finds the first's.
    const known = await findBySubject(query, subject);
    if (known !== undefined) return known;
    const user = await insertUser({ db: query, now }, nameOf(claims, subject));
    if (user === undefined) {
      // On PostgreSQL the second waits here for the first, and only now sees whom it made.
      const made = await findBySubject(query, subject);
      if (made !== undefined) return made;
      throw new Refusal(403, "emailTaken");
    }
    await query.run(sql`update users set subject = ${subject} where id = ${user.id}`);
    await noteEvent(query, { userId: user.id, event: "registered", address, detail: "" }, now);
    return user.id;
  });
}

/**
 * What the provider calls the user. An address that it has not verified may be somebody else's, and would
 * keep that person out: then, as where it names none, one that leads nowhere.
 */
function nameOf(claims: JWTPayload, subject: string): { name: string; email: string } {
  const email = textOf(claims.email);
  const isAddress =
    claims.email_verified === true &&
    /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) &&
    email.length <= 254;
  const hash = createHash("sha256").update(subject).digest("hex").slice(0, 24);
  const name = textOf(claims.name) || textOf(claims.preferred_username) || email || "用户";
  return {
    name: [...name].slice(0, 100).join(""),
    email: isAddress ? email : `${hash}@users.invalid`,
  };
}

function textOf(claim: unknown): string {
  return typeof claim === "string" ? storable(claim).trim() : "";
}
