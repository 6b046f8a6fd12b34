/** Puts together who is let in: nothing in open mode, our own sign-in, or an identity provider's. */
import type { FastifyRequest } from "fastify";
import type { Db } from "../../store/db.ts";
import { type AuthConfig, isProvider, SESSION_DAYS } from "./auth-config.ts";
import { type Authenticate, authenticating, readAccessToken } from "./authenticate.ts";
import { Passwords } from "./passwords.ts";
import { readPersonalToken } from "./personal-tokens.ts";
import { firstCodeOf } from "./registration.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { Sealer, type Secrets } from "./sealed.ts";
import type { SignInParts } from "./sign-in-context.ts";
import { TokenThrottle } from "./token-throttle.ts";

export interface AuthParts {
  /** Undefined in open mode. */
  authenticate: Authenticate | undefined;
  /** Undefined unless the passwords are ours. */
  signIn: SignInParts | undefined;
  /** Counts refused tokens before they are answered; undefined in open mode. */
  judge: ((error: unknown, request: FastifyRequest) => Promise<unknown>) | undefined;
  /** Seals what users entrust to the service; undefined where there is no secret to do it with. */
  sealer: Sealer | undefined;
}

interface Settings {
  auth: AuthConfig;
  zone: string;
  publicUrl: string | undefined;
  /** What seals where no password is ours, and so nothing is signed. */
  sealing?: Secrets | undefined;
}

/** What signs and checks tokens is loaded only where somebody signs in. */
export async function setUpAuth(
  { auth, zone, publicUrl, sealing }: Settings,
  db: Db,
  now: () => number,
): Promise<AuthParts> {
  const sealer = sealerOf(db, auth, sealing);
  // What is kept beside the database is made when it is first wanted, and never replaced.
  if (typeof sealing !== "function" || "secrets" in auth) await sealer?.keepKey();
  if (auth.mode === "open") {
    return { authenticate: undefined, signIn: undefined, judge: undefined, sealer };
  }
  const refused = new TokenThrottle(db, now);
  const judge: AuthParts["judge"] = (error, request) => refused.judge(error, request);
  const personal = readPersonalToken(db, zone);
  if (isProvider(auth)) {
    const { readProviderToken } = await import("./provider.ts");
    return {
      authenticate: authenticating([personal, readProviderToken(auth, db)], now),
      signIn: undefined,
      judge,
      sealer,
    };
  }
  const { AccessTokens } = await import("./access-tokens.ts");
  const accessTokens = new AccessTokens(auth);
  return {
    judge,
    sealer,
    authenticate: authenticating(
      [personal, readAccessToken(accessTokens, auth.secondFactor === "required")],
      now,
    ),
    signIn: {
      accessTokens,
      passwords: new Passwords(auth.hashCost),
      sealer: sealer as Sealer,
      relyingParty: relyingPartyOf(publicUrl),
      allowSignup: auth.allowSignup,
      firstCode: firstCodeOf(auth.secrets[0] as string),
      longestMs: (auth.sessionDays ?? SESSION_DAYS) * 86_400_000,
    },
  };
}

/** What seals: the secret that signs, where one does, else what the service was given for it. Undefined without any. */
export function sealerOf(
  db: Db,
  auth: AuthConfig,
  sealing: Secrets | undefined,
): Sealer | undefined {
  const secrets = "secrets" in auth ? auth.secrets : sealing;
  const isNone = secrets === undefined || (Array.isArray(secrets) && secrets.length === 0);
  return isNone ? undefined : new Sealer(db, secrets);
}
