/** The clock of a machine is set now and then: what waits, waits by the time that passes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import pg from "pg";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../harness/app.ts";
import { during, lunch, made } from "../harness/book.ts";

/** Longer than PostgreSQL lets a statement wait for a lock before it is sent again. */
const HELD_MS = 2_500;
const HOUR_MS = 3_600_000;

onEveryEngine("a clock that is set", (open, engine) => {
  test("gives up no write that waits for the database", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const release = engine === "sqlite" ? holdFile(app) : await holdBook(app, owner.userId);
    t.after(release);
    const written = app.post("/api/records", lunch(owner));
    await wait(100);
    const now = Date.now;
    t.mock.method(Date, "now", () => now() + HOUR_MS);
    await wait(HELD_MS);
    await release();
    made(await written);
    assert.equal(await balanceOf(app, owner.accountId), -35.5);
  });
});

/** Keeps all writes out. Returns what lets them in. */
function holdFile(app: TestApp): () => void {
  const other = new Database(app.url.replace(/^file:/, ""), { timeout: 0 });
  other.exec("begin immediate");
  return () => void other.close();
}

/** Keeps the user's writes out. Returns what lets them in. */
async function holdBook(app: TestApp, userId: number): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: app.url });
  await other.connect();
  await other.query("begin");
  await other.query("select 1 from revisions where user_id = $1 for update", [userId]);
  return () => other.end();
}
