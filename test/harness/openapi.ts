/**
 * Checks answers against the OpenAPI document that the service itself publishes, strictly: a status, a
 * field or a header that the document does not have is a fault as well as one that is missing.
 */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/contract/openapi.ts";
import type { AuthMode } from "../../src/contract/openapi-refusals.ts";
import type { Answer } from "./app.ts";

// biome-ignore lint/suspicious/noExplicitAny: the documents are plain data
type Json = any;

const documents = new Map<AuthMode, Json>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
const compiled = new Map<string, ValidateFunction>();

/** The document of a mode, made when an answer in it is first checked: few tests need all of them. */
function documentOf(mode: AuthMode): Json {
  const known = documents.get(mode);
  if (known !== undefined) return known;
  const document = closed(openApiDocument(mode));
  documents.set(mode, document);
  ajv.addSchema({ $id: mode, ...document });
  return document;
}

/**
 * The document with every object closed: an answer holds what the document names and nothing more. What
 * has no named fields stays as open as it is.
 */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== "object") return value;
  const inside = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, closed(inner)]),
  );
  const isObject = value.type === "object" && value.properties !== undefined;
  return isObject ? { additionalProperties: false, ...inside } : inside;
}

/** The documented path that a URL is served by. */
function documentedPath(document: Json, url: string): string | undefined {
  const path = url.split("?")[0]?.replace(/(.)\/$/, "$1") ?? "";
  if (document.paths[path]) return path;
  return Object.keys(document.paths).find((known) => {
    const pattern = known.replace(/\{\w+\}/g, "[^/]+");
    return pattern !== known && new RegExp(`^${pattern}$`).test(path);
  });
}

let checked = 0;

/** How many answers have been checked in this process. */
export function checkedAnswers(): number {
  return checked;
}

/** Fails when the document does not allow this answer. Answers outside the document must be failures. */
export function checkAnswer(
  method: string,
  url: string,
  answer: Answer,
  mode: AuthMode = "open",
): void {
  const document = documentOf(mode);
  const path = documentedPath(document, url);
  // A HEAD is the GET without its body; an OPTIONS is about no operation.
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = method === "OPTIONS" ? undefined : path && document.paths[path][verb];
  const what = `${method} ${url.slice(0, 300)} ${answer.status}`;
  checked += 1;
  if (method === "HEAD" || method === "OPTIONS" || answer.status === 304) {
    assert.equal(answer.text, "", `${what} answers without a body`);
  }
  if (operation === undefined) {
    if (url.startsWith("/openapi.json") || method === "HEAD" || method === "OPTIONS") return;
    assert.equal(answer.status >= 400, true, `${what} is served but not documented`);
    validate(`${mode}#/components/schemas/Failure`, answer.body, what);
    return;
  }
  const response = operation.responses[answer.status];
  assert.ok(response, `${what} is not documented: ${answer.text}`);
  checkHeaders(document, response, answer, what);
  if (method === "HEAD" || answer.status === 304) return;
  const type = String(answer.headers["content-type"]).split(";")[0] as string;
  assert.ok(response.content[type], `${what} is ${type}`);
  const value = type === "text/event-stream" ? eventsOf(answer.text) : (answer.body ?? answer.text);
  const pointer = ["paths", path, verb, "responses", answer.status, "content", type, "schema"]
    .map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))
    .join("/");
  validate(`${mode}#/${pointer}`, value, what);
  if (type === "text/event-stream") checkEvents(`${mode}#/${pointer}`, response, value, what);
}

/** What comes with any answer: how it travels, what a browser may do with it, who may read it. */
const OF_EVERY_ANSWER =
  /^(content-(type|length|encoding|security-policy)|transfer-encoding|date|connection|keep-alive|vary|cache-control|x-accel-buffering|access-control-.*|x-(content-type-options|frame-options|dns-prefetch-control|download-options|permitted-cross-domain-policies|xss-protection)|referrer-policy|permissions-policy|strict-transport-security|cross-origin-.*|origin-agent-cluster)$/;

/** Fails on a header that the document does not have for this answer, and on one that it promises. */
function checkHeaders(document: Json, response: Json, { headers }: Answer, what: string): void {
  const documented = Object.entries<Json>(response.headers ?? {});
  const names = new Set(documented.map(([name]) => name.toLowerCase()));
  for (const name of Object.keys(headers)) {
    assert.ok(names.has(name) || OF_EVERY_ANSWER.test(name), `${what} has ${name}`);
  }
  for (const [name, header] of documented) {
    const value = headers[name.toLowerCase()];
    assert.ok(value !== undefined || !header.required, `${what} has no ${name}`);
    if (value === undefined) continue;
    const { schema } = header.$ref ? document.components.headers[name] : header;
    const read = schema.type === "integer" ? Number(value) : value;
    assert.ok(ajv.validate(schema, read), `${what}: ${name}: ${value}`);
  }
}

/** The events of a stream; a line that begins with a colon is none. */
function eventsOf(text: string): { event: string; data: string }[] {
  return text
    .split("\n\n")
    .filter((block) => block !== "" && !block.startsWith(":"))
    .map((block) => {
      const fields = block.split("\n").map((line) => line.split(/: (.*)/s));
      return Object.fromEntries(fields.map(([name, value]) => [name, value]));
    });
}

/** The data of every event is what the document says of that event. */
function checkEvents(pointer: string, { content }: Json, events: Json[], what: string): void {
  const { items } = content["text/event-stream"].schema;
  const kinds: Json[] = items.oneOf ?? [items];
  for (const { event, data } of events) {
    const at = kinds.findIndex(({ properties }) => properties.event.const === event);
    const kind = items.oneOf ? `items/oneOf/${at}` : "items";
    validate(`${pointer}/${kind}/properties/data/contentSchema`, JSON.parse(data), what);
  }
}

function validate(pointer: string, value: unknown, what: string): void {
  let check = compiled.get(pointer);
  if (check === undefined) {
    check = ajv.compile({ $ref: pointer.replaceAll("{", "%7B").replaceAll("}", "%7D") });
    compiled.set(pointer, check);
  }
  const fits = check(value);
  assert.ok(
    fits,
    `${what} does not fit the document: ${ajv.errorsText(check.errors)} ${JSON.stringify(value).slice(0, 2000)}`,
  );
}
