/** The frame around handlers that open their transactions themselves (own.ts). */
import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Endpoint } from "../contract/endpoint.ts";
import { UPLOAD_LIMIT } from "../contract/limits.ts";
import { Refusal } from "../contract/refusal.ts";
import type { WatchContext } from "./changes.ts";
import type { Frame } from "./frame.ts";
import { putOwnUser } from "./gate.ts";
import { Flow, type OwnContext, storeOf, type UploadedFile } from "./own.ts";
import { findCaller, findOwner } from "./owner.ts";
import { doneMessage, jsonAnswer, type RouteHandler } from "./serve-endpoint.ts";
import { checkOf } from "./validate.ts";
import { successText, toJson } from "./wire.ts";

// biome-ignore lint/suspicious/noExplicitAny: the table of all handlers holds many input types
export type AnyOwnHandler = (own: OwnContext, input: any) => Promise<unknown>;

export function serveOwnEndpoint(
  endpoint: Endpoint,
  handler: AnyOwnHandler,
  frame: Frame,
  long: Pick<WatchContext, "jobs" | "changes">,
): RouteHandler {
  const check = checkOf(endpoint);
  return async (request, reply) => {
    const upload = endpoint.upload ? await readUpload(endpoint, request) : undefined;
    if (upload) request.body = upload.fields;
    const { claim } = request;
    if (claim !== null) putOwnUser(endpoint, request, claim.userId);
    const input = check(request.params, request.query, request.body);
    const { userId, caller } = await frame.db.read(async (db) => {
      const caller = await findCaller(db, endpoint, claim, frame.now());
      return { caller, userId: await findOwner(db, endpoint, input, caller) };
    });
    const own: WatchContext = {
      store: storeOf(frame.db, userId),
      userId,
      caller,
      address: request.ip,
      zone: frame.zone,
      clock: frame.now,
      service: frame.service,
      ...long,
      log: request.log,
      ...(upload?.file && { file: upload.file }),
    };
    const data = await handler(own, input);
    if (data instanceof Flow) return sendFlow(data, frame, reply);
    const message = doneMessage({ endpoint, handler: async () => null }, request);
    return jsonAnswer(reply, successText(toJson(data), message));
  };
}

/** A file takes a place among the long answers; events do not, since they hold no snapshot. */
async function sendFlow(flow: Flow, frame: Frame, reply: FastifyReply): Promise<FastifyReply> {
  const { fileName } = flow;
  reply.header("content-type", flow.contentType).header("cache-control", "no-store");
  if (fileName === undefined) {
    // A proxy that gathers an answer before it passes it on would hold events back.
    reply.header("x-accel-buffering", "no");
    return reply.send(Readable.from(flow.chunks, { objectMode: false }));
  }
  reply.header("content-disposition", `attachment; filename="${fileName}"`);
  const release = await frame.streams.enter();
  const chunks = flow.chunks as AsyncIterable<string>;
  const stream: Readable = Readable.from(
    frame.streams.guard(chunks, (reason) => stream.destroy(reason)),
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
  const upload: Upload = { fields: {}, file: undefined };
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") upload.fields[part.fieldname] = fieldValue(part);
      else if (part.fieldname === "file" && upload.file === undefined) {
        upload.file = { name: part.filename, bytes: await part.toBuffer() };
      } else part.file.resume();
    }
  } catch (error) {
    throw asUploadRefusal(endpoint, error);
  }
  return upload;
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
