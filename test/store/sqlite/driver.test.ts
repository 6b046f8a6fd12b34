/** The driver as it was installed and compiled here; see scripts/driver. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("statements and databases are collected without ending the process", () => {
  const script = join(import.meta.dirname, "collected.mjs");
  const said = execFileSync(process.execPath, [script], { encoding: "utf8" });
  assert.equal(said, "collected\n");
});
