/** What the handlers of sign-in have at hand: the database itself, because they hash and count. */
import type { Endpoint, Input, Output } from "../contract/endpoint.ts";
import type { Db } from "../store/db.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { Caller } from "./caller.ts";
import type { Handler } from "./handler.ts";
import type { Passwords } from "./passwords.ts";

/** How long an access token runs. */
export const ACCESS_SECONDS = 900;

/** The parts of our own sign-in, one an app. */
export interface SignInParts {
  accessTokens: AccessTokens;
  passwords: Passwords;
  /** Whether anybody may register. */
  allowSignup: boolean;
}

export interface SignInContext extends SignInParts {
  db: Db;
  zone: string;
  now: number;
  /** ANYBODY on public endpoints. */
  caller: Caller;
  /** Where the request comes from, and with what program. */
  address: string;
  device: string;
}

/** A handler for every endpoint of sign-in; those that need no transaction of their own are as any. */
export type SignInHandlers<G extends Record<string, Endpoint>> = {
  [Verb in keyof G]: G[Verb] extends { signIn: true }
    ? (context: SignInContext, input: Input<G[Verb]>) => Promise<Output<G[Verb]>>
    : Handler<G[Verb]>;
};
