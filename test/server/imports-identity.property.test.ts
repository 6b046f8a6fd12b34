/** In whatever order things are undone, taken off, restored, deleted and imported again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import sql from "sql-template-tag";
import { forgetOld } from "../../src/server/forgetting.ts";
import { onEveryEngine, someone, type TestApp } from "../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  rowsOf,
  wechatBill,
  withdrawalRow,
} from "../harness/bills.ts";
import { assertProved, bookOf } from "../harness/proof.ts";

const WITHDRAWAL = withdrawalRow(4);
const ROWS = [purchaseRow(1), purchaseRow(2), purchaseRow(3), WITHDRAWAL];
const FILE = wechatBill(ROWS);

type Source = { id: number; externalId?: string; transferId?: number; importId?: number };

const listOf = async (app: TestApp, path: string, userId: number) =>
  (await app.get(`/api/${path}?userId=${userId}`)).data;

/** What is in the book, of records and transfers that a line was booked as, by the line's id. */
async function bookedLines(app: TestApp, userId: number): Promise<Map<string, number>> {
  const records: Source[] = await listOf(app, "records", userId);
  const transfers: Source[] = await listOf(app, "transfers", userId);
  const found = new Map<string, number>();
  for (const one of [...records.filter(({ transferId }) => !transferId), ...transfers]) {
    const id = one.externalId as string;
    found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}

/** A line of which anything is in the book is known, and importing the file adds only the others. */
async function assertKnown(app: TestApp, userId: number): Promise<void> {
  const before = await bookedLines(app, userId);
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
  verb: fc.constantFrom("import", "force", "undo", "drop", "delete", "restore", "restore"),
  which: fc.nat(7),
});

const STEPS: Record<string, (app: TestApp, userId: number, which: number) => Promise<unknown>> = {
  /** The file, or a piece of it. */
  async import(app, userId, which) {
    const piece = which % 2 === 0 ? ROWS : ROWS.slice(which % 4);
    await commit(app, (await preview(app, userId, wechatBill(piece))).id);
  },
  /** What was deleted by hand is wanted after all. */
  async force(app, userId) {
    const shown = await preview(app, userId, FILE);
    const numbers = (await rowsOf(app, shown.id))
      .filter(({ fate }: { fate: string }) => fate === "removed")
      .map(({ number }: { number: number }) => number);
    if (numbers.length > 0) {
      await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers, action: "import" }] });
    }
    await commit(app, shown.id);
  },
  undo: (app, userId, which) => removeImport(app, userId, which, "committed"),
  drop: (app, userId, which) => removeImport(app, userId, which, "undone"),
  async delete(app, userId, which) {
    const lists = [await listOf(app, "records", userId), await listOf(app, "transfers", userId)];
    const paths = lists.flatMap((list, at) =>
      list
        .filter(({ transferId }: Source) => !transferId)
        .map(({ id }: Source) => `/api/${at === 0 ? "records" : "transfers"}/${id}`),
    );
    if (paths.length > 0) await app.remove(paths[which % paths.length]);
  },
  async restore(app, userId, which) {
    const entries = (await listOf(app, "history", userId)).filter(
      (one: { restorable: boolean }) => one.restorable,
    );
    if (entries.length > 0)
      await app.post(`/api/history/${entries[which % entries.length].id}/restore`);
  },
};

async function removeImport(app: TestApp, userId: number, which: number, status: string) {
  const list = (await listOf(app, "imports", userId)).filter(
    (one: { status: string }) => one.status === status,
  );
  if (list.length > 0) await app.remove(`/api/imports/${list[which % list.length].id}`);
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
  test("in any order of undo, taking off the list, delete, restore and import again", async () => {
    const app = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
        const { userId } = await someone(app);
        await commit(app, (await preview(app, userId, FILE)).id);
        for (const { verb, which } of steps) {
          await (STEPS[verb] as (typeof STEPS)[string])(app, userId, which);
          await assertKnown(app, userId);
        }
      }),
      { numRuns: 15 },
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
    const counts = await app.db.read(async (db) => [
      await db.all(keysOf(userId)),
      await db.all(importsOf(userId)),
    ]);
    assert.deepEqual(counts, [[], []]);
    await app.close();
  });
});

const keysOf = (userId: number) => sql`select key from import_keys where user_id = ${userId}`;
const importsOf = (userId: number) => sql`select id from imports where user_id = ${userId}`;
