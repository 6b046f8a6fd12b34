/**
 * The frame around every handler: checks the input, finds the owner, opens the transaction, compares
 * validators, replays idempotent answers, raises the revision, and writes the envelope.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import { type Endpoint, hasBook } from "../contract/endpoint.ts";
import { say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { dayOf } from "../ledger/calendar.ts";
import type { Query } from "../store/db.ts";
import { lockBook } from "./book.ts";
import { ANYBODY, type Caller } from "./caller.ts";
import { matchHolds, noneMatchHolds, ownTag, sameTag, stateTag, tagFor } from "./etag.ts";
import { type Frame, languageOf, type Served } from "./frame.ts";
import { putOwnUser } from "./gate.ts";
import { type Context, Page, Rows } from "./handler.ts";
import { findAnswer, hashBody, type KeyUse, keepAnswer, readKey } from "./idempotency.ts";
import { bookOf, findCaller, findOwner } from "./owner.ts";
import { NO_PLACE, SENT, sendRows } from "./send-rows.ts";
import type { SignInContext, SignInParts } from "./sign-in.ts";
import { type CheckedInput, checkOf } from "./validate.ts";
import { JSON_TYPE, successText, toJson } from "./wire.ts";

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function serveEndpoint(served: Served, frame: Frame): RouteHandler {
  const check = checkOf(served.endpoint);
  const serve = serveOf(served.endpoint);
  return (request, reply) => {
    if (request.claim !== null) putOwnUser(served.endpoint, request, request.claim.userId);
    const input = check(request.params, request.query, request.body);
    return serve(served, frame, input, request, reply);
  };
}

function serveOf(endpoint: Endpoint): Serve {
  if (endpoint.signIn) return serveSignIn;
  if (servedWithoutBook(endpoint)) return serveFact;
  return writes(endpoint) ? serveWrite : serveRead;
}

/** Endpoints whose answer needs no database: they go on when it is away. */
function servedWithoutBook({ path }: Endpoint): boolean {
  return path === "/health" || path === "/api" || path === "/api/about";
}

/** The test data are made by a GET, as the interface has it. */
function writes({ method, path }: Endpoint): boolean {
  return method !== "GET" || path === "/api/init-test-data";
}

/** Finds the owner in the request's own transaction: no query of a handler runs before. */
async function contextOf(
  { endpoint }: Served,
  frame: Frame,
  db: Query,
  input: CheckedInput,
  request: FastifyRequest,
  caller: Caller,
): Promise<Context> {
  const now = frame.now();
  const userId = await findOwner(db, endpoint, input, caller);
  return { db, userId, caller, address: request.ip, zone: frame.zone, now, service: frame.service };
}

export function doneMessage({ endpoint }: Served, request: FastifyRequest): string | undefined {
  return endpoint.done && say(endpoint.done, languageOf(request));
}

/**
 * The answer's body, for the frame to return: it is sent after the transaction has ended, so that no
 * slow client holds one. Text, not bytes: Node then sends head and body in one write.
 */
export function jsonAnswer(reply: FastifyReply, body: string): string {
  reply.header("content-type", JSON_TYPE);
  return body;
}

