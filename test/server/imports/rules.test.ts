import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

async function rule(app: TestApp, userId: number, fields: object) {
  const made = await app.post("/api/rules", { userId, ...fields });
  assert.equal(made.status, 200, made.text);
  return made.data;
}

onEveryEngine("rules", (open) => {
  test("a rule is made, changed, listed and deleted", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const made = await rule(app, userId, { text: "瑞幸", category: "咖啡", maxAmount: 50.5 });
    assert.deepEqual(
      [made.state, made.field, made.match, made.maxAmount, "minAmount" in made],
      ["active", "any", "contains", 50.5, false],
    );
    const path = `/api/rules/${made.id}`;
    assert.deepEqual((await app.get(path)).data, made);
    const changed = (await app.put(path, { state: "off", maxAmount: null })).data;
    assert.deepEqual([changed.state, "maxAmount" in changed], ["off", false]);
    assert.equal((await app.get(`/api/rules?userId=${userId}`)).data.length, 1);
    assert.equal((await app.remove(path)).status, 200);
    assert.equal((await app.get(path)).message, "规则不存在");
    await app.close();
  });

  test("what is no rule is refused by name", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const other = await someone(app, { name: "小红" });
    const wrong: [object, number, RegExp][] = [
      [{ text: "瑞幸" }, 400, /category/],
      [{ text: " ", category: "咖啡" }, 400, /text/],
      [{ category: "咖啡" }, 400, /text/],
      [{ text: "(", match: "pattern", category: "咖啡" }, 400, /正则/],
      [{ text: "瑞幸", field: "who", category: "咖啡" }, 400, /field/],
      [{ text: "瑞幸", accountId: other.accountId }, 404, /账户不存在/],
      [{ text: "瑞幸", category: "咖啡", minAmount: -1 }, 400, /minAmount/],
      [
        { text: "瑞幸", category: "咖啡", minAmount: 2, maxAmount: 1.99 },
        400,
        /最小金额（minAmount）/,
      ],
    ];
    for (const [fields, status, message] of wrong) {
      const answer = await app.post("/api/rules", { userId, ...fields });
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.message as string, message);
    }
    assert.deepEqual((await app.get(`/api/rules?userId=${userId}`)).data, []);
    await app.close();
  });

  test("PUT {} and what is there already change nothing; bounds stay in their order", async () => {
    let now = Date.UTC(2026, 2, 15);
    const app = await open({ now: () => now });
    const { userId } = await someone(app);
    const { id } = await rule(app, userId, { text: "瑞幸", category: "咖啡", minAmount: 5 });
    const path = `/api/rules/${id}`;
    const before = await app.get(path);
    now += 1000;
    for (const body of [{}, before.data, { text: "瑞幸", minAmount: 5, kind: null }]) {
      assert.equal((await app.put(path, body)).status, 200);
      assert.equal((await app.get(path)).text, before.text);
    }
    assert.equal((await app.put(path, { maxAmount: 4.99 })).status, 400);
    assert.equal((await app.get(path)).text, before.text);
    const both = await app.put(path, { minAmount: 1, maxAmount: 1 });
    assert.deepEqual([both.data.minAmount, both.data.maxAmount], [1, 1]);
    await app.close();
  });

  test("the first rule that fits decides about a row: category, account, kind", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    await rule(app, userId, {
      text: "^瑞幸.{2}$",
      match: "pattern",
      field: "counterparty",
      category: "咖啡",
    });
    await rule(app, userId, { text: "瑞幸", category: "不会轮到" });
    await rule(app, userId, { text: "广告", kind: "skip" });
    await rule(app, userId, {
      text: "商户9",
      field: "counterparty",
      match: "equals",
      accountId: bank,
    });
    await rule(app, userId, { text: "大额", minAmount: 1000, category: "大件" });
    const shown = await preview(
      app,
      userId,
      wechatBill([
        purchaseRow(1, { who: "瑞幸咖啡" }),
        purchaseRow(2, { who: "广告公司" }),
        purchaseRow(9),
        purchaseRow(4, { who: "大额", yuan: "999.99" }),
        purchaseRow(5, { who: "大额", yuan: "1000.00" }),
      ]),
      { account: accountId },
    );
    assert.deepEqual(
      shown.rows.map((row: Record<string, unknown>) => [row.category, row.action, row.accountId]),
      [
        ["咖啡", "import", undefined],
        ["", "skip", undefined],
        ["未分类", "import", bank],
        ["未分类", "import", undefined],
        ["大件", "import", undefined],
      ],
    );
    assert.match(shown.rows[0].categoryReason, /规则 1/);
    assert.match(shown.rows[1].reason, /规则 3/);
    await app.close();
  });

  test("rules run over existing records, first as a preview", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const record = async (description: string, date: string) =>
      (
        await app.post("/api/records", {
          ...{ userId, accountId, type: "expense", amount: 10, category: "餐饮" },
          ...{ description, date },
        })
      ).data;
    const coffee = await record("瑞幸咖啡 拿铁", "2026-03-01");
    await record("食堂", "2026-03-01");
    await record("瑞幸咖啡 美式", "2026-02-28");
    await rule(app, userId, { text: "瑞幸", category: "咖啡" });
    const before = await bookOf(app, userId);
    const body = { userId, startDate: "2026-03-01" };
    const seen = (await app.post("/api/rules/run", body)).data;
    assert.deepEqual([seen.applied, seen.count], [false, 1]);
    assert.deepEqual(seen.changes, [
      { recordId: coffee.id, from: "餐饮", to: "咖啡", reason: "规则 1“瑞幸”" },
    ]);
    assert.equal(await bookOf(app, userId), before);
    const done = (await app.post("/api/rules/run", { ...body, apply: true })).data;
    assert.deepEqual([done.applied, done.changes], [true, seen.changes]);
    assert.equal((await app.get(`/api/records/${coffee.id}`)).data.category, "咖啡");
    const month = (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data;
    assert.deepEqual(month.categoryStats, [
      { category: "咖啡", amount: 10 },
      { category: "餐饮", amount: 10 },
    ]);
    assert.equal((await app.post("/api/rules/run", { ...body, apply: true })).data.count, 0);
    await assertProved(app);
    await app.close();
  });

  test("a pattern that never ends is stopped, and the service answers meanwhile", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    await app.post("/api/records", {
      ...{ userId, accountId, type: "expense", amount: 10, category: "餐饮" },
      ...{ description: `${"a".repeat(60)}!`, date: "2026-03-01" },
    });
    await rule(app, userId, { text: "^(a+)+$", match: "pattern", category: "咖啡" });
    const running = app.post("/api/rules/run", { userId, apply: true });
    assert.equal((await app.get(`/api/accounts?userId=${userId}`)).status, 200);
    const stopped = await running;
    assert.equal(stopped.status, 400, stopped.text);
    assert.match(stopped.message as string, /时间过长/);
    await app.close();
  });
});
