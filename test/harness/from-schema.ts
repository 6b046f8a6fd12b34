/**
 * Values made from a schema of the OpenAPI document: those that fit it, and those that break it in one
 * place. Of JSON Schema it knows what the document uses; a keyword that it does not know is an error, so
 * that nothing of the document goes untried in silence.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";

export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  examples?: unknown[];
  description?: string;
  title?: string;
}

const KNOWN_KEYWORDS = new Set([
  ...[
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
  ],
  ...[
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "required",
    "anyOf",
    "oneOf",
    "not",
  ],
  ...["examples", "description", "title"],
]);

const ajv = new Ajv2020({ strict: false });
// Decimals as they are written: by division 19.99 would be no multiple of 0.01.
ajv.removeKeyword("multipleOf");
ajv.addKeyword({
  keyword: "multipleOf",
  type: "number",
  validate: (step: number, value: number) =>
    Number(value.toFixed(String(step).split(".")[1]?.length ?? 0)) === value,
});
const checks = new WeakMap<Schema, ValidateFunction>();
/** To make a check takes a thousand times as long as to ask it: schemas of one text share theirs. */
const checksByText = new Map<string, ValidateFunction>();

/** Whether the value is what the schema says. */
export function fits(schema: Schema, value: unknown): boolean {
  let check = checks.get(schema);
  if (check === undefined) {
    check = checkOf(schema);
    checks.set(schema, check);
  }
  return check(value);
}

function checkOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  const check = checksByText.get(text) ?? ajv.compile(schema);
  checksByText.set(text, check);
  return check;
}

/** What is worth naming in a field of the name, since the book has it: ids above all. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

interface Wanted {
  known: Known;
  /**
   * Whether that is named always, where there is any, and not only mostly; likewise the schema's examples
   * of a text, since a rule in words (a day that exists) may refuse another one that fits.
   */
  onlyKnown: boolean;
  /** Every field given, and with a value, so that there is one to break. */
  whole: boolean;
}

/** Values that fit the schema. */
export function fitting(
  schema: Schema,
  {
    known = {},
    onlyKnown = false,
    name = "",
  }: { known?: Known; onlyKnown?: boolean; name?: string },
): fc.Arbitrary<unknown> {
  return valueFor(schema, { known, onlyKnown, whole: false }, name);
}

/** Values with every field, for each of the schema's alternatives. */
export function wholeOnes(schema: Schema, known: Known = {}): fc.Arbitrary<unknown>[] {
  const { oneOf = [schema] } = schema;
  return oneOf.map((one) =>
    valueFor(one, { known, onlyKnown: true, whole: true }, "").filter((value) =>
      fits(schema, value),
    ),
  );
}

function valueFor(schema: Schema, wanted: Wanted, name: string): fc.Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN_KEYWORDS.has(keyword)) throw new Error(`${name}: unknown keyword ${keyword}`);
  }
  const any = anyValue(schema, wanted, name);
  const { known, onlyKnown } = wanted;
  const had = (Object.hasOwn(known, name) ? (known[name] ?? []) : []).filter((value) =>
    fits(schema, value),
  );
  if (had.length === 0) return any;
  if (onlyKnown) return fc.constantFrom(...had);
  return fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom(...had) },
    { weight: 1, arbitrary: any },
  );
}

function anyValue(schema: Schema, wanted: Wanted, name: string): fc.Arbitrary<unknown> {
  const { type, oneOf, anyOf } = schema;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...withoutNull(schema.enum, wanted));
  const branches = oneOf ?? anyOf;
  if (branches) {
    const values = branches
      .filter((one) => !wanted.whole || one.type !== "null")
      .map((one) => valueFor(one, wanted, name));
    return fc.oneof(...values).filter((value) => fits(schema, value));
  }
  if (Array.isArray(type)) {
    const types = withoutNull(type, wanted, "null") as string[];
    return fc.oneof(...types.map((one) => ofType({ ...schema, type: one }, wanted, name)));
  }
  return ofType(schema, wanted, name);
}

function withoutNull(values: unknown[], { whole }: Wanted, none: unknown = null): unknown[] {
  return whole ? values.filter((value) => value !== none) : values;
}

function ofType(schema: Schema, wanted: Wanted, name: string): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return integerOf(schema);
    case "number":
      return numberOf(schema);
    case "string":
      return textOf(schema, wanted);
    case "array":
      return listOf(schema, wanted, name);
    case "object":
      return objectOf(schema, wanted);
    default:
      throw new Error(`${name}: no type ${schema.type}`);
  }
}

function integerOf({ minimum = 0, maximum }: Schema): fc.Arbitrary<number> {
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const bounds = maximum === undefined ? [minimum, 2 ** 53, 1e21] : [minimum, maximum];
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: minimum, max: Math.min(most, minimum + 40) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(...bounds) },
  );
}

