/**
 * The services around every handler: checks the input, finds the owner, opens the transaction, compares
 * validators, replays idempotent answers, raises the revision, and writes the envelope.
 */
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Endpoint, hasBook, takesKey } from "../../contract/endpoint.ts";
import { say } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { dayOf } from "../../ledger/calendar.ts";
import type { Query, ReadOptions } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { putOwnUser } from "../auth/authenticate.ts";
import { bookOf, findCaller, findOwner } from "../auth/ownership.ts";
import type { SignInContext, SignInParts } from "../auth/sign-in-context.ts";
import { lockBook } from "../book/balances.ts";
import { successBody, successWhole } from "../handler/answer-text.ts";
import { ANYBODY, type Caller } from "../handler/caller.ts";
import {
  type Context,
  type FoundFew,
  MustStepAside,
  Page,
  Paged,
  type RequestContext,
  Rows,
  type StaticContext,
} from "../handler/context.ts";
import type { CheckedInput } from "../handler/input.ts";
import { JSON_TYPE, successText, toJson } from "../handler/money-json.ts";
import { matchHolds, noneMatchHolds, ownTag, stateTag, tagFor } from "./etag.ts";
import { findAnswer, hashBody, type KeyUse, keepAnswer, readKey } from "./idempotency.ts";
import { ignoredFields } from "./ignored-fields.ts";
import { languageOf, type Served, type Services } from "./services.ts";
import { MUST_WAIT, SENT, sendRows } from "./stream-rows.ts";
import { checkOf } from "./validate.ts";

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function serveEndpoint(served: Served, services: Services): RouteHandler {
  const read = inputReader(served.endpoint);
  const serve = SERVE[served.endpoint.serve as keyof typeof SERVE];
  return (request, reply) => serve(served, services, read(request, reply), request, reply);
}

/**
 * Returns what reads a request's input. It names the fields of the body that nobody reads, also where
 * the request is refused.
 */
export function inputReader(
  endpoint: Endpoint,
): (request: FastifyRequest, reply: FastifyReply) => CheckedInput {
  const check = checkOf(endpoint);
  const ignored = ignoredFields(endpoint);
  return (request, reply) => {
    const names = ignored(request.body);
    if (names !== undefined) reply.header("ignored-fields", names);
    if (request.claim !== null) putOwnUser(endpoint, request, request.claim.userId);
    return check(request.params, request.query, request.body);
  };
}

/** Returns what every handler has at hand, however its endpoint is served. */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
): RequestContext {
  const { zone, service, publicUrl, outside } = services;
  return {
    caller,
    address: request.ip,
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    zone,
    service,
    language: languageOf(request),
    outside,
  };
}

/** Finds who asks, and the owner, in the request's own transaction: no query of a handler runs before. */
async function contextOf(
  { endpoint }: Served,
  services: Services,
  db: Query,
  input: CheckedInput,
  request: FastifyRequest,
  onLoop?: FoundFew,
): Promise<Context> {
  const now = services.now();
  const { claim } = request;
  const caller = claim === null ? ANYBODY : await findCaller(db, endpoint, claim, now);
  const userId = await findOwner(db, endpoint, input, caller);
  // What stands behind a spread costs the engine a microsecond a field, and more than the spread itself.
  return { db, userId, now, act: {}, onLoop, ...requestContext(services, request, caller) };
}

/** The message of a success: by a field of `data`, where the endpoint has one for it. */
export function doneMessage(
  { done, doneWith }: Endpoint,
  data: unknown,
  request: FastifyRequest,
): string | undefined {
  const key = (doneWith && doneBy(doneWith, data)) ?? done;
  return key && say(key, languageOf(request));
}

function doneBy(doneWith: NonNullable<Endpoint["doneWith"]>, data: unknown) {
  const fields = new Map(Object.entries(data ?? {}));
  return Object.entries(doneWith)
    .filter(([name]) => fields.has(name))
    .map(([name, key]) => (typeof key === "string" ? key : key[String(fields.get(name))]))
    .find((one) => one !== undefined);
}

/**
 * The answer's body, for the services to return: it is sent after the transaction has ended, so that no
 * slow client holds one. Text, not bytes: Node then sends head and body in one write.
 */
export function jsonAnswer<Body extends string | Readable>(reply: FastifyReply, body: Body): Body {
  reply.header("content-type", JSON_TYPE);
  return body;
}

