/** Builds the HTTP application over an open store. Nothing listens and nothing is logged by itself. */
import compress from "@fastify/compress";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from "fastify";
import { type contract, endpoints, hasTag } from "../contract/contract.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Store } from "../store/open.ts";
import { accountHandlers } from "./accounts/accounts.ts";
import { mergeHandlers } from "./accounts/merge-accounts.ts";
import { adjustmentHandlers } from "./agreement/adjustments.ts";
import { agreementHandlers } from "./agreement/agreement.ts";
import { checkpointHandlers } from "./agreement/checkpoints.ts";
import { auditHandlers } from "./auth/audit.ts";
import { documentedMode, isProvider } from "./auth/auth-config.ts";
import { invitationHandlers } from "./auth/invitations.ts";
import { tokenHandlers } from "./auth/personal-tokens.ts";
import { relyingPartyOf } from "./auth/relying-party.ts";
import { secondFactorHandlers } from "./auth/second-factor.ts";
import { type AuthParts, setUpAuth } from "./auth/set-up.ts";
import { authHandlers } from "./auth/sign-in.ts";
import { userHandlers } from "./auth/users.ts";
import { watchChanges } from "./background/changes.ts";
import { Jobs } from "./background/jobs.ts";
import { changeHandlers } from "./changes.ts";
import type { Config } from "./config.ts";
import type { AnyHandler, Service } from "./handler/context.ts";
import { historyHandlers } from "./history/history.ts";
import { restoreAct } from "./history/restore-act.ts";
import { parseQuery, registerBodies } from "./http/body.ts";
import { openHeaders, registerCors, withoutCors } from "./http/cors.ts";
import { answerBrokenRequest, answerError } from "./http/errors.ts";
import { guardsOf } from "./http/guards.ts";
import { registerHostCheck } from "./http/host-check.ts";
import { registerMalformedRequests } from "./http/malformed-requests.ts";
import { type Metrics, makeMetrics } from "./http/metrics.ts";
import { registerMetricsEndpoint } from "./http/metrics-endpoint.ts";
import { registerDocs } from "./http/openapi-pages.ts";
import { RateLimit } from "./http/rate-limit.ts";
import { registerHeaders } from "./http/security-headers.ts";
import { type RouteHandler, serveEndpoint } from "./http/serve.ts";
import { type AnyLongHandler, registerUploads, serveLongEndpoint } from "./http/serve-long.ts";
import { makeServices } from "./http/services.ts";
import { answerWithPage, inlineScripts, registerStaticFiles } from "./http/static-files.ts";
import { channelHandlers, longChannelHandlers, noticeHandlers } from "./notices/channels.ts";
import { senderOf } from "./notices/sender-of.ts";
import { Outbound } from "./outbound/outbound.ts";
import { feedHandlers, isFeed, registerFeed } from "./plans/feeds.ts";
import { forecastHandlers } from "./plans/forecast.ts";
import { occurrenceHandlers } from "./plans/occurrences.ts";
import { planHandlers } from "./plans/plans.ts";
import { suggestionHandlers } from "./plans/suggestions.ts";
import { quickHandlers } from "./quick.ts";
import { recordHandlers } from "./records/records.ts";
import { budgetHandlers } from "./statistics/budgets.ts";
import { categoryHandlers } from "./statistics/categories.ts";
import { dashboardHandlers } from "./statistics/dashboard.ts";
import { renameCategories } from "./statistics/rename-categories.ts";
import { statisticsHandlers } from "./statistics/statistics.ts";
import { systemHandlers } from "./system.ts";
import { bulkLines } from "./transfers/bulk.ts";
import { transferHandlers } from "./transfers/transfers.ts";

export type AppConfig = Pick<
  Config,
  | "devEndpoints"
  | "corsOrigins"
  | "zone"
  | "auth"
  | "rateLimit"
  | "trustProxy"
  | "metricsToken"
  | "host"
  | "allowedHosts"
  | "publicUrl"
  | "logClients"
  | "sealing"
  | "outbound"
  | "mail"
>;

export interface AppParts {
  store: Store;
  config: AppConfig;
  /** The program's version, part of every validator. */
  version: string;
  logger?: FastifyBaseLogger;
  /** Milliseconds since 1970; tests set it. */
  now?: () => number;
  /** How long a client may leave its answer unread; tests do not wait as long as a service does. */
  stallMs?: number;
}

type Noun = keyof typeof contract;
type HandlersOf<Name extends Noun> = Record<keyof (typeof contract)[Name], unknown>;

