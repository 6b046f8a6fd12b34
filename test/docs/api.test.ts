import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { describeExamples, examplesOf } from "../harness/examples.ts";
import { ROOT } from "../harness/process.ts";

const page = await readFile(join(ROOT, "docs/api.md"), "utf8");

test("docs/api.md has many examples", () => assert.ok(examplesOf(page).length > 20));

describeExamples("docs/api.md", page);
