import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { examplesOf, runExample, serviceForExamples, shapeOf } from "../harness/examples.ts";
import { ROOT } from "../harness/process.ts";

const page = await readFile(join(ROOT, "docs/api.md"), "utf8");
const examples = examplesOf(page);

describe("docs/api.md", () => {
  const service = serviceForExamples();

  test("has examples, each with its answer", () => {
    assert.ok(examples.length > 20);
    for (const { line, shown } of examples) assert.ok(shown, `line ${line} shows no answer`);
  });

  for (const { line, command, shown } of examples) {
    test(`line ${line}: ${command.split("\n").at(-2)?.slice(0, 60)}`, async () => {
      const printed = await runExample(command, service().url);
      if (shown?.kind === "text") {
        assert.equal(printed, shown.text);
        return;
      }
      const answer = JSON.parse(printed);
      const wanted = JSON.parse(shown?.text ?? "");
      assert.deepEqual(shapeOf(answer), shapeOf(wanted));
      assert.deepEqual([answer.success, answer.message], [wanted.success, wanted.message]);
    });
  }
});