/** Nouns that most starts of the service never hear of: their code is loaded with the first request. */
const laterHandlers = {
  imports: async () => {
    const { importHandlers, longImportHandlers } = await import("./imports/imports.ts");
    return { ...importHandlers, ...longImportHandlers };
  },
  rules: async () => {
    const [{ ruleHandlers }, { runRules }] = await Promise.all([
      import("./imports/rules.ts"),
      import("./imports/run-rules.ts"),
    ]);
    return { ...ruleHandlers, run: runRules };
  },
  passkeys: async () => (await import("./auth/passkeys.ts")).passkeyHandlers,
  book: async () => (await import("./export/book.ts")).bookHandlers,
} satisfies { [Name in Noun]?: () => Promise<HandlersOf<Name>> };

/** The handlers of the other nouns: an endpoint of the contract that is not served does not compile. */
const handlers: { [Name in Exclude<Noun, keyof typeof laterHandlers>]: HandlersOf<Name> } = {
  system: systemHandlers,
  users: userHandlers,
  accounts: { ...accountHandlers, ...mergeHandlers },
  records: { ...recordHandlers, bulk: bulkLines },
  categories: { ...categoryHandlers, rename: renameCategories },
  transfers: transferHandlers,
  plans: planHandlers,
  planSuggestions: suggestionHandlers,
  planFeeds: feedHandlers,
  forecasts: forecastHandlers,
  channels: { ...channelHandlers, ...longChannelHandlers },
  notices: noticeHandlers,
  occurrences: occurrenceHandlers,
  adjustments: adjustmentHandlers,
  agreement: agreementHandlers,
  checkpoints: checkpointHandlers,
  budgets: budgetHandlers,
  changes: changeHandlers,
  statistics: statisticsHandlers,
  dashboard: dashboardHandlers,
  history: { ...historyHandlers, restoreAct },
  quick: quickHandlers,
  auth: authHandlers,
  secondFactor: secondFactorHandlers,
  invitations: invitationHandlers,
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
    // Checked in malformed-requests.ts, to be answered in the envelope.
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
  const auth = await setUpAuth(config, store.db, parts.now ?? Date.now);
  app.setErrorHandler(async (error, request, reply) =>
    answerError((await auth.judge?.(error, request)) ?? error, request, reply),
  );
  app.setNotFoundHandler((request, reply) => {
    if (answerWithPage(request, reply)) return;
    answerError(new Refusal(404, "endpointNotFound"), request, reply);
  });
  await registerCors(app, parts.config);
  const behindProxy = parts.config.trustProxy !== false;
  const ofApi = {
    ...openHeaders(config),
    // A browser's cache would keep the book after the sign-out.
    ...(config.auth.mode === "jwt" && { "cache-control": "no-store" }),
  };
  registerHeaders(app, behindProxy, ofApi, inlineScripts());
  registerMalformedRequests(app);
  registerHostCheck(app, parts.config);
  await app.register(compress, {
    global: true,
    encodings: ["br", "gzip"],
    threshold: 1024,
    // Request bodies are JSON as it stands; a small body that unpacks to gigabytes is refused.
    globalDecompression: false,
  });
  const metrics = makeMetrics(store.db, auth.signIn?.passwords);
  registerObservation(app, metrics, config.logClients);
  registerMetricsEndpoint(app, metrics, parts.config);
  app.decorateRequest("claim", null);
  await registerEndpoints(app, parts, auth);
  registerFeed(app, { db: store.db, zone: config.zone, now: parts.now ?? Date.now });
  registerDocs(app, documentedMode(parts.config.auth), parts.config.devEndpoints);
  await registerStaticFiles(app);
  return app;
}

/** A number of hops as the rule that Fastify takes: the nearest so many are believed. */
function trusted(proxies: AppConfig["trustProxy"]) {
  return typeof proxies === "number" ? (_: string, hop: number) => hop < proxies : proxies;
}

/** One line a request, and its time; never bodies, never tokens, never the query; from whom only where that is wanted. */
function registerObservation(app: FastifyInstance, metrics: Metrics, logClients: boolean): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { id: reqId, method } = request;
    const { statusCode: status, elapsedTime } = reply;
    // Fastify makes these options anew for each who asks.
    const route = request.routeOptions.url;
    metrics.observe(method, route, status, elapsedTime);
    request.log.info(
      {
        reqId,
        method,
        path: pathOf(request.url, route),
        status,
        ms: Math.round(elapsedTime * 10) / 10,
        ...(logClients && { address: request.ip, user: request.claim?.userId }),
      },
      "request",
    );
    done();
  });
}

