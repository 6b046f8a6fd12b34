/** Refunds stand in the category of their expense, however that gets another one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { assertProved, book, during, made, type Owner, openAccount } from "../../harness/book.ts";
import { bookOf } from "../../harness/proof.ts";

const NOON = Date.parse("2026-05-01T04:00:00Z");

/** A clock that a test moves on. */
function clock() {
  let at = NOON;
  return {
    now: () => at,
    pass: () => {
      at += 60_000;
    },
  };
}

/**
 * An expense of 100 for 餐饮 in March, and what came back of it: 30 in April on another account and 5,
 * both in its category, and 20 that somebody has put into 聚餐.
 */
async function fill(app: TestApp, owner: Owner) {
  const bank = await openAccount(app, owner.userId);
  const expense = (await book(app, owner, { amount: 100 })).id as number;
  const back = async (fields: object) => {
    const { userId, accountId } = owner;
    const body = { userId, accountId, date: "2026-03-20", refundOf: expense, ...fields };
    return made(await app.post("/api/records", body)).id as number;
  };
  const april = await back({ amount: 30, accountId: bank, date: "2026-04-02" });
  const march = await back({ amount: 5 });
  const elsewhere = await back({ amount: 20, category: "聚餐" });
  return { bank, expense, april, march, elsewhere };
}

const refundsOf = ({ april, march, elsewhere }: Awaited<ReturnType<typeof fill>>) => [
  april,
  march,
  elsewhere,
];

/** The records themselves, without their accounts. */
async function recordsAt(app: TestApp, ids: number[]) {
  return Promise.all(
    ids.map(async (id) => {
      const { account: _, ...record } = made(await app.get(`/api/records/${id}`));
      return record;
    }),
  );
}

async function categoriesAt(app: TestApp, ids: number[]): Promise<string[]> {
  return (await recordsAt(app, ids)).map(({ category }) => category);
}

/** Expense by category. */
async function spent(app: TestApp, userId: number, month = "2026-03") {
  const query = `userId=${userId}&month=${month}`;
  const { categoryStats } = made(await app.get(`/api/statistics/monthly?${query}`));
  return Object.fromEntries(
    categoryStats.map((one: { category: string; amount: number }) => [one.category, one.amount]),
  );
}

interface Entry {
  id: number;
  nounId: number;
  parts: number;
  restorable: boolean;
  version: { category: string };
}

/** What history knows of one record, the newest first. */
async function versionsOf(app: TestApp, userId: number, id: number): Promise<Entry[]> {
  const entries: Entry[] = made(await app.get(`/api/history?userId=${userId}&limit=1000`));
  return entries.filter(({ nounId }) => nounId === id);
}

async function restoreNewest(app: TestApp, userId: number, id: number): Promise<void> {
  const [entry] = await versionsOf(app, userId, id);
  made(await app.post(`/api/history/${entry?.id}/restore`));
}

