import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { contract } from "../../src/contract/contract.ts";
import { describeExamples } from "../harness/examples.ts";
import { ROOT } from "../harness/process.ts";

const page = await readFile(join(ROOT, "docs/sign-in.md"), "utf8");

test("docs/sign-in.md names every path of the second factor and of passkeys", () => {
  for (const group of [contract.secondFactor, contract.passkeys]) {
    for (const { path } of Object.values(group)) assert.ok(page.includes(path), path);
  }
});

describeExamples("docs/sign-in.md", page, { AUTH: "jwt", ALLOW_SIGNUP: "true" });
