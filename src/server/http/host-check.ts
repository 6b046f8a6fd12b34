/**
 * Who may be asked for, and from where, while nobody signs in. A page of another site can send requests to
 * this machine: under a name of its own that it lets point here (DNS rebinding), or straight across sites.
 */
import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../../contract/refusal.ts";
import type { Config } from "../config.ts";

type Doors = Pick<Config, "auth" | "corsOrigins" | "host" | "allowedHosts">;

/** What watches the service asks by whatever address; it is told nothing of anybody. */
const PROBES = /^\/health(\/ready)?\/?(\?|$)/;

/** Refuses what a page of another site has sent. Register it before everything that answers. */
export function registerHostCheck(app: FastifyInstance, doors: Doors): void {
  const isOpen = doors.auth.mode === "open";
  const origins = doors.corsOrigins;
  const isOurs = askedAgain(doors);
  app.addHook("onRequest", (request, _reply, done) => {
    if (isOpen && !isOurs(request) && !PROBES.test(request.url)) {
      const host = shown(request.headers.host);
      done(new Refusal(403, "hostNotAllowed", { host }));
      return;
    }
    if (origins !== "*" && isWrite(request) && isFromElsewhere(request, origins)) {
      done(new Refusal(403, "originNotAllowed", { origin: shown(request.headers.origin) }));
      return;
    }
    done();
  });
}

/** Whether the request was sent by a page of another site; who does not say is no browser. */
export function isFromElsewhere(
  { headers }: Pick<FastifyRequest, "headers">,
  listed: readonly string[] = [],
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin === undefined) return site === "cross-site";
  // What the browser itself says; a proxy may have passed on another Host than the page was asked by.
  if (site === "same-origin") return false;
  if (listed.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host?.toLowerCase();
}

/** `isAskedByOurName` for every request: the Host is nearly always that of the one before. */
function askedAgain(doors: Doors): (request: FastifyRequest) => boolean {
  let ours: string | undefined;
  return (request) => {
    const { host } = request.headers;
    if (host !== undefined && host === ours) return true;
    const isOurs = isAskedByOurName(request, doors);
    if (isOurs) ours = host;
    return isOurs;
  };
}

/** Whether the Host is a name of this machine: one that no other site can let point here. */
export function isAskedByOurName(
  { headers }: Pick<FastifyRequest, "headers">,
  { host, allowedHosts }: Pick<Config, "host" | "allowedHosts">,
): boolean {
  // HTTP/1.0 may leave it out; browsers never do.
  if (headers.host === undefined) return true;
  const asked = nameOf(headers.host);
  if (isLoopbackName(asked) || asked === nameOf(host)) return true;
  // A number is looked up nowhere, so that nobody can let it point here.
  if (["0.0.0.0", "::"].includes(host) && isIP(asked) !== 0) return true;
  return allowedHosts.includes(asked);
}

function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/** The name in a Host header: without its port, its brackets and the dot at its end, in lower case. */
export function nameOf(host: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\]|(.*?))(?::\d*)?$/.exec(host.trim()) ?? [];
  const name = bracketed ?? (isIP(host) === 6 ? host : (plain ?? host));
  return name.toLowerCase().replace(/\.$/, "");
}

function isWrite({ method }: FastifyRequest): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(method);
}

function shown(header: string | undefined): string {
  return (header ?? "").slice(0, 100).replace(/\p{C}/gu, "?");
}
