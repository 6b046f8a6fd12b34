import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { endpoints } from "../../src/contract/contract.ts";
import { type Endpoint, propertiesOf } from "../../src/contract/endpoint.ts";
import { onEveryEngine, someone } from "../harness/app.ts";
import { assertProved, book, during } from "../harness/book.ts";

/** Values that are right in some field, and wrong in most. */
const value = fc.oneof(
  fc.constantFrom<unknown>(1, 2, "1", "expense", "income", "餐饮", "2026-03-15", "2026-03", "cash"),
  fc.constantFrom<unknown>("#123456", "a@example.com", 0.01, 35.5, 999_999_999_999.99, true, false),
  fc.constantFrom<unknown>(null, "", " ", 0, -0, 1.5, -1, 1e21, 2 ** 53, [], {}, [1], "__proto__"),
  fc.constantFrom<unknown>("\ud800", "\0", "9999-12-31T23:59:59-01:00", -20_000_000_000_000),
  fc.string({ unit: "binary", maxLength: 250 }),
  fc.double(),
  fc.jsonValue(),
);

/** A book that is watched answers for minutes. */
const served = endpoints().filter(
  ({ name, endpoint }) => !endpoint.only && name !== "changes.watch",
);

function fieldsOf(schema: Endpoint["body"]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.keys(propertiesOf(schema)).map((name) => [name, value] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

const request = fc.constantFrom(...served).chain(({ name, endpoint }) =>
  fc.record({
    name: fc.constant(name),
    endpoint: fc.constant(endpoint),
    id: fc.constantFrom("1", "2", "3", "0", "x", "9".repeat(25), "%00", "-1"),
    query: fieldsOf(endpoint.query),
    body: fieldsOf(endpoint.body),
    headers: fc.record(
      {
        "idempotency-key": fc.constantFrom("k1", "k2", "", "a b"),
        "if-match": fc.constantFrom("*", '"a"', "W/", "((("),
        "if-none-match": fc.constantFrom("*", '"a"', ",,", "((("),
        "x-language": fc.constantFrom("en", "zh"),
      },
      { requiredKeys: [] },
    ),
  }),
);

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([name, given]) => {
    const text = typeof given === "object" ? JSON.stringify(given) : String(given);
    return `${name}=${text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80"}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

onEveryEngine("any request", (open, engine) => {
  test("is answered as the document allows, and never with a fault", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 4) });
    const owner = await someone(app);
    await book(app, owner);
    await fc.assert(
      fc.asyncProperty(request, async ({ name, endpoint, id, query, body, headers }) => {
        const path = endpoint.path.replace(/:\w+/g, id) + queryText(query);
        // Every answer is checked against the document on its way.
        const answer = await app.call(
          endpoint.method,
          path,
          endpoint.body && body,
          headers as Record<string, string>,
        );
        assert.ok(answer.status < 500, `${name} ${answer.text}`);
      }),
      { numRuns: engine === "sqlite" ? 1500 : 500 },
    );
    await assertProved(app);
  });
});
