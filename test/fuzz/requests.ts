/**
 * Requests for a fuzz run, made from the OpenAPI document: mostly what it asks for, with something
 * wrong in one place or another: types, sizes, nesting, text, encodings, names that come twice.
 */
import fc from "fast-check";
import { purchaseRow, wechatBill } from "../harness/bills.ts";

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is plain data
type Json = any;

const hugeNumber = fc.constantFrom(
  "1e400",
  "-1e400",
  "9007199254740993",
  "99999999999999999999999999",
  "-0",
  "0.1e-300",
  "1e15",
  "20000000000000.01",
  "0.005",
);

/** Text that programs stumble over. */
const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "__proto__",
    "constructor",
    "' or 1=1 --",
    "'; drop table records; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%00",
    "\u202Egnp.exe",
    "\uFEFF",
    "e\u0301",
    "👨‍👩‍👧‍👦",
    "２０２６-03-15",
    "2026-02-30",
    "2026-03-15T25:00:00Z",
    "2026-13",
    "0000-00-00",
    "+",
    "1.2万",
    "x".repeat(5000),
  ),
);

/** JSON text of a value that the field does not ask for. */
const oddJson: fc.Arbitrary<string> = fc.oneof(
  oddText.map((text) => JSON.stringify(text)),
  hugeNumber,
  fc.constantFrom("null", "true", "false", "[]", "{}", "[[]]", '{"a":1}', '"\\ud800"', "[1,2]"),
  fc.double().map((number) => String(Number.isFinite(number) ? number : 0)),
  fc.integer().map(String),
  fc.integer({ min: 1, max: 3000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.integer({ min: 1, max: 500 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
);

/** JSON text of a value that the field may well take. */
function fittingJson(schema: Json): fc.Arbitrary<string> {
  const of = (value: fc.Arbitrary<unknown>) => value.map((given) => JSON.stringify(given));
  const options: fc.Arbitrary<string>[] = [];
  if (schema.examples) options.push(of(fc.constantFrom(...schema.examples)));
  if (schema.enum) options.push(of(fc.constantFrom(...schema.enum)));
  if (schema.type === "integer") options.push(of(fc.integer({ min: 1, max: 40 })));
  if (schema.type === "number") {
    options.push(of(fc.integer({ min: 1, max: 10_000_000 }).map((fen) => fen / 100)));
  }
  if (schema.type === "boolean") options.push(of(fc.boolean()));
  if (schema.type === "string" && !schema.enum) {
    options.push(of(fc.string({ minLength: 1, maxLength: 12 })));
  }
  return options.length === 0 ? oddJson : fc.oneof(...options);
}

/** Nine in ten fields fit, so that requests get beyond the first check. */
const fieldJson = (schema: Json) =>
  fc.oneof({ weight: 9, arbitrary: fittingJson(schema) }, { weight: 1, arbitrary: oddJson });

function bodyText(schema: Json): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const fields = fc.tuple(
    ...names.map((name) => fc.tuple(fc.constant(name), fieldJson(schema.properties[name]))),
  );
  const extra = fc.array(fc.tuple(oddText, oddJson), { maxLength: 2 });
  const left = fc.subarray(names, { minLength: Math.max(0, names.length - 2) });
  return fc.tuple(fields, extra, left).map(([known, more, kept]) => {
    const pairs = [...known.filter(([name]) => kept.includes(name)), ...more];
    return `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
  });
}

/** Bytes that are no JSON object, or only nearly. */
const oddBody = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  oddJson.map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      "",
      "{",
      '{"userId":1,}',
      '{"userId":1,"userId":2}',
      "\uFEFF{}",
      '{"__proto__":{"userId":1}}',
      '{"a":"\\u0000"}',
    )
    .map((text) => Buffer.from(text)),
  fc.constant(
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  ),
  fc.constant(Buffer.alloc(1_100_000, 0x20)),
);

const BOUNDARY = "fuzz-boundary";
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with fields that mostly fit and a file that is a bill, nearly one, or anything. */
function formBody(schema: Json): fc.Arbitrary<Buffer> {
  const names = Object.keys(schema.properties ?? {}).filter((name) => name !== "file");
  const fields = fc.tuple(
    ...names.map((name) => fc.tuple(fc.constant(name), fieldJson(schema.properties[name]))),
  );
  const bill = Buffer.from(wechatBill([purchaseRow(1), purchaseRow(2)]));
  const file = fc.oneof(
    fc.constant(bill),
    fc
      .tuple(fc.nat(bill.length), fc.uint8Array({ maxLength: 20 }))
      .map(([place, bytes]) =>
        Buffer.concat([bill.subarray(0, place), bytes, bill.subarray(place + 3)]),
      ),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom("", "PK\u0003\u0004", "%PDF-1.7", "a,b\n1,2\n", "<OFX>")
      .map((text) => Buffer.from(text)),
  );
  const kept = fc.subarray(["userId", "wait"], { minLength: 1 });
  return fc.tuple(fields, file, kept, fc.nat(5)).map(([pairs, bytes, wanted, luck]) => {
    const parts: Buffer[] = [];
    for (const [name, json] of pairs) {
      if (!wanted.includes(name) && luck !== 0) continue;
      const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
      parts.push(Buffer.from(`${head}${unquoted(json)}\r\n`));
    }
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="b.csv"\r\n\r\n`;
    const end = luck === 1 ? "" : `\r\n--${BOUNDARY}--\r\n`;
    return Buffer.concat([...parts, Buffer.from(head), bytes, Buffer.from(end)]);
  });
}

/** Text in a URL: encoded, encoded wrongly, or not at all where that is allowed. */
const urlText = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: text.map((given) => encodeURIComponent(given.toWellFormed())),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("%", "%zz", "%ff", "%c3%28", "%00", "+", "a%20b", "%ed%a0%80"),
    },
    { weight: 1, arbitrary: text.map((given) => given.replace(/[^\x21-\x7e]|[#?&=/%]/g, "")) },
  );

const unquoted = (json: string): string => {
  try {
    const value = JSON.parse(json);
    return typeof value === "string" ? value : json;
  } catch {
    return json;
  }
};

function parameterText(schema: Json): fc.Arbitrary<string> {
  return urlText(fieldJson(schema).map(unquoted));
}

function queryText(parameters: Json[]): fc.Arbitrary<string> {
  const known = parameters.map((parameter) =>
    fc.tuple(
      fc.constant(parameter.name as string),
      parameterText(parameter.schema),
      fc.integer({ min: 0, max: 19 }),
    ),
  );
  const extra = fc.array(fc.tuple(urlText(oddText), urlText(oddText)), { maxLength: 1 });
  return fc.tuple(fc.tuple(...known), extra).map(([pairs, more]) => {
    const parts: string[] = [];
    for (const [name, value, luck] of pairs) {
      // Now and then left out, or given twice.
      if (luck > 0) parts.push(`${name}=${value}`);
      if (luck === 1) parts.push(`${name}=${value}`);
      if (luck === 2) parts.push(`${name}[]=${value}`);
    }
    for (const [name, value] of more) parts.push(`${name}=${value}`);
    return parts.length === 0 ? "" : `?${parts.join("&")}`;
  });
}

/** Header values that a client may send; what Node would not send is left out. */
const headerText = oddText.map((text) => text.replace(/[^\x21-\x7e]/g, "").slice(0, 300));

function headers(type: string | undefined, tokens: string[]): fc.Arbitrary<Record<string, string>> {
  const sometimes = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined, freq: 4 });
  return fc
    .record({
      "content-type": type
        ? fc.oneof(
            { weight: 12, arbitrary: fc.constant(type) },
            {
              weight: 1,
              arbitrary: fc.constantFrom(
                "application/json; charset=utf-8",
                "text/plain",
                "x",
                "multipart/form-data",
                "application/x-www-form-urlencoded",
              ),
            },
          )
        : fc.constant(undefined),
      "idempotency-key": sometimes(fc.oneof(fc.constantFrom("a", "b", "c"), headerText)),
      "if-match": sometimes(fc.oneof(fc.constantFrom("*", '"x"', 'W/"x"'), headerText)),
      "if-none-match": sometimes(fc.oneof(fc.constantFrom("*", '"x"'), headerText)),
      "x-language": sometimes(fc.constantFrom("en", "zh", "xx")),
      "accept-encoding": sometimes(fc.constantFrom("identity", "x", "*;q=0")),
      authorization:
        tokens.length === 0
          ? sometimes(headerText)
          : fc.oneof(
              {
                weight: 40,
                arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`),
              },
              {
                weight: 1,
                arbitrary: fc.oneof(
                  headerText,
                  headerText.map((text) => `Bearer ${text}`),
                ),
              },
              { weight: 1, arbitrary: fc.constant(undefined) },
            ),
    })
    .map((given) => {
      const found: Record<string, string> = {};
      for (const [name, value] of Object.entries(given))
        if (value !== undefined) found[name] = value;
      return found;
    });
}

function operationRequest(path: string, method: string, operation: Json, tokens: string[]) {
  const parameters: Json[] = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const content = operation.requestBody?.content ?? {};
  const schema = content["application/json"]?.schema;
  const form = content["multipart/form-data"]?.schema;
  const body =
    form !== undefined
      ? fc.oneof({ weight: 9, arbitrary: formBody(form) }, { weight: 1, arbitrary: oddBody })
      : schema === undefined
        ? fc.oneof(
            { weight: 15, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: oddBody },
          )
        : fc.oneof(
            { weight: 9, arbitrary: bodyText(schema).map((text) => Buffer.from(text)) },
            { weight: 1, arbitrary: oddBody },
          );
  return fc
    .tuple(
      fc.tuple(...inPath.map((parameter) => parameterText(parameter.schema))),
      queryText(inQuery),
      body,
      headers(form ? FORM_TYPE : schema ? "application/json" : undefined, tokens),
    )
    .map(([values, query, sent, given]): FuzzRequest => {
      let filled = path;
      inPath.forEach((parameter, index) => {
        filled = filled.replace(`{${parameter.name}}`, () => values[index] ?? "");
      });
      return { method: method.toUpperCase(), path: filled + query, headers: given, body: sent };
    });
}

/** Any request: of an operation, with another method, or to no path at all. */
export function anyRequest(document: Json, tokens: string[]): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) =>
      operationRequest(path, method, operation, tokens),
    ),
  );
  const known = fc.oneof(...operations);
  const otherMethod = fc
    .tuple(known, fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))
    .map(([request, method]) => ({ ...request, method }));
  const nowhere = fc
    .tuple(known, fc.array(urlText(oddText), { maxLength: 4 }))
    .map(([request, parts]): FuzzRequest => ({ ...request, path: `/api/${parts.join("/")}` }));
  return fc.oneof(
    { weight: 18, arbitrary: known },
    { weight: 1, arbitrary: otherMethod },
    { weight: 1, arbitrary: nowhere },
  );
}
