/** Puts together who is let in: nothing in open mode, our own sign-in, or an identity provider's. */
import type { Db } from "../store/db.ts";
import { AccessTokens } from "./access-tokens.ts";
import { type AuthConfig, isProvider } from "./auth-config.ts";
import { type Gate, makeGate, readAccessToken } from "./gate.ts";
import { Passwords } from "./passwords.ts";
import type { SignInParts } from "./sign-in.ts";
import { readPersonalToken } from "./tokens.ts";

export interface Entrance {
  /** Undefined in open mode. */
  gate: Gate | undefined;
  /** Undefined unless the passwords are ours. */
  signIn: SignInParts | undefined;
}

export function makeEntrance(auth: AuthConfig, db: Db, zone: string, now: () => number): Entrance {
  if (auth.mode === "open") return { gate: undefined, signIn: undefined };
  if (isProvider(auth)) throw new Error("not yet");
  const accessTokens = new AccessTokens(auth);
  return {
    gate: makeGate([readPersonalToken(db, zone), readAccessToken(accessTokens)], now),
    signIn: {
      accessTokens,
      passwords: new Passwords(auth.hashCost),
      allowSignup: auth.allowSignup,
    },
  };
}
