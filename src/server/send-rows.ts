/** Sends a list of any length: whole when it fits one page, else as a stream in flat memory. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Rows } from "./handler.ts";
import type { Frame } from "./serve-endpoint.ts";
import { JSON_TYPE, successText } from "./wire.ts";

/** The list is long and has no place among the streams yet. Nothing has been sent. */
export const NO_PLACE = Symbol("no place");
/** The answer has been sent, or its client has gone. */
export const SENT = Symbol("sent");

interface Sending {
  frame: Frame;
  request: FastifyRequest;
  reply: FastifyReply;
  headers: Record<string, string>;
  /** A place among the streams is held already. */
  hasPlace: boolean;
}

/**
 * Answers the body of a list that fits one page; a longer one is streamed here and now, since it must
 * be read within the caller's transaction. Whatever happens, the rows are closed at the end: an open
 * cursor would spoil the connection for the next reader.
 */
export async function sendRows(
  rows: Rows<unknown>,
  sending: Sending,
): Promise<Buffer | typeof SENT | typeof NO_PLACE> {
  const pages = rows.pages[Symbol.asyncIterator]();
  try {
    const first = await pages.next();
    const second = first.done ? first : await pages.next();
    if (second.done) {
      const texts = first.done ? [] : (first.value as unknown[]).map((row) => rows.write(row));
      return Buffer.from(successText(`[${texts.join(",")}]`, undefined));
    }
    if (sending.hasPlace) {
      await stream(listText(rows, [first.value, second.value], pages), sending);
      return SENT;
    }
    const release = sending.frame.streams.enterNow();
    if (release === undefined) return NO_PLACE;
    try {
      await stream(listText(rows, [first.value, second.value], pages), sending);
      return SENT;
    } finally {
      release();
    }
  } finally {
    await pages.return?.();
  }
}

/** Sends the chunks; resolves when the last has been taken or the client has gone. */
async function stream(
  chunks: AsyncIterable<string>,
  { frame, request, reply, headers }: Sending,
): Promise<void> {
  reply.headers(headers).header("content-type", JSON_TYPE);
  // HEAD asks for no row: an empty stream leaves the length unsaid.
  if (request.method === "HEAD") {
    reply.send(Readable.from([]));
    return;
  }
  const body: Readable = Readable.from(
    frame.streams.guard(chunks, (reason) => body.destroy(reason)),
    { objectMode: false, highWaterMark: 64 * 1024 },
  );
  reply.send(body);
  await finished(body, { writable: false }).catch(() => {});
}

/** The envelope around rows that arrive in pages. The event loop turns after every page. */
async function* listText(
  rows: Rows<unknown>,
  ready: unknown[][],
  rest: AsyncIterator<unknown[]>,
): AsyncGenerator<string> {
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
}
