/** What the web app needs beyond the interface: search, days, bulk changes, categories, archiving. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proveBook } from "../../../src/store/proof.ts";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";

const LUNCH = { category: "餐饮", description: "Lunch 100% 牛肉面", amount: 32.5 };

async function book(app: TestApp) {
  const me = await someone(app, { balance: 1000 });
  const make = async (record: object) =>
    (
      await app.post("/api/records", {
        ...me,
        type: "expense",
        date: "2026-03-10",
        ...LUNCH,
        ...record,
      })
    ).data.id as number;
  const ids = [
    await make({}),
    await make({ category: "交通", description: "地铁", amount: 6 }),
    await make({
      category: "工资",
      description: "三月",
      type: "income",
      amount: 900,
      date: "2026-03-12",
    }),
    await make({ description: "under_score", amount: 40, date: "2026-03-12" }),
  ];
  return { ...me, ids };
}

async function provesTrue(app: TestApp): Promise<void> {
  assert.deepEqual(await app.db.read(proveBook), []);
}

onEveryEngine("what the app reads", (open) => {
  test("text and amounts narrow the list, wildcards are letters", async () => {
    const app = await open();
    const { userId, ids } = await book(app);
    const found = async (query: string) =>
      (await app.get(`/api/records?userId=${userId}&${query}`)).data
        .map((record: { id: number }) => record.id)
        .sort();
    assert.deepEqual(await found("text=lUNCH"), [ids[0]]);
    assert.deepEqual(await found(`text=${encodeURIComponent("餐")}`), [ids[0], ids[3]]);
    assert.deepEqual(await found("text=100%25"), [ids[0]]);
    assert.deepEqual(await found("text=r_s"), [ids[3]]);
    assert.deepEqual(await found("text=!"), []);
    assert.deepEqual(await found("minAmount=32.5&maxAmount=40"), [ids[0], ids[3]]);
    assert.equal((await app.get(`/api/records?userId=${userId}&minAmount=1e3`)).status, 400);
    await app.close();
  });

  test("days add up what the list holds, newest first", async () => {
    const app = await open();
    const { userId, accountId } = await book(app);
    const days = async (query = "") =>
      (await app.get(`/api/records/days?userId=${userId}${query}`)).data;
    assert.deepEqual(await days(), [
      { date: "2026-03-12", income: 900, expense: 40, count: 2 },
      { date: "2026-03-10", income: 0, expense: 38.5, count: 2 },
    ]);
    assert.deepEqual(await days(`&accountId=${accountId}&text=lunch`), [
      { date: "2026-03-10", income: 0, expense: 32.5, count: 1 },
    ]);
    assert.deepEqual(await days("&accountId=99999"), []);
    await app.close();
  });

  test("a refund lowers the expense of its day and category, also of one account alone", async () => {
    const app = await open();
    const { userId, accountId, ids } = await book(app);
    const bank = (await app.post("/api/accounts", { userId, name: "银行", type: "bank" })).data.id;
    const refund = { userId, type: "income", category: "餐饮", date: "2026-03-12" };
    for (const more of [
      { accountId, amount: 12.5, refundOf: ids[0] },
      { accountId: bank, amount: 50, refund: true },
    ]) {
      assert.equal((await app.post("/api/records", { ...refund, ...more })).status, 200);
    }
    const read = async (path: string, query: string) =>
      (await app.get(`/api/${path}?userId=${userId}${query}`)).data;
    assert.deepEqual(await read("records/days", ""), [
      { date: "2026-03-12", income: 900, expense: 40 - 12.5 - 50, count: 4 },
      { date: "2026-03-10", income: 0, expense: 38.5, count: 2 },
    ]);
    // The list's filters look at the record: a refund is an income to its account.
    assert.deepEqual(await read("records/days", `&type=income&accountId=${bank}`), [
      { date: "2026-03-12", income: 0, expense: -50, count: 1 },
    ]);
    assert.equal((await read("records", "&type=income&minAmount=12")).length, 3);
    assert.deepEqual(await read("statistics/categories", "&type=expense"), [
      { category: "餐饮", amount: 10, count: 4 },
      { category: "交通", amount: 6, count: 1 },
    ]);
    assert.deepEqual(await read("statistics/categories", `&type=expense&accountId=${accountId}`), [
      { category: "餐饮", amount: 60, count: 3 },
      { category: "交通", amount: 6, count: 1 },
    ]);
    assert.deepEqual(await read("statistics/categories", `&type=expense&accountId=${bank}`), [
      { category: "餐饮", amount: -50, count: 1 },
    ]);
    assert.deepEqual(await read("statistics/categories", `&type=income&accountId=${bank}`), []);
    // One line books no refund, and knows the category by its use as an expense.
    const quick = await app.post("/api/quick", { userId, text: "餐饮 8 银行" });
    assert.deepEqual(
      [quick.data.record.type, quick.data.record.category, quick.data.record.refund],
      ["expense", "餐饮", undefined],
    );
    await provesTrue(app);
    await app.close();
  });

  test("a bulk change moves each balance once and is all or nothing", async () => {
    const app = await open();
    const { userId, accountId, ids } = await book(app);
    const other = (
      await app.post("/api/accounts", { userId, name: "银行", type: "bank", balance: 500 })
    ).data.id;
    const change = (body: object) => app.post("/api/records/bulk", { userId, ...body });
    const done = await change({
      ids,
      action: "change",
      accountId: other,
      category: "杂项",
      date: "2026-04-01",
    });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(done.data, { count: 4 });
    assert.equal(await balanceOf(app, accountId), 1000);
    assert.equal(await balanceOf(app, other), 500 + 900 - 78.5);
    const days = (await app.get(`/api/records/days?userId=${userId}`)).data;
    assert.deepEqual(days, [{ date: "2026-04-01", income: 900, expense: 78.5, count: 4 }]);
    await provesTrue(app);

    const stranger = await book(app);
    for (const [body, status] of [
      [{ ids: [ids[0], stranger.ids[0]], action: "delete" }, 404],
      [{ ids: [ids[0]], action: "change", accountId: stranger.accountId }, 404],
      [{ ids: [], action: "delete" }, 400],
      [{ ids: [ids[0], ids[0]], action: "delete" }, 400],
      [{ ids: [ids[0]], action: "burn" }, 400],
      [{ ids: [ids[0]], action: "change", date: "2026-02-30" }, 400],
    ] as const) {
      assert.equal((await change(body)).status, status, JSON.stringify(body));
    }
    assert.equal(await balanceOf(app, other), 500 + 900 - 78.5);
    assert.equal((await change({ ids: ids.slice(1), action: "delete" })).status, 200);
    assert.equal(await balanceOf(app, other), 500 - 32.5);
    await provesTrue(app);
    await app.close();
  });

  test("categories come most used first, recent use before old", async () => {
    const app = await open({ now: Date.parse("2026-06-20T04:00:00Z") });
    const { userId, accountId } = await book(app);
    const { data } = await app.get(`/api/categories?userId=${userId}`);
    assert.deepEqual(
      data.map((row: { category: string }) => row.category),
      ["餐饮", "工资", "交通"].sort((a, b) =>
        a === "餐饮" ? -1 : b === "餐饮" ? 1 : a < b ? -1 : 1,
      ),
    );
    await app.post("/api/records", {
      userId,
      accountId,
      type: "expense",
      amount: 1,
      category: "新",
      date: "2026-06-19",
    });
    const after = (await app.get(`/api/categories?userId=${userId}`)).data;
    assert.deepEqual(after[0], { type: "expense", category: "新", recent: 1, count: 1 });
    await app.close();
  });

  test("totals per category agree with and without the account", async () => {
    const app = await open();
    const { userId, accountId } = await book(app);
    const totals = async (query: string) =>
      (await app.get(`/api/statistics/categories?userId=${userId}&${query}`)).data;
    const expense = [
      { category: "餐饮", amount: 72.5, count: 2 },
      { category: "交通", amount: 6, count: 1 },
    ];
    assert.deepEqual(await totals("type=expense"), expense);
    assert.deepEqual(await totals(`type=expense&accountId=${accountId}`), expense);
    assert.deepEqual(await totals("type=income&startDate=2026-03-12"), [
      { category: "工资", amount: 900, count: 1 },
    ]);
    assert.deepEqual(await totals("type=income&endDate=2026-03-11"), []);
    await app.close();
  });

  test("an account is put away and taken back, its balance day by day", async () => {
    const app = await open();
    const { accountId } = await book(app);
    const before = (await app.get(`/api/accounts/${accountId}`)).data;
    assert.equal("archived" in before, false);
    await app.put(`/api/accounts/${accountId}`, { archived: true });
    assert.equal((await app.get(`/api/accounts/${accountId}`)).data.archived, true);
    await app.put(`/api/accounts/${accountId}`, { archived: false });
    assert.equal("archived" in (await app.get(`/api/accounts/${accountId}`)).data, false);
    assert.equal((await app.put(`/api/accounts/${accountId}`, { archived: "yes" })).status, 400);
    assert.deepEqual((await app.get(`/api/accounts/${accountId}/balances`)).data, {
      opening: 1000,
      days: [
        { date: "2026-03-10", balance: 961.5 },
        { date: "2026-03-12", balance: 1821.5 },
      ],
    });
    const { userId } = before;
    const bank = (await app.post("/api/accounts", { userId, name: "银行", type: "bank" })).data.id;
    await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 100,
      fee: 1.5,
      date: "2026-03-11",
    });
    assert.deepEqual((await app.get(`/api/accounts/${accountId}/balances`)).data.days, [
      { date: "2026-03-10", balance: 961.5 },
      { date: "2026-03-11", balance: 860 },
      { date: "2026-03-12", balance: 1720 },
    ]);
    assert.deepEqual((await app.get(`/api/accounts/${bank}/balances`)).data, {
      opening: 0,
      days: [{ date: "2026-03-11", balance: 100 }],
    });
    await app.close();
  });

  test("the app is told the zone and the day there", async () => {
    const app = await open({ zone: "Asia/Shanghai", now: Date.parse("2026-06-20T17:00:00Z") });
    assert.deepEqual((await app.get("/api/about")).data, {
      version: "test",
      zone: "Asia/Shanghai",
      today: "2026-06-21",
      development: true,
      signIn: "open",
      requiresSecondFactor: false,
      passkeyHost: null,
    });
    await app.close();
  });
});

onEveryEngine("what the app reads of transfers and refunds", (open) => {
  test("refunds lower the expense of a day, a category and an account", async () => {
    const app = await open();
    const { userId, accountId, ids } = await book(app);
    const refund = { userId, accountId, type: "income", amount: 12.5, category: "餐饮" };
    const made = await app.post("/api/records", {
      ...refund,
      date: "2026-03-10",
      refundOf: ids[0],
    });
    assert.equal(made.status, 200, made.text);
    const days = (await app.get(`/api/records/days?userId=${userId}`)).data;
    assert.deepEqual(days[1], { date: "2026-03-10", income: 0, expense: 26, count: 3 });
    const query = `userId=${userId}&type=expense`;
    const all = (await app.get(`/api/statistics/categories?${query}`)).data;
    assert.equal(all[0].amount, 60);
    const ofAccount = await app.get(`/api/statistics/categories?${query}&accountId=${accountId}`);
    assert.deepEqual(ofAccount.data, all);
    await app.close();
  });

  test("bulk changes leave alone what another record or a transfer holds", async () => {
    const app = await open();
    const { userId, accountId, ids } = await book(app);
    const other = (await app.post("/api/accounts", { userId, name: "银行", type: "bank" })).data.id;
    const between = { userId, fromAccountId: accountId, toAccountId: other };
    await app.post("/api/transfers", { ...between, amount: 100, fee: 2, date: "2026-03-11" });
    const fee = (await app.get(`/api/records?userId=${userId}&category=手续费`)).data[0];
    const refund = { userId, accountId, type: "income", amount: 5, category: "餐饮" };
    const back = (
      await app.post("/api/records", { ...refund, date: "2026-03-13", refundOf: ids[0] })
    ).data.id;
    const before = await balanceOf(app, accountId);
    const bulk = (body: object) => app.post("/api/records/bulk", { userId, ...body });
    for (const body of [
      { ids: [fee.id], action: "delete" },
      { ids: [fee.id, ids[1]], action: "change", category: "别的" },
      { ids: [ids[0]], action: "delete" },
      { ids: [ids[0]], action: "change", type: "income" },
      { ids: [back], action: "change", type: "expense" },
    ]) {
      assert.equal((await bulk(body)).status, 400, JSON.stringify(body));
    }
    assert.equal(await balanceOf(app, accountId), before);
    assert.equal((await bulk({ ids: [ids[0], back], action: "delete" })).status, 200);
    assert.equal(await balanceOf(app, accountId), before + 32.5 - 5);
    const { days } = (await app.get(`/api/accounts/${accountId}/balances`)).data;
    assert.equal(days.at(-1).balance, before + 32.5 - 5);
    assert.deepEqual((await app.get(`/api/accounts/${other}/balances`)).data.days, [
      { date: "2026-03-11", balance: 100 },
    ]);
    await provesTrue(app);
    const kept = (await app.get(`/api/history?userId=${userId}&noun=record`)).data;
    assert.equal(kept.filter(({ change }: { change: string }) => change === "delete").length, 2);
    await app.close();
  });
});