type ServeOne = (
  served: Served,
  services: Services,
  input: CheckedInput,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/** An answer from what the service knows of itself; the database is asked for a caller alone. */
const serveStatic: ServeOne = async (served, services, input, request, reply) => {
  const context = await staticContext(served, services, request);
  const data = await (served.handler as HandlerWith<StaticContext>)(context, input);
  return jsonAnswer(reply, successText(toJson(data), doneMessage(served.endpoint, data, request)));
};

/** Sign-in opens its own transactions; its answers are secrets and are kept nowhere. */
const serveSession: ServeOne = async (served, services, input, request, reply) => {
  const context: SignInContext = {
    ...(services.signIn as SignInParts),
    ...(await staticContext(served, services, request)),
    db: services.db,
    device: deviceOf(request),
  };
  const data = await (served.handler as unknown as HandlerWith<SignInContext>)(context, input);
  reply.header("cache-control", "no-store");
  return jsonAnswer(reply, successText(toJson(data), doneMessage(served.endpoint, data, request)));
};

type HandlerWith<C> = (context: C, input: CheckedInput) => Promise<unknown>;

/** The context of a handler without a transaction; a claim is proved before, in one of its own. */
async function staticContext(
  { endpoint }: Served,
  services: Services,
  request: FastifyRequest,
): Promise<StaticContext> {
  const { claim } = request;
  const now = services.now();
  const caller =
    claim === null ? ANYBODY : await services.db.read((db) => findCaller(db, endpoint, claim, now));
  return { now, ...requestContext(services, request, caller) };
}

/** What the client calls itself, cut to a length that a list can show. */
function deviceOf(request: FastifyRequest): string {
  const agent = request.headers["user-agent"] ?? "";
  return agent.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

const serveRead: ServeOne = async (served, services, input, request, reply) => {
  const call = { served, services, input, request, reply };
  // Who waits for a turn; where neither says it, what one resource answers is short.
  const asker = request.claim?.userId ?? (input.query.userId as number | undefined) ?? 0;
  const looksAtMany = served.endpoint.looksAtMany?.(input.query) === true;
  let options: ReadOptions = {
    ...(looksAtMany && { longOf: asker }),
    ...(served.endpoint.probe && { toWrite: true }),
  };
  // What looks at few runs on the event loop, where the engine is inside this process.
  const onLoop = looksAtMany || services.db.engine !== "sqlite" ? undefined : services.foundFew;
  let answer = await services.db.read((db) => readBook(call, db, { onLoop }), options);
  if (answer === MUST_STEP_ASIDE) {
    options = { ...options, longOf: asker };
    answer = await services.db.read((db) => readBook(call, db, {}), options);
  }
  if (answer === SENT) return reply;
  if (answer !== MUST_WAIT) return answer;
  // The list waits for its turn outside the transaction, so that it holds no connection meanwhile.
  const release = await services.streams.enter(asker);
  try {
    if (reply.raw.destroyed) return reply;
    await services.db.read((db) => readBook(call, db, { entered: true }), options);
    return reply;
  } finally {
    release();
  }
};

/** What a read is answered with that has to begin anew beside the event loop. */
const MUST_STEP_ASIDE: unique symbol = Symbol("must step aside");

interface Place {
  /** Where it runs on the event loop. */
  onLoop?: FoundFew | undefined;
  /** When it has entered the streams. */
  entered?: boolean;
}

/** One read of a book, all of it from one snapshot. */
async function readBook(
  call: ReadCall,
  db: Query,
  { onLoop, entered = false }: Place,
): Promise<unknown> {
  const { served, services, input, request, reply } = call;
  const context = await contextOf(served, services, db, input, request, onLoop);
  const { userId } = context;
  const address = addressOf(request);
  const naming = hasBook(served.endpoint) ? stateOf(services, context, address) : undefined;
  // Where somebody signs in, nothing is left behind in the browser (app.ts says so for every answer).
  if (naming !== undefined && request.claim === null) {
    reply.header("cache-control", "private, no-cache");
  }
  const noneMatch = request.headers["if-none-match"];
  const answer = (headers: Record<string, string>, body: string | Readable) =>
    isKnown(noneMatch, headers.etag)
      ? notChanged(reply, headers.etag)
      : jsonAnswer(reply.headers(headers), body);
  const key = `${userId} ${address}`;
  if (naming !== undefined && (noneMatch !== undefined || services.cache.has(key))) {
    const state = await naming;
    // The tag of a resource begins with what it holds, which is not read yet.
    const etag = `W/"${state}"`;
    if (!served.endpoint.resource && isKnown(noneMatch, etag)) return notChanged(reply, etag);
    const cached = services.cache.get(key, state);
    if (cached !== undefined) return answer(cached.headers, cached.body);
  }
  // Where the answer must be made anyway, what names its state is asked for together with it.
  const asked = await Promise.all([naming, served.handler(context, input)]).catch(steppingAside);
  if (asked === MUST_STEP_ASIDE) return asked;
  const [state, data] = asked;
  const keep = (headers: Record<string, string>, body: string) => {
    if (state !== undefined) services.cache.set(key, { state, headers, body });
    return answer(headers, body);
  };
  if (data instanceof Rows) {
    const headers: Record<string, string> = state === undefined ? {} : { etag: `W/"${state}"` };
    const sent = await sendRows(data, { services, request, reply, headers, entered, userId });
    return typeof sent === "string" ? keep(headers, sent) : sent;
  }
  const headers: Record<string, string> = {};
  if (state !== undefined) headers.etag = await tagFor(served.endpoint, data, state);
  const paged = data instanceof Page || data instanceof Paged;
  if (paged && data.nextCursor) headers["next-cursor"] = data.nextCursor;
  const shown = data instanceof Page ? data.rows : data instanceof Paged ? data.data : data;
  const body = successBody(shown, doneMessage(served.endpoint, shown, request));
  return typeof body === "string" ? keep(headers, body) : answer(headers, body);
}

function steppingAside(error: unknown): typeof MUST_STEP_ASIDE {
  if (error instanceof MustStepAside) return MUST_STEP_ASIDE;
  throw error;
}

function isKnown(noneMatch: string | undefined, etag: string | undefined): etag is string {
  return noneMatch !== undefined && etag !== undefined && noneMatchHolds(noneMatch, etag);
}

/** The answer without a body, with the tag that the whole answer has. */
function notChanged(reply: FastifyReply, etag: string): undefined {
  reply.header("etag", etag).code(304);
}

interface ReadCall {
  served: Served;
  services: Services;
  input: CheckedInput;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Which state of the user's book an address shows, from one row. */
async function stateOf(
  services: Services,
  { db, userId, now, zone }: Context,
  url: string,
): Promise<string> {
  const row = await db.get<{ revision: number }>(
    sql`select revision from revisions where user_id = ${userId}`,
  );
  return stateTag(services.epoch, userId, row?.revision ?? 0, dayOf(now, zone), url);
}

/** What an answer depends on besides the book: the address, and the language where it isn't Chinese. */
function addressOf(request: FastifyRequest): string {
  return languageOf(request) === "zh" ? request.url : `${request.url} en`;
}

const serveWrite: ServeOne = async (served, services, input, request, reply) => {
  const { endpoint } = served;
  const keyed = takesKey(endpoint);
  const tagged = served.tagged === true;
  const userId = await bookOf(services.db, endpoint, input, request.claim);
  const named = keyed ? keyUse(served, userId, input, request) : undefined;
  const release = named && services.running.claim(named);
  try {
    const answer = await services.db.write(
      async (db): Promise<Answer> => {
        const context = await contextOf(served, services, db, input, request);
        // The owner that was found, so that no user gets an answer that another got.
        const use = named && { ...named, userId: context.userId };
        const kept = use && (await findAnswer(db, use, services.now()));
        if (kept !== undefined) {
          const etag = tagged ? `"${await ownTag(JSON.parse(kept).data)}"` : undefined;
          return { body: kept, replayed: true, etag };
        }
        const locked = hasBook(endpoint) ? lockBook(context) : undefined;
        // It leaves together with the handler's first statement; what it says is heard below.
        locked?.catch(() => {});
        await requireUnchanged(served, context, input, request);
        const data = await served.handler(context, input);
        const revision = await locked;
        const message = doneMessage(endpoint, data, request);
        const body = use ? await successWhole(data, message) : successBody(data, message);
        if (use) await keepAnswer(db, use, body as string, context.now);
        const etag = tagged ? `"${await ownTag(data as object)}"` : undefined;
        const { id: act, replayed = false } = context.act;
        return { body, etag, revision, act, replayed };
      },
      { userId, long: endpoint.manyRows === true },
    );
    if (answer.replayed) reply.header("idempotency-replayed", "true");
    if (endpoint.secret) reply.header("cache-control", "no-store");
    if (answer.etag) reply.header("etag", answer.etag);
    if (answer.act) reply.header("history-act", answer.act);
    if (answer.revision) reply.header("book-revision", answer.revision);
    return jsonAnswer(reply, answer.body);
  } finally {
    release?.();
  }
};

interface Answer {
  body: string | Readable;
  replayed?: boolean;
  etag?: string | undefined;
  /** What the write raised the book's revision to. */
  revision?: number | undefined;
  /** The act of the history by which it can be taken back. */
  act?: number | undefined;
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
  // The path with what it names: the same key for another entry is another request (decisions G14).
  const path = served.endpoint.path.replace(/:(\w+)/g, (_, name) => String(input.params[name]));
  return { userId, endpoint: `${method} ${path}`, key, bodyHash: hashBody(input.body) };
}

/**
 * The resource is read inside the write's own transaction and must be as the request has seen it: as
 * `If-Match` names it, and not changed since the `updatedAt` of a body (decisions W1). A refusal has the
 * tag of what is there now: a client that reads it again can show both versions and write with that tag.
 */
async function requireUnchanged(
  { getHandler }: Served,
  context: Context,
  input: CheckedInput,
  request: FastifyRequest,
): Promise<void> {
  const header = request.headers["if-match"];
  const readAt = input.body.updatedAt as string | undefined;
  if (getHandler === undefined || (header === undefined && readAt === undefined)) return;
  const current = (await getHandler(context, input)) as { updatedAt: string };
  const tag = await ownTag(current);
  const headers = { etag: `"${tag}"` };
  if (header !== undefined && !matchHolds(header, tag)) {
    throw new Refusal(412, "changedSince", {}, headers);
  }
  if (readAt === undefined || Date.parse(readAt) === Date.parse(current.updatedAt)) return;
  throw new Refusal(409, "changedSinceRead", { updatedAt: current.updatedAt }, headers);
}

/** How an endpoint is served by its `serve`; "long" is served by serve-long.ts. */
const SERVE = { static: serveStatic, read: serveRead, write: serveWrite, session: serveSession };
