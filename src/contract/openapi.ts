/** The OpenAPI 3.1 document, made from the same contract that validates. */
import type { TObject, TSchema } from "typebox";
import { endpoints } from "./contract.ts";
import { type Endpoint, hasBook, NOT_FOUND, propertiesOf, requiredOf } from "./endpoint.ts";
import { type MessageKey, messages, say, type Words } from "./messages.ts";
import { both, describe, documented, exampleOf } from "./openapi-schemas.ts";
import { API_VERSION } from "./system.ts";

type Json = Record<string, unknown>;

/** How the service is entered: without a credential, by our own sign-in, or by a provider's. */
export type AuthMode = "open" | "jwt" | "provider";

/** The whole document of a service that runs in the mode, as plain data. */
export function openApiDocument(mode: AuthMode = "open"): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint: declared } of endpoints()) {
    if (mode === "open" && declared.only) continue;
    if (mode === "provider" && declared.only === "password") continue;
    const endpoint = mode === "open" ? declared : withOptionalUser(declared);
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    (paths[path] as Json)[endpoint.method.toLowerCase()] = operation(name, endpoint, mode);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "分明 Fenming API",
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    paths,
    components: {
      schemas: componentSchemas(),
      headers: commonHeaders,
      ...(mode !== "open" && { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } }),
    },
    ...(mode !== "open" && { security: [{ bearer: [] }] }),
  };
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

const commonHeaders: Json = {
  ETag: {
    description: "读取时的版本标识，用于 If-None-Match 与 If-Match（validator of what was read）",
    schema: { type: "string" },
  },
};

function operation(name: string, endpoint: Endpoint, mode: AuthMode): Json {
  return {
    operationId: name.replace(".", "_"),
    tags: [endpoint.tag],
    summary: both(endpoint.summary),
    ...(endpoint.notes && { description: both(endpoint.notes) }),
    parameters: [...parameters(endpoint), ...headerParameters(endpoint)],
    ...(endpoint.body && {
      requestBody: { required: true, content: requestContent(endpoint, endpoint.body) },
    }),
    ...(mode !== "open" && endpoint.public && { security: [] }),
    responses: responses(endpoint, mode),
  };
}

