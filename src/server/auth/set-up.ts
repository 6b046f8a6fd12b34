/** Puts together who is let in: nothing in open mode, our own sign-in, or an identity provider's. */
import type { FastifyRequest } from "fastify";
import type { Db } from "../../store/db.ts";
import { type AuthConfig, isProvider, SESSION_DAYS } from "./auth-config.ts";
import { type Authenticate, authenticating, readAccessToken } from "./authenticate.ts";
import { Passwords } from "./passwords.ts";
import { readPersonalToken } from "./personal-tokens.ts";
import { firstCodeOf } from "./registration.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { Sealer } from "./sealed.ts";
import type { SignInParts } from "./sign-in-context.ts";
import { TokenThrottle } from "./token-throttle.ts";

export interface AuthParts {
  /** Undefined in open mode. */
  authenticate: Authenticate | undefined;
  /** Undefined unless the passwords are ours. */
  signIn: SignInParts | undefined;
  /** Counts refused tokens before they are answered; undefined in open mode. */
  judge: ((error: unknown, request: FastifyRequest) => Promise<unknown>) | undefined;
}

interface Settings {
  auth: AuthConfig;
  zone: string;
  publicUrl: string | undefined;
}

/** What signs and checks tokens is loaded only where somebody signs in. */
export async function setUpAuth(
  { auth, zone, publicUrl }: Settings,
  db: Db,
  now: () => number,
): Promise<AuthParts> {
  if (auth.mode === "open") return { authenticate: undefined, signIn: undefined, judge: undefined };
  const refused = new TokenThrottle(db, now);
  const judge: AuthParts["judge"] = (error, request) => refused.judge(error, request);
  const personal = readPersonalToken(db, zone);
  if (isProvider(auth)) {
    const { readProviderToken } = await import("./provider.ts");
    return {
      authenticate: authenticating([personal, readProviderToken(auth, db)], now),
      signIn: undefined,
      judge,
    };
  }
  const { AccessTokens } = await import("./access-tokens.ts");
  const accessTokens = new AccessTokens(auth);
  const sealer = new Sealer(db, auth.secrets);
  await sealer.keepKey();
  return {
    judge,
    authenticate: authenticating(
      [personal, readAccessToken(accessTokens, auth.secondFactor === "required")],
      now,
    ),
    signIn: {
      accessTokens,
      passwords: new Passwords(auth.hashCost),
      sealer,
      relyingParty: relyingPartyOf(publicUrl),
      allowSignup: auth.allowSignup,
      firstCode: firstCodeOf(auth.secrets[0] as string),
      longestMs: (auth.sessionDays ?? SESSION_DAYS) * 86_400_000,
    },
  };
}
