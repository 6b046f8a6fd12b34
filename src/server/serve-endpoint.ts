/**
 * The frame around every handler: checks the input, finds the owner, opens the transaction, compares
 * validators, replays idempotent answers, raises the revision, and writes the envelope.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import type { Endpoint } from "../contract/endpoint.ts";
import { type Language, say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { dayOf } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";
import { AnswerCache } from "./answer-cache.ts";
import { matchHolds, noneMatchHolds, ownTag, stateTag } from "./etag.ts";
import { type AnyHandler, type Context, Page, Rows } from "./handler.ts";
import {
  findAnswer,
  hashBody,
  type KeyUse,
  keepAnswer,
  RunningKeys,
  readKey,
} from "./idempotency.ts";
import { findOwner } from "./owner.ts";
import { NO_PLACE, SENT, sendRows } from "./send-rows.ts";
import { Streams } from "./streams.ts";
import { type CheckedInput, compileCheck } from "./validate.ts";
import { JSON_TYPE, successText, toJson } from "./wire.ts";

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
}

export function makeFrame(parts: Pick<Frame, "db" | "zone" | "now" | "epoch">): Frame {
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
  const serve = servedWithoutBook(served.endpoint)
    ? serveFact
    : writes(served.endpoint)
      ? serveWrite
      : serveRead;
  return (request, reply) =>
    serve(served, frame, check(request.params, request.query, request.body), request, reply);
}

/** Endpoints whose answer needs no database: they go on when it is away. */
function servedWithoutBook({ path }: Endpoint): boolean {
  return path === "/health" || path === "/api";
}

/** The test data are made by a GET, as the interface has it. */
function writes({ method, path }: Endpoint): boolean {
  return method !== "GET" || path === "/api/init-test-data";
}

function contextOf(frame: Frame, db: Query, userId: number): Context {
  return { db, userId, zone: frame.zone, now: frame.now() };
}

function doneMessage({ endpoint }: Served, request: FastifyRequest): string | undefined {
  return endpoint.done && say(endpoint.done, languageOf(request));
}

/**
 * The answer's body, for the frame to return: it is sent after the transaction has ended, so that no
 * slow client holds one. Text, not bytes: Node then sends head and body in one write.
 */
function jsonAnswer(reply: FastifyReply, body: string): string {
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
  const noDatabase = undefined as unknown as Query;
  const data = await served.handler(contextOf(frame, noDatabase, 0), input);
  return jsonAnswer(reply, successText(toJson(data), doneMessage(served, request)));
};

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
  const userId = await findOwner(db, served.endpoint, input);
  const context = contextOf(frame, db, userId);
  const state = userId === 0 ? undefined : await stateOf(frame, context);
  if (state !== undefined) {
    reply.header("cache-control", "private, no-cache");
    const noneMatch = request.headers["if-none-match"];
    if (noneMatch !== undefined && noneMatchHolds(noneMatch, state)) {
      const isDetail = served.endpoint.params !== undefined;
      reply.header("etag", sameTag(noneMatch, state, isDetail)).code(304);
      return undefined;
    }
    const cached = frame.cache.get(cacheKey(userId, request), state);
    if (cached !== undefined) return jsonAnswer(reply.headers(cached.headers), cached.body);
  }
  const data = await served.handler(context, input);
  const keep = (headers: Record<string, string>, body: string) => {
    if (state !== undefined) frame.cache.set(cacheKey(userId, request), { state, headers, body });
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

/** Which state the user's book is in, from one row. */
async function stateOf(frame: Frame, { db, userId, now, zone }: Context): Promise<string> {
  const row = await db.get<{ revision: number }>(
    sql`select revision as "revision" from revisions where user_id = ${userId}`,
  );
  return stateTag(frame.epoch, userId, row?.revision ?? 0, dayOf(now, zone));
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

const serveWrite: Serve = async (served, frame, input, request, reply) => {
  const { endpoint } = served;
  const message = doneMessage(served, request);
  const use = endpoint.method === "POST" ? keyUse(served, input, request) : undefined;
  const release = use && frame.running.claim(use);
  try {
    const answer = await frame.db.write(async (db): Promise<Answer> => {
      const kept = use && (await findAnswer(db, use, frame.now()));
      if (kept !== undefined) return { text: kept, replayed: true, etag: keptTag(endpoint, kept) };
      const userId = await findOwner(db, endpoint, input);
      const context = contextOf(frame, db, userId);
      await requireMatch(served, context, input, request);
      const data = await served.handler(context, input);
      if (userId !== 0) await raiseRevision(context);
      const text = successText(toJson(data), message);
      if (use) await keepAnswer(db, use, text, context.now);
      return { text, etag: hasOwnTag(endpoint) ? `"${ownTag(data as object)}"` : undefined };
    });
    if (answer.replayed) reply.header("idempotency-replayed", "true");
    if (answer.etag) reply.header("etag", answer.etag);
    return jsonAnswer(reply, answer.text);
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
function hasOwnTag({ method, owner }: Endpoint): boolean {
  return (method === "POST" || method === "PUT") && owner !== "none";
}

/** The tag that the first answer had. */
function keptTag(endpoint: Endpoint, text: string): string | undefined {
  return hasOwnTag(endpoint) ? `"${ownTag(JSON.parse(text).data)}"` : undefined;
}

function keyUse(served: Served, input: CheckedInput, request: FastifyRequest): KeyUse | undefined {
  const key = readKey(request.headers["idempotency-key"]);
  if (key === undefined) return undefined;
  const userId = served.endpoint.owner === "body" ? (input.body.userId as number) : 0;
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
