/**
 * Checks a request against its endpoint's schemas and says in words what is wrong. Strict: a number
 * in a body is a JSON number, a number in a query is digits. Only fields that the contract names are
 * kept; `null` and empty mean "not given" as decisions G8 says.
 */
import { Ajv, type ValidateFunction } from "ajv";
import type { TObject, TSchema } from "typebox";
import {
  type Endpoint,
  propertiesOf,
  requiredOf,
  requiredUnlessOf,
} from "../../contract/endpoint.ts";
import { say, type Words } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { isDateText } from "../../ledger/calendar.ts";
import { fenFromYuan, yuanFromFen } from "../../ledger/money.ts";
import type { CheckedInput, Fields } from "../handler/input.ts";
import { isOverfull, UNREADABLE } from "./body.ts";
import { unknownNames } from "./query-names.ts";
import { type WrongField, wrongField } from "./wrong-field.ts";

export type Check = (params: unknown, query: unknown, body: unknown) => CheckedInput;

const ajv = new Ajv({
  ...{ allErrors: true, verbose: true, strict: false, unicodeRegExp: true },
  // The schemas are the contract's own: compiling that of schemas would hold the first request of all.
  validateSchema: false,
});
ajv.addVocabulary(["label", "rule", "item", "clearable"]);
ajv.addKeyword({
  keyword: "yuan",
  type: "number",
  validate: (_: unknown, value: number) => fenFromYuan(value) !== undefined,
});
ajv.addKeyword({
  keyword: "text",
  type: "string",
  validate: (_: unknown, value: string) => !value.includes("\0") && value.isWellFormed(),
});
ajv.addKeyword({
  keyword: "date",
  type: "string",
  validate: (_: unknown, value: string) => isDateText(value),
});

/** Every service of a process checks by the same contract. */
const checks = new WeakMap<Endpoint, Check>();

/** The check of an endpoint, compiled at its first request: a start need not wait for all of them. */
export function checkOf(endpoint: Endpoint): Check {
  return (params, query, body) => {
    let check = checks.get(endpoint);
    if (check === undefined) {
      check = compileCheck(endpoint);
      checks.set(endpoint, check);
    }
    return check(params, query, body);
  };
}

function compileCheck(endpoint: Endpoint): Check {
  const params = compilePart(endpoint.params, fromDigits);
  const query = compilePart(endpoint.query, fromDigits);
  const findUnknown = unknownNames(endpoint);
  const readBody = endpoint.upload ? fromDigits : asSent;
  const body = compilePart(endpoint.body, readBody, endpoint);
  return (rawParams, rawQuery, rawBody) => {
    if (endpoint.query && isOverfull(rawQuery)) throw new Refusal(400, "tooManyParameters");
    const found: Findings = { missing: [], invalid: [], unknown: [] };
    const input = {
      params: params(rawParams as Fields, found),
      query: query(rawQuery as Fields, found),
      body: body((rawBody ?? {}) as Fields, found),
    };
    if (findUnknown) found.unknown = findUnknown(rawQuery as Fields);
    refuseFindings(found);
    return input;
  };
}

interface Findings {
  missing: string[];
  invalid: WrongField[];
  /** What is said of query names that are not known. */
  unknown: Words[];
}

/** Refuses with everything that is wrong, what is missing first. */
function refuseFindings({ missing, invalid, unknown }: Findings): void {
  if (missing.length + invalid.length + unknown.length === 0) return;
  const fields = missing.join("、");
  if (missing.length > 0 && invalid.length + unknown.length === 0) {
    throw new Refusal(400, "missingFields", { fields });
  }
  const [first] = invalid;
  if (first !== undefined && invalid.length === 1 && missing.length + unknown.length === 0) {
    throw new Refusal(400, "invalidField", { ...first });
  }
  const inLanguage = (language: keyof Words) => [
    ...(missing.length > 0 ? [say("missingFields", language, { fields })] : []),
    ...invalid.map((wrong) => say("invalidField", language, { ...wrong })),
    ...unknown.map((words) => words[language]),
  ];
  const problems = { zh: inLanguage("zh").join("；"), en: inLanguage("en").join("; ") };
  throw new Refusal(400, "wrongFields", { problems });
}

