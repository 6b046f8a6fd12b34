import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, made, openAccount, refused } from "../../harness/book.ts";
import { bookedDues, idle, occurrencesOf, onDay, planOf, rent } from "../../harness/plans.ts";

onEveryEngine("plans", (open) => {
  test("a plan is answered as it was said, with what is usual", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const answer = await app.post("/api/plans", rent(owner));
    assert.equal(answer.message, "计划创建成功");
    const one = made(answer);
    assert.deepEqual(one, {
      id: one.id,
      userId,
      name: "房租",
      kind: "expense",
      accountId,
      category: "住房",
      amount: 3200,
      amountMode: "fixed",
      every: { unit: "month", count: 1 },
      days: [1],
      startDate: "2026-12-01",
      timesCount: "all",
      weekend: "keep",
      mode: "auto",
      state: "active",
      nextDue: "2026-12-01",
      nextDate: "2026-12-01",
      bookedCount: 0,
      createdAt: "2026-11-29T04:00:00.000Z",
      updatedAt: "2026-11-29T04:00:00.000Z",
    });
    assert.deepEqual(made(await app.get(`/api/plans/${one.id}`)), one);
    assert.deepEqual(made(await app.get(`/api/plans?userId=${userId}`)), [one]);
    assert.deepEqual(made(await app.get(`/api/plans?userId=${userId}&state=paused`)), []);
    const coming = await occurrencesOf(app, userId, "2026-11-29", "2027-01-31");
    const each = { planId: one.id, amount: 3200, accountId, state: "open" };
    assert.deepEqual(coming, [
      { ...each, due: "2026-12-01", date: "2026-12-01" },
      { ...each, due: "2027-01-01", date: "2027-01-01" },
    ]);
    assert.deepEqual(made(await app.get(`/api/records?userId=${userId}`)), []);
  });

  test("what contradicts itself is refused in words, and nothing is kept", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-11-29");
    const { userId } = owner;
    const wrong: [object, RegExp][] = [
      [{ amount: 0 }, /金额/],
      [{ amount: undefined }, /金额必须大于 0/],
      [{ accountId: undefined }, /需要账户与分类/],
      [{ kind: "transfer" }, /转账计划需要转出与转入账户/],
      [{ kind: "transfer", toAccountId: owner.accountId }, /不能相同/],
      [{ amountMode: "ask", mode: "auto" }, /“到时再填”的计划不能自动记/],
      [{ kind: "reminder", mode: "auto" }, /只提醒的计划不能自动记/],
      [{ days: [0] }, /每月的几号必须是 1 到 31 或 -1/],
      [{ days: [1, 2, 3, 4, 5] }, /最多 4 个/],
      [{ days: [8], every: { unit: "week" } }, /必须是 1 到 7/],
      [{ every: { unit: "day" } }, /没有 days/],
      [{ endDate: "2026-11-30" }, /结束日期不能早于开始日期/],
      [{ endDate: "2027-11-30", times: 3 }, /结束日期与期数只能给一个/],
      [{ every: { unit: "month", count: 367 } }, /every/],
      [
        { backfill: true, every: { unit: "day" }, days: undefined, startDate: "1990-01-01" },
        /补记/,
      ],
    ];
    for (const [fields, words] of wrong) {
      const work = () => app.post("/api/plans", { ...rent(owner), ...fields });
      assert.match(await refused(app, userId, 400, work), words);
    }
    const other = await someone(app);
    const foreign = { ...rent(owner), accountId: other.accountId };
    assert.equal((await app.post("/api/plans", foreign)).message, "账户不存在");
    assert.deepEqual(made(await app.get(`/api/plans?userId=${userId}`)), []);
    const one = await planOf(app, rent(owner));
    const asOther = `userId=${other.userId}`;
    assert.equal((await app.get(`/api/plans/${one.id}?${asOther}`)).message, "计划不存在");
    const path = `/api/plans/${one.id}/occurrences/2026-12-01/book?${asOther}`;
    assert.equal((await app.post(path)).status, 404);
    const long = `/api/occurrences?userId=${userId}&startDate=2026-01-01&endDate=2027-03-01`;
    assert.equal((await app.get(long)).message, "时间范围最长 400 天");
  });

  test("a plan is booked on its day, once, by the code of a record", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const one = await planOf(app, rent(owner));
    assert.deepEqual(await tick("2026-11-30"), idle());
    assert.equal((await tick("2026-12-01")).booked, 1);
    assert.deepEqual(await tick(), idle());
    assert.equal(await balanceOf(app, accountId), 96_800);
    const [record] = made(await app.get(`/api/records?userId=${userId}`));
    assert.equal(record.planId, one.id);
    assert.equal(record.due, "2026-12-01");
    assert.equal(record.description, "房租");
    assert.equal(record.date, "2026-11-30T16:00:00.000Z");
    const after = made(await app.get(`/api/plans/${one.id}`));
    assert.deepEqual(
      [after.nextDue, after.bookedCount, after.lastBooked],
      ["2027-01-01", 1, "2026-12-01"],
    );
    assert.equal(after.updatedAt, one.updatedAt);
    const [done] = await occurrencesOf(app, userId, "2026-12-01", "2026-12-31");
    assert.deepEqual([done.state, done.recordId], ["booked", record.id]);
    await assertProved(app);
  });

  test("a transfer is booked as a transfer, and a bill that is confirmed waits", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const savings = await openAccount(app, userId);
    const saving = await planOf(app, {
      ...rent(owner),
      name: "存钱",
      kind: "transfer",
      toAccountId: savings,
      amount: 500,
      every: { unit: "week" },
      days: [1],
    });
    const phone = await planOf(app, {
      ...rent(owner),
      name: "话费",
      amount: undefined,
      amountMode: "ask",
      days: [5],
    });
    const done = await tick("2026-12-07");
    assert.deepEqual([done.booked, done.waiting], [1, 1]);
    const [transfer] = made(await app.get(`/api/transfers?userId=${userId}`));
    assert.deepEqual([transfer.planId, transfer.due], [saving.id, "2026-12-07"]);
    assert.equal(await balanceOf(app, savings), 500);
    const path = `/api/plans/${phone.id}/occurrences/2026-12-05`;
    assert.equal((await app.post(`${path}/book`)).message, "这一期还没有金额，请给出 amount");
    const { record, occurrence } = made(await app.post(`${path}/book`, { amount: 49.5 }));
    assert.deepEqual([record.amount, record.due], [49.5, "2026-12-05"]);
    assert.equal(record.date, "2026-12-04T16:00:00.000Z");
    assert.deepEqual([occurrence.state, occurrence.recordId], ["booked", record.id]);
    assert.equal(await balanceOf(app, accountId), 100_000 - 500 - 49.5);
    assert.equal((await tick("2026-12-08")).waiting, 0);
    await assertProved(app);
  });

  test("a plan that asks keeps no amount that it would book unasked", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    const asks = { amountMode: "ask", mode: "confirm" };
    assert.equal(made(await app.put(`/api/plans/${one.id}`, asks)).amount, undefined);
    const told = await planOf(app, { ...rent(owner), ...asks, amount: 77 });
    assert.equal(told.amount, undefined);
    for (const { id } of [one, told]) {
      const path = `/api/plans/${id}/occurrences/2026-12-01/book`;
      assert.equal((await app.post(path)).message, "这一期还没有金额，请给出 amount");
    }
    const { total } = made(await app.get(`/api/forecast?userId=${owner.userId}&pace=none`));
    assert.equal(total.at(-1).balance, 100_000);
    const fixed = await app.put(`/api/plans/${one.id}`, { amountMode: "fixed" });
    assert.deepEqual([fixed.status, fixed.message?.includes("需要金额")], [400, true]);
    made(await app.put(`/api/plans/${one.id}`, { amountMode: "fixed", amount: 5 }));
    assert.equal(await balanceOf(app, owner.accountId), 100_000);
  });

  test("an occurrence of a transfer may not leave the account that it enters", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId } = owner;
    const savings = await openAccount(app, userId, { name: "存款", balance: 0 });
    const third = await openAccount(app, userId, { name: "零钱", balance: 10_000 });
    const plan = { ...rent(owner), kind: "transfer", toAccountId: savings };
    const { id } = await planOf(app, plan);
    const path = `/api/plans/${id}/occurrences/2026-12-01`;
    const refused = await app.put(path, { accountId: savings });
    assert.deepEqual([refused.status, refused.message], [400, "转出账户与转入账户不能相同"]);
    made(await app.put(path, { accountId: third }));
    assert.equal((await tick("2026-12-01")).booked, 1);
    assert.equal(await balanceOf(app, third), 10_000 - 3200);
    await assertProved(app);
  });

  test("case 16: booked early by hand it stays settled, also when its record is moved", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    const path = `/api/plans/${one.id}/occurrences/2026-12-01`;
    const { record } = made(await app.post(`${path}/book`));
    assert.equal(record.date, "2026-11-28T16:00:00.000Z");
    const again = await app.post(`${path}/book`);
    assert.deepEqual([again.status, again.message], [409, `这一期已经记过（记录 ${record.id}）`]);
    const moved = await app.put(path, { amount: 1 });
    assert.deepEqual([moved.status, moved.data], [409, null]);
    made(await app.put(`/api/records/${record.id}`, { date: "2026-12-20" }));
    assert.equal((await tick("2026-12-25")).booked, 0);
    assert.deepEqual(await bookedDues(app, owner.userId), [["2026-12-01", "2026-12-20", 3200]]);
    await assertProved(app);
  });

  test("one occurrence is changed, moved, skipped, and taken up again", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, { ...rent(owner), times: 3 });
    const path = (due: string) => `/api/plans/${one.id}/occurrences/${due}`;
    const changed = await app.put(path("2026-12-01"), { amount: 3000, date: "2026-12-03" });
    assert.equal(changed.message, "这一期已更新");
    assert.deepEqual(
      [changed.data.date, changed.data.amount, changed.data.changed, changed.data.state],
      ["2026-12-03", 3000, true, "open"],
    );
    for (let time = 0; time < 2; time += 1) {
      const skipped = await app.put(path("2027-01-01"), { state: "skipped" });
      assert.deepEqual([made(skipped).state, skipped.message], ["skipped", "已跳过"]);
    }
    assert.equal((await app.put(path("2027-01-02"), { amount: 1 })).message, "这一期不存在");
    assert.equal((await app.put(path("2027-04-01"), { amount: 1 })).status, 404);
    assert.equal((await tick("2026-12-02")).booked, 0);
    await tick("2027-02-01");
    assert.deepEqual(await bookedDues(app, owner.userId), [
      ["2026-12-01", "2026-12-03", 3000],
      ["2027-02-01", "2027-02-01", 3200],
    ]);
    assert.equal(made(await app.get(`/api/plans/${one.id}`)).state, "ended");
    const back = await app.put(path("2027-01-01"), { state: "open" });
    assert.deepEqual([made(back).state, back.message], ["waiting", "这一期已更新"]);
    assert.equal((await tick("2027-02-02")).booked, 0);
    made(await app.post(`${path("2027-01-01")}/book`));
    assert.equal((await bookedDues(app, owner.userId)).length, 3);
    await assertProved(app);
  });

  test("case 8: a note edited later books nothing", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-12-01");
    const one = await planOf(app, { ...rent(owner), every: { unit: "day" }, days: undefined });
    await tick("2026-12-12");
    const before = await bookedDues(app, owner.userId);
    assert.equal(before.length, 12);
    made(await app.put(`/api/plans/${one.id}`, { description: "电子发票" }));
    assert.deepEqual(await bookedDues(app, owner.userId), before);
    await tick();
    assert.deepEqual(await bookedDues(app, owner.userId), before);
  });

  test("case 9: a start moved into the past books nothing unless it is asked to", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    const moved = made(await app.put(`/api/plans/${one.id}`, { startDate: "2026-09-01" }));
    assert.equal(moved.missed, 3);
    await tick("2026-11-30");
    assert.deepEqual(await bookedDues(app, owner.userId), []);
    const filled = made(await app.put(`/api/plans/${one.id}`, { backfill: true }));
    assert.deepEqual([filled.missed, filled.bookedCount], [undefined, 3]);
    assert.deepEqual(
      (await bookedDues(app, owner.userId)).map(([due]) => due),
      ["2026-09-01", "2026-10-01", "2026-11-01"],
    );
    const old = await planOf(app, { ...rent(owner), startDate: "2026-10-15", days: [15] });
    assert.deepEqual([old.missed, old.bookedCount], [2, 0]);
    const full = await planOf(app, {
      ...rent(owner),
      startDate: "2026-10-15",
      days: [15],
      backfill: true,
    });
    assert.deepEqual([full.missed, full.bookedCount, full.nextDue], [undefined, 2, "2026-12-15"]);
    await assertProved(app);
  });

  test("other days hold from today on, and book nothing that is past", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-09-01");
    const one = await planOf(app, { ...rent(owner), startDate: "2026-09-01" });
    await tick("2026-11-20");
    const changed = made(await app.put(`/api/plans/${one.id}`, { days: [15] }));
    assert.deepEqual([changed.nextDue, changed.missed], ["2026-12-15", undefined]);
    await tick("2026-12-15");
    assert.deepEqual(
      (await bookedDues(app, owner.userId)).map(([due]) => due),
      ["2026-09-01", "2026-10-01", "2026-11-01", "2026-12-15"],
    );
  });

  test("case 10: this and the following change, what is booked stays", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-10-31");
    const one = await planOf(app, { ...rent(owner), startDate: "2026-10-31", days: undefined });
    await tick("2026-11-30");
    const path = `/api/plans/${one.id}`;
    assert.equal((await app.put(path, { amount: 1, from: "2026-12-01" })).status, 404);
    const late = await app.put(path, { amount: 1, from: "2026-11-30" });
    assert.match(late.message as string, /已经记过/);
    const next = made(await app.put(path, { amount: 3400, from: "2027-02-28" }));
    assert.deepEqual(
      [next.follows, next.startDate, next.nextDue],
      [one.id, "2027-02-28", "2027-02-28"],
    );
    const old = made(await app.get(path));
    assert.deepEqual([old.endDate, old.nextDue, old.bookedCount], ["2027-02-27", "2026-12-31", 2]);
    const [entry] = made(await app.get(`/api/history?userId=${owner.userId}&noun=plan`));
    const back = await app.post(`/api/history/${entry.id}/restore`);
    assert.equal(back.status, 409);
    assert.match(back.message as string, new RegExp(`编号 ${next.id}`));
    await tick("2027-03-31");
    assert.deepEqual(
      (await bookedDues(app, owner.userId)).map(([due, , amount]) => [due, amount]),
      [
        ["2026-10-31", 3200],
        ["2026-11-30", 3200],
        ["2026-12-31", 3200],
        ["2027-01-31", 3200],
        ["2027-02-28", 3400],
        ["2027-03-31", 3400],
      ],
    );
    assert.equal(made(await app.get(path)).state, "ended");
    await assertProved(app);
  });

  test("case 11: a change of all holds for what is open; what is booked changes in bulk alone", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId, accountId } = owner;
    const bank = await openAccount(app, userId);
    const one = await planOf(app, rent(owner));
    await tick("2027-02-01");
    const records = async () => made(await app.get(`/api/records?userId=${userId}&order=date`));
    const before = await records();
    made(
      await app.put(`/api/plans/${one.id}`, { amount: 3400, category: "房租", accountId: bank }),
    );
    assert.deepEqual(await records(), before);
    const days = ["2026-12-01", "2027-03-31"] as const;
    const [coming] = await occurrencesOf(app, userId, ...days, "&state=open");
    assert.deepEqual([coming.due, coming.amount, coming.accountId], ["2027-03-01", 3400, bank]);

    const booked = await occurrencesOf(app, userId, ...days, `&planId=${one.id}&state=booked`);
    const ids = booked.map((each: { recordId: number }) => each.recordId);
    assert.equal(ids.length, 3);
    const change = { userId, ids, action: "change", category: "房租", accountId: bank };
    const done = await app.post("/api/records/bulk", change);
    assert.equal(made(done).count, 3);
    const kept = (all: Record<string, unknown>[]) =>
      all.map(({ id, planId, due, amount, date }) => [id, planId, due, amount, date]);
    const after = await records();
    assert.deepEqual(kept(after), kept(before));
    for (const { category, accountId: on } of after) {
      assert.deepEqual([category, on], ["房租", bank]);
    }
    assert.equal(await balanceOf(app, accountId), 100_000);
    await assertProved(app);
    const history = made(await app.get(`/api/history?userId=${userId}&noun=record`));
    assert.deepEqual(
      history.map((entry: { id: number; version: { id: number } }) => entry.version.id).sort(),
      [...ids].sort(),
    );
    made(await app.post(`/api/history/acts/${done.headers["history-act"]}/restore`));
    assert.equal(await balanceOf(app, accountId), 100_000 - 3 * 3200);
    const states = await occurrencesOf(app, userId, ...days, "&state=booked");
    assert.equal(states.length, 3);
    await assertProved(app);
  });

  test("case 12: paused, then skipped, booked or confirmed", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-03-10");
    const { userId } = owner;
    await tick();
    const plans: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      plans.push((await planOf(app, { ...rent(owner), startDate: "2026-03-01" })).id);
    }
    for (const id of plans) {
      const paused = made(await app.post(`/api/plans/${id}/pause`));
      assert.deepEqual([paused.state, paused.nextDue], ["paused", undefined]);
    }
    assert.deepEqual(await tick("2026-06-10"), idle({ days: 92 }));
    const [skip, book, wait] = plans;
    assert.equal(made(await app.get(`/api/plans/${skip}`)).missed, 3);
    assert.equal(made(await app.post(`/api/plans/${skip}/resume`)).bookedCount, 0);
    const all = made(await app.post(`/api/plans/${book}/resume`, { missed: "book" }));
    assert.deepEqual([all.bookedCount, all.nextDue], [3, "2026-07-01"]);
    made(await app.post(`/api/plans/${wait}/resume`, { missed: "wait" }));
    const states = async (id: number | undefined) =>
      (await occurrencesOf(app, userId, "2026-03-11", "2026-06-30", `&planId=${id}`)).map(
        ({ state }: { state: string }) => state,
      );
    assert.deepEqual(await states(skip), ["skipped", "skipped", "skipped"]);
    assert.deepEqual(await states(book), ["booked", "booked", "booked"]);
    assert.deepEqual(await states(wait), ["waiting", "waiting", "waiting"]);
    assert.equal((await tick("2026-07-01")).booked, 3);
    await assertProved(app);
  });

  test("case 18: what was booked and deleted is not booked again, unless by hand", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-12-01");
    const { userId, accountId } = owner;
    const one = await planOf(app, rent(owner));
    assert.equal(one.bookedCount, 1);
    const [record] = made(await app.get(`/api/records?userId=${userId}`));
    const removed = await app.remove(`/api/records/${record.id}`);
    const state = async () =>
      (await occurrencesOf(app, userId, "2026-12-01", "2026-12-02"))[0]?.state;
    assert.equal(await state(), "deleted");
    await tick("2026-12-02");
    assert.equal(await balanceOf(app, accountId), 100_000);
    const act = removed.headers["history-act"];
    made(await app.post(`/api/history/acts/${act}/restore`));
    assert.equal(await state(), "booked");
    assert.equal(made(await app.get(`/api/plans/${one.id}`)).bookedCount, 1);
    made(await app.remove(`/api/records/${record.id}`));
    const { record: again } = made(
      await app.post(`/api/plans/${one.id}/occurrences/2026-12-01/book`),
    );
    const [entry] = made(await app.get(`/api/history?userId=${userId}&noun=record`));
    const restored = await app.post(`/api/history/${entry.id}/restore`);
    assert.equal(restored.status, 409);
    assert.match(restored.message as string, new RegExp(`编号 ${again.id}`));
    assert.equal(await balanceOf(app, accountId), 96_800);
    await assertProved(app);
  });

  test("case 19: a deleted plan leaves its records, and history brings it back", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-12-01");
    const { userId } = owner;
    const one = await planOf(app, { ...rent(owner), days: [1, 15] });
    made(await app.remove(`/api/plans/${one.id}`));
    assert.equal((await app.get(`/api/plans/${one.id}`)).message, "计划不存在");
    const [record] = made(await app.get(`/api/records?userId=${userId}`));
    assert.deepEqual([record.planId, record.due], [one.id, "2026-12-01"]);
    assert.equal((await tick("2026-12-20")).booked, 0);
    const [entry] = made(await app.get(`/api/history?userId=${userId}&noun=plan`));
    assert.deepEqual([entry.version.name, entry.change], ["房租", "delete"]);
    made(await app.post(`/api/history/${entry.id}/restore`));
    const back = made(await app.get(`/api/plans/${one.id}`));
    assert.deepEqual([back.bookedCount, back.nextDue], [1, "2027-01-01"]);
    assert.equal((await bookedDues(app, userId)).length, 1);
    await assertProved(app);
  });

  test("case 20: skipped ones count as times, or are made up for", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    for (const [timesCount, times] of [
      ["all", 1],
      ["booked", 3],
    ]) {
      const one = await planOf(app, { ...rent(owner), times: 3, timesCount });
      for (const due of ["2026-12-01", "2027-01-01"]) {
        made(await app.put(`/api/plans/${one.id}/occurrences/${due}`, { state: "skipped" }));
      }
      await tick("2027-12-01");
      const { bookedCount, state } = made(await app.get(`/api/plans/${one.id}`));
      assert.deepEqual([bookedCount, state], [times, "ended"]);
      await tick("2026-11-29");
    }
  });

  test("case 22: a refund of what a plan booked leaves the plan", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-12-01");
    const one = await planOf(app, rent(owner));
    const [record] = made(await app.get(`/api/records?userId=${owner.userId}`));
    const refund = { ...owner, amount: 200, date: "2026-12-05", refundOf: record.id };
    const back = made(await app.post("/api/records", refund));
    assert.equal(back.planId, undefined);
    const { bookedCount, amount } = made(await app.get(`/api/plans/${one.id}`));
    assert.deepEqual([bookedCount, amount], [1, 3200]);
    await assertProved(app);
  });

  test("the last day before a weekend is booked on the Friday", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-05-01");
    await planOf(app, { ...rent(owner), startDate: "2026-05-01", days: [-1], weekend: "before" });
    assert.equal((await tick("2026-05-28")).booked, 0);
    assert.equal((await tick("2026-05-29")).booked, 1);
    assert.deepEqual(await bookedDues(app, owner.userId), [["2026-05-31", "2026-05-29", 3200]]);
    assert.equal((await tick("2026-05-31")).booked, 0);
  });

  test("a key is one occurrence's: the same key for another books that", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    const book = (due: string) =>
      app.post(`/api/plans/${one.id}/occurrences/${due}/book`, {}, { "Idempotency-Key": "k" });
    const first = await book("2026-12-01");
    const again = await book("2026-12-01");
    assert.deepEqual([again.status, again.headers["idempotency-replayed"]], [200, "true"]);
    assert.deepEqual(again.data, first.data);
    assert.equal(made(await book("2027-01-01")).occurrence.due, "2027-01-01");
    assert.equal((await bookedDues(app, owner.userId)).length, 2);
  });

  test("a plan is changed as it was read, or not at all", async (t) => {
    const { app, owner } = await onDay(t, open, "2026-11-29");
    const one = await planOf(app, rent(owner));
    const path = `/api/plans/${one.id}`;
    const { etag } = (await app.get(path)).headers;
    made(await app.put(path, { amount: 3300 }, { "If-Match": String(etag) }));
    const late = await app.put(path, { amount: 3400 }, { "If-Match": String(etag) });
    assert.equal(late.status, 412);
    assert.equal(made(await app.get(path)).amount, 3300);
    const [entry] = made(await app.get(`/api/history?userId=${owner.userId}`));
    assert.deepEqual(entry.changed, { from: { amount: 3200 }, to: { amount: 3300 } });
    const same = await app.put(path, { amount: 3300 });
    assert.equal(same.headers["history-act"], undefined);
  });
});
