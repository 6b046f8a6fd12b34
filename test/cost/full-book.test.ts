/**
 * What is done to a few rows costs the same in a full book. SQLite is told how full its tables are (migration 085);
 * without that it reads all that a user has where a statement names a few by their ids.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "../../src/store/sql.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { during, fillRecords, lunch, type Owner } from "../harness/book.ts";
import { cpuMs } from "../harness/processor-time.ts";

const FEW = 200;
const FULL = 100_000;
const TRIES = 6;
/** How many times what it takes in an empty book it may take in a full one. */
const MOST = 2.5;

/** Does the same in both books, in turn, and compares the least of each: anything may fall into one of them. */
async function costsTheSame(
  books: readonly [Owner, Owner],
  work: (owner: Owner, attempt: number) => Promise<() => Promise<unknown>>,
): Promise<void> {
  let [empty, full] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    empty = Math.min(empty, await cpuMs(await work(books[0], attempt)));
    full = Math.min(full, await cpuMs(await work(books[1], attempt)));
    if (attempt > 0 && full < empty * MOST) return;
  }
  assert.fail(`${empty.toFixed(1)} ms in an empty book, ${full.toFixed(1)} ms in a full one`);
}

async function recordsOf(app: TestApp, owner: Owner): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: FEW }, () => app.post("/api/records", lunch(owner))),
  );
  return answers.map((answer) => answer.data.id);
}

describe("in a full book", () => {
  test("changing, deleting and restoring a few records, and removing an account of few", async (t) => {
    const app = await during(t, openApp, { engine: "sqlite" });
    const books = [await someone(app), await someone(app)] as const;
    await fillRecords(app, books[1], FULL);
    const ok = async (answer: Promise<{ status: number; text: string }>) => {
      const { status, text } = await answer;
      assert.equal(status, 200, text);
    };
    await costsTheSame(books, async (owner, attempt) => {
      const ids = await recordsOf(app, owner);
      const change = { userId: owner.userId, ids, action: "change", category: `类 ${attempt}` };
      return () => ok(app.post("/api/records/bulk", change));
    });
    await costsTheSame(books, async (owner) => {
      const ids = await recordsOf(app, owner);
      const remove = { userId: owner.userId, ids, action: "delete" };
      return () => ok(app.post("/api/records/bulk", remove));
    });
    await costsTheSame(books, async (owner) => {
      const ids = await recordsOf(app, owner);
      await ok(app.post("/api/records/bulk", { userId: owner.userId, ids, action: "delete" }));
      const { id } = (await app.get(`/api/history/acts?userId=${owner.userId}&limit=1`)).data[0];
      return () => ok(app.post(`/api/history/acts/${id}/restore`, {}));
    });
    await costsTheSame(books, async ({ userId }, attempt) => {
      const account = { userId, name: `卡 ${attempt}`, type: "bank", balance: 0 };
      const made = await app.post("/api/accounts", account);
      await recordsOf(app, { userId, accountId: made.data.id });
      return () => ok(app.remove(`/api/accounts/${made.data.id}?cascade=true`));
    });
  });

  test("SQLite is told how full each index is of the tables that grow", async (t) => {
    const app = await during(t, openApp, { engine: "sqlite" });
    const untold: string[] = [];
    for (const table of ["records", "transfers", "history"]) {
      const indexes = await app.db.read((db) =>
        db.all<{ name: string }>(sql`select name from pragma_index_list(${table})
          where name not in (select idx from sqlite_stat1 where tbl = ${table})`),
      );
      untold.push(...indexes.map(({ name }) => name));
    }
    assert.deepEqual(untold, []);
    const samples = await app.db.read((db) =>
      db.all(sql`select 1 from sqlite_master where name = 'sqlite_stat4'`),
    );
    assert.deepEqual(samples, []);
  });
});
