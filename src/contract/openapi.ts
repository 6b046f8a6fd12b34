/** The OpenAPI 3.1 document, made from the same contract that validates. */
import type { TObject, TSchema } from "typebox";
import { endpoints, hasTag } from "./contract.ts";
import { type Endpoint, hasBook, propertiesOf, requiredOf, TAGS, takesKey } from "./endpoint.ts";
import { type MessageKey, messages } from "./messages.ts";
import { exampleAnswer } from "./openapi-examples.ts";
import {
  answerHeaders,
  COMMON_HEADERS,
  refusalHeaders,
  unchangedHeaders,
} from "./openapi-headers.ts";
import { type AuthMode, describeRefusals, refusals, sampleOf } from "./openapi-refusals.ts";
import {
  both,
  componentsOf,
  describe,
  documented,
  exampleOf,
  referenced,
  withNulls,
} from "./openapi-schemas.ts";
import { API_VERSION } from "./system.ts";

type Json = Record<string, unknown>;

/**
 * The whole document of a service that runs in the mode, as plain data; without `development`, without
 * the endpoints that are on for development alone.
 */
export function openApiDocument(mode: AuthMode = "open", development = true): Json {
  const listed = listedEndpoints(mode, development);
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of listed) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    (paths[path] as Json)[endpoint.method.toLowerCase()] = operation(name, endpoint, mode);
  }
  const tags = new Set(listed.map(({ endpoint }) => endpoint.tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "分明 Fenming API",
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "本服务（this service）" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name as keyof typeof TAGS))
      .map(([name, words]) => ({ name, description: both(words) })),
    paths,
    components: {
      schemas: { Failure, ...componentsOf(listed.flatMap(({ endpoint }) => answersOf(endpoint))) },
      headers: usedHeaders(paths),
      ...(mode !== "open" && { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } }),
    },
    ...(mode !== "open" && { security: [{ bearer: [] }] }),
  };
}

function answersOf({ returns, file, events = {} }: Endpoint): TSchema[] {
  return [returns, ...(file ? [file] : []), ...Object.values(events)];
}

function usedHeaders(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(COMMON_HEADERS).filter(([name]) =>
      text.includes(`/components/headers/${name}"`),
    ),
  );
}

/** The endpoints that are served in the mode, as its requests are. */
function listedEndpoints(mode: AuthMode, development: boolean) {
  return endpoints()
    .filter(({ endpoint }) => {
      if (endpoint.development && !development) return false;
      if (endpoint.only === "password") return mode === "jwt";
      return endpoint.only === undefined || mode !== "open";
    })
    .map(({ name, endpoint }) => ({
      name,
      endpoint: mode === "open" ? endpoint : withOptionalUser(endpoint),
    }));
}

/** In jwt mode the token says whose book it is; one's own `userId` may still come along. */
function withOptionalUser(endpoint: Endpoint): Endpoint {
  const eased = (schema: TObject): TObject =>
    ({ ...schema, required: requiredOf(schema).filter((name) => name !== "userId") }) as TObject;
  return {
    ...endpoint,
    ...(endpoint.owner === "query" && endpoint.query && { query: eased(endpoint.query) }),
    ...(endpoint.owner === "body" && endpoint.body && { body: eased(endpoint.body) }),
  };
}

const INTRODUCTION = `个人记账与预算服务的接口。每个答复都是同一种信封：\`success\`、\`data\`，以及（创建、修改、删除和出错时的）中文 \`message\`；请求头 \`X-Language: en\` 改用英文。金额是以元为单位、最多两位小数的 JSON 数字；日期 \`YYYY-MM-DD\` 按服务器时区理解。

Personal bookkeeping and budgeting. Every answer is one envelope: \`success\`, \`data\` and, on writes and errors, a Chinese \`message\` (English with \`X-Language: en\`). Amounts are JSON numbers in yuan with at most two decimals; a plain \`YYYY-MM-DD\` is a day in the server's zone.

两种模式：\`AUTH=open\`（默认）没有登录，每个请求用 \`userId\` 说明是谁的账；\`AUTH=jwt\` 除登录接口外都需要 \`Authorization: Bearer …\`，用户由凭证决定，不需要 \`userId\`，传入别人的会被拒绝。本文档描述的是正在运行的模式。

Two modes: \`AUTH=open\` (the default) has no sign-in and takes \`userId\`; with \`AUTH=jwt\` every path but sign-in needs \`Authorization: Bearer …\`, the token says who asks, and another's \`userId\` is refused. This document describes the mode that runs.`;

function operation(name: string, endpoint: Endpoint, mode: AuthMode): Json {
  return {
    operationId: name.replace(".", "_"),
    tags: [endpoint.tag],
    summary: both(endpoint.summary),
    ...(endpoint.notes && { description: both(endpoint.notes) }),
    parameters: [...parameters(endpoint), ...headerParameters(endpoint)],
    ...(endpoint.body && {
      requestBody: {
        required: requiredOf(endpoint.body).length > 0,
        content: requestContent(endpoint, endpoint.body, mode),
      },
    }),
    // Without sign-in no operation takes a credential, and each says so.
    ...((mode === "open" || endpoint.public) && { security: [] }),
    responses: responses(endpoint, mode),
  };
}