onEveryEngine("the category of refunds", (open) => {
  test("refunds follow their expense into another category, and one put elsewhere stays", async (t) => {
    const { now, pass } = clock();
    const app = await during(t, open, { now });
    const owner = await someone(app, { balance: 500 });
    const mine = await fill(app, owner);
    const { userId, accountId } = owner;
    const stranger = await someone(app, { name: "小红" });
    await fill(app, stranger);
    const theirs = await bookOf(app, stranger.userId);
    const path = `/api/records/${mine.expense}`;
    assert.deepEqual(await spent(app, userId), { 餐饮: 95, 聚餐: -20 });
    const before = await recordsAt(app, refundsOf(mine));
    pass();
    made(await app.put(path, { category: "购物" }));
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["购物", "购物", "聚餐"]);
    assert.deepEqual(await spent(app, userId), { 购物: 95, 聚餐: -20 });
    assert.deepEqual(await spent(app, userId, "2026-04"), { 购物: -30 });
    assert.deepEqual([await balanceOf(app, accountId), await balanceOf(app, mine.bank)], [425, 30]);
    const after = await recordsAt(app, refundsOf(mine));
    const touched = after.map(({ updatedAt }, index) => updatedAt !== before[index].updatedAt);
    assert.deepEqual(touched, [true, true, false]);
    // Nothing but the category and the time of the change.
    const { category: _, updatedAt: __, ...rest } = after[0];
    assert.deepEqual({ ...before[0], ...rest }, before[0]);
    for (const id of [mine.april, mine.march]) {
      const [entry, ...older] = await versionsOf(app, userId, id);
      assert.deepEqual(
        [entry?.version.category, entry?.parts, entry?.restorable, older.length],
        ["餐饮", 0, true, 0],
      );
    }
    assert.deepEqual(await versionsOf(app, userId, mine.elsewhere), []);
    assert.equal(await bookOf(app, stranger.userId), theirs);
    await assertProved(app);
  });

  test("what leaves the category alone moves no refund, and what is refused moves none", async (t) => {
    const { now, pass } = clock();
    const app = await during(t, open, { now });
    const owner = await someone(app);
    const mine = await fill(app, owner);
    const path = `/api/records/${mine.expense}`;
    const before = await recordsAt(app, refundsOf(mine));
    pass();
    made(await app.put(path, { amount: 90, category: "餐饮", description: "聚餐" }));
    assert.deepEqual(await recordsAt(app, refundsOf(mine)), before);
    const whole = await bookOf(app, owner.userId);
    const refused = [
      await app.put(path, { category: "购物", amount: 54.99 }),
      await app.put(path, { category: "购物", type: "income" }),
      await app.put(path, { category: "购物", accountId: 999_999 }),
      await app.remove(path),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [400, 400, 404, 400],
    );
    assert.equal(await bookOf(app, owner.userId), whole);
    await assertProved(app);
  });

  test("a refund's own category can be changed; later it stays where it was put", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const mine = await fill(app, owner);
    const expense = `/api/records/${mine.expense}`;
    made(await app.put(`/api/records/${mine.march}`, { category: "购物" }));
    assert.deepEqual(await categoriesAt(app, [mine.expense, mine.april]), ["餐饮", "餐饮"]);
    // Everything at once: another category, day, amount and account.
    const change = { category: "购物", date: "2026-03-01", amount: 80, accountId: mine.bank };
    made(await app.put(expense, change));
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["购物", "购物", "聚餐"]);
    // The one that was put there by hand stands in the expense's category by now, as any other.
    made(await app.put(expense, { category: "日用" }));
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["日用", "日用", "聚餐"]);
    assert.deepEqual(await spent(app, owner.userId), { 日用: 75, 聚餐: -20 });
    await assertProved(app);
  });

  test("restoring a version of the expense moves its refunds; one of a refund is as it was", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { userId } = owner;
    const mine = await fill(app, owner);
    made(await app.put(`/api/records/${mine.expense}`, { category: "购物" }));
    await restoreNewest(app, userId, mine.march);
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["购物", "餐饮", "聚餐"]);
    assert.deepEqual(await spent(app, userId), { 购物: 100, 餐饮: -5, 聚餐: -20 });
    made(await app.put(`/api/records/${mine.expense}`, { category: "日用" }));
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["日用", "餐饮", "聚餐"]);
    await restoreNewest(app, userId, mine.expense);
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["购物", "餐饮", "聚餐"]);
    const kept = (await versionsOf(app, userId, mine.april)).map(({ version }) => version.category);
    assert.deepEqual(kept, ["日用", "购物", "餐饮"]);
    assert.deepEqual(await spent(app, userId, "2026-04"), { 购物: -30 });
    await assertProved(app);
    // An account that comes back with all in it brings each record back in the category it had.
    made(await app.remove(`/api/accounts/${owner.accountId}?cascade=true`));
    await restoreNewest(app, userId, owner.accountId);
    const all = [mine.expense, ...refundsOf(mine)];
    assert.deepEqual(await categoriesAt(app, all), ["购物", "购物", "餐饮", "聚餐"]);
    assert.equal((await recordsAt(app, [mine.april]))[0].refundOf, mine.expense);
    await assertProved(app);
  });

  test("many at once: refunds follow whether they are named or not, each once", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { userId } = owner;
    const mine = await fill(app, owner);
    const other = (await book(app, owner, { amount: 50, category: "购物" })).id;
    const back = { userId, accountId: owner.accountId, amount: 9, date: "2026-03-20" };
    const ofOther = made(await app.post("/api/records", { ...back, refundOf: other })).id;
    const sorted = (await book(app, owner, { amount: 40, category: "日用" })).id;
    const astray = { ...back, refundOf: sorted, category: "餐饮" };
    const ofSorted = made(await app.post("/api/records", astray)).id;
    const ids = [mine.expense, mine.march, other, sorted];
    const change = { userId, ids, action: "change", category: "日用" };
    assert.equal(made(await app.post("/api/records/bulk", change)).count, 4);
    const all = [...ids, mine.april, mine.elsewhere, ofOther, ofSorted];
    assert.deepEqual(await categoriesAt(app, all), [
      ...["日用", "日用", "日用", "日用"],
      ...["日用", "聚餐", "日用", "餐饮"],
    ]);
    for (const id of [mine.march, mine.april, ofOther]) {
      assert.equal((await versionsOf(app, userId, id)).length, 1);
    }
    assert.deepEqual(await spent(app, userId), { 日用: 176, 聚餐: -20, 餐饮: -9 });
    assert.deepEqual(await spent(app, userId, "2026-04"), { 日用: -30 });
    await assertProved(app);
  });

  test("tags and the book's revision tell of a refund that followed", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const mine = await fill(app, owner);
    const expense = `/api/records/${mine.expense}`;
    const refund = `/api/records/${mine.april}`;
    const tagOf = async (path: string) => (await app.get(path)).headers.etag as string;
    const [old, stayed] = [await tagOf(refund), await tagOf(`/api/records/${mine.elsewhere}`)];
    const list = `/api/records?userId=${owner.userId}`;
    const seen = (await app.get(list)).headers.etag as string;
    const first = await app.put(
      expense,
      { category: "购物" },
      { "if-match": await tagOf(expense) },
    );
    assert.equal(first.status, 200, first.text);
    assert.equal((await app.get(list, { "if-none-match": seen })).status, 200);
    const late = await app.put(refund, { description: "退货" }, { "if-match": old });
    assert.equal(late.status, 412, late.text);
    const untouched = { "if-match": stayed };
    made(await app.put(`/api/records/${mine.elsewhere}`, { description: "聚" }, untouched));
    const again = { "if-match": first.headers.etag as string };
    const second = await app.put(expense, { category: "日用" }, again);
    assert.equal(second.status, 200, second.text);
    // One write is one step, however many refunds go with it; the change of the third is the other.
    const steps = Number(second.headers["book-revision"]) - Number(first.headers["book-revision"]);
    assert.equal(steps, 2);
    const stale = await app.put(expense, { category: "交通" }, again);
    assert.equal(stale.status, 412);
    assert.deepEqual(await categoriesAt(app, refundsOf(mine)), ["日用", "日用", "聚餐"]);
  });

  test("a refund booked while its expense is moved stands with it in the end", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { userId, accountId } = owner;
    for (const category of ["购物", "日用", "交通"]) {
      const expense = (await book(app, owner, { amount: 100 })).id;
      const body = { userId, accountId, amount: 10, date: "2026-03-20", refundOf: expense };
      const [, ...refunds] = await Promise.all([
        app.put(`/api/records/${expense}`, { category }),
        ...[1, 2, 3].map(() => app.post("/api/records", body)),
      ]);
      const ids = refunds.map((answer) => made(answer).id as number);
      assert.deepEqual(await categoriesAt(app, [expense, ...ids]), Array(4).fill(category));
    }
    await assertProved(app);
  });
});
