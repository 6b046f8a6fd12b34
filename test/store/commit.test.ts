import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { DatabaseAway } from "../../src/store/db.ts";
import { sql } from "../../src/store/sql.ts";
import type { SqliteDb } from "../../src/store/sqlite/sqlite.ts";
import { balanceOf, openApp, someone, type TestApp } from "../harness/app.ts";
import { assertProved, book, during, lunch, made } from "../harness/book.ts";

const sqlite = async (t: TestContext): Promise<{ app: TestApp; db: SqliteDb }> => {
  const app = await during(t, openApp, { engine: "sqlite" });
  return { app, db: app.db as SqliteDb };
};

const put = (db: SqliteDb, name: string) =>
  db.write((query) => query.run(sql`insert into settings (name, value) values (${name}, 'x')`));

const names = async (db: SqliteDb): Promise<string[]> => {
  const rows = await db.read((query) =>
    query.all<{ name: string }>(sql`select name from settings where value = 'x' order by name`),
  );
  return rows.map(({ name }) => name);
};

/** Makes the driver fail at a statement, as a broken disk would. Gives back what undoes it. */
function breakDriver(db: SqliteDb, source: string, error: Error): () => void {
  const prototype = Object.getPrototypeOf(db.raw.prepare("select 1"));
  const run = prototype.run;
  prototype.run = function (this: Database.Statement, ...values: unknown[]) {
    if (this.database === db.raw && this.source === source) throw error;
    return run.apply(this, values);
  };
  return () => {
    prototype.run = run;
  };
}