/** A JSON body, or the fields of a form beside its one file. */
function requestContent({ upload, notInExample }: Endpoint, body: TObject): Json {
  if (!upload) {
    const example = exampleOf(body, notInExample);
    return { "application/json": { schema: documented(body), example } };
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
  const part = (schema: TObject | undefined, place: string) =>
    Object.entries(propertiesOf(schema)).map(([name, field]) => ({
      name,
      in: place,
      required: place === "path" || requiredOf(schema).includes(name),
      description: describe(field as TSchema),
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
  const found: Json[] = [];
  if (endpoint.transaction === "own") return found;
  if (endpoint.method === "POST" && !endpoint.secret) {
    found.push(header("Idempotency-Key", "同一键与同一请求体只记一次账（booked once）"));
  }
  if (endpoint.method === "GET" && hasBook(endpoint)) {
    found.push(header("If-None-Match", "未变化时答复 304（304 when unchanged）"));
  }
  if ((endpoint.method === "PUT" || endpoint.method === "DELETE") && hasBook(endpoint)) {
    found.push(header("If-Match", "已被修改时答复 412（412 when changed since）"));
  }
  return found;
}

function responses(endpoint: Endpoint, mode: AuthMode): Json {
  const found: Json = {
    200: {
      description: "成功（success）",
      ...(isTagged(endpoint) && {
        headers: { ETag: { $ref: "#/components/headers/ETag" } },
      }),
      content: successContent(endpoint),
    },
  };
  if (endpoint.method === "GET" && isTagged(endpoint)) {
    found[304] = { description: "自上次读取以来没有变化（unchanged）" };
  }
  for (const [status, keys] of Object.entries(refusals(endpoint, mode))) {
    found[status] = {
      description: [...new Set(keys)].map((key) => both(messages[key])).join("；"),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Failure" },
          example: {
            success: false,
            data: null,
            message: say(keys[0] as MessageKey, "zh", sampleValues),
          },
        },
      },
    };
  }
  return found;
}

/** What stands in the places of a message that is shown as an example. */
const sampleValues: Record<string, string | number | Words> = {
  fields: "amount",
  field: "amount",
  label: { zh: "金额", en: "Amount" },
  rule: { zh: "必须是数字", en: "must be a number" },
  zone: "Asia/Shanghai",
  limit: "1 MiB",
  count: 3,
  seconds: 60,
  scope: { zh: "读取", en: "read" },
  mode: "jwt",
  reason: { zh: "缺少金额", en: "the amount is missing" },
  problems: { zh: "缺少金额", en: "the amount is missing" },
  names: "微信、招商银行",
  status: "committed",
  row: 3,
  why: { zh: "金额是零", en: "its amount is zero" },
  transferId: 1,
  transfers: 1,
  refunded: "30.00",
  amount: "100.00",
};

/** Everything that an endpoint may refuse, by status. */
export function refusals(
  endpoint: Endpoint,
  mode: AuthMode = "open",
): Record<number, MessageKey[]> {
  const found: Record<number, MessageKey[]> = { 500: ["serverError"] };
  const add = (status: number, ...keys: MessageKey[]) => {
    found[status] = [...(found[status] ?? []), ...keys];
  };
  if (endpoint.path !== "/health" && endpoint.path !== "/api") add(503, "databaseAway");
  if (endpoint.params || endpoint.query || endpoint.body) add(400, "invalidField");
  if (requiredOf(endpoint.query).length + requiredOf(endpoint.body).length > 0) {
    add(400, "missingFields");
  }
  if (endpoint.method !== "GET") {
    add(400, "malformedJson", "bodyNotObject", "wrongContentType");
    add(413, "bodyTooLarge");
  }
  if (endpoint.path.startsWith("/api")) add(429, "tooManyRequests");
  if (mode !== "open" && !endpoint.public) {
    add(400, "userIdNotAllowed");
    add(401, "signInRequired", "tokenInvalid", "tokenExpired");
    add(403, endpoint.sessionOnly ? "sessionRequired" : "scopeMissing");
    add(429, "tooManyAttempts");
    add(503, "providerAway");
  }
  if (endpoint.upload) add(413, "bodyTooLarge");
  if (endpoint.transaction === "own") return withOwnRefusals(endpoint, found, add);
  if (endpoint.method === "POST" && !endpoint.secret) {
    add(400, "keyInvalid");
    add(409, "keyRunning");
    add(422, "keyReused");
  }
  if ((endpoint.method === "PUT" || endpoint.method === "DELETE") && hasBook(endpoint))
    add(412, "changedSince");
  return withOwnRefusals(endpoint, found, add);
}

function withOwnRefusals(
  endpoint: Endpoint,
  found: Record<number, MessageKey[]>,
  add: (status: number, ...keys: MessageKey[]) => void,
): Record<number, MessageKey[]> {
  if (endpoint.owner in NOT_FOUND) add(404, NOT_FOUND[endpoint.owner as keyof typeof NOT_FOUND]);
  if (endpoint.development) add(404, "endpointNotFound");
  for (const key of endpoint.refuses ?? []) add(statusOf(key), key);
  return found;
}

/** Answers of a handler with transactions of its own carry no validator. */
function isTagged(endpoint: Endpoint): boolean {
  return hasBook(endpoint) && endpoint.transaction !== "own";
}

/** The status of what is refused with neither 400 nor 404. */
export const STATUS_OF: Partial<Record<MessageKey, number>> = {
  signInRequired: 401,
  tokenInvalid: 401,
  tokenExpired: 401,
  signInFailed: 401,
  signupClosed: 403,
  invitationInvalid: 403,
  scopeMissing: 403,
  sessionRequired: 403,
  bookTooLarge: 413,
  importNotReady: 409,
  importOutdated: 409,
  importJoinLost: 409,
  importRunning: 409,
  importNotRunning: 409,
  importCancelled: 409,
  tooManyAttempts: 429,
  tooManyRequests: 429,
  restoreChanged: 409,
  restoreAccountGone: 409,
  restoreExpenseGone: 409,
  restoreRefundTooLarge: 409,
  restoreHasRefunds: 409,
  restoreBookedRecord: 409,
  restoreBookedTransfer: 409,
  restoreTooLarge: 409,
  databaseAway: 503,
  providerAway: 503,
  busy: 503,
};

function statusOf(key: MessageKey): number {
  if (key.endsWith("NotFound")) return 404;
  return STATUS_OF[key] ?? 400;
}

function successContent(endpoint: Endpoint): Json {
  if (endpoint.answers === undefined) {
    return { "application/json": { schema: successSchema(endpoint) } };
  }
  return Object.fromEntries(
    endpoint.answers.split(",").map((type) => [type.trim(), { schema: {} }]),
  );
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

/** Named schemas are referred to, so that a client generator makes one type of each. */
function referenced(schema: TSchema): Json {
  const { title, items } = schema as { title?: string; items?: TSchema };
  if (title !== undefined) return { $ref: `#/components/schemas/${title}` };
  if (items !== undefined) return { ...documented(schema), items: referenced(items) };
  return documented(schema);
}

function componentSchemas(): Json {
  const found: Json = {
    Failure: {
      type: "object",
      required: ["success", "data", "message"],
      additionalProperties: false,
      properties: {
        success: { const: false },
        data: { type: "null" },
        message: { type: "string" },
      },
    },
  };
  const visit = (schema: TSchema) => {
    const { title, items, properties } = schema as {
      title?: string;
      items?: TSchema;
      properties?: Record<string, TSchema>;
    };
    if (title !== undefined) found[title] = documented(schema);
    if (items !== undefined) visit(items);
    for (const property of Object.values(properties ?? {})) visit(property);
  };
  for (const { endpoint } of endpoints()) visit(endpoint.returns);
  return found;
}
