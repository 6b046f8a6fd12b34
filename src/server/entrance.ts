/** Puts together who is let in: nothing in open mode, our own sign-in, or an identity provider's. */
import type { FastifyRequest } from "fastify";
import type { Db } from "../store/db.ts";
import { type AuthConfig, isProvider } from "./auth-config.ts";
import { type Gate, makeGate, readAccessToken } from "./gate.ts";
import { Passwords } from "./passwords.ts";
import { RefusedTokens } from "./refused-tokens.ts";
import type { SignInParts } from "./sign-in.ts";
import { readPersonalToken } from "./tokens.ts";

export interface Entrance {
  /** Undefined in open mode. */
  gate: Gate | undefined;
  /** Undefined unless the passwords are ours. */
  signIn: SignInParts | undefined;
  /** Counts refused tokens before they are answered; undefined in open mode. */
  judge: ((error: unknown, request: FastifyRequest) => Promise<unknown>) | undefined;
}

/** What signs and checks tokens is loaded only where somebody signs in. */
export async function makeEntrance(
  auth: AuthConfig,
  db: Db,
  zone: string,
  now: () => number,
): Promise<Entrance> {
  if (auth.mode === "open") return { gate: undefined, signIn: undefined, judge: undefined };
  const refused = new RefusedTokens(db, now);
  const judge: Entrance["judge"] = (error, request) => refused.judge(error, request);
  const personal = readPersonalToken(db, zone);
  if (isProvider(auth)) {
    const { readProviderToken } = await import("./provider.ts");
    return {
      gate: makeGate([personal, readProviderToken(auth, db)], now),
      signIn: undefined,
      judge,
    };
  }
  const { AccessTokens } = await import("./access-tokens.ts");
  const accessTokens = new AccessTokens(auth);
  return {
    judge,
    gate: makeGate([personal, readAccessToken(accessTokens)], now),
    signIn: {
      accessTokens,
      passwords: new Passwords(auth.hashCost),
      allowSignup: auth.allowSignup,
    },
  };
}
