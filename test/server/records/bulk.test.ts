/** A bulk change refuses what a change of each record alone refuses, and can be taken back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book } from "../../harness/book.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

/** An expense of 100 with refunds of 30 and 20, a transfer with a fee, and a plain expense of 5. */
async function fill(app: TestApp) {
  const owner = await someone(app, { balance: 1000 });
  const bank = await anotherAccount(app, owner.userId);
  const day = { date: "2026-03-10" };
  const expense = (await book(app, owner, { ...day, amount: 100 })).id as number;
  const back = { ...day, type: "income", refundOf: expense };
  const refund = (await book(app, owner, { ...back, amount: 30 })).id as number;
  const elsewhere = (await book(app, { ...owner, accountId: bank }, { ...back, amount: 20 }))
    .id as number;
  const transfer = await app.post("/api/transfers", {
    userId: owner.userId,
    fromAccountId: owner.accountId,
    toAccountId: bank,
    amount: 200,
    fee: 2,
    ...day,
  });
  const fees = await app.get(`/api/records?userId=${owner.userId}&category=手续费`);
  const plain = (await book(app, owner, { ...day, amount: 5 })).id as number;
  const fee = fees.data[0].id as number;
  return { ...owner, bank, expense, refund, elsewhere, transfer: transfer.data.id, fee, plain };
}

const days = async (app: TestApp, userId: number) =>
  (await app.get(`/api/records/days?userId=${userId}`)).data;
const historyOf = async (app: TestApp, userId: number) =>
  (await app.get(`/api/history?userId=${userId}&limit=1000`)).data;

/** The book without the moments of its last changes. */
const plainly = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");

