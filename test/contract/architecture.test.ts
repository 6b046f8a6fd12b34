import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { describe, test } from "node:test";
import { freshFolder } from "../harness/database.ts";

const root = resolve(import.meta.dirname, "../..");

/** What each part may import besides itself (the architecture's arrows). */
const arrows: Record<string, string[]> = {
  contract: [],
  ledger: ["contract"],
  bills: ["contract", "ledger"],
  store: ["contract", "ledger"],
  server: ["contract", "ledger", "store", "bills"],
  cli: ["contract", "ledger", "store", "bills", "server"],
  web: ["contract", "ledger"],
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => join(folder, file));
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;
const TYPE_IMPORT = /^import type [^;]*;/gm;

/** The files of ours that a file imports; types, too, where they are asked for. */
function importsOf(file: string, types = true): string[] {
  const whole = readFileSync(join(root, file), "utf8");
  const text = types ? whole : whole.replace(TYPE_IMPORT, "");
  return [...text.matchAll(IMPORT)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)),
  );
}

const files = sources("src");
const graph = new Map(files.map((file) => [file, importsOf(file)]));
const partOf = (file: string) => file.split("/")[1] as string;

describe("the architecture", () => {
  test("the reading of imports finds what there is", () => {
    assert.ok(files.length > 60);
    assert.ok(graph.get("src/server/records.ts")?.includes("src/ledger/money.ts"));
    assert.ok(graph.get("src/cli/main.ts")?.length);
  });

  test("every part is one that the arrows name", () => {
    const parts = readdirSync(join(root, "src"));
    assert.deepEqual(
      parts.filter((part) => !(part in arrows)),
      [],
    );
  });

  test("imports follow the arrows", () => {
    const wrong = files.flatMap((file) =>
      (graph.get(file) as string[])
        .filter((target) => {
          if (!target.startsWith("src/")) return target !== "package.json";
          const part = partOf(file);
          return partOf(target) !== part && !arrows[part]?.includes(partOf(target));
        })
        .map((target) => `${file} -> ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  test("there are no cycles (types that name each other are none)", () => {
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      const at = path.indexOf(file);
      assert.equal(at, -1, [...path.slice(at), file].join(" -> "));
      if (done.has(file)) return;
      for (const target of files.includes(file) ? importsOf(file, false) : [])
        visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  test("nothing but the command line and the browser acts when it is loaded", () => {
    const acting = files.filter(
      (file) =>
        !file.startsWith("src/web/") &&
        /^(await |process\.(on|exit)|setInterval|setTimeout|[a-z]\w*(\(\))?\s*\.(listen|parseAsync)\()/m.test(
          readFileSync(join(root, file), "utf8"),
        ),
    );
    assert.deepEqual(acting, ["src/cli/main.ts"]);
  });

  test("no file is called by a word that says nothing", () => {
    for (const file of files) assert.doesNotMatch(file, /utils|helpers|common\.|service|manager/);
  });

  test("the ledger asks no clock and no zone of its own", () => {
    for (const file of sources("src/ledger")) {
      const text = readFileSync(join(root, file), "utf8");
      assert.doesNotMatch(text, /Date\.now|new Date\(\)|process\.|resolvedOptions/);
    }
  });

  test("no day is cut out of an instant", () => {
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      assert.doesNotMatch(text, /toISOString\(\)\s*\.(slice|substring|substr)\(0, ?10\)/, file);
      assert.doesNotMatch(text, /toISOString\(\)\s*\.split\("T"\)/, file);
    }
  });

  test("no test is skipped, alone or put off, and every test file has tests", () => {
    for (const file of sources("test").filter((name) => name.endsWith(".test.ts"))) {
      if (file === relative(root, import.meta.filename)) continue;
      const own = readFileSync(join(root, file), "utf8");
      // A file may be made of others that it loads for their tests.
      const parts = [...own.matchAll(/^import "(\.\/.+\.ts)";$/gm)].map(([, part]) =>
        readFileSync(join(root, dirname(file), part as string), "utf8"),
      );
      for (const part of parts.length > 0 ? parts : [own])
        assert.match(part, /\b(test|it)\(/, file);
      const text = [own, ...parts].join("\n");
      assert.doesNotMatch(text, /\.(skip|only|todo)\(|\b(skip|only|todo): true/, file);
    }
  });

  test("a run without tests is a failure", async (t) => {
    const folder = await freshFolder();
    t.after(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, "test"));
    await cp(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
    await writeFile(join(folder, "test/harness.ts"), "");
    const run = spawnSync(process.execPath, ["scripts/test.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.notEqual(run.status, 0);
    assert.match(run.stderr, /no test files/);
    assert.ok(existsSync(join(root, "test")));
  });
});
