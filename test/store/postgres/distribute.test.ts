/**
 * What `migrate --distribute` asks of a Citus cluster, on plain PostgreSQL: the two functions of the
 * extension are stood in for by ones that note down their calls and refuse what Citus refuses.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sql from "sql-template-tag";
import { StartError } from "../../../src/store/db.ts";
import { openEngine } from "../../../src/store/open.ts";
import { distribute } from "../../../src/store/postgres/distribute.ts";
import { listTables } from "../../../src/store/tables.ts";
import { openApp, someone } from "../../harness/app.ts";
import { engines, freshDatabase } from "../../harness/database.ts";
import { freshPostgres } from "../../harness/postgres/databases.ts";

const covered = engines().includes("postgres");

/** Citus refuses to distribute a table while a foreign key to or from a table that is not stands. */
const STAND_IN = `
  create table pg_dist_partition (logicalrelid regclass, beside text);
  create table pg_dist_local_group (groupid int);
  insert into pg_dist_local_group values (0);
  create function refuse_keys(name text) returns void language plpgsql as $$
  begin
    if exists (select 1 from pg_constraint
      where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception 'a foreign key of % stands', name;
    end if;
    if not exists (select 1 from information_schema.columns
      where table_name = name and column_name in ('user_id', 'email_folded')) then
      raise exception '% has no user_id', name;
    end if;
  end $$;
  create function create_reference_table(name text) returns void language plpgsql as $$
  begin
    perform refuse_keys(name);
    insert into pg_dist_partition values (name::regclass, 'everywhere');
  end $$;
  create function create_distributed_table(name text, col text, colocate_with text)
    returns void language plpgsql as $$
  begin
    perform refuse_keys(name);
    insert into pg_dist_partition values (name::regclass, colocate_with);
  end $$;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 2200, false, '13.2');`;

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
    await db.write(async (query) => {
      await query.script("set local allow_system_table_mods = on");
      await query.script(STAND_IN);
    });
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
