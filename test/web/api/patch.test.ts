/** What waits, laid over what was read: lists and sums as they will be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fen } from "../../../src/ledger/money.ts";
import { recordBody, transferBody } from "../../../src/web/api/edits.ts";
import type { Account, BookRecord, Overview, Transfer } from "../../../src/web/api/models.ts";
import {
  type Patch,
  showAccounts,
  showBudgets,
  showDays,
  showOccurrences,
  showOverview,
  showRecords,
  showSummary,
  showTotals,
  showTransferDays,
  showTransfers,
  showTrend,
} from "../../../src/web/api/patch.ts";
import {
  afterBulk,
  follow,
  holds,
  namesOf,
  numberIn,
  storedBy,
  type Wish,
} from "../../../src/web/api/wish.ts";

const at = { createdAt: "2026-11-20T01:00:00.000Z", updatedAt: "2026-11-20T01:00:00.000Z" };

function record(id: number, amount: number, part: Partial<BookRecord> = {}): BookRecord {
  const day = "2026-11-20" as BookRecord["day"];
  const own = { accountId: 1, type: "expense" as const, category: "餐饮", description: "" };
  return { id, amount: amount as BookRecord["amount"], ...own, date: day, day, ...at, ...part };
}

function transfer(id: number, amount: number, fee: number): Transfer {
  const money = { amount, fee } as Pick<Transfer, "amount" | "fee">;
  const day = "2026-11-20" as Transfer["day"];
  return { id, fromAccountId: 1, toAccountId: 2, ...money, description: "", date: day, day, ...at };
}

const accounts = [1, 2].map((id) => ({ id, balance: 10_000 })) as unknown as Account[];
const balances = (patch: Patch) => showAccounts(accounts, patch).map(({ balance }) => balance);

test("balances move by records, transfers and fees, and back again", () => {
  const refund = record(-3, 50, { type: "income", refund: true });
  assert.deepEqual(balances({ added: [record(-1, 700), refund] }), [9350, 10_000]);
  assert.deepEqual(balances({ added: [transfer(-2, 2000, 10)] }), [7990, 12_000]);
  const moved = record(5, 300, { accountId: 2 });
  assert.deepEqual(balances({ removed: [record(5, 100)], added: [moved] }), [10_100, 9700]);
});

test("a list has what comes in its place, without what goes, and marks what waits", () => {
  const list = [record(2, 100), record(1, 50, { transferId: 9 })];
  const show = showRecords({ accountId: 1 });
  const edited = record(2, 300, { category: "购物" });
  const patch = { removed: [record(2, 100)], added: [edited, record(-1, 7)], waiting: true };
  assert.deepEqual(
    show(list, patch).map(({ id, amount, waiting }) => [id, amount, waiting]),
    [
      [-1, 7, true],
      [2, 300, true],
      [1, 50, undefined],
    ],
  );
  assert.deepEqual(
    showRecords({ category: "餐饮" })(list, patch).map(({ id }) => id),
    [-1, 1],
    "what no longer fits the filter leaves the list",
  );
  assert.deepEqual(
    show(list, { removed: [transfer(9, 500, 50)] }).map(({ id }) => id),
    [2],
    "a transfer's fee goes with it",
  );
  assert.equal(show([], { added: [transfer(-4, 500, 50)] })[0]?.category, "手续费");
  assert.deepEqual(showTransfers({ accountId: 3 })([], { added: [transfer(-4, 500, 50)] }), []);
});

test("days, trend, totals and budgets count what waits; a refund lowers its expense", () => {
  const back = record(-2, 200, { type: "income", refund: true });
  const patch = { added: [record(-1, 700), back, transfer(-3, 100, 0)] };
  const day = { day: "2026-11-20", income: 0, expense: 500 };
  assert.deepEqual(showDays({})([], patch), [{ ...day, count: 2 }]);
  assert.deepEqual(showTrend("2026-11-01", "2026-11-30")([], patch), [day]);
  assert.deepEqual(showTrend("2026-10-01", "2026-10-31")([], patch), []);
  assert.deepEqual(showTransferDays({})([], patch), [{ day: "2026-11-20", count: 1 }]);
  const totals = showTotals<{ category: string; amount: Fen; count: number }>;
  assert.deepEqual(totals({ type: "expense" } as never)([], patch as never), [
    { category: "餐饮", amount: 500, count: 2 },
  ]);
  const budget = { id: 4, category: "餐饮", amount: 1000, month: "2026-11", updatedAt: "" };
  const before = { totalBalance: 0, budgetUsage: [{ ...budget, spent: 0, percentage: 0 }] };
  const { totalBalance, budgetUsage } = showSummary(before as never, patch);
  assert.deepEqual(
    [totalBalance, budgetUsage[0]?.spent, budgetUsage[0]?.percentage],
    [-500, 500, 50],
  );
  const raised = { ...budget, amount: 2000 } as never;
  assert.deepEqual(
    showBudgets("2026-11" as never)([budget as never], {
      budgetRemoved: budget as never,
      budgetAdded: raised,
    }),
    [raised],
  );
});

test("an edit says what was touched and which version it was made of", () => {
  const old = record(5, 1234, { description: "面" });
  assert.equal(recordBody(old, old), undefined);
  assert.deepEqual(recordBody(old, { ...old, description: "" }), {
    description: null,
    updatedAt: at.updatedAt,
  });
  assert.deepEqual(recordBody(old, { ...old, type: "income", refund: true }), {
    type: "income",
    refund: true,
    updatedAt: at.updatedAt,
  });
  const moved = transfer(6, 5000, 10);
  const draft = {
    fromAccountId: 1,
    toAccountId: 2,
    amount: 50,
    description: null,
    date: moved.date,
  };
  assert.deepEqual(transferBody(moved, { ...draft, fee: null }), {
    fee: null,
    updatedAt: at.updatedAt,
  });
});

test("what follows on a record takes its number and its version", () => {
  const edit: Wish = {
    calls: [
      { route: "PUT /api/records/:id", params: { id: -7 }, body: { amount: 2, updatedAt: "" } },
    ],
    patch: { removed: [record(-7, 100)], added: [record(-7, 200)] },
  };
  const stored = { id: 41, updatedAt: "2026-11-20T02:00:00.000Z" };
  const next = follow(edit, "records", -7, stored);
  assert.deepEqual(next.calls[0]?.params, { id: 41 });
  assert.deepEqual(next.calls[0]?.body, { amount: 2, updatedAt: stored.updatedAt });
  assert.deepEqual([...new Set(namesOf(next.patch))], ["records 41"]);
  assert.deepEqual(follow(edit, "transfers", -7, stored), edit, "another noun's number");
  assert.deepEqual(afterBulk(next, new Set([41])).calls[0]?.body, { amount: 2 });
});

test("an answer that was lost is known by what stands there", () => {
  const stored = { id: 1, updatedAt: "x", amount: 2, date: "2026-11-19T16:00:00.000Z" };
  const zone = "Asia/Shanghai";
  const wished = {
    amount: 2,
    description: null,
    refund: false,
    date: "2026-11-20",
    updatedAt: "y",
  };
  assert.ok(holds(stored, wished, zone));
  assert.ok(!holds(stored, { ...wished, date: "2026-11-19" }, zone));
  assert.ok(!holds({ ...stored, refund: true }, wished, zone));
  assert.ok(!holds(stored, { ...wished, amount: 3 }, zone));
});

const DUE = "2026-12-01" as BookRecord["day"];

test("an occurrence is shown as it will be, and comes no more once it is booked or skipped", () => {
  const list = ["2026-11-01", DUE].map((due) => ({
    planId: 3,
    due,
    state: "waiting",
    unsent: false,
  }));
  const occurrence = { planId: 3, due: DUE, name: "房租", fields: { state: "booked" as const } };
  const shown = showOccurrences(list as never[], { occurrence, waiting: true });
  assert.deepEqual(
    shown.map(({ state, unsent }: { state: string; unsent: boolean }) => [state, unsent]),
    [
      ["waiting", false],
      ["booked", true],
    ],
  );
  assert.equal(
    showOccurrences(list as never[], { occurrence: { ...occurrence, planId: 4 } })[1],
    list[1],
  );
  const span = { first: "2026-11-01", last: "2026-11-30", income: 0, expense: 0 };
  const upcoming = [{ planId: 3, due: DUE, day: DUE, amount: 8 }];
  const overview = {
    ...{ upcoming, recent: [], accounts, months: [], budgetUsage: [], totalBalance: 20_000 },
    ...{ periods: { today: span, week: span, month: span, year: span } },
    ...{ soFar: span, lastSoFar: span },
    outlook: { balances: [20_000, 12_000], lowest: { day: DUE, balance: 12_000 } },
  } as unknown as Overview;
  const show = (patch: Patch) => showOverview(10)(overview, patch);
  assert.deepEqual(show({ occurrence }).upcoming, []);
  const skipped = { ...occurrence, fields: { state: "skipped" as const } };
  assert.deepEqual(show({ occurrence: skipped }).upcoming, []);
  const dearer = { ...occurrence, fields: { amount: 9 as Fen } };
  assert.deepEqual(show({ occurrence: dearer }).upcoming, [{ ...upcoming[0], amount: 9 }]);
  // What is spent besides lowers every day to come; what was planned is counted already.
  assert.deepEqual(show({ added: [record(-1, 500)] }).outlook, {
    balances: [19_500, 11_500],
    lowest: { day: DUE, balance: 11_500 },
  });
  assert.deepEqual(show({ added: [record(-1, 500)], occurrence }).outlook, overview.outlook);
});

test("a booked occurrence is known by the number of what it was booked as", () => {
  const params = { id: 3, due: DUE };
  const call = { route: "POST /api/plans/:id/occurrences/:due/book" as const, params, body: {} };
  const occurrence = { planId: 3, due: DUE, name: "房租", fields: { state: "booked" as const } };
  const wish: Wish = { calls: [call], patch: { occurrence, added: [record(-7, 800)] } };
  assert.deepEqual(namesOf(wish.patch), ["records -7", `occurrences 3 ${DUE}`]);
  assert.equal(numberIn(wish), -7);
  const stored = { id: 12, ...at };
  assert.deepEqual(storedBy(call, { record: stored }), { noun: "records", stored });
  assert.equal(storedBy(call, {}), undefined);
  const followed = follow(wish, "records", -7, stored);
  assert.equal(followed.patch.added?.[0]?.id, 12);
  assert.deepEqual(followed.patch.occurrence, occurrence);
  assert.equal(followed.calls[0]?.params?.id, 3, "the plan keeps its own number");
});
