/** Any run of records, refunds, transfers and deletions leaves the book as a plain model says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

interface Booked {
  account: number;
  fen: number;
  day: number;
}

type Step =
  | (Booked & { do: "record"; type: "income" | "expense"; category: string })
  | (Booked & { do: "refund"; of: number; category: string | undefined })
  | { do: "transfer"; from: number; to: number; fen: number; fee: number; day: number }
  | { do: "change"; of: number; fen: number; account: number }
  | { do: "sort"; of: number[]; category: string; bulk: boolean }
  | { do: "remove"; of: number };

const account = fc.integer({ min: 0, max: 2 });
const amount = fc.integer({ min: 1, max: 5000 });
const day = fc.integer({ min: 1, max: 3 });
const index = fc.nat(20);
const category = fc.constantFrom("餐饮", "购物", "日用");
const booked = { account, fen: amount, day };
const steps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("record" as const),
      type: fc.constantFrom("expense" as const, "income" as const),
      ...booked,
      category,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      of: index,
      ...booked,
      // Mostly less than what it gives back, so that most of them are booked.
      fen: fc.oneof(fc.integer({ min: 1, max: 500 }), amount),
      category: fc.option(category, { nil: undefined, freq: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("transfer" as const),
      from: account,
      to: account,
      fen: amount,
      fee: fc.constantFrom(0, 10),
      day,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("change" as const), of: index, fen: amount, account }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("sort" as const),
      of: fc.uniqueArray(index, { minLength: 1, maxLength: 4, size: "max" }),
      category,
      bulk: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), of: index }) },
];
const step = fc.oneof(...steps);

/** What the model remembers of a row; `id` is the service's. */
interface Entry {
  id: number;
  kind: "income" | "expense" | "refund" | "transfer";
  account: number;
  to?: number;
  fen: number;
  fee: number;
  category: string;
  of?: Entry | undefined;
}

/** Plays steps against the service and a model that knows nothing but sums. */
class Play {
  entries: Entry[] = [];
  readonly app: TestApp;
  readonly userId: number;
  readonly accounts: number[];
  constructor(app: TestApp, userId: number, accounts: number[]) {
    this.app = app;
    this.userId = userId;
    this.accounts = accounts;
  }

  async take(one: Step): Promise<void> {
    if (one.do === "record") await this.create(one.type, one, undefined);
    else if (one.do === "refund") await this.create("refund", one, this.entryAt(one.of));
    else if (one.do === "transfer") await this.transfer(one);
    else if (one.do === "change") await this.change(one);
    else if (one.do === "sort") await this.sort(one);
    else await this.remove(this.entryAt(one.of));
  }

  entryAt(position: number): Entry | undefined {
    return this.entries[position % Math.max(1, this.entries.length)];
  }

  refunded(expense: Entry, except?: Entry): number {
    return this.entries
      .filter((entry) => entry.of === expense && entry !== except)
      .reduce((sum, entry) => sum + entry.fen, 0);
  }

  async create(
    kind: "income" | "expense" | "refund",
    { account, fen, day, category: named }: Booked & { category: string | undefined },
    of: Entry | undefined,
  ): Promise<void> {
    if (kind === "refund" && of?.kind === "transfer") return;
    const category = named ?? of?.category ?? "餐饮";
    const answer = await this.app.post("/api/records", {
      userId: this.userId,
      accountId: this.accounts[account],
      type: kind === "expense" ? "expense" : "income",
      amount: fen / 100,
      ...((named !== undefined || of === undefined) && { category }),
      date: `2026-03-0${day}`,
      ...(kind === "refund" && { refund: true }),
      ...(of && { refundOf: of.id }),
    });
    const allowed =
      of === undefined || (of.kind === "expense" && this.refunded(of) + fen <= of.fen);
    assert.equal(answer.status, allowed ? 200 : 400, answer.text);
    if (allowed)
      this.entries.push({ id: answer.data.id, kind, account, fen, fee: 0, category, of });
  }

  async transfer(one: Extract<Step, { do: "transfer" }>): Promise<void> {
    const answer = await this.app.post("/api/transfers", {
      userId: this.userId,
      fromAccountId: this.accounts[one.from],
      toAccountId: this.accounts[one.to],
      amount: one.fen / 100,
      fee: one.fee / 100,
      date: `2026-03-0${one.day}`,
    });
    assert.equal(answer.status, one.from === one.to ? 400 : 200, answer.text);
    if (one.from === one.to) return;
    const { from, to, fen, fee } = one;
    const { id } = answer.data;
    this.entries.push({ id, kind: "transfer", account: from, to, fen, fee, category: "手续费" });
  }

