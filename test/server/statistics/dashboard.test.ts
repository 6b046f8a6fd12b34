import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, made, openAccount } from "../../harness/book.ts";

const summary = async (app: TestApp, userId: number) =>
  made(await app.get(`/api/dashboard/summary?userId=${userId}`));

const budget = (app: TestApp, userId: number, fields: object) =>
  app.post("/api/budgets", { userId, category: "餐饮", month: "2026-03", ...fields }).then(made);

onEveryEngine("dashboard", (open) => {
  test("balance, this month, accounts and budget usage in one answer", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app, { balance: 100.1 });
    const bank = await openAccount(app, owner.userId, { balance: 0.2, color: "#C7000B" });
    const made1000 = await budget(app, owner.userId, { amount: 1000 });
    await book(app, owner, { amount: 100 });
    await book(app, owner, { type: "income", amount: 1, category: "餐饮" });
    await book(app, owner, { amount: 5, date: "2026-02-28" });
    const answer = await app.get(`/api/dashboard/summary?userId=${owner.userId}`);
    assert.deepEqual(answer.body, {
      success: true,
      data: {
        totalBalance: -3.7,
        monthIncome: 1,
        monthExpense: 100,
        accounts: [
          {
            id: owner.accountId,
            userId: owner.userId,
            name: "现金",
            type: "cash",
            color: "#1890FF",
            balance: -3.9,
          },
          {
            id: bank,
            userId: owner.userId,
            name: "招商银行",
            type: "bank",
            color: "#C7000B",
            balance: 0.2,
          },
        ],
        budgetUsage: [{ ...made1000, spent: 100, percentage: 10 }],
      },
    });
  });

  test("what is owned and owed, in a book that tells kinds of accounts apart", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const { userId } = await someone(app, { balance: 100.1 });
    await openAccount(app, userId, { balance: -40.2 });
    const plain = await summary(app, userId);
    assert.deepEqual([plain.assets, plain.liabilities], [undefined, undefined]);
    // A card that was paid too much is owned, whatever it is for.
    await openAccount(app, userId, { name: "信用卡", kind: "credit", balance: 5 });
    await openAccount(app, userId, { name: "花呗", kind: "credit", balance: -300 });
    const { totalBalance, assets, liabilities } = await summary(app, userId);
    assert.deepEqual([totalBalance, assets, liabilities], [-235.1, 105.1, 340.2]);
  });

  test("C6, M5: percentages are two decimals, half up, not capped", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    const cases: [number, number, string][] = [
      [1000, 100, "10"],
      [3, 1, "33.33"],
      [3, 2, "66.67"],
      [200, 0.01, "0.01"],
      [2000.01, 0.1, "0"],
      [8, 0.01, "0.13"],
      [1, 25, "2500"],
      [0.01, 999_999_999_999.99, "9999999999999900"],
      [0.03, 700_000_000_000.01, "2333333333333366.67"],
    ];
    for (const [index, [amount, spent]] of cases.entries()) {
      await budget(app, owner.userId, { amount, category: `类 ${index}` });
      await book(app, owner, { amount: spent, category: `类 ${index}` });
    }
    const answer = await app.get(`/api/dashboard/summary?userId=${owner.userId}`);
    const texts = [...answer.text.matchAll(/"percentage":([^}]+)\}/g)].map((match) => match[1]);
    assert.deepEqual(
      texts.toReversed(),
      cases.map(([, , percentage]) => percentage),
    );
  });

  test("G7 of the cases: a budget without records is spent 0 and 0 percent", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 1) });
    const { userId } = await someone(app);
    await budget(app, userId, { amount: 300 });
    const [usage] = (await summary(app, userId)).budgetUsage;
    assert.equal(usage.spent, 0);
    assert.equal(usage.percentage, 0);
  });

  test("G13 of the cases: other categories, months, users and incomes count for no budget", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    await budget(app, owner.userId, { amount: 300 });
    await budget(app, owner.userId, { amount: 300, month: "2026-02" });
    await book(app, other, { amount: 50 });
    await book(app, owner, { amount: 50, category: "餐饮美食" });
    await book(app, owner, { amount: 50, category: "餐饮 " });
    await book(app, owner, { amount: 50, date: "2026-02-15" });
    await book(app, owner, { amount: 50, type: "income" });
    const { budgetUsage } = await summary(app, owner.userId);
    assert.equal(budgetUsage.length, 1);
    assert.equal(budgetUsage[0].month, "2026-03");
    assert.equal(budgetUsage[0].spent, 0);
  });

  test("R4: two budgets of one category are each used by all of its expenses", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    const first = await budget(app, owner.userId, { amount: 100 });
    const second = await budget(app, owner.userId, { amount: 50 });
    await book(app, owner, { amount: 25 });
    const { budgetUsage } = await summary(app, owner.userId);
    assert.deepEqual(budgetUsage, [
      { ...second, spent: 25, percentage: 50 },
      { ...first, spent: 25, percentage: 25 },
    ]);
  });

  // 2026-03-31T16:30Z is April 1st in Shanghai and March 31st in New York.
  for (const [zone, month] of [
    ["Asia/Shanghai", "2026-04"],
    ["America/New_York", "2026-03"],
    ["UTC", "2026-03"],
  ]) {
    test(`D5: the current month is the one in ${zone}`, async (t) => {
      let now = Date.UTC(2026, 2, 31, 16, 30);
      const app = await during(t, open, { zone: zone as string, now: () => now });
      const owner = await someone(app);
      await book(app, owner, { amount: 3, date: "2026-03-31" });
      await book(app, owner, { amount: 4, date: "2026-04-01" });
      await budget(app, owner.userId, { amount: 100, month: "2026-03" });
      await budget(app, owner.userId, { amount: 100, month: "2026-04" });
      const first = await summary(app, owner.userId);
      assert.equal(first.monthExpense, month === "2026-03" ? 3 : 4);
      assert.equal(first.budgetUsage[0].month, month);
      assert.equal(first.budgetUsage[0].spent, first.monthExpense);
      // The next month comes without any write: nothing kept from before may be shown.
      now += 24 * 3_600_000;
      assert.equal((await summary(app, owner.userId)).monthExpense, 4);
    });
  }

  test("G10 of the cases, H2: dashboard, month and budgets agree", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    await budget(app, owner.userId, { amount: 1018 });
    for (const amount of [713.95, 304.05]) await book(app, owner, { amount, date: "2026-03-31" });
    const month = made(
      await app.get(`/api/statistics/monthly?userId=${owner.userId}&month=2026-03`),
    );
    const shown = await summary(app, owner.userId);
    assert.equal(month.totalExpense, 1018);
    assert.equal(shown.monthExpense, 1018);
    assert.equal(shown.budgetUsage[0].spent, 1018);
    assert.equal(shown.budgetUsage[0].percentage, 100);
  });

  test("the userId is required and checked", async (t) => {
    const app = await during(t, open);
    for (const query of ["", "?userId=", "?userId=a", "?userId=0", "?userId=1&userId=2"]) {
      const answer = await app.get(`/api/dashboard/summary${query}`);
      assert.equal(answer.status, 400);
      assert.match(answer.message as string, /userId/);
    }
  });
});
