import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { assertProved } from "../../harness/book.ts";

const NOW = Date.parse("2026-03-15T04:00:00.000Z");

/** A book with 居住 beside 住房 and 利息 beside 理财. */
async function bookOfBoth(app: TestApp) {
  const { userId, accountId } = await someone(app);
  const book = async (category: string, amount: number, more: object = {}) => {
    const body = {
      userId,
      accountId,
      type: "expense",
      amount,
      category,
      date: "2026-03-10",
      ...more,
    };
    const made = await app.post("/api/records", body);
    assert.equal(made.status, 200, made.text);
    return made.data.id as number;
  };
  const budget = async (category: string, amount: number, month = "2026-03") => {
    const made = await app.post("/api/budgets", { userId, category, amount, month });
    assert.equal(made.status, 200, made.text);
    return made.data.id as number;
  };
  const rent = await book("居住", 3000);
  const refund = await book("居住", 100, { type: "income", refundOf: rent });
  await book("住房", 500);
  await book("居住", 7, { type: "income" });
  await book("利息", 1.5, { type: "income" });
  await book("理财", 2, { type: "income" });
  return { userId, accountId, book, budget, rent, refund };
}

const renamesOf = async (app: TestApp, userId: number) =>
  (await app.get(`/api/categories/renames?userId=${userId}`)).data;

/** The categories of the records, counted. */
async function categoriesOf(app: TestApp, userId: number) {
  const counts: Record<string, number> = {};
  for (const { category, type } of (await app.get(`/api/records?userId=${userId}`)).data) {
    counts[`${type} ${category}`] = (counts[`${type} ${category}`] ?? 0) + 1;
  }
  return counts;
}

async function budgetsOf(app: TestApp, userId: number) {
  const budgets = (await app.get(`/api/budgets?userId=${userId}`)).data;
  return budgets
    .map((one: { month: string; category: string; amount: number }) =>
      [one.month, one.category, one.amount].join(" "),
    )
    .sort();
}

const HOUSING = { type: "expense", from: "居住", to: "住房" };
const INTEREST = { type: "income", from: "利息", to: "理财" };

