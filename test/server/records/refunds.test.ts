import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

/** A purchase of 餐饮 in March 2026. */
async function purchase(app: TestApp, userId: number, accountId: number, amount = 100) {
  const made = await app.post("/api/records", {
    userId,
    accountId,
    type: "expense",
    amount,
    category: "餐饮",
    date: "2026-03-10",
  });
  assert.equal(made.status, 200, made.text);
  return made.data;
}

const refundBody = (userId: number, accountId: number, amount: number, more: object) => ({
  userId,
  accountId,
  type: "income",
  amount,
  category: "餐饮",
  date: "2026-03-20",
  ...more,
});

onEveryEngine("refunds", (open) => {
  test("a refund raises the balance, lowers its category and is no income (D11, D13)", async () => {
    const app = await open({ now: Date.parse("2026-03-25T04:00:00Z") });
    const { userId, accountId } = await someone(app, { balance: 500 });
    await app.post("/api/budgets", { userId, category: "餐饮", amount: 200, month: "2026-03" });
    const bought = await purchase(app, userId, accountId);
    const refund = await app.post(
      "/api/records",
      refundBody(userId, accountId, 30, { refundOf: bought.id }),
    );
    assert.equal(refund.status, 200, refund.text);
    assert.deepEqual([refund.data.refund, refund.data.refundOf], [true, bought.id]);
    assert.equal("refund" in bought, false);
    assert.equal(await balanceOf(app, accountId), 430);
    const month = (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data;
    assert.deepEqual(month, {
      totalIncome: 0,
      totalExpense: 70,
      balance: -70,
      categoryStats: [{ category: "餐饮", amount: 70 }],
    });
    assert.deepEqual((await app.get(`/api/statistics/trend?userId=${userId}`)).data, [
      { date: "2026-03-10", income: 0, expense: 100 },
      { date: "2026-03-20", income: 0, expense: -30 },
    ]);
    const dashboard = (await app.get(`/api/dashboard/summary?userId=${userId}`)).data;
    assert.deepEqual(
      [dashboard.monthIncome, dashboard.monthExpense, dashboard.budgetUsage[0].spent],
      [0, 70, 70],
    );
    assert.equal(dashboard.budgetUsage[0].percentage, 35);
    await assertProved(app);
    await app.close();
  });

  test("a month that holds only a refund shows a negative total", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bought = await purchase(app, userId, accountId);
    const body = refundBody(userId, accountId, 40, { refundOf: bought.id, date: "2026-04-02" });
    await app.post("/api/records", body);
    const april = (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-04`)).data;
    assert.deepEqual(april, {
      totalIncome: 0,
      totalExpense: -40,
      balance: 40,
      categoryStats: [{ category: "餐饮", amount: -40 }],
    });
    const compared = (await app.get(`/api/statistics/compare?userId=${userId}&month=2026-04`)).data;
    assert.deepEqual([compared.currentMonth.expense, compared.lastMonth.expense], [-40, 100]);
    await app.close();
  });

  test("the refunds of an expense never exceed it, however they are made or changed", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const bought = await purchase(app, userId, accountId);
    const first = await app.post(
      "/api/records",
      refundBody(userId, bank, 60, { refundOf: bought.id }),
    );
    const before = await bookOf(app, userId);
    const path = `/api/records/${bought.id}`;
    const refused = [
      await app.post("/api/records", refundBody(userId, bank, 40.01, { refundOf: bought.id })),
      await app.put(`/api/records/${first.data.id}`, { amount: 100.01 }),
      await app.put(path, { amount: 59.99 }),
      await app.put(path, { type: "income" }),
      await app.remove(path),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, /退款/);
    }
    assert.equal(await bookOf(app, userId), before);
    const both = await Promise.all(
      [40, 40].map((amount) =>
        app.post("/api/records", refundBody(userId, bank, amount, { refundOf: bought.id })),
      ),
    );
    assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 400]);
    assert.equal((await app.put(path, { category: "聚餐", description: "改名" })).status, 200);
    assert.equal((await app.put(path, { amount: 120 })).status, 200);
    assert.equal((await app.put(path, { amount: 100 })).status, 200);
    assert.equal((await app.put(`/api/records/${first.data.id}`, { amount: 10 })).status, 200);
    assert.equal((await app.remove(`/api/records/${first.data.id}`)).status, 200);
    await assertProved(app);
    await app.close();
  });

  test("a refund of an expense takes its category, and is an income, unless it says otherwise", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const bought = await purchase(app, userId, accountId);
    const path = `/api/records/${bought.id}`;
    assert.equal("refunded" in (await app.get(path)).data, false);
    const short = { userId, accountId: bank, amount: 30, date: "2026-03-20", refundOf: bought.id };
    const made = (await app.post("/api/records", short)).data;
    assert.deepEqual([made.type, made.category, made.refund], ["income", "餐饮", true]);
    const named = await app.post("/api/records", { ...short, amount: 0.5, category: "聚餐" });
    assert.equal(named.data.category, "聚餐");
    const answer = await app.get(path);
    assert.deepEqual([answer.data.refunded, answer.data.account.id], [30.5, accountId]);
    assert.equal("refunded" in (await app.get(`/api/records?userId=${userId}`)).data[0], false);
    // What the refunds add up to is not the expense's own: its tag stays good for a change.
    const changed = await app.put(path, { description: "聚餐" });
    const again = { "if-match": changed.headers.etag as string };
    assert.equal((await app.put(path, { description: "生日" }, again)).status, 200);
    const month = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`);
    assert.deepEqual(month.data.categoryStats, [
      { category: "餐饮", amount: 70 },
      { category: "聚餐", amount: -0.5 },
    ]);
    await assertProved(app);
    await app.close();
  });

  test("only what names its expense may leave out type and category", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bought = await purchase(app, userId, accountId);
    const salary = (await app.post("/api/records", refundBody(userId, accountId, 5, {}))).data;
    const before = await bookOf(app, userId);
    const body = { userId, accountId, amount: 1, date: "2026-03-20" };
    const wrong: [object, RegExp][] = [
      [{}, /^缺少必填字段：type、category$/],
      [{ refund: true }, /^缺少必填字段：type、category$/],
      [{ refundOf: null, type: "income" }, /^缺少必填字段：category$/],
      [{ refundOf: "", category: "餐饮" }, /^缺少必填字段：type；所退的支出（refundOf）/],
      [{ refundOf: bought.id, amount: 0 }, /^缺少必填字段：amount；金额（amount）必须是/],
      [{ refundOf: bought.id, category: "" }, /category/],
      [{ refundOf: bought.id, type: "expense" }, /收入/],
      [{ refundOf: bought.id, amount: 100.01 }, /退款/],
      [{ refundOf: salary.id }, /refundOf/],
      [{ refundOf: 999_999 }, /refundOf/],
    ];
    for (const [more, message] of wrong) {
      const answer = await app.post("/api/records", { ...body, ...more });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, message);
    }
    assert.equal(await bookOf(app, userId), before);
    await app.close();
  });

  test("countsAs lists expenses with what came back for them, and incomes without", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bought = await purchase(app, userId, accountId);
    const salary = (await app.post("/api/records", refundBody(userId, accountId, 5, {}))).data;
    const body = refundBody(userId, accountId, 30, { refundOf: bought.id, date: "2026-03-10" });
    const refund = (await app.post("/api/records", body)).data;
    const ids = async (query: string) =>
      (await app.get(`/api/records?userId=${userId}&${query}`)).data
        .map(({ id }: { id: number }) => id)
        .sort((a: number, b: number) => a - b);
    assert.deepEqual(await ids("countsAs=expense"), [bought.id, refund.id]);
    assert.deepEqual(await ids("countsAs=income"), [salary.id]);
    assert.deepEqual(await ids("type=income"), [salary.id, refund.id]);
    assert.deepEqual(await ids("type=income&countsAs=expense"), [refund.id]);
    const days = await app.get(`/api/records/days?userId=${userId}&countsAs=expense`);
    assert.deepEqual(days.data, [{ date: "2026-03-10", income: 0, expense: 70, count: 2 }]);
    const wrong = await app.get(`/api/records?userId=${userId}&countsAs=refund`);
    assert.deepEqual([wrong.status, /countsAs/.test(wrong.message as string)], [400, true]);
    await app.close();
  });

  test("what is no refund is refused with words, and nothing changes", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const other = await someone(app, { name: "小红" });
    const foreign = await purchase(app, other.userId, other.accountId);
    const bought = await purchase(app, userId, accountId);
    const salary = (await app.post("/api/records", refundBody(userId, accountId, 5, {}))).data;
    await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 1,
      fee: 50,
      date: "2026-03-01",
    });
    const fee = (await app.get(`/api/records?userId=${userId}&category=手续费`)).data[0];
    const before = await bookOf(app, userId);
    const wrong: [object, RegExp][] = [
      [{ type: "expense", refundOf: bought.id }, /收入/],
      [{ type: "expense", refund: true }, /收入/],
      [{ refundOf: foreign.id }, /refundOf/],
      [{ refundOf: 999_999 }, /refundOf/],
      [{ refundOf: salary.id }, /refundOf/],
      [{ refundOf: fee.id }, /refundOf/],
      [{ refundOf: "1" }, /refundOf/],
      [{ refund: "true" }, /refund/],
      [{ refund: false, refundOf: bought.id }, /refund/],
    ];
    for (const [more, message] of wrong) {
      const answer = await app.post("/api/records", refundBody(userId, accountId, 1, more));
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, message);
    }
    assert.equal(await bookOf(app, userId), before);
    await assertProved(app);
    await app.close();
  });

  test("an expense does not become a refund of itself", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bought = await purchase(app, userId, accountId);
    const before = await bookOf(app, userId);
    for (const more of [{}, { amount: 1 }, { refund: true }]) {
      const change = { type: "income", refundOf: bought.id, ...more };
      const answer = await app.put(`/api/records/${bought.id}`, change);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.message as string, /refundOf/);
    }
    assert.equal(await bookOf(app, userId), before);
    await app.close();
  });

  test("a record becomes a refund and a plain income again, and the totals follow", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bought = await purchase(app, userId, accountId);
    const came = (await app.post("/api/records", refundBody(userId, accountId, 20, {}))).data;
    const path = `/api/records/${came.id}`;
    const totals = async () => {
      const month = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`);
      return [month.data.totalIncome, month.data.totalExpense];
    };
    assert.deepEqual(await totals(), [20, 100]);
    assert.equal((await app.put(path, { refundOf: bought.id })).data.refund, true);
    assert.deepEqual(await totals(), [0, 80]);
    const unlinked = (await app.put(path, { refundOf: null })).data;
    assert.deepEqual([unlinked.refund, "refundOf" in unlinked], [true, false]);
    assert.deepEqual(await totals(), [0, 80]);
    await app.put(path, { refundOf: bought.id });
    const whole = (await app.get(path)).data;
    assert.deepEqual((await app.put(path, whole)).data.updatedAt, whole.updatedAt);
    const plain = (await app.put(path, { ...whole, refund: false })).data;
    assert.deepEqual(["refund" in plain, "refundOf" in plain], [false, false]);
    assert.deepEqual(await totals(), [20, 100]);
    assert.equal(await balanceOf(app, accountId), -80);
    await assertProved(app);
    await app.close();
  });

  test("deleting the account of an expense leaves its refunds elsewhere as refunds", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const bought = await purchase(app, userId, accountId);
    const body = refundBody(userId, bank, 20, { refundOf: bought.id });
    const refund = (await app.post("/api/records", body)).data;
    assert.equal((await app.remove(`/api/accounts/${accountId}?cascade=true`)).status, 200);
    const left = (await app.get(`/api/records/${refund.id}`)).data;
    assert.deepEqual([left.refund, "refundOf" in left], [true, false]);
    assert.equal(await balanceOf(app, bank), 20);
    await assertProved(app);
    await app.close();
  });
});
