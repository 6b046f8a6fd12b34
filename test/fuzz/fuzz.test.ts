import assert from "node:assert/strict";
import { test } from "node:test";
import { engines } from "../harness/database.ts";
import { fuzz } from "./fuzz.ts";

for (const engine of engines()) {
  for (const mode of ["open", "jwt"] as const) {
    test(`whatever is sent in ${mode} mode, no fault, no hang, one envelope (${engine})`, async () => {
      const counts = await fuzz({ mode, engine, requests: 1000 });
      // The run reached the handlers, and not only the first check.
      assert.ok((counts.get(200) ?? 0) > 50, JSON.stringify([...counts]));
      assert.ok((counts.get(400) ?? 0) > 50, JSON.stringify([...counts]));
    });
  }
}
