/**
 * The one place that reads credentials, in jwt mode: before a body is read, the `Authorization` header becomes a claim; inside
 * the transaction the claim is proved (ownership.ts). Nothing else in the service looks at credentials.
 */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Scope } from "../../contract/tokens.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { ALL_SCOPES, type Caller, type Claim } from "../handler/caller.ts";
import type { AccessTokens } from "./access-tokens.ts";

import { challenge, tokenInvalid } from "./bearer-errors.ts";
import { factorOf } from "./one-time-codes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks, as claimed; null in open mode and on public endpoints. */
    claim: Claim | null;
  }
}

/** Turns a bearer token of one kind into a claim; undefined when it is not of that kind. */
export type ReadToken = (token: string, now: number, address: string) => Promise<Claim> | undefined;

export interface Authenticate {
  /** Reads the request's credential. Refuses an invalid one with 401. */
  claimOf(request: FastifyRequest): Promise<Claim>;
}

export function authenticating(readers: ReadToken[], now: () => number): Authenticate {
  return {
    async claimOf(request) {
      const token = bearerToken(request.headers.authorization);
      for (const read of readers) {
        const claim = read(token, now(), request.ip);
        if (claim !== undefined) return claim;
      }
      throw tokenInvalid();
    },
  };
}

/** RFC 6750: the scheme in any case, one token of its alphabet. No token in a query or a body. */
function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new Refusal(401, "signInRequired", {}, challenge());
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header);
  if (match === null) throw tokenInvalid();
  return match[1] as string;
}

/** Access tokens of our own sign-in; a claim holds as long as its session does. */
export function readAccessToken(tokens: AccessTokens, asksFactor: boolean): ReadToken {
  return async (token, now) => {
    const { userId, sessionId } = await tokens.verify(token, now);
    const prove: Claim["prove"] = async (db, at) => {
      const caller = await proveSession(db, userId, sessionId, at);
      const mustEnrol = asksFactor && (await factorOf(db, userId)) === undefined;
      return mustEnrol ? { ...caller, mustEnrol } : caller;
    };
    return { userId, prove };
  };
}

async function proveSession(
  db: Query,
  userId: number,
  sessionId: string,
  now: number,
): Promise<Caller> {
  const session = await db.get(sql`select 1 as one from sessions
    where user_id = ${userId} and id = ${sessionId} and expires_at > ${instantAt(now)}`);
  if (session === undefined) throw tokenInvalid();
  return { userId, by: "session", name: sessionId, scopes: ALL_SCOPES };
}

/** The scope that a caller lacks; undefined when it has what the endpoint asks for. */
function missingScope(endpoint: Endpoint, scopes: readonly Scope[]): Scope | undefined {
  if (endpoint.creates) {
    return scopes.includes("create") || scopes.includes("write") ? undefined : "create";
  }
  // What a change answers shows what was there.
  if (endpoint.method !== "GET" && !scopes.includes("write")) return "write";
  return scopes.includes("read") ? undefined : "read";
}

/** What the caller may do with this endpoint. */
export function requireRight(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.sessionOnly && caller.by === "token") throw new Refusal(403, "sessionRequired");
  if (caller.mustEnrol && !endpoint.enrols) throw new Refusal(403, "secondFactorNeeded");
  const scope = missingScope(endpoint, caller.scopes);
  if (scope === undefined) return;
  throw new Refusal(403, "scopeMissing", { scope }, challenge("insufficient_scope"));
}

/**
 * The user comes from the token. A `userId` of the request that is not the caller's own is refused,
 * and where the endpoint takes one, the caller's is put in its place: what follows is as in open mode.
 */
export function putOwnUser(endpoint: Endpoint, request: FastifyRequest, userId: number): void {
  const query = request.query as Record<string, unknown>;
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (isOther(query.userId, String(userId)) || isOther(ownValue(body, "userId"), userId)) {
    throw new Refusal(400, "userIdNotAllowed");
  }
  if (endpoint.owner === "query") query.userId = String(userId);
  if (endpoint.owner === "body") request.body = { ...body, userId };
}

function ownValue(fields: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isOther(given: unknown, own: string | number): boolean {
  return given !== undefined && given !== null && given !== "" && given !== own;
}
