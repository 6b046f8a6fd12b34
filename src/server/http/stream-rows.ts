/** Sends a list of any length: whole when it fits one page, else as a stream in flat memory. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Rows } from "../handler/context.ts";
import { JSON_TYPE, successText } from "../handler/money-json.ts";
import type { Services } from "./services.ts";

/** The list is long and the streams are full. Nothing has been sent. */
export const MUST_WAIT = Symbol("must wait");
/** The answer has been sent, or its client has gone. */
export const SENT = Symbol("sent");

interface Sending {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  headers: Record<string, string>;
  /** It has entered the streams already. */
  entered: boolean;
  userId: number;
}

/**
 * Returns the body of a short list; a longer one is streamed here and now, since it must be read
 * within the caller's transaction.
 */
export async function sendRows(
  { first, long, write }: Rows<unknown>,
  sending: Sending,
): Promise<string | typeof SENT | typeof MUST_WAIT> {
  if (long === undefined) return successText(`[${first.map(write).join(",")}]`, undefined);
  if (sending.entered) {
    await stream(listText(long, write), sending);
    return SENT;
  }
  const release = sending.services.streams.enterNow(sending.userId);
  if (release === undefined) return MUST_WAIT;
  try {
    await stream(listText(long, write), sending);
    return SENT;
  } finally {
    release();
  }
}

/** Sends the chunks; resolves when the last has been taken or the client has gone. */
async function stream(
  chunks: AsyncIterable<string>,
  { services, request, reply, headers }: Sending,
): Promise<void> {
  reply.headers(headers).header("content-type", JSON_TYPE);
  // HEAD asks for no row: an empty stream leaves the length unsaid.
  if (request.method === "HEAD") {
    reply.send(Readable.from([]));
    return;
  }
  const body: Readable = Readable.from(
    services.streams.guard(chunks, (reason) => body.destroy(reason)),
    { objectMode: false, highWaterMark: 64 * 1024 },
  );
  reply.send(body);
  await finished(body, { writable: false }).catch(() => {});
}

/** The envelope around rows that arrive in pages. The event loop turns after every page. */
async function* listText(
  pages: AsyncIterable<unknown[]>,
  write: (row: unknown) => string,
): AsyncGenerator<string> {
  let text = '{"success":true,"data":[';
  let separator = "";
  for await (const page of pages) {
    text += separator + page.map(write).join(",");
    separator = ",";
    yield text;
    text = "";
    await nextTurn();
  }
  yield `${text}]}`;
}
