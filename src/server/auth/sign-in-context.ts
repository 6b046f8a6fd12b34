/** What the handlers of sign-in have at hand: the database itself, because they hash and count. */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import type { Db } from "../../store/db.ts";
import type { Handler, StaticContext } from "../handler/context.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { Passwords } from "./passwords.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { Sealer } from "./sealed.ts";

/** The parts of our own sign-in, one an app. */
export interface SignInParts {
  accessTokens: AccessTokens;
  passwords: Passwords;
  /** Keeps what must be read again. */
  sealer: Sealer;
  /** What passkeys are bound to. */
  relyingParty: RelyingParty;
  /** Whether anybody may register. */
  allowSignup: boolean;
  /** What the first registration takes where not anybody may register. */
  firstCode: string;
  /** How long a session may go on, however much it is used. */
  longestMs: number;
}

export interface SignInContext extends SignInParts, StaticContext {
  db: Db;
  /** The program that the request comes from, as it calls itself. */
  device: string;
}

/** A handler for every endpoint of sign-in; those that need no transaction of their own are as any. */
export type SignInHandlers<G extends Record<string, Endpoint>> = {
  [Verb in keyof G]: G[Verb] extends { serve: "session" }
    ? (context: SignInContext, input: Input<G[Verb]>) => Promise<Output<G[Verb]>>
    : Handler<G[Verb]>;
};
