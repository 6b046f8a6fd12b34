/** What an undo puts back, and rows that become one transfer with a record. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  PAYMENT_AT_BANK,
  PAYMENT_IN_WALLET,
  preview,
  purchaseRow,
  rowsOf,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { occurrencesOf, onDay, planOf } from "../../harness/plans.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

const LUNCH = purchaseRow(1, { who: "瑞幸咖啡", what: "美式", yuan: "9.90" });
const CHANGED = { ...LUNCH, what: "美式 大杯", status: "已退款(￥1.00)" };

const withoutClock = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
const recordsOf = async (app: TestApp, userId: number) =>
  (await app.get(`/api/records?userId=${userId}`)).data;
const historyOf = async (app: TestApp, userId: number) =>
  (await app.get(`/api/history?userId=${userId}`)).data;

async function undo(app: TestApp, importId: number) {
  const answer = await app.remove(`/api/imports/${importId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

onEveryEngine("undoing imports", (open) => {
  test("the status and the description that an import changed are put back", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await commit(app, (await preview(app, userId, wechatBill([LUNCH]))).id);
    const before = await bookOf(app, userId);
    const second = await preview(app, userId, wechatBill([CHANGED]));
    assert.equal((await commit(app, second.id)).result.updated, 1);
    assert.match((await recordsOf(app, userId))[0].description, /大杯/);
    assert.deepEqual((await undo(app, second.id)).edited, []);
    assert.equal(withoutClock(await bookOf(app, userId)), withoutClock(before));
    assert.equal(countOf(await preview(app, userId, wechatBill([LUNCH])), "known"), 1);
    assert.equal(countOf(await preview(app, userId, wechatBill([CHANGED])), "changed"), 1);
    await assertProved(app);
    await app.close();
  });

  test("a description edited since stays, and the answer says so", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await commit(app, (await preview(app, userId, wechatBill([LUNCH]))).id);
    const second = await preview(app, userId, wechatBill([CHANGED]));
    await commit(app, second.id);
    const [record] = await recordsOf(app, userId);
    await app.put(`/api/records/${record.id}`, { description: "和小红" });
    const { edited } = await undo(app, second.id);
    assert.deepEqual(
      edited.map((one: { row: number; recordId: number }) => [one.row, one.recordId]),
      [[1, record.id]],
    );
    assert.match(edited[0].text, /保持现状/);
    assert.equal((await recordsOf(app, userId))[0].description, "和小红");
    assert.equal(countOf(await preview(app, userId, wechatBill([CHANGED])), "changed"), 1);
    await app.close();
  });

  test("a line imported again after its record was deleted is known as deleted after the undo", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await commit(app, (await preview(app, userId, wechatBill([LUNCH]))).id);
    const [record] = await recordsOf(app, userId);
    await app.remove(`/api/records/${record.id}`);
    const again = await preview(app, userId, wechatBill([LUNCH]));
    await app.put(`/api/imports/${again.id}`, { rows: [{ numbers: [1], action: "import" }] });
    await commit(app, again.id);
    await undo(app, again.id);
    assert.deepEqual(await recordsOf(app, userId), []);
    assert.equal(countOf(await preview(app, userId, wechatBill([LUNCH])), "removed"), 1);
    await app.close();
  });

  test("the history knows what an undo deleted, and each comes back as it was", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await anotherAccount(app, userId, { name: "微信零钱" });
    const withdrawal = withdrawalRow(2);
    const file = wechatBill([LUNCH, withdrawal]);
    const shown = await preview(app, userId, file);
    await commit(app, shown.id);
    const before = await bookOf(app, userId);
    await undo(app, shown.id);
    assert.deepEqual(await recordsOf(app, userId), []);
    const entries = await historyOf(app, userId);
    assert.deepEqual(
      entries.map((one: { noun: string; change: string; parts: number; restorable: boolean }) => [
        one.noun,
        one.change,
        one.parts,
        one.restorable,
      ]),
      [
        ["account", "delete", 0, true],
        ["record", "delete", 0, true],
        ["transfer", "delete", 1, true],
      ],
    );
    for (const { id } of entries) {
      const answer = await app.post(`/api/history/${id}/restore`);
      assert.equal(answer.status, 200, answer.text);
    }
    assert.equal(withoutClock(await bookOf(app, userId)), withoutClock(before));
    assert.equal(countOf(await preview(app, userId, file), "known"), 2);
    await assertProved(app);
    await app.close();
  });

  test("a refund elsewhere that loses its expense by an undo finds it again with it", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const shown = await preview(app, userId, wechatBill([LUNCH]));
    await commit(app, shown.id);
    const [expense] = await recordsOf(app, userId);
    const refund = { userId, accountId, type: "income", amount: 1, refundOf: expense.id };
    const made = await app.post("/api/records", {
      ...refund,
      category: expense.category,
      date: "2026-03-20",
    });
    assert.equal(made.status, 200, made.text);
    await undo(app, shown.id);
    assert.equal((await app.get(`/api/records/${made.data.id}`)).data.refundOf, undefined);
    for (const entry of await historyOf(app, userId)) {
      if (entry.noun === "account") await app.post(`/api/history/${entry.id}/restore`);
    }
    const [entry] = (await historyOf(app, userId)).filter(
      (one: { noun: string; nounId: number }) => one.noun === "record" && one.nounId === expense.id,
    );
    assert.equal((await app.post(`/api/history/${entry.id}/restore`)).status, 200);
    assert.equal((await app.get(`/api/records/${made.data.id}`)).data.refundOf, expense.id);
    await assertProved(app);
    await app.close();
  });
});

onEveryEngine("two sides of one transfer", (open) => {
  async function bookedBefore(app: TestApp) {
    const { userId } = await someone(app);
    const savings = await anotherAccount(app, userId, { name: "储蓄", balance: 10 });
    const card = await anotherAccount(app, userId, { name: "招商银行" });
    const record = await app.post("/api/records", {
      userId,
      accountId: savings,
      type: "income",
      amount: 500,
      category: "其他",
      description: "转入",
      date: "2026-03-05",
    });
    assert.equal(record.status, 200, record.text);
    const before = await bookOf(app, userId);
    const shown = await preview(app, userId, PAYMENT_AT_BANK, { account: card });
    return { userId, savings, card, record: record.data, before, shown };
  }

  test("one choice makes the row and the earlier record a transfer, and undo brings the record back", async () => {
    const app = await open();
    const { userId, savings, card, record, before, shown } = await bookedBefore(app);
    const [row] = shown.rows;
    assert.deepEqual(
      [row.kind, row.action, row.suggestion.kind, row.suggestion.recordId],
      ["expense", "skip", "two-sides", record.id],
    );
    const path = `/api/imports/${shown.id}`;
    const chosen = await app.put(path, { rows: [{ numbers: [1], action: "merge" }] });
    assert.equal(chosen.status, 200, chosen.text);
    assert.deepEqual(chosen.data.totals, [{ kind: "transfer", count: 1, sum: 500 }]);
    assert.equal(chosen.data.rows[0].becomes, "transfer");
    assert.equal(await bookOf(app, userId), before);

    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.records, done.result.transfers, done.result.merged], [0, 1, 0]);
    assert.deepEqual(await recordsOf(app, userId), []);
    const [transfer] = (await app.get(`/api/transfers?userId=${userId}`)).data;
    assert.deepEqual(
      [transfer.fromAccountId, transfer.toAccountId, transfer.amount],
      [card, savings, 500],
    );
    const balance = async (id: number) => (await app.get(`/api/accounts/${id}`)).data.balance;
    assert.deepEqual([await balance(card), await balance(savings)], [-500, 510]);
    await assertProved(app);
    const again = await preview(app, userId, PAYMENT_AT_BANK, { account: card });
    assert.equal(countOf(again, "known"), 1);

    await undo(app, shown.id);
    assert.equal(withoutClock(await bookOf(app, userId)), withoutClock(before));
    await assertProved(app);
    assert.equal(
      (await preview(app, userId, PAYMENT_AT_BANK, { account: card })).rows[0].fate,
      "similar",
    );
    await app.close();
  });

  test("the choice can be taken back, and is refused where the record is gone", async () => {
    const app = await open();
    const { userId, record, shown } = await bookedBefore(app);
    const path = `/api/imports/${shown.id}`;
    const choose = (action: string) => app.put(path, { rows: [{ numbers: [1], action }] });
    await choose("merge");
    const back = await choose("import");
    assert.equal(back.data.rows[0].becomes, undefined);
    assert.equal(back.data.totals[0].kind, "expense");
    await choose("merge");
    const both = await app.put(path, {
      rows: [{ numbers: [1], action: "merge", kind: "expense" }],
    });
    assert.equal(both.status, 400);
    await app.remove(`/api/records/${record.id}`);
    const before = await bookOf(app, userId);
    const refused = await app.post(`${path}/commit`);
    assert.equal(refused.status, 409, refused.text);
    assert.equal(await bookOf(app, userId), before);
    assert.equal((await app.get(path)).data.status, "ready");
    await app.close();
  });

  test("a record that was imported itself is known by the transfer, and by itself after the undo", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId, { name: "招商银行" });
    const file = PAYMENT_IN_WALLET;
    await commit(app, (await preview(app, userId, file)).id);
    const before = await bookOf(app, userId);
    const shown = await preview(app, userId, PAYMENT_AT_BANK, { account: card });
    assert.equal(shown.rows[0].suggestion.kind, "two-sides");
    await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "merge" }] });
    await commit(app, shown.id);
    assert.deepEqual(await recordsOf(app, userId), []);
    assert.equal(countOf(await preview(app, userId, file), "known"), 1);
    await assertProved(app);
    await undo(app, shown.id);
    assert.equal(withoutClock(await bookOf(app, userId)), withoutClock(before));
    const [known] = await rowsOf(app, (await preview(app, userId, file)).id);
    assert.equal(known.fate, "known");
    assert.equal(known.recordId, (await recordsOf(app, userId))[0].id);
    await assertProved(app);
    await app.close();
  });

  /** An income that a plan has booked, and the bill that tells its other side. */
  async function bookedByPlan(t: TestContext) {
    const { app, owner, tick } = await onDay(t, open, "2026-03-05");
    const { userId } = owner;
    const savings = await anotherAccount(app, userId, { name: "储蓄", balance: 10 });
    const card = await anotherAccount(app, userId, { name: "招商银行" });
    const plan = await planOf(app, {
      userId,
      name: "生活费",
      description: "转入",
      kind: "income",
      accountId: savings,
      category: "其他",
      amount: 500,
      every: { unit: "month" },
      startDate: "2026-03-05",
    });
    const told = async () => ({
      book: withoutClock(await bookOf(app, userId)),
      plan: (await app.get(`/api/plans/${plan.id}`)).data,
      occurrences: await occurrencesOf(app, userId, "2026-03-01", "2026-04-30"),
    });
    const shown = await preview(app, userId, PAYMENT_AT_BANK, { account: card });
    const choice = { rows: [{ numbers: [1], action: "merge" }] };
    const chosen = await app.put(`/api/imports/${shown.id}`, choice);
    assert.equal(chosen.data.rows[0].becomes, "transfer", chosen.text);
    return { app, userId, tick, plan, shown, told };
  }

  test("a record that a plan had booked comes back as the plan's", async (t) => {
    const { app, userId, tick, plan, shown, told } = await bookedByPlan(t);
    const before = await told();
    const [record] = await recordsOf(app, userId);
    assert.deepEqual([record.planId, record.due], [plan.id, "2026-03-05"]);
    await assertProved(app);
    await commit(app, shown.id);
    assert.deepEqual(await recordsOf(app, userId), []);
    await assertProved(app);
    assert.equal((await tick()).booked, 0);
    await undo(app, shown.id);
    assert.deepEqual(await told(), before);
    await assertProved(app);
    assert.equal((await tick()).booked, 0);
  });

  test("a record whose occurrence was booked again meanwhile comes back without it", async (t) => {
    const { app, userId, plan, shown } = await bookedByPlan(t);
    const [record] = await recordsOf(app, userId);
    await commit(app, shown.id);
    const again = await app.post(`/api/plans/${plan.id}/occurrences/2026-03-05/book`);
    assert.equal(again.status, 200, again.text);
    await undo(app, shown.id);
    const [back, booked] = (await recordsOf(app, userId)).sort(
      (one: { id: number }, other: { id: number }) => one.id - other.id,
    );
    assert.deepEqual([back.id, back.planId, back.due], [record.id, undefined, undefined]);
    assert.deepEqual([booked.planId, booked.due], [plan.id, "2026-03-05"]);
    await assertProved(app);
  });

  test("a book that was taken out and loaded elsewhere can undo the same", async () => {
    const app = await open();
    const { userId, shown } = await bookedBefore(app);
    const deleted = await preview(app, userId, wechatBill([LUNCH]));
    await commit(app, deleted.id);
    const [lunch] = await recordsOf(app, userId);
    await app.remove(`/api/records/${lunch.id}`);
    await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "merge" }] });
    await commit(app, shown.id);
    const text = (await app.get(`/api/export?userId=${userId}&format=json`)).text;
    const email = "other@example.com";
    const other = (await app.post("/api/users", { name: "小红", email })).data.id;
    const form = new FormData();
    form.set("userId", String(other));
    form.set("file", new Blob([text]), "book.json");
    const loaded = await app.post("/api/book", form);
    assert.equal(loaded.status, 200, loaded.text);
    assert.equal(countOf(await preview(app, other, wechatBill([LUNCH])), "removed"), 1);
    const joined = (await app.get(`/api/imports?userId=${other}`)).data.find(
      (one: { result?: { transfers: number } }) => one.result?.transfers === 1,
    );
    await undo(app, joined.id);
    const [back, ...more] = await recordsOf(app, other);
    assert.deepEqual([back.amount, back.description, more.length], [500, "转入", 0]);
    assert.deepEqual((await app.get(`/api/transfers?userId=${other}`)).data, []);
    await assertProved(app);
    await app.close();
  });
});