type Serve = (
  served: Served,
  frame: Frame,
  input: CheckedInput,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

const serveFact: Serve = async (served, frame, input, request, reply) => {
  const { claim } = request;
  if (claim !== null) {
    await frame.db.read((db) => findCaller(db, served.endpoint, claim, frame.now()));
  }
  const noDatabase = undefined as unknown as Query;
  const { zone, service } = frame;
  const nobody = { db: noDatabase, userId: 0, caller: ANYBODY, address: request.ip };
  const data = await served.handler({ ...nobody, zone, service, now: frame.now() }, input);
  return jsonAnswer(reply, successText(toJson(data), doneMessage(served, request)));
};

/** Sign-in opens its own transactions; its answers are secrets and are kept nowhere. */
const serveSignIn: Serve = async (served, frame, input, request, reply) => {
  const { claim } = request;
  const now = frame.now();
  const caller =
    claim === null
      ? ANYBODY
      : await frame.db.read((db) => findCaller(db, served.endpoint, claim, now));
  const context: SignInContext = {
    ...(frame.signIn as SignInParts),
    db: frame.db,
    zone: frame.zone,
    now,
    caller,
    address: request.ip,
    device: deviceOf(request),
  };
  const data = await (served.handler as unknown as SignInServe)(context, input);
  reply.header("cache-control", "no-store");
  return jsonAnswer(reply, successText(toJson(data), doneMessage(served, request)));
};

type SignInServe = (context: SignInContext, input: CheckedInput) => Promise<unknown>;

/** What the client calls itself, cut to a length that a list can show. */
function deviceOf(request: FastifyRequest): string {
  const agent = request.headers["user-agent"] ?? "";
  return agent.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

const serveRead: Serve = async (served, frame, input, request, reply) => {
  const call = { served, frame, input, request, reply };
  const answer = await frame.db.read((db) => readBook(call, db, false));
  if (answer === SENT) return reply;
  if (answer !== NO_PLACE) return answer;
  // The list waits for its place outside the transaction, so that it holds no connection meanwhile.
  const release = await frame.streams.enter();
  try {
    if (!reply.raw.destroyed) await frame.db.read((db) => readBook(call, db, true));
    return reply;
  } finally {
    release();
  }
};

/** One read of a book, all of it from one snapshot. `hasPlace` when it may stream. */
async function readBook(call: ReadCall, db: Query, hasPlace: boolean): Promise<unknown> {
  const { served, frame, input, request, reply } = call;
  const caller = await findCaller(db, served.endpoint, request.claim, frame.now());
  const context = await contextOf(served, frame, db, input, request, caller);
  const { userId } = context;
  const naming = hasBook(served.endpoint) ? stateOf(frame, context, request.url) : undefined;
  if (naming !== undefined) reply.header("cache-control", "private, no-cache");
  const noneMatch = request.headers["if-none-match"];
  const key = cacheKey(userId, request);
  if (naming !== undefined && (noneMatch !== undefined || frame.cache.has(key))) {
    const state = await naming;
    if (noneMatch !== undefined && noneMatchHolds(noneMatch, state)) {
      const isDetail = served.endpoint.params !== undefined;
      reply.header("etag", sameTag(noneMatch, state, isDetail)).code(304);
      return undefined;
    }
    const cached = frame.cache.get(key, state);
    if (cached !== undefined) return jsonAnswer(reply.headers(cached.headers), cached.body);
  }
  // Where the answer must be made anyway, what names its state is asked for together with it.
  const [state, data] = await Promise.all([naming, served.handler(context, input)]);
  const keep = (headers: Record<string, string>, body: string) => {
    if (state !== undefined) frame.cache.set(key, { state, headers, body });
    return jsonAnswer(reply.headers(headers), body);
  };
  if (data instanceof Rows) {
    const headers: Record<string, string> = state === undefined ? {} : { etag: `W/"${state}"` };
    const sent = await sendRows(data, { frame, request, reply, headers, hasPlace });
    return typeof sent === "string" ? keep(headers, sent) : sent;
  }
  const headers: Record<string, string> = {};
  if (state !== undefined) headers.etag = tagFor(served.endpoint, data, state);
  if (data instanceof Page && data.nextCursor) headers["next-cursor"] = data.nextCursor;
  const shown = data instanceof Page ? data.rows : data;
  return keep(headers, successText(toJson(shown), doneMessage(served, request)));
}

interface ReadCall {
  served: Served;
  frame: Frame;
  input: CheckedInput;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Which state of the user's book an address shows, from one row. */
async function stateOf(
  frame: Frame,
  { db, userId, now, zone }: Context,
  url: string,
): Promise<string> {
  const row = await db.get<{ revision: number }>(
    sql`select revision as "revision" from revisions where user_id = ${userId}`,
  );
  return stateTag(frame.epoch, userId, row?.revision ?? 0, dayOf(now, zone), url);
}

function cacheKey(userId: number, request: FastifyRequest): string {
  return `${userId} ${request.url}`;
}

const serveWrite: Serve = async (served, frame, input, request, reply) => {
  const { endpoint } = served;
  const message = doneMessage(served, request);
  const keyed = endpoint.method === "POST" && !endpoint.secret;
  const userId = await bookOf(frame.db, endpoint, input, request.claim);
  const named = keyed ? keyUse(served, userId, input, request) : undefined;
  const release = named && frame.running.claim(named);
  try {
    const answer = await frame.db.write(
      async (db): Promise<Answer> => {
        const caller = await findCaller(db, endpoint, request.claim, frame.now());
        const context = await contextOf(served, frame, db, input, request, caller);
        // The owner that was found, lest an answer that one user got is replayed to another.
        const use = named && { ...named, userId: context.userId };
        const kept = use && (await findAnswer(db, use, frame.now()));
        if (kept !== undefined) {
          return { text: kept, replayed: true, etag: keptTag(endpoint, kept) };
        }
        const locked = hasBook(endpoint) ? lockBook(context) : undefined;
        // It leaves together with the handler's first statement; what it says is heard below.
        locked?.catch(() => {});
        await requireMatch(served, context, input, request);
        const data = await served.handler(context, input);
        const revision = await locked;
        const text = successText(toJson(data), message);
        if (use) await keepAnswer(db, use, text, context.now);
        const etag = hasOwnTag(endpoint) ? `"${ownTag(data as object)}"` : undefined;
        return { text, etag, revision };
      },
      { userId },
    );
    if (answer.replayed) reply.header("idempotency-replayed", "true");
    if (endpoint.secret) reply.header("cache-control", "no-store");
    if (answer.etag) reply.header("etag", answer.etag);
    if (answer.revision) reply.header("book-revision", answer.revision);
    return jsonAnswer(reply, answer.text);
  } finally {
    release?.();
  }
};

interface Answer {
  text: string;
  replayed?: boolean;
  etag?: string | undefined;
  /** What the write raised the book's revision to. */
  revision?: number | undefined;
}

/** Creates and updates of a resource that has a detail path. */
function hasOwnTag(endpoint: Endpoint): boolean {
  return (endpoint.method === "POST" || endpoint.method === "PUT") && hasBook(endpoint);
}

/** The tag that the first answer had. */
function keptTag(endpoint: Endpoint, text: string): string | undefined {
  return hasOwnTag(endpoint) ? `"${ownTag(JSON.parse(text).data)}"` : undefined;
}

function keyUse(
  served: Served,
  userId: number,
  input: CheckedInput,
  request: FastifyRequest,
): KeyUse | undefined {
  const key = readKey(request.headers["idempotency-key"]);
  if (key === undefined) return undefined;
  const { method } = served.endpoint;
  // The path with its id: the same key for another entry is another request (decisions G14).
  const path = served.endpoint.path.replace(":id", String(input.params.id));
  return { userId, endpoint: `${method} ${path}`, key, bodyHash: hashBody(input.body) };
}

/** `If-Match`: the resource is read inside the write's own transaction and must be as named. */
async function requireMatch(
  { endpoint, getHandler }: Served,
  context: Context,
  input: CheckedInput,
  request: FastifyRequest,
): Promise<void> {
  const header = request.headers["if-match"];
  if (header === undefined || getHandler === undefined || endpoint.method === "POST") return;
  const current = await getHandler(context, input);
  if (!matchHolds(header, ownTag(current as object))) throw new Refusal(412, "changedSince");
}
