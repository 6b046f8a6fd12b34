/** Every way to fail, in the one envelope. */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type MessageKey, say } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { DatabaseAway, DatabaseFull, DatabaseLost } from "../../store/db.ts";
import { failureText, JSON_TYPE } from "../handler/money-json.ts";
import { languageOf } from "./services.ts";

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER_SECONDS = 2;

/**
 * What Fastify and its plugins refuse with a 4xx of their own, as our refusals. Statuses that the
 * interface does not have become the 400 that it has (decisions G14).
 */
function frameworkRefusal(error: Partial<FastifyError>): Refusal | undefined {
  const { code, statusCode = 500 } = error;
  if (code === "FST_ERR_BAD_URL") return new Refusal(400, "malformedUrl");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal(400, "wrongContentType");
  if (statusCode < 400 || statusCode > 499) return undefined;
  if (statusCode === 404 || statusCode === 405) return new Refusal(404, "endpointNotFound");
  if (statusCode === 412) return new Refusal(412, "changedSince");
  if (statusCode === 413) return new Refusal(413, "bodyTooLarge", { limit: "1 MiB" });
  if (statusCode === 414) return new Refusal(400, "uriTooLong");
  return new Refusal(400, "malformedRequest");
}

/** Turns whatever was thrown into what is answered. Undefined for a fault. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseLost) return new Refusal(503, "databaseLost");
  if (error instanceof DatabaseFull) return new Refusal(503, "databaseFull");
  if (error instanceof DatabaseAway) {
    return new Refusal(503, "databaseAway", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
  }
  return frameworkRefusal(error as Partial<FastifyError>);
}

/** Answers an error of any kind; a fault is logged with its cause and says nothing of itself. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal === undefined || error instanceof DatabaseAway)
    request.log.error({ reqId: request.id, err: error }, "fault");
  const language = languageOf(request);
  const text =
    refusal === undefined
      ? say("serverError", language)
      : say(refusal.key, language, refusal.values);
  reply
    .code(refusal?.status ?? 500)
    .headers(refusal?.headers ?? {})
    .header("content-type", JSON_TYPE)
    .send(failureText(text));
}

/** The answer to a request that is not even HTTP, straight to the socket. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { rawPacket } = error;
  const begins = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, 9000) : "";
  const answer = brokenAnswer(...brokenRequest(error.code ?? "", begins));
  const isHead = begins.startsWith("HEAD ");
  // A client that asked for the head alone takes a body for the beginning of another answer.
  socket.end(isHead ? answer.slice(0, answer.indexOf("\r\n\r\n") + 4) : answer);
}

/** A whole HTTP answer as text, for a socket that no request came from. */
export function brokenAnswer(status: number, reason: string, key: MessageKey): string {
  const body = failureText(say(key, "zh"));
  return (
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: ${JSON_TYPE}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}

type Broken = [status: number, reason: string, key: MessageKey];

/** What is wrong with it: its first line may say more than the parser, which stops at the method or at a blank. */
function brokenRequest(code: string, begins: string): Broken {
  const [line = ""] = begins.split("\r\n", 1);
  const isHttp = /^[A-Za-z]+ .* HTTP\/1\.[01]$/.test(line);
  if (isHttp && code === "HPE_INVALID_METHOD") return [404, "Not Found", "endpointNotFound"];
  if (isHttp && line.split(" ").length > 3) return [400, "Bad Request", "rawUrl"];
  return brokenRequests[code] ?? [400, "Bad Request", "malformedRequest"];
}

const brokenRequests: Record<string, Broken> = {
  HPE_INVALID_URL: [400, "Bad Request", "rawUrl"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "headersTooLarge"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "requestTimeout"],
};
