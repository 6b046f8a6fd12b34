/** A write of what somebody else has changed since it was read (decisions W1 and R13). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, book, during, made, openAccount } from "../../harness/book.ts";

onEveryEngine("stale writes", (open) => {
  test("W1: a whole object that was read before another write is 409 and changes nothing", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app, { balance: 1000 });
    const { userId, accountId } = owner;
    const other = await openAccount(app, userId);
    const record = await book(app, owner);
    const transfer = { userId, fromAccountId: accountId, toAccountId: other, amount: 5 };
    const budget = { userId, category: "餐饮", amount: 500, month: "2026-03" };
    const made1 = async (path: string, body: object) => made(await app.post(path, body)).id;
    for (const [path, change] of [
      [`/api/accounts/${accountId}`, { name: "新名" }],
      [`/api/records/${record.id}`, { amount: 1 }],
      [
        `/api/transfers/${await made1("/api/transfers", { ...transfer, date: "2026-03-15" })}`,
        { amount: 6 },
      ],
      [`/api/budgets/${await made1("/api/budgets", budget)}`, { amount: 600 }],
      [
        `/api/rules/${await made1("/api/rules", { userId, text: "瑞幸", category: "餐饮" })}`,
        { text: "库迪" },
      ],
    ] as const) {
      const whole = made(await app.get(path));
      now += 1000;
      // Another device: for the account, a record that moves its balance.
      if (path.startsWith("/api/accounts")) await book(app, owner, { amount: 300 });
      else made(await app.put(path, change));
      const before = await app.get(path);
      now += 1000;
      const stale = await app.put(path, { ...whole, ...change });
      assert.equal(stale.status, 409, path);
      const { updatedAt } = before.data;
      assert.match(stale.message as string, new RegExp(`已被修改.*${updatedAt}.*两个版本`));
      assert.equal((await app.get(path)).text, before.text);
      // With the tag of the refusal the client's version can be written on purpose.
      const tag = { "if-match": stale.headers.etag as string };
      made(await app.put(path, { ...before.data, ...change }, tag));
      now += 1000;
      const fresh = made(await app.get(path));
      made(await app.put(path, fresh));
      assert.deepEqual(made(await app.get(path)), fresh, `${path} sent back as it is`);
    }
    assert.equal(await balanceOf(app, accountId), 1000 - 1 - 300 - 6);
    await assertProved(app);
  });

  test("W1: the time is compared, not its text; without it, and with null, all is as ever", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const { accountId } = await someone(app);
    const path = `/api/accounts/${accountId}`;
    now += 1000;
    for (const updatedAt of ["2026-03-15T00:00:00Z", "2026-03-15T08:00:00.000+08:00", null]) {
      made(await app.put(path, { updatedAt }));
    }
    made(await app.put(path, { name: "甲" }));
    for (const updatedAt of ["2026-03-15T00:00:00Z", "2999-01-01T00:00:00.000Z", "昨天"]) {
      const answer = await app.put(path, { name: "乙", updatedAt });
      assert.equal(answer.status, 409, updatedAt);
    }
    for (const updatedAt of [5, {}, true]) {
      const answer = await app.put(path, { name: "乙", updatedAt });
      assert.equal(answer.status, 400);
      assert.match(answer.message as string, /updatedAt/);
    }
    assert.equal(made(await app.get(path)).name, "甲");
    made(await app.put(path, { name: "乙", updatedAt: "2026-03-15T00:00:01.000Z" }));
  });

  test("R13: the 412 of If-Match names the tag that would have held", async (t) => {
    const app = await during(t, open);
    const record = await book(app, await someone(app));
    const path = `/api/records/${record.id}`;
    const refused = await app.put(path, { amount: 2 }, { "if-match": '"old"' });
    assert.equal(refused.status, 412);
    made(await app.put(path, { amount: 2 }, { "if-match": refused.headers.etag as string }));
    const gone = await app.remove(path, { "if-match": '"old"' });
    made(await app.remove(path, { "if-match": gone.headers.etag as string }));
  });
});
