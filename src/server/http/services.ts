/** What the endpoints of one service share, and how each of them is served. */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Language } from "../../contract/messages.ts";
import type { Db } from "../../store/db.ts";
import type { SignInParts } from "../auth/sign-in-context.ts";
import { type AnyHandler, FoundFew, type Outside, type Service } from "../handler/context.ts";
import { RunningKeys } from "./idempotency.ts";
import { AnswerCache } from "./response-cache.ts";
import { Streams } from "./streams.ts";

/** What all endpoints share. */
export interface Services {
  db: Db;
  zone: string;
  now: () => number;
  /** Part of every state tag: another book, or another version of the program, never matches. */
  epoch: string;
  service: Service;
  /** Where it is found from outside, where that is known. */
  publicUrl: string | undefined;
  cache: AnswerCache;
  foundFew: FoundFew;
  running: RunningKeys;
  streams: Streams;
  /** The parts of our own sign-in, where there is one. */
  signIn: SignInParts | undefined;
  outside: Outside;
}

/** @param stallMs How long a client may leave its answer unread. */
export function makeServices(
  parts: Pick<
    Services,
    "db" | "zone" | "now" | "epoch" | "service" | "publicUrl" | "signIn" | "outside"
  >,
  stallMs?: number,
): Services {
  const streams = new Streams(stallMs);
  return {
    ...parts,
    cache: new AnswerCache(),
    foundFew: new FoundFew(),
    running: new RunningKeys(),
    streams,
  };
}

/** An endpoint as it is served. */
export interface Served {
  endpoint: Endpoint;
  handler: AnyHandler;
  /** Its answers have the tag of the resource. */
  tagged?: boolean;
  /** The handler that reads the resource an update or delete is about, which must not have changed. */
  getHandler?: AnyHandler;
}

/** The language of messages: Chinese, unless English is asked for by name (decisions G12). */
export function languageOf(request: FastifyRequest): Language {
  return request.headers["x-language"] === "en" ? "en" : "zh";
}
