/** Patterns that never end: told as what they are, in bounded time, and to nobody else's harm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp, someone } from "../../harness/app.ts";
import { purchaseRow, upload, wechatBill } from "../../harness/bills.ts";
import { book, during, made } from "../../harness/book.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const ENDLESS = `${"a".repeat(60)}!`;

// The thread that patterns run in knows no database.
test("a pattern that never ends stops its own import and its own run, and no other's", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const careless = await someone(app);
  const other = await someone(app, { name: "别人" });
  const rule = { field: "any", match: "pattern", text: "^(a+)+$", category: "x" };
  made(await app.post("/api/rules", { userId: careless.userId, ...rule }));
  await book(app, careless, { description: ENDLESS });
  const before = await bookOf(app, careless.userId);
  const bill = wechatBill([purchaseRow(1, { who: ENDLESS })]);
  const endless = Promise.all([
    upload(app, careless.userId, bill),
    upload(app, careless.userId, bill),
    app.post("/api/rules/run", { userId: careless.userId, apply: true }),
  ]);
  const waiting = upload(app, other.userId, wechatBill([purchaseRow(2)]));
  for (const answer of await endless) {
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.message as string, /规则运行时间过长，请检查正则表达式/);
  }
  assert.equal((await waiting).status, 200);
  assert.equal(await bookOf(app, careless.userId), before);
  // The place of each that was stopped is free again.
  for (let count = 0; count < 4; count += 1) {
    const answer = await upload(app, other.userId, wechatBill([purchaseRow(3 + count)]));
    assert.equal(answer.status, 200, answer.text);
  }
  await assertProved(app);
});
