/**
 * Our own access tokens: JWT signed with HMAC-SHA-256, 15 minutes long. They name the user and the
 * session; whether the session still runs is asked of the database, inside each request's own
 * transaction, so that a sign-out holds at once and on every node.
 */
import { createHash } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { tokenExpired, tokenInvalid } from "./bearer-errors.ts";
import { VerifiedTokens } from "./verified-token-cache.ts";

/** How long an access token runs. */
export const ACCESS_SECONDS = 900;

const ALGORITHM = "HS256";

export interface AccessClaims {
  userId: number;
  sessionId: string;
}

export interface AccessTokenSettings {
  /** The secret that signs, then those that still verify. Each at least 32 bytes. */
  secrets: string[];
  issuer: string;
  audience: string;
}

export class AccessTokens {
  readonly #settings: AccessTokenSettings;
  readonly #keys: Map<string, Uint8Array>;
  readonly #verified = new VerifiedTokens<AccessClaims>();

  constructor(settings: AccessTokenSettings) {
    this.#settings = settings;
    this.#keys = new Map(settings.secrets.map((secret) => [keyId(secret), Buffer.from(secret)]));
  }

  /** Signs a token for a session; `now` in milliseconds. */
  sign(claims: AccessClaims, now: number): Promise<string> {
    const [kid, key] = [...this.#keys][0] as [string, Uint8Array];
    const seconds = Math.floor(now / 1000);
    return new SignJWT({ sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid })
      .setSubject(String(claims.userId))
      .setIssuer(this.#settings.issuer)
      .setAudience(this.#settings.audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ACCESS_SECONDS)
      .sign(key);
  }

  /** What a token says. Refuses with 401 whatever is not a running token of ours. */
  async verify(token: string, now: number): Promise<AccessClaims> {
    const known = this.#verified.get(token, now);
    if (known !== undefined) return known;
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#keyOf(kid), {
        algorithms: [ALGORITHM],
        issuer: this.#settings.issuer,
        audience: this.#settings.audience,
        requiredClaims: ["sub", "sid", "exp"],
        currentDate: new Date(now),
      });
      const claims = { userId: Number(payload.sub), sessionId: String(payload.sid) };
      if (!Number.isSafeInteger(claims.userId)) throw tokenInvalid();
      this.#verified.set(token, claims, (payload.exp as number) * 1000);
      return claims;
    } catch (error) {
      throw asTokenRefusal(error);
    }
  }

  #keyOf(kid: string | undefined): Uint8Array {
    const key = kid === undefined ? undefined : this.#keys.get(kid);
    if (key === undefined) throw tokenInvalid();
    return key;
  }
}

/** Names a secret without telling it. */
function keyId(secret: string): string {
  return createHash("sha256").update(`kid ${secret}`).digest("base64url").slice(0, 11);
}

/** Whatever a library finds wrong with a token is one of two refusals; a fault stays a fault. */
export function asTokenRefusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return tokenExpired();
  if (error instanceof errors.JOSEError) return tokenInvalid();
  return error;
}
