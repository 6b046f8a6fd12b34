import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

onEveryEngine("transfers", (open) => {
  test("a transfer moves both balances and is no income, no expense and no record (A8, H1)", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 500 });
    const bank = await anotherAccount(app, userId, { balance: 20 });
    const made = await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 100.1,
      date: "2026-03-15",
      description: "存钱",
    });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.message, "转账创建成功");
    assert.equal(made.data.amount, 100.1);
    assert.equal(made.data.date, "2026-03-14T16:00:00.000Z");
    assert.equal("fee" in made.data, false);
    assert.equal(await balanceOf(app, accountId), 399.9);
    assert.equal(await balanceOf(app, bank), 120.1);
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    const month = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`);
    assert.deepEqual(month.data, {
      totalIncome: 0,
      totalExpense: 0,
      balance: 0,
      categoryStats: [],
    });
    assert.deepEqual((await app.get(`/api/statistics/trend?userId=${userId}`)).data, []);
    const verified = (await app.get(`/api/accounts/${accountId}/verify`)).data;
    assert.deepEqual(
      [verified.opening, verified.transfersEffect, verified.expected, verified.ok],
      [500, -100.1, 399.9, true],
    );
    await assertProved(app);
    await app.close();
  });

  test("the days of transfers are counted, on either side and between two days", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const cash = await anotherAccount(app, userId);
    const move = (fromAccountId: number, toAccountId: number, date: string) =>
      app.post("/api/transfers", { userId, fromAccountId, toAccountId, amount: 5, fee: 1, date });
    await move(accountId, bank, "2026-03-15");
    await move(bank, accountId, "2026-03-15T09:30:00Z");
    await move(bank, cash, "2026-04-01");
    const days = async (more = "") =>
      (await app.get(`/api/transfers/days?userId=${userId}${more}`)).data;
    const [march, april] = [
      { date: "2026-03-15", count: 2 },
      { date: "2026-04-01", count: 1 },
    ];
    assert.deepEqual(await days(), [april, march]);
    assert.deepEqual(await days(`&accountId=${accountId}`), [march]);
    assert.deepEqual(await days(`&accountId=${cash}`), [april]);
    assert.deepEqual(await days("&startDate=2026-03-16"), [april]);
    assert.deepEqual(await days("&endDate=2026-03-15"), [march]);
    assert.deepEqual(await days("&accountId=99999"), []);
    assert.equal((await app.get("/api/transfers/days?userId=99999")).status, 200);
    assert.equal((await app.get("/api/transfers/days")).status, 400);
    await app.close();
  });

  test("a fee is an expense of 手续费 that follows its transfer and is not changed alone", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 500 });
    const bank = await anotherAccount(app, userId);
    const made = await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 100,
      fee: 0.1,
      date: "2026-03-15",
    });
    assert.equal(made.data.fee, 0.1);
    assert.equal(await balanceOf(app, accountId), 399.9);
    assert.equal(await balanceOf(app, bank), 100);
    const [fee] = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.deepEqual(
      [fee.type, fee.category, fee.amount, fee.accountId, fee.transferId],
      ["expense", "手续费", 0.1, accountId, made.data.id],
    );
    const before = await bookOf(app, userId);
    for (const refused of [
      await app.remove(`/api/records/${fee.id}`),
      await app.put(`/api/records/${fee.id}`, { amount: 5 }),
      await app.put(`/api/records/${fee.id}`, { category: "其他" }),
    ]) {
      assert.equal(refused.status, 400);
      assert.match(refused.message as string, /手续费/);
    }
    assert.equal(await bookOf(app, userId), before);
    // What GET answered can be sent back whole.
    assert.equal((await app.put(`/api/records/${fee.id}`, fee)).status, 200);

    const path = `/api/transfers/${made.data.id}`;
    assert.equal((await app.put(path, { fee: 2, date: "2026-04-01" })).data.fee, 2);
    assert.equal(await balanceOf(app, accountId), 398);
    const april = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-04`);
    assert.deepEqual(april.data.categoryStats, [{ category: "手续费", amount: 2 }]);
    assert.equal("fee" in (await app.put(path, { fee: 0 })).data, false);
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    assert.equal((await app.put(path, { fee: 1 })).data.fee, 1);
    await assertProved(app);
    assert.equal((await app.remove(path)).message, "转账删除成功");
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    assert.equal(await balanceOf(app, accountId), 500);
    assert.equal(await balanceOf(app, bank), 0);
    assert.equal((await app.get(path)).status, 404);
    await assertProved(app);
    await app.close();
  });

  test("a changed transfer moves exactly the accounts it names, before and after", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 100 });
    const [bank, card] = [
      await anotherAccount(app, userId),
      await anotherAccount(app, userId, { name: "信用卡" }),
    ];
    const made = await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 30,
      fee: 1,
      date: "2026-03-15",
    });
    const path = `/api/transfers/${made.data.id}`;
    await app.put(path, { toAccountId: card, amount: 40 });
    assert.deepEqual(
      [await balanceOf(app, accountId), await balanceOf(app, bank), await balanceOf(app, card)],
      [59, 0, 40],
    );
    await app.put(path, { fromAccountId: card, toAccountId: accountId });
    assert.deepEqual(
      [await balanceOf(app, accountId), await balanceOf(app, bank), await balanceOf(app, card)],
      [140, 0, -41],
    );
    const unchanged = (await app.get(path)).data;
    assert.deepEqual((await app.put(path, unchanged)).data, unchanged);
    assert.deepEqual((await app.put(path, {})).data, unchanged);
    await assertProved(app);
    await app.close();
  });

  test("what is wrong is refused with its field named, and nothing changes", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId);
    const other = await someone(app, { name: "小红" });
    const good = {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 10,
      date: "2026-03-15",
    };
    const kept = await app.post("/api/transfers", good);
    const before = await bookOf(app, userId);
    const wrong: [Record<string, unknown>, number, RegExp][] = [
      [{ fromAccountId: undefined }, 400, /缺少必填字段：fromAccountId/],
      [{ toAccountId: accountId }, 400, /不能相同/],
      [{ toAccountId: other.accountId }, 404, /账户不存在/],
      [{ fromAccountId: 999_999 }, 404, /账户不存在/],
      [{ amount: 0 }, 400, /amount/],
      [{ amount: 1.005 }, 400, /amount/],
      [{ amount: "10" }, 400, /amount/],
      [{ fee: -1 }, 400, /fee/],
      [{ date: "2026-02-30" }, 400, /date/],
      [{ description: "长".repeat(201) }, 400, /description/],
    ];
    for (const [change, status, message] of wrong) {
      const create = await app.post("/api/transfers", { ...good, ...change });
      assert.equal(create.status, status, create.text);
      assert.match(create.message as string, message);
      if (change.fromAccountId === undefined && "fromAccountId" in change) continue;
      const update = await app.put(`/api/transfers/${kept.data.id}`, change);
      assert.equal(update.status, status, update.text);
    }
    assert.equal((await app.post("/api/transfers", { ...good, userId: 999 })).status, 404);
    assert.equal(
      (await app.get(`/api/transfers/${kept.data.id}?userId=${other.userId}`)).status,
      404,
    );
    assert.equal((await app.remove("/api/transfers/999")).message, "转账不存在");
    assert.equal(await bookOf(app, userId), before);
    await assertProved(app);
    await app.close();
  });

  test("lists are newest created first, filtered by either account and by days, and paged", async () => {
    let now = Date.parse("2026-03-15T08:00:00Z");
    const app = await open({ now: () => now });
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const card = await anotherAccount(app, userId, { name: "信用卡" });
    const ids: number[] = [];
    for (const [from, to, date] of [
      [accountId, bank, "2026-03-01"],
      [bank, card, "2026-02-28"],
      [card, accountId, "2026-03-31"],
    ] as const) {
      now += 1000;
      const body = { userId, fromAccountId: from, toAccountId: to, amount: 1, date };
      ids.push((await app.post("/api/transfers", body)).data.id);
    }
    const list = async (query: string) =>
      (await app.get(`/api/transfers?userId=${userId}${query}`)).data.map(
        (transfer: { id: number }) => ids.indexOf(transfer.id),
      );
    assert.deepEqual(await list(""), [2, 1, 0]);
    assert.deepEqual(await list(`&accountId=${accountId}`), [2, 0]);
    assert.deepEqual(await list("&startDate=2026-03-01&endDate=2026-03-31"), [2, 0]);
    const first = await app.get(`/api/transfers?userId=${userId}&limit=2`);
    assert.equal(first.data.length, 2);
    assert.deepEqual(await list(`&limit=2&cursor=${first.headers["next-cursor"]}`), [0]);
    await app.close();
  });

  test("an account with transfers is not deleted, and with cascade the others get their money back (R2)", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId, { balance: 50 });
    await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 30,
      fee: 2,
      date: "2026-03-15",
    });
    await app.post("/api/transfers", {
      userId,
      fromAccountId: bank,
      toAccountId: accountId,
      amount: 5,
      date: "2026-03-16",
    });
    await app.post("/api/records", {
      userId,
      accountId: bank,
      type: "expense",
      amount: 7,
      category: "餐饮",
      date: "2026-03-16",
    });
    const before = await bookOf(app, userId);
    const refused = await app.remove(`/api/accounts/${bank}`);
    assert.equal(refused.status, 400);
    assert.match(refused.message as string, /3 条记录和转账（其中转账 2 笔）/);
    assert.equal(await bookOf(app, userId), before);
    assert.equal((await app.remove(`/api/accounts/${bank}?cascade=true`)).status, 200);
    assert.equal(await balanceOf(app, accountId), 100);
    assert.deepEqual((await app.get(`/api/transfers?userId=${userId}`)).data, []);
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    assert.deepEqual((await app.get(`/api/statistics/trend?userId=${userId}`)).data, []);
    await assertProved(app);
    await app.close();
  });
});
