/** Serves handlers that open their transactions themselves (handler/long-context.ts). */
import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import { UPLOAD_LIMIT } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Query } from "../../store/db.ts";
import { Semaphore } from "../../store/semaphore.ts";
import { findCaller, findOwner } from "../auth/ownership.ts";
import type { WatchContext } from "../background/changes.ts";
import type { JobContext } from "../background/jobs.ts";
import { successBody } from "../handler/answer-text.ts";
import {
  type SendContext,
  StreamedAnswer,
  storeOf,
  type UploadedFile,
} from "../handler/long-context.ts";
import { refuseEncoded } from "./body.ts";
import {
  doneMessage,
  inputReader,
  jsonAnswer,
  type RouteHandler,
  requestContext,
} from "./serve.ts";
import type { Services } from "./services.ts";

/** Everything that any of these handlers has at hand. */
type AnyLongContext = JobContext & WatchContext & SendContext;

// biome-ignore lint/suspicious/noExplicitAny: the table of all handlers holds many input types
export type AnyLongHandler = (own: AnyLongContext, input: any) => Promise<unknown>;

export function serveLongEndpoint(
  endpoint: Endpoint,
  handler: AnyLongHandler,
  services: Services,
  long: Pick<AnyLongContext, "jobs" | "changes" | "sendNotice">,
): RouteHandler {
  const read = inputReader(endpoint);
  const serve = async (
    request: FastifyRequest,
    reply: FastifyReply,
    upload: Upload | undefined,
  ): Promise<unknown> => {
    if (upload) request.body = upload.fields;
    const { claim } = request;
    const input = read(request, reply);
    const stands = (db: Query) => findCaller(db, endpoint, claim, services.now());
    const { userId, caller } = await services.db.read(async (db) => {
      const caller = await stands(db);
      return { caller, userId: await findOwner(db, endpoint, input, caller) };
    });
    const own: AnyLongContext = {
      ...requestContext(services, request, caller),
      store: storeOf(services.db, userId),
      userId,
      clock: services.now,
      stands,
      ...long,
      log: request.log,
      ...(upload?.file && { file: upload.file }),
    };
    const data = await handler(own, input);
    if (data instanceof StreamedAnswer) return sendFlow(data, services, userId, reply);
    if (own.act?.id) reply.header("history-act", own.act.id);
    return jsonAnswer(reply, successBody(data, doneMessage(endpoint, data, request)));
  };
  if (!endpoint.upload) return (request, reply) => serve(request, reply, undefined);
  return async (request, reply) => {
    const leave = await enterUploads(request);
    let upload: Upload | undefined;
    try {
      upload = await readUpload(endpoint, request);
      return await serve(request, reply, upload);
    } finally {
      void Promise.allSettled([upload?.file?.kept]).then(leave);
    }
  };
}

/** Bytes of uploads in memory, read or waiting to be; of one who sends them, not all of it. */
const uploads = new Semaphore(64 * 1024 * 1024, 42 * 1024 * 1024);
const UPLOAD_WAIT_MS = 20_000;

/** Waits for room before any of the file is read; refuses when there is none for long. */
async function enterUploads(request: FastifyRequest): Promise<() => void> {
  const length = Number(request.headers["content-length"]);
  const weight = length > 0 ? Math.min(length, UPLOAD_LIMIT) : UPLOAD_LIMIT;
  const sender = request.claim?.userId ?? request.ip;
  try {
    return await uploads.enter(sender, AbortSignal.timeout(UPLOAD_WAIT_MS), weight);
  } catch {
    throw new Refusal(503, "busy", {}, { "retry-after": "10" });
  }
}

/** A file enters the streams; events do not, since they hold no snapshot. */
async function sendFlow(
  flow: StreamedAnswer,
  services: Services,
  userId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { fileName } = flow;
  reply.header("content-type", flow.contentType).header("cache-control", "no-store");
  if (fileName === undefined) {
    // A proxy that gathers an answer before it passes it on would hold events back.
    reply.header("x-accel-buffering", "no");
    return reply.send(Readable.from(flow.chunks, { objectMode: false }));
  }
  reply.header("content-disposition", `attachment; filename="${fileName}"`);
  const release = await services.streams.enter(userId);
  const chunks = flow.chunks as AsyncIterable<string>;
  const stream: Readable = Readable.from(
    services.streams.guard(chunks, (reason) => stream.destroy(reason)),
    { objectMode: false, highWaterMark: 64 * 1024 },
  );
  stream.once("close", release);
  return reply.send(stream);
}

/** Uploads are read in a scope of their own, so that no other endpoint takes a form for a body. */
export async function registerUploads(app: FastifyInstance, routes: RouteOptions[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 20, fieldSize: 100_000, parts: 21 },
      throwFileSizeLimit: true,
    });
    // The form around the file costs a little, too.
    for (const route of routes) scope.route({ ...route, bodyLimit: UPLOAD_LIMIT + 1024 * 1024 });
  });
}

interface Upload {
  fields: Record<string, unknown>;
  file: UploadedFile | undefined;
}

async function readUpload(endpoint: Endpoint, request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(400, "fileMissing");
  refuseEncoded(request);
  const upload: Upload = { fields: {}, file: undefined };
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") addField(upload.fields, part.fieldname, fieldValue(part));
      else if (part.fieldname === "file" && upload.file === undefined) {
        upload.file = { name: part.filename, bytes: await part.toBuffer() };
      } else part.file.resume();
    }
  } catch (error) {
    throw asUploadRefusal(endpoint, error);
  }
  return upload;
}

/** A name that comes twice becomes a list, which no field accepts, as in queries. */
function addField(fields: Upload["fields"], name: string, value: unknown): void {
  fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value;
}

/** The owner is a number in every body, and text in a form. */
function fieldValue({ fieldname, value }: { fieldname: string; value: unknown }): unknown {
  const isId = fieldname === "userId" && typeof value === "string" && /^\d{1,15}$/.test(value);
  return isId ? Number(value) : value;
}

function asUploadRefusal({ refuses }: Endpoint, error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === "FST_REQ_FILE_TOO_LARGE" || code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const key = refuses?.includes("bookTooLarge") ? "bookTooLarge" : "bodyTooLarge";
    return new Refusal(413, key, { limit: "20 MiB" });
  }
  const message = (error as Error).message ?? "";
  const isBroken =
    code?.startsWith("FST_") ||
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    /multipart|unexpected end of form|boundary/i.test(message);
  return isBroken ? new Refusal(400, "uploadBroken") : error;
}
