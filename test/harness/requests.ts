/** Requests for any endpoint of the contract, made from the examples that its fields carry. */
import type { TObject, TSchema } from "typebox";
import { type Endpoint, propertiesOf, requiredOf } from "../../src/contract/endpoint.ts";
import { purchaseRow, wechatBill } from "./bills.ts";

export interface MadeRequest {
  method: string;
  path: string;
  body: Record<string, unknown> | FormData | undefined;
}

/** Gives the value of a field; undefined leaves it out. `path` is its name, "rows.accountId" inside lists. */
export type Fill = (path: string, schema: TSchema) => unknown;

/** A request with every field filled: path and query as text, the body as JSON or as a form with a bill. */
export function makeRequest(endpoint: Endpoint, fill: Fill): MadeRequest {
  const params = filled(endpoint.params, fill);
  let path = endpoint.path;
  for (const [name, value] of Object.entries(params)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const query = Object.entries(filled(endpoint.query, fill))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  const body = endpoint.body && filled(endpoint.body, fill);
  return {
    method: endpoint.method,
    path: query === "" ? path : `${path}?${query}`,
    body: endpoint.upload ? formOf(body ?? {}) : body,
  };
}

/** Every field that an endpoint takes, with those inside its lists. */
export function fieldsOf(endpoint: Endpoint): { path: string; schema: TSchema }[] {
  const fields: { path: string; schema: TSchema }[] = [];
  makeRequest(endpoint, (path, schema) => {
    if (propertiesInside(schema) === undefined) fields.push({ path, schema });
    return undefined;
  });
  return fields;
}

function filled(schema: TObject | undefined, fill: Fill, inside = ""): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const path = inside + name;
    const properties = propertiesInside(field as TSchema);
    const value =
      properties === undefined
        ? fill(path, field as TSchema)
        : listOfOne(filled(properties, fill, `${path}.`), properties);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The object that a list holds; undefined when the field is no list of objects. */
function propertiesInside(schema: TSchema): TObject | undefined {
  const { items } = schema as { items?: TObject };
  return items && "properties" in items ? items : undefined;
}

function listOfOne(value: Record<string, unknown>, schema: TObject): unknown {
  return requiredOf(schema).every((name) => value[name] !== undefined) ? [value] : undefined;
}

/** A form as a browser sends it, with a small bill as its file. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("file", new Blob([wechatBill([purchaseRow(1)])]), "bill.csv");
  return form;
}

/** The example that a field's schema carries, or the least that it takes. */
export function exampleOf(schema: TSchema): unknown {
  const {
    examples,
    enum: values,
    minimum,
    items,
  } = schema as { examples?: unknown[]; enum?: unknown[]; minimum?: number; items?: TSchema };
  const example = examples?.[0] ?? values?.[0] ?? minimum;
  if (example !== undefined || items === undefined) return example;
  return [exampleOf(items)];
}
