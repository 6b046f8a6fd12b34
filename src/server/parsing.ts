/** Reading bodies and queries, strictly: nothing is guessed, nothing is silently replaced. */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../contract/refusal.ts";

/** JSON bodies alone are read; an empty body is no body, whatever its Content-Type (decisions G9). */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, readJsonObject(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(new Refusal(400, "wrongContentType"));
  });
}

function readJsonObject(body: Buffer): object | undefined {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new Refusal(400, "malformedJson");
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    throw new Refusal(400, "malformedJson");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "bodyNotObject");
  }
  return value;
}

/** What a value that is not validly encoded becomes: text that no field accepts. */
const UNREADABLE = "\0";

/**
 * Reads a query. A name that comes twice becomes a list, which no field accepts; a value whose
 * percent encoding is no UTF-8 becomes text that no field accepts.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  if (text === "") return query;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    query[name] = name in query ? [query[name], value].flat() : value;
  }
  return query;
}

function decode(text: string): string {
  const plain = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!plain.includes("%")) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return UNREADABLE;
  }
}
