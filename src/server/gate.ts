/**
 * The one gate in jwt mode: before a body is read, the `Authorization` header becomes a claim; inside
 * the transaction the claim is proved (owner.ts). Nothing else in the service looks at credentials.
 */
import type { FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import type { Endpoint } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import { instantAt } from "../ledger/calendar.ts";
import type { Query } from "../store/db.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { ALL_SCOPES, type Caller, type Claim } from "./caller.ts";
import { challenge, tokenInvalid } from "./token-refusals.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks, as claimed; null in open mode and on public endpoints. */
    claim: Claim | null;
  }
}

/** Turns a bearer token of one kind into a claim; undefined when it is not of that kind. */
export type ReadToken = (token: string, now: number, address: string) => Promise<Claim> | undefined;

export interface Gate {
  /** Reads the request's credential. Refuses with 401 what is none. */
  claimOf(request: FastifyRequest): Promise<Claim>;
}

export function makeGate(readers: ReadToken[], now: () => number): Gate {
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
export function readAccessToken(tokens: AccessTokens): ReadToken {
  return async (token, now) => {
    const { userId, sessionId } = await tokens.verify(token, now);
    return { userId, prove: (db, at) => proveSession(db, userId, sessionId, at) };
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

/** What the caller may do with this endpoint. */
export function requireRight(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.sessionOnly && caller.by === "token") throw new Refusal(403, "sessionRequired");
  const scope = endpoint.method === "GET" ? "read" : "write";
  if (caller.scopes.includes(scope)) return;
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
