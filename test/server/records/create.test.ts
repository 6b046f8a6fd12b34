/** Making records: once under an id of one's own, many at once, and not on what was put away. */
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
} from "../../harness/book.ts";

const TABLES = ["records", "transfers"] as const;

onEveryEngine("making records", (open) => {
  test("the same externalId again books nothing and answers the first, for each user alone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const to = await openAccount(app, userId);
    const bodies = {
      records: { ...lunch(owner), externalId: "bank 7" },
      transfers: {
        ...{ userId, fromAccountId: accountId, toAccountId: to, amount: 5, date: "2026-03-15" },
        externalId: "bank 7",
      },
    };
    for (const table of TABLES) {
      const path = `/api/${table}`;
      const first = await app.post(path, bodies[table]);
      assert.equal(made(first).externalId, "bank 7");
      assert.equal(first.data.provider, undefined);
      assert.equal(first.headers["idempotency-replayed"], undefined);
      made(await app.put(`${path}/${first.data.id}`, { description: "改过" }));
      const again = await app.post(path, bodies[table]);
      assert.equal(again.headers["idempotency-replayed"], "true");
      assert.deepEqual([made(again).id, again.data.description], [first.data.id, "改过"]);
      assert.equal(made(await app.get(`${path}?userId=${userId}`)).length, 1);
      const many = await Promise.all(
        [1, 2, 3, 4].map(() => app.post(path, { ...bodies[table], externalId: "8" })),
      );
      assert.equal(new Set(many.map(({ data }) => data.id)).size, 1);
    }
    assert.equal(await balanceOf(app, accountId), 100 - 2 * 35.5 - 2 * 5);
    const other = await someone(app, { name: "别人" });
    assert.notEqual((await book(app, other, { externalId: "bank 7" })).userId, userId);
    for (const externalId of ["", " ", 7, "x".repeat(201)]) {
      await refused(app, userId, 400, () =>
        app.post("/api/records", { ...lunch(owner), externalId }),
      );
    }
    await assertProved(app);
  });

  test("what was deleted can be made again under its id, and is then not restored beside it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { userId, accountId } = owner;
    const first = await book(app, owner, { externalId: "7" });
    made(await app.remove(`/api/records/${first.id}`));
    const second = await book(app, owner, { externalId: "7" });
    assert.notEqual(second.id, first.id);
    const [entry] = made(await app.get(`/api/history?userId=${userId}`));
    for (const path of [
      `/api/history/${entry.id}/restore`,
      `/api/history/acts/${entry.id}/restore`,
    ]) {
      const message = await refused(app, userId, 409, () => app.post(path));
      assert.match(message, new RegExp(`externalId 已记为编号 ${second.id} `));
    }
    made(await app.remove(`/api/records/${second.id}`));
    made(await app.post(`/api/history/${entry.id}/restore`));
    assert.equal((await book(app, owner, { externalId: "7" })).id, first.id);
    made(await app.remove(`/api/accounts/${accountId}?cascade=true`));
    await assertProved(app);
  });

  test("an account that was put away takes nothing new by hand, unless force says so", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const old = await openAccount(app, userId, { name: "旧卡" });
    const record = await book(app, { userId, accountId: old });
    made(await app.put(`/api/accounts/${old}`, { archived: true }));
    const body = { ...lunch(owner), accountId: old };
    const there = {
      userId,
      fromAccountId: accountId,
      toAccountId: old,
      amount: 1,
      date: "2026-03-15",
    };
    const back = { ...there, fromAccountId: old, toAccountId: accountId };
    for (const [path, wanted] of [
      ["/api/records", body],
      ["/api/records", { ...body, force: false }],
      ["/api/records/batch", { userId, records: [lunch(owner), body] }],
      ["/api/transfers", there],
      ["/api/transfers", back],
    ] as const) {
      const message = await refused(app, userId, 400, () => app.post(path, wanted));
      assert.match(message, /账户“旧卡”已归档.*"force": true/);
    }
    made(await app.post("/api/records", { ...body, force: true }));
    made(await app.post("/api/transfers", { ...there, force: true }));
    made(await app.post("/api/transfers", { ...back, force: true }));
    // Nor does an edit carry anything there.
    const other = await openAccount(app, userId, { name: "支付宝" });
    const lying = await book(app, owner);
    const moved = made(await app.post("/api/transfers", { ...there, toAccountId: other }));
    for (const [method, path, wanted] of [
      ["PUT", `/api/records/${lying.id}`, { accountId: old }],
      ["POST", "/api/records/bulk", { userId, ids: [lying.id], action: "change", accountId: old }],
      ["PUT", `/api/transfers/${moved.id}`, { toAccountId: old }],
      ["PUT", `/api/transfers/${moved.id}`, { fromAccountId: old }],
    ] as const) {
      const message = await refused(app, userId, 400, () => app.call(method, path, wanted));
      assert.match(message, /账户“旧卡”已归档.*"force": true/);
      made(await app.call(method, path, { ...wanted, force: true }));
      made(await app.put(`/api/records/${lying.id}`, { accountId }));
      const home = { fromAccountId: accountId, toAccountId: other };
      made(await app.put(`/api/transfers/${moved.id}`, home));
    }
    made(await app.remove(`/api/records/${lying.id}`));
    made(await app.remove(`/api/transfers/${moved.id}`));
    // What is there already can be changed and deleted.
    made(await app.put(`/api/records/${record.id}`, { amount: 1 }));
    made(await app.remove(`/api/records/${record.id}`));
    assert.equal(await balanceOf(app, old), -35.5);
    await assertProved(app);
  });

  test("a batch books 1 to 500 records, in their order, all or none", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 1000 });
    const { userId, accountId } = owner;
    const expense = await book(app, owner, { amount: 10 });
    const { userId: _, ...one } = lunch(owner);
    const records = [
      { ...one, amount: 0.1 + 0.2, description: null },
      { accountId, amount: 4, date: "2026-03-16", refundOf: expense.id },
      { ...one, type: "income", amount: 5, category: "红包", externalId: "a" },
    ];
    const answer = await app.post("/api/records/batch", { userId, records });
    assert.equal(answer.message, "批量记账成功");
    assert.deepEqual(
      made(answer).map(({ type, amount, category }: typeof one) => [type, amount, category]),
      [
        ["expense", 0.3, "餐饮"],
        ["income", 4, "餐饮"],
        ["income", 5, "红包"],
      ],
    );
    assert.equal(await balanceOf(app, accountId), 1000 - 10 - 0.3 + 4 + 5);
    const wrong: [object[], number, RegExp][] = [
      [[], 400, /1 到 500 条/],
      [Array(501).fill(one), 400, /1 到 500 条/],
      [
        [one, { ...one, amount: "12" }],
        400,
        /第 2 个记录的金额（records\[1\].amount）必须是.*不能是文字/,
      ],
      [[one, { ...one, type: undefined }], 400, /第 2 个记录的类型（records\[1\].type）不能缺少/],
      [
        [one, { ...one, date: "2026-02-30" }, { ...one, amount: 0 }],
        400,
        /records\[1\].date.*；.*records\[2\].amount/,
      ],
      [[one, { ...one, accountId: 999 }], 404, /^第 2 条记录（records\[1\]）：账户不存在$/],
      [[one, { ...records[1], amount: 6.01 }], 400, /^第 2 条记录（records\[1\]）：退款合计/],
    ];
    for (const [list, status, message] of wrong) {
      const said = await refused(app, userId, status, () =>
        app.post("/api/records/batch", { userId, records: list }),
      );
      assert.match(said, message);
    }
    assert.equal(
      (await app.post("/api/records/batch", { userId: 999, records: [one] })).message,
      "用户不存在",
    );
    const large = Array.from({ length: 100 }, (_, index) => ({
      ...one,
      amount: 1,
      externalId: `n${index}`,
    }));
    const key = { "idempotency-key": "batch" };
    const first = await app.post("/api/records/batch", { userId, records: large }, key);
    assert.equal(made(first).length, 100);
    assert.equal(
      (await app.post("/api/records/batch", { userId, records: large }, key)).text,
      first.text,
    );
    // Without the key their own ids know them; only what is new is booked.
    const again = await app.post("/api/records/batch", { userId, records: large });
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.deepEqual(again.data, first.data);
    const more = await app.post("/api/records/batch", { userId, records: [large[0], one] });
    assert.equal(more.headers["idempotency-replayed"], undefined);
    assert.equal(made(more)[0].id, first.data[0].id);
    assert.equal(await balanceOf(app, accountId), 863.2);
    await assertProved(app);
  });
});
