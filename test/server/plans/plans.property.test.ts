/** Whatever is done to plans, in any order, over any days: the book proves, and every occurrence has its money once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Day, shiftDay } from "../../../src/ledger/calendar.ts";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { assertProved, made, type Owner, openAccount } from "../../harness/book.ts";
import { occurrencesOf, onDay, rent } from "../../harness/plans.ts";

const START = "2026-01-29" as Day;

const pick = fc.nat(1000);
const every = fc.record({
  unit: fc.constantFrom("day", "week", "month", "year"),
  count: fc.integer({ min: 1, max: 3 }),
});
const terms = fc.record(
  {
    every,
    // Days before and after the first of them all.
    startDate: fc.integer({ min: -40, max: 40 }).map((by) => shiftDay(START, by)),
    amount: fc.integer({ min: 1, max: 99 }),
    mode: fc.constantFrom("auto", "confirm"),
    weekend: fc.constantFrom("keep", "before", "after"),
    times: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    timesCount: fc.constantFrom("all", "booked"),
    kind: fc.constantFrom("expense", "income", "transfer"),
    backfill: fc.boolean(),
  },
  { requiredKeys: ["every", "startDate"] },
);
const changes = fc.record(
  {
    every,
    startDate: fc.integer({ min: -40, max: 90 }).map((by) => shiftDay(START, by)),
    amount: fc.integer({ min: 1, max: 99 }),
    weekend: fc.constantFrom("keep", "before", "after"),
    mode: fc.constantFrom("auto", "confirm"),
    description: fc.constantFrom("一", "二"),
    backfill: fc.boolean(),
  },
  { requiredKeys: [] },
);

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create" as const), terms }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("days" as const), days: fc.nat(45) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      plan: pick,
      changes,
      following: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("state" as const),
      plan: pick,
      verb: fc.constantFrom("pause", "resume"),
      missed: fc.constantFrom("skip", "book", "wait"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("occurrence" as const),
      which: pick,
      what: fc.constantFrom("book", "skip", "open", "move", "amount"),
      by: fc.integer({ min: -20, max: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("removePlan" as const), plan: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("restore" as const), which: pick }) },
);
type ActionOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Action = ActionOf<typeof action>;

const chosen = <T>(all: readonly T[], at: number): T | undefined =>
  all[at % Math.max(1, all.length)];

/** Something that the service does, or refuses in words. */
async function tried(work: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await work;
  assert.ok([200, 400, 404, 409].includes(status), text);
}

interface Stage {
  app: TestApp;
  owner: Owner;
  savings: number;
  today: () => Day;
  pass: (days: number) => Promise<unknown>;
}

const plansOf = async ({ app, owner }: Stage): Promise<{ id: number; nextDue?: string }[]> =>
  made(await app.get(`/api/plans?userId=${owner.userId}`));

async function perform(stage: Stage, one: Action): Promise<unknown> {
  const { app, owner } = stage;
  switch (one.do) {
    case "create": {
      const body = { ...rent(owner), days: undefined, toAccountId: stage.savings, ...one.terms };
      return tried(app.post("/api/plans", body));
    }
    case "days":
      return stage.pass(one.days);
    case "edit": {
      const plan = chosen(await plansOf(stage), one.plan);
      if (plan === undefined) return;
      const from = one.following && plan.nextDue ? { from: plan.nextDue } : {};
      return tried(app.put(`/api/plans/${plan.id}`, { ...one.changes, ...from }));
    }
    case "state": {
      const plan = chosen(await plansOf(stage), one.plan);
      const body = one.verb === "resume" ? { missed: one.missed } : undefined;
      return plan && tried(app.post(`/api/plans/${plan.id}/${one.verb}`, body));
    }
    case "occurrence":
      return changeOccurrence(stage, one);
    case "remove": {
      const records = made(await app.get(`/api/records?userId=${owner.userId}`));
      const record = chosen<{ id: number }>(records, one.which);
      return record && tried(app.remove(`/api/records/${record.id}`));
    }
    case "removePlan": {
      const plan = chosen(await plansOf(stage), one.plan);
      return plan && tried(app.remove(`/api/plans/${plan.id}`));
    }
    default: {
      const acts = made(await app.get(`/api/history/acts?userId=${owner.userId}`));
      const act = chosen<{ id: number }>(acts, one.which);
      return act && tried(app.post(`/api/history/acts/${act.id}/restore`));
    }
  }
}

async function changeOccurrence(
  stage: Stage,
  { which, what, by }: Extract<Action, { do: "occurrence" }>,
): Promise<unknown> {
  const { app, owner, today } = stage;
  const [first, last] = [shiftDay(today(), -60), shiftDay(today(), 60)];
  const all = await occurrencesOf(app, owner.userId, first, last);
  const one = chosen<{ planId: number; due: string; date: Day }>(all, which);
  if (one === undefined) return;
  const path = `/api/plans/${one.planId}/occurrences/${one.due}`;
  if (what === "book") return tried(app.post(`${path}/book`));
  const body = {
    skip: { state: "skipped" },
    open: { state: "open" },
    move: { date: shiftDay(one.date, by) },
    amount: { amount: 7 },
  }[what];
  return tried(app.put(path, body));
}

onEveryEngine("any sequence of what is done to plans", (open, engine) => {
  test("the book proves, and an occurrence is booked once", async (t) => {
    const { app, clock, tick } = await onDay(t, open, START);
    let user = 0;
    const run = async (actions: Action[]): Promise<void> => {
      user += 1;
      clock.now = Date.parse(`${START}T04:00:00Z`);
      const email = `plans-${user}@example.com`;
      const { id: userId } = made(await app.post("/api/users", { name: "计划", email }));
      const owner = { userId, accountId: await openAccount(app, userId) };
      const savings = await openAccount(app, userId, { name: "存折" });
      let day = START;
      const pass = (days: number) => {
        day = shiftDay(day, days);
        return tick(day);
      };
      const stage: Stage = { app, owner, savings, today: () => day, pass };
      for (const one of actions) {
        await perform(stage, one);
        await assertProved(app);
      }
      await pass(30);
      assert.equal((await tick()).booked, 0);
      await assertProved(app);
      const lists = await Promise.all(
        ["records", "transfers"].map((list) => app.get(`/api/${list}?userId=${userId}`).then(made)),
      );
      const planned = lists.flat().filter(({ planId }) => planId !== undefined);
      const names = planned.map(({ planId, due }) => `${planId} ${due}`);
      assert.equal(new Set(names).size, names.length);
    };
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 25 }), run), {
      numRuns: engine === "sqlite" ? 40 : 6,
    });
  });
});
