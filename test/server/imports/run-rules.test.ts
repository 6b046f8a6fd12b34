/** Rules over existing records: what they change can be brought back, and fees stay fees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { book, made } from "../../harness/book.ts";
import { onDay, planOf, rent } from "../../harness/plans.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

onEveryEngine("running rules", (open) => {
  test("a run changes categories, keeps what they were, and leaves a transfer's fee alone", async () => {
    const app = await open();
    const owner = await someone(app, { balance: 1000 });
    const { userId, accountId } = owner;
    const bank = await anotherAccount(app, userId);
    const ids: number[] = [];
    for (let count = 1; count <= 105; count += 1) {
      ids.push((await book(app, owner, { amount: 1, description: "瑞幸咖啡" })).id);
    }
    const expense = await book(app, owner, { amount: 20, description: "瑞幸咖啡" });
    const back = { type: "income", amount: 5, refundOf: expense.id, description: "瑞幸退款" };
    const refund = await book(app, owner, back);
    await app.post("/api/transfers", {
      userId,
      fromAccountId: accountId,
      toAccountId: bank,
      amount: 10,
      fee: 1,
      description: "瑞幸",
      date: "2026-03-15",
    });
    made(
      await app.post("/api/rules", {
        userId,
        field: "description",
        match: "contains",
        text: "瑞幸",
        category: "咖啡",
      }),
    );
    const before = await bookOf(app, userId);
    assert.equal(made(await app.post("/api/rules/run", { userId })).count, 107);
    assert.equal(await bookOf(app, userId), before);
    const run = made(await app.post("/api/rules/run", { userId, apply: true }));
    assert.deepEqual([run.applied, run.count], [true, 107]);
    const month = `/api/statistics/monthly?userId=${userId}&month=2026-03`;
    assert.deepEqual((await app.get(month)).data.categoryStats, [
      { category: "咖啡", amount: 120 },
      { category: "手续费", amount: 1 },
    ]);
    await assertProved(app);
    const entries = (await app.get(`/api/history?userId=${userId}&limit=1000`)).data;
    assert.deepEqual(
      entries.map(({ nounId }: { nounId: number }) => nounId).sort((a: number, b: number) => a - b),
      [...ids, expense.id, refund.id],
    );
    for (const entry of entries) {
      assert.deepEqual([entry.version.category, entry.restorable], ["餐饮", true]);
      if (entry.nounId !== refund.id) continue;
      made(await app.post(`/api/history/${entry.id}/restore`));
    }
    assert.deepEqual((await app.get(month)).data.categoryStats, [
      { category: "咖啡", amount: 125 },
      { category: "手续费", amount: 1 },
      { category: "餐饮", amount: -5 },
    ]);
    await assertProved(app);
    await app.close();
  });

  test("refunds follow their expenses, unless a rule decides about them; a second run has nothing", async () => {
    const app = await open();
    const owner = await someone(app);
    const { userId } = owner;
    const other = await someone(app, { name: "小红" });
    await book(app, other, { description: "优衣库" });
    const theirs = await bookOf(app, other.userId);
    const rule = async (fields: object) =>
      made(await app.post("/api/rules", { userId, match: "contains", field: "any", ...fields }));
    await rule({ text: "优衣库", onlyKind: "expense", category: "服饰" });
    await rule({ text: "运费", onlyKind: "refund", category: "快递" });
    await rule({ text: "留下", onlyKind: "refund", category: "餐饮" });
    const expense = await book(app, owner, { amount: 100, description: "优衣库" });
    const back = async (fields: object) =>
      (await book(app, owner, { type: "income", amount: 10, refundOf: expense.id, ...fields })).id;
    const late = await back({ date: "2026-05-01" });
    const decided = await back({ description: "运费" });
    const confirmed = await back({ description: "留下" });
    const elsewhere = await back({ category: "聚餐" });
    const body = { userId, startDate: "2026-03-01", endDate: "2026-03-31" };
    const before = await bookOf(app, userId);
    const preview = made(await app.post("/api/rules/run", body));
    assert.equal(await bookOf(app, userId), before);
    assert.deepEqual(
      preview.changes.map(({ recordId, from, to }: Record<string, unknown>) => [
        recordId,
        from,
        to,
      ]),
      [
        [expense.id, "餐饮", "服饰"],
        [decided, "餐饮", "快递"],
        [late, "餐饮", "服饰"],
      ],
    );
    assert.equal(preview.changes[2].reason, "随原来那笔消费");
    const run = made(await app.post("/api/rules/run", { ...body, apply: true }));
    assert.deepEqual(run, { ...preview, applied: true });
    const categories: string[] = [];
    for (const id of [expense.id, late, decided, confirmed, elsewhere]) {
      categories.push(made(await app.get(`/api/records/${id}`)).category);
    }
    assert.deepEqual(categories, ["服饰", "服饰", "快递", "餐饮", "聚餐"]);
    const entries = made(await app.get(`/api/history?userId=${userId}`));
    assert.deepEqual(
      entries.map(({ nounId }: { nounId: number }) => nounId).sort((a: number, b: number) => a - b),
      [expense.id, late, decided],
    );
    assert.equal(made(await app.post("/api/rules/run", body)).count, 0);
    assert.equal(await bookOf(app, other.userId), theirs);
    await assertProved(app);
    await app.close();
  });

  test("case 23: a run names the plans whose bookings it moved, and leaves them as they are", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId } = owner;
    const plan = await planOf(app, { ...rent(owner), startDate: "2026-11-30" });
    const other = await planOf(app, { ...rent(owner), name: "车位", amount: 300 });
    const ended = await planOf(app, {
      ...rent(owner),
      name: "短租",
      startDate: "2026-11-30",
      times: 1,
    });
    await tick("2027-01-02");
    await book(app, owner, { description: "房租押金", category: "住房" });
    const rule = { userId, field: "description", match: "contains" };
    made(await app.post("/api/rules", { ...rule, text: "租", category: "房屋" }));
    const plans = [{ planId: plan.id, name: "房租", from: "住房", to: "房屋" }];
    const preview = made(await app.post("/api/rules/run", { userId }));
    assert.deepEqual([preview.applied, preview.plans], [false, plans]);
    const run = made(await app.post("/api/rules/run", { userId, apply: true }));
    assert.deepEqual(run.plans, plans);
    for (const { id } of [plan, other, ended]) {
      assert.equal(made(await app.get(`/api/plans/${id}`)).category, "住房");
    }
    assert.equal(made(await app.post("/api/rules/run", { userId, apply: true })).plans, undefined);
    // Of two bookings one goes elsewhere: there is no one category that the plan could have.
    await tick("2027-03-02");
    const [last] = made(await app.get(`/api/records?userId=${userId}&category=住房&text=房租`));
    made(await app.put(`/api/records/${last.id}`, { description: "车库" }));
    made(await app.post("/api/rules", { ...rule, text: "车库", category: "交通" }));
    const late = made(await app.post("/api/rules/run", { userId }));
    assert.deepEqual([late.count, late.plans], [2, undefined]);
    await assertProved(app);
  });
});
