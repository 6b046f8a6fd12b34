/** The document in the hands of others: redocly's rules, and openapi-typescript's types under a client. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { createRequire, register } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { openApiDocument } from "../../../src/contract/openapi.ts";
import { openApp } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";
import { freshFolder } from "../../harness/database.ts";

const modes = ["open", "jwt", "provider"] as const;

/** Whether two paths that a sentence of `no-ambiguous-paths` names share a method: redocly does not look. */
function shareMethod(document: object, message: string): boolean {
  const { paths } = document as { paths: Record<string, object> };
  const [one = {}, other = {}] = [...message.matchAll(/`([^`]+)`/g)].map(
    ([, path]) => paths[path as string],
  );
  return Object.keys(one).some((method) => method in other);
}

for (const mode of modes) {
  test(`redocly's recommended rules find nothing in the ${mode} document`, async () => {
    const document = openApiDocument(mode);
    const source = JSON.stringify(document);
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    const told = problems
      .filter(
        ({ ruleId, message }) => ruleId !== "no-ambiguous-paths" || shareMethod(document, message),
      )
      .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
    assert.deepEqual(told, []);
    // The rules are at work: a document without its licence and tags is told so.
    const { info, tags: _, ...rest } = openApiDocument(mode) as { info: object; tags: unknown };
    const poor = JSON.stringify({ ...rest, info: { ...info, license: undefined } });
    const found = await lintFromString({ source: poor, absoluteRef: "openapi.json", config });
    assert.ok(found.some(({ ruleId }) => ruleId === "info-license"));
  });
}

/** TypeScript's own library for programs, of which the compiler that we use has none any more. */
const HOOK = `export function resolve(name, context, next) {
  return next(name === "typescript" ? "typescript-api" : name, context);
}`;

test("a client over openapi-typescript's types compiles, and does what it says", async (t) => {
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
  const { astToString, default: typesOf } = await import("openapi-typescript");
  const folder = await freshFolder();
  t.after(() => rm(folder, { recursive: true, force: true }));
  await cp(join(import.meta.dirname, "typed-client"), folder, { recursive: true });
  const types = astToString(await typesOf(JSON.stringify(openApiDocument("open"))));
  await writeFile(join(folder, "api.d.ts"), types);
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const options = ["--noEmit", "--strict", "--target", "es2023", "--module", "nodenext"];
  const allowed = ["--allowImportingTsExtensions", "--lib", "es2023,dom", "--types", ""];
  const files = ["client.ts", "wrong.ts"].map((name) => join(folder, name));
  await promisify(execFile)(process.execPath, [compiler, ...options, ...allowed, ...files], {
    cwd: folder,
  }).catch(({ stdout }) => assert.fail(stdout));

  const app = await during(t, openApp, { now: Date.UTC(2026, 2, 15, 4) });
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.address() as AddressInfo;
  const client = join(import.meta.dirname, "typed-client/client.ts");
  const { useEverything } = await import(client);
  assert.deepEqual(await useEverything(`http://127.0.0.1:${port}`), {
    ...{ users: 1, accounts: 2, records: 2, transfers: 1, budgets: 1, rules: 1 },
    ...{ adjustments: 1, checkpoints: 1, changes: 6 },
  });
});
