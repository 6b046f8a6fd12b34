import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { proveDatabase } from "../../src/store/proof.ts";
import type { SqliteDb } from "../../src/store/sqlite/sqlite.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { freshFolder } from "../harness/database.ts";
import { runCli, send, someoneAt, startService } from "../harness/process.ts";
import { until } from "../harness/until.ts";

const run = promisify(execFile);

interface Outcome {
  status: number;
  message: string | undefined;
}

/** Creates in parallel; how many were answered with each status. */
async function createMany(
  post: (body: object) => Promise<Outcome>,
  who: { userId: number; accountId: number },
  count: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const description = "账".repeat(200);
  const answers = Array.from({ length: count }, async () => {
    const answer = await post({
      ...who,
      type: "income",
      amount: 0.01,
      category: "工资",
      description,
      date: "2026-03-15",
    });
    if (answer.status === 503) assert.match(answer.message as string, /^数据库所在的磁盘已满/);
    else if (answer.status !== 200) assert.equal(answer.message, "服务器内部错误");
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  });
  await Promise.all(answers);
  return statuses;
}

/** The book holds the acknowledged records, all of them and no others. */
async function assertHolds(
  app: TestApp,
  who: { userId: number; accountId: number },
  count: number,
) {
  assert.equal((await app.get(`/api/records?userId=${who.userId}`)).data.length, count);
  assert.equal((await app.get(`/api/accounts/${who.accountId}`)).data.balance, count / 100);
  assert.deepEqual((await proveDatabase(app.db)).findings, []);
}

describe("a database that can grow no further", () => {
  test("refuses whole batches in words, keeps nothing of them, and goes on once there is room", async () => {
    const app = await openApp();
    const who = await someone(app);
    const { raw } = app.db as SqliteDb;
    const post = (body: object) => app.post("/api/records", body);
    const pages = raw.pragma("page_count", { simple: true }) as number;
    raw.pragma(`max_page_count = ${pages + 20}`);
    let held = 0;
    let failed = 0;
    for (let round = 0; round < 8; round += 1) {
      const statuses = await createMany(post, who, 64);
      assert.deepEqual(
        Object.keys(statuses).filter((status) => !/200|503/.test(status)),
        [],
      );
      held += statuses[200] ?? 0;
      failed += statuses[503] ?? 0;
      await assertHolds(app, who, held);
    }
    assert.ok(held > 0 && failed > 0, `${held} held, ${failed} failed`);
    raw.pragma("max_page_count = 1073741823");
    assert.deepEqual(await createMany(post, who, 64), { 200: 64 });
    await assertHolds(app, who, held + 64);
    await app.close();
  });
});

describe("a disk that fails", () => {
  const faults = [
    { statement: "commit", code: "SQLITE_IOERR_FSYNC", status: 500 },
    { statement: "commit", code: "SQLITE_FULL", status: 503 },
    { statement: "begin immediate", code: "SQLITE_IOERR_READ", status: 500 },
  ];
  for (const { statement, code, status } of faults) {
    test(`${code} at "${statement}" fails every request of the batch, and the next is well`, async () => {
      const app = await openApp();
      const who = await someone(app);
      const post = (body: object) => app.post("/api/records", body);
      assert.deepEqual(await createMany(post, who, 8), { 200: 8 });
      const repair = breakStatement(app.db as SqliteDb, statement, code);
      assert.deepEqual(await createMany(post, who, 16), { [status]: 16 });
      assert.deepEqual(await createMany(post, who, 1), { [status]: 1 });
      repair();
      await assertHolds(app, who, 8);
      assert.deepEqual(await createMany(post, who, 16), { 200: 16 });
      await assertHolds(app, who, 24);
      await app.close();
    });
  }
});

/** Makes one statement fail in the driver, as a disk would; answers how to end that. */
function breakStatement(db: SqliteDb, statement: string, code: string): () => void {
  const prototype = Object.getPrototypeOf(db.raw.prepare("select 1"));
  const { run: original } = prototype;
  prototype.run = function (this: { source: string }, ...values: unknown[]) {
    if (this.source.trim() === statement) throw Object.assign(new Error("injected"), { code });
    return original.apply(this, values);
  };
  return () => {
    prototype.run = original;
  };
}

test("the real process on a full disk: in words, nothing half-written, and on once there is room", async (t) => {
  const folder = await freshFolder();
  const disk = join(folder, "disk");
  const unmount = await mountSmallDisk(folder, disk);
  if (unmount === undefined) t.diagnostic("no small disk here: the tests above stand for it");
  else {
    try {
      await fillAndFree(disk);
    } finally {
      await unmount();
    }
  }
  await rm(folder, { recursive: true, force: true });
});

async function fillAndFree(disk: string): Promise<void> {
  const env = { DATABASE_URL: `file:${disk}/data/fenming.db` };
  const service = await startService({ env });
  const who = await someoneAt(service.url);
  const post = (body: object) => send(service.url, "POST", "/api/records", body);
  await writeFile(join(disk, "ballast"), Buffer.alloc(12 * 1024 * 1024));
  let held = 0;
  let failed = 0;
  for (let round = 0; round < 200 && failed < 100; round += 1) {
    const statuses = await createMany(post, who, 64);
    held += statuses[200] ?? 0;
    failed += statuses[503] ?? 0;
  }
  assert.ok(held > 0 && failed >= 100, `${held} held, ${failed} failed`);
  const ready = await send(service.url, "GET", "/health/ready");
  assert.equal(ready.status, 503);
  assert.match(ready.message as string, /^数据库所在的磁盘已满/);
  assert.match(service.lines.join("\n"), /disk is full|SQLITE_IOERR|ENOSPC/);
  const records = await send(service.url, "GET", `/api/records?userId=${who.userId}`);
  assert.equal(records.data.length, held);
  await truncate(join(disk, "ballast"), 0);
  await until(
    "ready again",
    async () => (await send(service.url, "GET", "/health/ready")).status === 200,
    50,
  );
  const statuses = await createMany(post, who, 64);
  assert.deepEqual(statuses, { 200: 64 });
  assert.equal((await service.stop()).code, 0);
  const check = await runCli(["check"], env);
  assert.equal(check.code, 0, check.stdout + check.stderr);
  assert.match(check.stdout, new RegExp(`${held + 64} 条记录`));
}

/** A file system of 20 MiB in a file; undefined where this machine does not let us mount one. */
async function mountSmallDisk(
  folder: string,
  disk: string,
): Promise<(() => Promise<unknown>) | undefined> {
  const image = join(folder, "disk.img");
  await mkdir(disk);
  await writeFile(image, "");
  await truncate(image, 20 * 1024 * 1024);
  try {
    await run("mkfs.ext4", ["-q", image]);
    await run("mount", ["-o", "loop", image, disk]);
  } catch {
    return undefined;
  }
  return () => run("umount", [disk]);
}
