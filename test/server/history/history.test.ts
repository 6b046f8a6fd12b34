import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { proveBook } from "../../../src/store/proof.ts";
import { sql } from "../../../src/store/sql.ts";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { bearing, ownSignIn, register } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
const DAY = 86_400_000;

async function spend(app: TestApp, userId: number, accountId: number, amount: number) {
  const made = await app.post("/api/records", {
    userId,
    accountId,
    type: "expense",
    amount,
    category: "餐饮",
    date: "2026-03-15",
  });
  assert.equal(made.status, 200, made.text);
  return made.data.id as number;
}

const historyOf = async (app: TestApp, userId: number, more = "") =>
  (await app.get(`/api/history?userId=${userId}${more}`)).data;
const restore = (app: TestApp, entry: { id: number }) =>
  app.post(`/api/history/${entry.id}/restore`);
const spentIn = async (app: TestApp, userId: number) =>
  (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data.totalExpense;

async function proved(app: TestApp): Promise<void> {
  assert.deepEqual(await app.db.read((db) => proveBook(db)), []);
}

onEveryEngine("history", (open) => {
  test("a changed record goes back, and its money with it", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const id = await spend(app, userId, accountId, 30);
    const other = await app.post("/api/accounts", { userId, name: "卡", type: "bank" });
    await app.put(`/api/records/${id}`, {
      accountId: other.data.id,
      type: "income",
      amount: 50,
      category: "工资",
      description: "错的",
      date: "2026-02-01",
    });
    assert.equal(await balanceOf(app, other.data.id), 50);
    const [entry] = await historyOf(app, userId);
    assert.deepEqual(
      [entry.noun, entry.nounId, entry.change, entry.who, entry.restorable],
      ["record", id, "update", "open", true],
    );
    assert.equal(entry.version.amount, 30);
    assert.equal(entry.version.category, "餐饮");
    assert.equal(entry.at, "2026-03-15T04:00:00.000Z");
    const answer = await restore(app, entry);
    assert.equal(answer.message, "已恢复");
    assert.deepEqual(answer.data, { noun: "record", id, parts: 0 });
    const record = (await app.get(`/api/records/${id}`)).data;
    assert.deepEqual(
      [record.accountId, record.type, record.amount, record.category, record.description],
      [accountId, "expense", 30, "餐饮", undefined],
    );
    assert.equal(record.date, "2026-03-14T16:00:00.000Z");
    assert.equal(await balanceOf(app, accountId), 70);
    assert.equal(await balanceOf(app, other.data.id), 0);
    assert.equal(await spentIn(app, userId), 30);
    await proved(app);
    await app.close();
  });

  test("a deleted record comes back under its own id, once", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const id = await spend(app, userId, accountId, 30);
    const before = (await app.get(`/api/records/${id}`)).data;
    await app.remove(`/api/records/${id}`);
    assert.equal(await balanceOf(app, accountId), 100);
    const [entry] = await historyOf(app, userId);
    assert.equal(entry.change, "delete");
    assert.equal((await restore(app, entry)).status, 200);
    const after = (await app.get(`/api/records/${id}`)).data;
    assert.deepEqual({ ...after, updatedAt: 0 }, { ...before, updatedAt: 0 });
    assert.equal(await balanceOf(app, accountId), 70);
    const again = await restore(app, entry);
    assert.equal(again.status, 409);
    assert.equal(again.message, "此后又有改动，不能恢复");
    assert.equal(await balanceOf(app, accountId), 70);
    assert.equal((await historyOf(app, userId))[0].restorable, false);
    await proved(app);
    await app.close();
  });

  test("only the newest change of a thing goes back; then a restored one can be undone again", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app);
    const id = await spend(app, userId, accountId, 10);
    await app.put(`/api/records/${id}`, { amount: 20 });
    await app.put(`/api/records/${id}`, { amount: 30 });
    const [second, first] = await historyOf(app, userId);
    assert.deepEqual([second.version.amount, first.version.amount], [20, 10]);
    assert.deepEqual([second.restorable, first.restorable], [true, false]);
    assert.equal((await restore(app, first)).status, 409);
    assert.equal(await balanceOf(app, accountId), -30);
    assert.equal((await restore(app, second)).status, 200);
    assert.equal(await balanceOf(app, accountId), -20);
    await app.remove(`/api/records/${id}`);
    const [gone] = await historyOf(app, userId);
    assert.equal((await restore(app, second)).status, 409);
    assert.equal((await restore(app, gone)).status, 200);
    assert.equal(await balanceOf(app, accountId), -20);
    await proved(app);
    await app.close();
  });

  test("a record whose account is gone says so", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app);
    const id = await spend(app, userId, accountId, 10);
    await app.remove(`/api/records/${id}`);
    const [record] = await historyOf(app, userId);
    await app.remove(`/api/accounts/${accountId}`);
    const [account] = await historyOf(app, userId);
    const refused = await restore(app, record);
    assert.equal(refused.status, 409);
    assert.equal(refused.message, "它的账户已不存在，请先恢复账户");
    assert.equal((await restore(app, account)).status, 200);
    assert.equal((await restore(app, record)).status, 200);
    assert.equal(await balanceOf(app, accountId), -10);
    await proved(app);
    await app.close();
  });

  test("an account deleted with its records comes back with them", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 1000 });
    for (let amount = 1; amount <= 250; amount += 1) await spend(app, userId, accountId, 1);
    const listed = (await app.get(`/api/records?userId=${userId}`)).data;
    await app.remove(`/api/accounts/${accountId}?cascade=true`);
    assert.equal(await spentIn(app, userId), 0);
    const entries = await historyOf(app, userId);
    assert.equal(entries.length, 1);
    assert.equal(entries[0].parts, 250);
    assert.equal((await restore(app, entries[0])).data.parts, 250);
    assert.equal(await balanceOf(app, accountId), 750);
    assert.equal(await spentIn(app, userId), 250);
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids((await app.get(`/api/records?userId=${userId}`)).data), ids(listed));
    await proved(app);
    await app.close();
  });

  test("an account's own fields and its opening balance go back", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    await spend(app, userId, accountId, 30);
    await app.put(`/api/accounts/${accountId}`, { name: "改了", color: "#000000", balance: 500 });
    await spend(app, userId, accountId, 5);
    assert.equal(await balanceOf(app, accountId), 495);
    const [entry] = await historyOf(app, userId, "&noun=account");
    assert.deepEqual([entry.version.name, entry.version.balance], ["现金", 70]);
    assert.equal(entry.version.opening, undefined);
    assert.equal((await restore(app, entry)).status, 200);
    const account = (await app.get(`/api/accounts/${accountId}`)).data;
    assert.deepEqual([account.name, account.color, account.balance], ["现金", "#1890FF", 65]);
    await proved(app);
    await app.close();
  });

  test("a budget goes back and comes back", async () => {
    const app = await open({ now: START });
    const { userId } = await someone(app);
    const made = await app.post("/api/budgets", {
      userId,
      category: "餐饮",
      amount: 500,
      month: "2026-03",
    });
    const path = `/api/budgets/${made.data.id}`;
    await app.put(path, { amount: 800, category: "交通" });
    await restore(app, (await historyOf(app, userId))[0]);
    assert.deepEqual((await app.get(path)).data.amount, 500);
    await app.remove(path);
    await restore(app, (await historyOf(app, userId))[0]);
    assert.equal((await app.get(path)).data.category, "餐饮");
    await app.close();
  });

  test("a transfer goes back and comes back, with its fee", async () => {
    const app = await open({ now: START });
    const { userId, accountId: from } = await someone(app, { balance: 100 });
    const to = (await app.post("/api/accounts", { userId, name: "卡", type: "bank" })).data.id;
    const third = (await app.post("/api/accounts", { userId, name: "三", type: "bank" })).data.id;
    const moved = { fromAccountId: from, toAccountId: to, amount: 30, fee: 2, date: "2026-03-15" };
    const made = await app.post("/api/transfers", { userId, ...moved });
    const path = `/api/transfers/${made.data.id}`;
    const balances = async () => [
      await balanceOf(app, from),
      await balanceOf(app, to),
      await balanceOf(app, third),
      await spentIn(app, userId),
    ];
    assert.deepEqual(await balances(), [68, 30, 0, 2]);
    await app.put(path, { toAccountId: third, amount: 10, fee: 0, description: "错的" });
    assert.deepEqual(await balances(), [90, 0, 10, 0]);
    const [changed] = await historyOf(app, userId);
    assert.deepEqual(
      [changed.noun, changed.version.amount, changed.version.fee, changed.version.toAccountId],
      ["transfer", 30, 2, to],
    );
    assert.equal((await restore(app, changed)).status, 200);
    assert.deepEqual(await balances(), [68, 30, 0, 2]);
    assert.equal((await app.get(path)).data.description, undefined);
    await app.remove(path);
    assert.deepEqual(await balances(), [100, 0, 0, 0]);
    const [gone] = await historyOf(app, userId);
    assert.equal((await restore(app, gone)).status, 200);
    assert.deepEqual(await balances(), [68, 30, 0, 2]);
    assert.equal((await app.get(path)).data.fee, 2);
    assert.equal((await restore(app, gone)).status, 409);
    await proved(app);
    await app.close();
  });

  test("an account deleted with transfers and refunds comes back with them", async () => {
    const app = await open({ now: START });
    const { userId, accountId: cash } = await someone(app, { balance: 100 });
    const card = (await app.post("/api/accounts", { userId, name: "卡", type: "bank" })).data.id;
    const expense = await spend(app, userId, cash, 40);
    const refund = { type: "income", amount: 15, category: "餐饮", date: "2026-03-15" };
    await app.post("/api/records", { userId, accountId: cash, ...refund, refundOf: expense });
    const moved = { userId, amount: 10, fee: 1, date: "2026-03-15" };
    await app.post("/api/transfers", { ...moved, fromAccountId: cash, toAccountId: card });
    await app.post("/api/transfers", { ...moved, fromAccountId: card, toAccountId: cash });
    const balances = async () => [await balanceOf(app, cash), await balanceOf(app, card)];
    assert.deepEqual(await balances(), [74, -1]);
    assert.equal(await spentIn(app, userId), 27);
    await app.remove(`/api/accounts/${cash}?cascade=true`);
    assert.equal(await balanceOf(app, card), 0);
    const [entry] = await historyOf(app, userId);
    // Both records, both transfers and their fees.
    assert.equal(entry.parts, 6);
    assert.equal((await restore(app, entry)).status, 200);
    assert.deepEqual(await balances(), [74, -1]);
    assert.equal(await spentIn(app, userId), 27);
    const records = (await app.get(`/api/records?userId=${userId}&type=income`)).data;
    assert.deepEqual(
      records.map(({ refundOf }: { refundOf: number }) => refundOf),
      [expense],
    );
    await proved(app);
    await app.close();
  });

  test("a refund that no longer fits its expense is a conflict, as is one whose expense is gone", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const expense = await spend(app, userId, accountId, 40);
    const refund = async (amount: number) => {
      const body = { userId, accountId, type: "income", amount, category: "餐饮" };
      return (await app.post("/api/records", { ...body, date: "2026-03-15", refundOf: expense }))
        .data.id;
    };
    const first = await refund(30);
    await app.remove(`/api/records/${first}`);
    const second = await refund(30);
    const [entry] = await historyOf(app, userId);
    const refused = await restore(app, entry);
    assert.equal(refused.status, 409);
    assert.match(refused.message as string, /退款合计 60\.00 元会超过支出的 40\.00 元/);
    await app.remove(`/api/records/${second}`);
    await app.remove(`/api/records/${expense}`);
    const [gone] = await historyOf(app, userId);
    assert.match((await restore(app, entry)).message as string, /请先恢复那笔支出/);
    assert.equal(await balanceOf(app, accountId), 100);
    assert.equal((await restore(app, gone)).status, 200);
    assert.equal((await restore(app, entry)).status, 200);
    const back = (await app.get(`/api/records/${first}`)).data;
    assert.deepEqual([back.refund, back.refundOf], [true, expense]);
    assert.equal(await balanceOf(app, accountId), 90);
    await proved(app);
    await app.close();
  });

  test("what many records were before a bulk change, each by itself", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const ids = [await spend(app, userId, accountId, 1), await spend(app, userId, accountId, 2)];
    const bulk = (body: object) => app.post("/api/records/bulk", { userId, ids, ...body });
    assert.equal((await bulk({ action: "change", type: "income" })).status, 200);
    assert.equal(await balanceOf(app, accountId), 103);
    for (const entry of await historyOf(app, userId)) await restore(app, entry);
    assert.equal(await balanceOf(app, accountId), 97);
    assert.equal((await bulk({ action: "delete" })).status, 200);
    const gone = await historyOf(app, userId, "&limit=2");
    assert.deepEqual(
      gone.map(({ change }: { change: string }) => change),
      ["delete", "delete"],
    );
    for (const entry of gone) assert.equal((await restore(app, entry)).status, 200);
    assert.equal(await balanceOf(app, accountId), 97);
    await proved(app);
    await app.close();
  });

  test("a bulk change refuses what a single one refuses", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const other = (await app.post("/api/accounts", { userId, name: "卡", type: "bank" })).data.id;
    const expense = await spend(app, userId, accountId, 40);
    const income = { userId, accountId, type: "income", amount: 10, category: "餐饮" };
    const refund = (
      await app.post("/api/records", { ...income, date: "2026-03-15", refundOf: expense })
    ).data.id;
    const moved = { fromAccountId: accountId, toAccountId: other, amount: 1, fee: 1 };
    await app.post("/api/transfers", { userId, ...moved, date: "2026-03-15" });
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    const fee = records.find(({ transferId }: { transferId?: number }) => transferId).id;
    const bulk = (ids: number[], body: object) =>
      app.post("/api/records/bulk", { userId, ids, ...body });
    const before = await balanceOf(app, accountId);
    const refused = [
      await bulk([expense], { action: "delete" }),
      await bulk([expense], { action: "change", type: "income" }),
      await bulk([refund], { action: "change", type: "expense" }),
      await bulk([fee], { action: "delete" }),
      await bulk([fee], { action: "change", category: "别的" }),
    ];
    for (const answer of refused) assert.equal(answer.status, 400, answer.text);
    assert.equal(await balanceOf(app, accountId), before);
    assert.equal((await bulk([expense, refund], { action: "delete" })).status, 200);
    await proved(app);
    await app.close();
  });

  test("a bound that would be passed is a conflict, and nothing moves", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 0 });
    const income = await app.post("/api/records", {
      userId,
      accountId,
      type: "income",
      amount: 999_999_999_999.99,
      category: "工资",
      date: "2026-03-15",
    });
    await app.remove(`/api/records/${income.data.id}`);
    const [entry] = await historyOf(app, userId);
    await app.put(`/api/accounts/${accountId}`, { balance: 20_000_000_000_000 });
    const refused = await restore(app, entry);
    assert.equal(refused.status, 409);
    assert.equal(refused.message, "恢复后的余额或当天合计会超出范围");
    assert.equal((await app.get(`/api/records/${income.data.id}`)).status, 404);
    assert.equal(await balanceOf(app, accountId), 20_000_000_000_000);
    await proved(app);
    await app.close();
  });

  test("what changes nothing, and what is refused, leaves no history", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app);
    const id = await spend(app, userId, accountId, 10);
    await app.put(`/api/records/${id}`, {});
    await app.put(`/api/records/${id}`, { amount: 10 });
    await app.put(`/api/records/${id}`, { amount: -1 });
    await app.put(`/api/records/${id}`, { amount: 20 }, { "if-match": '"old"' });
    await app.put(`/api/records/${id}`, { accountId: 999 });
    await app.put(`/api/accounts/${accountId}`, {});
    await app.remove(`/api/accounts/${accountId}`);
    await app.remove("/api/budgets/999");
    assert.deepEqual(await historyOf(app, userId), []);
    await app.close();
  });

  test("pages, newest first; 30 days and no more", async () => {
    const clock = { now: START };
    const app = await open({ now: () => clock.now });
    const { userId, accountId } = await someone(app);
    const id = await spend(app, userId, accountId, 1);
    for (let amount = 2; amount <= 6; amount += 1) {
      clock.now += 1000;
      await app.put(`/api/records/${id}`, { amount });
    }
    const amounts: number[] = [];
    for (let cursor = ""; ; ) {
      const page = await app.get(`/api/history?userId=${userId}&limit=2${cursor}`);
      amounts.push(
        ...page.data.map((entry: { version: { amount: number } }) => entry.version.amount),
      );
      if (page.headers["next-cursor"] === undefined) break;
      cursor = `&cursor=${page.headers["next-cursor"]}`;
    }
    assert.deepEqual(amounts, [5, 4, 3, 2, 1]);
    const [newest] = await historyOf(app, userId);
    clock.now += 30 * DAY + 1;
    assert.deepEqual(await historyOf(app, userId), []);
    assert.equal((await restore(app, newest)).status, 404);
    assert.equal(await balanceOf(app, accountId), -6);
    await app.close();
  });

  test("sent twice with one key, it is restored once", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app);
    const id = await spend(app, userId, accountId, 10);
    await app.remove(`/api/records/${id}`);
    const [entry] = await historyOf(app, userId);
    const send = () =>
      app.post(`/api/history/${entry.id}/restore`, undefined, { "idempotency-key": "undo" });
    const [first, second] = [await send(), await send()];
    assert.equal(first.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.equal(await balanceOf(app, accountId), -10);
    await app.close();
  });

  test("whatever is changed, deleted and restored, the book adds up", async () => {
    const app = await open({ now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const second = (await app.post("/api/accounts", { userId, name: "卡", type: "bank" })).data.id;
    const ids: number[] = [];
    const step = fc.record({
      what: fc.constantFrom("create", "update", "remove", "restore", "balance", "cascade"),
      pick: fc.nat(20),
      amount: fc.integer({ min: 1, max: 99_999 }),
      side: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { what, pick, amount, side } of steps) {
          const account = side ? accountId : second;
          const id = ids[pick % Math.max(1, ids.length)] ?? 0;
          if (what === "create") {
            const made = await app.post("/api/records", {
              userId,
              accountId: account,
              type: side ? "income" : "expense",
              amount: amount / 100,
              category: "餐饮",
              date: `2026-03-${String(1 + (pick % 20)).padStart(2, "0")}`,
            });
            if (made.status === 200) ids.push(made.data.id);
          }
          const body = {
            amount: amount / 100,
            accountId: account,
            type: side ? "income" : "expense",
          };
          if (what === "update") await app.put(`/api/records/${id}`, body);
          if (what === "remove") await app.remove(`/api/records/${id}`);
          if (what === "balance")
            await app.put(`/api/accounts/${account}`, { balance: amount / 100 });
          if (what === "cascade" && pick === 0)
            await app.remove(`/api/accounts/${account}?cascade=true`);
          if (what === "restore") {
            const entries = await historyOf(app, userId);
            const entry = entries[pick % Math.max(1, entries.length)];
            if (entry) assert.notEqual((await restore(app, entry)).status, 500);
          }
        }
        await proved(app);
      }),
      { numRuns: 8 },
    );
    await app.close();
  });

  test("who did it: a session, or a token by its name", async () => {
    const app = await open({ now: START, config: ownSignIn() });
    const user = await register(app);
    const account = await user.post("/api/accounts", { name: "现金", type: "cash" });
    const { token } = (await user.post("/api/tokens", { name: "脚本", scopes: ["read", "write"] }))
      .data;
    const path = `/api/accounts/${account.data.id}`;
    await user.put(path, { name: "一" });
    await bearing(app, token).put(path, { name: "二" });
    const entries = (await user.get("/api/history")).data;
    assert.deepEqual(
      entries.map(({ who }: { who: string }) => who),
      ["token 脚本", "session"],
    );
    assert.equal(
      (await bearing(app, token).post(`/api/history/${entries[0].id}/restore`)).status,
      200,
    );
    await app.close();
  });
});