/** Decimals of the step that the schema has, and its bounds. */
function numberOf({
  minimum = -1e6,
  maximum = 1e6,
  multipleOf = 0.01,
}: Schema): fc.Arbitrary<number> {
  const steps = (value: number) => Math.round(value / multipleOf);
  const per = Math.round(1 / multipleOf);
  const between = (min: number, max: number) =>
    fc.integer({ min: steps(min), max: steps(max) }).map((count) => count / per);
  return fc.oneof(
    { weight: 4, arbitrary: between(Math.max(minimum, -1000), Math.min(maximum, 1000)) },
    { weight: 1, arbitrary: between(minimum, maximum) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

const ANY_TEXT = "早饭 🍜 e\u0301";

function textOf(schema: Schema, { onlyKnown }: Wanted): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern, examples = [] } = schema;
  const text = { ...schema, type: "string" };
  const isFit = (value: string) => fits(text, value);
  const shown = examples.filter((value) => typeof value === "string" && isFit(value)) as string[];
  if (onlyKnown && shown.length > 0) return fc.constantFrom(...shown);
  const texts: fc.Arbitrary<string>[] = [];
  if (pattern === undefined || new RegExp(pattern, "u").test(ANY_TEXT)) {
    texts.push(fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 20) }));
    texts.push(fc.string({ unit: "binary", minLength, maxLength: Math.min(maxLength, 20) }));
    texts.push(fc.constantFrom("字".repeat(maxLength), "字".repeat(Math.max(1, minLength))));
  } else {
    texts.push(fc.stringMatching(new RegExp(pattern), { maxLength }));
  }
  if (shown.length > 0) texts.push(fc.constantFrom(...shown));
  return fc.oneof(...texts).filter((value) => isFit(value));
}

function listOf(schema: Schema, wanted: Wanted, name: string): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = minItems + 3 } = schema;
  const least = wanted.whole ? Math.max(1, minItems) : minItems;
  const length = { minLength: least, maxLength: Math.min(maxItems, least + 2) };
  const one = valueFor(items, wanted, name);
  return schema.uniqueItems ? fc.uniqueArray(one, length) : fc.array(one, length);
}

function objectOf(schema: Schema, wanted: Wanted): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties)
    .filter(([, field]) => !wanted.whole || field.type !== "null")
    .map(([name, field]) => [name, valueFor(field, wanted, name)] as const);
  return fc.record(Object.fromEntries(fields), wanted.whole ? {} : { requiredKeys: required });
}

/** A value with one thing wrong: where, and the whole that it makes. */
export interface Breach {
  path: string;
  value: unknown;
}

/** Everything that can be wrong in one place of a value that fits. */
export function breachesOf(schema: Schema, value: unknown): Breach[] {
  return within(schema, value, "").filter((breach) => !fits(schema, breach.value));
}

function within(schema: Schema, value: unknown, path: string): Breach[] {
  const { oneOf, anyOf } = schema;
  const branch = (oneOf ?? anyOf)?.find((one) => fits(one, value));
  if (branch) return within(branch, value, path);
  const here = wrongValues(schema, value).map((wrong) => ({ path, value: wrong }));
  if (Array.isArray(value)) return [...here, ...withinList(schema, value, path)];
  if (typeof value !== "object" || value === null) return here;
  return [...here, ...withinObject(schema, value as Record<string, unknown>, path)];
}

function withinList({ items }: Schema, list: unknown[], path: string): Breach[] {
  if (items === undefined || list.length === 0) return [];
  return within(items, list[0], `${path}[0]`).map((breach) => ({
    ...breach,
    value: [breach.value, ...list.slice(1)],
  }));
}

function withinObject(schema: Schema, object: Record<string, unknown>, path: string): Breach[] {
  const found: Breach[] = [];
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(object, name)) continue;
    for (const inner of within(field, object[name], at(name))) {
      found.push({ path: inner.path, value: { ...object, [name]: inner.value } });
    }
    const { [name]: _, ...rest } = object;
    found.push({ path: at(name), value: rest });
  }
  return found;
}

const OF_EVERY_TYPE = [null, true, 1.5, 1, "x", [], {}];

/** What may be wrong in the place of the value, by every keyword that the schema has. */
function wrongValues(schema: Schema, value: unknown): unknown[] {
  const { minimum, maximum, multipleOf, maxLength, pattern, minItems, maxItems } = schema;
  const wrong: unknown[] = [...OF_EVERY_TYPE];
  if (schema.enum) wrong.push("nothing", "");
  if (minimum !== undefined) wrong.push(minimum - 1, minimum - 0.01, -1e21);
  if (maximum !== undefined) wrong.push(maximum + 1, maximum * 2, 1e21);
  if (multipleOf !== undefined) wrong.push(0.005, 1.001, 12.3456, 0.1 + multipleOf / 10);
  if (schema.minLength !== undefined) wrong.push("");
  if (maxLength !== undefined) wrong.push("字".repeat(maxLength + 1), "🍜".repeat(maxLength + 1));
  if (pattern !== undefined) wrong.push(...wrongTexts(value));
  if (Array.isArray(value)) {
    if (minItems !== undefined) wrong.push(value.slice(0, minItems - 1));
    if (maxItems !== undefined) wrong.push(longList(schema, value, maxItems + 1));
    // Numbers that JavaScript cannot tell apart are not called equal.
    const told = value.filter((one) => typeof one !== "number" || Number.isSafeInteger(one));
    if (schema.uniqueItems && told.length > 0) wrong.push([...value, told[0]]);
  }
  return wrong;
}

/** Texts that no pattern has, or that hold what most patterns do not. */
function wrongTexts(value: unknown): string[] {
  const text = typeof value === "string" ? value : "x";
  return [
    "",
    " ",
    "\u3000\n",
    "?!",
    "\0",
    `${text}\0`,
    `${text}\n`,
    ` ${text}`,
    `${text}x`,
    `-${text}`,
    text.slice(1),
  ];
}

/** Different numbers where it is one of numbers, so that its length alone is wrong. */
function longList({ items = {} }: Schema, [first]: unknown[], length: number): unknown[] {
  const one = least(items, first);
  return Array.from({ length }, (_, index) => (typeof one === "number" ? index + 1 : one));
}

/** An object without what may be left out: a very long list of it is still a body of allowed size. */
function least(schema: Schema, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.keys(value).reduce((left: object, name) => {
    const { [name]: _, ...rest } = left as Record<string, unknown>;
    return fits(schema, rest) ? rest : left;
  }, value);
}
