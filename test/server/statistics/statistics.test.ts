import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, made, type Owner, openAccount } from "../../harness/book.ts";

const monthly = async (app: TestApp, { userId }: { userId: number }, month: string) =>
  made(await app.get(`/api/statistics/monthly?userId=${userId}&month=${month}`));
const trend = async (app: TestApp, { userId }: { userId: number }, query = "") =>
  made(await app.get(`/api/statistics/trend?userId=${userId}${query}`));
const compare = async (app: TestApp, { userId }: { userId: number }, month: string) =>
  made(await app.get(`/api/statistics/compare?userId=${userId}&month=${month}`));

async function expenses(app: TestApp, owner: Owner, amounts: Record<string, number>) {
  for (const [date, amount] of Object.entries(amounts)) await book(app, owner, { date, amount });
}

onEveryEngine("statistics", (open) => {
  test("a month is its income, its expense, what is left and expense by category", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await book(app, owner, { type: "income", amount: 8000, category: "工资" });
    await book(app, owner, { amount: 20.1, category: "餐饮" });
    await book(app, owner, { amount: 30.2, category: "餐饮", date: "2026-03-31" });
    await book(app, owner, { amount: 99.99, category: "购物", date: "2026-03-01" });
    const answer = await app.get(`/api/statistics/monthly?userId=${owner.userId}&month=2026-03`);
    assert.deepEqual(answer.body, {
      success: true,
      data: {
        totalIncome: 8000,
        totalExpense: 150.29,
        balance: 7849.71,
        categoryStats: [
          { category: "购物", amount: 99.99 },
          { category: "餐饮", amount: 50.3 },
        ],
      },
    });
  });

  test("R8: categories by amount, then by code point", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const names = ["b", "B", "a", "餐饮", "\u{1f600}", "\uff21", "Z", "é", "e\u0301"];
    for (const category of names) await book(app, owner, { amount: 5, category });
    await book(app, owner, { amount: 6, category: "z" });
    const byCodePoint = (a: string, b: string) => {
      const [left, right] = [[...a], [...b]].map((text) => text.map((c) => c.codePointAt(0) ?? 0));
      for (let at = 0; ; at += 1) {
        const difference = (left?.[at] ?? -1) - (right?.[at] ?? -1);
        if (difference !== 0 || left?.[at] === undefined) return difference;
      }
    };
    const { categoryStats } = await monthly(app, owner, "2026-03");
    assert.deepEqual(
      categoryStats.map((row: { category: string }) => row.category),
      ["z", ...names.toSorted(byCodePoint)],
    );
  });

  test("B1, B2, B3, B4, B6: first and last moments of a month belong to it alone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await expenses(app, owner, {
      "2024-10-31": 1,
      "2024-10-31T23:59:59.999": 2,
      "2024-11-01": 4,
      "2024-11-01T00:00:00.000": 8,
      "2024-11-30T08:19": 16,
      "2024-12-01": 32,
      "2025-01-31": 64,
      "2025-02-01": 128,
    });
    const total = async (month: string) => (await monthly(app, owner, month)).totalExpense;
    assert.equal(await total("2024-10"), 3);
    assert.equal(await total("2024-11"), 28);
    assert.equal(await total("2024-12"), 32);
    assert.equal(await total("2025-01"), 64);
    assert.equal(await total("2025-02"), 128);
  });

  test("D6, H3, H4, H5: the trend has the days with records, ascending, zero for the other side", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await expenses(app, owner, { "2024-03-01": 3, "2024-02-29": 2.5, "2024-02-28": 1 });
    await book(app, owner, { type: "income", amount: 9, date: "2024-02-29" });
    await book(app, owner, { type: "income", amount: 7, date: "2025-01-01" });
    const all = [
      { date: "2024-02-28", income: 0, expense: 1 },
      { date: "2024-02-29", income: 9, expense: 2.5 },
      { date: "2024-03-01", income: 0, expense: 3 },
      { date: "2025-01-01", income: 7, expense: 0 },
    ];
    assert.deepEqual(await trend(app, owner), all);
    assert.deepEqual(await trend(app, owner, "&startDate=&endDate="), all);
    assert.deepEqual(await trend(app, owner, "&startDate=2024-02-29"), all.slice(1));
    assert.deepEqual(await trend(app, owner, "&endDate=2024-02-29"), all.slice(0, 2));
    assert.deepEqual(
      await trend(app, owner, "&startDate=2024-02-29&endDate=2024-02-29"),
      all.slice(1, 2),
    );
    // A value with a T means the day it falls on (D3).
    const instant = encodeURIComponent("2024-02-28T16:30:00.000Z");
    assert.deepEqual(await trend(app, owner, `&startDate=${instant}&endDate=${instant}`), [all[1]]);
    assert.deepEqual(await trend(app, owner, "&startDate=2025-01-01&endDate=2024-01-01"), []);
    assert.equal((await monthly(app, owner, "2024-02")).totalExpense, 3.5);
  });

  test("D7: compare labels months by number and crosses the year", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await expenses(app, owner, { "2025-12-31": 5, "2026-01-01": 7 });
    await book(app, owner, { type: "income", amount: 1, date: "2026-01-31" });
    assert.deepEqual(await compare(app, owner, "2026-01"), {
      currentMonth: { label: "1月", income: 1, expense: 7 },
      lastMonth: { label: "12月", income: 0, expense: 5 },
    });
    assert.deepEqual(await compare(app, owner, "2026-10"), {
      currentMonth: { label: "10月", income: 0, expense: 0 },
      lastMonth: { label: "9月", income: 0, expense: 0 },
    });
    assert.equal((await compare(app, owner, "1900-01")).lastMonth.label, "12月");
    assert.equal((await compare(app, owner, "9999-12")).currentMonth.label, "12月");
  });

  test("G2: a user that does not exist has zeros and empty lists", async (t) => {
    const app = await during(t, open);
    const nobody = { userId: 4711 };
    assert.deepEqual(await monthly(app, nobody, "2026-03"), {
      totalIncome: 0,
      totalExpense: 0,
      balance: 0,
      categoryStats: [],
    });
    assert.deepEqual(await trend(app, nobody), []);
    const zero = { income: 0, expense: 0 };
    assert.deepEqual(await compare(app, nobody, "2026-03"), {
      currentMonth: { label: "3月", ...zero },
      lastMonth: { label: "2月", ...zero },
    });
    assert.deepEqual(made(await app.get("/api/dashboard/summary?userId=4711")), {
      totalBalance: 0,
      monthIncome: 0,
      monthExpense: 0,
      accounts: [],
      budgetUsage: [],
    });
  });

  test("G13 of the cases: other users' records count for nobody else", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    await book(app, other, { amount: 100 });
    assert.equal((await monthly(app, owner, "2026-03")).totalExpense, 0);
    assert.deepEqual(await trend(app, owner), []);
  });

  test("what is missing or wrong in a query is refused by name", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const cases: [string, RegExp][] = [
      ["monthly", /缺少必填字段：userId、month/],
      [`monthly?userId=${userId}`, /缺少必填字段：month/],
      [`monthly?userId=${userId}&month=`, /缺少必填字段：month/],
      ["monthly?month=2026-03", /缺少必填字段：userId/],
      [`monthly?userId=${userId}&month=2026-13`, /month/],
      [`monthly?userId=${userId}&month=2026-3`, /month/],
      [`monthly?userId=${userId}&month=0999-01`, /month/],
      [`monthly?userId=${userId}&month=2026-03&month=2026-04`, /month/],
      [`compare?userId=${userId}&month=03`, /month/],
      [`compare?userId=x&month=2026-03`, /userId/],
      ["trend", /缺少必填字段：userId/],
      [`trend?userId=${userId}&startDate=2026-02-29`, /startDate/],
      [`trend?userId=${userId}&endDate=20240-01-01`, /endDate/],
    ];
    for (const [path, message] of cases) {
      const answer = await app.get(`/api/statistics/${path}`);
      assert.equal(answer.status, 400, path);
      assert.match(answer.message as string, message);
    }
  });

  test("updates move figures between days, types and categories; nothing stays behind", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const to = await openAccount(app, owner.userId);
    const record = await book(app, owner, { amount: 10 });
    const path = `/api/records/${record.id}`;
    made(await app.put(path, { date: "2026-04-02", category: "购物", type: "income", amount: 12 }));
    assert.deepEqual(await trend(app, owner), [{ date: "2026-04-02", income: 12, expense: 0 }]);
    assert.deepEqual((await monthly(app, owner, "2026-04")).categoryStats, []);
    made(await app.put(path, { type: "expense", accountId: to }));
    assert.deepEqual((await monthly(app, owner, "2026-04")).categoryStats, [
      { category: "购物", amount: 12 },
    ]);
    made(await app.remove(path));
    assert.deepEqual(await trend(app, owner), []);
  });
});
