/** `/metrics`: for a program on this machine, or for whoever knows METRICS_TOKEN. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../contract/refusal.ts";
import type { Metrics } from "./metrics.ts";

export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  token: string | undefined,
): void {
  app.get("/metrics", async (request, reply) => {
    if (!isOurs(request) && !holdsToken(request, token)) {
      throw new Refusal(404, "endpointNotFound");
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** From this machine, and not through a proxy on it, whose visitors come from anywhere. */
function isOurs({ ip, headers }: FastifyRequest): boolean {
  const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
  return isLoopback(ip) && forwarded.every((name) => headers[name] === undefined);
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

function holdsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = headers.authorization?.replace(/^Bearer +/i, "") ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
