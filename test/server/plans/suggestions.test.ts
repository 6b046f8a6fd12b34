/** Suggestions: what looks regular is offered as a plan, what is not or has one is left alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { book, made, type Owner, openAccount } from "../../harness/book.ts";
import { onDay, planOf, rent } from "../../harness/plans.ts";
import { ownSignIn, register } from "../../harness/sign-in.ts";

const TODAY = "2026-11-29";

interface Suggested {
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body of POST /api/plans
  plan: any;
  evidence: { recordId: number; date: string; amount: number }[];
}

const suggested = async (app: TestApp, userId: number): Promise<Suggested[]> =>
  made(await app.get(`/api/plans/suggestions?userId=${userId}`));

/** Books one record on each day. */
async function series(app: TestApp, owner: Owner, days: readonly string[], fields: object = {}) {
  const ids: number[] = [];
  for (const date of days) ids.push((await book(app, owner, { date, ...fields })).id);
  return ids;
}

const FIRSTS = ["2026-09-01", "2026-10-01", "2026-11-01"];
const HOME = { category: "住房", description: "房租", amount: 3200 };

onEveryEngine("suggestions of plans", (open) => {
  test("three of a month are offered as POST /api/plans takes it; made, they are offered no more", async (t) => {
    const { app, owner } = await onDay(t, open, TODAY);
    const { userId, accountId } = owner;
    const ids = await series(app, owner, FIRSTS.slice(0, 2), HOME);
    assert.deepEqual(await suggested(app, userId), []);
    ids.push(...(await series(app, owner, FIRSTS.slice(2), HOME)));
    const [one, ...others] = await suggested(app, userId);
    assert.deepEqual(others, []);
    assert.ok(one);
    assert.match(one.key, /^[\w-]{22}$/);
    assert.deepEqual(one.plan, {
      userId,
      name: "房租",
      kind: "expense",
      accountId,
      category: "住房",
      description: "房租",
      amount: 3200,
      amountMode: "fixed",
      every: { unit: "month", count: 1 },
      days: [1],
      startDate: "2026-12-01",
      weekend: "keep",
      mode: "auto",
    });
    assert.deepEqual(
      one.evidence,
      ids.map((recordId, at) => ({ recordId, date: FIRSTS[at], amount: 3200 })).reverse(),
    );
    const records = await app.get(`/api/records?userId=${userId}`);
    assert.deepEqual(made(await app.get(`/api/plans?userId=${userId}`)), []);
    const plan = await planOf(app, one.plan);
    assert.equal(plan.nextDue, "2026-12-01");
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, records.data);
    assert.deepEqual(await suggested(app, userId), []);
    made(await app.put(`/api/plans/${plan.id}`, { name: "家", category: "居家", amount: 3300 }));
    assert.deepEqual(await suggested(app, userId), [], "it goes by its note");
    made(await app.put(`/api/plans/${plan.id}`, { amount: 9000 }));
    assert.equal((await suggested(app, userId)).length, 1);
    made(await app.remove(`/api/plans/${plan.id}`));
    assert.deepEqual(await suggested(app, userId), [one]);
  });

  test("weeks, quarters, years, weekends, and amounts that differ", async (t) => {
    const { app, owner } = await onDay(t, open, TODAY);
    const { userId } = owner;
    const power = { category: "水电", amount: 100 };
    for (const [at, amount] of [90, 120, 100.01].entries()) {
      const date = `2026-${String(9 + at).padStart(2, "0")}-10`;
      await book(app, owner, { ...power, amount, date, description: `${9 + at}月电费` });
    }
    await series(app, owner, ["2026-08-14", "2026-09-15", "2026-10-15", "2026-11-13"], {
      ...{ type: "income", category: "工资", amount: 9000 },
    });
    await series(app, owner, ["2026-11-11", "2026-11-18", "2026-11-25"], {
      description: "洗车",
      amount: 30,
    });
    await series(app, owner, ["2026-10-25", "2026-11-08", "2026-11-22"], {
      description: "家教",
      amount: 200,
    });
    await series(app, owner, ["2026-05-20", "2026-08-20", "2026-11-20"], {
      description: "物业费",
      amount: 600,
    });
    await series(app, owner, ["2024-06-18", "2025-06-18", "2026-06-18"], {
      description: "域名",
      amount: 68,
    });
    const found = await suggested(app, userId);
    const told = found.map(({ plan }) => [
      ...[plan.name, plan.kind, plan.amount, plan.amountMode, plan.mode],
      ...[plan.every.unit, plan.every.count, plan.days, plan.startDate, plan.weekend],
    ]);
    const by = (name: string) => told.find(([one]) => one === name)?.slice(1);
    assert.deepEqual(by("水电"), [
      ...["expense", 100.01, "estimate", "confirm", "month", 1, [10], "2026-12-10", "keep"],
    ]);
    assert.deepEqual(by("工资"), [
      ...["income", 9000, "fixed", "auto", "month", 1, [15], "2026-12-15", "before"],
    ]);
    assert.deepEqual(by("洗车"), [
      ...["expense", 30, "fixed", "auto", "week", 1, [3], "2026-12-02", "keep"],
    ]);
    assert.deepEqual(by("家教"), [
      ...["expense", 200, "fixed", "auto", "week", 2, [7], "2026-12-06", "keep"],
    ]);
    assert.deepEqual(by("物业费"), [
      ...["expense", 600, "fixed", "auto", "month", 3, [20], "2027-02-20", "keep"],
    ]);
    assert.deepEqual(by("域名"), [
      ...["expense", 68, "fixed", "auto", "year", 1, undefined, "2027-06-18", "keep"],
    ]);
    assert.equal(told.length, 6);
    for (const { plan } of found) await planOf(app, plan);
    assert.deepEqual(await suggested(app, userId), []);
  });

  test("what is uneven, has stopped, is put away, came from a plan or gives back is left alone", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-08-30");
    const { userId } = owner;
    await planOf(app, { ...rent(owner), startDate: "2026-09-01" });
    await tick(TODAY);
    const note = (description: string) => ({ description, amount: 30 });
    await series(app, owner, ["2026-09-03", "2026-10-10", "2026-11-21"], note("理发"));
    await series(app, owner, ["2026-08-02", "2026-09-02", "2026-10-02"], note("旧会员"));
    await series(app, owner, [...FIRSTS, ...FIRSTS], note("一天两笔"));
    const old = await openAccount(app, userId);
    await series(app, { userId, accountId: old }, FIRSTS, note("旧卡"));
    made(await app.put(`/api/accounts/${old}`, { archived: true }));
    const spread = ["2026-09-08", "2026-10-08", "2026-11-08"];
    for (const [at, amount] of [20, 100, 500].entries()) {
      await book(app, owner, { date: spread[at], amount, description: "超市" });
    }
    const bought = await book(app, owner, { date: "2026-08-20", amount: 90, description: "相机" });
    const back = { type: "income", refundOf: bought.id, description: "退款" };
    await series(app, owner, FIRSTS, { ...note(""), ...back, amount: 30 });
    await series(app, owner, ["2026-10-12", "2026-11-12", "2026-12-12"], note("还没到"));
    assert.deepEqual(await suggested(app, userId), []);
  });

  test("two subscriptions of one shop, and what is bought there besides", async (t) => {
    const { app, owner } = await onDay(t, open, TODAY);
    const shop = (amount: number) => ({ description: "App Store", category: "数码", amount });
    await series(app, owner, ["2026-09-06", "2026-10-06", "2026-11-06"], shop(6));
    await series(app, owner, ["2026-09-20", "2026-10-20", "2026-11-20"], shop(15));
    await series(app, owner, ["2026-09-11", "2026-11-02"], shop(98));
    const found = await suggested(app, owner.userId);
    assert.deepEqual(found.map(({ plan }) => [plan.amount, plan.days]).sort(), [
      [15, [20]],
      [6, [6]],
    ]);
    assert.equal(new Set(found.map(({ key }) => key)).size, 2);
  });

  test("what somebody says is none never comes back, for them alone", async (t) => {
    const { app, owner, clock } = await onDay(t, open, TODAY);
    const { userId } = owner;
    await series(app, owner, FIRSTS, HOME);
    const [one] = await suggested(app, userId);
    assert.ok(one);
    const path = `/api/plans/suggestions/${one.key}`;
    for (const bad of ["x", "x".repeat(23), `${"x".repeat(21)}!`]) {
      const refused = await app.remove(`/api/plans/suggestions/${bad}?userId=${userId}`);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.message as string, /key/);
    }
    assert.equal((await app.remove(path)).status, 400);
    assert.equal((await app.remove(`${path}?userId=999999`)).status, 404);
    assert.equal((await suggested(app, userId)).length, 1);
    const answer = await app.remove(`${path}?userId=${userId}`);
    assert.deepEqual([answer.status, answer.message], [200, "不再建议"]);
    assert.equal((await app.remove(`${path}?userId=${userId}`)).status, 200);
    assert.deepEqual(await suggested(app, userId), []);
    clock.now = Date.parse("2026-12-03T04:00:00Z");
    await series(app, owner, ["2026-12-01"], { ...HOME, amount: 3400 });
    assert.deepEqual(await suggested(app, userId), []);
  });

  test("with sign-in nobody sees or refuses another's", async (t) => {
    const app = await open({ config: ownSignIn(), now: Date.parse(`${TODAY}T04:00:00Z`) });
    t.after(() => app.close());
    const [mine, theirs] = [await register(app), await register(app)];
    const account = made(
      await app.post("/api/accounts", { name: "卡", type: "bank" }, mine.headers),
    );
    for (const date of FIRSTS) {
      const body = { ...HOME, type: "expense", accountId: account.id, date };
      made(await app.post("/api/records", body, mine.headers));
    }
    const list = async (who: typeof mine) =>
      made(await app.get("/api/plans/suggestions", who.headers)) as Suggested[];
    const [one] = await list(mine);
    assert.ok(one);
    assert.deepEqual(await list(theirs), []);
    made(await app.remove(`/api/plans/suggestions/${one.key}`, theirs.headers));
    assert.deepEqual(await list(mine), [one]);
    assert.equal((await app.get("/api/plans/suggestions")).status, 401);
    made(await app.remove(`/api/plans/suggestions/${one.key}`, mine.headers));
    assert.deepEqual(await list(mine), []);
  });
});
