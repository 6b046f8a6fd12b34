/** What a person may do to a book, as data that fast-check draws, and how it is done to both sides. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { TestApp } from "../harness/app.ts";
import { clockDay, dayMeant, type Model, type ModelRecord } from "./model.ts";

const dates = [
  "2018-10-31",
  "2018-10-31T23:59:59.999",
  "2018-11-01",
  "2018-11-01T00:00:00",
  "2018-11-01T03:30:00Z",
  "2018-11-01T04:00:00+05:45",
  "2018-11-03",
  "2018-11-04",
  "2018-11-04T05:30:00Z",
  "2018-11-30T16:30:00.000Z",
  "2018-11-30",
  "2018-12-01",
  "2018-12-01T10:59:59.999Z",
  "2011-12-29",
  "2011-12-30",
  "2011-12-31",
  "2012-02-29",
];
const categories = ["餐饮", "交通", "餐饮 ", "a", "Z", "\u{1f600}"];
export const months = ["2018-10", "2018-11", "2018-12", "2011-12"];

const pick = fc.nat({ max: 1_000_000 });
const amount = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 50_000_000 }));
const balance = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const type = fc.constantFrom("income" as const, "expense" as const);
const date = fc.constantFrom(...dates);
const category = fc.constantFrom(...categories);
const month = fc.constantFrom(...months);
const description = fc.constantFrom("早餐", "x".repeat(200), null, "");
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** `account`, `record` and `budget` choose one of those that are there. */
export const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("openAccount" as const), balance }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("setBalance" as const), account: pick, balance }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("removeAccount" as const),
      account: pick,
      cascade: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("createRecord" as const),
      account: pick,
      type,
      amount,
      category,
      date,
      description: maybe(description),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("updateRecord" as const),
      record: pick,
      account: maybe(pick),
      type: maybe(type),
      amount: maybe(amount),
      category: maybe(category),
      date: maybe(date),
      description: maybe(description),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("removeRecord" as const), record: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("createBudget" as const), category, month, amount }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("updateBudget" as const), budget: pick, amount, month }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("removeBudget" as const), budget: pick }) },
);
type ActionOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Action = ActionOf<typeof action>;
type Do<K extends Action["do"]> = Extract<Action, { do: K }>;

export interface Stage {
  app: TestApp;
  userId: number;
  zone: string;
  model: Model;
}

