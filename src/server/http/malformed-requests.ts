/**
 * Requests that are HTTP but odd, so that they, too, end in the envelope: bodies nobody reads, invalid
 * content types, a missing Host, expectations and tunnels that we do not serve.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { say } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { failureText, JSON_TYPE } from "../handler/money-json.ts";
import { brokenAnswer } from "./errors.ts";

/** A media type as RFC 9110 writes it, with or without parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+*'|`~%-]+\/[\w!#$&^.+*'|`~%-]+\s*(;|$)/;

function namesTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Register it after CORS, whose headers these refusals carry too. */
export function registerMalformedRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers, rawHeaders, httpVersion } = request.raw;
    // Node's own answer would be an empty 400 (its check is switched off in app.ts). Of two names it would
    // take the first, and whoever stands in front of us perhaps the second.
    if ((headers.host === undefined && httpVersion === "1.1") || namesTwoHosts(rawHeaders)) {
      done(new Refusal(400, "malformedRequest"));
      return;
    }
    // An unknown path is unknown whatever its body; GET and HEAD have none to be read.
    if (request.is404 && request.method !== "GET" && request.method !== "HEAD") {
      done(new Refusal(404, "endpointNotFound"));
      return;
    }
    // An invalid content type is judged with its body: an empty body is no body (decisions G9).
    const type = headers["content-type"];
    if (type !== undefined && type !== "application/json" && !MEDIA_TYPE.test(type)) {
      headers["content-type"] = "application/octet-stream";
    }
    done();
  });
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(400, { "content-type": JSON_TYPE, connection: "close" });
    response.end(failureText(say("malformedRequest", "zh")));
  });
  app.server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.end(brokenAnswer(404, "Not Found", "endpointNotFound"));
  });
}
