/** A large book is read beside the event loop, so that the service goes on answering. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "../../../src/contract/refusal.ts";
import { readBook } from "../../../src/server/export/read-book.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Turns of the event loop while the work was going on, and what came of it. */
async function turnsDuring<T>(work: Promise<T>): Promise<[turns: number, outcome: T | unknown]> {
  let outcome: unknown;
  const done = work.then(
    (value) => {
      outcome = value;
      return true;
    },
    (error: unknown) => {
      outcome = error;
      return true;
    },
  );
  let turns = 0;
  while (!(await Promise.race([done, nextTurn(false)]))) turns += 1;
  return [turns, outcome];
}

function reasonOf(outcome: unknown): string {
  assert.ok(outcome instanceof Refusal, String(outcome));
  assert.equal(outcome.key, "bookInvalid");
  return String(outcome.values?.reason);
}

describe("reading a book", () => {
  test("the event loop turns while a large one is read, also one that is refused", async () => {
    // Read on the event loop, either would leave it one turn or two.
    const row = JSON.stringify({ id: 1, description: "午餐".repeat(20), date: "2026-01-01" });
    const rows = `[${Array(60_000).fill(row).join(",")}]`;
    const [turns, pages] = await turnsDuring(
      readBook(1, encode(`{"fenming":{"version":1},"records":${rows}}`)),
    );
    assert.ok(turns > 20, `${turns} turns`);
    const records = (pages as Map<string, { rows: number; text: string }[]>).get("records") ?? [];
    assert.equal(
      records.reduce((sum, page) => sum + page.rows, 0),
      60_000,
    );
    assert.ok(records.every((page) => page.rows <= 500 && page.text.startsWith("[")));
    const [more, refused] = await turnsDuring(
      readBook(1, encode(`{"fenming":{"version":99},"records":${rows}}`)),
    );
    assert.ok(more > 20, `${more} turns`);
    assert.match(reasonOf(refused), /版本是 99/);
  });

  const wrong: [name: string, text: string, reason: RegExp][] = [
    ["no JSON", "{", /JSON/],
    ["brackets in brackets", "[".repeat(5_000_000), /JSON/],
    ["another file", '{"a":1}', /fenming/],
    ["a table that is none", '{"fenming":{"version":1},"records":{}}', /records/],
  ];
  for (const [name, text, reason] of wrong) {
    test(`${name} is refused in words`, async () => {
      const [, outcome] = await turnsDuring(readBook(1, encode(text)));
      assert.match(reasonOf(outcome), reason);
    });
  }
});
