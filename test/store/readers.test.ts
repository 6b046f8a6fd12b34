import assert from "node:assert/strict";
import { test } from "node:test";
import type { Query } from "../../src/store/db.ts";
import { sql } from "../../src/store/sql.ts";
import { onEveryEngine, someone } from "../harness/app.ts";
import { book, during, fillRecords, made } from "../harness/book.ts";
import { until } from "../harness/until.ts";

const count = async (db: Query): Promise<number> =>
  (await db.get<{ n: number }>(sql`select count(*) as n from records`))?.n ?? -1;

/** A gate that opens once. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

onEveryEngine("readers", (open) => {
  test("a read sees one snapshot from its first statement to its last", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const seen = await app.db.read(async (db) => {
      const first = await count(db);
      await book(app, owner);
      return [first, await count(db)];
    });
    assert.deepEqual(seen, [0, 0]);
    assert.equal(await app.db.read(count), 1);
  });

  test("a read that a client waits for sees what was answered before it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (let n = 1; n <= 20; n += 1) {
      await book(app, owner);
      assert.equal(await app.db.read(count), n);
    }
  });

  test("a read of the same turn as a commit sees it; one that began before does not", async (t) => {
    const app = await during(t, open);
    for (let n = 1; n <= 20; n += 1) {
      const { opened, open: openGate } = gate();
      const named = async (db: Query) =>
        (await db.all(sql`select name from settings where value = 'turn'`)).length;
      const write = app.db.write((db) =>
        db.run(sql`insert into settings (name, value) values (${`turn ${n}`}, 'turn')`),
      );
      // SQLite: the snapshot of this turn is open when the write commits.
      const early = app.db.read(async (db) => {
        const first = await named(db);
        await opened;
        return [first, await named(db)];
      });
      const late = write.then(() => app.db.read(named));
      assert.equal(await late, n);
      openGate();
      const [first, second] = await early;
      assert.equal(first, second);
    }
  });

  test("a read cannot write", async (t) => {
    const app = await during(t, open);
    await assert.rejects(
      app.db.read((db) => db.run(sql`insert into settings (name, value) values ('a', 'b')`)),
    );
    assert.equal(
      await app.db.read((db) => db.get(sql`select 1 as one from settings where name = 'a'`)),
      undefined,
    );
  });

  test("more readers than connections wait their turn, and all are served", async (t) => {
    const app = await during(t, open);
    const { opened, open: openGate } = gate();
    let inside = 0;
    const reads: Promise<number>[] = [];
    while (reads.length < 80) {
      const read = app.db.read(async (db) => {
        inside += 1;
        await opened;
        return count(db);
      });
      reads.push(read);
      // Reads of one turn may share a connection.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until("one reads", () => inside > 0, 0);
    assert.ok(inside < 80);
    openGate();
    assert.deepEqual(new Set(await Promise.all(reads)), new Set([0]));
    assert.equal(inside, 80);
  });

  test("failing reads give their connections back", async (t) => {
    const app = await during(t, open);
    for (let n = 0; n < 60; n += 1) {
      await assert.rejects(
        app.db.read(async (db) => {
          await count(db);
          throw new Error("mine");
        }),
        /mine/,
      );
      await assert.rejects(app.db.read((db) => db.all(sql`select nothing from nowhere`)));
    }
    assert.equal(await app.db.read(count), 0);
  });

  test("rows that were begun and left are no trouble for the next reader", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, 50);
    for (let n = 0; n < 40; n += 1) {
      const left = app.db.read(async (db) => {
        const pages = db.pages(sql`select id from records`, 10)[Symbol.asyncIterator]();
        assert.equal((await pages.next()).value.length, 10);
      });
      // A neighbour that arrives with it gets its answer.
      assert.equal(await app.db.read(count), 50);
      await left.catch(() => {});
    }
    assert.equal(await app.db.read(count), 50);
    assert.equal(made(await app.get(`/api/records?userId=${owner.userId}`)).length, 50);
  });

  test("pages are all rows in order, with an empty result and with full last pages", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, 100);
    for (const [limit, sizes] of [
      [0, []],
      [1, [1]],
      [20, [20]],
      [21, [20, 1]],
      [100, [20, 20, 20, 20, 20]],
    ] as [number, number[]][]) {
      const amounts: number[] = [];
      const found: number[] = [];
      await app.db.read(async (db) => {
        const rows = sql`select amount from records order by amount limit ${limit}`;
        for await (const page of db.pages<{ amount: number }>(rows, 20)) {
          found.push(page.length);
          amounts.push(...page.map(({ amount }) => amount));
        }
      });
      assert.deepEqual(
        amounts,
        Array.from({ length: limit }, (_, n) => n + 1),
      );
      assert.deepEqual(found, sizes);
    }
  });
});
