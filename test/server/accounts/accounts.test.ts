import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, book, during, made, openAccount, refused } from "../../harness/book.ts";

onEveryEngine("accounts", (open) => {
  test("an account has its defaults: blue, and nothing in it", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const { userId } = await someone(app);
    const answer = await app.post("/api/accounts", { userId, name: "支付宝", type: "payment" });
    assert.equal(answer.message, "账户创建成功");
    const { id, ...rest } = made(answer);
    assert.deepEqual(rest, {
      userId,
      name: "支付宝",
      type: "payment",
      color: "#1890FF",
      balance: 0,
      createdAt: "2026-03-15T00:00:00.000Z",
      updatedAt: "2026-03-15T00:00:00.000Z",
    });
    const detail = await app.get(`/api/accounts/${id}`);
    assert.deepEqual(detail.body, { success: true, data: answer.data });
  });

  test("null means not given for what is optional", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const body = { userId, name: "现金", type: "cash", color: null, balance: null };
    const account = made(await app.post("/api/accounts", body));
    assert.equal(account.color, "#1890FF");
    assert.equal(account.balance, 0);
  });

  test("R11: a colour is kept in the case it was sent, and checked on PUT too", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    for (const color of ["#aBcDeF", "#000000", "#FFFFFF"]) {
      assert.equal(made(await app.put(`/api/accounts/${accountId}`, { color })).color, color);
    }
    for (const color of ["", "red", "#FFF", "#12345G", "#1234567", "123456", " #123456", 5]) {
      const message = await refused(app, userId, 400, () =>
        app.put(`/api/accounts/${accountId}`, { color }),
      );
      assert.match(message, /color/);
    }
  });

  test("balances of either sign and of every size are kept to the fen", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    for (const balance of [-0.01, 0.1 + 0.2, 1234.56, -20_000_000_000_000, 20_000_000_000_000]) {
      const id = await openAccount(app, userId, { balance });
      assert.equal(await balanceOf(app, id), Math.round(balance * 100) / 100);
      const proof = made(await app.get(`/api/accounts/${id}/verify`));
      assert.equal(proof.ok, true);
      assert.equal(proof.opening, proof.balance);
    }
    await assertProved(app);
  });

  const wrong: [string, object, RegExp][] = [
    ["no userId", { userId: undefined }, /缺少必填字段：userId/],
    ["no name", { name: null }, /缺少必填字段：name/],
    ["no type", { type: "" }, /缺少必填字段：type/],
    ["another type", { type: "credit" }, /type/],
    ["a type of another case", { type: "Cash" }, /type/],
    ["a userId in text", { userId: "1" }, /userId/],
    ["a userId of zero", { userId: 0 }, /userId/],
    ["a userId with a fraction", { userId: 1.5 }, /userId/],
    ["a blank name", { name: "  " }, /name/],
    ["a name of 101", { name: "x".repeat(101) }, /name/],
    ["a balance in text", { balance: "1" }, /balance/],
    ["a balance of three decimals", { balance: 1.005 }, /balance/],
    ["a balance beyond the bound", { balance: 20_000_000_000_000.01 }, /balance/],
    ["a balance that is a truth", { balance: true }, /balance/],
    ["a colour that is none", { color: "blue" }, /color/],
  ];
  for (const [what, fields, message] of wrong) {
    test(`an account is refused with ${what}`, async (t) => {
      const app = await during(t, open);
      const { userId } = await someone(app);
      const body = { userId, name: "现金", type: "cash", ...fields };
      assert.match(await refused(app, userId, 400, () => app.post("/api/accounts", body)), message);
    });
  }

  test("G3: an account for a user that does not exist is refused with 404", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    for (const missing of [userId + 1, 2 ** 40, 1e300]) {
      const message = await refused(app, userId, 404, () =>
        app.post("/api/accounts", { userId: missing, name: "现金", type: "cash" }),
      );
      assert.equal(message, "用户不存在");
    }
  });

  test("R7, G2: accounts are listed by id, those of the user alone", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    const other = await someone(app, { name: "别人" });
    const second = await openAccount(app, userId);
    const answer = await app.get(`/api/accounts?userId=${userId}`);
    assert.deepEqual(Object.keys(answer.body), ["success", "data"]);
    assert.deepEqual(
      answer.data.map((account: { id: number }) => account.id),
      [accountId, second],
    );
    assert.equal((await app.get(`/api/accounts?userId=${other.userId}`)).data.length, 1);
    assert.deepEqual((await app.get("/api/accounts?userId=99999")).data, []);
  });

  test("only the given fields change, and the balance by hand moves the opening (A12, M4)", async (t) => {
    let now = Date.UTC(2026, 2, 1);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app, { balance: 100 });
    const path = `/api/accounts/${owner.accountId}`;
    await book(app, owner, { amount: 30 });
    const before = made(await app.get(path));
    now += 1000;
    const renamed = await app.put(path, { name: "钱包" });
    assert.equal(renamed.message, "账户更新成功");
    assert.deepEqual(renamed.data, {
      ...before,
      name: "钱包",
      updatedAt: "2026-03-01T00:00:01.000Z",
    });
    const set = made(await app.put(path, { balance: 500 }));
    assert.equal(set.balance, 500);
    assert.deepEqual(made(await app.get(`${path}/verify`)), {
      opening: 530,
      recordsEffect: -30,
      transfersEffect: 0,
      adjustmentsEffect: 0,
      expected: 500,
      balance: 500,
      ok: true,
    });
    await assertProved(app);
  });

  test("A3: a balance set and set back leaves nothing behind", async (t) => {
    const app = await during(t, open);
    const { accountId } = await someone(app);
    made(await app.put(`/api/accounts/${accountId}`, { balance: 1 }));
    made(await app.put(`/api/accounts/${accountId}`, { balance: 0 }));
    assert.deepEqual(made(await app.get(`/api/accounts/${accountId}/verify`)), {
      opening: 0,
      recordsEffect: 0,
      transfersEffect: 0,
      adjustmentsEffect: 0,
      expected: 0,
      balance: 0,
      ok: true,
    });
  });

  test("G7: what GET answered can be sent back whole, and {} changes nothing", async (t) => {
    let now = Date.UTC(2026, 2, 1);
    const app = await during(t, open, { now: () => now });
    const { accountId } = await someone(app, { balance: 12.34 });
    const account = made(await app.get(`/api/accounts/${accountId}`));
    now += 60_000;
    const foolish = { id: 99, createdAt: "x", account: {}, nonsense: [1] };
    for (const body of [{}, undefined, account, { ...account, ...foolish }, { name: null }]) {
      const answer = await app.put(`/api/accounts/${accountId}`, body);
      assert.deepEqual(made(answer), account);
      assert.equal(answer.message, "账户更新成功");
    }
  });

  test("R12: updatedAt moves with the balance, not with what leaves it alone", async (t) => {
    let now = Date.UTC(2026, 2, 1);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const updatedAt = async () =>
      made(await app.get(`/api/accounts/${owner.accountId}`)).updatedAt as string;
    const first = await updatedAt();
    now += 1000;
    const record = await book(app, owner);
    const second = await updatedAt();
    assert.ok(second > first);
    now += 1000;
    made(await app.put(`/api/records/${record.id}`, { category: "交通", description: "地铁" }));
    assert.equal(await updatedAt(), second);
    made(await app.put(`/api/records/${record.id}`, { amount: 1 }));
    assert.ok((await updatedAt()) > second);
  });

  test("A15, R2: an account with records is refused by number; nothing changes", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (let count = 0; count < 3; count += 1) await book(app, owner);
    for (const query of ["", "?cascade=false", "?cascade="]) {
      const message = await refused(app, owner.userId, 400, () =>
        app.remove(`/api/accounts/${owner.accountId}${query}`),
      );
      assert.match(message, /3 条记录/);
    }
    const message = await refused(app, owner.userId, 400, () =>
      app.remove(`/api/accounts/${owner.accountId}?cascade=1`),
    );
    assert.match(message, /cascade/);
    await assertProved(app);
  });

  test("R2: with cascade=true the account goes with its records and their figures", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const kept = await openAccount(app, owner.userId, { balance: 5 });
    await book(app, owner, { amount: 10, category: "餐饮" });
    await book(app, owner, { amount: 20, category: "购物" });
    await book(app, { ...owner, accountId: kept }, { amount: 1, category: "餐饮" });
    const answer = await app.remove(`/api/accounts/${owner.accountId}?cascade=true`);
    assert.deepEqual(answer.body, { success: true, data: null, message: "账户删除成功" });
    const month = made(
      await app.get(`/api/statistics/monthly?userId=${owner.userId}&month=2026-03`),
    );
    assert.equal(month.totalExpense, 1);
    assert.deepEqual(month.categoryStats, [{ category: "餐饮", amount: 1 }]);
    assert.equal((await app.get(`/api/records?userId=${owner.userId}`)).data.length, 1);
    assert.equal(await balanceOf(app, kept), 4);
    await assertProved(app);
  });

  test("an account without records is deleted; its id is never used again (G5)", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    assert.equal((await app.remove(`/api/accounts/${accountId}`)).status, 200);
    const again = await app.remove(`/api/accounts/${accountId}`);
    assert.equal(again.status, 404);
    assert.equal(again.message, "账户不存在");
    assert.ok((await openAccount(app, userId)) > accountId);
  });

  test("H23, G1: another user's account does not exist, whatever is asked of it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 7 });
    const other = await someone(app, { name: "别人" });
    const path = `/api/accounts/${owner.accountId}`;
    for (const answer of [
      await app.get(`${path}?userId=${other.userId}`),
      await app.get(`${path}/verify?userId=${other.userId}`),
      await app.put(`${path}?userId=${other.userId}`, { name: "我的了" }),
      await app.put(path, { name: "我的了", userId: other.userId }),
      await app.put(`${path}?userId=${owner.userId}`, { name: "x", userId: other.userId }),
      await app.remove(`${path}?userId=${other.userId}&cascade=true`),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.message, "账户不存在");
    }
    assert.equal(made(await app.get(`${path}?userId=${owner.userId}`)).name, "现金");
    made(await app.put(path, { name: "钱包", userId: owner.userId }));
  });

  test("G5: ids that are no positive integers are 400, others that are not there 404", async (t) => {
    const app = await during(t, open);
    await someone(app);
    for (const id of ["0", "-1", "1.0", "1e3", "0x1", "abc", "%201", "１", "null", "+1"]) {
      for (const answer of [
        await app.get(`/api/accounts/${id}`),
        await app.put(`/api/accounts/${id}`, {}),
        await app.remove(`/api/accounts/${id}`),
      ]) {
        assert.equal(answer.status, 400, id);
        assert.match(answer.message as string, /id/);
      }
    }
    for (const id of ["99", "9007199254740993", "9".repeat(30), "9".repeat(400)]) {
      assert.equal((await app.get(`/api/accounts/${id}`)).status, 404, id);
      assert.equal((await app.remove(`/api/accounts/${id}`)).status, 404, id);
    }
  });

  test("verify stays exact where openings and effects have left 2^53 behind", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/accounts/${owner.accountId}`;
    let day = 0;
    for (let round = 0; round < 3; round += 1) {
      made(await app.put(path, { balance: -19_999_999_999_999.99 }));
      for (let count = 0; count < 39; count += 1) {
        day += 1;
        const date = new Date(Date.UTC(2026, 0, day)).toISOString();
        await book(app, owner, { type: "income", amount: 999_999_999_999.99, date });
      }
    }
    made(await app.put(path, { balance: 0.01 }));
    const answer = await app.get(`${path}/verify`);
    assert.equal(answer.data.ok, true);
    assert.match(answer.text, /"recordsEffect":116999999999998\.83,/);
    assert.match(answer.text, /"opening":-116999999999998\.82,/);
    assert.equal(answer.data.balance, 0.01);
    await assertProved(app);
  });
});
