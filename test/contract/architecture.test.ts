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

/**
 * The rooms of a part, the ground first: a room may import from those before it only. A file that lies
 * in the part itself is a room of its own.
 */
const rooms: Record<string, string[]> = {
  bills: [
    "file",
    "values",
    "bill",
    "format",
    "categories",
    "wallets",
    "banks",
    "matching",
    "statements",
    "apps",
    "accounting",
    "mapped",
    "export",
    "formats.ts",
    "index.ts",
  ],
  store: [
    "sql.ts",
    "db.ts",
    "names.ts",
    "bound.ts",
    "counted.ts",
    "forbidden.ts",
    "own-files.ts",
    "line-map.ts",
    "source-lines.ts",
    "semaphore.ts",
    "settings.ts",
    "proof-plans.ts",
    "proof.ts",
    "tables.ts",
    "migrations.ts",
    "zone-kept.ts",
    "zone.ts",
    "sqlite",
    "postgres",
    "open.ts",
    "copies.ts",
    "copy.ts",
  ],
  server: [
    "handler",
    "book",
    "auth",
    "outbound",
    "config.ts",
    "background",
    "http",
    "accounts",
    "records",
    "transfers",
    "agreement",
    "plans",
    "quick.ts",
    "statistics",
    "notices",
    "export",
    "imports",
    "history",
    "changes.ts",
    "system.ts",
    "retention.ts",
    "app.ts",
  ],
  web: [
    "store.ts",
    "settings.ts",
    "words",
    "base",
    "ui",
    "privacy",
    "api",
    "charts",
    "accounts",
    "categories",
    "days",
    "entry",
    "records",
    "subjects",
    "agreement",
    "plans",
    "budgets",
    "statistics",
    "imports",
    "backup",
    "notices",
    "shell",
    "pages",
    "routes.tsx",
    "app.tsx",
    "main.tsx",
  ],
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => join(folder, file));
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;

/** The files of ours that a file imports, for their types or their code. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORT)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)),
  );
}

const files = sources("src");
const graph = new Map(files.map((file) => [file, importsOf(file)]));
const partOf = (file: string) => file.split("/")[1] as string;
const roomOf = (file: string) => file.split("/")[2] as string;
/** What is imported and is no code: the styles of the web app. */
const isCode = (file: string) => /\.tsx?$/.test(file);

describe("the architecture", () => {
  test("the reading of imports finds what there is", () => {
    assert.ok(files.length > 60);
    assert.ok(graph.get("src/server/records/records.ts")?.includes("src/ledger/money.ts"));
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

  test("statements name columns as they are: a field's name is made where a row is built", () => {
    const renamed = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\b(\w+) as "([a-z]+[A-Z]\w*|\1)"/g)].map(
        ([alias]) => `${file}: ${alias}`,
      ),
    );
    assert.deepEqual(renamed, []);
  });

  test("every room is one that its part names", () => {
    for (const [part, names] of Object.entries(rooms)) {
      const found = files.filter((file) => partOf(file) === part).map(roomOf);
      assert.deepEqual(
        [...new Set(found)].filter((room) => !names.includes(room)),
        [],
        part,
      );
    }
  });

  test("imports between rooms go down only, those of types too", () => {
    const wrong = files.flatMap((file) => {
      const order = rooms[partOf(file)];
      if (order === undefined) return [];
      const level = order.indexOf(roomOf(file));
      return (graph.get(file) as string[])
        .filter((target) => isCode(target) && partOf(target) === partOf(file))
        .filter((target) => order.indexOf(roomOf(target)) > level)
        .map((target) => `${file} -> ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  test("there are no cycles, of types neither", () => {
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      const at = path.indexOf(file);
      assert.equal(at, -1, [...path.slice(at), file].join(" -> "));
      if (done.has(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
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
    for (const file of files)
      assert.doesNotMatch(file, /utils|helpers|common\.|service(?!s\.ts)|manager/);
  });

  test("a component is at most 70 lines", () => {
    const long = sources("src/web").flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/^(?:export )?(?:default )?(?:async )?function (\w+)[\s\S]*?^\}/gm)]
        .filter(([whole]) => whole.split("\n").length > 70)
        .map(([, name]) => `${file}: ${name}`);
    });
    assert.deepEqual(long, []);
  });

  test("every dialog and sheet is one that Back closes", () => {
    const own = ["src/web/ui/dialog.tsx"];
    const drawn = sources("src/web").filter((file) =>
      /import [^;]*\b(Modal|Drawer)\b[^;]*from "@mantine/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    assert.deepEqual(drawn, own);
  });

  test("the ledger asks no clock and no zone of its own", () => {
    for (const file of sources("src/ledger")) {
      const text = readFileSync(join(root, file), "utf8");
      assert.doesNotMatch(text, /Date\.now|new Date\(\)|process\.|resolvedOptions/);
    }
  });

  test("a table of words finds nothing but its words", () => {
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      // Indexed by a text from outside, a plain object answers "constructor" too: wordTable doesn't.
      assert.doesNotMatch(text, /^(export )?const [A-Z_]+: (Partial<)?Record<string,/m, file);
      assert.doesNotMatch(
        text,
        /^(export )?const [A-Z_]+: Readonly<(Partial<)?Record<string,/m,
        file,
      );
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
