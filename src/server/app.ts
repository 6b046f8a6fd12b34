/** Builds the HTTP application over an open store. Nothing listens and nothing is logged by itself. */
import compress from "@fastify/compress";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from "fastify";
import { type contract, endpoints } from "../contract/contract.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Store } from "../store/open.ts";
import { accountHandlers } from "./accounts.ts";
import { admission } from "./admission.ts";
import { auditHandlers } from "./audit.ts";
import { authHandlers } from "./auth.ts";
import { documentedMode, isProvider } from "./auth-config.ts";
import { budgetHandlers } from "./budgets.ts";
import { categoryHandlers } from "./categories.ts";
import { changeHandlers, watchChanges } from "./changes.ts";
import type { Config } from "./config.ts";
import { openHeaders, registerCors, withoutCors } from "./cors.ts";
import { dashboardHandlers } from "./dashboard.ts";
import { registerDocs } from "./docs.ts";
import { type Entrance, makeEntrance } from "./entrance.ts";
import { answerBrokenRequest, answerError } from "./failures.ts";
import { makeFrame } from "./frame.ts";
import type { AnyHandler, Service } from "./handler.ts";
import { isApi, registerHeaders } from "./headers.ts";
import { historyHandlers } from "./history.ts";
import { importHandlers, ownImportHandlers } from "./imports.ts";
import { Jobs } from "./jobs.ts";
import { type Metrics, makeMetrics } from "./metrics.ts";
import { registerOddRequests } from "./odd-requests.ts";
import { parseQuery, registerBodies } from "./parsing.ts";
import { quickHandlers } from "./quick.ts";
import { RateLimit } from "./rate-limit.ts";
import { recordHandlers } from "./records.ts";
import { ruleHandlers } from "./rules.ts";
import { runRules } from "./rules-run.ts";
import { serveEndpoint } from "./serve-endpoint.ts";
import { type AnyOwnHandler, registerUploads, serveOwnEndpoint } from "./serve-own.ts";
import { registerMetrics } from "./side-doors.ts";
import { statisticsHandlers } from "./statistics.ts";
import { systemHandlers } from "./system.ts";
import { tokenHandlers } from "./tokens.ts";
import { transferHandlers } from "./transfers.ts";
import { userHandlers } from "./users.ts";
import { openWeb } from "./web.ts";
import { bookHandlers } from "./whole-book.ts";

export type AppConfig = Pick<
  Config,
  "devEndpoints" | "corsOrigins" | "zone" | "auth" | "rateLimit" | "trustProxy" | "metricsToken"
>;

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
  categories: categoryHandlers,
  transfers: transferHandlers,
  budgets: budgetHandlers,
  imports: { ...importHandlers, ...ownImportHandlers },
  rules: { ...ruleHandlers, run: runRules },
  book: bookHandlers,
  changes: changeHandlers,
  statistics: statisticsHandlers,
  dashboard: dashboardHandlers,
  history: historyHandlers,
  quick: quickHandlers,
  auth: authHandlers,
  tokens: tokenHandlers,
  audit: auditHandlers,
};

const BODY_LIMIT = 1024 * 1024;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trusted(parts.config.trustProxy),
    // A client that sends slower than this is cut off.
    requestTimeout: 60_000,
    // Checked in odd-requests.ts, to be answered in the envelope.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    // A logger made for every request costs more than the line it writes: lines name the request.
    childLoggerFactory: (logger) => logger,
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
  const { store, config } = parts;
  const entrance = await makeEntrance(config.auth, store.db, config.zone, parts.now ?? Date.now);
  app.setErrorHandler(async (error, request, reply) =>
    answerError((await entrance.judge?.(error, request)) ?? error, request, reply),
  );
  const web = openWeb();
  app.setNotFoundHandler((request, reply) => {
    if (web.answer(request, reply)) return;
    answerError(new Refusal(404, "endpointNotFound"), request, reply);
  });
  await registerCors(app, parts.config);
  const behindProxy = parts.config.trustProxy !== false;
  await registerHeaders(app, behindProxy, openHeaders(parts.config), web.inlineScripts);
  registerOddRequests(app);
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip"],
    threshold: 1024,
    // Request bodies are JSON as it stands; a small body that unpacks to gigabytes is none.
    globalDecompression: false,
  });
  const metrics = makeMetrics(store.db, entrance.signIn?.passwords);
  registerObservation(app, metrics);
  registerMetrics(app, metrics, parts.config.metricsToken);
  app.decorateRequest("claim", null);
  await registerEndpoints(app, parts, entrance);
  await registerDocs(app, documentedMode(parts.config.auth));
  web.register(app);
  return app;
}

/** A number of hops as the rule that Fastify takes: the nearest so many are believed. */
function trusted(proxies: AppConfig["trustProxy"]) {
  return typeof proxies === "number" ? (_: string, hop: number) => hop < proxies : proxies;
}

/** One line a request, and its time; never bodies, never tokens, never the query. */
function registerObservation(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    metrics.observe(request, reply);
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
}

async function registerEndpoints(
  app: FastifyInstance,
  parts: AppParts,
  entrance: Entrance,
): Promise<void> {
  const { store, config, version } = parts;
  const now = parts.now ?? Date.now;
  const { gate, signIn } = entrance;
  const limit = config.rateLimit > 0 ? new RateLimit(config.rateLimit, store.db) : undefined;
  const frame = makeFrame({
    db: store.db,
    zone: config.zone,
    now,
    service: serviceOf(version, config),
    epoch: `${store.epoch}.${version}`.replaceAll(".", "-"),
    signIn,
  });
  const long = { jobs: new Jobs(store.db), changes: watchChanges(app, store.db) };
  app.addHook("preClose", () => long.jobs.close());
  const uploads: RouteOptions[] = [];
  for (const { name, endpoint } of endpoints()) {
    if (!isServed(endpoint, config)) continue;
    const handler =
      endpoint.transaction === "own"
        ? serveOwnEndpoint(endpoint, handlerOf(name) as unknown as AnyOwnHandler, frame, long)
        : serveEndpoint(
            { endpoint, handler: handlerOf(name), ...withGetHandler(name, endpoint) },
            frame,
          );
    const { method, path: url } = endpoint;
    const route = {
      method,
      url,
      ...admission(endpoint, { gate, limit, now }),
      ...(isApi({ url }) && withoutCors(config)),
      ...(isSmall(endpoint) && { compress: false as const }),
      handler,
    };
    if (endpoint.upload) uploads.push(route);
    else app.route(route);
  }
  await registerUploads(app, uploads);
}

const SMALL = /^\/(health|api|api\/statistics\/(monthly|compare))$/;

/**
 * Whether compression is left out: one resource or a figure is not worth it, and events would be held
 * back until there are enough of them.
 */
function isSmall({ method, path, answers }: Endpoint): boolean {
  return answers === "text/event-stream" || method !== "GET" || SMALL.test(path);
}

/** Whether the endpoint is there in this configuration; otherwise it is 404 as any unknown path. */
function isServed(endpoint: Endpoint, { auth, devEndpoints }: AppConfig): boolean {
  if (endpoint.development) return devEndpoints;
  if (endpoint.only === "jwt") return auth.mode === "jwt";
  if (endpoint.only === "password") return auth.mode === "jwt" && !isProvider(auth);
  return true;
}

function serviceOf(version: string, { auth, devEndpoints }: AppConfig): Service {
  const signIn = auth.mode === "open" ? "open" : isProvider(auth) ? "provider" : "password";
  return { version, development: devEndpoints, signIn };
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