onEveryEngine("audit", (open) => {
  test("sign-ins, token use and refusals are there for their user, and nobody else", async () => {
    const clock = { now: START };
    const app = await open({ now: () => clock.now, config: ownSignIn() });
    const user = await register(app);
    const stranger = await register(app);
    const wait = () => {
      clock.now += 1000;
    };
    const login = (password: string) =>
      app.post("/api/auth/login", { email: user.email, password }, { "user-agent": "phone" });
    wait();
    await login("wrong");
    wait();
    await login("correct donkey 电池");
    wait();
    const { token, id } = (await user.post("/api/tokens", { name: "手机", scopes: ["create"] }))
      .data;
    wait();
    await bearing(app, token).get("/api/accounts");
    wait();
    await user.remove(`/api/tokens/${id}`);
    const entries = (await user.get("/api/audit")).data;
    // One's own id may come along; a name that narrows nothing may not.
    assert.equal((await user.get(`/api/audit?userId=${user.userId}`)).status, 200);
    assert.equal((await user.get("/api/audit?limits=5")).status, 400);
    assert.deepEqual(
      entries.map(({ event, detail }: { event: string; detail: string }) => `${event} ${detail}`),
      [
        "token-deleted 手机",
        "token-used 手机",
        "token-created 手机",
        "signed-in phone",
        "sign-in-refused phone",
        "registered lightMyRequest",
      ].flatMap((line) =>
        line.startsWith("token-used") ? ["token-refused scopeMissing", line] : [line],
      ),
    );
    assert.deepEqual(
      (await stranger.get("/api/audit")).data.map(({ event }: { event: string }) => event),
      ["registered"],
    );
    const page = await user.get("/api/audit?limit=2");
    assert.equal(page.data.length, 2);
    const next = await user.get(`/api/audit?limit=100&cursor=${page.headers["next-cursor"]}`);
    assert.equal(next.data.length, entries.length - 2);
    const kept = await app.db.read((db) => db.all(sql`select * from audit`));
    assert.ok(!JSON.stringify(kept).includes("correct donkey"));
    assert.equal((await bearing(app, token).get("/api/audit")).status, 401);
    await app.close();
  });
});
