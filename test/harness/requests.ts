/** Requests for any endpoint of the contract, made from the examples that its fields carry. */
import type { TObject, TSchema } from "typebox";
import { type Endpoint, propertiesOf, requiredOf } from "../../src/contract/endpoint.ts";

export interface MadeRequest {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
}

/** Gives the value of a field; undefined leaves it out. */
export type Fill = (name: string, schema: TSchema, required: boolean) => unknown;

/** A request with every field filled: path and query as text, the body as JSON. */
export function makeRequest(endpoint: Endpoint, fill: Fill): MadeRequest {
  const params = filled(endpoint.params, fill);
  let path = endpoint.path;
  for (const [name, value] of Object.entries(params)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const query = Object.entries(filled(endpoint.query, fill))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return {
    method: endpoint.method,
    path: query === "" ? path : `${path}?${query}`,
    body: endpoint.body && filled(endpoint.body, fill),
  };
}

function filled(schema: TObject | undefined, fill: Fill): Record<string, unknown> {
  const required = requiredOf(schema);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const value = fill(name, field as TSchema, required.includes(name));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The example that a field's schema carries. */
export function exampleOf(schema: TSchema): unknown {
  const { examples, enum: values } = schema as { examples?: unknown[]; enum?: unknown[] };
  return examples?.[0] ?? values?.[0];
}
