/** In whatever order things are undone, taken off, restored, deleted and imported again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  rowsOf,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { bookedLines, IMPORT_STEPS, type ImportStep, listOf } from "../../harness/import-steps.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const WITHDRAWAL = withdrawalRow(4);
const ROWS = [purchaseRow(1), purchaseRow(2), purchaseRow(3), WITHDRAWAL];
const FILE = wechatBill(ROWS);

/** A line of which anything is in the book is known, and importing the file adds only the others. */
async function assertKnown(app: TestApp, userId: number): Promise<void> {
  const before = await bookedLines(app, userId);
  for (const [id, times] of before) assert.equal(times, 1, `line ${id} is booked ${times} times`);
  const shown = await preview(app, userId, FILE);
  for (const row of await rowsOf(app, shown.id)) {
    if (before.has(row.externalId)) {
      assert.deepEqual([row.fate, row.action], ["known", "skip"], JSON.stringify(row));
    }
  }
  await app.remove(`/api/imports/${shown.id}`);
  await assertProved(app);
}

/** What may be done next; `which` chooses among what there is. */
const step = fc.record({
  verb: fc.constantFrom(
    ...(["import", "force", "preview", "commit", "commit"] as const),
    ...(["undo", "drop", "delete", "restore", "restore"] as const),
  ),
  which: fc.nat(7),
});

const STEPS: Record<string, ImportStep> = {
  ...IMPORT_STEPS,
  /** The file, or a piece of it. */
  async import(app, userId, which) {
    const piece = which % 2 === 0 ? ROWS : ROWS.slice(which % 4);
    await commit(app, (await preview(app, userId, wechatBill(piece))).id);
  },
  /** What was deleted by hand is wanted after all. */
  async force(app, userId) {
    const shown = await preview(app, userId, FILE);
    await wantRemoved(app, shown.id);
    await commit(app, shown.id);
  },
  /** Left for later; what was deleted by hand is wanted in every other one. */
  async preview(app, userId, which) {
    const shown = await preview(app, userId, FILE);
    if (which % 2 === 0) await wantRemoved(app, shown.id);
  },
};

async function wantRemoved(app: TestApp, importId: number): Promise<void> {
  const numbers = (await rowsOf(app, importId))
    .filter(({ fate }: { fate: string }) => fate === "removed")
    .map(({ number }: { number: number }) => number);
  if (numbers.length === 0) return;
  await app.put(`/api/imports/${importId}`, { rows: [{ numbers, action: "import" }] });
}

async function restoreAll(app: TestApp, userId: number): Promise<void> {
  for (const entry of await listOf(app, "history", userId)) {
    if (!entry.restorable) continue;
    const answer = await app.post(`/api/history/${entry.id}/restore`);
    assert.equal(answer.status, 200, answer.text);
  }
}

const isAccount = (one: { noun: string }) => one.noun === "account";

onEveryEngine("what an import wrote stays known", (open) => {
  test("in any order of preview, commit, undo, taking off the list, delete, restore and import again", async () => {
    const app = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const { userId } = await someone(app);
        // One is left to be committed at any time later.
        await preview(app, userId, FILE);
        await commit(app, (await preview(app, userId, FILE)).id);
        for (const { verb, which } of steps) {
          await (STEPS[verb] as ImportStep)(app, userId, which);
          await assertKnown(app, userId);
        }
      }),
      { numRuns: 20 },
    );
    await app.close();
  });

  test("restored after its import was undone and taken off the list", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, FILE);
    await commit(app, shown.id);
    await app.remove(`/api/imports/${shown.id}`);
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 200);
    assert.equal((await app.get(`/api/imports/${shown.id}`)).status, 404);
    assert.equal((await app.get(`/api/imports/${shown.id}/rows`)).status, 404);
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 404);
    assert.deepEqual(await listOf(app, "imports", userId), []);
    assert.equal(countOf(await preview(app, userId, FILE), "new"), 4);
    await restoreAll(app, userId);
    const again = await preview(app, userId, FILE);
    assert.equal(countOf(again, "known"), 4);
    const book = await bookOf(app, userId);
    await commit(app, again.id);
    assert.equal(await bookOf(app, userId), book);
    // What was taken out knows it too.
    const file = (await app.get(`/api/export?userId=${userId}&format=json`)).text;
    const other = (await app.post("/api/users", { name: "乙", email: "yi@example.com" })).data.id;
    const form = new FormData();
    form.set("userId", String(other));
    form.set("file", new Blob([file]), "book.json");
    const loaded = await app.post("/api/book", form);
    assert.equal(loaded.status, 200, loaded.text);
    assert.equal(countOf(await preview(app, other, FILE), "known"), 4);
    await app.close();
  });

  test("what no history can bring back is forgotten, what was restored is not", async () => {
    const start = Date.parse("2026-04-01T00:00:00Z");
    let now = start;
    const app = await open({ now: () => now });
    const { userId } = await someone(app);
    const shown = await preview(app, userId, FILE);
    await commit(app, shown.id);
    await app.remove(`/api/imports/${shown.id}`);
    await app.remove(`/api/imports/${shown.id}`);
    const entries = await listOf(app, "history", userId);
    for (const { id } of entries.filter(isAccount)) await app.post(`/api/history/${id}/restore`);
    const [record] = entries.filter((one: { noun: string }) => one.noun === "record");
    assert.equal((await app.post(`/api/history/${record.id}/restore`)).status, 200);
    now = start + 31 * 86_400_000;
    await forgetOld(app.db, now);
    const left = await preview(app, userId, FILE);
    assert.deepEqual([countOf(left, "known"), countOf(left, "new")], [1, 3]);
    await app.remove(`/api/imports/${left.id}`);
    await app.remove(`/api/records/${record.nounId}`);
    now = start + 70 * 86_400_000;
    await forgetOld(app.db, now);
    // Deleted by hand after it had come back, it is known as deleted, as any other line.
    const last = await preview(app, userId, FILE);
    assert.deepEqual([countOf(last, "removed"), countOf(last, "new")], [1, 3]);
    await app.remove(`/api/imports/${last.id}`);
    const counts = await app.db.read(async (db) => [
      (await db.all(keysOf(userId))).length,
      (await db.all(importsOf(userId))).length,
    ]);
    assert.deepEqual(counts, [1, 1]);
    await app.close();
  });
});

const keysOf = (userId: number) => sql`select key from import_keys where user_id = ${userId}`;
const importsOf = (userId: number) => sql`select id from imports where user_id = ${userId}`;
