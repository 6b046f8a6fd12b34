/** Checks answers against the OpenAPI document that the service itself publishes. */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { COMMON_HEADERS } from "../../src/contract/openapi-headers.ts";
import type { AuthMode } from "../../src/contract/openapi-refusals.ts";
import type { Answer } from "./app.ts";

// biome-ignore lint/suspicious/noExplicitAny: the documents are plain data
const documents: Record<AuthMode, any> = {
  open: openApiDocument("open"),
  jwt: openApiDocument("jwt"),
  provider: openApiDocument("provider"),
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
ajv.addSchema({ $id: "open", ...documents.open });
ajv.addSchema({ $id: "jwt", ...documents.jwt });
ajv.addSchema({ $id: "provider", ...documents.provider });
const compiled = new Map<string, ValidateFunction>();

/** The documented path that a URL is served by. */
function documentedPath(document: (typeof documents)["open"], url: string): string | undefined {
  const path = url.split("?")[0]?.replace(/(.)\/$/, "$1") ?? "";
  if (document.paths[path]) return path;
  return Object.keys(document.paths).find((known) => {
    const pattern = known.replace(/\{\w+\}/g, "[^/]+");
    return pattern !== known && new RegExp(`^${pattern}$`).test(path);
  });
}

/** Fails when the document does not allow this answer. Answers outside the document must be failures. */
export function checkAnswer(
  method: string,
  url: string,
  answer: Answer,
  mode: AuthMode = "open",
): void {
  const document = documents[mode];
  if (method === "HEAD" || method === "OPTIONS" || answer.status === 304) {
    assert.equal(answer.text, "", `${method} ${url} answers without a body`);
    return;
  }
  const path = documentedPath(document, url);
  const operation = path && document.paths[path][method.toLowerCase()];
  if (operation === undefined) {
    if (url.startsWith("/openapi.json")) return;
    assert.equal(answer.status >= 400, true, `${method} ${url} is served but not documented`);
    validate(`${mode}#/components/schemas/Failure`, answer, `${method} ${url}`);
    return;
  }
  assert.ok(
    operation.responses[answer.status],
    `${method} ${url} answered ${answer.status}, which is not documented: ${answer.text}`,
  );
  checkHeaders(operation.responses[answer.status], answer, `${method} ${url} ${answer.status}`);
  const [type] = String(answer.headers["content-type"]).split(";");
  if (answer.status === 200 && type !== "application/json") {
    assert.ok(operation.responses[200].content[type as string], `${url} answered ${type}`);
    return;
  }
  const pointer = [path, method.toLowerCase(), "responses", String(answer.status)]
    .map((part) => (part as string).replaceAll("~", "~0").replaceAll("/", "~1"))
    .join("/");
  const schema = `${mode}#/paths/${pointer}/content/application~1json/schema`;
  validate(schema, answer, `${method} ${url} ${answer.status}`);
}

/** Fails on a header that the document does not have for this answer, and on a tag that it promises. */
function checkHeaders(response: { headers?: object }, answer: Answer, what: string): void {
  const documented = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  for (const name of Object.keys(COMMON_HEADERS)) {
    const isSent = answer.headers[name.toLowerCase()] !== undefined;
    if (isSent) assert.ok(documented.includes(name.toLowerCase()), `${what} has ${name}`);
  }
  const isPromised = answer.status === 200 && documented.includes("etag");
  assert.ok(!isPromised || answer.headers.etag !== undefined, `${what} has no ETag`);
}

function validate(pointer: string, answer: Answer, what: string): void {
  let check = compiled.get(pointer);
  if (check === undefined) {
    check = ajv.compile({ $ref: pointer.replaceAll("{", "%7B").replaceAll("}", "%7D") });
    compiled.set(pointer, check);
  }
  const fits = check(answer.body);
  assert.ok(
    fits,
    `${what} does not fit the document: ${ajv.errorsText(check.errors)} ${answer.text}`,
  );
}
