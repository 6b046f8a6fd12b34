/** Schemas as the OpenAPI document shows them: plain JSON Schema, described in both languages. */
import type { TObject, TSchema } from "typebox";
import { propertiesOf } from "./endpoint.ts";
import type { Words } from "./messages.ts";

type Json = Record<string, unknown>;

/** A schema as JSON Schema: our own annotations become descriptions. */
export function documented(schema: TSchema): Json {
  const plain = JSON.parse(JSON.stringify(schema), (key, value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    // What properties are called is the interface's affair: one may well be a `label`.
    if (key === "properties") return value;
    const { label, rule, item, text, yuan, clearable, ...rest } = value;
    if (label === undefined) return rest;
    return { ...rest, description: describe(value) };
  });
  return plain as Json;
}

/** What is said about a field, in both languages. */
export function describe(schema: TSchema): string {
  const { label, rule } = schema as unknown as { label?: Words; rule?: Words };
  if (label === undefined) return "";
  return rule === undefined ? both(label) : `${label.zh}：${rule.zh}（${label.en} ${rule.en}）`;
}

/** A body made of the examples of its fields, without some. */
export function exampleOf(body: TObject, without: string[] = []): Json {
  const example: Json = {};
  for (const [name, field] of Object.entries(propertiesOf(body))) {
    if (without.includes(name)) continue;
    const { examples, enum: values } = field as { examples?: unknown[]; enum?: unknown[] };
    const value = examples?.[0] ?? values?.[0];
    if (value !== undefined) example[name] = value;
  }
  return example;
}

/** A text in Chinese and English. */
export function both({ zh, en }: Words): string {
  return `${zh} / ${en}`;
}
