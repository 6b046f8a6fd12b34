/**
 * What is asked of a Citus cluster, on plain PostgreSQL: the functions of the extension are stood in for by
 * ones that note down their calls and refuse what Citus refuses (harness/postgres/citus.ts).
 */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, test } from "node:test";
import { copyBook } from "../../../src/store/copy.ts";
import { type Db, StartError } from "../../../src/store/db.ts";
import { openEngine } from "../../../src/store/open.ts";
import { distribute } from "../../../src/store/postgres/distribute.ts";
import { sql } from "../../../src/store/sql.ts";
import { listTables } from "../../../src/store/tables.ts";
import { balanceOf, openApp, someone } from "../../harness/app.ts";
import { engines, freshDatabase } from "../../harness/database.ts";
import { migrationsUpTo } from "../../harness/migrations.ts";
import { pretendCitus } from "../../harness/postgres/citus.ts";
import { freshPostgres } from "../../harness/postgres/databases.ts";

const covered = engines().includes("postgres");

/** What a database says of its tables: keys, checks and columns. */
function shapeOf(db: Db): Promise<unknown[]> {
  return db.read((query) =>
    query.all(sql`
      select cast(conrelid as regclass) :: text as name, pg_get_constraintdef(oid) as what
      from pg_constraint where connamespace = current_schema()::regnamespace
      union all
      select table_name, column_name || ' ' || data_type || ' ' || is_nullable
      from information_schema.columns where table_schema = current_schema()
      order by 1, 2`),
  );
}

describe("distribute", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  test("every table with a user is distributed beside the others, and keys stand again", async (t) => {
    const fresh = await freshPostgres();
    t.after(() => fresh.remove());
    const { db, close } = await openEngine({ url: fresh.url, zone: "UTC" });
    const keysOf = () =>
      db.read((query) =>
        query.all(
          sql`select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1`,
        ),
      );
    const before = await keysOf();
    assert.ok(before.length > 0);
    await pretendCitus(fresh.url);
    const done = await distribute(db);
    const tables = await db.read((query) => listTables(query, "postgres"));
    const owned = tables.filter(({ columns }) => columns.includes("user_id"));
    assert.deepEqual(
      [...done].sort(),
      [...owned.map(({ name }) => name), "commits", "rate_limits", "import_jobs"].sort(),
    );
    const noted = await db.read((query) =>
      query.all<{ name: string; beside: string }>(
        sql`select logicalrelid::text as name, beside from pg_dist_partition`,
      ),
    );
    assert.deepEqual(noted[0], { name: "users", beside: "everywhere" });
    const [, first, ...others] = noted;
    assert.equal(first?.beside, "none");
    assert.deepEqual(new Set(others.map(({ beside }) => beside)), new Set([first?.name]));
    assert.deepEqual(await keysOf(), before);
    assert.deepEqual(await distribute(db), [], "a second time changes nothing");
    const freed = await db.read((query) =>
      query.all<{ name: string }>(sql`select distinct name from citus_freed order by 1`),
    );
    assert.deepEqual(
      freed.map(({ name }) => name),
      [...done, "users"].sort(),
    );
    await close();

    // There a transaction is about one book, and the service works as before.
    const app = await openApp({ url: fresh.url });
    t.after(() => app.close());
    const batches: number[] = [];
    app.db.onCommit = (writes) => batches.push(writes);
    const users = await Promise.all([someone(app), someone(app)]);
    assert.equal(new Set(users.map(({ userId }) => userId)).size, 2);
    assert.deepEqual(new Set(batches), new Set([1]));

    // A worker is not where to connect to.
    await app.db.write((query) => query.run(sql`update pg_dist_local_group set groupid = 2`));
    await assert.rejects(openEngine({ url: fresh.url, zone: "UTC" }), /工作节点/);
  });

  test("a database that an older version has distributed is brought up to date", async (t) => {
    const fresh = await freshPostgres({ empty: true });
    t.after(() => fresh.remove());
    const old = await migrationsUpTo(20);
    t.after(() => rm(old, { recursive: true }));
    const before = await openEngine({ url: fresh.url, zone: "UTC", migrations: old });
    await pretendCitus(fresh.url);
    await distribute(before.db);
    await before.close();

    const { db, close } = await openEngine({ url: fresh.url, zone: "UTC" });
    t.after(close);
    const left = await db.read((query) =>
      query.all(sql`
        select table_name from information_schema.columns
        where table_schema = current_schema() and column_name = 'user_id'
          and not exists (select 1 from pg_dist_partition
            where logicalrelid = cast(table_name as regclass))`),
    );
    assert.deepEqual(left, [], "every table of a user is distributed");
    const plain = await freshPostgres();
    t.after(() => plain.remove());
    const other = await openEngine({ url: plain.url, zone: "UTC" });
    t.after(other.close);
    assert.deepEqual(await shapeOf(db), await shapeOf(other.db));
  });

  test("an installation is copied to a distributed database, and ids go on", async (t) => {
    const source = await openApp();
    t.after(() => source.close());
    const { userId, accountId } = await someone(source, { balance: 12 });
    const fresh = await freshPostgres();
    t.after(() => fresh.remove());
    const { db, close } = await openEngine({ url: fresh.url, zone: "UTC" });
    await pretendCitus(fresh.url);
    await distribute(db);
    await close();
    const rows = await copyBook({ from: source.url, to: fresh.url });
    assert.equal(rows.accounts, 1);
    const app = await openApp({ url: fresh.url });
    t.after(() => app.close());
    assert.equal(await balanceOf(app, accountId), 12);
    const next = await app.post("/api/accounts", { userId, name: "银行", type: "bank" });
    assert.equal(next.data.id, accountId + 1);
  });

  test("where it cannot be done, one sentence says why and nothing changes", async (t) => {
    for (const engine of engines()) {
      const fresh = await freshDatabase(engine);
      t.after(() => fresh.remove());
      const { db, close } = await openEngine({ url: fresh.url, zone: "UTC" });
      await assert.rejects(distribute(db), (error: unknown) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, engine === "sqlite" ? /只有 PostgreSQL/ : /没有 citus 扩展/);
        return true;
      });
      await close();
    }
  });
});
