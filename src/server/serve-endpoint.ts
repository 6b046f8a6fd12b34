/**
 * The frame around every handler: checks the input, finds the owner, opens the transaction, compares
 * validators, replays idempotent answers, raises the revision, and writes the envelope.
 */

import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import { type Endpoint, hasBook } from "../contract/endpoint.ts";
import { type Language, say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { dayOf } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";
import { AnswerCache } from "./answer-cache.ts";
import { ANYBODY, type Caller } from "./caller.ts";
import { matchHolds, noneMatchHolds, ownTag, stateTag } from "./etag.ts";
import { putOwnUser } from "./gate.ts";
import { type AnyHandler, type Context, Page, Rows } from "./handler.ts";
import {
  findAnswer,
  hashBody,
  type KeyUse,
  keepAnswer,
  RunningKeys,
  readKey,
} from "./idempotency.ts";
import { findCaller, findOwner } from "./owner.ts";
import type { SignInContext, SignInParts } from "./sign-in.ts";
import { Streams } from "./streams.ts";
import { type CheckedInput, compileCheck } from "./validate.ts";
import { successText, toJson } from "./wire.ts";

/** What all endpoints share. */
export interface Frame {
  db: Db;
  zone: string;
  now: () => number;
  /** Part of every state tag: another book, or another version of the program, never matches. */
  epoch: string;
  cache: AnswerCache;
  running: RunningKeys;
  streams: Streams;
  /** The parts of our own sign-in, where there is one. */
  signIn: SignInParts | undefined;
}

export function makeFrame(parts: Pick<Frame, "db" | "zone" | "now" | "epoch" | "signIn">): Frame {
  return { ...parts, cache: new AnswerCache(), running: new RunningKeys(), streams: new Streams() };
}

/** An endpoint as it is served. */
export interface Served {
  endpoint: Endpoint;
  handler: AnyHandler;
  /** The handler that reads the resource an update or delete is about; for `If-Match`. */
  getHandler?: AnyHandler;
}

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The language of messages: Chinese, unless English is asked for by name (decisions G12). */
export function languageOf(request: FastifyRequest): Language {
  return request.headers["x-language"] === "en" ? "en" : "zh";
}

export function serveEndpoint(served: Served, frame: Frame): RouteHandler {
  const check = compileCheck(served.endpoint);
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
  return path === "/health" || path === "/api";
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
  return { db, userId, caller, address: request.ip, zone: frame.zone, now };
}

function doneMessage({ endpoint }: Served, request: FastifyRequest): string | undefined {
  return endpoint.done && say(endpoint.done, languageOf(request));
}

function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
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
  const context = { db: noDatabase, userId: 0, caller: ANYBODY, address: request.ip };
  const data = await served.handler({ ...context, zone: frame.zone, now: frame.now() }, input);
  return sendJson(reply, successText(toJson(data), doneMessage(served, request)));
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
  return sendJson(reply, successText(toJson(data), doneMessage(served, request)));
};

type SignInServe = (context: SignInContext, input: CheckedInput) => Promise<unknown>;

