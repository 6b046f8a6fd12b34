/** The clock of plans: what a stop, a wrong clock, two nodes and an account that is gone make of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bookDue } from "../../../src/server/plans/clock.ts";
import { sql } from "../../../src/store/sql.ts";
import { migrateZone } from "../../../src/store/zone.ts";
import { balanceOf, onEveryEngine, openApp, type TestApp } from "../../harness/app.ts";
import { assertProved, made, openAccount } from "../../harness/book.ts";
import {
  bookedDues,
  idle,
  noonOf,
  occurrencesOf,
  onDay,
  planOf,
  rent,
  ZONE,
} from "../../harness/plans.ts";

const states = async (app: TestApp, userId: number, first: string, last: string) =>
  (await occurrencesOf(app, userId, first, last)).map(({ state }: { state: string }) => state);

onEveryEngine("the clock of plans", (open, engine) => {
  test("case 4: after 92 days away each occurrence is booked on its own day", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-08-30");
    const { userId, accountId } = owner;
    await planOf(app, { ...rent(owner), startDate: "2026-09-01" });
    const phone = { name: "话费", amount: 50, mode: "confirm", days: [20] };
    await planOf(app, { ...rent(owner), ...phone, startDate: "2026-09-20" });
    await tick();
    const beat = await tick("2026-11-30");
    assert.deepEqual(beat, idle({ booked: 3, waiting: 3, days: 92 }));
    assert.deepEqual(await bookedDues(app, userId), [
      ["2026-09-01", "2026-09-01", 3200],
      ["2026-10-01", "2026-10-01", 3200],
      ["2026-11-01", "2026-11-01", 3200],
    ]);
    assert.equal(await balanceOf(app, accountId), 100_000 - 3 * 3200);
    const waiting = await occurrencesOf(app, userId, "2026-09-01", "2026-11-30", "&state=waiting");
    assert.deepEqual(
      waiting.map(({ due }: { due: string }) => due),
      ["2026-09-20", "2026-10-20", "2026-11-20"],
    );
    assert.deepEqual(await tick(), idle());
    await assertProved(app);
  });

  test("more than one lot is due: all of it is booked, a revision a lot", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-01-01");
    const daily = {
      every: { unit: "day" },
      days: undefined,
      startDate: "2026-01-02",
      amount: 0.01,
    };
    await planOf(app, { ...rent(owner), ...daily });
    await planOf(app, { ...rent(owner), ...daily, name: "早饭" });
    const revision = () =>
      app.db.read((db) =>
        db.get<{ revision: number }>(
          sql`select revision from revisions where user_id = ${owner.userId}`,
        ),
      );
    const before = (await revision())?.revision as number;
    assert.equal((await tick("2026-10-08")).booked, 560);
    assert.equal((await revision())?.revision, before + 6);
    assert.equal(await balanceOf(app, owner.accountId), 100_000 - 5.6);
    await assertProved(app);
  });

  test("case 5: two nodes at midnight book once", async (t) => {
    const { app, owner, clock } = await onDay(t, open, "2026-11-29");
    for (let count = 0; count < 5; count += 1) await planOf(app, rent(owner));
    clock.now = noonOf("2027-03-01");
    const options = { now: clock.now, zone: ZONE };
    const other =
      engine === "postgres" ? await openApp({ engine, url: app.url, zone: ZONE }) : undefined;
    try {
      const beats = await Promise.all([
        bookDue(app.db, options),
        bookDue((other ?? app).db, options),
        bookDue(app.db, options),
      ]);
      assert.equal(
        beats.reduce((sum, { booked }) => sum + booked, 0),
        20,
      );
    } finally {
      await other?.close();
    }
    assert.equal((await bookedDues(app, owner.userId)).length, 20);
    assert.equal(await balanceOf(app, owner.accountId), 100_000 - 20 * 3200);
    await assertProved(app);
  });

  test("case 6: the zone moves west, and nothing is booked twice", async (t) => {
    const { app, owner, clock } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, { ...rent(owner), every: { unit: "day" }, days: undefined });
    // 08:00 of the 3rd in Shanghai is the evening of the 2nd in New York.
    clock.now = Date.parse("2026-12-03T00:00:00Z");
    assert.equal((await bookDue(app.db, { now: clock.now, zone: ZONE })).booked, 3);
    const zone = "America/New_York";
    await migrateZone(app.db, zone, false);
    assert.equal((await bookDue(app.db, { now: clock.now, zone })).booked, 0);
    assert.equal(made(await app.get(`/api/plans/${one.id}`)).nextDue, "2026-12-04");
    clock.now = Date.parse("2026-12-04T12:00:00Z");
    assert.equal((await bookDue(app.db, { now: clock.now, zone })).booked, 1);
    const days = await app.db.read((db) =>
      db.all<{ day: string; due: string }>(sql`select day, due from records order by due`),
    );
    assert.deepEqual(
      days.map(({ day, due }) => `${day} ${due}`),
      ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"].map((day) => `${day} ${day}`),
    );
    await assertProved(app);
  });

  test("case 7: a clock set back books nothing; one far ahead asks first", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    await tick("2026-12-01");
    assert.equal((await tick("2026-11-30")).booked, 0);
    assert.equal((await tick("2026-12-01")).booked, 0);
    const ahead = await tick("2028-02-01");
    assert.deepEqual([ahead.stalled, ahead.booked], [true, 0]);
    made(await app.put(`/api/plans/${one.id}`, { description: "押一付三" }));
    assert.equal((await bookedDues(app, owner.userId)).length, 1);
    assert.equal((await tick("2026-12-02")).stalled, false);
    const right = await tick("2028-02-01", { catchUp: true });
    assert.equal(right.booked, 14);
    assert.equal((await tick()).stalled, false);
    await assertProved(app);
  });

  test("an account that was put away: it waits, and a person books it by force", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const one = await planOf(app, rent(owner));
    made(await app.put(`/api/accounts/${accountId}`, { archived: true }));
    assert.deepEqual(await tick("2026-12-01"), idle({ waiting: 1 }));
    assert.deepEqual(await states(app, userId, "2026-12-01", "2026-12-01"), ["waiting"]);
    const path = `/api/plans/${one.id}/occurrences/2026-12-01/book`;
    assert.match((await app.post(path)).message as string, /已归档/);
    assert.deepEqual(await states(app, userId, "2026-12-01", "2026-12-01"), ["waiting"]);
    made(await app.post(path, { force: true }));
    made(await app.put(`/api/accounts/${accountId}`, { archived: false }));
    assert.equal((await tick("2027-01-01")).booked, 1);
    await assertProved(app);
  });

  test("a plan that cannot be booked is paused with its reason, and others go on", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const full = await openAccount(app, userId, { balance: -20_000_000_000_000 });
    const stuck = await planOf(app, { ...rent(owner), accountId: full, name: "车贷" });
    await planOf(app, rent(owner));
    assert.deepEqual(await tick("2026-12-01"), idle({ booked: 1, paused: 1 }));
    const paused = made(await app.get(`/api/plans/${stuck.id}`));
    assert.deepEqual(
      [paused.state, paused.reason, paused.nextDue],
      ["paused", "balanceTooLarge", undefined],
    );
    // Resumed with what was missed it stays so, and says so.
    const again = await app.post(`/api/plans/${stuck.id}/resume`, { missed: "book" });
    assert.deepEqual([again.data.state, again.message?.includes("仍然暂停")], ["paused", true]);
    const [entry] = made(await app.get(`/api/history?userId=${userId}&noun=plan`));
    assert.deepEqual([entry.who, entry.changed.to], ["plan 车贷", { state: "paused" }]);
    assert.equal(await balanceOf(app, full), -20_000_000_000_000);
    made(await app.put(`/api/plans/${stuck.id}`, { accountId }));
    const on = made(await app.post(`/api/plans/${stuck.id}/resume`, { missed: "book" }));
    assert.deepEqual([on.state, on.reason, on.bookedCount], ["active", undefined, 1]);
    await assertProved(app);
  });

  test("a deleted account pauses its plans, and comes back with them", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId } = owner;
    const card = await openAccount(app, userId);
    const one = await planOf(app, { ...rent(owner), accountId: card });
    const removed = await app.remove(`/api/accounts/${card}`);
    assert.equal(removed.status, 200, removed.text);
    const paused = made(await app.get(`/api/plans/${one.id}`));
    assert.deepEqual(
      [paused.state, paused.reason, paused.accountId],
      ["paused", "accountDeleted", undefined],
    );
    const resumed = await app.post(`/api/plans/${one.id}/resume`);
    assert.equal(resumed.message, "支出与收入计划需要账户与分类");
    assert.deepEqual(await tick("2026-12-02"), idle());
    made(await app.post(`/api/history/acts/${removed.headers["history-act"]}/restore`));
    const back = made(await app.get(`/api/plans/${one.id}`));
    assert.deepEqual([back.state, back.accountId, back.nextDue], ["active", card, "2027-01-01"]);
    await assertProved(app);
  });

  test("a merged account hands its plans over", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const card = await openAccount(app, userId);
    await planOf(app, { ...rent(owner), accountId: card });
    const both = { name: "还款", kind: "transfer", toAccountId: card, days: [2] };
    const transfer = await planOf(app, { ...rent(owner), ...both });
    const merged = await app.post(`/api/accounts/${card}/merge`, { into: accountId });
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual(await tick("2026-12-02"), idle({ booked: 1, paused: 1 }));
    const { state, reason } = made(await app.get(`/api/plans/${transfer.id}`));
    assert.deepEqual([state, reason], ["paused", "sameAccount"]);
    assert.equal(await balanceOf(app, accountId), 96_800);
    await assertProved(app);
  });

  test("check finds what is booked without its money, and money without its occurrence", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    await tick("2026-12-01");
    const { proveBook } = await import("../../../src/store/proof.ts");
    const findings = async () => {
      const found = await app.db.read((db) => proveBook(db));
      return found.map(({ kind, text }) => `${kind} ${text}`);
    };
    const run = (
      statement: Parameters<Parameters<Parameters<typeof app.db.write>[0]>[0]["run"]>[0],
    ) => app.db.write((db) => db.run(statement));
    const named = `用户 ${owner.userId} 的计划 ${one.id}`;
    await run(sql`update plan_occurrences set record_id = null`);
    assert.deepEqual(await findings(), [
      `plan ${named} 在 2026-12-01 的一期有一条记录，却没有记作已记`,
      `plan ${named} 在 2026-12-01 的一期记作已记，却没有所记的账`,
    ]);
    await run(sql`update plan_occurrences set record_id = (select id from records)`);
    assert.deepEqual(await findings(), []);
    await run(sql`update records set due = '2027-01-01'`);
    assert.equal((await findings()).length, 2);
    await run(sql`update records set due = '2026-12-01'`);
    await run(sql`update plans set next_due = '2027-02-01'`);
    assert.deepEqual(await findings(), [`plan ${named} 的下一期 2027-02-01 与它的规则不符`]);
  });
});
