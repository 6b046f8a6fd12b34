import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../../src/contract/contract.ts";
import { Semaphore } from "../../../src/store/semaphore.ts";
import { sql } from "../../../src/store/sql.ts";
import { openApp } from "../../harness/app.ts";
import { SLOW } from "../../harness/slow.ts";

test("a long read leaves the event loop to the others, who write meanwhile", async () => {
  const app = await openApp();
  let turns = 0;
  let reading = true;
  const turn = () => {
    turns += 1;
    if (reading) setTimeout(turn, 1);
  };
  const slow = app.db
    .read((db) => db.get<{ count: number }>(SLOW), { longOf: 1 })
    .finally(() => {
      reading = false;
    });
  turn();
  const order: string[] = [];
  await Promise.all([
    slow.then((row) => {
      assert.equal(row?.count, 2_000_000);
      order.push("read");
    }),
    app.post("/api/users", { name: "甲", email: "a@example.com" }).then((answer) => {
      assert.equal(answer.status, 200);
      order.push("written");
    }),
  ]);
  assert.deepEqual(order, ["written", "read"]);
  assert.ok(turns > 5, String(turns));
  await app.close();
});

test("a long read sees one snapshot, pages its rows, fails alone and cannot write", async () => {
  const app = await openApp();
  await app.post("/api/users", { name: "甲", email: "a@example.com" });
  const count = sql`select count(*) as count from users`;
  await app.db.read(
    async (db) => {
      assert.deepEqual(await db.all(count), [{ count: 1 }]);
      await app.post("/api/users", { name: "乙", email: "b@example.com" });
      assert.deepEqual(await db.get(count), { count: 1 });
      const pages: unknown[][] = [];
      const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5)
        select i as a_number from n`;
      for await (const page of db.pages(numbers, 2)) pages.push(page);
      assert.deepEqual(pages, [
        [{ aNumber: 1 }, { aNumber: 2 }],
        [{ aNumber: 3 }, { aNumber: 4 }],
        [{ aNumber: 5 }],
      ]);
      // Left half way: the snapshot ends all the same.
      for await (const _ of db.pages(numbers, 2)) break;
      await assert.rejects(db.all(sql`select id from nowhere`), /no such table: nowhere/);
      await assert.rejects(db.run(sql`delete from users`), /readonly database/);
      await assert.rejects(db.all(sql`delete from users returning id`), /readonly database/);
    },
    { longOf: 1 },
  );
  assert.deepEqual(await app.db.read((db) => db.get(count), { longOf: 1 }), { count: 2 });
  await assert.rejects(
    app.db.read(() => Promise.reject(new Error("mine")), { longOf: 1 }),
    /mine/,
  );
  await app.close();
  await assert.rejects(
    app.db.read((db) => db.get(count), { longOf: 1 }),
    /not available/,
  );
});

test("who asks for much waits for himself, the others pass by", async () => {
  const turns = new Semaphore(4, 2);
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (who: string, key: string) =>
    turns.enter(key).then((release) => {
      entered.push(who);
      leave.set(who, release);
    });
  const all = ["a1", "a2", "a3", "a4", "b1", "c1", "d1"].map((who) => enter(who, who[0] as string));
  await new Promise(setImmediate);
  assert.deepEqual(entered, ["a1", "a2", "b1", "c1"]);
  leave.get("b1")?.();
  await new Promise(setImmediate);
  // Two of a are at it: d passes those that wait.
  assert.deepEqual(entered.slice(4), ["d1"]);
  leave.get("a1")?.();
  await new Promise(setImmediate);
  assert.deepEqual(entered.slice(5), ["a3"]);
  const stop = new AbortController();
  const given = turns.enter("e", stop.signal);
  stop.abort(new Error("gone"));
  await assert.rejects(given, /gone/);
  for (const who of ["a2", "c1", "d1", "a3"]) leave.get(who)?.();
  await all[3];
  leave.get("a4")?.();
  assert.equal(turns.waiting, 0);
  assert.equal(turns.enterNow("e") === undefined, false);
});

test("who asks for as much as he may leaves a thread to the others", async () => {
  const app = await openApp();
  const order: string[] = [];
  const read = (name: string, userId: number, statement = SLOW) =>
    app.db.read((db) => db.get(statement), { longOf: userId }).then(() => order.push(name));
  await Promise.all([
    ...["one", "two", "three"].map((name) => read(name, 1)),
    read("another's", 2, sql`select 1 as one`),
  ]);
  assert.equal(order[0], "another's", order.join(" "));
  await app.close();
});

test("what weighs much waits until there is room for it, and is not passed by what weighs little", async () => {
  const room = new Semaphore(10);
  const entered: number[] = [];
  const leave: (() => void)[] = [];
  const enter = (weight: number) =>
    room.enter(undefined, undefined, weight).then((release) => {
      entered.push(weight);
      leave.push(release);
    });
  const all = [6, 3, 7, 1, 25, 2].map(enter);
  await new Promise(setImmediate);
  assert.deepEqual(entered, [6, 3]);
  assert.equal(room.enterNow(undefined, 1), undefined, "nor by who has just come");
  leave[0]?.();
  await new Promise(setImmediate);
  assert.deepEqual(entered, [6, 3, 7]);
  for (const index of [1, 2]) leave[index]?.();
  await new Promise(setImmediate);
  assert.deepEqual(entered, [6, 3, 7, 1]);
  leave[3]?.();
  await new Promise(setImmediate);
  assert.deepEqual(entered, [6, 3, 7, 1, 25], "more than there ever is runs alone");
  leave[4]?.();
  await Promise.all(all);
  assert.deepEqual(entered, [6, 3, 7, 1, 25, 2]);
});

test("every list that is searched is a long read", () => {
  for (const { name, endpoint } of endpoints()) {
    if (endpoint.serve !== "read" || !("text" in (endpoint.query?.properties ?? {}))) continue;
    assert.equal(endpoint.looksAtMany?.({ text: "咖啡" }), true, name);
  }
});

test("the first page's proof, which sums up the book, is a long read; its other parts are not", () => {
  const overview = endpoints().find(({ name }) => name === "dashboard.overview")?.endpoint;
  assert.equal(overview?.looksAtMany?.({}), true);
  assert.equal(overview?.looksAtMany?.({ parts: "recent,proof" }), true);
  assert.equal(overview?.looksAtMany?.({ parts: "periods,recent" }), false);
});
