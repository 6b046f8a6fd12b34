import assert from "node:assert/strict";
import { test } from "node:test";
import { type Day, LAST_DAY } from "../../../src/ledger/calendar.ts";
import { clockContext } from "../../../src/server/plans/clock.ts";
import { standingByDays } from "../../../src/server/plans/listed.ts";
import { readPlans } from "../../../src/server/plans/plan-row.ts";
import { MOST_PLANS } from "../../../src/server/plans/write-plan.ts";
import { onEveryEngine } from "../../harness/app.ts";
import { made, type Owner } from "../../harness/book.ts";
import {
  insertPlans,
  noonOf,
  occurrencesOf,
  onDay,
  planOf,
  rent,
  ZONE,
} from "../../harness/plans.ts";

const DAILY = { every: { unit: "day" }, days: undefined, startDate: "2026-12-02", amount: 1 };
const daily = (owner: Owner, count: number) =>
  Array.from({ length: count }, (_, number) => ({
    ...rent(owner),
    ...DAILY,
    name: `第 ${number}`,
  }));

onEveryEngine("very many plans", (open) => {
  const begin = async (t: Parameters<typeof onDay>[0], count: number) => {
    const { app, owner, tick } = await onDay(t, open, "2026-12-01");
    for (const body of daily(owner, count)) await planOf(app, body);
    return { app, owner, tick, userId: owner.userId };
  };

  test("a list of many occurrences is those of its months, one behind another", async (t) => {
    const { app, userId } = await begin(t, 12);
    const months: [string, string][] = [
      ["2026-12-01", "2027-03-31"],
      ["2027-04-01", "2027-08-31"],
      ["2027-09-01", "2027-12-31"],
    ];
    const whole = await occurrencesOf(app, userId, "2026-12-01", "2027-12-31");
    assert.equal(whole.length, 12 * 395);
    const parts = [];
    for (const [first, last] of months)
      parts.push(...(await occurrencesOf(app, userId, first, last)));
    assert.deepEqual(whole, parts);
    const open = await occurrencesOf(app, userId, "2026-12-01", "2027-12-31", "&state=waiting");
    assert.deepEqual(open, []);
  });

  test("what is far away is listed as what is near", async (t) => {
    const { app, owner, userId } = await begin(t, 1);
    await planOf(app, { ...rent(owner), days: [30, 31], startDate: "1999-01-31", times: 10_000 });
    const far = await occurrencesOf(app, userId, "2402-02-01", "2402-03-31");
    const dues = far.map(({ due }: { due: string }) => due);
    assert.deepEqual(dues.length, 28 + 31 + 3);
    assert.equal(dues.filter((due: string) => due === "2402-02-28").length, 2);
    const last = await occurrencesOf(app, userId, "9999-12-30", LAST_DAY);
    assert.deepEqual(
      last.map(({ due }: { due: string }) => due),
      ["9999-12-30", LAST_DAY],
    );
  });

  test("a forecast reckons with all, and shows the first of them", async (t) => {
    const { app, userId, owner } = await begin(t, 13);
    const { total, items, more, accounts } = made(
      await app.get(`/api/forecast?userId=${userId}&days=400&pace=none`),
    );
    assert.deepEqual([items.length, more], [5000, 13 * 399 - 5000]);
    assert.equal(total.at(-1).balance, 100_000 - 13 * 399);
    assert.equal(
      total.reduce((sum: number, day: { out: number }) => sum + day.out, 0),
      13 * 399,
    );
    assert.deepEqual(accounts[0].accountId, owner.accountId);
    const few = made(await app.get(`/api/forecast?userId=${userId}&days=90`));
    assert.deepEqual([few.items.length, few.more], [13 * 89, undefined]);
    assert.deepEqual(few.items, items.slice(0, few.items.length));
  });

  test("they are told a few days at a time, so that others have their turn", async (t) => {
    const { app, userId } = await begin(t, 20);
    const portions: number[] = [];
    await app.db.read(async (db) => {
      const ctx = clockContext(db, userId, noonOf("2026-12-01"), ZONE);
      const days: [Day, Day] = ["2026-12-01" as Day, "2027-12-31" as Day];
      for await (const some of standingByDays(ctx, await readPlans(ctx), ...days)) {
        portions.push(some.length);
      }
    });
    assert.equal(
      portions.reduce((sum, one) => sum + one),
      20 * 395,
    );
    assert.ok(Math.max(...portions) <= 4000, portions.join());
  });

  test("the clock books more plans than one lot looks at, all of them, in order of day", async (t) => {
    const { app, owner, tick, userId } = await begin(t, 0);
    await insertPlans(app, owner, 60, "2026-12-02" as Day);
    assert.equal((await tick("2026-12-04")).booked, 60 * 3);
    const records = made(await app.get(`/api/records?userId=${userId}&order=createdAt`));
    const days = records.map(({ due }: { due: string }) => due);
    assert.deepEqual(days, [...days].sort().reverse());
    assert.equal((await tick()).booked, 0);
  });

  test("there are so many plans at most", async (t) => {
    const { app, owner } = await begin(t, 0);
    await insertPlans(app, owner, MOST_PLANS - 1, "2026-12-02" as Day);
    const last = await planOf(app, { ...rent(owner), startDate: "2026-12-02" });
    const refused = await app.post("/api/plans", rent(owner));
    assert.deepEqual([refused.status, refused.message?.includes("1000")], [400, true]);
    const split = await app.put(`/api/plans/${last.id}`, { from: "2027-02-01", amount: 1 });
    assert.equal(split.status, 400);
    assert.equal((await app.get(`/api/plans/${last.id}`)).data.endDate, undefined);
    const act = (await app.remove(`/api/plans/${last.id}`)).headers["history-act"];
    made(await app.post("/api/plans", rent(owner)));
    const restored = await app.post(`/api/history/acts/${act}/restore`);
    assert.equal(restored.status, 400, restored.text);
  });
});