onEveryEngine("one name for a category", (open) => {
  test("plans book under the one name from then on, and go back with the rest", async () => {
    const app = await open({ now: NOW });
    const { userId, accountId } = await bookOfBoth(app);
    const plan = async (name: string, kind: string, category: string) => {
      const terms = { accountId, amount: 1, every: { unit: "month" }, startDate: "2100-01-01" };
      const made = await app.post("/api/plans", { userId, name, kind, category, ...terms });
      return made.data.id as number;
    };
    const rent = await plan("房租", "expense", "居住");
    const sublet = await plan("转租", "income", "居住");
    const other = await plan("物业", "expense", "日用");
    const categories = async () =>
      Promise.all(
        [rent, sublet, other].map(async (id) => (await app.get(`/api/plans/${id}`)).data.category),
      );
    const done = await app.post("/api/categories/rename", { userId, renames: [HOUSING] });
    assert.deepEqual(done.data, { records: 2, budgets: 0, rules: 0, plans: 1 });
    assert.deepEqual(await categories(), ["住房", "居住", "日用"]);
    const act = done.headers["history-act"];
    assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
    assert.deepEqual(await categories(), ["居住", "居住", "日用"]);
    await assertProved(app);
    await app.close();
  });

  test("a book that has both is told, with what bears the other name", async () => {
    const app = await open({ now: NOW });
    const { userId, budget } = await bookOfBoth(app);
    await budget("居住", 3000, "2026-02");
    await budget("居住", 3000);
    await budget("住房", 2000);
    await app.post("/api/rules", { userId, text: "房东", category: "居住" });
    assert.deepEqual(await renamesOf(app, userId), [
      { ...HOUSING, records: 2, budgets: 2, rules: 1, months: ["2026-03"] },
      { ...INTEREST, records: 1, budgets: 0, rules: 0, months: [] },
    ]);
    await app.close();
  });

  test("a book with one of the names, or with names of its own, is left alone", async () => {
    const app = await open({ now: NOW });
    const { userId, accountId } = await someone(app);
    for (const category of ["居住", "餐饮", "旅行基金"]) {
      const body = { userId, accountId, type: "expense", amount: 1, category, date: "2026-03-10" };
      await app.post("/api/records", body);
    }
    assert.deepEqual(await renamesOf(app, userId), []);
    const other = await bookOfBoth(app);
    assert.equal((await renamesOf(app, other.userId)).length, 2);
    assert.deepEqual(await renamesOf(app, userId), []);
    await app.close();
  });

  test("records, budgets and rules get the one name, and nothing else moves", async () => {
    const app = await open({ now: NOW });
    const { userId, accountId, budget, refund } = await bookOfBoth(app);
    const stranger = await bookOfBoth(app);
    await budget("居住", 3000, "2026-02");
    const rule = await app.post("/api/rules", { userId, text: "房东", category: "居住" });
    const before = (await app.get(`/api/accounts/${accountId}`)).data.balance;
    const done = await app.post("/api/categories/rename", { userId, renames: [HOUSING, INTEREST] });
    assert.deepEqual(done.data, { records: 3, budgets: 1, rules: 1 });
    assert.equal(done.message, "分类已合并");
    assert.deepEqual(await categoriesOf(app, userId), {
      "expense 住房": 2,
      // The refund stands in the category of its expense; an income of that name is another category.
      "income 住房": 1,
      "income 居住": 1,
      "income 理财": 2,
    });
    assert.equal((await app.get(`/api/records/${refund}`)).data.category, "住房");
    assert.deepEqual(await budgetsOf(app, userId), ["2026-02 住房 3000"]);
    assert.equal((await app.get(`/api/rules/${rule.data.id}`)).data.category, "住房");
    const statistics = await app.get(
      `/api/statistics/categories?userId=${userId}&type=expense&startDate=2026-03-01&endDate=2026-03-31`,
    );
    assert.deepEqual(
      statistics.data.map((one: { category: string; amount: number }) => [
        one.category,
        one.amount,
      ]),
      [["住房", 3400]],
    );
    assert.equal((await app.get(`/api/accounts/${accountId}`)).data.balance, before);
    assert.deepEqual(await renamesOf(app, userId), []);
    assert.equal((await categoriesOf(app, stranger.userId))["expense 居住"], 1);
    await assertProved(app);
    await app.close();
  });

  test("two budgets of one month are never merged in silence", async () => {
    const app = await open({ now: NOW });
    for (const [budgets, expected] of [
      ["add", ["2026-02 住房 3000", "2026-03 住房 5000"]],
      ["keep", ["2026-02 住房 3000", "2026-03 住房 2000"]],
    ] as const) {
      const { userId, budget } = await bookOfBoth(app);
      await budget("居住", 3000, "2026-02");
      await budget("居住", 3000);
      await budget("住房", 2000);
      const asked = await app.post("/api/categories/rename", { userId, renames: [HOUSING] });
      assert.equal(asked.status, 400);
      assert.match(asked.message ?? "", /“居住”和“住房”在 2026-03 都有预算/);
      assert.equal((await categoriesOf(app, userId))["expense 居住"], 1);
      assert.equal((await budgetsOf(app, userId)).length, 3);
      const done = await app.post("/api/categories/rename", {
        userId,
        renames: [HOUSING],
        budgets,
      });
      assert.equal(done.status, 200, done.text);
      assert.deepEqual(await budgetsOf(app, userId), expected);
    }
    await app.close();
  });

  test("what was renamed is brought back as one act of the history", async () => {
    const app = await open({ now: NOW });
    const { userId, budget } = await bookOfBoth(app);
    await budget("居住", 3000);
    await budget("住房", 2000);
    const [categories, budgets] = [await categoriesOf(app, userId), await budgetsOf(app, userId)];
    const body = { userId, renames: [HOUSING], budgets: "add" };
    const done = await app.post("/api/categories/rename", body);
    const entries = (await app.get(`/api/history?userId=${userId}`)).data;
    assert.deepEqual(
      entries.map((one: { noun: string; change: string }) => `${one.noun} ${one.change}`).sort(),
      ["budget delete", "budget update", "record update", "record update"],
    );
    const acts = new Set(entries.map(({ actId }: { actId: number }) => actId));
    assert.deepEqual([...acts].map(String), [done.headers["history-act"]], "it is one act");
    const restored = await app.post(`/api/history/acts/${done.headers["history-act"]}/restore`);
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(await categoriesOf(app, userId), categories);
    assert.deepEqual(await budgetsOf(app, userId), budgets);
    await app.close();
  });

  test("more records than one page, and their totals", async () => {
    const app = await open({ now: NOW });
    const { userId } = await someone(app);
    const bill = wechatBill(Array.from({ length: 620 }, (_, index) => purchaseRow(index + 1)));
    await commit(app, (await preview(app, userId, bill)).id);
    const renames = [{ type: "expense", from: "未分类", to: "住房" }];
    const done = await app.post("/api/categories/rename", { userId, renames });
    assert.equal(done.data.records, 620);
    const used = (await app.get(`/api/categories?userId=${userId}`)).data;
    assert.deepEqual(
      used.map((one: { category: string; count: number }) => [one.category, one.count]),
      [["住房", 620]],
    );
    await assertProved(app);
    await app.close();
  });

  test("a wrong request says which field, and changes nothing", async () => {
    const app = await open({ now: NOW });
    const { userId } = await bookOfBoth(app);
    const wrong: [object, number][] = [
      [{ renames: [] }, 400],
      [{ renames: [{ ...HOUSING, to: " " }] }, 400],
      [{ renames: [{ ...HOUSING, type: "transfer" }] }, 400],
      [{ renames: [HOUSING], budgets: "both" }, 400],
      [{ renames: [HOUSING], userId: 999_999 }, 404],
    ];
    for (const [body, status] of wrong) {
      const answer = await app.post("/api/categories/rename", { userId, ...body });
      assert.equal(answer.status, status, JSON.stringify(body));
    }
    const same = { ...HOUSING, to: "居住" };
    const none = await app.post("/api/categories/rename", { userId, renames: [same] });
    assert.deepEqual(none.data, { records: 0, budgets: 0, rules: 0 });
    assert.equal((await categoriesOf(app, userId))["expense 居住"], 1);
    await app.close();
  });
});
