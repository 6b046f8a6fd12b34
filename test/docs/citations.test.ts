/** The rules that code and tests cite by number stand in docs/rules, and every citation leads there. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ROOT } from "../harness/process.ts";

const page = (name: string) => readFileSync(join(ROOT, "docs/rules", name), "utf8");

/** Numbers of rows of a page's tables: "| G8 | …". */
const rowIds = (text: string) =>
  [...text.matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, id]) => id as string);

const decisions = new Set(rowIds(page("decisions.md")));
const cases = new Set(rowIds(page("cases.md")));
const bills = new Set([
  ...[...page("bills.md").matchAll(/^\*\*(G\d{1,2}) /gm)].map(([, id]) => id as string),
  ...[...page("bills.md").matchAll(/^#{2,3} (\d{1,2}(?:\.\d{1,2})?)[ .]/gm)].map(
    ([, id]) => id as string,
  ),
  // Section 11 is a list: its lines are cited as C1, C2 …
  ...[...page("bills.md").matchAll(/^\| (\d{1,2}) \| /gm)].map(([, number]) => `C${number}`),
]);

const files = ["src", "test", "bench"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|sql)$/.test(file))
    .map((file) => join(folder, file)),
);

/** Citations by page: "decisions G8, D1", "bills.md 9.7", "cases.md F8". */
function citations(text: string, name: string, id: string): string[] {
  const list = new RegExp(`${name} (${id}(?:(?:, | and | to )${id})*)`, "g");
  return [...text.matchAll(list)].flatMap(
    ([, ids]) => (ids as string).match(RegExp(id, "g")) ?? [],
  );
}

describe("citations of rules", () => {
  test("the pages have rules to cite", () => {
    assert.ok(decisions.has("G8") && decisions.has("W13"));
    assert.ok(bills.has("G9") && bills.has("9.7") && bills.has("C31"));
    assert.ok(cases.has("F8"));
  });

  test("what the code and the tests cite by page and number is there", () => {
    let count = 0;
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const [name, id, rules] of [
        ["decisions(?:\\.md)?", "[A-Z]\\d{1,2}", decisions],
        ["bills\\.md", "(?:[A-Z]\\d{1,2}|\\d{1,2}\\.\\d{1,2})", bills],
        ["cases\\.md", "[A-Z]\\d{1,2}", cases],
      ] as const) {
        for (const cited of citations(text, name, id)) {
          count += 1;
          assert.ok(rules.has(cited), `${file} cites ${name} ${cited}`);
        }
      }
    }
    assert.ok(count > 30);
  });

  test("the numbers that names of tests begin with are rules", () => {
    let count = 0;
    for (const file of files.filter((one) => one.endsWith(".test.ts"))) {
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const [, ids] of text.matchAll(/\btest\(\s*["'`]((?:[A-Z]\d{1,2}[ ,:]+)+)/g)) {
        for (const id of (ids as string).match(/[A-Z]\d{1,2}/g) ?? []) {
          count += 1;
          const known = decisions.has(id) || bills.has(id) || cases.has(id);
          assert.ok(known, `${file}: ${id}`);
        }
      }
    }
    assert.ok(count > 80);
  });
});
