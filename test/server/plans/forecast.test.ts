import assert from "node:assert/strict";
import { test } from "node:test";
import type { Day } from "../../../src/ledger/calendar.ts";
import { shiftDay } from "../../../src/ledger/calendar.ts";
import { bookDue } from "../../../src/server/plans/clock.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, during, made, openAccount } from "../../harness/book.ts";

const ZONE = "Asia/Shanghai";
const TODAY = "2026-11-26" as Day;
const noon = (day: string) => Date.parse(`${day}T04:00:00Z`);

const at =
  (day: string) =>
  ({ date }: { date: string }) =>
    date === day;
const income = (userId: number, accountId: number, amount: number) => ({
  ...{ userId, accountId, type: "income", amount, category: "红包", date: TODAY },
});

onEveryEngine("forecast", (open) => {
  const begin = async (t: Parameters<typeof during>[0]) => {
    const clock = { now: noon(TODAY) };
    const app = await during(t, open, { zone: ZONE, now: () => clock.now });
    const owner = await someone(app, { balance: 5000 });
    const { userId, accountId } = owner;
    const bank = await openAccount(app, userId, { name: "储蓄卡", type: "bank", balance: 100 });
    const plan = (body: object) => app.post("/api/plans", { userId, ...body });
    const month = { every: { unit: "month" }, startDate: TODAY };
    const rent = { name: "房租", kind: "expense", accountId, category: "住房", amount: 3200 };
    made(await plan({ ...rent, ...month, days: [1] }));
    const pay = { name: "工资", kind: "income", accountId: bank, category: "工资", amount: 900 };
    made(await plan({ ...pay, ...month, days: [-1], weekend: "before", mode: "confirm" }));
    const save = { name: "定投", kind: "transfer", accountId, toAccountId: bank, amount: 250.5 };
    made(await plan({ ...save, every: { unit: "week" }, days: [5], startDate: TODAY }));
    const ask = { name: "电费", kind: "expense", accountId, category: "水电", amountMode: "ask" };
    made(await plan({ ...ask, ...month, mode: "confirm" }));
    const read = async (more = "") => made(await app.get(`/api/forecast?userId=${userId}${more}`));
    return { app, clock, userId, accountId, bank, read };
  };

  test("is what the balances come to, day by day, when every plan is done on its day", async (t) => {
    const { app, clock, userId, read } = await begin(t);
    const days = 75;
    const said = await read(`&days=${days}`);
    assert.equal(said.total.length, days);
    assert.deepEqual([said.from, said.to], [TODAY, shiftDay(TODAY, days - 1)]);
    for (const [at, { date, balance }] of said.total.entries()) {
      assert.equal(date, shiftDay(TODAY, at));
      clock.now = noon(date);
      await bookDue(app.db, { now: clock.now, zone: ZONE });
      const range = `userId=${userId}&startDate=${shiftDay(date, -9)}&endDate=${date}`;
      for (const one of made(await app.get(`/api/occurrences?${range}&state=waiting`))) {
        const path = `/api/plans/${one.planId}/occurrences/${one.due}`;
        if (one.amount === undefined) made(await app.put(path, { state: "skipped" }));
        else made(await app.post(`${path}/book`, {}));
      }
      const accounts = made(await app.get(`/api/accounts?userId=${userId}`));
      const sum = accounts.reduce((all: number, one: { balance: number }) => all + one.balance, 0);
      assert.equal(balance, Math.round(sum * 100) / 100, date);
    }
    await assertProved(app);
  });

  test("names the lowest day of an account and the first one below zero", async (t) => {
    const { accountId, bank, read } = await begin(t);
    const said = await read("&days=40");
    const of = (id: number) =>
      said.accounts.find((one: { accountId: number }) => one.accountId === id);
    // 5,000 − 3,200 on 1 December − 250.50 on Fridays from 27 November on, − 3,200 on 1 January.
    assert.deepEqual(of(accountId), {
      accountId,
      balance: -2903,
      lowest: { date: "2027-01-01", balance: -2903 },
      below: "2027-01-01",
    });
    assert.deepEqual(of(bank).lowest, { date: TODAY, balance: 100 });
    const rents = said.items.filter((one: { amount?: number }) => one.amount === 3200);
    assert.deepEqual(
      rents.map((one: { due: string }) => one.due),
      ["2026-12-01", "2027-01-01"],
    );
    const alone = await read(`&days=7&accountId=${bank}`);
    assert.deepEqual(
      alone.total.map((one: { balance: number }) => one.balance),
      [100, 350.5, 350.5, 350.5, 1250.5, 1250.5, 1250.5],
    );
    assert.equal(alone.total[1].in, 250.5, "from one account alone a transfer comes in");
    assert.deepEqual(
      (await read("&days=7")).total.map((one: { in: number }) => one.in),
      [0, 0, 0, 0, 900, 0, 0],
    );
  });

  test("the overview has the three that come next, and those that wait", async (t) => {
    const { app, clock, userId } = await begin(t);
    const upcoming = async () => {
      const { plans } = made(await app.get(`/api/overview?userId=${userId}&parts=plans`));
      return plans.upcoming.map((one: Record<string, unknown>) => [one.name, one.date, one.state]);
    };
    assert.deepEqual(await upcoming(), [
      ["电费", "2026-11-26", "waiting"],
      ["定投", "2026-11-27", "open"],
      ["工资", "2026-11-30", "open"],
    ]);
    clock.now = noon("2026-11-30");
    await bookDue(app.db, { now: clock.now, zone: ZONE });
    assert.deepEqual(await upcoming(), [
      ["电费", "2026-11-26", "waiting"],
      ["工资", "2026-11-30", "waiting"],
      ["房租", "2026-12-01", "open"],
    ]);
    const nobody = await someone(app);
    const { plans } = made(await app.get(`/api/overview?userId=${nobody.userId}&parts=plans`));
    assert.deepEqual(plans.upcoming, []);
  });

  test("the overview has it in short: every balance, the lowest day, who is short first", async (t) => {
    const { app, userId, accountId, read } = await begin(t);
    const short = async (id: number) =>
      made(await app.get(`/api/overview?userId=${id}&parts=forecast`)).forecast;
    const { revision, ...said } = await short(userId);
    const { total, accounts } = await read();
    const balances = total.map(({ balance }: { balance: number }) => balance);
    assert.match(revision, /^[\w-]{11}$/);
    assert.deepEqual(said.balances, balances);
    assert.equal(said.lowest.balance, Math.min(...balances));
    assert.equal(balances[total.findIndex(at(said.lowest.date))], said.lowest.balance);
    assert.deepEqual(said.below, { accountId, date: accounts[0].below });
    made(await app.post("/api/records", income(userId, accountId, 0.01)));
    const later = await short(userId);
    assert.notEqual(later.revision, revision);
    assert.equal(later.lowest.balance, Math.round((said.lowest.balance + 0.01) * 100) / 100);
    // Without plans there is nothing to say, and so it stays when money moves.
    const nobody = await someone(app, { balance: 5 });
    const empty = await short(nobody.userId);
    assert.deepEqual(empty, { revision: empty.revision, balances: [] });
    made(await app.post("/api/records", income(nobody.userId, nobody.accountId, 1)));
    assert.deepEqual(await short(nobody.userId), empty);
  });

  test("takes off what is usually spent, or what budgets have left", async (t) => {
    const { app, userId, accountId, read } = await begin(t);
    const spend = async (date: string, amount: number, category: string) =>
      made(
        await app.post("/api/records", {
          ...{ userId, accountId, type: "expense", amount, category, date },
        }),
      );
    await spend("2026-11-16", 60, "餐饮");
    await spend("2026-11-25", 40, "交通");
    const recent = await read("&days=11&pace=recent");
    const taken = ({ balance, withPace }: { balance: number; withPace: number }) =>
      Math.round((balance - withPace) * 100) / 100;
    assert.deepEqual(recent.total.map(taken), [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    for (const [month, amount] of [
      ["2026-11", 100],
      ["2026-12", 310],
    ] as const) {
      made(await app.post("/api/budgets", { userId, category: "餐饮", amount, month }));
    }
    // The rent is more than its budget: nothing is left of that.
    made(
      await app.post("/api/budgets", { userId, category: "住房", amount: 10, month: "2026-12" }),
    );
    const budget = await read("&days=8&pace=budget");
    assert.deepEqual(budget.total.map(taken), [0, 10, 20, 30, 40, 50, 60, 70]);
    assert.equal((await read("&days=1")).total[0].withPace, undefined);
  });

  test("looks at one's own book, and refuses what it cannot mean", async (t) => {
    const { app, userId } = await begin(t);
    const other = await someone(app, { balance: 1 });
    const theirs = made(
      await app.get(`/api/forecast?userId=${userId}&days=1&accountId=${other.accountId}`),
    );
    assert.deepEqual([theirs.accounts, theirs.items, theirs.total[0].balance], [[], [], 0]);
    for (const more of ["days=0", "days=401", "pace=fast"]) {
      assert.equal((await app.get(`/api/forecast?userId=${userId}&${more}`)).status, 400, more);
    }
    const mine = made(await app.get(`/api/forecast?userId=${other.userId}&days=1`));
    assert.deepEqual([mine.items, mine.total[0].balance], [[], 1]);
  });
});
