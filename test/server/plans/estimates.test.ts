/** Case 17: a plan whose amount differs each time is estimated at the median of the last three bookings. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { balanceOf, onEveryEngine, type TestApp } from "../../harness/app.ts";
import { assertProved, made, openAccount } from "../../harness/book.ts";
import { bookedDues, occurrencesOf, onDay, planOf, rent } from "../../harness/plans.ts";

onEveryEngine("estimates of plans", (open) => {
  const begin = async (t: TestContext, more: object = {}) => {
    const stage = await onDay(t, open, "2026-11-30");
    const { app, owner } = stage;
    const plan = await planOf(app, {
      ...rent(owner),
      name: "电费",
      amount: 200,
      amountMode: "estimate",
      mode: "confirm",
      ...more,
    });
    const path = (due: string) => `/api/plans/${plan.id}/occurrences/${due}`;
    /** Books an occurrence on its own day. */
    const book = async (due: string, body: object = {}) =>
      made(await app.post(`${path(due)}/book`, { date: due, ...body }));
    return { ...stage, plan, path, book };
  };
  const amounts = async (app: TestApp, userId: number, first: string, last: string) =>
    (await occurrencesOf(app, userId, first, last)).map((one: { amount: number }) => one.amount);

  test("case 17: what is said holds until three are booked, then their median", async (t) => {
    const { app, owner, tick, plan, book } = await begin(t);
    const { userId } = owner;
    await tick("2027-04-15");
    const coming = () => amounts(app, userId, "2027-04-16", "2027-06-30");
    await book("2026-12-01", { amount: 187.66 });
    await book("2027-01-01", { amount: 999 });
    assert.deepEqual(await coming(), [200, 200]);
    await book("2027-02-01", { amount: 150 });
    assert.deepEqual(await coming(), [187.66, 187.66]);
    assert.deepEqual(await amounts(app, userId, "2027-03-01", "2027-04-15"), [187.66, 187.66]);
    // Without an amount it is booked as it was shown.
    const { record } = await book("2027-03-01");
    assert.equal(record.amount, 187.66);
    await book("2027-04-01", { amount: 160.01 });
    assert.deepEqual(await coming(), [160.01, 160.01]);
    assert.equal(made(await app.get(`/api/plans/${plan.id}`)).amount, 200);
    await assertProved(app);
  });

  test("it goes by what is in the book: edited as edited, deleted not at all", async (t) => {
    const { app, owner, tick, book } = await begin(t);
    const { userId } = owner;
    await tick("2027-02-15");
    const coming = () => amounts(app, userId, "2027-03-01", "2027-03-31");
    const { record } = await book("2026-12-01", { amount: 100 });
    await book("2027-01-01", { amount: 110 });
    const { record: last } = await book("2027-02-01", { amount: 120 });
    assert.deepEqual(await coming(), [110]);
    made(await app.put(`/api/records/${record.id}`, { amount: 115 }));
    assert.deepEqual(await coming(), [115]);
    made(await app.remove(`/api/records/${last.id}`));
    assert.deepEqual(await coming(), [200]);
  });

  test("an amount that a person set for one occurrence wins, and one that is fixed stays", async (t) => {
    const { app, owner, tick, path, book } = await begin(t);
    const { userId } = owner;
    const fixed = await planOf(app, rent(owner));
    made(await app.put(path("2027-04-01"), { amount: 300 }));
    await tick("2027-02-15");
    for (const [due, amount] of [
      ["2026-12-01", 90],
      ["2027-01-01", 80],
      ["2027-02-01", 70],
    ] as const) {
      await book(due, { amount });
    }
    assert.deepEqual(await amounts(app, userId, "2027-03-01", "2027-05-31"), [
      ...[80, 3200, 300, 3200, 80, 3200],
    ]);
    made(await app.put(path("2027-04-01"), { amount: null }));
    const [shown] = await occurrencesOf(app, userId, "2027-04-01", "2027-04-01");
    assert.deepEqual([shown.amount, shown.changed], [80, undefined]);
    assert.equal(made(await app.get(`/api/plans/${fixed.id}`)).bookedCount, 3);
  });

  test("the clock books the estimate, and the forecast comes to what it books", async (t) => {
    const { app, owner, tick, path, book, plan } = await begin(t);
    const { userId, accountId } = owner;
    const savings = await openAccount(app, userId);
    await tick("2027-02-15");
    await book("2026-12-01", { amount: 50.01 });
    await book("2027-01-01", { amount: 70 });
    await book("2027-02-01", { amount: 60.02 });
    made(await app.put(`/api/plans/${plan.id}`, { mode: "auto" }));
    made(await app.put(path("2027-04-01"), { state: "skipped" }));
    await planOf(app, {
      ...rent(owner),
      ...{ name: "还款", kind: "transfer", toAccountId: savings, amount: 10, days: [5] },
      ...{ amountMode: "estimate", startDate: "2027-02-20" },
    });
    const forecast = made(await app.get(`/api/forecast?userId=${userId}&days=120`));
    const [own] = forecast.accounts;
    assert.deepEqual([own.accountId, own.lowest.date], [accountId, "2027-06-05"]);
    await tick("2027-06-05");
    assert.equal(await balanceOf(app, accountId), own.lowest.balance);
    assert.deepEqual((await bookedDues(app, userId)).slice(3), [
      ["2027-03-01", "2027-03-01", 60.02],
      ["2027-05-01", "2027-05-01", 60.02],
      ["2027-06-01", "2027-06-01", 60.02],
    ]);
    await assertProved(app);
  });

  test("an amount that a person says begins the estimate anew, in the forecast, too", async (t) => {
    const { app, owner, tick, plan, book } = await begin(t);
    const { userId } = owner;
    await tick("2027-02-15");
    await book("2026-12-01", { amount: 100 });
    await book("2027-01-01", { amount: 110 });
    await book("2027-02-01", { amount: 120 });
    const coming = () => amounts(app, userId, "2027-03-01", "2027-04-30");
    const said = () => app.get(`/api/plans/${plan.id}`).then(made);
    assert.deepEqual(await coming(), [110, 110]);
    // Said for the name alone, the estimate stays.
    made(await app.put(`/api/plans/${plan.id}`, { name: "用电" }));
    assert.deepEqual(await coming(), [110, 110]);
    made(await app.put(`/api/plans/${plan.id}`, { amount: 300 }));
    assert.deepEqual([(await said()).amount, await coming()], [300, [300, 300]]);
    const forecast = made(await app.get(`/api/forecast?userId=${userId}&days=60`));
    assert.deepEqual(
      forecast.items.map((one: { amount: number }) => one.amount),
      [300, 300],
    );
    await tick("2027-05-15");
    await book("2027-03-01", { amount: 310 });
    await book("2027-04-01", { amount: 320 });
    const later = () => amounts(app, userId, "2027-06-01", "2027-06-30");
    assert.deepEqual(await later(), [300]);
    await book("2027-05-01", { amount: 330 });
    assert.deepEqual(await later(), [320]);
    // The amount that was said already, said again; and once more, which changes nothing.
    made(await app.put(`/api/plans/${plan.id}`, { amount: 300 }));
    assert.deepEqual(await later(), [300]);
    const history = async () => made(await app.get(`/api/history?userId=${userId}&noun=plan`));
    const entries = await history();
    made(await app.put(`/api/plans/${plan.id}`, { amount: 300 }));
    assert.deepEqual(await history(), entries);
    made(await app.post(`/api/history/${entries[0].id}/restore`));
    assert.deepEqual(await later(), [320]);
    await assertProved(app);
  });
});