  async change(one: Extract<Step, { do: "change" }>): Promise<void> {
    const entry = this.entryAt(one.of);
    if (entry === undefined) return;
    const isTransfer = entry.kind === "transfer";
    const body = isTransfer
      ? { amount: one.fen / 100, fromAccountId: this.accounts[one.account] }
      : { amount: one.fen / 100, accountId: this.accounts[one.account] };
    const answer = await this.app.put(this.pathOf(entry), body);
    const allowed = isTransfer
      ? one.account !== entry.to
      : entry.of === undefined
        ? this.refunded(entry) <= one.fen
        : this.refunded(entry.of, entry) + one.fen <= entry.of.fen;
    assert.equal(answer.status, allowed ? 200 : 400, answer.text);
    if (allowed) Object.assign(entry, { fen: one.fen, account: one.account });
  }

  /** Gives records another category, one by one or all at once. */
  async sort({ of, category, bulk }: Extract<Step, { do: "sort" }>): Promise<void> {
    const chosen = new Set(of.map((position) => this.entryAt(position)));
    const entries = [...chosen].filter((entry) => entry !== undefined && entry.kind !== "transfer");
    const named = entries as Entry[];
    if (named.length === 0) return;
    const { app, userId } = this;
    const change = { userId, ids: named.map(({ id }) => id), action: "change", category };
    const answers = bulk
      ? [await app.post("/api/records/bulk", change)]
      : await Promise.all(named.map((entry) => app.put(this.pathOf(entry), { category })));
    for (const answer of answers) assert.equal(answer.status, 200, answer.text);
    for (const entry of named) {
      for (const other of this.entries) {
        if (other.of === entry && other.category === entry.category) other.category = category;
      }
      entry.category = category;
    }
  }

  async remove(entry: Entry | undefined): Promise<void> {
    if (entry === undefined) return;
    const answer = await this.app.remove(this.pathOf(entry));
    const allowed = this.refunded(entry) === 0;
    assert.equal(answer.status, allowed ? 200 : 400, answer.text);
    if (allowed) this.entries = this.entries.filter((other) => other !== entry);
  }

  pathOf({ kind, id }: Entry): string {
    return `/api/${kind === "transfer" ? "transfers" : "records"}/${id}`;
  }

  async agrees(): Promise<void> {
    const balances = [0, 0, 0];
    let [income, expense] = [0, 0];
    const spent = new Map<string, number>();
    const spend = (category: string, fen: number) =>
      spent.set(category, (spent.get(category) ?? 0) + fen);
    for (const { kind, account, to, fen, fee, category } of this.entries) {
      const sign = kind === "income" || kind === "refund" ? 1 : -1;
      balances[account] = (balances[account] as number) + sign * fen - fee;
      if (to !== undefined) balances[to] = (balances[to] as number) + fen;
      if (kind === "income") income += fen;
      if (kind === "expense") spend(category, fen);
      if (kind === "refund") spend(category, -fen);
      if (fee > 0) spend(category, fee);
    }
    for (const fen of spent.values()) expense += fen;
    const shown = (await this.app.get(`/api/accounts?userId=${this.userId}`)).data;
    assert.deepEqual(
      shown.map((one: { balance: number }) => Math.round(one.balance * 100)),
      balances,
    );
    const query = `userId=${this.userId}&month=2026-03`;
    const month = (await this.app.get(`/api/statistics/monthly?${query}`)).data;
    assert.deepEqual(
      [Math.round(month.totalIncome * 100), Math.round(month.totalExpense * 100)],
      [income, expense],
    );
    assert.deepEqual(
      new Map(
        month.categoryStats.map((one: { category: string; amount: number }) => [
          one.category,
          Math.round(one.amount * 100),
        ]),
      ),
      spent,
    );
    await assertProved(this.app);
  }
}

onEveryEngine("movements", (open) => {
  test("records, refunds and transfers in any order leave what a model of sums says", async () => {
    const app = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: "max" }), async (steps) => {
        const { userId, accountId } = await someone(app);
        const accounts = [accountId, await anotherAccount(app, userId)];
        accounts.push(await anotherAccount(app, userId, { name: "信用卡" }));
        const play = new Play(app, userId, accounts);
        for (const one of steps) await play.take(one);
        await play.agrees();
      }),
      { numRuns: 40 },
    );
    await app.close();
  });
});
