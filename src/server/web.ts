/**
 * The web app, from the files that the build wrote: hashed assets that never change, and one page
 * for every path that a person opens. Files lie in memory, already compressed, so that no request
 * reaches the file system.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const FOLDER = join(import.meta.dirname, "../../dist/web");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

/** Paths that belong to programs: an unknown one below them is never answered with the page. */
const NOT_THE_APP = /^\/(api|health|metrics|docs|openapi\.json|assets)(\/|$)/;

interface File {
  type: string;
  etag: string;
  /** Hashed names: the file behind one never changes. */
  immutable: boolean;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

export interface WebApp {
  /** Hashes of the scripts inside the page, which its policy allows (headers.ts). */
  inlineScripts: string[];
  /** Serves the app's files. */
  register(app: FastifyInstance): void;
  /** Answers a request that no endpoint took, when it is a person's; false otherwise. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Reads the app's files. Without a build (a server alone) there is no app, and nothing else changes. */
export function openWeb(): WebApp {
  const files = readFiles();
  const page = files.get("/index.html");
  if (page === undefined) return { inlineScripts: [], register() {}, answer: () => false };
  return {
    inlineScripts: hashesOf(page.plain.toString()),
    register(app) {
      for (const [path, file] of files) {
        app.get(path, async (request, reply) => sendFile(file, request, reply));
      }
    },
    answer(request, reply) {
      if (!wantsPage(request)) return false;
      sendFile(page, request, reply);
      return true;
    },
  };
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (NOT_THE_APP.test(url.split("?", 1)[0] as string)) return false;
  return headers.accept?.includes("text/html") ?? false;
}

function readFiles(): Map<string, File> {
  const files = new Map<string, File>();
  if (!existsSync(FOLDER)) return files;
  for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(FOLDER, path).split(sep).join("/")}`;
    files.set(name, readFile(path, type, name.startsWith("/assets/")));
  }
  return files;
}

function readFile(path: string, type: string, immutable: boolean): File {
  const plain = readFileSync(path);
  const etag = `"${createHash("sha1").update(plain).digest("base64url").slice(0, 16)}"`;
  const file: File = { type, etag, immutable, plain };
  if (existsSync(`${path}.br`)) file.br = readFileSync(`${path}.br`);
  if (existsSync(`${path}.gz`)) file.gzip = readFileSync(`${path}.gz`);
  return file;
}

function sendFile(file: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    "content-type": file.type,
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
  });
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find(
    (name) => file[name] !== undefined && accepted.includes(name),
  );
  // Says so even where nothing is encoded, lest a hook compress it again on every request.
  reply.header("content-encoding", encoding ?? "identity");
  return reply.code(200).send(encoding === undefined ? file.plain : file[encoding]);
}

/** The page's own inline scripts as a policy names them. */
function hashesOf(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => {
    const hash = createHash("sha256").update(text as string);
    return `sha256-${hash.digest("base64")}`;
  });
}
