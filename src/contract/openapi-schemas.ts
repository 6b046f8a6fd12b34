/** Schemas as the OpenAPI document shows them: plain JSON Schema, described in both languages. */
import type { TObject, TSchema } from "typebox";
import { propertiesOf, type RequiredUnless, requiredUnlessOf } from "./endpoint.ts";
import { NOT_BLANK } from "./fields.ts";
import type { Words } from "./messages.ts";

type Json = Record<string, unknown>;

/**
 * A schema as JSON Schema: our own annotations become descriptions, what is required unless a field is
 * given becomes two alternatives, and named schemas within are referred to, so that a client generator
 * makes one type of each.
 */
export function documented(schema: TSchema): Json {
  const plain = JSON.parse(JSON.stringify(schema), (key, value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    // What properties are called is the interface's affair: one may well be a `label`.
    if (key === "properties") return value;
    if (key !== "" && typeof value.title === "string") return reference(value.title);
    const { label, rule, item, ...rest } = value;
    const pattern = patternOf(rest);
    if (pattern !== undefined) rest.pattern = pattern;
    if (rest.yuan === true) rest.multipleOf = 0.01;
    if (rest.clearable === true) rest.anyOf = withEmpty(rest.anyOf);
    for (const name of OUR_KEYWORDS) if (rest[name] === true) delete rest[name];
    const said = describe(value) + (value.yuan === true ? NOISE : "");
    const shown = label === undefined ? rest : { ...rest, description: said };
    return rest.if === undefined ? shown : alternatives(shown, value);
  });
  return plain as Json;
}

/** Keywords that are true or not there; a value of an example may well be called so. */
const OUR_KEYWORDS = ["text", "yuan", "date", "clearable"];

/** The one leniency of a schema for money (decisions M2). */
const NOISE =
  "；与整分相差不到 0.000001 元的，是二进制小数的误差，按那一分（within 0.000001 of a fen it means that fen）";

/** What our own keywords forbid, as far as a pattern can say it; the rest is in the description. */
function patternOf({ date, text, pattern }: Json): string | undefined {
  if (date === true) return DATE_PATTERN;
  if (text !== true) return undefined;
  if (pattern === undefined) return "^[^\\u0000]*$";
  return pattern === NOT_BLANK ? "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$" : undefined;
}

/** A text that is cleared by null is cleared by an empty one, too (decisions G8). */
function withEmpty(taken: Json[]): Json[] {
  const [text = {}] = taken;
  const refusesEmpty = text.type === "string" && text.enum === undefined && text.minLength === 1;
  return refusesEmpty ? [...taken, { type: "string", maxLength: 0 }] : taken;
}

/**
 * A day, or a timestamp with or without an offset (see ledger/calendar.ts), which may carry the end of
 * 1899 into 1900. That the day exists is more than a pattern can say.
 */
const [YEAR, DAY] = ["(19|[2-9]\\d)\\d{2}", "-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])"];
const [HOUR, MINUTE] = ["([01]\\d|2[0-3])", "[0-5]\\d"];
const TIME = `T${HOUR}:${MINUTE}(:${MINUTE}([.,]\\d{1,9})?)?(Z|[+-]${HOUR}(:?${MINUTE})?)?`;
const DATE_PATTERN = `^(${YEAR}${DAY}(${TIME})?|1899-12-31${TIME})$`;

/** The same, and a reference where the schema itself is named. */
export function referenced(schema: TSchema): Json {
  const { title } = schema as { title?: string };
  return title === undefined ? documented(schema) : reference(title);
}

/** A body as it is taken: `null` for an optional field means that it is not given (decisions G8). */
export function withNulls(schema: Json): Json {
  const { properties, items, oneOf, required = [] } = schema as BodyPart;
  const taken = Object.entries(properties ?? {}).map(([name, field]) => {
    const inner = withNulls(field);
    return [name, required.includes(name) ? inner : orNull(inner)];
  });
  return {
    ...schema,
    ...(oneOf && { oneOf: oneOf.map(withNulls) }),
    ...(items && { items: withNulls(items) }),
    ...(properties && { properties: Object.fromEntries(taken) }),
  };
}

interface BodyPart {
  properties?: Record<string, Json>;
  items?: Json;
  oneOf?: Json[];
  required?: string[];
}

function orNull(field: Json): Json {
  const { type, enum: values, anyOf } = field as { type?: string; enum?: Json[]; anyOf?: Json[] };
  if (anyOf && !anyOf.some((one) => one.type === "null")) {
    return { ...field, anyOf: [...anyOf, { type: "null" }] };
  }
  if (type === undefined || type === "null") return field;
  return { ...field, type: [type, "null"], ...(values && { enum: [...values, null] }) };
}

function reference(title: string): Json {
  return { $ref: `#/components/schemas/${title}` };
}

/** An object without the field, which has all that is required then; or with it, and without those. */
function alternatives({ if: _if, else: _else, ...schema }: Json, whole: TObject): Json {
  const { given, names } = requiredUnlessOf(whole) as RequiredUnless;
  const properties = schema.properties as Record<string, Json>;
  const required = (schema.required ?? []) as string[];
  const { type, ...rest } = schema;
  const none = { type: "null", description: properties[given]?.description };
  return {
    oneOf: [
      {
        ...rest,
        type,
        properties: { ...properties, [given]: none },
        required: [...required, ...names],
        // What the property says already, for readers that tell alternatives apart by what they forbid.
        not: { required: [given], properties: { [given]: { type: properties[given]?.type } } },
      },
      { ...rest, type, required: [...required, given] },
    ],
  };
}

/** The named schemas that answers are made of, with those inside them. */
export function componentsOf(answers: TSchema[]): Record<string, Json> {
  const found: Record<string, Json> = {};
  const visit = (schema: TSchema) => {
    const { title, items, properties, anyOf } = schema as {
      title?: string;
      items?: TSchema;
      properties?: Record<string, TSchema>;
      anyOf?: TSchema[];
    };
    if (title !== undefined) found[title] = documented(schema);
    if (items !== undefined) visit(items);
    for (const inner of [...Object.values(properties ?? {}), ...(anyOf ?? [])]) visit(inner);
  };
  for (const schema of answers) visit(schema);
  return found;
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
