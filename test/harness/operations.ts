/** The operations of the OpenAPI document, and requests for them. */
import fc from "fast-check";
import { endpoints } from "../../src/contract/contract.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { openApiDocument } from "../../src/contract/openapi.ts";
import type { AuthMode } from "../../src/contract/openapi-refusals.ts";
import type { Answer, TestApp } from "./app.ts";
import { purchaseRow, wechatBill } from "./bills.ts";
import { fits, fitting, type Known, type Schema } from "./from-schema.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  allowEmptyValue?: boolean;
  description: string;
  schema: Schema;
}

export interface Operation {
  id: string;
  mode: AuthMode;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schema of a JSON body, or of the fields of a form. */
  body: Schema | undefined;
  isForm: boolean;
  /** Where it may be left out. */
  bodyRequired: boolean;
  responses: Record<string, { description: string; headers?: Record<string, unknown> }>;
  /** What the document was made from. */
  endpoint: Endpoint;
}

/** What one request says besides where it goes. */
export interface Sent {
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: unknown;
}

const operationsByMode = new Map<AuthMode, Operation[]>();

/** Every operation of a document. */
export function operationsOf(mode: AuthMode): Operation[] {
  const known = operationsByMode.get(mode) ?? readOperations(mode);
  operationsByMode.set(mode, known);
  return known;
}

function readOperations(mode: AuthMode): Operation[] {
  // biome-ignore lint/suspicious/noExplicitAny: the document is plain data
  const document = openApiDocument(mode) as any;
  const declared = new Map(endpoints().map(({ name, endpoint }) => [name, endpoint]));
  const found: Operation[] = [];
  for (const [path, item] of Object.entries<object>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId: id, parameters, requestBody, responses } = operation;
      const form = requestBody?.content["multipart/form-data"]?.schema;
      found.push({
        id,
        mode,
        method: method.toUpperCase(),
        path,
        parameters,
        body: form ? fieldsBeside(form) : requestBody?.content["application/json"].schema,
        isForm: form !== undefined,
        bodyRequired: requestBody?.required === true,
        responses,
        endpoint: declared.get(id.replace("_", ".")) as Endpoint,
      });
    }
  }
  return found;
}

/** A form without its file. */
function fieldsBeside(form: Schema): Schema {
  const { file: _, ...properties } = form.properties as Record<string, Schema>;
  return { ...form, properties, required: (form.required ?? []).filter((name) => name !== "file") };
}

/** A value as a query or a form has it: a number in digits, however long. */
function asText(value: unknown): string {
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value).toString();
  return typeof value === "object" ? "" : String(value);
}

/** Requests that the document allows, about what is known: mostly, or always. */
export function requestsFor(
  operation: Operation,
  known: Known,
  onlyKnown = false,
): fc.Arbitrary<Sent> {
  const part = (location: Parameter["in"]) => {
    const fields = operation.parameters.filter((one) => one.in === location);
    return fc.record(
      Object.fromEntries(fields.map((one) => [one.name, parameterText(one, known, onlyKnown)])),
      { requiredKeys: fields.filter((one) => one.required).map(({ name }) => name) },
    );
  };
  const body =
    operation.body === undefined
      ? fc.constant(undefined)
      : fitting(operation.body, { known, onlyKnown });
  return fc
    .record({ path: part("path"), query: part("query"), headers: part("header"), body })
    .filter((sent) => operation.body === undefined || fits(operation.body, sent.body)) as never;
}

/** A value of a parameter as text; what may be empty is so at times. */
function parameterText(
  { name, in: location, schema, required, allowEmptyValue }: Parameter,
  known: Known,
  onlyKnown: boolean,
): fc.Arbitrary<string> {
  const texts = fitting(schema, { known, onlyKnown, name }).map(asText);
  if (location === "header") return texts.filter((text) => /^[!-~]([ -~]*[!-~])?$/.test(text));
  if (required || !allowEmptyValue) return texts;
  return fc.oneof({ weight: 9, arbitrary: texts }, { weight: 1, arbitrary: fc.constant("") });
}

/** Whether a text is what the parameter, or the field of a form, takes. */
export function textFits(schema: Schema, text: string, mayBeEmpty: boolean): boolean {
  if (text === "") return mayBeEmpty;
  if (schema.type === "integer") return /^\d+$/.test(text) && fits(schema, Number(text));
  return fits(schema, text);
}

/** Texts that a parameter does not take, each wrong in one way. */
export function wrongTextsOf(schema: Schema, mayBeEmpty: boolean, right: string): string[] {
  const { minimum, maximum, maxLength } = schema;
  const texts = ["", "x", " ", "\0", "1.5", "-1", "1e3", "0x10", "１", ` ${right}`, `${right} `];
  texts.push(`${right}\0`, `-${right}`, `${right},${right}`, `${right}?`, "2026-13-01", "2026-3-5");
  if (minimum !== undefined) texts.push(String(minimum - 1));
  if (maximum !== undefined) texts.push(String(maximum + 1));
  if (maxLength !== undefined) texts.push("字".repeat(maxLength + 1), "a".repeat(maxLength + 1));
  return [...new Set(texts)].filter((text) => !textFits(schema, text, mayBeEmpty));
}

/** The parts of a form, with a file that the operation can read. */
export function formOf(fields: Record<string, unknown>, file: string | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const one of value) form.append(name, asText(one));
    else form.set(name, asText(value));
  }
  if (file !== undefined) form.set("file", new Blob([file]), "bill.csv");
  return form;
}

export const BILL = wechatBill([purchaseRow(1), purchaseRow(2)]);

/** Sends a request as its operation says; every answer is checked against the document on its way. */
export function sendTo(
  app: TestApp,
  { method, path, isForm, endpoint }: Operation,
  sent: Sent,
  credential: Record<string, string>,
  file = BILL,
): Promise<Answer> {
  const pairs = Object.entries(sent.query).flatMap(([name, value]) =>
    [value].flat().map((text) => `${name}=${encodeURIComponent(text)}`),
  );
  const where = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path[name] ?? ""));
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const body = isForm ? formOf(sent.body as Record<string, unknown>, file) : sent.body;
  const isSent = endpoint.body !== undefined;
  return app.call(method, where + query, isSent ? body : undefined, {
    ...sent.headers,
    ...credential,
  });
}
