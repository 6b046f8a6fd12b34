import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { sql } from "../../../src/store/sql.ts";
import { SqliteDb } from "../../../src/store/sqlite/sqlite.ts";
import { openApp } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";
import { until } from "../../harness/until.ts";

/** How many of our rows the database file holds by itself, without its log; 0 while it is written. */
function countInFile(path: string): number {
  const folder = mkdtempSync(join(tmpdir(), "fenming-file-"));
  try {
    copyFileSync(path, join(folder, "alone.db"));
    const db = new Database(join(folder, "alone.db"));
    const { n } = db.prepare("select count(*) as n from settings where value = 'x'").get() as {
      n: number;
    };
    db.close();
    return n;
  } catch {
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const putMany = async (db: SqliteDb, from: number, count: number) => {
  const put = (n: number) =>
    db.write((query) =>
      query.run(sql`insert into settings (name, value) values (${`name ${from + n}`}, 'x')`),
    );
  await Promise.all(Array.from({ length: count }, (_, n) => put(n)));
};

/** Begins a read behind 600 rows, with the thread at work; returns what ends it. */
async function holdReader(db: SqliteDb): Promise<() => Promise<void>> {
  await putMany(db, 0, 600);
  await until("the thread is there", () => countInFile(db.path) >= 512);
  let leave = () => {};
  const isOver = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const reading = db.read(async (query) => {
    await query.get(sql`select count(*) as n from settings`);
    await isOver;
  });
  return () => {
    leave();
    return reading;
  };
}

test("many writes are moved out of the log beside the service, and the log begins anew", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const db = app.db as SqliteDb;
  assert.equal(db.raw.pragma("wal_autocheckpoint", { simple: true }), 16_000);
  assert.equal(countInFile(db.path), 0);
  await putMany(db, 0, 600);
  await until("the file has the first", () => countInFile(db.path) >= 512);
  // What has been moved makes room: the log stays a fraction of all that went through it.
  for (let round = 1; round <= 20; round += 1) {
    await putMany(db, round * 1000, 600);
    await until("the file has them", () => countInFile(db.path) >= round * 600);
  }
  assert.ok(statSync(`${db.path}-wal`).size < 8_000_000);
  const { n } = (await db.read((query) =>
    query.get(sql`select count(*) as n from settings where value = 'x'`),
  )) as { n: number };
  assert.equal(n, 21 * 600);
});

test("what a reader keeps in the log is moved when the reader is gone, without another write", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const db = app.db as SqliteDb;
  const leave = await holdReader(db);
  await putMany(db, 1000, 1200);
  // Time for the thread to find the reader in its way.
  await wait(300);
  assert.ok(countInFile(db.path) <= 600, "the reader's snapshot is older");
  await leave();
  await until("the file has them", () => countInFile(db.path) >= 1800 - 500);
});

const MEGABYTE = "x".repeat(1_000_000);

/** The bytes of the log's file. */
const logOf = (path: string) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Writes until the log is short; every commit may take 8 MB off it at most, as others wait meanwhile. */
async function cutByWrites(db: SqliteDb): Promise<void> {
  let before = logOf(db.path);
  let round = 0;
  await until("the log is cut", async () => {
    await putMany(db, 10_000 + round, 1);
    round += 1;
    const size = logOf(db.path);
    assert.ok(before - size <= 8_000_000, `${before - size} bytes in one commit`);
    before = size;
    return size < 64_000_000;
  });
}

test("a long log behind a reader is moved by the thread alone, and its disk is given back by parts", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const db = app.db as SqliteDb;
  const leave = await holdReader(db);
  for (let n = 0; n < 80; n += 1) {
    await db.write((query) =>
      query.run(sql`insert into settings (name, value) values (${`big ${n}`}, ${MEGABYTE})`),
    );
  }
  await putMany(db, 1000, 600);
  const mayCommitsMove = () => db.raw.pragma("wal_autocheckpoint", { simple: true });
  await until("no commit will move it", () => mayCommitsMove() === 0);
  assert.ok(logOf(db.path) > 64_000_000);

  // What a killed service leaves: the thread begins with the start, without a write.
  const folder = mkdtempSync(join(tmpdir(), "fenming-killed-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const killed = join(folder, "book.db");
  for (const end of ["", "-wal"]) copyFileSync(db.path + end, killed + end);
  const next = new SqliteDb(killed);
  await until("the killed one's log is moved", () => countInFile(killed) > 600);
  const { n } = (await next.read((query) =>
    query.get(sql`select count(*) as n from settings where name like 'big %'`),
  )) as { n: number };
  assert.equal(n, 80);
  await next.close();

  await leave();
  await cutByWrites(db);
  await until("commits may move it again", () => mayCommitsMove() === 16_000);
});

test("a long write's commit leaves its log to the thread, and the next commits move theirs again", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const db = app.db as SqliteDb;
  const mayCommitsMove = () => db.raw.pragma("wal_autocheckpoint", { simple: true });
  const write = (count: number) =>
    db.write(
      async (query) => {
        for (let n = 0; n < count; n += 1) {
          await query.run(
            sql`insert into settings (name, value) values (${`${count} ${n}`}, ${MEGABYTE})`,
          );
        }
        return mayCommitsMove();
      },
      { long: true },
    );
  assert.equal(await write(1), 0);
  await until("the next commits move theirs", () => mayCommitsMove() === 16_000);
  assert.equal(await write(80), 0);
  assert.ok(logOf(db.path) > 64_000_000, "the commit moved nothing");
  await cutByWrites(db);
  await until("commits may move it again", () => mayCommitsMove() === 16_000);
});
