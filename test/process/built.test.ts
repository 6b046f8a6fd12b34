import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { freshFolder } from "../harness/database.ts";
import { ROOT, send, startService } from "../harness/process.ts";

describe("the built program", () => {
  let folder: string;
  before(async () => {
    folder = await freshFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("tells a fault in the lines of the source", async () => {
    const path = join(folder, "fault.db");
    const service = await startService({ env: { DATABASE_URL: `file:${path}` } });
    new Database(path).exec("alter table budgets rename to gone").close();
    assert.equal((await send(service.url, "GET", "/api/budgets?userId=1")).status, 500);
    await service.stop();
    const fault = service.log().find(({ level }) => level === 50);
    const { stack } = (fault?.err ?? {}) as { stack?: string };
    const named = /at stepAsideOfBudgets \((src\/server\/statistics\/budgets\.ts):(\d+):\d+\)/;
    const [, file, line] = named.exec(stack ?? "") ?? [];
    assert.ok(file, stack);
    const text = readFileSync(join(ROOT, file), "utf8").split("\n")[Number(line) - 1];
    assert.match(text ?? "", /stepAside\(/);
    assert.match(stack ?? "", /node_modules\/|node:/, "libraries stay readable, too");
  });

  test("is text that the engine holds in one byte a character", () => {
    const files = readdirSync(join(ROOT, "dist/chunks")).filter((file) =>
      /^serve-.*\.js$/.test(file),
    );
    assert.equal(files.length, 1);
    for (const file of ["cli/main.js", `chunks/${files[0]}`]) {
      assert.doesNotMatch(readFileSync(join(ROOT, "dist", file), "latin1"), /[\x80-\xff]{3}/, file);
    }
  });

  test("has a file for each thread", () => {
    for (const file of [
      "server/imports/worker",
      "store/sqlite/checkpoint-thread",
      "store/sqlite/statement-thread",
    ]) {
      assert.ok(existsSync(join(ROOT, "dist", `${file}.js`)), file);
    }
  });
});
