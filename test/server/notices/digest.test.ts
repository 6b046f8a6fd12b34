import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { makeDigests } from "../../../src/server/notices/digest.ts";
import { bookDue } from "../../../src/server/plans/clock.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp, type TestOptions } from "../../harness/app.ts";
import { book, made, openAccount, refused } from "../../harness/book.ts";
import { withReceiver } from "../../harness/notices.ts";
import { planOf, rent, ZONE } from "../../harness/plans.ts";

type Open = (options?: TestOptions) => Promise<TestApp>;

/** A service at an hour of Shanghai, somebody with a channel, and the day's look. */
async function atHour(t: TestContext, open: Open, day: string, hour = 8) {
  const world = await withReceiver(t, open);
  const { app, clock, receiver, sender, hookOf } = world;
  const set = (on: string, at: number) => {
    clock.now = Date.parse(`${on}T${String(at).padStart(2, "0")}:00:00+08:00`);
  };
  set(day, hour);
  const owner = await someone(app, { balance: 100_000 });
  const channel = await hookOf(owner.userId);
  /** What is said at an hour of a day: the lines of each notice that arrived. */
  const heard = async (on: string, at = 9): Promise<string[][]> => {
    set(on, at);
    receiver.received.length = 0;
    await bookDue(app.db, { now: clock.now, zone: ZONE });
    await makeDigests(app.db, { now: clock.now, zone: ZONE });
    await sender.sendDue();
    return receiver.received.map(({ text }) => JSON.parse(text).data.lines);
  };
  const settings = (fields: object) =>
    app.put("/api/notices/settings", { userId: owner.userId, ...fields });
  return { ...world, set, owner, channel, heard, settings };
}

