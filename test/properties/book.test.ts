import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Answer, onEveryEngine } from "../harness/app.ts";
import { assertProved, during, made } from "../harness/book.ts";
import { type Action, action, months, perform, type Stage } from "./actions.ts";
import { type Filter, Model } from "./model.ts";

const zones = [
  "Asia/Shanghai",
  "UTC",
  "America/Sao_Paulo",
  "America/New_York",
  "Pacific/Apia",
  "Asia/Kathmandu",
];

/** Noon UTC: the same day in every zone. */
const NOW = Date.UTC(2018, 10, 15, 8);

const ids = (answer: Answer): number[] => made(answer).map(({ id }: { id: number }) => id);

/** Every read of the book against the model. */
async function compareAll({ app, userId, model }: Stage): Promise<void> {
  const get = (path: string) => app.get(`/api/${path}userId=${userId}`);
  const accounts = made(await get("accounts?"));
  assert.deepEqual(
    accounts.map(({ id, balance }: { id: number; balance: number }) => ({ id, balance })),
    model.accounts.map(({ id }) => ({ id, balance: model.balance(id) / 100 })),
  );
  await compareRecords({ app, userId, model } as Stage);
  for (const month of months) {
    assert.deepEqual(made(await get(`statistics/monthly?month=${month}&`)), model.monthly(month));
    assert.deepEqual(made(await get(`statistics/compare?month=${month}&`)), model.compare(month));
    assert.deepEqual(
      ids(await get(`budgets?month=${month}&`)),
      model.budgets
        .filter((budget) => budget.month === month)
        .map(({ id }) => id)
        .reverse(),
    );
  }
  assert.deepEqual(made(await get("statistics/trend?")), model.trend());
  const range = "startDate=2018-10-31&endDate=2018-11-04";
  assert.deepEqual(
    made(await get(`statistics/trend?${range}&`)),
    model.trend("2018-10-31", "2018-11-04"),
  );
  const shown = made(await get("dashboard/summary?"));
  const expected = model.dashboard("2018-11");
  assert.deepEqual(
    {
      totalBalance: shown.totalBalance,
      monthIncome: shown.monthIncome,
      monthExpense: shown.monthExpense,
      balances: shown.accounts.map(({ id, balance }: { id: number; balance: number }) => ({
        id,
        balance,
      })),
      usage: shown.budgetUsage.map((usage: Record<string, unknown>) => ({
        id: usage.id,
        category: usage.category,
        amount: usage.amount,
        spent: usage.spent,
        percentage: usage.percentage,
      })),
    },
    expected,
  );
}

async function compareRecords({ app, userId, model }: Stage): Promise<void> {
  const list = made(await app.get(`/api/records?userId=${userId}`));
  const byId = new Map(model.records.map((record) => [record.id, record]));
  assert.deepEqual(
    list.map(({ id }: { id: number }) => id),
    model.list(),
  );
  for (const { userId: _, createdAt: __, updatedAt: ___, account, amount, ...shown } of list) {
    const {
      fen,
      day: ____,
      description,
      ...record
    } = byId.get(shown.id) as NonNullable<ReturnType<typeof byId.get>>;
    assert.equal(amount, fen / 100);
    assert.deepEqual(shown, { ...record, ...(description !== undefined && { description }) });
    assert.equal(account.balance, model.balance(shown.accountId) / 100);
  }
  const filters: Filter[] = [
    { type: "income", startDate: "2018-11-01", endDate: "2018-11-30" },
    { category: "餐饮", endDate: "2018-11-01" },
    { startDate: "2018-11-04" },
    ...model.accounts.slice(0, 2).map(({ id }) => ({ accountId: id, type: "expense" })),
  ];
  for (const filter of filters) {
    const query = Object.entries(filter).map(
      ([name, value]) => `&${name}=${encodeURIComponent(value)}`,
    );
    const path = `/api/records?userId=${userId}${query.join("")}`;
    assert.deepEqual(ids(await app.get(path)), model.list(filter), path);
  }
}

onEveryEngine("any sequence of actions", (open, engine) => {
  for (const zone of zones) {
    test(`in ${zone} the book is what the model says`, async (t) => {
      const app = await during(t, open, { zone, now: NOW });
      let user = 0;
      const run = async (actions: Action[]): Promise<void> => {
        user += 1;
        const email = `property-${user}@example.com`;
        const { id } = made(await app.post("/api/users", { name: "属性", email }));
        const stage: Stage = { app, userId: id, zone, model: new Model() };
        for (const [index, each] of actions.entries()) {
          await perform(stage, each);
          if (index % 12 === 11) await compareAll(stage);
        }
        await compareAll(stage);
      };
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 45, size: "max" }), run),
        { numRuns: engine === "sqlite" ? 8 : 4, endOnFailure: false },
      );
      await assertProved(app);
    });
  }
});
