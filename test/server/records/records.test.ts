import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import {
  assertProved,
  book,
  during,
  lunch,
  made,
  openAccount,
  refused,
  wholeBook,
} from "../../harness/book.ts";

onEveryEngine("records", (open) => {
  test("a record is answered without its account, and moves the balance", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 4) });
    const owner = await someone(app, { balance: 100 });
    const answer = await app.post("/api/records", { ...lunch(owner), description: "午饭" });
    assert.equal(answer.message, "记录创建成功");
    const { id, ...rest } = made(answer);
    assert.deepEqual(rest, {
      userId: owner.userId,
      accountId: owner.accountId,
      type: "expense",
      amount: 35.5,
      category: "餐饮",
      description: "午饭",
      date: "2026-03-14T16:00:00.000Z",
      createdAt: "2026-03-15T04:00:00.000Z",
      updatedAt: "2026-03-15T04:00:00.000Z",
    });
    assert.ok(id > 0);
    assert.equal(await balanceOf(app, owner.accountId), 64.5);
    await book(app, owner, { type: "income", amount: 0.01 });
    assert.equal(await balanceOf(app, owner.accountId), 64.51);
    await assertProved(app);
  });

  test("R5: list and detail carry the account as it stands now", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const record = await book(app, owner);
    const account = {
      id: owner.accountId,
      name: "现金",
      type: "cash",
      color: "#1890FF",
      balance: 64.5,
    };
    const detail = await app.get(`/api/records/${record.id}`);
    assert.deepEqual(detail.body, { success: true, data: { ...record, account } });
    const list = await app.get(`/api/records?userId=${owner.userId}`);
    assert.deepEqual(list.body, { success: true, data: [{ ...record, account }] });
    made(await app.put(`/api/accounts/${owner.accountId}`, { name: "钱包", balance: 1 }));
    assert.deepEqual(made(await app.get(`/api/records/${record.id}`)).account, {
      ...account,
      name: "钱包",
      balance: 1,
    });
  });

  test("R6: no description is left out; G8: null and empty clear it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const description of [undefined, null, ""]) {
      assert.equal("description" in (await book(app, owner, { description })), false);
    }
    const record = await book(app, owner, { description: "午饭" });
    const path = `/api/records/${record.id}`;
    for (const description of [null, ""]) {
      made(await app.put(path, { description: "又有了" }));
      assert.equal("description" in made(await app.put(path, { description })), false);
      assert.equal("description" in made(await app.get(path)), false);
    }
    assert.equal(made(await app.put(path, { description: "  " })).description, "  ");
  });

  test("G13: text is kept exactly as sent, counted in code points", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const description = `${"😀".repeat(150)}${"e\u0301".repeat(20)}\n\t\u200d${" ".repeat(7)}`;
    assert.equal([...description].length, 200);
    const category = "\u212b 餐饮 ";
    const record = await book(app, owner, { description, category });
    assert.equal(record.description, description);
    assert.equal(record.category, category);
    const found = await app.get(
      `/api/records?userId=${owner.userId}&category=${encodeURIComponent(category)}`,
    );
    assert.equal(made(found).length, 1);
    // Another text, though it looks the same (G12 of the cases: no trimming, no normalisation).
    for (const other of ["\u00c5 餐饮 ", "\u212b 餐饮", "餐饮"]) {
      const path = `/api/records?userId=${owner.userId}&category=${encodeURIComponent(other)}`;
      assert.deepEqual(made(await app.get(path)), []);
    }
  });

  // Rule 1 of POST /api/records: what is missing and an amount that is not valid are said alike.
  const missing: [string, object | string, string][] = [
    ["nothing", {}, "userId、accountId、type、amount、category、date"],
    ["an undefined amount", { amount: undefined }, "amount"],
    ["a null amount", { amount: null }, "amount"],
    ["an empty amount", { amount: "" }, "amount"],
    ["an amount of zero", { amount: 0 }, "amount"],
    ["an amount of minus zero", { amount: -0 }, "amount"],
    ["an amount below zero", { amount: -1 }, "amount"],
    ["an amount in text", { amount: "12" }, "amount"],
    ["an amount that is a truth", { amount: true }, "amount"],
    ["an amount in a list", { amount: [1] }, "amount"],
    ["an amount in an object", { amount: { yuan: 1 } }, "amount"],
    ["an amount of three decimals", { amount: 0.015 }, "amount"],
    ["an amount below a fen", { amount: 0.001 }, "amount"],
    ["an amount that is nearly nothing", { amount: 1e-7 }, "amount"],
    ["an amount beyond the bound", { amount: 1_000_000_000_000 }, "amount"],
    ["an amount beyond numbers", '{"amount":1e400}', "amount"],
    ["no category", { category: null }, "category"],
    ["an empty category", { category: "" }, "category"],
    ["an empty date", { date: "" }, "date"],
    ["an empty type", { type: "" }, "type"],
    ["several", { type: null, amount: 0, date: null }, "type、date、amount"],
  ];
  for (const [what, fields, names] of missing) {
    test(`a record with ${what} is refused as missing its fields`, async (t) => {
      const app = await during(t, open);
      const owner = await someone(app, { balance: 5 });
      const given = typeof fields === "string" ? fields.slice(1, -1) : undefined;
      const body =
        given !== undefined
          ? `{"userId":${owner.userId},"accountId":${owner.accountId},"type":"expense","category":"x","date":"2026-03-15",${given}}`
          : what === "nothing"
            ? {}
            : { ...lunch(owner), ...(fields as object) };
      const message = await refused(app, owner.userId, 400, () => app.post("/api/records", body));
      const [sentence = "", ...besides] = message.split("；");
      assert.deepEqual(
        sentence.replace("缺少必填字段：", "").split("、").sort(),
        names.split("、").sort(),
      );
      // An amount that was sent, and is none, is said to be wrong besides.
      const sent = typeof fields === "string" ? fields : JSON.stringify(fields);
      const isWrong = names.includes("amount") && !/"amount":(null|"")|^\{\}$/.test(sent);
      assert.equal(besides.length, isWrong ? 1 : 0, message);
      if (isWrong) assert.match(besides[0] as string, /^金额（amount）必须是 0.01 到/);
    });
  }

  const wrong: [string, object, RegExp][] = [
    ["userId", { userId: "1" }, /userId/],
    ["userId", { userId: -1 }, /userId/],
    ["accountId", { accountId: 0 }, /accountId/],
    ["accountId", { accountId: 1.5 }, /accountId/],
    ["type", { type: "transfer" }, /type/],
    ["type", { type: "INCOME" }, /type/],
    ["type", { type: 1 }, /type/],
    ["category", { category: "\u3000 " }, /category/],
    ["category", { category: "长".repeat(101) }, /category/],
    ["category", { category: 5 }, /category/],
    ["category", { category: "a\0" }, /category/],
    ["category", { category: "\udc00" }, /category/],
    ["description", { description: "长".repeat(201) }, /description/],
    ["description", { description: 5 }, /description/],
    ["description", { description: "\0" }, /description/],
    ["date", { date: 20260315 }, /date/],
    ["date", { date: "yesterday" }, /date/],
  ];
  for (const [field, fields, message] of wrong) {
    test(`a record is refused for its ${field}: ${JSON.stringify(fields).slice(0, 40)}`, async (t) => {
      const app = await during(t, open);
      const owner = await someone(app);
      const body = { ...lunch(owner), ...fields };
      const said = await refused(app, owner.userId, 400, () => app.post("/api/records", body));
      assert.match(said, message);
      const record = await book(app, owner);
      if (field === "userId") return;
      const update = await refused(app, owner.userId, 400, () =>
        app.put(`/api/records/${record.id}`, fields),
      );
      assert.match(update, message);
    });
  }

  test("amounts are refused on PUT by name, and null leaves them alone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const record = await book(app, owner);
    for (const amount of [0, -5, 0.001, "12", 1e12, true, ""]) {
      const message = await refused(app, owner.userId, 400, () =>
        app.put(`/api/records/${record.id}`, { amount }),
      );
      assert.match(message, /amount/);
    }
    assert.equal(made(await app.put(`/api/records/${record.id}`, { amount: null })).amount, 35.5);
  });

  test("G3, G4, H23: creates that name what is not there, or another's, are 404", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人", balance: 100 });
    const spent = await book(app, owner);
    const cases: [object, string][] = [
      [{ userId: 9999 }, "用户不存在"],
      [{ userId: 1e300 }, "用户不存在"],
      [{ userId: 9999, type: "income", refundOf: spent.id }, "用户不存在"],
      [{ userId: 9999, type: "income", refund: true }, "用户不存在"],
      [{ accountId: 9999 }, "账户不存在"],
      [{ accountId: 2 ** 53 }, "账户不存在"],
      [{ accountId: other.accountId }, "账户不存在"],
    ];
    for (const [fields, expected] of cases) {
      const message = await refused(app, owner.userId, 404, () =>
        app.post("/api/records", { ...lunch(owner), ...fields }),
      );
      assert.equal(message, expected);
    }
    assert.equal(await balanceOf(app, other.accountId), 100);
  });

  test("A10: an update reverses the old effect and applies the new", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const record = await book(app, owner, { amount: 30 });
    assert.equal(await balanceOf(app, owner.accountId), 70);
    const path = `/api/records/${record.id}`;
    const answer = await app.put(path, { type: "income" });
    assert.equal(answer.message, "记录更新成功");
    assert.equal("account" in made(answer), false);
    assert.equal(await balanceOf(app, owner.accountId), 130);
    made(await app.put(path, { amount: 0.01 }));
    assert.equal(await balanceOf(app, owner.accountId), 100.01);
    made(await app.put(path, { type: "expense", amount: 100 }));
    assert.equal(await balanceOf(app, owner.accountId), 0);
    await assertProved(app);
  });

  test("A11, R3: a record moves to another account of the user, both balances at once", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const to = await openAccount(app, owner.userId, { balance: 1000 });
    const record = await book(app, owner, { amount: 30 });
    const path = `/api/records/${record.id}`;
    assert.equal(made(await app.put(path, { accountId: to })).accountId, to);
    assert.equal(await balanceOf(app, owner.accountId), 100);
    assert.equal(await balanceOf(app, to), 970);
    made(await app.put(path, { accountId: owner.accountId, type: "income", amount: 5 }));
    assert.equal(await balanceOf(app, owner.accountId), 105);
    assert.equal(await balanceOf(app, to), 1000);
    const other = await someone(app, { name: "别人" });
    for (const accountId of [other.accountId, 9999]) {
      const message = await refused(app, owner.userId, 404, () => app.put(path, { accountId }));
      assert.equal(message, "账户不存在");
    }
    assert.equal(await balanceOf(app, other.accountId), 0);
    await assertProved(app);
  });

  test("a deleted record gives its effect back", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const expense = await book(app, owner, { amount: 30 });
    const income = await book(app, owner, { type: "income", amount: 7 });
    const answer = await app.remove(`/api/records/${expense.id}`);
    assert.deepEqual(answer.body, { success: true, data: null, message: "记录删除成功" });
    assert.equal(await balanceOf(app, owner.accountId), 107);
    made(await app.remove(`/api/records/${income.id}?userId=${owner.userId}`));
    assert.equal(await balanceOf(app, owner.accountId), 100);
    assert.deepEqual(made(await app.get(`/api/statistics/trend?userId=${owner.userId}`)), []);
    const again = await app.remove(`/api/records/${income.id}`);
    assert.equal(again.status, 404);
    assert.equal(again.message, "记录不存在");
    assert.ok((await book(app, owner)).id > income.id);
    await assertProved(app);
  });

  test("G7: PUT of what GET answered changes nothing; what nobody may set is ignored", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    for (const date of ["2026-03-15", "2026-03-15T23:30:00", "1900-01-01", "9999-12-31"]) {
      const { id } = await book(app, owner, { date, description: "x" });
      const detail = made(await app.get(`/api/records/${id}`));
      const { account, ...record } = detail;
      now += 1000;
      const before = await wholeBook(app, owner.userId);
      for (const body of [{}, undefined, detail, { id: 7, account: 5, createdAt: 1, more: [] }]) {
        assert.deepEqual(made(await app.put(`/api/records/${id}`, body)), record);
      }
      assert.equal(account.id, owner.accountId);
      assert.deepEqual(await wholeBook(app, owner.userId), before);
    }
    await assertProved(app);
  });

  test("H23, G1: another user's record does not exist, whatever is asked of it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    const record = await book(app, owner);
    const path = `/api/records/${record.id}`;
    for (const answer of [
      await app.get(`${path}?userId=${other.userId}`),
      await app.put(`${path}?userId=${other.userId}`, { amount: 1 }),
      await app.put(path, { amount: 1, userId: other.userId }),
      await app.remove(`${path}?userId=${other.userId}`),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.message, "记录不存在");
    }
    assert.equal((await app.get(`${path}?userId=${owner.userId}`)).status, 200);
    const list = `/api/records?userId=${other.userId}&accountId=${owner.accountId}`;
    assert.deepEqual(made(await app.get(list)), []);
  });

  test("the list is newest created first; ties by id, descending (R7)", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const dates = ["2026-03-01", "2020-01-01", "2026-12-31", "1999-09-09"];
    const ids: number[] = [];
    for (const [index, date] of dates.entries()) {
      if (index === 2) now += 1;
      ids.unshift((await book(app, owner, { date })).id);
    }
    const list = made(await app.get(`/api/records?userId=${owner.userId}`));
    assert.deepEqual(
      list.map((record: { id: number }) => record.id),
      ids,
    );
  });

  test("B16: filters alone and together; the list and the statistics have one total", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const bank = await openAccount(app, owner.userId);
    const booked = [
      {
        accountId: owner.accountId,
        type: "expense",
        amount: 1,
        category: "餐饮",
        date: "2026-01-31",
      },
      {
        accountId: owner.accountId,
        type: "income",
        amount: 2,
        category: "工资",
        date: "2026-02-01",
      },
      { accountId: bank, type: "expense", amount: 4, category: "餐饮", date: "2026-02-28" },
      {
        accountId: bank,
        type: "expense",
        amount: 8,
        category: "购物",
        date: "2026-02-28T23:59:59.999",
      },
      { accountId: bank, type: "expense", amount: 16, category: "餐饮", date: "2026-03-01" },
    ];
    for (const fields of booked) await book(app, owner, fields);
    const sums: [string, number][] = [
      ["", 31],
      [`&accountId=${bank}`, 28],
      ["&type=income", 2],
      ["&type=expense", 29],
      [`&category=${encodeURIComponent("餐饮")}`, 21],
      ["&startDate=2026-02-01", 30],
      ["&endDate=2026-02-28", 15],
      ["&startDate=2026-02-01&endDate=2026-02-28", 14],
      ["&startDate=2026-02-28&endDate=2026-02-28", 12],
      ["&startDate=2026-03-01&endDate=2026-02-01", 0],
      [`&accountId=${bank}&type=expense&startDate=2026-02-01&endDate=2026-02-28`, 12],
      ["&accountId=&type=&category=&startDate=&endDate=&limit=&cursor=", 31],
      ["&accountId=99999999999999999999", 0],
    ];
    for (const [query, sum] of sums) {
      const list = made(await app.get(`/api/records?userId=${owner.userId}${query}`));
      const total = list.reduce(
        (all: number, record: { amount: number }) => all + record.amount,
        0,
      );
      assert.equal(total, sum, query);
    }
    const month = made(
      await app.get(`/api/statistics/monthly?userId=${owner.userId}&month=2026-02`),
    );
    assert.equal(month.totalExpense + month.totalIncome, 14);
  });

  test("what no filter can be is refused by name", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const cases: [string, RegExp][] = [
      ["", /缺少必填字段：userId/],
      ["userId=", /缺少必填字段：userId/],
      ["userId=abc", /userId/],
      ["userId=1.0", /userId/],
      ["userId=1e3", /userId/],
      ["userId=0x10", /userId/],
      ["userId=%201", /userId/],
      ["userId=-1", /userId/],
      ["userId=0", /userId/],
      [`userId=${userId}&userId=${userId}`, /userId/],
      [`userId=${userId}&accountId=x`, /accountId/],
      [`userId=${userId}&type=both`, /type/],
      [`userId=${userId}&type=income&type=income`, /type/],
      [`userId=${userId}&category=%00`, /category/],
      [`userId=${userId}&category=%ff`, /category/],
      [`userId=${userId}&category=%ED%A0%80`, /category/],
      [`userId=${userId}&startDate=2026-02-30`, /startDate/],
      [`userId=${userId}&endDate=2026-2-3`, /endDate/],
      [`userId=${userId}&limit=0`, /limit/],
      [`userId=${userId}&limit=1001`, /limit/],
      [`userId=${userId}&limit=ten`, /limit/],
      [`userId=${userId}&cursor=abc`, /cursor/],
      [`userId=${userId}&cursor=%20`, /cursor/],
    ];
    for (const [query, message] of cases) {
      const answer = await app.get(`/api/records?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(answer.message as string, message);
    }
  });

  test("A1: three of five records deleted at once leave the exact rest", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 10 });
    const ids: number[] = [];
    for (const amount of [0.1, 0.2, 0.3, 1.1, 2.2]) {
      ids.push((await book(app, owner, { type: "income", amount })).id);
    }
    const answers = await Promise.all(
      ids.slice(0, 3).map((id) => app.remove(`/api/records/${id}`)),
    );
    for (const answer of answers) made(answer);
    assert.equal(await balanceOf(app, owner.accountId), 13.3);
    await assertProved(app);
  });

  test("B18: a record dated in the future moves the balance today, everywhere alike", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app, { balance: 100 });
    await book(app, owner, { amount: 40, date: "2026-12-01" });
    const dashboard = made(await app.get(`/api/dashboard/summary?userId=${owner.userId}`));
    assert.equal(dashboard.totalBalance, 60);
    assert.equal(dashboard.accounts[0].balance, 60);
    assert.equal(dashboard.monthExpense, 0);
    assert.equal(await balanceOf(app, owner.accountId), 60);
  });
});
