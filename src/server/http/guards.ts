/** What a request passes before anything of it is read: the general limit, then the credential. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Authenticate } from "../auth/authenticate.ts";
import { networkOf } from "../auth/throttle.ts";
import type { RateLimit } from "./rate-limit.ts";

export interface Guards {
  /** Undefined in open mode. */
  authenticate: Authenticate | undefined;
  /** Undefined when RATE_LIMIT is off. */
  limit: RateLimit | undefined;
  now: () => number;
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The route's own hooks; none in open mode without a limit. */
export function guardsOf(endpoint: Endpoint, guards: Guards): { onRequest?: Hook[] } {
  const { authenticate, limit, now } = guards;
  const hooks: Hook[] = [];
  if (limit && !endpoint.probe) {
    hooks.push(async (request, reply) =>
      limit.take({ userId: 0, key: `address ${networkOf(request.ip)}` }, now(), reply),
    );
  }
  if (authenticate && !endpoint.public) {
    hooks.push(async (request, reply) => {
      varyByToken(reply);
      request.claim = await authenticate.claimOf(request);
      await limit?.take({ userId: request.claim.userId, key: "user" }, now(), reply);
    });
  }
  return hooks.length === 0 ? {} : { onRequest: hooks };
}

/** A cache between us and the browser must not give one user's answer to another. */
function varyByToken(reply: FastifyReply): void {
  const vary = reply.getHeader("vary");
  reply.header("vary", vary === undefined ? "Authorization" : `${vary}, Authorization`);
}