const chosen = <T>(all: T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

/** Does the action to the service and to the model; the service must answer as the model expects. */
export async function perform(stage: Stage, action: Action): Promise<void> {
  const { app, userId, model } = stage;
  switch (action.do) {
    case "openAccount": {
      const body = { userId, name: "账", type: "bank", balance: action.balance / 100 };
      const { data } = expect(200, await app.post("/api/accounts", body));
      const { id, name, type, color } = data;
      model.accounts.push({ id, name, type, color, opening: action.balance });
      return;
    }
    case "setBalance": {
      const account = chosen(model.accounts, action.account);
      if (account === undefined) return;
      const body = { balance: action.balance / 100 };
      expect(200, await app.put(`/api/accounts/${account.id}`, body));
      account.opening += action.balance - model.balance(account.id);
      return;
    }
    case "removeAccount":
      return removeAccount(stage, action);
    case "createRecord":
      return createRecord(stage, action);
    case "updateRecord":
      return updateRecord(stage, action);
    case "removeRecord": {
      const record = chosen(model.records, action.record);
      if (record === undefined) return;
      expect(200, await app.remove(`/api/records/${record.id}`));
      model.records = model.records.filter((each) => each !== record);
      return;
    }
    default:
      return changeBudgets(stage, action);
  }
}

async function removeAccount(stage: Stage, action: Do<"removeAccount">): Promise<void> {
  const { app, model } = stage;
  const account = chosen(model.accounts, action.account);
  if (account === undefined) return;
  const held = model.records.filter(({ accountId }) => accountId === account.id).length;
  const path = `/api/accounts/${account.id}?cascade=${action.cascade}`;
  const refused = held > 0 && !action.cascade;
  const answer = expect(refused ? 400 : 200, await app.remove(path));
  if (refused) {
    assert.match(answer.message as string, new RegExp(`${held} 条`));
    return;
  }
  model.accounts = model.accounts.filter((each) => each !== account);
  model.records = model.records.filter(({ accountId }) => accountId !== account.id);
}

async function createRecord(stage: Stage, action: Do<"createRecord">): Promise<void> {
  const { app, userId, model, zone } = stage;
  const accountId = chosen(model.accounts, action.account)?.id ?? 999_999_999;
  const { type, category, date, description } = action;
  const body = {
    userId,
    accountId,
    type,
    category,
    date,
    description,
    amount: action.amount / 100,
  };
  const answer = await app.post("/api/records", body);
  const day = dayMeant(date, zone);
  if (day === undefined || model.accounts.length === 0) {
    assert.ok(answer.status === (day === undefined ? 400 : 404), answer.text);
    return;
  }
  const { data } = expect(200, answer);
  checkDate(data.date, day, date, zone);
  model.records.push({
    id: data.id,
    accountId,
    type,
    fen: action.amount,
    category,
    description: description || undefined,
    date: data.date,
    day,
  });
}

async function updateRecord(stage: Stage, action: Do<"updateRecord">): Promise<void> {
  const { app, model, zone } = stage;
  const record = chosen(model.records, action.record);
  if (record === undefined) return;
  const to = action.account === undefined ? undefined : chosen(model.accounts, action.account);
  const { type, category, date, description } = action;
  const amount = action.amount === undefined ? undefined : action.amount / 100;
  const body = { accountId: to?.id, type, category, date, description, amount };
  const answer = await app.put(`/api/records/${record.id}`, body);
  const day = date === undefined ? record.day : dayMeant(date, zone);
  if (day === undefined) {
    expect(400, answer);
    return;
  }
  const { data } = expect(200, answer);
  if (date !== undefined) checkDate(data.date, day, date, zone);
  else assert.equal(data.date, record.date);
  const next: ModelRecord = {
    id: record.id,
    accountId: to?.id ?? record.accountId,
    type: type ?? record.type,
    fen: action.amount ?? record.fen,
    category: category ?? record.category,
    description: description === undefined ? record.description : description || undefined,
    date: data.date,
    day,
  };
  Object.assign(record, next);
}

/** A plain day is answered as its first instant; any other date as the instant it names. */
function checkDate(answered: string, day: string, date: string, zone: string): void {
  assert.equal(clockDay(answered, zone), day);
  if (!date.includes("T")) {
    const before = new Date(Date.parse(answered) - 1).toISOString();
    assert.ok(clockDay(before, zone) < day, `${date} in ${zone} is ${answered}`);
  } else if (/(Z|[+-]\d{2}:\d{2})$/.test(date)) {
    assert.equal(Date.parse(answered), Date.parse(date));
  }
}

async function changeBudgets(
  { app, userId, model }: Stage,
  action: Do<"createBudget" | "updateBudget" | "removeBudget">,
): Promise<void> {
  if (action.do === "createBudget") {
    const { category, month } = action;
    const body = { userId, category, month, amount: action.amount / 100 };
    const { data } = expect(200, await app.post("/api/budgets", body));
    model.budgets.push({ id: data.id, category, month, fen: action.amount });
    return;
  }
  const budget = chosen(model.budgets, action.budget);
  if (budget === undefined) return;
  const path = `/api/budgets/${budget.id}`;
  if (action.do === "removeBudget") {
    expect(200, await app.remove(path));
    model.budgets = model.budgets.filter((each) => each !== budget);
    return;
  }
  expect(200, await app.put(path, { amount: action.amount / 100, month: action.month }));
  Object.assign(budget, { fen: action.amount, month: action.month });
}

function expect<A extends { status: number; text: string }>(status: number, answer: A): A {
  assert.equal(answer.status, status, answer.text);
  return answer;
}
