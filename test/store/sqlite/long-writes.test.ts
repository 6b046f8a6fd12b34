import assert from "node:assert/strict";
import { copyFile, rename } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Query } from "../../../src/store/db.ts";
import { isForbidden } from "../../../src/store/forbidden.ts";
import { sql } from "../../../src/store/sql.ts";
import { Connection } from "../../../src/store/sqlite/sqlite-connection.ts";
import { openApp } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";
import { SLOW } from "../../harness/slow.ts";

const put = (db: Query, name: string) =>
  db.run(sql`insert into settings (name, value) values (${name}, 'x')`);

async function opened(t: TestContext) {
  const app = await during(t, openApp, { engine: "sqlite" });
  const path = app.url.slice("file:".length);
  const long = <T>(work: (db: Query) => Promise<T>) => app.db.write(work, { long: true });
  const names = () =>
    app.db.read(async (db) => {
      const rows = await db.all<{ name: string }>(
        sql`select name from settings where value = 'x' order by name`,
      );
      return rows.map(({ name }) => name);
    });
  return { app, path, long, names };
}

test("a long write leaves the event loop to the others, who read meanwhile", async (t) => {
  const { app, long, names } = await opened(t);
  const order: string[] = [];
  let turns = 0;
  let writing = true;
  const turn = () => {
    turns += 1;
    if (writing) setTimeout(turn, 1);
  };
  const written = long(async (db) => {
    await put(db, "before");
    turn();
    const row = await db.get<{ count: number }>(SLOW);
    assert.equal(row?.count, 2_000_000);
    assert.deepEqual(await names(), [], "nobody sees what is not committed");
    await put(db, "behind");
    order.push("written");
  }).finally(() => {
    writing = false;
  });
  const read = app.get("/api/users").then(({ status }) => {
    assert.equal(status, 200);
    order.push("read");
  });
  await Promise.all([written, read]);
  assert.deepEqual(order, ["read", "written"]);
  assert.ok(turns > 5, String(turns));
  assert.deepEqual(await names(), ["before", "behind"]);
});

test("a long write pages through rows, inserts many and is told why a statement failed", async (t) => {
  const { long, names } = await opened(t);
  await long(async (db) => {
    await db.insert("settings", ["name", "value"], ["one", "x", "two", "x"]);
    const pages: unknown[] = [];
    const all = sql`select name from settings where value = 'x' order by name`;
    for await (const page of db.pages(all, 1)) pages.push(page);
    assert.deepEqual(pages, [[{ name: "one" }], [{ name: "two" }]]);
    const twice = await put(db, "one").catch((error: unknown) => error);
    assert.ok(isForbidden(twice), String(twice));
    assert.equal(await db.run(sql`update settings set value = 'x' where name = 'none'`), 0);
  });
  assert.deepEqual(await names(), ["one", "two"]);
});

test("a long write that fails leaves nothing, and the next ones go on", async (t) => {
  const { app, long, names } = await opened(t);
  const commits: number[] = [];
  app.db.onCommit = (writes) => commits.push(writes);
  const before = app.db.write((db) => put(db, "a"));
  const failing = long(async (db) => {
    await put(db, "lost");
    throw new Error("mine");
  });
  const behind = app.db.write((db) => put(db, "b"));
  const outcomes = await Promise.allSettled([before, failing, behind]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  await assert.rejects(failing, /mine/);
  assert.deepEqual(await names(), ["a", "b"]);
  assert.deepEqual(commits, [1, 1]);
});

test("a long write whose transaction SQLite ended by itself writes nothing more", async (t) => {
  const { long, names } = await opened(t);
  await long((db) => put(db, "there"));
  const ending = long(async (db) => {
    const ended = db.run(sql`insert or rollback into settings (name, value) values ('there', 'x')`);
    await ended.catch(() => 0);
    await put(db, "outside").catch(() => 0);
  });
  await assert.rejects(ending, /ended by itself/);
  assert.deepEqual(await names(), ["there"]);
});

test("a long write waits for another process that writes", async (t) => {
  const { path, long, names } = await opened(t);
  const other = new Connection(path, {}, 1024);
  other.command("begin immediate");
  const written = long((db) => put(db, "waited"));
  await pause(30);
  assert.deepEqual(await names(), []);
  other.command("commit");
  other.raw.close();
  await written;
  assert.deepEqual(await names(), ["waited"]);
});

test("a long write into a file that was replaced meanwhile is not acknowledged", async (t) => {
  const { path, long } = await opened(t);
  await copyFile(path, `${path}.other`);
  const lost = long(async (db) => {
    await put(db, "lost");
    await rename(`${path}.other`, path);
  });
  await assert.rejects(lost, { name: "DatabaseLost" });
});
