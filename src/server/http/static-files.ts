/**
 * The files that the build wrote, served one way: the web app's hashed assets, which never change, its
 * page for every path that a person opens, and what `/docs` needs. Beside a file that packs well stands
 * the same as `.br` and `.gz`, so that serving compresses nothing.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { packageFile } from "../../store/own-files.ts";

const DIST = packageFile("dist");
const APP = join(DIST, "web");
const PAGE = "index.html";

/** Paths that belong to programs: an unknown one below them is never answered with the page. */
const NOT_THE_APP = /^\/(api|health|metrics|docs|openapi\.json|assets)(\/|$)/;

/** Files with a hash in their name: what is behind the name never changes. */
const HASHED = /^assets\//;

/** Serves the app's files and `/docs/…`. Without a build (a server alone) there are none. */
export async function registerStaticFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: APP,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  // Any client gets the first page, whatever it accepts: what watches the service, too.
  if (existsSync(join(APP, PAGE))) app.get("/", (_, reply) => sendFile(reply, APP, PAGE));
  addFolder(app, APP, "/");
  addFolder(app, join(DIST, "docs"), "/docs/");
}

/** Answers a request that no endpoint took with the app's page, when it is a person's; false otherwise. */
export function answerWithPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!wantsPage(request) || !existsSync(join(APP, PAGE))) return false;
  sendFile(reply, APP, PAGE);
  return true;
}

/** Returns the hashes of the scripts inside the page, which its policy allows (security-headers.ts). */
export function inlineScripts(): string[] {
  const page = join(APP, PAGE);
  return existsSync(page) ? hashesOf(readFileSync(page, "utf8")) : [];
}

/** Adds a route for each file, so that a file that is not there is an unknown path as any other. */
function addFolder(app: FastifyInstance, folder: string, prefix: string): void {
  if (!existsSync(folder)) return;
  for (const name of filesIn(folder)) {
    app.get(prefix + name, (_request, reply) => sendFile(reply, folder, name));
  }
}

/** Returns the files of a folder, by their path in it, without the compressed copies. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
}

function sendFile(reply: FastifyReply, folder: string, name: string): FastifyReply {
  reply.code(200).headers({
    "cache-control": HASHED.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
  });
  return reply.sendFile(name, folder);
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (NOT_THE_APP.test(url.split("?", 1)[0] as string)) return false;
  return headers.accept?.includes("text/html") ?? false;
}

/** The page's own inline scripts as a policy names them. */
function hashesOf(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => {
    const hash = createHash("sha256").update(text as string);
    return `sha256-${hash.digest("base64")}`;
  });
}