onEveryEngine("bulk", (open) => {
  test("fees, refunds and refunded expenses are refused as alone, and nothing changes", async () => {
    const app = await open();
    const mine = await fill(app);
    const { userId, bank, expense, refund, elsewhere, fee, plain } = mine;
    const before = await bookOf(app, userId);
    const refused: [object, RegExp][] = [
      [{ ids: [plain, fee], action: "delete" }, new RegExp(`转账 ${mine.transfer} 的手续费`)],
      [{ ids: [plain, fee], action: "change", category: "杂项" }, /手续费/],
      [{ ids: [plain, fee], action: "change", accountId: bank }, /手续费/],
      [{ ids: [plain, fee], action: "change", date: "2026-03-11" }, /手续费/],
      [{ ids: [plain, expense], action: "delete" }, /已有退款 50\.00 元/],
      [{ ids: [expense, refund], action: "delete" }, /已有退款 20\.00 元/],
      [{ ids: [plain, expense], action: "change", type: "income" }, /已有退款 50\.00 元/],
      [{ ids: [expense, refund, elsewhere], action: "change", type: "income" }, /已有退款/],
      [{ ids: [plain, refund], action: "change", type: "expense" }, /退款必须是收入/],
    ];
    for (const [body, words] of refused) {
      const answer = await app.post("/api/records/bulk", { userId, ...body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, words);
    }
    assert.equal(await bookOf(app, userId), before);
    assert.deepEqual(await historyOf(app, userId), []);
    await app.close();
  });

  test("an expense goes together with its refunds, and the totals of the day follow", async () => {
    const app = await open();
    const { userId, accountId, bank, expense, refund, elsewhere } = await fill(app);
    assert.deepEqual(await days(app, userId), [
      { date: "2026-03-10", income: 0, expense: 57, count: 5 },
    ]);
    const gone = await app.post("/api/records/bulk", {
      userId,
      ids: [expense, refund, elsewhere],
      action: "delete",
    });
    assert.deepEqual(gone.data, { count: 3 });
    assert.deepEqual(await days(app, userId), [
      { date: "2026-03-10", income: 0, expense: 7, count: 2 },
    ]);
    assert.deepEqual([await balanceOf(app, accountId), await balanceOf(app, bank)], [793, 200]);
    await assertProved(app);
    await app.close();
  });

  test("a refund and its expense move and change together, and stay what they are", async () => {
    const app = await open();
    const { userId, accountId, bank, expense, refund, elsewhere, fee } = await fill(app);
    const ids = [expense, refund, elsewhere];
    const moved = { category: "聚餐", accountId: bank, date: "2026-04-02" };
    const done = await app.post("/api/records/bulk", { userId, ids, action: "change", ...moved });
    assert.deepEqual(done.data, { count: 3 });
    const after = (await app.get(`/api/records/${refund}`)).data;
    assert.deepEqual([after.refund, after.refundOf, after.accountId], [true, expense, bank]);
    assert.deepEqual([await balanceOf(app, accountId), await balanceOf(app, bank)], [793, 150]);
    const april = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-04`);
    assert.deepEqual(april.data.categoryStats, [{ category: "聚餐", amount: 50 }]);
    // What is already so changes nothing, and is no change of a fee either.
    const same = { ids: [fee, ...ids], action: "change", category: "聚餐" };
    assert.equal((await app.post("/api/records/bulk", { userId, ...same })).status, 400);
    const kept = await historyOf(app, userId);
    const again = await app.post("/api/records/bulk", { userId, ids, action: "change", ...moved });
    assert.deepEqual(again.data, { count: 3 });
    assert.deepEqual(await historyOf(app, userId), kept);
    const asItIs = { ids: [fee], action: "change", category: "手续费", type: "expense" };
    assert.equal((await app.post("/api/records/bulk", { userId, ...asItIs })).status, 200);
    await assertProved(app);
    await app.close();
  });

  test("every record keeps its version: changed ones go back, deleted ones come back", async () => {
    const app = await open();
    const owner = await someone(app, { balance: 1000 });
    const { userId, accountId } = owner;
    const ids: number[] = [];
    // More than one statement's worth of versions.
    for (let count = 1; count <= 120; count += 1) {
      ids.push((await book(app, owner, { amount: 1, date: "2026-03-10" })).id);
    }
    await app.post("/api/records/bulk", { userId, ids, action: "change", category: "杂项" });
    const changes = await historyOf(app, userId);
    assert.equal(changes.length, 120);
    for (const entry of changes) {
      assert.deepEqual([entry.change, entry.version.category], ["update", "餐饮"]);
    }
    assert.equal((await app.post(`/api/history/${changes[7].id}/restore`)).status, 200);
    const back = (await app.get(`/api/records/${changes[7].nounId}`)).data;
    assert.equal(back.category, "餐饮");
    await app.post("/api/records/bulk", { userId, ids, action: "delete" });
    assert.equal(await balanceOf(app, accountId), 1000);
    const gone = (await historyOf(app, userId)).filter(
      (entry: { change: string }) => entry.change === "delete",
    );
    assert.equal(gone.length, 120);
    assert.equal((await app.post(`/api/history/${gone[0].id}/restore`)).status, 200);
    assert.equal((await app.post(`/api/history/${gone[119].id}/restore`)).status, 200);
    assert.equal(await balanceOf(app, accountId), 998);
    await assertProved(app);
    await app.close();
  });

  test("transfers go along with records and their fees, and all come back as one act", async () => {
    const app = await open();
    const mine = await fill(app);
    const before = plainly(await bookOf(app, mine.userId));
    const { userId, plain, transfer } = mine;
    const gone = await app.post("/api/records/bulk", {
      userId,
      ids: [plain],
      transferIds: [transfer],
      action: "delete",
    });
    assert.deepEqual([gone.status, gone.data], [200, { count: 2 }], gone.text);
    assert.equal((await app.get(`/api/transfers?userId=${userId}`)).data.length, 0);
    assert.equal((await app.get(`/api/records?userId=${userId}&category=手续费`)).data.length, 0);
    await assertProved(app);
    const act = gone.headers["history-act"];
    assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
    assert.deepEqual(plainly(await bookOf(app, userId)), before);
    const alone = { userId, transferIds: [transfer], action: "delete" };
    assert.deepEqual((await app.post("/api/records/bulk", alone)).data, { count: 1 });
    await app.close();
  });

  test("a transfer that is changed in bulk, or is none of the user's, refuses all", async () => {
    const app = await open();
    const mine = await fill(app);
    const other = await fill(app);
    const before = await bookOf(app, mine.userId);
    const { userId, plain } = mine;
    const ask = (rest: object) =>
      app.post("/api/records/bulk", { userId, ids: [plain], action: "delete", ...rest });
    const changed = await ask({
      transferIds: [mine.transfer],
      action: "change",
      date: "2026-03-11",
    });
    assert.deepEqual([changed.status, changed.message], [400, "转账不能批量修改，只能删除"]);
    assert.equal((await ask({ transferIds: [other.transfer] })).status, 404);
    const none = await app.post("/api/records/bulk", { userId, action: "delete" });
    assert.equal(none.status, 400);
    assert.deepEqual(await bookOf(app, userId), before);
    await app.close();
  });

  test("an amount becomes that of each, with balances, days and refunds, and goes back", async () => {
    const app = await open();
    const mine = await fill(app);
    const { userId, accountId, bank, expense, refund, fee, plain } = mine;
    const before = await bookOf(app, userId);
    const ask = (rest: object) =>
      app.post("/api/records/bulk", { userId, action: "change", ...rest });
    const refused: [object, RegExp][] = [
      [{ ids: [plain, fee], amount: 8 }, /手续费/],
      [{ ids: [plain, expense], amount: 49.99 }, /50\.00/],
      [{ ids: [refund, plain], amount: 80.01 }, /100\.01/],
      [{ ids: [expense, refund], amount: 60 }, /80\.00/],
      [{ ids: [plain], amount: 0 }, /金额/],
      [{ ids: [plain], amount: 1.001 }, /金额/],
    ];
    for (const [body, words] of refused) {
      const answer = await ask(body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, words);
    }
    assert.equal(await bookOf(app, userId), before);
    const done = await ask({ ids: [plain, expense], amount: 60.5, category: "日用" });
    assert.deepEqual(done.data, { count: 2 });
    assert.deepEqual([await balanceOf(app, accountId), await balanceOf(app, bank)], [707, 220]);
    assert.deepEqual(await days(app, userId), [
      { date: "2026-03-10", income: 0, expense: 73, count: 5 },
    ]);
    assert.equal((await app.get(`/api/records/${refund}`)).data.amount, 30);
    await assertProved(app);
    const act = done.headers["history-act"];
    assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
    assert.deepEqual(plainly(await bookOf(app, userId)), plainly(before));
    await assertProved(app);
    await app.close();
  });
});
