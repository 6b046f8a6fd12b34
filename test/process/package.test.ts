import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { freshFolder } from "../harness/database.ts";
import { ROOT, runCli } from "../harness/process.ts";

const run = promisify(execFile);

describe("the package", () => {
  let folder: string;
  let installed: string;
  let files: string[];
  before(async () => {
    folder = await freshFolder();
    const { stdout } = await run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
      { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 },
    );
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    files = (packed as { files: { path: string }[] }).files.map(({ path }) => path);
    // What an installation does, without the network: unpack it beside its dependencies.
    const modules = join(folder, "node_modules");
    installed = join(modules, "fenming");
    await mkdir(installed, { recursive: true });
    const archive = join(folder, (packed as { filename: string }).filename);
    await run("tar", ["-xzf", archive, "--strip-components=1", "-C", installed]);
    await symlink(join(ROOT, "node_modules"), join(installed, "node_modules"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("holds the program, every migration, the documentation and nothing of the workshop", () => {
    for (const file of [
      "dist/cli/main.js",
      "dist/docs/swagger-ui-bundle.js",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      ".env.example",
      "docs/api.md",
    ]) {
      assert.ok(files.includes(file), file);
    }
    for (const migration of readdirSync(join(ROOT, "src/store/migrations"))) {
      assert.ok(files.includes(`dist/store/migrations/${migration}`), migration);
    }
    const strange = files.filter((file) =>
      /^(src|test|scripts|bench|node_modules|data)\//.test(file),
    );
    assert.deepEqual(strange, []);
  });

  test("its program runs from where it was unpacked", async () => {
    const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    const program = join(installed, manifest.bin.fenming);
    assert.match(await readFile(program, "utf8"), /^#!\/usr\/bin\/env node\n/);
    const options = { program, cwd: folder };
    const version = await runCli(["--version"], {}, options);
    assert.equal(version.stdout.trim(), manifest.version);
    const env = { DATABASE_URL: "file:./book/fenming.db" };
    assert.equal((await runCli(["seed", "--records", "10"], env, options)).code, 0);
    const check = await runCli(["check"], env, options);
    assert.match(check.stdout, /1 个用户，4 个账户，10 条记录/);
    assert.deepEqual(readdirSync(join(folder, "book")).includes("fenming.db"), true);
  });
});