/** What the client calls itself, cut to a length that a list can show. */
function deviceOf(request: FastifyRequest): string {
  const agent = request.headers["user-agent"] ?? "";
  return agent.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

const serveRead: Serve = (served, frame, input, request, reply) =>
  frame.db.read(async (db) => {
    const caller = await findCaller(db, served.endpoint, request.claim, frame.now());
    const context = await contextOf(served, frame, db, input, request, caller);
    const { userId } = context;
    const isDetail = served.endpoint.params !== undefined;
    const state = hasBook(served.endpoint) ? await stateOf(frame, context) : undefined;
    if (state !== undefined) {
      reply.header("cache-control", "private, no-cache");
      const noneMatch = request.headers["if-none-match"];
      if (noneMatch !== undefined && noneMatchHolds(noneMatch, state)) {
        return reply
          .header("etag", sameTag(noneMatch, state, isDetail))
          .code(304)
          .send();
      }
      const cached = frame.cache.get(cacheKey(userId, request), state);
      if (cached !== undefined) return sendJson(reply.headers(cached.headers), cached.body);
    }
    const data = await served.handler(context, input);
    if (data instanceof Rows) {
      if (state !== undefined) reply.header("etag", `W/"${state}"`);
      return sendRows(data, frame, request, reply, state, userId);
    }
    const headers: Record<string, string> = {};
    if (state !== undefined) headers.etag = tagFor(served.endpoint, data, state);
    if (data instanceof Page && data.nextCursor) headers["next-cursor"] = data.nextCursor;
    const shown = data instanceof Page ? data.rows : data;
    const body = Buffer.from(successText(toJson(shown), doneMessage(served, request)));
    if (state !== undefined) {
      frame.cache.set(cacheKey(userId, request), { state, headers, body });
    }
    return sendJson(reply.headers(headers), body);
  });

/** Which state the user's book is in, from one row. */
async function stateOf(frame: Frame, context: Context): Promise<string> {
  const { db, userId, now, zone, caller } = context;
  const row = await db.get<{ revision: number }>(
    sql`select revision as "revision" from revisions where user_id = ${userId}`,
  );
  // Without `userId` in the URL, only the tag tells two users of one browser apart.
  const epoch = caller === ANYBODY ? frame.epoch : `${frame.epoch}-u${userId}`;
  return stateTag(epoch, row?.revision ?? 0, dayOf(now, zone));
}

function cacheKey(userId: number, request: FastifyRequest): string {
  return `${userId} ${request.url}`;
}

/** A resource's tag is strong and begins with its own part; any other read's tag is weak. */
function tagFor(endpoint: Endpoint, data: unknown, state: string): string {
  return isResource(endpoint) ? `"${ownTag(data as object)}.${state}"` : `W/"${state}"`;
}

/** Whether the path names one resource itself (not a view of it, as `verify` is). */
function isResource({ path }: Endpoint): boolean {
  return path.endsWith("/:id");
}

/** The tag that a 304 repeats: the client's own where it named a resource. */
function sameTag(noneMatch: string, state: string, isDetail: boolean): string {
  const named = isDetail ? new RegExp(`"[\\w-]+\\.${state}"`).exec(noneMatch) : null;
  return named?.[0] ?? `W/"${state}"`;
}

/** Sends a list: whole when it fits one page, else as a stream that holds the snapshot till its end. */
async function sendRows(
  rows: Rows<unknown>,
  frame: Frame,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string | undefined,
  userId: number,
): Promise<unknown> {
  const pages = rows.pages[Symbol.asyncIterator]();
  const first = await pages.next();
  const second = first.done ? first : await pages.next();
  if (second.done) {
    const texts = first.done ? [] : (first.value as unknown[]).map((row) => rows.write(row));
    const body = Buffer.from(successText(`[${texts.join(",")}]`, undefined));
    if (state !== undefined) {
      const headers = { etag: `W/"${state}"` };
      frame.cache.set(cacheKey(userId, request), { state, headers, body });
    }
    return sendJson(reply, body);
  }
  const release = await frame.streams.enter();
  try {
    const text = listText(rows, [first.value, second.value], pages);
    const stream: Readable = Readable.from(
      frame.streams.guard(text, (reason) => stream.destroy(reason)),
      { objectMode: false, highWaterMark: 64 * 1024 },
    );
    sendJson(reply, stream as unknown as Buffer);
    await finished(stream, { writable: false }).catch(() => {});
    return reply;
  } finally {
    release();
  }
}

/** The envelope around rows that arrive in pages. The event loop turns after every page. */
async function* listText(
  rows: Rows<unknown>,
  ready: unknown[][],
  rest: AsyncIterator<unknown[]>,
): AsyncGenerator<string> {
  try {
    let text = '{"success":true,"data":[';
    let separator = "";
    for (;;) {
      const page = ready.shift() ?? (await rest.next()).value;
      if (page === undefined) break;
      for (const row of page as unknown[]) {
        text += separator + rows.write(row);
        separator = ",";
      }
      yield text;
      text = "";
      await nextTurn();
    }
    yield `${text}]}`;
  } finally {
    await rest.return?.();
  }
}

const serveWrite: Serve = async (served, frame, input, request, reply) => {
  const { endpoint } = served;
  const message = doneMessage(served, request);
  const keyed = endpoint.method === "POST" && !endpoint.secret;
  const use = keyed ? keyUse(served, input, request) : undefined;
  const release = use && frame.running.claim(use);
  try {
    const answer = await frame.db.write(async (db): Promise<Answer> => {
      const caller = await findCaller(db, endpoint, request.claim, frame.now());
      const kept = use && (await findAnswer(db, use, frame.now()));
      if (kept !== undefined) return { text: kept, replayed: true };
      const context = await contextOf(served, frame, db, input, request, caller);
      await requireMatch(served, context, input, request);
      const data = await served.handler(context, input);
      if (hasBook(endpoint)) await raiseRevision(context);
      const text = successText(toJson(data), message);
      if (use) await keepAnswer(db, use, text, context.now);
      return { text, etag: hasOwnTag(endpoint) ? `"${ownTag(data as object)}"` : undefined };
    });
    if (answer.replayed) reply.header("idempotency-replayed", "true");
    if (endpoint.secret) reply.header("cache-control", "no-store");
    if (answer.etag) reply.header("etag", answer.etag);
    return sendJson(reply, answer.text);
  } finally {
    release?.();
  }
};

interface Answer {
  text: string;
  replayed?: boolean;
  etag?: string | undefined;
}

/** Creates and updates of a resource that has a detail path. */
function hasOwnTag(endpoint: Endpoint): boolean {
  return (endpoint.method === "POST" || endpoint.method === "PUT") && hasBook(endpoint);
}

function keyUse(served: Served, input: CheckedInput, request: FastifyRequest): KeyUse | undefined {
  const key = readKey(request.headers["idempotency-key"]);
  if (key === undefined) return undefined;
  const named = served.endpoint.owner === "body" ? (input.body.userId as number) : 0;
  const userId = request.claim?.userId ?? named;
  const { method, path } = served.endpoint;
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

/** Every write to a book raises its revision, last of all, in the same transaction. */
async function raiseRevision({ db, userId }: Context): Promise<void> {
  const raised = await db.run(
    sql`update revisions set revision = revision + 1 where user_id = ${userId}`,
  );
  if (raised === 0) throw new Refusal(404, "userNotFound");
}
