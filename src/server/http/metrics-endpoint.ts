/** `/metrics`: for a program on this machine that is no page of another site, or for who knows METRICS_TOKEN. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../../contract/refusal.ts";
import type { Config } from "../config.ts";
import { isAskedByOurName, isFromElsewhere } from "./host-check.ts";
import type { Metrics } from "./metrics.ts";

export function registerMetricsEndpoint(
  app: FastifyInstance,
  metrics: Metrics,
  config: Pick<Config, "metricsToken" | "host" | "allowedHosts">,
): void {
  app.get("/metrics", async (request, reply) => {
    const isLocal =
      isOurs(request) && isAskedByOurName(request, config) && !isFromElsewhere(request);
    if (!isLocal && !holdsToken(request, config.metricsToken)) {
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
