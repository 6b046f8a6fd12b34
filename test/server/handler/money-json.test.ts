import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, book, during, made, openAccount, refused } from "../../harness/book.ts";

/** The number as the answer's text prints it. */
function printed(answer: Answer, name: string): string {
  const match = new RegExp(`"${name}":(-?[0-9.eE+-]+)`).exec(answer.text);
  assert.ok(match, `${name} in ${answer.text}`);
  return match[1] as string;
}

onEveryEngine("money", (open) => {
  // M2: what a client's own binary arithmetic gives, and the fen that it means.
  const noise: [number, number][] = [
    [0.1 + 0.2, 0.3],
    [19.99 * 3, 59.97],
    [1.1 * 1.1 * 100, 121],
    [8.01 - 8, 0.01],
    [4.35 * 100, 435],
    [8.16 + 0.01, 8.17],
    [1.005 * 1000, 1005],
    [100.01 - 100, 0.01],
    [Array.from({ length: 100 }, () => 0.1).reduce((sum, each) => sum + each, 0), 10],
    [999_999_999_999.99, 999_999_999_999.99],
    [1e2, 100],
    [0.01, 0.01],
  ];
  for (const [sent, meant] of noise) {
    test(`C1, M2: ${sent} yuan means ${meant}`, async (t) => {
      const app = await during(t, open);
      const owner = await someone(app);
      const record = await book(app, owner, { type: "income", amount: sent });
      assert.equal(record.amount, meant);
      assert.equal(
        made(await app.put(`/api/records/${record.id}`, { amount: sent })).amount,
        meant,
      );
      assert.equal(await balanceOf(app, owner.accountId), meant);
      assert.equal(
        await balanceOf(app, await openAccount(app, owner.userId, { balance: sent })),
        meant,
      );
      const budget = { userId: owner.userId, category: "x", month: "2026-03", amount: sent };
      assert.equal(made(await app.post("/api/budgets", budget)).amount, meant);
    });
  }

  test("M2: more than two decimals are refused, never rounded", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { id } = await book(app, owner);
    const amounts = [1.005, 8.165, 0.014, 0.0101, 1.00001, 33.333, 1 / 3, 99_999_999.999];
    for (const amount of amounts) {
      const message = await refused(app, owner.userId, 400, () =>
        app.put(`/api/records/${id}`, { amount }),
      );
      assert.match(message, /amount/);
      await refused(app, owner.userId, 400, () =>
        app.put(`/api/accounts/${owner.accountId}`, { balance: amount }),
      );
    }
  });

  test("C1, C2: sums of fen are exact", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await book(app, owner, { amount: 31.94 });
    await book(app, owner, { amount: 50.33 });
    assert.equal(await balanceOf(app, owner.accountId), -82.27);
    const pennies = await openAccount(app, owner.userId);
    await Promise.all(
      Array.from({ length: 1000 }, () =>
        book(
          app,
          { ...owner, accountId: pennies },
          { type: "income", amount: 0.01, category: "息" },
        ),
      ),
    );
    assert.equal(printed(await app.get(`/api/accounts/${pennies}`), "balance"), "10");
    const month = `/api/statistics/monthly?userId=${owner.userId}&month=2026-03`;
    assert.equal(printed(await app.get(month), "totalIncome"), "10");
    await assertProved(app);
  });

  test("M3: a balance may reach ±20,000,000,000,000.00 and not a fen more", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 19_999_999_999_999.99 });
    const { id } = await book(app, owner, { type: "income", amount: 0.01 });
    assert.equal(await balanceOf(app, owner.accountId), 20_000_000_000_000);
    const more = { ...owner, type: "income", amount: 0.01, category: "x", date: "2026-03-15" };
    const message = await refused(app, owner.userId, 400, () => app.post("/api/records", more));
    assert.match(message, /余额/);
    await refused(app, owner.userId, 400, () => app.put(`/api/records/${id}`, { amount: 0.02 }));
    await refused(app, owner.userId, 400, () =>
      app.put(`/api/accounts/${owner.accountId}`, { balance: 20_000_000_000_000.01 }),
    );
    // Taking an expense away raises the balance as well.
    const low = await openAccount(app, owner.userId, { balance: 20_000_000_000_000 });
    const spent = await book(app, { ...owner, accountId: low }, { amount: 5 });
    made(await app.put(`/api/accounts/${low}`, { balance: 20_000_000_000_000 }));
    await refused(app, owner.userId, 400, () => app.remove(`/api/records/${spent.id}`));
    // Moving it elsewhere would do the same to this account, and changes neither.
    const to = await openAccount(app, owner.userId);
    await refused(app, owner.userId, 400, () =>
      app.put(`/api/records/${spent.id}`, { accountId: to }),
    );
    const deep = await openAccount(app, owner.userId, { balance: -20_000_000_000_000 });
    await refused(app, owner.userId, 400, () =>
      app.post("/api/records", { ...more, accountId: deep, type: "expense" }),
    );
    await assertProved(app);
  });

  test("M3: a day's total is bounded as a balance is", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: -20_000_000_000_000 });
    for (let count = 0; count < 20; count += 1) {
      await book(app, owner, { type: "income", amount: 999_999_999_999.99 });
    }
    const to = await openAccount(app, owner.userId);
    const rest = { ...owner, accountId: to, type: "income", category: "餐饮", date: "2026-03-15" };
    const message = await refused(app, owner.userId, 400, () =>
      app.post("/api/records", { ...rest, amount: 0.21 }),
    );
    assert.match(message, /合计/);
    made(await app.post("/api/records", { ...rest, amount: 0.2 }));
    const trend = await app.get(`/api/statistics/trend?userId=${owner.userId}`);
    assert.equal(printed(trend, "income"), "20000000000000");
    await assertProved(app);
  });

  test("sums beyond 2^53 fen are printed exactly", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 31, 4) });
    const owner = await someone(app);
    for (let count = 1; count < 8; count += 1) {
      await openAccount(app, owner.userId, { balance: 19_999_999_999_999.97 });
    }
    for (let day = 1; day <= 5; day += 1) {
      const date = `2026-03-0${day}`;
      await app.put(`/api/accounts/${owner.accountId}`, { balance: 20_000_000_000_000 });
      for (let count = 0; count < 20; count += 1) {
        await book(app, owner, { amount: 999_999_999_999.99, date, category: `类 ${day}` });
      }
      await app.put(`/api/accounts/${owner.accountId}`, { balance: 0 });
    }
    await book(app, owner, { amount: 0.01, date: "2026-03-06", category: "类 1" });
    const query = `userId=${owner.userId}&month=2026-03`;
    const month = await app.get(`/api/statistics/monthly?${query}`);
    assert.equal(printed(month, "totalExpense"), "99999999999999.01");
    assert.equal(printed(month, "balance"), "-99999999999999.01");
    const compare = await app.get(`/api/statistics/compare?${query}`);
    assert.equal(printed(compare, "expense"), "99999999999999.01");
    const dashboard = await app.get(`/api/dashboard/summary?userId=${owner.userId}`);
    assert.equal(printed(dashboard, "totalBalance"), "139999999999999.78");
    assert.equal(printed(dashboard, "monthExpense"), "99999999999999.01");
    const verify = await app.get(`/api/accounts/${owner.accountId}/verify`);
    assert.equal(verify.data.ok, true);
    await assertProved(app);
  });

  test("C3: every number of a crowded book has at most two decimals", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 4) });
    const owner = await someone(app, { balance: 1234.56 });
    for (let count = 1; count <= 60; count += 1) {
      await book(app, owner, {
        amount: Math.round(count * 733.37) / 100,
        category: `类 ${count % 7}`,
        date: `2026-03-${String((count % 28) + 1).padStart(2, "0")}`,
      });
    }
    for (let count = 0; count < 7; count += 1) {
      await app.post("/api/budgets", {
        userId: owner.userId,
        category: `类 ${count}`,
        amount: 0.07 + count * 13,
        month: "2026-03",
      });
    }
    for (const path of [
      "records?",
      "accounts?",
      "statistics/monthly?month=2026-03&",
      "statistics/compare?month=2026-03&",
      "statistics/trend?",
      "dashboard/summary?",
    ]) {
      const { text } = await app.get(`/api/${path}userId=${owner.userId}`);
      const numbers = text.replace(/"[^"]*"/g, "").match(/-?\d[\d.eE+-]*/g) ?? [];
      assert.ok(numbers.length > 0);
      for (const number of numbers) assert.match(number, /^-?\d+(\.\d{1,2})?$/, path);
    }
  });
});
