/** What is kept of transfers, their fees and refunds, and how it comes back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, made } from "../../harness/book.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

async function twoAccounts(app: TestApp) {
  const owner = await someone(app, { balance: 1000 });
  const bank = await anotherAccount(app, owner.userId);
  return { ...owner, bank };
}

type Owner = Awaited<ReturnType<typeof twoAccounts>>;

async function transfer(app: TestApp, owner: Owner, more: object = {}) {
  const { userId, accountId, bank } = owner;
  const body = { userId, fromAccountId: accountId, toAccountId: bank, amount: 100 };
  return made(await app.post("/api/transfers", { ...body, date: "2026-03-10", ...more }));
}

const historyOf = async (app: TestApp, { userId }: { userId: number }, more = "") =>
  (await app.get(`/api/history?userId=${userId}${more}`)).data;
const restore = (app: TestApp, entry: { id: number }) =>
  app.post(`/api/history/${entry.id}/restore`);
const balances = async (app: TestApp, { accountId, bank }: Owner) => [
  await balanceOf(app, accountId),
  await balanceOf(app, bank),
];
const feesOf = async (app: TestApp, { userId }: Owner) =>
  (await app.get(`/api/records?userId=${userId}&category=手续费`)).data;

/** The answer, but for the moment of its last change. */
const withoutUpdate = (resource: object) => ({ ...resource, updatedAt: undefined });

