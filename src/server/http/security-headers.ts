/**
 * What a browser may do with what we serve. Pages get helmet's headers and a strict policy; the JSON
 * of `/api` is nothing to be shown, framed or taken for anything else.
 */
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";

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
export async function registerHeaders(
  app: FastifyInstance,
  behindProxy: boolean,
  ofApi: Record<string, string>,
  inlineScripts: string[],
): Promise<void> {
  const apiHeaders = { ...OF_DATA, ...ofApi };
  const plain = optionsFor(false, inlineScripts);
  const overTls = optionsFor(true, inlineScripts);
  await app.register(helmet, { global: false });
  app.addHook("onRequest", (request, reply, done) => {
    const secure = behindProxy && request.protocol === "https";
    if (secure) reply.header("strict-transport-security", STRICT_TRANSPORT);
    if (isApi(request)) {
      reply.headers(apiHeaders);
      done();
      return;
    }
    reply.header("permissions-policy", PERMISSIONS);
    Promise.resolve(reply.helmet(secure ? overTls : plain)).then(() => done(), done);
  });
}

/** Whether the request is for the interface, and not for a page. */
function isApi({ url }: Pick<FastifyRequest, "url">): boolean {
  return url.startsWith("/api");
}
