/** What only the engine for PostgreSQL can get wrong: its wire, its transactions, its company. */
import assert from "node:assert/strict";
import { after, before, describe, type TestContext, test } from "node:test";
import { Refusal } from "../../../src/contract/refusal.ts";
import { DatabaseAway, type Db, StartError } from "../../../src/store/db.ts";
import { openEngine, openStore } from "../../../src/store/open.ts";
import type { PostgresDb } from "../../../src/store/postgres/postgres.ts";
import { join, sql } from "../../../src/store/sql.ts";
import { engines } from "../../harness/database.ts";
import { command, freshPostgres, withDatabase } from "../../harness/postgres/databases.ts";
import { freePort } from "../../harness/postgres/server.ts";
import { until } from "../../harness/until.ts";
import { openWire, type Wire } from "../../harness/wire.ts";

const zone = "Asia/Shanghai";
const covered = engines().includes("postgres");

const put = (db: Db, name: string, userId = 1) =>
  db.write((query) => query.run(sql`insert into settings (name, value) values (${name}, '')`), {
    userId,
  });

const namesIn = (db: Db) =>
  db.read((query) =>
    query.all<{ name: string }>(
      sql`select name from settings where name like 'test%' order by name`,
    ),
  );

/** Opens a fresh database through a wire that can be cut, until the test ends. */
async function throughWire(t: TestContext, parameters = ""): Promise<{ db: Db; wire: Wire }> {
  const fresh = await freshPostgres();
  const wire = await openWire(Number(new URL(fresh.url).port));
  const url = fresh.url.replace(/:\d+\//, `:${wire.port}/`);
  const { db, close } = await openEngine({ url: url + parameters, zone });
  t.after(async () => {
    await wire.close();
    await close();
    await fresh.remove();
  });
  // The commits of reads are sent without being waited for; no trap of a test is to catch one.
  await until(
    "all connections are idle",
    () => db.figures().connections?.idle === db.figures().connections?.open,
    0,
  );
  return { db, wire };
}

describe("PostgreSQL", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let fresh: Awaited<ReturnType<typeof freshPostgres>>;
  let db: Db;
  let close: () => Promise<void>;
  before(async () => {
    fresh = await freshPostgres();
    ({ db, close } = await openEngine({ url: fresh.url, zone }));
  });
  after(async () => {
    await close();
    await fresh.remove();
  });

  test("values come back in the forms of the embedded engine", async () => {
    const row = await db.read((query) =>
      query.get(sql`select cast(${2 ** 53 - 1} as bigint) as whole, count(*) as count,
        cast(sum(amount) as text) as sum, max(day) as nothing from day_totals`),
    );
    assert.deepEqual(row, { whole: 2 ** 53 - 1, count: 0, sum: null, nothing: null });
    const none = await db.read((query) => query.get(sql`select 1 from users where id = ${1e300}`));
    assert.equal(none, undefined);
    const alone = await (db as PostgresDb).alone("select cast(7 as bigint) as whole");
    assert.deepEqual(alone, [{ whole: 7 }]);
  });

  test("pages hold every row once, in order, beside other statements", async () => {
    for (const [count, size] of [
      [0, 3],
      [2, 3],
      [3, 3],
      [7, 3],
    ] as const) {
      const seen: number[] = [];
      await db.read(async (query) => {
        const rows = sql`select n from generate_series(1, cast(${count} as int)) as n`;
        for await (const page of query.pages<{ n: number }>(rows, size)) {
          assert.ok(page.length <= size);
          assert.deepEqual(await query.get(sql`select 1 as one`), { one: 1 });
          seen.push(...page.map(({ n }) => n));
        }
      });
      assert.deepEqual(
        seen,
        Array.from({ length: count }, (_, index) => index + 1),
      );
    }
  });

  test("pages may be left early, and their fault is told", async () => {
    await db.read(async (query) => {
      for await (const page of query.pages(sql`select n from generate_series(1, 9) as n`, 2)) {
        assert.equal(page.length, 2);
        break;
      }
      assert.deepEqual(await query.get(sql`select 1 as one`), { one: 1 });
    });
    const broken = db.read(async (query) => {
      for await (const _ of query.pages(
        sql`select 1 / (n - 5) from generate_series(1, 9) as n`,
        2,
      ));
    });
    await assert.rejects(broken, /division by zero/);
    assert.deepEqual(await db.read((query) => query.get(sql`select 1 as one`)), { one: 1 });
  });

  test("a read is one snapshot and cannot write", async () => {
    await db.read(async (query) => {
      const before = await query.get(sql`select count(*) as count from settings`);
      await put(db, "between");
      assert.deepEqual(await query.get(sql`select count(*) as count from settings`), before);
    });
    await assert.rejects(
      db.read((query) => query.run(sql`delete from settings`)),
      /read-only transaction/,
    );
  });

  test("reads that begin together share a snapshot, and a fault of one is its own", async () => {
    const seen = new Set<string>();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        db.read(async (query) => {
          const row = await query.get<{ backend: string }>(
            sql`select pg_backend_pid() || ' ' || now() as backend`,
          );
          seen.add((row as { backend: string }).backend);
          if (index === 3) throw new Refusal(404, "userNotFound");
          if (index === 5) await query.get(sql`select 1 / 0`);
          return query.get(sql`select cast(${index} as int) as own`);
        }),
      ),
    );
    results.forEach((result, index) => {
      if (index === 3) assert.ok((result as PromiseRejectedResult).reason instanceof Refusal);
      else if (index === 5) {
        assert.match(String((result as PromiseRejectedResult).reason), /division by zero/);
      } else {
        assert.deepEqual((result as PromiseFulfilledResult<unknown>).value, { own: index });
      }
    });
    assert.ok(seen.size < 20, "some shared a transaction");
  });

  test("statements that are asked for at once are answered each by its own", async () => {
    const asked = Array.from({ length: 200 }, (_, index) => index);
    const answers = await db.read((query) =>
      Promise.all(
        asked.map((index) =>
          index % 3 === 0
            ? query.all(sql`select n from generate_series(1, cast(${index % 7} as int)) as n`)
            : query.get(sql`select cast(${index} as int) as own, cast(${"，"} as text) as "text"`),
        ),
      ),
    );
    for (const index of asked) {
      const rows = Array.from({ length: index % 7 }, (_, at) => ({ n: at + 1 }));
      assert.deepEqual(answers[index], index % 3 === 0 ? rows : { own: index, text: "，" });
    }
  });

  test("a statement that fails is told its own fault, those behind it none of theirs", async () => {
    const { db: narrow, close: end } = await openEngine({ url: `${fresh.url}?pool_size=2`, zone });
    // Texts of their own, so that this connection has not prepared them; and then it has.
    const divide = (by: number) => sql`select 12 / cast(${by} as int) as share`;
    const add = (to: number) => sql`select 12 + cast(${to} as int) as sum`;
    for (let round = 0; round < 3; round += 1) {
      let settled: PromiseSettledResult<unknown>[] = [];
      const failing = narrow.read(async (query) => {
        settled = await Promise.allSettled([
          query.get(add(1)),
          query.get(divide(0)),
          query.get(divide(3)),
          query.get(sql`select 'behind' as place`),
          query.all(sql`select nothing from nowhere`),
        ]);
      });
      await failing;
      const [before, failed, ...behind] = settled;
      assert.deepEqual(before, { status: "fulfilled", value: { sum: 13 } });
      assert.match(String((failed as PromiseRejectedResult).reason), /division by zero/);
      for (const result of behind) {
        assert.match(
          String((result as PromiseRejectedResult).reason),
          /before this one has failed/,
        );
      }
      const again = await narrow.read((query) =>
        Promise.all([
          query.get(add(2)),
          query.get(divide(4)),
          query.get(sql`select 'behind' as place`),
        ]),
      );
      assert.deepEqual(again, [{ sum: 14 }, { share: 3 }, { place: "behind" }]);
    }
    await end();
  });

  test("a statement whose table has changed meanwhile is prepared anew", async () => {
    const { db: narrow, close: end } = await openEngine({ url: `${fresh.url}?pool_size=2`, zone });
    const alter = (text: string) => narrow.write((query) => query.script(text));
    await alter("create table changing (id int); insert into changing values (7)");
    // A write gives its connection back before it is answered: all of these have the same one.
    const read = () => narrow.write((query) => query.all(sql`select * from changing`));
    assert.deepEqual(await read(), [{ id: 7 }]);
    await alter("alter table changing add column name text");
    // The server refuses the old plan once; whoever asks next is answered.
    await assert.rejects(read(), /cached plan/);
    assert.deepEqual(await read(), [{ id: 7, name: null }]);
    await alter("drop table changing");
    await end();
  });

  test("statements of every length take no place for good", async () => {
    const { db: narrow, close: end } = await openEngine({ url: `${fresh.url}?pool_size=2`, zone });
    const kept = (text: string) =>
      narrow.write(async (query) => {
        await query.get(sql`select 'used often' as "text"`);
        const row = await query.get<{ count: number }>(
          sql`select count(*) as count from pg_prepared_statements where statement like ${text}`,
        );
        return row?.count;
      });
    const ask = (length: number) =>
      narrow.write((query) =>
        query.get(sql`select ${join(Array.from({ length }, (_, index) => `${index}`))} as last`),
      );
    for (let length = 1; length <= 520; length += 1) {
      assert.deepEqual(Object.keys((await ask(length)) as object).at(-1), "last");
      if (length % 100 === 0) assert.equal(await kept("select 'used often'%"), 1);
    }
    const all = (await kept("%")) as number;
    assert.ok(all > 400 && all <= 500, `${all} are kept`);
    // What has given way is prepared again.
    assert.deepEqual(await ask(1), { last: "0" });
    await end();
  });

  test("a value that no column holds is refused before anything is sent", async () => {
    for (const value of [1n, { a: 1 }, new Date(0), ["a"], () => 1]) {
      const odd = db.write(async (query) => {
        await query.run(sql`insert into settings (name, value) values ('odd', ${value as never})`);
      });
      await assert.rejects(odd, /cannot take/);
    }
    assert.deepEqual(
      await db.read((query) => query.all(sql`select name from settings where name = 'odd'`)),
      [],
    );
  });

  test("a transaction's view ends with it", async () => {
    let kept: Parameters<Parameters<Db["read"]>[0]>[0] | undefined;
    await db.read(async (query) => {
      kept = query;
    });
    await assert.rejects(kept?.get(sql`select 1`) as Promise<unknown>, /has ended/);
  });

  test("writes of one book share commits; a refused one takes nobody with it", async () => {
    const batches: number[] = [];
    db.onCommit = (writes) => batches.push(writes);
    const results = await Promise.allSettled([
      put(db, "test-1"),
      db.write(
        async () => {
          throw new Refusal(404, "userNotFound");
        },
        { userId: 1 },
      ),
      put(db, "test-2"),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(batches, [3]);
    // One that has written before it is refused is undone alone.
    const spoiled = await Promise.allSettled([
      put(db, "test-3"),
      db.write(
        async (query) => {
          await query.run(sql`insert into settings (name, value) values ('test-lost', '')`);
          throw new Refusal(400, "balanceTooLarge");
        },
        { userId: 1 },
      ),
      put(db, "test-1"),
      put(db, "test-4"),
    ]);
    assert.deepEqual(
      spoiled.map(({ status }) => status),
      ["fulfilled", "rejected", "rejected", "fulfilled"],
    );
    assert.ok((spoiled[1] as PromiseRejectedResult).reason instanceof Refusal);
    assert.deepEqual(
      (await namesIn(db)).map(({ name }) => name),
      ["test-1", "test-2", "test-3", "test-4"],
    );
  });

  test("writes of many books share a commit; a book that another node holds waits for itself", async (t) => {
    const other = await openEngine({ url: fresh.url, zone });
    t.after(() => other.close());
    for (const id of [11, 12, 13]) {
      await db.write((query) =>
        query.script(`insert into users (id, name, email, email_folded, created_at, updated_at)
          values (${id}, '', '', '${id}', '', ''); insert into revisions values (${id}, 1)`),
      );
    }
    const raise = (on: Db, userId: number, work = async () => {}) =>
      on.write(
        async (query) => {
          await query.run(
            sql`update revisions set revision = revision + 1 where user_id = ${userId}`,
          );
          await work();
        },
        { userId },
      );
    const batches: number[] = [];
    db.onCommit = (writes) => batches.push(writes);
    await Promise.all([raise(db, 11), raise(db, 12), raise(db, 13)]);
    assert.deepEqual(batches.splice(0), [3]);

    let letGo = () => {};
    let holds = () => {};
    const held = new Promise<void>((resolve) => {
      holds = resolve;
    });
    const holding = raise(other.db, 12, () => {
      holds();
      return new Promise((resolve) => {
        letGo = resolve;
      });
    });
    await held;
    const late = raise(db, 12);
    await Promise.all([raise(db, 11), raise(db, 13)]);
    assert.deepEqual(batches.splice(0), [2]);
    letGo();
    await Promise.all([holding, late]);
    assert.deepEqual(batches.splice(0), [1]);

    // One that fails after it has written is undone alone, whatever its neighbours' books are.
    const results = await Promise.allSettled([
      raise(db, 11),
      raise(db, 12, () => Promise.reject(new Refusal(400, "balanceTooLarge"))),
      raise(db, 13),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    const revisions = await db.read((query) =>
      query.all(sql`select revision from revisions where user_id >= 11 order by user_id`),
    );
    assert.deepEqual(revisions, [{ revision: 4 }, { revision: 4 }, { revision: 4 }]);
  });

  test("two writes that deadlock are both done", async () => {
    await put(db, "left");
    await put(db, "right");
    let arrived = 0;
    let both = () => {};
    const barrier = new Promise<void>((resolve) => {
      both = resolve;
    });
    const touch = (first: string, second: string, userId: number) => {
      let attempts = 0;
      return db.write(
        async (query) => {
          attempts += 1;
          await query.run(sql`update settings set value = value || 'x' where name = ${first}`);
          if (attempts === 1) {
            arrived += 1;
            if (arrived === 2) both();
            await barrier;
          }
          await query.run(sql`update settings set value = value || 'x' where name = ${second}`);
          return attempts;
        },
        { userId },
      );
    };
    const attempts = await Promise.all([touch("left", "right", 1), touch("right", "left", 2)]);
    // At least one was run again; both, where the machine was too busy to tell in time that they deadlock.
    assert.ok(Math.max(...attempts) > 1, String(attempts));
    const rows = await db.read((query) =>
      query.all(sql`select value from settings where name in ('left', 'right')`),
    );
    assert.deepEqual(rows, [{ value: "xx" }, { value: "xx" }]);
  });

  test("a write whose COMMIT is answered into a cut wire is done once", async (t) => {
    const { db, wire } = await throughWire(t);
    const lost = wire.loseAnswerTo("commit\0");
    const works: string[] = [];
    const [first, second] = await Promise.all([
      db.write(
        async (query) => {
          works.push("first");
          await query.run(sql`insert into settings (name, value) values ('test-once', '')`);
          return "booked";
        },
        { userId: 1 },
      ),
      put(db, "test-neighbour"),
    ]);
    await lost;
    assert.equal(first, "booked");
    assert.equal(second, 1);
    assert.deepEqual(works, ["first"]);
    assert.deepEqual(await namesIn(db), [{ name: "test-neighbour" }, { name: "test-once" }]);
  });

  test("a write whose COMMIT never arrived is done again, once", async (t) => {
    for (const parameters of ["", "?prepare=false"]) {
      const { db, wire } = await throughWire(t, parameters);
      for (const words of ["commit\0", "insert into settings"]) {
        const lost = wire.loseRequest(words);
        let works = 0;
        const name = `test ${words.replace("\0", "")}`;
        await db.write(async (query) => {
          works += 1;
          await query.run(sql`insert into settings (name, value) values (${name}, '')`);
        });
        await lost;
        assert.equal(works, 2);
      }
      assert.equal((await namesIn(db)).length, 2);
    }
  });

  test("a read on a cut wire is read again", async (t) => {
    const { db, wire } = await throughWire(t);
    const lost = wire.loseAnswerTo("from users");
    const users = await db.read((query) => query.all(sql`select id from users`));
    await lost;
    assert.deepEqual(users, []);
  });

  test("a server that says nothing any more is away, and then it is back", async (t) => {
    const { db, wire } = await throughWire(t, "?query_timeout=1&connect_timeout=1");
    wire.hold();
    await Promise.all([
      assert.rejects(namesIn(db), DatabaseAway),
      assert.rejects(put(db, "test-held"), DatabaseAway),
      assert.rejects(put(db, "test-behind"), DatabaseAway),
    ]);
    wire.resume();
    assert.equal(await put(db, "test-back"), 1);
    assert.ok((await namesIn(db)).some(({ name }) => name === "test-back"));
  });

  test("a query that is given up is cancelled on the server", async (t) => {
    const { db, close } = await openEngine({ url: `${fresh.url}?query_timeout=1`, zone });
    t.after(close);
    const sleeping = () =>
      db.read((query) =>
        query.all(sql`select pid from pg_stat_activity
          where pid <> pg_backend_pid() and datname = current_database()
            and state = 'active' and query like '%pg_sleep(77)%'`),
      );
    // Given up and asked again until the time is over: each time the one before must have ended.
    const asked = db.read((query) => query.get(sql`select pg_sleep(77)`));
    await assert.rejects(asked, DatabaseAway);
    await until("nothing sleeps", async () => (await sleeping()).length === 0, 50);
  });

  test("the server looks after its client, unless it was told otherwise", async () => {
    const interval = async (url: string) => {
      const { db, close } = await openEngine({ url, zone });
      const row = await db.read((query) =>
        query.get<{ value: string }>(
          sql`select current_setting('client_connection_check_interval') as value`,
        ),
      );
      await close();
      return row?.value;
    };
    assert.equal(await interval(fresh.url), "10s");
    const own = encodeURIComponent("-c client_connection_check_interval=3s");
    assert.equal(await interval(`${fresh.url}?options=${own}`), "3s");
  });

  test("the pool counts its connections and keeps to its size", async () => {
    const { db, close } = await openEngine({ url: `${fresh.url}?pool_size=2`, zone });
    await Promise.all(
      Array.from({ length: 9 }, () => db.read((query) => query.get(sql`select pg_sleep(0.01)`))),
    );
    const { connections } = db.figures();
    assert.equal(connections?.open, 2);
    assert.equal(connections?.waiting, 0);
    await close();
  });

  test("the primary is found among several hosts", async () => {
    const nobody = await freePort();
    const url = fresh.url.replace("@127.0.0.1", `@127.0.0.1:${nobody},127.0.0.1`);
    const { db, close } = await openEngine({ url, zone });
    assert.deepEqual(await db.read((query) => query.get(sql`select 1 as one`)), { one: 1 });
    await close();
  });
});

describe("opening PostgreSQL", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  test("two nodes that start at once on an empty database both find the schema", async () => {
    const fresh = await freshPostgres({ empty: true });
    const said: string[] = [];
    const say = (sentence: string) => said.push(sentence);
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ url: fresh.url, zone, say })),
    );
    assert.equal(new Set(stores.map(({ epoch }) => epoch)).size, 1);
    assert.equal(new Set(said).size, said.length, "each migration ran once");
    assert.ok(said.length > 0);
    for (const store of stores) await store.close();
    await fresh.remove();
  });

  test("what stands in the way of a start is one sentence", async () => {
    const fresh = await freshPostgres({ empty: true });
    const nobody = await freePort();
    const refused: [string, RegExp][] = [
      [`postgres://app@127.0.0.1:${nobody}/book`, /连接不上 PostgreSQL 127\.0\.0\.1/],
      [withDatabase(fresh.url, "no_such"), /没有数据库 no_such/],
      [`${fresh.url}?sslmode=require`, /连接不上/],
      [`${fresh.url}?sslmode=maybe`, /sslmode/],
      [`${fresh.url}?pool_size=1`, /pool_size/],
      [`${fresh.url}?poolsize=4`, /没有参数 poolsize/],
      [`${fresh.url}?prepare=perhaps`, /prepare/],
      [`${fresh.url}?sslmode=verify-ca&sslrootcert=/no/such/file`, /sslrootcert/],
      ["postgres://a:b:c@[::1/x", /主机/],
      ["postgres://a%zz@localhost/x", /百分号/],
    ];
    for (const [url, words] of refused) {
      await assert.rejects(openStore({ url, zone }), (error: unknown) => {
        assert.ok(error instanceof StartError, String(error));
        assert.match(error.message, words);
        return true;
      });
    }
    await command(fresh.url, "create table records (id int)");
    await assert.rejects(openStore({ url: fresh.url, zone }), /别的程序/);
    await fresh.remove();
  });
});
