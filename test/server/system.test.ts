import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, type TestApp } from "../harness/app.ts";
import { assertProved, during, made } from "../harness/book.ts";

interface Booked {
  type: string;
  amount: number;
  category: string;
  date: string;
}

const everything = async (app: TestApp, userId: number) => ({
  records: made(await app.get(`/api/records?userId=${userId}`)) as Booked[],
  accounts: made(await app.get(`/api/accounts?userId=${userId}`)),
  budgets: made(await app.get(`/api/budgets?userId=${userId}`)),
});

onEveryEngine("system", (open) => {
  test("health answers the time and a message", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 1, 2, 3, 4) });
    assert.deepEqual((await app.get("/health")).body, {
      success: true,
      data: { timestamp: "2026-03-15T01:02:03.004Z" },
      message: "后端服务运行正常",
    });
    assert.equal((await app.get("/health/ready")).status, 200);
  });

  test("health needs no database; ready does", async (t) => {
    const app = await during(t, open);
    await app.db.close();
    assert.equal((await app.get("/health")).status, 200);
    assert.equal((await app.get("/api")).status, 200);
    const ready = await app.get("/health/ready");
    assert.equal(ready.status, 503);
    assert.equal(ready.headers["retry-after"], "2");
    assert.match(ready.message as string, /数据库/);
  });

  test("G16: the API's version is the interface's", async (t) => {
    const app = await during(t, open);
    const answer = await app.get("/api");
    assert.deepEqual(answer.data, { version: "1.0.0" });
    assert.match(answer.message as string, /API/);
  });

  test("R10: the test data are one user, 3 accounts, 6 records and 4 budgets, made once", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 4) });
    const [first, second] = await Promise.all([
      app.get("/api/init-test-data"),
      app.get("/api/init-test-data"),
    ]);
    const { userId } = made(first);
    assert.equal(made(second).userId, userId);
    const before = await everything(app, userId);
    const { records, accounts, budgets } = before;
    assert.equal(records.length, 6);
    assert.equal(records.filter(({ type }) => type === "income").length, 2);
    assert.deepEqual(accounts.map((account: { type: string }) => account.type).sort(), [
      "bank",
      "cash",
      "payment",
    ]);
    assert.deepEqual(
      budgets.map((budget: Booked) => budget.category).sort(),
      ["餐饮", "交通", "购物", "娱乐"].sort(),
    );
    assert.ok(budgets.every((budget: { month: string }) => budget.month === "2026-03"));
    assert.equal((await app.get("/api/users")).data.length, 1);
    await assertProved(app);
    assert.equal(made(await app.get("/api/init-test-data")).userId, userId);
    assert.deepEqual(await everything(app, userId), before);
  });

  test("R10: other users do not stand in the way, and are left alone", async (t) => {
    const app = await during(t, open);
    const other = made(await app.post("/api/users", { name: "甲", email: "a@example.com" }));
    const { userId } = made(await app.get("/api/init-test-data"));
    assert.notEqual(userId, other.id);
    assert.deepEqual(await everything(app, other.id), { records: [], accounts: [], budgets: [] });
    assert.equal((await everything(app, userId)).records.length, 6);
  });

  test("R10: who has the demo email already is the demo user", async (t) => {
    const app = await during(t, open);
    const user = made(await app.post("/api/users", { name: "甲", email: "Demo@Example.com" }));
    assert.equal(made(await app.get("/api/init-test-data")).userId, user.id);
    assert.equal((await everything(app, user.id)).records.length, 0);
  });

  for (const [zone, now, month, last] of [
    ["Asia/Shanghai", Date.UTC(2026, 1, 28, 16), "2026-03", "2026-03-01"],
    ["America/New_York", Date.UTC(2026, 2, 1, 4), "2026-02", "2026-02-28"],
    ["Asia/Kathmandu", Date.UTC(2026, 2, 3, 4), "2026-03", "2026-03-03"],
  ] as const) {
    test(`R10: the records lie in the current month, up to today (${last} in ${zone})`, async (t) => {
      const app = await during(t, open, { zone, now });
      const { userId } = made(await app.get("/api/init-test-data"));
      const days = made(await app.get(`/api/statistics/trend?userId=${userId}`)).map(
        (row: { date: string }) => row.date,
      );
      assert.ok(days.every((day: string) => day.startsWith(month) && day <= last));
      const dashboard = made(await app.get(`/api/dashboard/summary?userId=${userId}`));
      assert.equal(dashboard.monthIncome, 12066.66);
      assert.equal(dashboard.monthExpense, 385.5);
      assert.equal(dashboard.budgetUsage.length, 4);
      assert.equal((await everything(app, userId)).records.length, 6);
      await assertProved(app);
    });
  }

  test("metrics are there for who asks from this machine", async (t) => {
    const app = await during(t, open);
    await app.get("/health");
    const here = await app.app.inject({ url: "/metrics" });
    assert.equal(here.statusCode, 200);
    for (const name of [
      'fenming_http_request_duration_seconds_count{method="GET",route="/health",status="200"} 1',
      "fenming_commit_batch_size",
      "fenming_write_queue_length 0",
    ]) {
      assert.ok(here.body.includes(name), name);
    }
    // A histogram: buckets that hold all that is smaller, the last of them everything.
    const buckets = [
      ...here.body.matchAll(/duration_seconds_bucket\{.*route="\/health".*\} (\d)/g),
    ];
    assert.equal(buckets.length, 13);
    const counts = buckets.map(([, count]) => Number(count));
    assert.deepEqual(counts, [...counts].sort());
    assert.equal(counts.at(-1), 1);
    const [, sum] = /duration_seconds_sum\{.*route="\/health".*\} (\S+)/.exec(here.body) ?? [];
    assert.ok(Number(sum) > 0 && Number(sum) < 10, sum);
    const there = await app.app.inject({ url: "/metrics", remoteAddress: "192.0.2.1" });
    assert.equal(there.statusCode, 404);
    assert.deepEqual(there.json(), { success: false, data: null, message: "接口不存在" });
  });
});