onEveryEngine("history of transfers", (open) => {
  test("a deleted transfer comes back under its own id, with the record of its fee", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const before = await transfer(app, owner, { fee: 2, description: "工资卡" });
    const [fee] = await feesOf(app, owner);
    await app.remove(`/api/transfers/${before.id}`);
    const [entry] = await historyOf(app, owner);
    assert.deepEqual(
      [entry.noun, entry.nounId, entry.change, entry.parts, entry.restorable],
      ["transfer", before.id, "delete", 1, true],
    );
    assert.deepEqual(entry.version, before);
    assert.equal((await historyOf(app, owner, "&noun=record")).length, 0);
    const answer = await restore(app, entry);
    assert.deepEqual(answer.data, { noun: "transfer", id: before.id, parts: 1 });
    const after = (await app.get(`/api/transfers/${before.id}`)).data;
    assert.deepEqual(withoutUpdate(after), withoutUpdate(before));
    assert.deepEqual(
      (await feesOf(app, owner)).map(({ id }: { id: number }) => id),
      [fee.id],
    );
    assert.deepEqual(await balances(app, owner), [898, 100]);
    assert.equal((await restore(app, entry)).status, 409);
    assert.deepEqual(await balances(app, owner), [898, 100]);
    await assertProved(app);
    await app.close();
  });

  test("a changed transfer goes back, whatever became of its fee", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const third = await anotherAccount(app, owner.userId, { name: "钱包" });
    const changes: [object, object][] = [
      [{ fee: 2 }, { fee: 3, amount: 50, date: "2026-04-01" }],
      [{ fee: 2 }, { fee: null, toAccountId: third }],
      [{}, { fee: 5, fromAccountId: third }],
      [{ fee: 2 }, { fee: 2, fromAccountId: owner.bank, toAccountId: owner.accountId }],
      [{}, { description: "改了" }],
    ];
    for (const [was, change] of changes) {
      const before = await transfer(app, owner, was);
      const book = await balances(app, owner);
      const fees = (await feesOf(app, owner)).map(withoutUpdate);
      const path = `/api/transfers/${before.id}`;
      made(await app.put(path, change));
      const [entry] = await historyOf(app, owner);
      assert.deepEqual([entry.change, entry.version], ["update", before]);
      made(await restore(app, entry));
      assert.deepEqual(withoutUpdate((await app.get(path)).data), withoutUpdate(before));
      assert.deepEqual(await balances(app, owner), book);
      assert.deepEqual(
        withoutBalance((await feesOf(app, owner)).map(withoutUpdate)),
        withoutBalance(fees),
      );
      await assertProved(app);
      made(await app.remove(path));
    }
    assert.equal(await balanceOf(app, third), 0);
    await app.close();
  });

  test("no history of what changes nothing; an older change, a fee alone and another's are refused", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const { id } = await transfer(app, owner, { fee: 2 });
    await app.put(`/api/transfers/${id}`, { amount: 100, fee: 2 });
    await app.put(`/api/transfers/${id}`, { toAccountId: owner.accountId });
    assert.deepEqual(await historyOf(app, owner), []);
    await app.put(`/api/transfers/${id}`, { amount: 50 });
    const [first] = await historyOf(app, owner);
    await app.put(`/api/transfers/${id}`, { amount: 70 });
    const before = await bookOf(app, owner.userId);
    assert.equal((await restore(app, first)).message, "此后又有改动，不能恢复");
    // The entry of the fee lies right behind its transfer's and is no entry of its own.
    const part = await restore(app, { id: first.id + 1 });
    assert.deepEqual([part.status, part.message], [404, "历史记录不存在，或已超过 30 天"]);
    assert.equal(await bookOf(app, owner.userId), before);
    await app.close();
  });

  test("a transfer whose account is gone says so, and comes back after it", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const { id } = await transfer(app, owner, { fee: 2 });
    await app.remove(`/api/transfers/${id}`);
    await app.remove(`/api/accounts/${owner.bank}`);
    const [account, entry] = await historyOf(app, owner);
    const refused = await restore(app, entry);
    assert.deepEqual([refused.status, refused.message], [409, "它的账户已不存在，请先恢复账户"]);
    assert.deepEqual(await feesOf(app, owner), []);
    assert.equal(await balanceOf(app, owner.accountId), 1000);
    made(await restore(app, account));
    made(await restore(app, entry));
    assert.deepEqual(await balances(app, owner), [898, 100]);
    await assertProved(app);
    await app.close();
  });

  test("an account comes back with its transfers, their fees, and the refunds elsewhere", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const { userId, accountId, bank } = owner;
    const other = { userId, accountId: bank };
    await transfer(app, owner, { fee: 2 });
    await transfer(app, owner, { fee: 3, fromAccountId: bank, toAccountId: accountId, amount: 40 });
    // The refund is older than the expense that it is linked to later.
    const early = await book(app, owner, { type: "income", amount: 7 });
    const expense = await book(app, owner, { amount: 50 });
    made(await app.put(`/api/records/${early.id}`, { refundOf: expense.id }));
    const back = { type: "income", refundOf: expense.id };
    const linked = await book(app, other, { ...back, amount: 10 });
    const touched = await book(app, other, { ...back, amount: 20 });
    const before = await bookOf(app, userId);
    made(await app.remove(`/api/accounts/${accountId}?cascade=true`));
    assert.deepEqual(await feesOf(app, owner), []);
    assert.equal(await balanceOf(app, bank), 30);
    assert.equal("refundOf" in (await app.get(`/api/records/${linked.id}`)).data, false);
    const [entry] = await historyOf(app, owner);
    // Two transfers, two fees, the expense with its early refund, and two refunds elsewhere.
    assert.deepEqual([entry.noun, entry.parts], ["account", 8]);
    await assertProved(app);
    made(await app.put(`/api/records/${touched.id}`, { amount: 19 }));
    made(await restore(app, entry));
    assert.equal((await app.get(`/api/records/${linked.id}`)).data.refundOf, expense.id);
    const changed = (await app.get(`/api/records/${touched.id}`)).data;
    assert.deepEqual([changed.refund, "refundOf" in changed], [true, false]);
    made(await app.put(`/api/records/${touched.id}`, { amount: 20, refundOf: expense.id }));
    assert.equal(timeless(await bookOf(app, userId)), timeless(before));
    await assertProved(app);
    await app.close();
  });

  test("an account whose transfer's other account is gone waits for that one", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    await transfer(app, owner, { fee: 2 });
    made(await app.remove(`/api/accounts/${owner.accountId}?cascade=true`));
    made(await app.remove(`/api/accounts/${owner.bank}`));
    const [second, first] = await historyOf(app, owner);
    assert.equal((await restore(app, first)).status, 409);
    assert.equal((await app.get(`/api/accounts/${owner.accountId}`)).status, 404);
    made(await restore(app, second));
    made(await restore(app, first));
    assert.deepEqual(await balances(app, owner), [898, 100]);
    await assertProved(app);
    await app.close();
  });

  test("a refund comes back only while its expense is there and has room for it", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const expense = await book(app, owner, { amount: 100 });
    const back = { type: "income", refundOf: expense.id };
    const refund = await book(app, owner, { ...back, amount: 60 });
    made(await app.remove(`/api/records/${refund.id}`));
    const [gone] = await historyOf(app, owner);
    const other = await book(app, owner, { ...back, amount: 50 });
    const full = await restore(app, gone);
    assert.equal(full.status, 409);
    assert.equal(full.message, "恢复后退款合计 110.00 元会超过支出的 100.00 元，请先处理退款记录");
    made(await app.remove(`/api/records/${other.id}`));
    made(await app.remove(`/api/records/${expense.id}`));
    const [expenseGone] = await historyOf(app, owner);
    const alone = await restore(app, gone);
    assert.equal(alone.status, 409);
    assert.equal(alone.message, "所退的支出已不存在或已不是支出，请先恢复那笔支出");
    made(await restore(app, expenseGone));
    made(await restore(app, gone));
    assert.equal((await app.get(`/api/records/${refund.id}`)).data.refundOf, expense.id);
    assert.equal(await balanceOf(app, owner.accountId), 960);
    await assertProved(app);
    await app.close();
  });

  test("an expense does not go back to less than its refunds, nor to an income", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const small = await book(app, owner, { amount: 10 });
    made(await app.put(`/api/records/${small.id}`, { amount: 100 }));
    const [smaller] = await historyOf(app, owner);
    await book(app, owner, { type: "income", refundOf: small.id, amount: 30 });
    const was = await book(app, owner, { type: "income", amount: 5 });
    made(await app.put(`/api/records/${was.id}`, { type: "expense" }));
    const [income] = await historyOf(app, owner);
    await book(app, owner, { type: "income", refundOf: was.id, amount: 3 });
    const before = await bookOf(app, owner.userId);
    const answers = [await restore(app, smaller), await restore(app, income)];
    assert.deepEqual(
      answers.map(({ status, message }) => [status, message]),
      [
        [409, "恢复后退款合计 30.00 元会超过支出的 10.00 元，请先处理退款记录"],
        [409, "这笔支出已有退款 3.00 元，不能恢复为收入；请先处理退款记录"],
      ],
    );
    assert.equal(await bookOf(app, owner.userId), before);
    await app.close();
  });

  test("whatever is moved, refunded, deleted and restored, the book adds up", async () => {
    const app = await open();
    const owner = await twoAccounts(app);
    const { userId, accountId, bank } = owner;
    const records: number[] = [];
    const transfers: number[] = [];
    const step = fc.record({
      what: fc.constantFrom(
        ...["expense", "refund", "link", "transfer", "change", "fee", "remove", "remove transfer"],
        ...["bulk", "bulk delete", "cascade", "restore", "restore", "restore"],
      ),
      pick: fc.nat(20),
      amount: fc.integer({ min: 1, max: 9_999 }),
      side: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        for (const { what, pick, amount: fen, side } of steps) {
          const amount = fen / 100;
          const [here, there] = side ? [accountId, bank] : [bank, accountId];
          const record = records[pick % Math.max(1, records.length)] ?? 0;
          const moved = transfers[pick % Math.max(1, transfers.length)] ?? 0;
          const date = `2026-03-${10 + (pick % 3)}`;
          const common = { userId, accountId: here, amount, category: "餐饮", date };
          const sides = { fromAccountId: here, toAccountId: there };
          const ids = [...new Set([record, ...records.slice(-2)])].filter((id) => id > 0);
          const restoreOne = async () => {
            const entries = await historyOf(app, owner);
            const left = entries.filter((entry: { restorable: boolean }) => entry.restorable);
            const entry = left[pick % Math.max(1, left.length)];
            return entry === undefined ? undefined : restore(app, entry);
          };
          const doing: Record<
            string,
            () => Promise<{ status: number; data?: unknown } | undefined>
          > = {
            expense: () => app.post("/api/records", { ...common, type: "expense" }),
            refund: () => app.post("/api/records", { ...common, type: "income", refundOf: record }),
            link: () => app.put(`/api/records/${record}`, { refundOf: records[0] }),
            transfer: () =>
              app.post("/api/transfers", { userId, ...sides, amount, fee: pick % 3, date }),
            change: () =>
              app.put(`/api/records/${record}`, { amount, accountId: here, type: "expense" }),
            fee: () => app.put(`/api/transfers/${moved}`, { ...sides, fee: pick % 3, amount }),
            remove: () => app.remove(`/api/records/${record}`),
            "remove transfer": () => app.remove(`/api/transfers/${moved}`),
            bulk: () =>
              app.post("/api/records/bulk", { userId, ids, action: "change", accountId: here }),
            "bulk delete": () => app.post("/api/records/bulk", { userId, ids, action: "delete" }),
            cascade: () => app.remove(`/api/accounts/${here}?cascade=true`),
            restore: restoreOne,
          };
          const answer = await doing[what]?.();
          assert.ok(answer === undefined || answer.status < 500, what);
          const id = (answer?.data as { id?: number } | undefined)?.id;
          if (answer?.status === 200 && id !== undefined) {
            if (what === "expense" || what === "refund") records.push(id);
            if (what === "transfer") transfers.push(id);
          }
        }
        await assertProved(app);
      }),
      { numRuns: 8 },
    );
    await app.close();
  });
});

/** Records without the balance that their account has by now. */
const withoutBalance = (records: { account?: unknown }[]) =>
  records.map((record) => ({ ...record, account: undefined }));

/** A book without its moments of change, which a restore moves. */
const timeless = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
