import assert from "node:assert/strict";
import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openStore } from "../../../src/store/open.ts";
import { balanceOf, openApp, someone, type TestApp } from "../../harness/app.ts";
import { lunch } from "../../harness/book.ts";

function folder(t: { after(end: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), "fenming-lost-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function refusesSoon(app: TestApp): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { status } = await app.get("/health/ready");
    if (status === 503) return;
    await wait(50);
  }
  assert.fail("a database that is gone is not noticed");
}

test("a file that is deleted or replaced is noticed: nothing is acknowledged, and back in its place it goes on", async (t) => {
  const path = join(folder(t), "fenming.db");
  const app = await openApp({ url: `file:${path}` });
  t.after(() => app.close());
  const owner = await someone(app);
  const before = await balanceOf(app, owner.accountId);
  const lost = [
    () => renameSync(path, `${path}.away`),
    () => {
      renameSync(path, `${path}.away`);
      writeFileSync(path, "another file");
    },
  ];
  for (const lose of lost) {
    lose();
    await refusesSoon(app);
    const answer = await app.post("/api/records", lunch(owner));
    assert.equal(answer.status, 503);
    assert.match(answer.message as string, /^数据库文件被删除或替换，没有写入/);
    assert.equal((await app.get("/health")).status, 200);
    rmSync(path, { force: true });
    renameSync(`${path}.away`, path);
    for (let tries = 0; (await app.get("/health/ready")).status !== 200; tries += 1) {
      assert.ok(tries < 100);
      await wait(50);
    }
    assert.equal(await balanceOf(app, owner.accountId), before);
  }
  assert.equal((await app.post("/api/records", lunch(owner))).status, 200);
});

test("where a book with sign-in has vanished, none is begun anew; without it, with a word", async (t) => {
  const path = join(folder(t), "fenming.db");
  const said: string[] = [];
  const open = () =>
    openStore({ url: `file:${path}`, zone: "UTC", say: (sentence) => said.push(sentence) });
  await (await open()).close();
  rmSync(path);
  await (await open()).close();
  assert.ok(
    said.some((sentence) => /将开始一本新的账/.test(sentence)),
    said.join(),
  );
  writeFileSync(`${path}-jwt-secret`, "x");
  await (await open()).close();
  rmSync(path);
  await assert.rejects(open(), /不见了.*密钥/);
  assert.equal(existsSync(path), false);
  writeFileSync(path, "");
  await assert.rejects(open(), /不见了.*密钥/, "nor in an empty file");
  assert.equal(statSync(path).size, 0);
  rmSync(`${path}-jwt-secret`);
  await (await open()).close();
});