onEveryEngine("reminders", (open) => {
  test("a plan is told of once, so many days ahead, at the hour", async (t) => {
    const { app, owner, heard } = await atHour(t, open, "2026-11-28");
    await planOf(app, { ...rent(owner), remindDays: 1 });
    await planOf(app, { ...rent(owner), name: "没有提醒" });
    const salary = { name: "工资", kind: "income", amount: 9000, days: [2], remindDays: 2 };
    await planOf(app, { ...rent(owner), ...salary });
    const todo = { userId: owner.userId, name: "交材料", kind: "reminder", remindDays: 0 };
    const every = { unit: "year" };
    await planOf(app, { ...todo, every, startDate: "2026-12-05" });
    assert.deepEqual(await heard("2026-11-29"), []);
    assert.deepEqual(await heard("2026-11-30", 8), []);
    assert.deepEqual(await heard("2026-11-30"), [["明天要付：房租", "后天到账：工资"]]);
    assert.deepEqual(await heard("2026-11-30", 10), []);
    for (const day of ["12-01", "12-02", "12-03", "12-04"]) {
      assert.deepEqual(await heard(`2026-${day}`), [], day);
    }
    assert.deepEqual(await heard("2026-12-05"), [["今天：交材料"]]);
    assert.deepEqual(await heard("2026-12-31"), [["明天要付：房租", "后天到账：工资"]]);
  });

  test("who has much to be told holds nobody up", async (t) => {
    const { app, owner, heard, settings, hookOf, set } = await atHour(t, open, "2026-11-28");
    await settings({ digest: false, hour: 8 });
    for (let at = 0; at < 12; at += 1) {
      await planOf(app, { ...rent(owner), name: `计划${at}`, remindDays: 2 });
    }
    const other = await someone(app);
    await hookOf(other.userId);
    await planOf(app, { ...rent(other), name: "另一个人的", remindDays: 2 });
    set("2026-11-29", 8);
    await makeDigests(app.db, { now: Date.parse("2026-11-29T08:00:00+08:00"), zone: ZONE });
    const all = await heard("2026-11-29");
    assert.equal(all.length, 13);
    // Eight are sent at once.
    assert.ok(all.slice(0, 8).some(([line]) => line?.startsWith("后天要付：另一个人的")));
  });

  test("of very much only the first is said, and how much there is besides", async (t) => {
    const { app, owner, heard, settings } = await atHour(t, open, "2026-11-28");
    const each = {
      ...rent(owner),
      remindDays: 30,
      every: { unit: "day" },
      startDate: "2026-11-30",
    };
    for (const name of ["甲", "乙"]) await planOf(app, { ...each, name, days: undefined });
    const [lines = [], ...others] = await heard("2026-11-29");
    assert.equal(others.length, 0);
    assert.equal(lines.length, 50);
    assert.match(lines[0] as string, /^明天要付：甲/);
    assert.equal(lines[49], "另有 11 件，请打开分明看");
    // The account lasts for 31 of the 60 payments.
    const short = lines.filter((line) => line.includes("不够"));
    assert.deepEqual([lines.indexOf(short[0] as string), short.length], [30, 19]);
    // What was only counted is not said another day.
    await settings({ digest: false });
    assert.equal((await heard("2026-11-30")).length, 2);
  });

  test("amounts are said where that is turned on, and where the money is not enough", async (t) => {
    const { app, owner, heard, settings } = await atHour(t, open, "2026-11-28");
    const accountId = await openAccount(app, owner.userId, { balance: 2204.5 });
    const card = await openAccount(app, owner.userId, { name: "信用卡", kind: "credit" });
    await planOf(app, { ...rent(owner), accountId, remindDays: 1 });
    await planOf(app, { ...rent(owner), name: "话费", accountId: card, amount: 50, remindDays: 1 });
    // From the day on which it is seen, once.
    assert.deepEqual(await heard("2026-11-29"), [["招商银行 12月1日 将低于 0"]]);
    assert.deepEqual(await heard("2026-11-30"), [
      ["明天要付：房租，招商银行的钱不够", "明天要付：话费"],
    ]);
    const changed = await settings({ showAmounts: true });
    assert.equal(changed.message, "提醒设置已更新");
    assert.deepEqual(made(changed), { hour: 9, showAmounts: true, digest: true });
    assert.deepEqual(await heard("2026-12-01"), []);
    made(await app.put(`/api/accounts/${accountId}`, { balance: 2204.5 }));
    assert.deepEqual(await heard("2026-12-31"), [
      ["明天要付：房租 3,200.00，招商银行还有 2,204.50，不够", "明天要付：话费 50.00"],
    ]);
  });

  test("what waits is told when there is more of it, budgets at 80 and 100 percent", async (t) => {
    const { app, owner, heard } = await atHour(t, open, "2026-11-30", 10);
    const { userId } = owner;
    await planOf(app, { ...rent(owner), mode: "confirm" });
    await planOf(app, { ...rent(owner), mode: "confirm", name: "水费", days: [3] });
    made(
      await app.post("/api/budgets", { userId, category: "餐饮", amount: 100, month: "2026-12" }),
    );
    const spend = (amount: number) => book(app, owner, { amount, date: "2026-12-01" });
    assert.deepEqual(await heard("2026-12-01"), [["待确认 1 笔"]]);
    await spend(80);
    assert.deepEqual(await heard("2026-12-02"), [["餐饮预算已用 80%"]]);
    await spend(9);
    assert.deepEqual(await heard("2026-12-03"), [["待确认 2 笔"]]);
    await spend(21.5);
    assert.deepEqual(await heard("2026-12-04"), [["餐饮预算已用 110%"]]);
    assert.deepEqual(await heard("2026-12-05"), []);
  });

  test("case 4: after a stop of 92 days one notice says what was booked meanwhile", async (t) => {
    const { app, owner, heard, noticesOf } = await atHour(t, open, "2026-11-30");
    await planOf(app, rent(owner));
    await planOf(app, { ...rent(owner), name: "话费", mode: "confirm", amount: 50 });
    assert.deepEqual(await heard("2026-11-30"), []);
    assert.deepEqual(await heard("2027-03-02"), [["停了 92 天，补记 4 笔", "待确认 4 笔"]]);
    assert.deepEqual(await heard("2027-03-02", 10), []);
    assert.deepEqual(await heard("2027-03-03"), []);
    assert.equal((await noticesOf(owner.userId)).length, 1);
  });

  test("a plan that the clock had to pause is told of", async (t) => {
    const { app, owner, heard } = await atHour(t, open, "2026-11-30");
    const accountId = await openAccount(app, owner.userId, { balance: 1e9 });
    await planOf(app, { ...rent(owner), accountId });
    made(await app.remove(`/api/accounts/${accountId}`));
    assert.deepEqual(await heard("2026-12-01"), [["房租 记不下去，已暂停，请看一看"]]);
    assert.deepEqual(await heard("2026-12-02"), []);
  });

  test("another hour, each line by itself, and channels that are off", async (t) => {
    const { app, owner, channel, heard, settings, hookOf } = await atHour(t, open, "2026-11-29");
    const { userId } = owner;
    const read = async () => made(await app.get(`/api/notices/settings?userId=${userId}`));
    assert.deepEqual(await read(), { hour: 9, showAmounts: false, digest: true });
    made(await settings({ hour: 20, digest: false }));
    assert.deepEqual(await read(), { hour: 20, showAmounts: false, digest: false });
    for (const hour of [24, -1, 9.5]) {
      assert.match(await refused(app, userId, 400, () => settings({ hour })), /几点/);
    }
    await planOf(app, { ...rent(owner), remindDays: 1 });
    await planOf(app, { ...rent(owner), name: "水费", remindDays: 1 });
    assert.deepEqual(await heard("2026-11-29", 20), []);
    assert.deepEqual(await heard("2026-11-30", 9), []);
    const second = await hookOf(userId);
    assert.deepEqual((await heard("2026-11-30", 20)).flat().sort(), [
      ...["明天要付：房租", "明天要付：房租", "明天要付：水费", "明天要付：水费"],
    ]);
    for (const { id } of [channel, second]) {
      made(await app.put(`/api/channels/${id}`, { state: "off" }));
    }
    assert.deepEqual(await heard("2026-12-31", 20), []);
    made(await app.put(`/api/channels/${second.id}`, { state: "active" }));
    // What nobody was told does not count as said.
    assert.deepEqual(await heard("2027-01-01", 20), [["停了 31 天，补记 2 笔"]]);
  });

  test("two nodes at the same hour say it once", async (t) => {
    const { app, owner, clock, set, outbound, noticesOf } = await atHour(t, open, "2026-11-29");
    await planOf(app, { ...rent(owner), remindDays: 1 });
    set("2026-11-30", 9);
    const other = await open({ url: app.url, now: () => clock.now, config: { outbound } });
    t.after(() => other.close());
    const look = (on: TestApp) => makeDigests(on.db, { now: clock.now, zone: ZONE });
    const counts = await Promise.all([app, other, app, other].map(look));
    assert.deepEqual(counts.sort(), [0, 0, 0, 1]);
    assert.equal((await noticesOf(owner.userId)).length, 1);
  });

  test("who has been disabled is told nothing", async (t) => {
    const { app, owner, heard } = await atHour(t, open, "2026-11-29");
    await planOf(app, { ...rent(owner), remindDays: 1 });
    const at = "2026-11-29T12:00:00.000Z";
    await app.db.write((db) =>
      db.run(sql`update users set disabled_at = ${at} where id = ${owner.userId}`),
    );
    assert.deepEqual(await heard("2026-11-30"), []);
  });

  test("old notices are forgotten after 90 days", async (t) => {
    const { app, owner, clock, heard, noticesOf } = await atHour(t, open, "2026-11-29");
    await planOf(app, { ...rent(owner), remindDays: 1 });
    await heard("2026-11-30");
    assert.equal((await noticesOf(owner.userId)).length, 1);
    await forgetOld(app.db, clock.now + 89 * 86_400_000);
    assert.equal((await noticesOf(owner.userId)).length, 1);
    await forgetOld(app.db, clock.now + 91 * 86_400_000);
    assert.deepEqual(made(await app.get(`/api/notices?userId=${owner.userId}&_=1`)), []);
  });
});
