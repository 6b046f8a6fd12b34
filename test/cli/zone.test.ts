import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openEngine, openStore } from "../../src/store/open.ts";
import { migrateZone } from "../../src/store/zone.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { freshFolder } from "../harness/database.ts";
import { assertRefused, runCli } from "../harness/process.ts";

async function inFolder(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await freshFolder();
  await work(`file:${join(folder, "fenming.db")}`);
  await rm(folder, { recursive: true, force: true });
}

async function record(app: TestApp, who: object, date: string, amount: number): Promise<number> {
  const answer = await app.post("/api/records", {
    ...who,
    type: "expense",
    amount,
    category: "餐饮",
    date,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.id;
}

async function change(url: string, zone: string, dryRun = false) {
  const opened = await openEngine({ url, zone, alone: true });
  try {
    return await migrateZone(opened.db, zone, dryRun);
  } finally {
    await opened.close();
  }
}

test("plain days keep their day and timestamps their instant; totals and revisions follow", () =>
  inFolder(async (url) => {
    const shanghai = await openApp({ url, zone: "Asia/Shanghai" });
    const who = await someone(shanghai, { balance: 100 });
    const other = await someone(shanghai);
    const plain = await record(shanghai, who, "2026-03-15", 1);
    const timed = await record(shanghai, who, "2026-03-15T09:30:00+08:00", 2);
    const late = await record(shanghai, who, "2026-03-15T23:30:00+08:00", 4);
    const gone = await record(shanghai, who, "2026-03-15T08:00:00+08:00", 8);
    const gonePlain = await record(shanghai, who, "2026-03-10", 16);
    for (const id of [gone, gonePlain]) await shanghai.remove(`/api/records/${id}`);
    const path = `/api/statistics/trend?userId=${who.userId}`;
    const before = await shanghai.get(path);
    const otherBefore = await shanghai.get(`/api/accounts?userId=${other.userId}`);
    await shanghai.close();

    const asked = await change(url, "America/New_York", true);
    const done = await change(url, "America/New_York");
    assert.deepEqual(done, asked);
    assert.deepEqual(done, {
      from: "Asia/Shanghai",
      to: "America/New_York",
      plainDays: 1,
      timestamps: 2,
      movedDays: 1,
    });

    const newYork = await openApp({ url, zone: "America/New_York" });
    const dateOf = async (id: number) => (await newYork.get(`/api/records/${id}`)).data.date;
    assert.equal(await dateOf(plain), "2026-03-15T04:00:00.000Z");
    assert.equal(await dateOf(timed), "2026-03-15T01:30:00.000Z");
    assert.equal(await dateOf(late), "2026-03-15T15:30:00.000Z");
    const after = await newYork.get(path, { "if-none-match": String(before.headers.etag) });
    assert.deepEqual(after.data, [
      { date: "2026-03-14", income: 0, expense: 2 },
      { date: "2026-03-15", income: 0, expense: 5 },
    ]);
    const otherAfter = await newYork.get(`/api/accounts?userId=${other.userId}`);
    assert.notEqual(otherAfter.headers.etag, otherBefore.headers.etag);
    assert.deepEqual(otherAfter.data, otherBefore.data);
    const account = await newYork.get(`/api/accounts/${who.accountId}/verify`);
    assert.equal(account.data.ok, true);
    assert.equal(account.data.balance, 93);
    // What was deleted before comes back to where its day is now.
    const { data: kept } = await newYork.get(`/api/history?userId=${who.userId}&noun=record`);
    for (const { id } of kept) {
      const restored = await newYork.post(`/api/history/${id}/restore`);
      assert.equal(restored.status, 200, restored.text);
    }
    assert.equal(await dateOf(gonePlain), "2026-03-10T04:00:00.000Z");
    assert.deepEqual((await newYork.get(path)).data, [
      { date: "2026-03-10", income: 0, expense: 16 },
      { date: "2026-03-14", income: 0, expense: 10 },
      { date: "2026-03-15", income: 0, expense: 5 },
    ]);
    await newYork.close();
    await assert.rejects(openStore({ url, zone: "Asia/Shanghai" }), /时区 America\/New_York 记账/);
    assert.equal((await runCli(["check"], { DATABASE_URL: url })).code, 0);
  }));

test("a plain day that the new zone skipped is refused by name, and nothing changes", () =>
  inFolder(async (url) => {
    const app = await openApp({ url, zone: "Asia/Shanghai" });
    const who = await someone(app);
    await record(app, who, "2026-03-15T09:30:00+08:00", 2);
    const id = await record(app, who, "2011-12-30", 1);
    const before = (await app.get(`/api/records?userId=${who.userId}`)).data;
    await app.close();
    const env = { DATABASE_URL: url };
    for (const args of [
      ["migrate", "--zone", "Pacific/Apia"],
      ["migrate", "--dry-run", "--zone", "Pacific/Apia"],
    ]) {
      assertRefused(
        await runCli(args, env),
        new RegExp(
          `用户 ${who.userId} 的记录 ${id} 的日期 2011-12-30 在时区 Pacific/Apia 中不存在`,
        ),
      );
    }
    const again = await openApp({ url, zone: "Asia/Shanghai" });
    assert.deepEqual((await again.get(`/api/records?userId=${who.userId}`)).data, before);
    await again.close();
  }));

test("a dry run and an unknown zone change nothing; the same zone needs nothing", () =>
  inFolder(async (url) => {
    const env = { DATABASE_URL: url };
    const seeded = await runCli(["seed", "--records", "3000", "--until", "2026-06-30"], env);
    assert.equal(seeded.code, 0, seeded.stderr);
    const path = url.replace("file:", "");
    const before = await readFile(path);
    const dry = await runCli(["migrate", "--dry-run", "--zone", "Asia/Kathmandu"], env);
    assert.match(dry.stdout, /将会把时区从 Asia\/Shanghai 改为 Asia\/Kathmandu：\d+ 条/);
    assertRefused(await runCli(["migrate", "--zone", "Asia/Peking2"], env), /未知的时区/);
    const same = await runCli(["migrate", "--zone", "Asia/Shanghai"], env);
    assert.match(same.stdout, /已经按时区 Asia\/Shanghai 记账/);
    assert.deepEqual(await readFile(path), before);
    // There and back again, over more than one page of records.
    for (const zone of ["America/Sao_Paulo", "Asia/Shanghai"]) {
      assert.equal((await runCli(["migrate", "--zone", zone], env)).code, 0);
      assert.equal((await runCli(["check"], env)).code, 0);
    }
  }));
