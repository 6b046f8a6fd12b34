/**
 * Checks a request against its endpoint's schemas and says in words what is wrong. Strict: a number
 * in a body is a JSON number, a number in a query is digits. Only fields that the contract names are
 * kept; `null` and empty mean "not given" as decisions G8 says.
 */
import { Ajv, type ValidateFunction } from "ajv";
import type { TObject, TSchema } from "typebox";
import { type Endpoint, propertiesOf, requiredOf, requiredUnlessOf } from "../contract/endpoint.ts";
import type { Words } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { fenFromYuan, yuanFromFen } from "../ledger/money.ts";
import { type WrongField, wrongField } from "./nested-field.ts";

type Fields = Record<string, unknown>;

/** The checked input of a request. */
export interface CheckedInput {
  params: Fields;
  query: Fields;
  body: Fields;
}

export type Check = (params: unknown, query: unknown, body: unknown) => CheckedInput;

const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: true });
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

/** The check of an endpoint, compiled at its first request: a start need not wait for all of them. */
export function checkOf(endpoint: Endpoint): Check {
  let check: Check | undefined;
  return (params, query, body) => {
    check ??= compileCheck(endpoint);
    return check(params, query, body);
  };
}

function compileCheck(endpoint: Endpoint): Check {
  const params = compilePart(endpoint.params, fromDigits, false);
  const query = compilePart(endpoint.query, fromDigits, false);
  const readBody = endpoint.upload ? fromDigits : asSent;
  const body = compilePart(endpoint.body, readBody, endpoint.invalidAmountIsMissing ?? false);
  return (rawParams, rawQuery, rawBody) => {
    const found: Findings = { missing: [], invalid: [] };
    const input = {
      params: params(rawParams as Fields, found),
      query: query(rawQuery as Fields, found),
      body: body((rawBody ?? {}) as Fields, found),
    };
    refuseFindings(found);
    return input;
  };
}

interface Findings {
  missing: string[];
  invalid: WrongField[];
}

function refuseFindings(found: Findings): void {
  if (found.missing.length > 0) {
    throw new Refusal(400, "missingFields", { fields: found.missing.join("、") });
  }
  const [first] = found.invalid;
  if (first !== undefined) throw new Refusal(400, "invalidField", { ...first });
}

/** The refusal of a field, in the words that its schema carries. */
export function invalidField(field: string, schema: TSchema): Refusal {
  const { label, rule } = schema as unknown as { label: Words; rule: Words };
  return new Refusal(400, "invalidField", { label, field, rule });
}

type ReadValue = (value: unknown, schema: TSchema) => unknown;

/** Query and path values are text: digits become the number they name, however long. */
function fromDigits(value: unknown, schema: TSchema): unknown {
  if ((schema as { type?: string }).type !== "integer") return value;
  if (typeof value !== "string" || !/^\d+$/.test(value)) return value;
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

/** Body values are taken as they are; money loses its binary noise before its bounds are looked at. */
function asSent(value: unknown, schema: TSchema): unknown {
  if (typeof value !== "number") return value;
  const { type, yuan } = schema as { type?: string; yuan?: boolean };
  if (type === "integer") return Math.min(value, Number.MAX_SAFE_INTEGER);
  if (yuan !== true) return value;
  const fen = fenFromYuan(value);
  return fen === undefined ? value : yuanFromFen(fen);
}

/** Reads one part of a request: picks the known fields, sorts out "not given", validates the rest. */
function compilePart(
  schema: TObject | undefined,
  read: ReadValue,
  invalidAmountIsMissing: boolean,
) {
  if (schema === undefined) return () => ({});
  const properties = propertiesOf(schema);
  const always = new Set(requiredOf(schema));
  const unless = requiredUnlessOf(schema);
  const otherwise = new Set([...always, ...(unless?.names ?? [])]);
  const names = Object.keys(properties);
  const validate = ajv.compile({ type: "object", properties });
  return (raw: Fields, found: Findings): Fields => {
    const input: Fields = {};
    const required = unless && isEmpty(raw[unless.given]) ? otherwise : always;
    for (const name of names) {
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      const field = properties[name] as TSchema;
      if (required.has(name) ? isEmpty(value) : isNotGiven(value, field, read)) {
        if (required.has(name)) found.missing.push(name);
        continue;
      }
      input[name] = value === "" && isClearable(field) ? null : read(value, field);
    }
    if (!validate(input)) sortErrors(validate, properties, invalidAmountIsMissing, found);
    return input;
  };
}

function sortErrors(
  validate: ValidateFunction,
  properties: Record<string, TSchema>,
  invalidAmountIsMissing: boolean,
  found: Findings,
): void {
  for (const error of validate.errors ?? []) {
    const field = error.instancePath.split("/")[1] ?? "";
    if (invalidAmountIsMissing && field === "amount") {
      if (!found.missing.includes(field)) found.missing.push(field);
      continue;
    }
    const wrong = wrongField(properties, error);
    if (found.invalid.some((known) => known.field === wrong.field)) continue;
    found.invalid.push(wrong);
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** An optional field: `null`, and an empty query parameter, mean not given; a clearable one is cleared. */
function isNotGiven(value: unknown, schema: TSchema, read: ReadValue): boolean {
  if (value === undefined) return true;
  if (value === null) return !isClearable(schema);
  return value === "" && read === fromDigits;
}

function isClearable(schema: TSchema): boolean {
  return (schema as { clearable?: boolean }).clearable === true;
}