/** The path as it is logged: the address of a calendar is a secret. */
function pathOf(url: string, route: string | undefined): string {
  const query = url.indexOf("?");
  const path = query === -1 ? url : url.slice(0, query);
  return isFeed(route, path) ? "/calendar/…" : path;
}

async function registerEndpoints(
  app: FastifyInstance,
  parts: AppParts,
  auth: AuthParts,
): Promise<void> {
  const { store, config, version } = parts;
  const now = parts.now ?? Date.now;
  const { authenticate, signIn } = auth;
  const limit = config.rateLimit > 0 ? new RateLimit(config.rateLimit, store.db) : undefined;
  const outbound = new Outbound(config.outbound);
  const shared: Parameters<typeof makeServices>[0] = {
    db: store.db,
    zone: config.zone,
    now,
    service: serviceOf(version, config),
    publicUrl: config.publicUrl,
    epoch: `${store.epoch}.${version}`.replaceAll(".", "-"),
    signIn,
    outside: {
      seals: auth.sealer,
      mails: config.mail !== undefined,
      judge: (url) => outbound.judge(url),
    },
  };
  const services = makeServices(shared, parts.stallMs);
  const sender = senderOf(store.db, config, { now });
  const long = {
    jobs: new Jobs(store.db),
    changes: watchChanges(app, store.db),
    sendNotice: async (userId: number, id: number) => void (await sender.send(userId, id)),
  };
  app.addHook("preClose", () => long.jobs.close());
  const uploads: RouteOptions[] = [];
  for (const { name, endpoint } of endpoints()) {
    if (!isServed(endpoint, config)) continue;
    const [noun, verb] = name.split(".") as [Noun, string];
    const serve = (loaded: object) => {
      const verbs = loaded as Record<string, AnyHandler>;
      const handler = verbs[verb] as AnyHandler;
      if (endpoint.serve === "long") {
        return serveLongEndpoint(endpoint, handler as unknown as AnyLongHandler, services, long);
      }
      // What an update or delete of a resource changes is read by the noun's own handler.
      const getHandler = endpoint.resource ? verbs.get : undefined;
      const served = { endpoint, handler, tagged: hasTag(endpoint) };
      return serveEndpoint({ ...served, ...(getHandler && { getHandler }) }, services);
    };
    const handler = isLater(noun)
      ? onceLoaded(async () => serve(await laterHandlers[noun]()))
      : serve(handlers[noun]);
    const { method, path: url } = endpoint;
    const route = {
      method,
      url,
      ...guardsOf(endpoint, { authenticate, limit, now }),
      ...(!endpoint.probe && withoutCors(config)),
      ...(isSmall(endpoint) && { compress: false as const }),
      handler,
    };
    if (endpoint.upload) uploads.push(route);
    else app.route(route);
  }
  await registerUploads(app, uploads);
}

/**
 * Whether compression is left out: one resource or a figure is not worth it, and events would be held
 * back until there are enough of them.
 */
function isSmall({ method, serve, small, answers }: Endpoint): boolean {
  return small || serve === "static" || answers === "text/event-stream" || method !== "GET";
}

/** Whether the endpoint is there in this configuration; otherwise it is 404 as any unknown path. */
function isServed(endpoint: Endpoint, { auth, devEndpoints }: AppConfig): boolean {
  if (endpoint.development) return devEndpoints;
  if (endpoint.only === "jwt") return auth.mode === "jwt";
  if (endpoint.only === "password") return auth.mode === "jwt" && !isProvider(auth);
  return true;
}

function serviceOf(version: string, { auth, devEndpoints, publicUrl }: AppConfig): Service {
  const signIn = auth.mode === "open" ? "open" : isProvider(auth) ? "provider" : "password";
  const passkeyHost = signIn === "password" ? relyingPartyOf(publicUrl).id : null;
  const requiresSecondFactor = "secondFactor" in auth && auth.secondFactor === "required";
  return { version, development: devEndpoints, signIn, requiresSecondFactor, passkeyHost };
}

function isLater(noun: Noun): noun is keyof typeof laterHandlers {
  return Object.hasOwn(laterHandlers, noun);
}

/** A route whose handler is loaded with its first request. */
function onceLoaded(load: () => Promise<RouteHandler>): RouteHandler {
  let loading: Promise<RouteHandler> | undefined;
  return async (request, reply) => {
    loading ??= load();
    return (await loading)(request, reply);
  };
}
