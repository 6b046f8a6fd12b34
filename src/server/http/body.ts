/** Reading bodies and queries, strictly: nothing is guessed, nothing is silently replaced. */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../../contract/refusal.ts";

/** JSON bodies alone are read; an empty body is no body, whatever its Content-Type (decisions G9). */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      if (body.length > 0) refuseEncoded(request);
      const value = readJsonObject(body as Buffer);
      // To look through what was read takes as long once more. What is done at once behind a read is still its turn.
      if (body.length > LONG) setImmediate(() => setImmediate(done, null, value));
      else done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(new Refusal(400, "wrongContentType"));
  });
}

/** Bytes of a body after which others have their turn. */
const LONG = 64 * 1024;

/** Refuses a body that is compressed: a small one may unpack to gigabytes. */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new Refusal(400, "bodyEncoded", { encoding: encoding.slice(0, 40) });
}

function readJsonObject(body: Buffer): object | undefined {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new Refusal(400, "bodyNotUtf8");
  if (isTooDeep(body)) throw new Refusal(400, "malformedJson");
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

/** Lists and objects within one another; what any endpoint takes is a tenth of it. */
const MOST_DEPTH = 100;
/** Less than this is read in a moment, whatever it is. */
const SHORT_BYTES = 16_384;
const [QUOTE, BACKSLASH] = [...Buffer.from('"\\')];
const OPENING = new Set(Buffer.from("[{"));
const CLOSING = new Set(Buffer.from("]}"));

/** Whether a long text is nested so deeply that to read it would hold the others: a megabyte of brackets takes 0.2 s. */
function isTooDeep(text: Buffer): boolean {
  if (text.length < SHORT_BYTES) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= MOST_DEPTH; at += 1) {
    const byte = text[at] as number;
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += byte === BACKSLASH ? 1 : 0;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
  }
  return depth > MOST_DEPTH;
}

/** What a value that is not validly encoded becomes: half a character, which no field accepts and no value decodes to. */
export const UNREADABLE = "\uD800";

/** Values of one query; no endpoint has a tenth of it. */
const MOST_VALUES = 500;

const OVERFULL = Symbol("more than MOST_VALUES");

/**
 * Reads a query. A name that comes twice becomes a list, which no field accepts; a value whose
 * percent encoding is no UTF-8 becomes text that no field accepts. What is beyond the bound is not read,
 * and the query is known as `isOverfull`.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string | symbol, unknown> = Object.create(null);
  if (text === "") return query;
  const pairs = text.split("&", MOST_VALUES + 1);
  if (pairs.length > MOST_VALUES) query[OVERFULL] = true;
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else query[name] = before === undefined ? value : [before, value];
  }
  return query;
}

/** Whether the query had more values than are read: nothing may be answered as if it had not. */
export function isOverfull(query: unknown): boolean {
  return Object.hasOwn(query as object, OVERFULL);
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
