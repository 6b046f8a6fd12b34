/** Builds the HTTP application over an open store. Nothing listens and nothing is logged by itself. */
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from "fastify";
import { type contract, endpoints } from "../contract/contract.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Store } from "../store/open.ts";
import { accountHandlers } from "./accounts.ts";
import { authHandlers } from "./auth.ts";
import { isProvider } from "./auth-config.ts";
import { budgetHandlers } from "./budgets.ts";
import type { Config } from "./config.ts";
import { dashboardHandlers } from "./dashboard.ts";
import { registerDocs } from "./docs.ts";
import { makeEntrance } from "./entrance.ts";
import { answerBrokenRequest, answerError } from "./failures.ts";
import type { Gate } from "./gate.ts";
import type { AnyHandler } from "./handler.ts";
import { importHandlers, ownImportHandlers } from "./imports.ts";
import { Jobs } from "./jobs.ts";
import { type Metrics, makeMetrics } from "./metrics.ts";
import { registerOddRequests } from "./odd-requests.ts";
import { parseQuery, registerBodies } from "./parsing.ts";
import { recordHandlers } from "./records.ts";
import { ruleHandlers } from "./rules.ts";
import { runRules } from "./rules-run.ts";
import { makeFrame, serveEndpoint } from "./serve-endpoint.ts";
import { type AnyOwnHandler, registerUploads, serveOwnEndpoint } from "./serve-own.ts";
import { statisticsHandlers } from "./statistics.ts";
import { systemHandlers } from "./system.ts";
import { transferHandlers } from "./transfers.ts";
import { userHandlers } from "./users.ts";
import { bookHandlers } from "./whole-book.ts";

export type AppConfig = Pick<Config, "devEndpoints" | "corsOrigins" | "zone" | "auth">;

export interface AppParts {
  store: Store;
  config: AppConfig;
  /** The program's version, part of every validator. */
  version: string;
  logger?: FastifyBaseLogger;
  /** Milliseconds since 1970; tests set it. */
  now?: () => number;
}

/** The handlers of every noun: an endpoint of the contract that is not served does not compile. */
const handlers: {
  [Noun in keyof typeof contract]: Record<keyof (typeof contract)[Noun], unknown>;
} = {
  system: systemHandlers,
  users: userHandlers,
  accounts: accountHandlers,
  records: recordHandlers,
  transfers: transferHandlers,
  budgets: budgetHandlers,
  imports: { ...importHandlers, ...ownImportHandlers },
  rules: { ...ruleHandlers, run: runRules },
  book: bookHandlers,
  statistics: statisticsHandlers,
  dashboard: dashboardHandlers,
  auth: authHandlers,
};

const BODY_LIMIT = 1024 * 1024;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // A client that sends slower than this is cut off.
    requestTimeout: 60_000,
    // Checked in odd-requests.ts, to be answered in the envelope.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseQuery as (text: string) => Record<string, unknown>,
      // Longer than any path we take: an id of any length is answered by its noun (decisions G5).
      maxParamLength: 65_536,
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  registerBodies(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal(404, "endpointNotFound"), request, reply),
  );
  await registerCors(app, parts.config);
  registerOddRequests(app);
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip"],
    threshold: 1024,
    // Request bodies are JSON as it stands; a small body that unpacks to gigabytes is none.
    globalDecompression: false,
  });
  const metrics = makeMetrics(parts.store.db);
  registerObservation(app, metrics);
  app.decorateRequest("claim", null);
  await registerEndpoints(app, parts);
  await registerDocs(app, parts.config.auth.mode);
  return app;
}

async function registerCors(app: FastifyInstance, config: AppConfig): Promise<void> {
  await app.register(cors, {
    origin: config.corsOrigins === "*" ? "*" : config.corsOrigins,
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    exposedHeaders: ["ETag", "Retry-After", "Idempotency-Replayed", "Next-Cursor", "Bill-Problem"],
    strictPreflight: false,
    maxAge: 86_400,
  });
}

/** One line a request, and its time; never bodies, never tokens, never the query. */
function registerObservation(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    metrics.observe(request, reply);
    request.log.info(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
  app.get("/metrics", async (request, reply) => {
    if (!isLoopback(request.ip)) throw new Refusal(404, "endpointNotFound");
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

async function registerEndpoints(app: FastifyInstance, parts: AppParts): Promise<void> {
  const { store, config, version } = parts;
  const now = parts.now ?? Date.now;
  const entrance = makeEntrance(config.auth, now);
  const frame = makeFrame({
    db: store.db,
    zone: config.zone,
    now,
    epoch: `${store.epoch}.${version}`.replaceAll(".", "-"),
    signIn: entrance.signIn,
  });
  const jobs = new Jobs();
  app.addHook("preClose", () => jobs.close());
  const uploads: RouteOptions[] = [];
  for (const { name, endpoint } of endpoints()) {
    if (!isServed(endpoint, config)) continue;
    const handler =
      endpoint.transaction === "own"
        ? serveOwnEndpoint(endpoint, handlerOf(name) as unknown as AnyOwnHandler, frame, jobs)
        : serveEndpoint(
            { endpoint, handler: handlerOf(name), ...withGetHandler(name, endpoint) },
            frame,
          );
    const { method, path: url } = endpoint;
    const route = {
      method,
      url,
      ...admission(endpoint, entrance.gate),
      // Compression would hold events back until it has enough of them.
      ...(endpoint.answers === "text/event-stream" && { compress: false as const }),
      handler,
    };
    if (endpoint.upload) uploads.push(route);
    else app.route(route);
  }
  await registerUploads(app, uploads);
}

/** Whether the endpoint is there in this configuration; otherwise it is 404 as any unknown path. */
function isServed(endpoint: Endpoint, { auth, devEndpoints }: AppConfig): boolean {
  if (endpoint.development) return devEndpoints;
  if (endpoint.only === "jwt") return auth.mode === "jwt";
  if (endpoint.only === "password") return auth.mode === "jwt" && !isProvider(auth);
  return true;
}

/** Where there is sign-in, the credential is read before anything else of the request is. */
function admission(endpoint: Endpoint, gate: Gate | undefined) {
  if (gate === undefined || endpoint.public) return {};
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const vary = reply.getHeader("vary");
      reply.header("vary", vary === undefined ? "Authorization" : `${vary}, Authorization`);
      request.claim = await gate.claimOf(request);
    },
  };
}

function handlerOf(name: string): AnyHandler {
  const [noun, verb] = name.split(".") as [keyof typeof handlers, string];
  return (handlers[noun] as Record<string, AnyHandler>)[verb] as AnyHandler;
}

/** The handler that reads the resource that an update or delete of the same path changes. */
function withGetHandler(name: string, endpoint: Endpoint): { getHandler?: AnyHandler } {
  if (!endpoint.path.endsWith("/:id")) return {};
  return { getHandler: handlerOf(`${name.split(".")[0]}.get`) };
}
