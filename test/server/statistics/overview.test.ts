import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, made, openAccount } from "../../harness/book.ts";

/** 2026-03-15, a Sunday, in Shanghai. */
const NOW = Date.UTC(2026, 2, 15, 4);

const overview = (app: TestApp, userId: number, rest = "") =>
  app.get(`/api/overview?userId=${userId}${rest}`).then(made);

// biome-ignore lint/suspicious/noExplicitAny: an entry of either kind
const named = (entries: any[]) =>
  entries.map(({ record, transfer }) =>
    record ? `record ${record.id}` : `transfer ${transfer.id}`,
  );

onEveryEngine("overview", (open) => {
  test("today, week, month and year, as the calendar has them and as they begin for a person", async (t) => {
    const app = await during(t, open, { now: NOW });
    const owner = await someone(app);
    for (const [date, amount] of [
      ["2026-03-15", 1],
      ["2026-03-09", 2],
      ["2026-03-08", 4],
      ["2026-02-28", 8],
      ["2026-01-01", 16],
      ["2025-12-31", 32],
      ["2026-03-16", 64],
    ] as const) {
      await book(app, owner, { date, amount });
    }
    await book(app, owner, { type: "income", category: "工资", amount: 1000, date: "2026-03-10" });
    // What came back lowers what was spent, and is no income.
    await book(app, owner, { type: "income", refund: true, amount: 0.5, date: "2026-03-15" });
    const { date, periods, months } = await overview(app, owner.userId);
    assert.equal(date, "2026-03-15");
    const { revision, ...spans } = periods;
    assert.match(revision, /^[\w-]{11}$/);
    assert.deepEqual(spans, {
      today: { first: "2026-03-15", last: "2026-03-15", income: 0, expense: 0.5 },
      week: { first: "2026-03-09", last: "2026-03-15", income: 1000, expense: 2.5 },
      month: { first: "2026-03-01", last: "2026-03-31", income: 1000, expense: 70.5 },
      year: { first: "2026-01-01", last: "2026-12-31", income: 1000, expense: 94.5 },
    });
    assert.deepEqual(
      months.months.map(({ month, expense }: { month: string; expense: number }) => [
        month,
        expense,
      ]),
      [
        ["2025-10", 0],
        ["2025-11", 0],
        ["2025-12", 32],
        ["2026-01", 16],
        ["2026-02", 8],
        ["2026-03", 70.5],
      ],
    );
    const { soFar, lastSoFar } = months;
    assert.deepEqual(soFar, {
      first: "2026-03-01",
      last: "2026-03-15",
      income: 1000,
      expense: 6.5,
    });
    assert.deepEqual(lastSoFar, { first: "2026-02-01", last: "2026-02-15", income: 0, expense: 0 });
    const shifted = (await overview(app, owner.userId, "&monthStart=9")).periods;
    assert.deepEqual(shifted.month, {
      first: "2026-03-09",
      last: "2026-04-08",
      income: 1000,
      expense: 66.5,
    });
    assert.equal(shifted.year.first, "2026-01-09");
  });

  test("accounts, budgets and the newest entries, transfers among them", async (t) => {
    const app = await during(t, open, { now: NOW });
    const owner = await someone(app, { balance: 100 });
    const { userId } = owner;
    const bank = await openAccount(app, userId, { balance: 50 });
    const cap = made(
      await app.post("/api/budgets", { userId, category: "餐饮", amount: 80, month: "2026-03" }),
    );
    const move = async (date: string) =>
      made(
        await app.post("/api/transfers", {
          userId,
          fromAccountId: owner.accountId,
          toAccountId: bank,
          amount: 10,
          date,
        }),
      ).id;
    const old = (await book(app, owner, { amount: 20, date: "2026-03-10" })).id;
    const moved = await move("2026-03-12");
    const last = (await book(app, owner, { amount: 5, date: "2026-03-14" })).id;
    const movedFirst = await move("2026-03-01");
    const said = await overview(app, userId);
    assert.equal(said.accounts.totalBalance, 125);
    assert.deepEqual(said.accounts.accounts, made(await app.get(`/api/accounts?userId=${userId}`)));
    assert.deepEqual(said.budgets.budgets, [{ ...cap, spent: 25, percentage: 31.25 }]);
    assert.deepEqual(named(said.recent.entries), [
      `record ${last}`,
      `transfer ${moved}`,
      `record ${old}`,
      `transfer ${movedFirst}`,
    ]);
    const two = await overview(app, userId, "&limit=2&parts=recent");
    assert.deepEqual(Object.keys(two).sort(), ["date", "recent"]);
    assert.deepEqual(named(two.recent.entries), [`record ${last}`, `transfer ${moved}`]);
  });

  test("a part has another revision when it has changed, and no other time", async (t) => {
    const app = await during(t, open, { now: NOW });
    const owner = await someone(app, { balance: 100 });
    const bank = await openAccount(app, owner.userId, { balance: 50 });
    const revisions = async () =>
      Object.entries(await overview(app, owner.userId)).flatMap(([name, part]) =>
        name === "date" ? [] : [[name, (part as { revision: string }).revision] as const],
      );
    const changed = async (work: () => Promise<unknown>) => {
      const before = new Map(await revisions());
      await work();
      return (await revisions()).flatMap(([name, mark]) =>
        before.get(name) === mark ? [] : [name],
      );
    };
    assert.deepEqual(await changed(async () => {}), []);
    const { accountId, userId } = owner;
    const transfer = { userId, fromAccountId: accountId, toAccountId: bank, amount: 1 };
    assert.deepEqual(
      await changed(() => app.post("/api/transfers", { ...transfer, date: "2026-03-15" })),
      ["accounts", "recent"],
    );
    assert.deepEqual(await changed(() => book(app, owner)), [
      "periods",
      "months",
      "accounts",
      "recent",
    ]);
  });

  test("proof names the accounts whose balance is not what is booked", async (t) => {
    const app = await during(t, open, { now: NOW });
    const owner = await someone(app, { balance: 100 });
    const bank = await openAccount(app, owner.userId, { balance: 50 });
    await book(app, owner);
    const wrong = async () => (await overview(app, owner.userId, "&parts=proof")).proof.wrong;
    assert.deepEqual(await wrong(), []);
    await app.db.write((db) =>
      db.run(sql`update accounts set balance = balance + 1
        where user_id = ${owner.userId} and id = ${bank}`),
    );
    assert.deepEqual(await wrong(), [bank]);
    const other = await someone(app);
    assert.deepEqual((await overview(app, other.userId)).proof.wrong, []);
  });

  test("an unknown part, a day that no month begins on and a stranger are refused by name", async (t) => {
    const app = await during(t, open, { now: NOW });
    const { userId } = await someone(app);
    for (const [rest, said] of [
      ["&parts=periods,nothing", "部分"],
      ["&monthStart=29", "每月起始日"],
      ["&limit=0", "每页条数"],
    ] as const) {
      const { status, message } = await app.get(`/api/overview?userId=${userId}${rest}`);
      assert.equal(status, 400, rest);
      assert.ok(message?.includes(said), message);
    }
    assert.equal((await app.get("/api/overview")).status, 400);
    const nobody = await overview(app, 999);
    assert.deepEqual(
      [nobody.accounts.accounts, nobody.recent.entries, nobody.periods.year.expense],
      [[], [], 0],
    );
  });
});
