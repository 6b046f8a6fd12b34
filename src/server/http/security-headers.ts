/**
 * What a browser may do with what we serve. Pages get helmet's headers and a strict policy; the JSON
 * of `/api` is nothing to be shown, framed or taken for anything else.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import helmet from "helmet";

/** Two years, this host alone: what lies on its other names is not ours to promise. */
const STRICT_TRANSPORT = "max-age=63072000";

/** What a page has no business with. */
const PERMISSIONS = "camera=(), microphone=(), geolocation=()";

/**
 * Scripts from here alone, and those inside the app's page by their hashes. Styles may be inline,
 * because the components of the app and of Swagger UI set them on elements. No
 * `upgrade-insecure-requests`: a book in a home network is served over plain http, and upgraded
 * requests would find nobody.
 */
const policyWith = (inlineScripts: string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`)],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** Data that a browser is led to open by itself: it is no page, loads nothing, and stands in no other page. */
const OF_DATA = {
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** Headers that mean something only over TLS are left out on plain http, where browsers complain. */
const optionsFor = (secure: boolean, inlineScripts: string[]) => ({
  contentSecurityPolicy: policyWith(inlineScripts),
  strictTransportSecurity: false as const,
  crossOriginOpenerPolicy: secure ? ({ policy: "same-origin" } as const) : (false as const),
  originAgentCluster: secure as true,
  frameguard: { action: "deny" } as const,
  referrerPolicy: { policy: "same-origin" } as const,
});

/**
 * `ofApi` are further headers of every answer of the interface; `inlineScripts` are "sha256-…" of each
 * script inside the page of the app.
 */
export function registerHeaders(
  app: FastifyInstance,
  behindProxy: boolean,
  ofApi: Record<string, string>,
  inlineScripts: string[],
): void {
  const apiHeaders = { ...OF_DATA, ...ofApi };
  const plain = headersBy(optionsFor(false, inlineScripts));
  const overTls = {
    ...headersBy(optionsFor(true, inlineScripts)),
    "strict-transport-security": STRICT_TRANSPORT,
  };
  app.addHook("onRequest", (request, reply, done) => {
    const secure = behindProxy && request.protocol === "https";
    if (isApi(request)) {
      if (secure) reply.header("strict-transport-security", STRICT_TRANSPORT);
      reply.headers(apiHeaders);
    } else {
      reply.headers(secure ? overTls : plain);
    }
    done();
  });
}

/** What helmet sets for the options, and what pages have besides: asked once, they never change. */
function headersBy(options: ReturnType<typeof optionsFor>): Record<string, string> {
  const headers: Record<string, string> = { "permissions-policy": PERMISSIONS };
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/** Whether the request is for the interface, and not for a page. */
function isApi({ url }: Pick<FastifyRequest, "url">): boolean {
  return url.startsWith("/api");
}
