/** An account that holds very much goes with all of it, and comes back with it, while others have their turn. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, made, openAccount } from "../../harness/book.ts";
import { turnsDuring } from "../../harness/held.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const timeless = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");

/** A book in which one account has more of everything than is taken out between two turns. */
async function crowded(app: TestApp) {
  const owner = await someone(app, { balance: 1000 });
  const { userId, accountId } = owner;
  const full = await openAccount(app, userId, { name: "满" });
  const there = { userId, accountId: full };
  const lines = Array.from({ length: 250 }, (_, index) => ({
    ...{ accountId: full, type: "expense", amount: index + 1, category: `类 ${index % 7}` },
    date: `2026-03-${String(1 + (index % 28)).padStart(2, "0")}`,
  }));
  const records = made(await app.post("/api/records/batch", { userId, records: lines }));
  // Of expenses that go: refunds that go with them, and one elsewhere.
  for (const { id } of records.slice(100, 104)) await book(app, there, refundOf(id));
  await book(app, owner, refundOf(records[200].id));
  // Of an expense that stays.
  const kept = await book(app, owner, { amount: 50 });
  await book(app, there, refundOf(kept.id));
  for (let index = 0; index < 105; index += 1) {
    const [fromAccountId, toAccountId] = index % 2 === 0 ? [full, accountId] : [accountId, full];
    const move = { userId, fromAccountId, toAccountId, amount: 10 + index, date: "2026-03-15" };
    made(await app.post("/api/transfers", { ...move, ...(index % 3 === 0 && { fee: 0.5 }) }));
  }
  made(await app.post("/api/adjustments", { ...there, amount: 7, date: "2026-03-20" }));
  const stated = { date: "2026-02-28", balance: 3 };
  made(await app.post(`/api/accounts/${full}/checkpoints`, stated));
  return { ...owner, full };
}

const refundOf = (id: number) => ({ type: "income", amount: 1, refundOf: id, category: undefined });

onEveryEngine("an account that holds very much", (open) => {
  test("goes with all of it and comes back with it, and others have their turn", async (t) => {
    const app = await during(t, open);
    const { userId, accountId, full } = await crowded(app);
    const everything = async () => timeless(await bookOf(app, userId));
    const points = async () => timeless((await app.get(`/api/accounts/${full}/checkpoints`)).text);
    const [before, statedBefore] = [await everything(), await points()];
    const out = await turnsDuring(async () =>
      made(await app.remove(`/api/accounts/${full}?cascade=true`)),
    );
    // 250 records and 105 transfers, a hundred at a time, to be kept and then to be deleted.
    assert.ok(out >= 8, String(out));
    await assertProved(app);
    assert.equal(made(await app.get(`/api/accounts/${accountId}`)).balance, 951);
    assert.deepEqual(made(await app.get(`/api/transfers?userId=${userId}`)), []);
    const left = made(await app.get(`/api/records?userId=${userId}`));
    assert.equal(left.length, 2);
    assert.ok(left.every((record: { refundOf?: number }) => record.refundOf === undefined));
    const [entry] = made(await app.get(`/api/history?userId=${userId}`));
    assert.equal(entry.noun, "account");
    const back = await turnsDuring(async () =>
      made(await app.post(`/api/history/${entry.id}/restore`)),
    );
    assert.ok(back >= 3, String(back));
    assert.equal(await everything(), before);
    assert.equal(await points(), statedBefore);
    await assertProved(app);
  });
});
