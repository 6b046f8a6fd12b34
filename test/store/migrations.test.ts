import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { cp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { StartError } from "../../src/store/db.ts";
import { MIGRATIONS_FOLDER, migrationText } from "../../src/store/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { openApp, someone } from "../harness/app.ts";
import { freshFolder } from "../harness/database.ts";

const zone = "Asia/Shanghai";

function copiesIn(place: string): string[] {
  return readdirSync(place).filter((name) => name.includes("before"));
}

describe("migrations", () => {
  let folder: string;
  let count = 0;
  before(async () => {
    folder = await freshFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A book with one record, and a folder of migrations that has one more. */
  async function book(next: string) {
    count += 1;
    const path = join(folder, `book-${count}`, "fenming.db");
    const url = `file:${path}`;
    const app = await openApp({ url });
    const { userId, accountId } = await someone(app, { balance: 100 });
    await app.post("/api/records", {
      userId,
      accountId,
      type: "expense",
      amount: 12.34,
      category: "餐饮",
      date: "2026-03-15",
    });
    await app.close();
    const migrations = join(folder, `migrations-${count}`);
    await cp(MIGRATIONS_FOLDER, migrations, { recursive: true });
    await writeFile(join(migrations, "900-next.sql"), next);
    return { path, url, migrations, copy: `${path}.before-900` };
  }

  /** Everything that a database holds, as text. */
  function dump(path: string): string {
    const db = new Database(path, { readonly: true });
    const tables = db.prepare("select name, sql from sqlite_master order by name").all() as {
      name: string;
      sql: string | null;
    }[];
    const rows = tables
      .filter(({ sql }) => sql?.startsWith("CREATE TABLE"))
      .map(({ name }) => [name, db.prepare(`select * from "${name}"`).all()]);
    db.close();
    assert.ok(rows.length > 5);
    return JSON.stringify([tables, rows]);
  }

  test("a new database is made without a copy, and opening it again runs nothing", async () => {
    const path = join(folder, "new", "fenming.db");
    const said: string[] = [];
    const say = (sentence: string) => said.push(sentence);
    await (await openStore({ url: `file:${path}`, zone, say })).close();
    assert.match(said.join("\n"), /数据库已升级：1 init/);
    assert.deepEqual(copiesIn(join(folder, "new")), []);
    said.length = 0;
    await (await openStore({ url: `file:${path}`, zone, say })).close();
    assert.deepEqual(said, []);
  });

  test("existing data is copied before it is migrated; the copy is the book as it was", async () => {
    const { path, url, migrations, copy } = await book(
      "alter table accounts add column note :text;\ncreate table marks (user_id :integer not null, mark :text not null) :strict;\n",
    );
    const before = dump(path);
    const said: string[] = [];
    await (await openStore({ url, zone, migrations, say: (one) => said.push(one) })).close();
    assert.match(said.join("\n"), /升级前的数据库已备份到 .*before-900\n数据库已升级：900 next/);
    assert.equal(dump(copy), before);
    assert.equal((await stat(copy)).mode & 0o777, 0o600);
    assert.notEqual(dump(path), before);
    const db = new Database(path, { readonly: true });
    assert.equal(
      db.prepare("select count(*) as n from migrations where number = 900").get()?.["n" as never],
      1,
    );
    db.close();
  });

  test("several missing migrations make one copy, of what was there before the first", async () => {
    const { path, url, migrations, copy } = await book("create table first (id integer);\n");
    await writeFile(join(migrations, "901-after.sql"), "create table second (id integer);\n");
    const before = dump(path);
    await (await openStore({ url, zone, migrations })).close();
    assert.deepEqual(copiesIn(dirname(path)), [basename(copy)]);
    assert.equal(dump(copy), before);
    assert.match(dump(path), /CREATE TABLE second/);
  });

  const failing = [
    {
      what: "stops half-way",
      text: "create table half (id integer);\ncreate table half (id integer);\n",
    },
    { what: "moves an account's balance", text: "update accounts set balance = balance + 1;\n" },
    { what: "loses an account", text: "delete from records;\ndelete from accounts;\n" },
    { what: "breaks a key", text: "delete from accounts;\n" },
  ];
  for (const { what, text } of failing) {
    test(`a migration that ${what} is refused and changes nothing`, async () => {
      const { path, url, migrations, copy } = await book(text);
      const before = dump(path);
      await assert.rejects(openStore({ url, zone, migrations }), (error: unknown) => {
        assert.ok(error instanceof StartError, String(error));
        assert.match(error.message, /900 next.*(没有改变|已撤销)/);
        return true;
      });
      assert.equal(dump(path), before);
      assert.equal(dump(copy), before);
      // The old program goes on as if nothing had been tried, and a second try keeps both copies.
      await (await openStore({ url, zone })).close();
      await assert.rejects(openStore({ url, zone, migrations }), StartError);
      assert.ok(existsSync(`${copy}.1`));
    });
  }

  test("two starts at once run a migration once", async () => {
    const { path, url, migrations } = await book("create table once (id integer);\n");
    const opened = await Promise.all([1, 2, 3].map(() => openStore({ url, zone, migrations })));
    for (const store of opened) await store.close();
    const db = new Database(path, { readonly: true });
    assert.equal(db.prepare("select * from migrations where number = 900").all().length, 1);
    db.close();
  });

  test("every migration's text has something to say on both engines, without placeholders left", async () => {
    for (const engine of ["sqlite", "postgres"] as const) {
      const text = migrationText(
        await readFile(join(MIGRATIONS_FOLDER, "001-init.sql"), "utf8"),
        engine,
      );
      assert.match(text, /create table records/);
      assert.doesNotMatch(text.replaceAll(/'[^']*'|--.*/g, ""), /[^:]:[a-z]+/);
    }
  });
});
