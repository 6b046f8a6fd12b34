/** Cross-origin requests: preflights and listed origins by the library, "anybody" by two fixed lines. */
import cors from "@fastify/cors";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { Config } from "../config.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Read by the library: false leaves a route alone. */
    cors?: false;
  }
}

type CorsConfig = Pick<Config, "corsOrigins" | "rateLimit" | "auth">;

export async function registerCors(app: FastifyInstance, config: CorsConfig): Promise<void> {
  await app.register(cors, {
    origin: config.corsOrigins,
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    exposedHeaders: exposed(config),
    strictPreflight: false,
    maxAge: 86_400,
  });
}

/**
 * The headers of every answer of the interface when any origin may read it. They depend on nothing of
 * the request, so that the library, which works them out again each time, is left out (`withoutCors`).
 */
export function openHeaders(config: CorsConfig): Record<string, string> {
  if (config.corsOrigins !== "*") return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposed(config).join(", "),
  };
}

/** The options of a route whose headers `openHeaders` gives. */
export function withoutCors(config: CorsConfig): Pick<RouteOptions, "config"> {
  return config.corsOrigins === "*" ? { config: { cors: false } } : {};
}

function exposed({ rateLimit, auth }: CorsConfig): string[] {
  return [
    "ETag",
    "Retry-After",
    "Idempotency-Replayed",
    "Next-Cursor",
    "Bill-Problem",
    "Book-Revision",
    "History-Act",
    "Ignored-Fields",
    ...(rateLimit > 0 ? ["RateLimit", "RateLimit-Policy"] : []),
    ...(auth.mode === "jwt" ? ["WWW-Authenticate"] : []),
  ];
}