describe("group commit", () => {
  test("writes of one turn share one commit, and each gets its own answer", async (t) => {
    const { db } = await sqlite(t);
    const commits: number[] = [];
    db.onCommit = (writes) => commits.push(writes);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => db.write(async () => `answer ${n}`)),
    );
    assert.deepEqual(
      answers,
      Array.from({ length: 40 }, (_, n) => `answer ${n}`),
    );
    assert.deepEqual(commits, [40]);
    await Promise.all(Array.from({ length: 1100 }, () => db.write(async () => 0)));
    assert.deepEqual(commits, [40, 512, 512, 76]);
  });

  test("a failing piece harms none of its neighbours, whenever it fails", async (t) => {
    const { db } = await sqlite(t);
    const failing = (name: string, fail: () => Promise<unknown>) =>
      db.write(async (query) => {
        await query.run(sql`insert into settings (name, value) values (${name}, 'x')`);
        return fail();
      });
    const work = [
      put(db, "a"),
      failing("after its write", () => Promise.reject(new Error("mine"))),
      put(db, "b"),
      db.write(async () => {
        throw new Error("before any write");
      }),
      put(db, "a"),
      put(db, "c"),
    ];
    const outcomes = await Promise.allSettled(work);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "rejected", "rejected", "fulfilled"],
    );
    assert.match(String((outcomes[1] as PromiseRejectedResult).reason), /mine/);
    assert.match(String((outcomes[4] as PromiseRejectedResult).reason), /UNIQUE/);
    assert.deepEqual(await names(db), ["a", "b", "c"]);
  });

  test("neighbours through HTTP: refused ones between good ones change nothing", async (t) => {
    const { app } = await sqlite(t);
    const owner = await someone(app, { balance: 19_999_999_999_999 });
    const bodies = Array.from({ length: 60 }, (_, n) => ({
      ...lunch(owner),
      type: n % 3 === 1 ? ("income" as const) : ("expense" as const),
      amount: n % 3 === 1 ? 999_999_999_999.99 : 1,
      accountId: n % 3 === 2 ? 9999 : owner.accountId,
    }));
    const answers = await Promise.all(bodies.map((body) => app.post("/api/records", body)));
    for (const [n, answer] of answers.entries()) {
      assert.equal(answer.status, [200, 400, 404][n % 3]);
    }
    assert.equal(await balanceOf(app, owner.accountId), 19_999_999_999_979);
    assert.equal(made(await app.get(`/api/records?userId=${owner.userId}`)).length, 20);
    await assertProved(app);
  });

  test("a turn of the event loop inside a write is caught; its neighbours are kept", async (t) => {
    const { db } = await sqlite(t);
    const outcomes = await Promise.allSettled([
      put(db, "a"),
      db.write(async (query) => {
        await query.run(sql`insert into settings (name, value) values ('waited', 'x')`);
        await pause(1);
      }),
      put(db, "b"),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(await names(db), ["a", "b"]);
    await assert.rejects(
      db.write(() => pause(1)),
      /something other than the database/,
    );
  });

  test("a long write has its transaction to itself and may wait; reads go on", async (t) => {
    const { db } = await sqlite(t);
    const commits: number[] = [];
    db.onCommit = (writes) => commits.push(writes);
    const before = put(db, "before");
    const long = db.write(
      async (query) => {
        await query.run(sql`insert into settings (name, value) values ('long 1', 'x')`);
        await pause(5);
        assert.deepEqual(await names(db), ["before"]);
        await query.run(sql`insert into settings (name, value) values ('long 2', 'x')`);
      },
      { long: true },
    );
    await Promise.all([before, long, put(db, "after 1"), put(db, "after 2")]);
    assert.deepEqual(await names(db), ["after 1", "after 2", "before", "long 1", "long 2"]);
    assert.deepEqual(commits, [1, 1, 2]);
  });

  test("a transaction that SQLite ended by itself refuses the whole batch", async (t) => {
    const { db } = await sqlite(t);
    await put(db, "there");
    for (const swallowed of [false, true]) {
      const ending = db.write(async (query) => {
        const ended = query.run(
          sql`insert or rollback into settings (name, value) values ('there', 'x')`,
        );
        await (swallowed ? ended.catch(() => 0) : ended);
      });
      const outcomes = await Promise.allSettled([put(db, "a"), ending, put(db, "b")]);
      for (const { status } of outcomes) assert.equal(status, "rejected");
      assert.deepEqual(await names(db), ["there"]);
    }
    await put(db, "afterwards");
    assert.deepEqual(await names(db), ["afterwards", "there"]);
  });

  test("a commit that fails answers 500 to every request of its batch and leaves nothing", async (t) => {
    const { app, db } = await sqlite(t);
    const owner = await someone(app, { balance: 5 });
    const error = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
    const mend = breakDriver(db, "commit", error);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.post("/api/records", lunch(owner))),
    );
    const alone = await app.put(`/api/accounts/${owner.accountId}`, { name: "x" });
    mend();
    for (const answer of [...answers, alone]) {
      assert.equal(answer.status, 500);
      assert.equal(answer.message, "服务器内部错误");
    }
    assert.equal(await balanceOf(app, owner.accountId), 5);
    assert.deepEqual(made(await app.get(`/api/records?userId=${owner.userId}`)), []);
    await book(app, owner);
    await assertProved(app);
  });

  test("a commit that SQLite refuses leaves nothing either", async (t) => {
    const { db } = await sqlite(t);
    const orphan = db.write(async (query) => {
      await query.script("pragma defer_foreign_keys = on");
      await query.run(sql`insert into revisions (user_id, revision) values (4711, 1)`);
    });
    const outcomes = await Promise.allSettled([put(db, "a"), orphan, put(db, "b")]);
    for (const { status } of outcomes) assert.equal(status, "rejected");
    assert.deepEqual(await names(db), []);
    await put(db, "c");
    assert.deepEqual(await names(db), ["c"]);
  });

  test("a full disk is said in words; with room again the service goes on", async (t) => {
    const { app, db } = await sqlite(t);
    const owner = await someone(app);
    const { page_count: pages } = db.raw.prepare("pragma page_count").get() as {
      page_count: number;
    };
    db.raw.pragma(`max_page_count = ${pages + 2}`);
    const body = { ...lunch(owner), amount: 0.01, description: "满".repeat(200) };
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => app.post("/api/records", body)),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
    assert.equal(statuses.at(-1), 503);
    assert.match((await app.post("/api/records", body)).message as string, /^数据库所在的磁盘已满/);
    const booked = statuses.filter((status) => status === 200).length;
    const list = made(await app.get(`/api/records?userId=${owner.userId}`));
    assert.equal(list.length, booked);
    assert.equal(await balanceOf(app, owner.accountId), -booked / 100);
    await assertProved(app);
    db.raw.pragma("max_page_count = 1000000");
    const again = await Promise.all(
      Array.from({ length: 16 }, () => app.post("/api/records", body)),
    );
    for (const answer of again) made(answer);
    assert.equal(await balanceOf(app, owner.accountId), -(booked + 16) / 100);
    await assertProved(app);
  });

  test("a lock that another process holds is waited for; reads go on meanwhile", async (t) => {
    const { app, db } = await sqlite(t);
    const owner = await someone(app);
    const other = new Database(db.path, { timeout: 0 });
    t.after(() => other.close());
    other.exec("begin immediate");
    const answered: string[] = [];
    const write = app.post("/api/records", lunch(owner)).then((answer) => {
      answered.push("write");
      return answer;
    });
    const read = await app.get(`/api/accounts?userId=${owner.userId}`);
    answered.push("read");
    other.exec("rollback");
    assert.equal(made(read).length, 1);
    made(await write);
    assert.deepEqual(answered, ["read", "write"]);
  });

  test("a lock that is not released is 503 with Retry-After; then the service goes on", async (t) => {
    const { app, db } = await sqlite(t);
    const owner = await someone(app);
    const other = new Database(db.path, { timeout: 0 });
    t.after(() => other.close());
    other.exec("begin immediate");
    const [first, second] = await Promise.all([
      app.post("/api/records", lunch(owner)),
      app.post("/api/records", lunch(owner)),
    ]);
    for (const answer of [first, second]) {
      assert.equal(answer?.status, 503);
      assert.equal(answer?.headers["retry-after"], "2");
      assert.match(answer?.message as string, /数据库/);
    }
    other.exec("rollback");
    await book(app, owner);
    assert.equal(await balanceOf(app, owner.accountId), -35.5);
  });

  test("a refusal stays a refusal though another process takes the lock behind it", async (t) => {
    const { db } = await sqlite(t);
    const other = new Database(db.path, { timeout: 0 });
    t.after(() => other.close());
    const prototype = Object.getPrototypeOf(db.raw.prepare("select 1"));
    const run = prototype.run;
    // The other process is there the moment our transaction ends.
    prototype.run = function (this: Database.Statement, ...values: unknown[]) {
      const answer = run.apply(this, values);
      if (this.database === db.raw && this.source === "rollback") other.exec("begin immediate");
      return answer;
    };
    t.after(() => {
      prototype.run = run;
    });
    await assert.rejects(
      db.write(async (query) => {
        await query.run(sql`insert into settings (name, value) values ('a', 'x')`);
        throw new Error("refused");
      }),
      /refused/,
    );
    other.exec("rollback");
    assert.deepEqual(await names(db), []);
  });

  test("closing commits what is queued and then takes nothing more", async (t) => {
    const { app, db } = await sqlite(t);
    const queued = Promise.all(Array.from({ length: 30 }, (_, n) => put(db, `${n}`)));
    await db.close();
    await queued;
    await assert.rejects(put(db, "late"), DatabaseAway);
    await assert.rejects(names(db), DatabaseAway);
    const again = new Database(db.path, { readonly: true });
    t.after(() => again.close());
    const { count } = again
      .prepare("select count(*) as count from settings where value = 'x'")
      .get() as { count: number };
    assert.equal(count, 30);
    assert.equal((await app.get("/api/accounts?userId=1")).status, 503);
    assert.equal((await app.post("/api/users", { name: "a", email: "a@b.cc" })).status, 503);
  });
});
