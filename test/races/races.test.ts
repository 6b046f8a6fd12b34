import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Answer, balanceOf, onEveryEngine, someone, type TestApp } from "../harness/app.ts";
import { assertProved, book, during, lunch, made, openAccount } from "../harness/book.ts";
import { engines } from "../harness/database.ts";
import { type Nodes, openNodes, startNodes } from "../harness/nodes.ts";

const covered = engines().includes("postgres");

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

/** So many at once, round after round: a slow machine's queue stays within the time a write may wait. */
async function rounds<T>(count: number, atOnce: number, work: (n: number) => Promise<T>) {
  const answers: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    answers.push(...(await times(Math.min(atOnce, count - from), (n) => work(from + n))));
  }
  return answers;
}

const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

/** The sum of what the list shows, in fen, income less expense. */
async function sumOf(app: TestApp, userId: number, accountId: number): Promise<number> {
  const list = made(await app.get(`/api/records?userId=${userId}&accountId=${accountId}`));
  return list.reduce(
    (sum: number, { type, amount }: { type: string; amount: number }) =>
      sum + (type === "income" ? 1 : -1) * Math.round(amount * 100),
    0,
  );
}

function declareRaces(open: () => Promise<TestApp>): void {
  test("200 records at once on one account: the balance is their exact sum", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 1000 });
    const answers = await times(200, (n) =>
      app.post("/api/records", {
        ...lunch(owner),
        type: n % 3 === 0 ? "income" : "expense",
        amount: (n + 1) / 100,
        category: `类 ${n % 4}`,
        date: `2026-03-${String((n % 5) + 1).padStart(2, "0")}`,
      }),
    );
    assert.deepEqual(statuses(answers), [200]);
    assert.equal(new Set(answers.map(({ data }) => data.id)).size, 200);
    const sum = await sumOf(app, owner.userId, owner.accountId);
    let expected = 0;
    for (let n = 0; n < 200; n += 1) expected += n % 3 === 0 ? n + 1 : -(n + 1);
    assert.equal(sum, expected);
    assert.equal(await balanceOf(app, owner.accountId), (100_000 + expected) / 100);
    await assertProved(app);
  });

  test("one record changed by many at once has one of their values, and so has the balance", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { id } = await book(app, owner);
    const answers = await rounds(100, 20, (n) =>
      app.put(`/api/records/${id}`, {
        amount: n + 1,
        type: n % 2 ? "income" : "expense",
        category: `类 ${n % 3}`,
        date: `2026-03-${String((n % 28) + 1).padStart(2, "0")}`,
      }),
    );
    assert.deepEqual(statuses(answers), [200]);
    const record = made(await app.get(`/api/records/${id}`));
    assert.equal(record.account.balance, record.type === "income" ? record.amount : -record.amount);
    assert.equal(made(await app.get(`/api/statistics/trend?userId=${owner.userId}`)).length, 1);
    await assertProved(app);
  });

  test("one record deleted by many at once gives its money back once", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const { id } = await book(app, owner);
    const answers = await times(50, (n) =>
      n % 5 === 4
        ? app.put(`/api/records/${id}`, { amount: 1000 + n, type: "income" })
        : app.remove(`/api/records/${id}`),
    );
    const removed = answers.filter(({ message }) => message === "记录删除成功");
    assert.equal(removed.length, 1);
    for (const { status } of answers) assert.ok(status === 200 || status === 404);
    assert.equal(await balanceOf(app, owner.accountId), 100);
    assert.deepEqual(made(await app.get(`/api/statistics/trend?userId=${owner.userId}`)), []);
    await assertProved(app);
  });

  test("moves between two accounts, both ways at once, lose and make nothing", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 1000 });
    const second = await openAccount(app, owner.userId, { balance: 1000 });
    const both = [owner.accountId, second];
    const records = await times(10, (n) =>
      book(app, { ...owner, accountId: both[n % 2] as number }, { amount: n + 0.01 }),
    );
    const answers = await rounds(160, 20, (n) =>
      app.put(`/api/records/${records[n % 10].id}`, {
        accountId: both[Math.floor(n / 10) % 2],
        ...(n % 7 === 0 && { amount: (n % 10) + 0.01 }),
      }),
    );
    assert.deepEqual(statuses(answers), [200]);
    const balances = await Promise.all(both.map((id) => balanceOf(app, id)));
    for (const [index, id] of both.entries()) {
      const sum = await sumOf(app, owner.userId, id);
      assert.equal(Math.round((balances[index] as number) * 100), 100_000 + sum);
    }
    const total = balances.reduce((sum, balance) => sum + Math.round(balance * 100), 0);
    assert.equal(total, 200_000 - 4510);
    await assertProved(app);
  });

  test("creates, updates, deletes, balances by hand and cascades all at once stay provable", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const doomed = await openAccount(app, owner.userId);
    const records = await times(20, () => book(app, owner, { amount: 5 }));
    const answers = await rounds(200, 25, (n) => {
      const { id } = records[n % 20];
      const accountId = n % 2 ? owner.accountId : doomed;
      switch (n % 7) {
        case 0:
        case 1:
          return app.post("/api/records", { ...lunch(owner), accountId, amount: n / 100 + 0.01 });
        case 2:
          return app.put(`/api/records/${id}`, { accountId, amount: n + 1 });
        case 3:
          return app.remove(`/api/records/${id}`);
        case 4:
          return app.put(`/api/accounts/${owner.accountId}`, { balance: n });
        case 5:
          return n > 150
            ? app.remove(`/api/accounts/${doomed}?cascade=true`)
            : app.get(`/api/dashboard/summary?userId=${owner.userId}`);
        default:
          return app.put(`/api/accounts/${accountId}`, { name: `名 ${n}` });
      }
    });
    for (const { status, text } of answers) assert.ok(status === 200 || status === 404, text);
    await assertProved(app);
    const verify = made(await app.get(`/api/accounts/${owner.accountId}/verify`));
    assert.equal(verify.ok, true);
    const list = made(await app.get(`/api/records?userId=${owner.userId}`));
    assert.ok(list.every(({ account }: { account?: object }) => account !== undefined));
  });

  test("one transfer changed and deleted by many at once leaves both balances true", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 1000 });
    const second = await openAccount(app, owner.userId, { balance: 1000 });
    const body = { userId: owner.userId, amount: 30, fee: 1, date: "2026-03-15" };
    const way = { fromAccountId: owner.accountId, toAccountId: second };
    const { id } = made(await app.post("/api/transfers", { ...body, ...way }));
    const back = { fromAccountId: second, toAccountId: owner.accountId };
    const changed = await rounds(60, 20, (n) =>
      app.put(`/api/transfers/${id}`, { amount: n + 1, fee: n % 3, ...(n % 2 ? way : back) }),
    );
    assert.deepEqual(statuses(changed), [200]);
    await assertProved(app);
    const removed = await times(20, () => app.remove(`/api/transfers/${id}`));
    assert.equal(removed.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(statuses(removed), [200, 404]);
    assert.equal(await balanceOf(app, owner.accountId), 1000);
    assert.equal(await balanceOf(app, second), 1000);
    await assertProved(app);
  });

  test("refunds that are booked, moved and changed at once never exceed their expense", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const second = await openAccount(app, owner.userId);
    const expense = (await book(app, owner, { amount: 100 })).id;
    const refund = { type: "income", amount: 7, refundOf: expense };
    const answers = await times(40, (n) =>
      app.post("/api/records", {
        ...lunch({ ...owner, accountId: n % 2 ? owner.accountId : second }),
        ...refund,
      }),
    );
    const booked = answers.filter(({ status }) => status === 200).map(({ data }) => data.id);
    assert.equal(booked.length, 14);
    const changed = await times(28, (n) =>
      n % 4 === 3
        ? app.put(`/api/records/${expense}`, {
            amount: 90,
            accountId: n % 8 === 3 ? second : owner.accountId,
          })
        : app.put(`/api/records/${booked[n % 14]}`, { amount: 8 }),
    );
    for (const { status, text } of changed) assert.ok(status === 200 || status === 400, text);
    const { refunded, amount } = made(await app.get(`/api/records/${expense}`));
    assert.ok(refunded <= amount, `${refunded} of ${amount}`);
    await assertProved(app);
  });

  test("an act is taken back once by many at once, and not beside a change of its parts", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const ids = (await times(10, (n) => book(app, owner, { amount: n + 1 }))).map(({ id }) => id);
    const bulk = (body: object) =>
      app.post("/api/records/bulk", { userId: owner.userId, ids, ...body });
    const gone = (await bulk({ action: "delete" })).headers["history-act"];
    const answers = await times(10, () => app.post(`/api/history/acts/${gone}/restore`));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(statuses(answers), [200, 409]);
    assert.equal(await balanceOf(app, owner.accountId), -55);
    for (let round = 0; round < 5; round += 1) {
      const act = (await bulk({ action: "change", category: `类 ${round}` })).headers[
        "history-act"
      ];
      const [back] = await Promise.all([
        app.post(`/api/history/acts/${act}/restore`),
        app.put(`/api/records/${ids[round]}`, { category: "别的", amount: 1 }),
      ]);
      assert.ok([200, 409].includes((back as Answer).status));
      await assertProved(app);
    }
  });

  test("an account that is deleted while records are written keeps no orphan", async (t) => {
    const app = await during(t, open);
    for (let round = 0; round < 5; round += 1) {
      const owner = await someone(app);
      const answers = await times(30, (n) =>
        n === 10 + round
          ? app.remove(`/api/accounts/${owner.accountId}?cascade=${round % 2 === 0}`)
          : app.post("/api/records", lunch(owner)),
      );
      for (const { status } of answers) assert.ok([200, 400, 404].includes(status));
      const accounts = made(await app.get(`/api/accounts?userId=${owner.userId}`));
      const list = made(await app.get(`/api/records?userId=${owner.userId}`));
      if (accounts.length === 0) assert.deepEqual(list, []);
      else assert.equal(accounts[0].balance, -35.5 * list.length);
    }
    await assertProved(app);
  });

  test("whatever is deleted by many at once is deleted once; the others are told it is gone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const body = { userId: owner.userId, category: "x", amount: 1, month: "2026-03" };
    const budget = made(await app.post("/api/budgets", body));
    const paths = [`/api/budgets/${budget.id}`, `/api/accounts/${owner.accountId}?cascade=true`];
    for (const path of paths) {
      const answers = await times(20, () => app.remove(path));
      assert.deepEqual(statuses(answers), [200, 404]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
    await assertProved(app);
  });

  test("a balance near its bound never passes it, however many write at once", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 19_999_999_999_990 });
    const answers = await times(40, () =>
      app.post("/api/records", { ...lunch(owner), type: "income", amount: 1 }),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal(answers.filter(({ status }) => status === 400).length, 30);
    assert.equal(await balanceOf(app, owner.accountId), 20_000_000_000_000);
    await assertProved(app);
  });

  test("many users write at once, each to a book of its own", async (t) => {
    const app = await during(t, open);
    const owners = await times(10, (n) => someone(app, { name: `用户 ${n}` }));
    await times(200, (n) => book(app, owners[n % 10] as (typeof owners)[0], { amount: 0.01 }));
    for (const owner of owners) assert.equal(await balanceOf(app, owner.accountId), -0.2);
    await assertProved(app);
  });
}

onEveryEngine("races", declareRaces);

// One process lets a book's writes wait for each other itself; only two show that the database does.
describe("races (two nodes)", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let nodes: Nodes;
  before(async () => {
    nodes = await startNodes();
  });
  after(() => nodes.stop());
  declareRaces(() => openNodes(nodes));
});
