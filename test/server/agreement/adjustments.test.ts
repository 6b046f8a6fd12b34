/** Adjustments: the one movement of a balance that is neither income nor expense. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

const verify = async (app: TestApp, id: number) =>
  (await app.get(`/api/accounts/${id}/verify`)).data;

onEveryEngine("adjustments", (open) => {
  test("an amount moves the balance on its day, and nothing else", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 500 });
    const body = { userId, accountId, date: "2026-03-15", amount: -36, description: "少了一笔" };
    const made = await app.post("/api/adjustments", body);
    assert.equal(made.status, 200, made.text);
    assert.equal(made.message, "调整创建成功");
    const { account, createdAt, updatedAt, id, ...rest } = made.data;
    assert.deepEqual(rest, { ...body, kind: "correction" });
    assert.equal(account.balance, 464);
    assert.equal(createdAt, updatedAt);
    assert.equal(await balanceOf(app, accountId), 464);
    const proof = await verify(app, accountId);
    assert.deepEqual(proof, {
      opening: 500,
      recordsEffect: 0,
      transfersEffect: 0,
      adjustmentsEffect: -36,
      expected: 464,
      balance: 464,
      ok: true,
    });
    for (const path of ["records", "transfers", "statistics/trend"]) {
      assert.deepEqual((await app.get(`/api/${path}?userId=${userId}`)).data, [], path);
    }
    const month = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`);
    assert.deepEqual([month.data.totalIncome, month.data.totalExpense], [0, 0]);
    const { data: balances } = await app.get(`/api/accounts/${accountId}/balances`);
    assert.deepEqual(balances, { opening: 500, days: [{ date: "2026-03-15", balance: 464 }] });
    const { account: _, ...listed } = made.data;
    assert.deepEqual((await app.get(`/api/adjustments?userId=${userId}`)).data, [listed]);
    assert.deepEqual((await app.get(`/api/adjustments/${id}`)).data, listed);
    await assertProved(app);
  });

  test("a long list of them is whole, and the same as its pages", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app);
    const columns = ["user_id", "account_id", "day", "amount", "kind", "created_at", "updated_at"];
    const at = (index: number) => new Date(1_773_504_000_000 + index).toISOString();
    const rows = Array.from({ length: 1100 }, (_, index) => [
      ...[userId, accountId, "2026-03-15", index + 1, "correction", at(index), at(index)],
    ]);
    await app.db.write((db) => db.insert("adjustments", columns, rows.flat()));
    const path = `/api/adjustments?userId=${userId}`;
    const whole = (await app.get(path)).data;
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await app.get(`${path}&limit=400${cursor}`);
      paged.push(...page.data);
      const next = page.headers["next-cursor"];
      if (next === undefined) break;
      cursor = `&cursor=${next}`;
    }
    assert.equal(whole.length, 1100);
    assert.deepEqual(whole, paged);
  });

  test("a value is what the day ends with; days before it do not move", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 1000 });
    await app.put(`/api/accounts/${accountId}`, { kind: "asset" });
    const spend = (amount: number, date: string) =>
      app.post("/api/records", {
        ...{ userId, accountId, type: "expense", category: "维修" },
        ...{ amount, date },
      });
    await spend(100, "2026-03-10");
    await spend(7, "2026-03-20");
    const value = async (value: number, date: string) =>
      (await app.post("/api/adjustments", { userId, accountId, date, value })).data;
    const first = await value(2000, "2026-03-15");
    assert.deepEqual([first.amount, first.value, first.kind], [1100, 2000, "valuation"]);
    assert.equal(first.account.balance, 1993);
    // Twice on a day: the last one is what the day ends with.
    const second = await value(2100, "2026-03-15");
    assert.equal(second.amount, 100);
    // In the past: what comes after keeps its own difference.
    await value(950, "2026-03-12");
    const { days } = (await app.get(`/api/accounts/${accountId}/balances`)).data;
    assert.deepEqual(days, [
      { date: "2026-03-10", balance: 900 },
      { date: "2026-03-12", balance: 950 },
      { date: "2026-03-15", balance: 2150 },
      { date: "2026-03-20", balance: 2143 },
    ]);
    // The same value again is a row that says so, and moves nothing.
    const same = await value(2150, "2026-03-15");
    assert.deepEqual([same.amount, same.account.balance], [0, 2143]);
    await assertProved(app);
  });

  test("a change reckons anew, and what was wanted of another day is dropped", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId, { balance: 50 });
    const { id } = (
      await app.post("/api/adjustments", { userId, accountId, date: "2026-03-15", value: 130 })
    ).data;
    const put = async (body: object) => {
      const answer = await app.put(`/api/adjustments/${id}`, body);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.message, "调整更新成功");
      const { amount, value, date, accountId, kind, description, account } = answer.data;
      return { amount, value, date, accountId, kind, description, balance: account.balance };
    };
    const first = { amount: 30, value: 130, date: "2026-03-15", accountId, kind: "correction" };
    const none = { description: undefined };
    assert.deepEqual(await put({}), { ...first, ...none, balance: 130 });
    assert.deepEqual(await put({ value: 90 }), {
      ...{ ...first, ...none },
      ...{ amount: -10, value: 90, balance: 90 },
    });
    assert.deepEqual(await put({ date: "2026-03-01", description: "早些" }), {
      ...{ ...first, amount: -10, value: undefined },
      ...{ date: "2026-03-01", description: "早些", balance: 90 },
    });
    assert.deepEqual(await put({ accountId: bank, description: null }), {
      ...{ ...first, amount: -10, value: undefined, date: "2026-03-01" },
      ...{ accountId: bank, description: undefined, balance: 40 },
    });
    assert.equal(await balanceOf(app, accountId), 100);
    // Reckoned without itself, on another account, and later than it stood.
    assert.deepEqual(await put({ accountId, value: 70, date: "2026-04-01" }), {
      ...{ ...first, ...none, amount: -30, value: 70, date: "2026-04-01" },
      ...{ balance: 70 },
    });
    assert.equal(await balanceOf(app, bank), 50);
    assert.equal((await app.remove(`/api/adjustments/${id}`)).message, "调整删除成功");
    assert.equal(await balanceOf(app, accountId), 100);
    assert.equal((await app.get(`/api/adjustments/${id}`)).message, "调整不存在");
    await assertProved(app);
  });

  test("what cannot be is refused in words and moves nothing", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const before = await bookOf(app, userId);
    const body = { userId, accountId, date: "2026-03-15" };
    const refused: [object, number, RegExp][] = [
      [{ ...body }, 400, /^请给出 amount 或 value 其中之一$/],
      [{ ...body, amount: 1, value: 2 }, 400, /^请给出 amount 或 value 其中之一$/],
      [{ ...body, amount: 0 }, 400, /^调整金额不能是 0$/],
      [{ ...body, amount: 0.001 }, 400, /amount/],
      [{ ...body, amount: 1, kind: "income" }, 400, /kind/],
      [{ ...body, amount: 1, date: "2026-02-30" }, 400, /date/],
      [{ ...body, amount: 1, accountId: 9999 }, 404, /^账户不存在$/],
      [{ ...body, amount: 1, userId: 9999 }, 404, /^用户不存在$/],
      [{ ...body, amount: 20_000_000_000_000 }, 400, /余额/],
    ];
    for (const [wrong, status, message] of refused) {
      const answer = await app.post("/api/adjustments", wrong);
      assert.equal(answer.status, status, answer.text);
      assert.match(String(answer.message), message);
    }
    await app.put(`/api/accounts/${accountId}`, { archived: true });
    const away = await app.post("/api/adjustments", { ...body, amount: 1 });
    assert.match(String(away.message), /已归档/);
    await app.put(`/api/accounts/${accountId}`, { archived: false });
    const withoutTime = (text: string) => text.replace(/"updatedAt":"[^"]+"/g, "");
    assert.equal(withoutTime(await bookOf(app, userId)), withoutTime(before));
  });

  test("an account with adjustments goes with them or not at all, and comes back with them", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const body = { userId, accountId, date: "2026-03-15", amount: 5 };
    const { id } = (await app.post("/api/adjustments", body)).data;
    const kept = await app.remove(`/api/accounts/${accountId}`);
    assert.equal(kept.status, 400);
    assert.match(String(kept.message), /1 条记录、转账和调整（其中调整 1 笔）/);
    const before = await bookOf(app, userId);
    const gone = await app.remove(`/api/accounts/${accountId}?cascade=true`);
    assert.equal(gone.status, 200, gone.text);
    assert.equal((await app.get(`/api/adjustments/${id}`)).status, 404);
    const [entry] = (await app.get(`/api/history?userId=${userId}`)).data;
    const back = await app.post(`/api/history/${entry.id}/restore?userId=${userId}`);
    assert.deepEqual([back.status, back.data.parts], [200, 1], back.text);
    const withoutTime = (text: string) => text.replace(/"updatedAt":"[^"]+"/g, "");
    assert.equal(withoutTime(await bookOf(app, userId)), withoutTime(before));
    await assertProved(app);
  });

  test("balance = opening + records + transfers + adjustments, whatever is done and undone", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const day = fc.integer({ min: 1, max: 28 }).map((d) => `2026-03-${String(d).padStart(2, "0")}`);
    const amount = fc.integer({ min: -99_999, max: 99_999 }).filter((fen) => fen !== 0);
    const step = fc.oneof(
      fc.record({ what: fc.constant("amount" as const), day, amount }),
      fc.record({ what: fc.constant("value" as const), day, amount }),
      fc.record({ what: fc.constant("record" as const), day, amount }),
      fc.record({ what: fc.constant("change" as const), day, amount }),
      fc.record({ what: fc.constant("remove" as const), day, amount }),
      fc.record({ what: fc.constant("restore" as const), day, amount }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { userId, accountId } = await someone(app, { balance: 10 });
        /** What each row moves, by its path. */
        const moves = new Map<string, { day: string; fen: number }>();
        const endOf = (date: string) =>
          [...moves.values()].filter((m) => m.day <= date).reduce((sum, m) => sum + m.fen, 1000);
        const undone = new Map<string, { day: string; fen: number }>();
        for (const { what, day: date, amount: fen } of steps) {
          const paths = [...moves.keys()].filter((path) => path.includes("adjustments"));
          const path = paths[Math.abs(fen) % Math.max(1, paths.length)];
          if (what === "amount" || what === "value") {
            const given = { [what]: fen / 100 };
            const { data } = await app.post("/api/adjustments", {
              userId,
              accountId,
              date,
              ...given,
            });
            const moved = what === "amount" ? fen : fen - endOf(date);
            assert.equal(Math.round(data.amount * 100), moved);
            moves.set(`/api/adjustments/${data.id}`, { day: date, fen: moved });
          } else if (what === "record") {
            const type = fen > 0 ? "income" : "expense";
            const { data } = await app.post("/api/records", {
              ...{ userId, accountId, type, category: "其他", date },
              amount: Math.abs(fen) / 100,
            });
            moves.set(`/api/records/${data.id}`, { day: date, fen });
          } else if (path !== undefined && what === "change") {
            moves.delete(path);
            const moved = fen - endOf(date);
            const { data } = await app.put(path, { date, value: fen / 100 });
            assert.equal(Math.round(data.amount * 100), moved);
            moves.set(path, { day: date, fen: moved });
          } else if (path !== undefined && what === "remove") {
            undone.set(path, moves.get(path) as { day: string; fen: number });
            moves.delete(path);
            assert.equal((await app.remove(path)).status, 200);
          } else if (what === "restore" && undone.size > 0) {
            const [[gone, move]] = [...undone] as [[string, { day: string; fen: number }]];
            const entries = (await app.get(`/api/history?userId=${userId}&noun=adjustment`)).data;
            const entry = entries.find(
              (one: { nounId: number; change: string }) =>
                one.nounId === Number(gone.split("/").at(-1)) && one.change === "delete",
            );
            const back = await app.post(`/api/history/${entry.id}/restore?userId=${userId}`);
            assert.equal(back.status, 200, back.text);
            undone.delete(gone);
            moves.set(gone, move);
          }
        }
        assert.equal(Math.round((await balanceOf(app, accountId)) * 100), endOf("9999-12-31"));
        const proof = await verify(app, accountId);
        assert.equal(proof.ok, true);
      }),
      { numRuns: 12 },
    );
    await assertProved(app);
  });
});
