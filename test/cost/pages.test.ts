/**
 * Work that goes through a large book page by page reads each page as its index lies. Where a page had to be put in
 * order first, SQLite would go through all that is behind it for every page: 75 s for the rules over 300,000 records.
 * The statements are watched on PostgreSQL, where they pass one place, and planned on SQLite.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchers } from "../../src/store/postgres/connection.ts";
import { sql } from "../../src/store/sql.ts";
import type { SqliteDb } from "../../src/store/sqlite/sqlite.ts";
import { migrateZone } from "../../src/store/zone.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { during, fillRecords, type Owner } from "../harness/book.ts";
import { engines } from "../harness/database.ts";

/** Three pages of the largest. */
const RECORDS = 2500;
const PAGES = 3;

/** A book of one category, with day totals, and a rule that would put all of it into another. */
async function bookOf(app: TestApp): Promise<Owner> {
  const owner = await someone(app);
  await fillRecords(app, owner, RECORDS);
  await app.db.write((db) =>
    db.run(sql`insert into day_totals (user_id, day, type, category, amount, count)
      select user_id, day, type, category, sum(amount), count(*) from records
      group by user_id, day, type, category`),
  );
  await app.post("/api/rules", { userId: owner.userId, text: "第", category: "归类" });
  return owner;
}

/** Rules, a rename, both taken back, and another zone. */
async function goThroughAll(app: TestApp, { userId }: Owner): Promise<void> {
  const done = async (path: string, body: object) => {
    const { status, data, text } = await app.post(path, { userId, ...body });
    assert.equal(status, 200, text);
    return data;
  };
  const takeBack = async () => {
    const [act] = (await app.get(`/api/history/acts?userId=${userId}&limit=1`)).data;
    assert.equal((await done(`/api/history/acts/${act.id}/restore`, {})).count, RECORDS);
  };
  assert.equal((await done("/api/rules/run", { apply: true })).count, RECORDS);
  await takeBack();
  const renames = [{ type: "expense", from: "餐饮", to: "吃喝" }];
  assert.equal((await done("/api/categories/rename", { renames })).records, RECORDS);
  await takeBack();
  assert.equal((await migrateZone(app.db, "Asia/Tokyo", false)).plainDays, RECORDS);
}

test("pages of a large book are read as their index lies", {
  skip: engines().includes("postgres") ? false : "TEST_ENGINES leaves it out",
}, async (t) => {
  const app = await during(t, openApp, { engine: "postgres" });
  const owner = await bookOf(app);
  const ran = new Map<string, number>();
  const watch = (text: string) => ran.set(text, (ran.get(text) ?? 0) + 1);
  watchers.add(watch);
  t.after(() => watchers.delete(watch));
  await goThroughAll(app, owner);
  const pages = [...ran].filter(([text, times]) => times >= PAGES && /\blimit\b/.test(text));
  assert.deepEqual(
    ["records r join accounts", "id, day, type, category", "from history", "created_at, id"].filter(
      (part) => !pages.some(([text]) => text.includes(part)),
    ),
    [],
    "all of them are seen",
  );
  const { raw } = (await during(t, openApp, { engine: "sqlite" })).db as SqliteDb;
  for (const [text] of pages) {
    const statement = raw.prepare(`explain query plan ${text.replace(/\$\d+/g, "0")}`);
    const sorts = (statement.all() as { detail: string }[]).filter(({ detail }) =>
      detail.includes("TEMP B-TREE FOR ORDER BY"),
    );
    assert.deepEqual(sorts, [], text);
  }
});