/** A JSON body, or the fields of a form beside its one file. */
function requestContent(
  { upload, notInExample = [] }: Endpoint,
  body: TObject,
  mode: AuthMode,
): Json {
  if (!upload) {
    // With sign-in the token says who it is.
    const example = exampleOf(body, mode === "open" ? notInExample : [...notInExample, "userId"]);
    return { "application/json": { schema: withNulls(documented(body)), example } };
  }
  const form = documented(body) as { properties: Json; required?: string[] };
  return {
    "multipart/form-data": {
      schema: {
        ...form,
        properties: { ...form.properties, file: { type: "string", format: "binary" } },
        required: [...(form.required ?? []), "file"],
      },
    },
  };
}

function parameters({ params, query }: Endpoint): Json[] {
  const part = (schema: TObject | undefined, location: string) =>
    Object.entries(propertiesOf(schema)).map(([name, field]) => ({
      name,
      in: location,
      required: location === "path" || requiredOf(schema).includes(name),
      description: describe(field as TSchema),
      // An optional one that is empty is not given (decisions G8).
      ...(location === "query" && !requiredOf(schema).includes(name) && { allowEmptyValue: true }),
      schema: documented(field as TSchema),
    }));
  return [...part(params, "path"), ...part(query, "query")];
}

/** Request headers that an endpoint understands. */
function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  const found: Json[] = [
    {
      ...header(
        "X-Language",
        "消息的语言：en 为英文，此外都是中文（messages are Chinese unless en is sent）",
      ),
      schema: { type: "string", examples: ["en"] },
    },
  ];
  if (endpoint.serve === "long") return found;
  if (takesKey(endpoint)) {
    found.push({
      ...header("Idempotency-Key", "同一键与同一请求体只记一次账（booked once）"),
      schema: { type: "string", pattern: "^[!-~]{1,200}$" },
    });
  }
  if (endpoint.method === "GET" && hasBook(endpoint)) {
    found.push(header("If-None-Match", "未变化时答复 304（304 when unchanged）"));
  }
  if (endpoint.resource && endpoint.method !== "GET") {
    found.push(header("If-Match", "已被修改时答复 412（412 when changed since）"));
  }
  return found;
}

function responses(endpoint: Endpoint, mode: AuthMode): Json {
  const found: Json = {
    200: {
      description: "成功（success）",
      headers: answerHeaders(endpoint),
      content: successContent(endpoint),
      ...linksFrom(endpoint),
    },
  };
  if (endpoint.method === "GET" && hasTag(endpoint)) {
    found[304] = {
      description: "自上次读取以来没有变化（unchanged）",
      headers: unchangedHeaders(endpoint),
    };
  }
  for (const [status, keys] of Object.entries(refusals(endpoint, mode))) {
    found[status] = {
      description: describeRefusals(endpoint, keys),
      headers: refusalHeaders(endpoint, Number(status)),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Failure" },
          example: {
            success: false,
            data: null,
            message: sampleOf(endpoint, keys[0] as MessageKey),
          },
        },
      },
    };
  }
  return found;
}

/** From what was made to the operations about it. */
function linksFrom({ method, path }: Endpoint): Json {
  if (method !== "POST") return {};
  const links = endpoints()
    .filter(({ endpoint }) => endpoint.resource && endpoint.path === `${path}/:id`)
    .map(({ name }) => [
      name.split(".")[1],
      {
        operationId: name.replace(".", "_"),
        parameters: { id: "$response.body#/data/id" },
      },
    ]);
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
}

function successContent(endpoint: Endpoint): Json {
  if (endpoint.answers === undefined) {
    const example = exampleAnswer(endpoint);
    return { "application/json": { schema: successSchema(endpoint), example } };
  }
  const types = endpoint.answers.split(",").map((type) => type.trim());
  return Object.fromEntries(types.map((type) => [type, contentOf(type, endpoint)]));
}

/** A file as it is, or events as they come. */
function contentOf(type: string, { file, events }: Endpoint): Json {
  if (type === "application/json" && file) return { schema: referenced(file) };
  if (type === "text/event-stream" && events) return { schema: eventsSchema(events) };
  return { schema: { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) } };
}

/** A stream as the list of its events; the data of each is JSON text. */
function eventsSchema(events: NonNullable<Endpoint["events"]>): Json {
  const kinds = Object.entries(events).map(([name, data]) => ({
    type: "object",
    required: ["event", "data"],
    properties: {
      event: { const: name },
      data: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: referenced(data),
      },
    },
  }));
  return { type: "array", items: kinds.length === 1 ? kinds[0] : { oneOf: kinds } };
}

function successSchema(endpoint: Endpoint): Json {
  return {
    type: "object",
    required: endpoint.done ? ["success", "data", "message"] : ["success", "data"],
    additionalProperties: false,
    properties: {
      success: { const: true },
      data: referenced(endpoint.returns),
      ...(endpoint.done && {
        message: { type: "string", examples: [messages[endpoint.done].zh] },
      }),
    },
  };
}

const Failure: Json = {
  type: "object",
  required: ["success", "data", "message"],
  additionalProperties: false,
  properties: {
    success: { const: false },
    data: { type: "null" },
    message: { type: "string" },
  },
};
