/** Every way to fail, in the one envelope. */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type MessageKey, say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { DatabaseAway } from "../store/db.ts";
import { languageOf } from "./serve-endpoint.ts";
import { failureText } from "./wire.ts";

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER_SECONDS = 2;

/** What Fastify itself refuses, as our refusals. */
const frameworkRefusals: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal(413, "bodyTooLarge", { limit: "1 MiB" }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal(400, "wrongContentType"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal(400, "malformedRequest"),
  FST_ERR_BAD_URL: () => new Refusal(400, "malformedUrl"),
};

/** Turns whatever was thrown into what is answered. Undefined for a fault. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) {
    return new Refusal(503, "databaseAway", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
  }
  return frameworkRefusals[(error as FastifyError).code]?.();
}

/** Answers an error of any kind; a fault is logged with its cause and says nothing of itself. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal === undefined || error instanceof DatabaseAway)
    request.log.error({ err: error }, "fault");
  const language = languageOf(request);
  const text =
    refusal === undefined
      ? say("serverError", language)
      : say(refusal.key, language, refusal.values);
  reply
    .code(refusal?.status ?? 500)
    .headers(refusal?.headers ?? {})
    .header("content-type", "application/json; charset=utf-8")
    .send(failureText(text));
}

/** The answer to a request that is not even HTTP, straight to the socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const [status, reason, key] = brokenRequests[error.code ?? ""] ?? [
    400,
    "Bad Request",
    "malformedRequest",
  ];
  const body = failureText(say(key as MessageKey, "zh"));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const brokenRequests: Record<string, [number, string, MessageKey]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "headersTooLarge"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "requestTimeout"],
};