type ReadValue = (value: unknown, schema: TSchema) => unknown;

/**
 * Query and path values are text: digits become the number they name, however long, and a blank before
 * the offset of a timestamp is the bare `+` that was sent.
 */
function fromDigits(value: unknown, schema: TSchema): unknown {
  const { type, date } = schema as { type?: string; date?: boolean };
  if (typeof value !== "string") return value;
  if (date === true && value.includes("T")) return value.replace(/ (?=\d{2}(:?\d{2})?$)/, "+");
  if (type !== "integer" || !/^\d+$/.test(value)) return value;
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

/**
 * Body values are taken as they are, in lists and objects too; money loses its binary noise before its
 * bounds are looked at, and what is null within is not given.
 */
function asSent(value: unknown, schema: TSchema): unknown {
  const { type, yuan } = schema as { type?: string; yuan?: boolean };
  if (Array.isArray(value)) return listAsSent(value, schema);
  if (typeof value === "object" && value !== null) return objectAsSent(value, schema);
  if (typeof value !== "number") return value;
  if (type === "integer") return value < Number.MAX_SAFE_INTEGER ? value : idOfNothing();
  if (yuan !== true) return value;
  const fen = fenFromYuan(value);
  return fen === undefined ? value : yuanFromFen(fen);
}

/** Of a list that is too long only so much is looked at as shows that it is. */
function listAsSent(list: unknown[], schema: TSchema): unknown[] {
  const { items, maxItems } = schema as { items?: TSchema; maxItems?: number };
  const looked = maxItems === undefined ? list : list.slice(0, maxItems + 1);
  return items ? looked.map((one) => asSent(one, items)) : looked;
}

let nothings = 0;

/** Ids that JavaScript cannot tell apart are beyond every stored one: each becomes one that no row has. */
function idOfNothing(): number {
  nothings = (nothings + 1) % 1_000_000;
  return Number.MAX_SAFE_INTEGER - nothings;
}

/** A field of a schema, and the how manyth it is. */
interface Known {
  at: number;
  field: TSchema;
}

/** A body may hold thousands of objects of one schema, with few of its fields: what it says is listed once. */
const listed = new WeakMap<TSchema, ReadonlyMap<string, Known>>();

function fieldsOf(schema: TSchema): ReadonlyMap<string, Known> {
  let fields = listed.get(schema);
  if (fields === undefined) {
    const properties = Object.entries(propertiesOf(schema as TObject));
    fields = new Map(properties.map(([name, field], at) => [name, { at, field }]));
    listed.set(schema, fields);
  }
  return fields;
}

/** The fields that are known, in the order of the schema whatever was sent first. */
function objectAsSent(value: object, schema: TSchema): unknown {
  const fields = fieldsOf(schema);
  if (fields.size === 0) return value;
  const sent = value as Fields;
  const given: [string, Known][] = [];
  for (const name of Object.keys(sent)) {
    const known = sent[name] === null ? undefined : fields.get(name);
    if (known !== undefined) given.push([name, known]);
  }
  given.sort(([, one], [, other]) => one.at - other.at);
  const read: Fields = {};
  for (const [name, { field }] of given) read[name] = asSent(sent[name], field);
  return read;
}

/** What an endpoint takes more kindly than the rule. */
type Leniency = Pick<Endpoint, "invalidAmountIsMissing" | "emptyIsLeftOut">;

/** Reads one part of a request: picks the known fields, sorts out "not given", validates the rest. */
function compilePart(
  schema: TObject | undefined,
  read: ReadValue,
  { invalidAmountIsMissing, emptyIsLeftOut }: Leniency = {},
) {
  if (schema === undefined) return () => ({});
  const properties = propertiesOf(schema);
  const always = new Set(requiredOf(schema));
  const unless = requiredUnlessOf(schema);
  const otherwise = new Set([...always, ...(unless?.names ?? [])]);
  const names = Object.keys(properties);
  const validate = ajv.compile({ type: "object", properties });
  const isText = emptyIsLeftOut === true || read === fromDigits;
  return (raw: Fields, found: Findings): Fields => {
    const input: Fields = {};
    const required = unless && isEmpty(raw[unless.given]) ? otherwise : always;
    for (const name of names) {
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      const field = properties[name] as TSchema;
      if (required.has(name) ? isEmpty(value) : isNotGiven(value, field, isText)) {
        if (required.has(name)) found.missing.push(name);
        continue;
      }
      input[name] = value === "" && isClearableText(field) ? null : read(value, field);
    }
    if (validate(input)) return input;
    const wrong = wrongFields(validate, properties, input, read === asSent);
    found.invalid.push(...wrong);
    if (invalidAmountIsMissing && wrong.some(({ field }) => field === "amount")) {
      found.missing.push("amount");
    }
    return input;
  };
}

const ONLY_ONCE: Words = { zh: "只能给一次", en: "may be given only once" };
const NOT_ENCODED: Words = {
  zh: "的百分号编码不是 UTF-8（餐饮 是 %E9%A4%90%E9%A5%AE）",
  en: "is not percent-encoded UTF-8 (餐饮 is %E9%A4%90%E9%A5%AE)",
};

/** What is wrong with how a query was written, before any rule of its field. */
function wrongWriting(value: unknown): Words | undefined {
  if (Array.isArray(value)) return ONLY_ONCE;
  return value === UNREADABLE ? NOT_ENCODED : undefined;
}

/** What is wrong, each field once. An amount of a JSON body that is text is said to be that. */
function wrongFields(
  { errors }: ValidateFunction,
  properties: Record<string, TSchema>,
  input: Fields,
  isJson: boolean,
): WrongField[] {
  const found = new Map<string, WrongField>();
  for (const error of errors ?? []) {
    // Says only that a branch does not hold; the branch says why.
    if (error.keyword === "if") continue;
    const wrong = wrongField(properties, error);
    const isMoney = isJson && error.parentSchema?.yuan === true;
    const isQuoted = isMoney && error.keyword === "type" && typeof error.data === "string";
    const rule = isJson ? undefined : wrongWriting(input[wrong.field]);
    const told = rule ? { ...wrong, rule } : isQuoted ? notText(wrong) : wrong;
    if (!found.has(wrong.field)) found.set(wrong.field, told);
    if (found.size >= TOLD) break;
  }
  return [...found.values()];
}

/** Wrong fields that one answer names. */
const TOLD = 10;

function notText({ rule, ...wrong }: WrongField): WrongField {
  return { ...wrong, rule: { zh: `${rule.zh}，不能是文字`, en: `${rule.en}, not text` } };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/**
 * An optional field: `null`, and an empty query parameter, mean not given; a clearable one is cleared,
 * by an empty text too where it has text.
 */
function isNotGiven(value: unknown, schema: TSchema, emptyIsLeftOut: boolean): boolean {
  if (value === undefined) return true;
  if (value === null) return !isClearable(schema);
  return value === "" && emptyIsLeftOut;
}

function isClearable(schema: TSchema): boolean {
  return (schema as { clearable?: boolean }).clearable === true;
}

function isClearableText(schema: TSchema): boolean {
  const [field] =
    (schema as { anyOf?: { type?: string; enum?: unknown; date?: true }[] }).anyOf ?? [];
  if (!isClearable(schema) || field?.type !== "string") return false;
  return field.enum === undefined && field.date === undefined;
}
