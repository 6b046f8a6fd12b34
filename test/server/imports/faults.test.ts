/** The fault cases of test/bills/faults: each is right, or asks; a guard stays right. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { faultCases, playCase } from "../../harness/faults.ts";

/** Plays only the cases whose names hold this. */
const CHOSEN = process.env.FAULTS ?? "";

onEveryEngine("bills that went wrong", (open) => {
  // Every play has a user and a book of its own: one service serves them all.
  let app: TestApp;
  before(async () => {
    app = await open();
  });
  after(() => app.close());
  for (const one of faultCases()) {
    if (!one.name.includes(CHOSEN)) continue;
    test(`${one.name} (${one.kind})`, async () => {
      const { verdict, why } = await playCase(app, one);
      assert.notEqual(verdict, "wrong", why.join("\n"));
      if (one.severity === "guard") assert.equal(verdict, "right", why.join("\n"));
    });
  }
});
