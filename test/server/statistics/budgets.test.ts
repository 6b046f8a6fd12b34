import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { during, made, refused } from "../../harness/book.ts";

const dining = (userId: number) => ({ userId, category: "餐饮", amount: 1500, month: "2026-03" });

onEveryEngine("budgets", (open) => {
  test("R5: create, detail and update answer the budget, delete null", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const { userId } = await someone(app);
    const created = await app.post("/api/budgets", dining(userId));
    assert.equal(created.message, "预算创建成功");
    const { id, ...rest } = made(created);
    assert.deepEqual(rest, {
      ...dining(userId),
      createdAt: "2026-03-15T00:00:00.000Z",
      updatedAt: "2026-03-15T00:00:00.000Z",
    });
    const path = `/api/budgets/${id}`;
    assert.deepEqual((await app.get(path)).body, { success: true, data: created.data });
    now += 1000;
    const updated = await app.put(path, { amount: 0.01 });
    assert.equal(updated.message, "预算更新成功");
    assert.deepEqual(made(updated), {
      ...created.data,
      amount: 0.01,
      updatedAt: "2026-03-15T00:00:01.000Z",
    });
    made(await app.put(path, { category: "外卖", month: "2026-04" }));
    const removed = await app.remove(path);
    assert.deepEqual(removed.body, { success: true, data: null, message: "预算删除成功" });
    for (const answer of [await app.get(path), await app.put(path, {}), await app.remove(path)]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.message, "预算不存在");
    }
    assert.ok(made(await app.post("/api/budgets", dining(userId))).id > id);
  });

  test("G7: what GET answered, and the dashboard's usage, can be sent back whole", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const { userId } = await someone(app);
    const budget = made(await app.post("/api/budgets", dining(userId)));
    now += 1000;
    const [usage] = made(await app.get(`/api/dashboard/summary?userId=${userId}`)).budgetUsage;
    for (const body of [{}, undefined, budget, usage, { amount: null, month: null }]) {
      assert.deepEqual(made(await app.put(`/api/budgets/${budget.id}`, body)), budget);
    }
  });

  test("the list is newest created first, of one month or all, the user's alone", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const { userId } = await someone(app);
    const other = await someone(app, { name: "别人" });
    made(await app.post("/api/budgets", dining(other.userId)));
    const ids: number[] = [];
    for (const month of ["2026-03", "2026-04", "2026-03", "2026-05"]) {
      ids.unshift(made(await app.post("/api/budgets", { ...dining(userId), month })).id);
      if (month === "2026-04") now += 1;
    }
    const idsOf = async (query: string) =>
      made(await app.get(`/api/budgets?userId=${userId}${query}`)).map(
        (budget: { id: number }) => budget.id,
      );
    assert.deepEqual(await idsOf(""), ids);
    assert.deepEqual(await idsOf("&month="), ids);
    assert.deepEqual(await idsOf("&month=2026-03"), [ids[1], ids[3]]);
    assert.deepEqual(await idsOf("&month=2027-01"), []);
    assert.deepEqual(made(await app.get("/api/budgets?userId=99999")), []);
  });

  test("R4: two budgets for one category and month are both kept", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    made(await app.post("/api/budgets", dining(userId)));
    made(await app.post("/api/budgets", dining(userId)));
    assert.equal(made(await app.get(`/api/budgets?userId=${userId}&month=2026-03`)).length, 2);
  });

  const wrong: [object, RegExp][] = [
    [{ category: "" }, /缺少必填字段：category/],
    [{ amount: null }, /缺少必填字段：amount/],
    [{ month: undefined, amount: "" }, /缺少必填字段：amount、month/],
    [{ category: "  " }, /category/],
    [{ amount: 0 }, /amount/],
    [{ amount: -1 }, /amount/],
    [{ amount: "100" }, /amount/],
    [{ amount: 10.001 }, /amount/],
    [{ amount: 1_000_000_000_000 }, /amount/],
    [{ month: "2026-13" }, /month/],
    [{ month: "2026-00" }, /month/],
    [{ month: "2026-3" }, /month/],
    [{ month: "1899-12" }, /month/],
    [{ month: "2026-03-01" }, /month/],
    [{ month: "2026/03" }, /month/],
    [{ month: 202603 }, /month/],
    [{ userId: 0 }, /userId/],
  ];
  for (const [fields, message] of wrong) {
    test(`a budget is refused on create and update (C7): ${JSON.stringify(fields)}`, async (t) => {
      const app = await during(t, open);
      const { userId } = await someone(app);
      const said = await refused(app, userId, 400, () =>
        app.post("/api/budgets", { ...dining(userId), ...fields }),
      );
      assert.match(said, message);
      if (said.startsWith("缺少")) return;
      const budget = made(await app.post("/api/budgets", dining(userId)));
      const update = await refused(app, userId, 400, () =>
        app.put(`/api/budgets/${budget.id}`, fields),
      );
      assert.match(update, message);
    });
  }

  test("C8: a budget may be as large as 999,999,999,999.99, to the fen", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    for (const amount of [268_435_456, 100_001_709, 999_999_999_999.99]) {
      const budget = made(await app.post("/api/budgets", { ...dining(userId), amount }));
      assert.equal(made(await app.get(`/api/budgets/${budget.id}`)).amount, amount);
    }
  });

  test("H23, G1, G3: budgets of others do not exist, nor do users that do not", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const other = await someone(app, { name: "别人" });
    const budget = made(await app.post("/api/budgets", dining(userId)));
    const path = `/api/budgets/${budget.id}`;
    for (const answer of [
      await app.get(`${path}?userId=${other.userId}`),
      await app.put(`${path}?userId=${other.userId}`, { amount: 1 }),
      await app.put(path, { amount: 1, userId: other.userId }),
      await app.remove(`${path}?userId=${other.userId}`),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.message, "预算不存在");
    }
    assert.deepEqual(made(await app.get(path)), budget);
    const message = await refused(app, userId, 404, () => app.post("/api/budgets", dining(9999)));
    assert.equal(message, "用户不存在");
  });
});
