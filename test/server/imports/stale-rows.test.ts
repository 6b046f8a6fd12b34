/** A preview that the book has passed by: in any order, no line is booked twice or brought back unsaid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  rowsOf,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

const LUNCH = purchaseRow(1, {
  who: "瑞幸咖啡",
  what: "美式",
  yuan: "9.90",
  status: "已退款(￥1.00)",
});
const REFUND = purchaseRow(1, {
  ...LUNCH,
  time: "2026-03-09 10:00:00",
  type: "瑞幸咖啡-退款",
  direction: "收入",
  yuan: "1.00",
  status: "已退款￥1.00",
  id: `${LUNCH.id}9`,
});
/** An expense, its refund, a transfer with its fee, and another expense. */
const ROWS = [LUNCH, REFUND, withdrawalRow(4), purchaseRow(2)];
const FILE = wechatBill(ROWS);

type Entry = {
  id: number;
  noun: string;
  restorable: boolean;
  change: string;
  version: { refund?: boolean };
};

const listOf = async (app: TestApp, path: string, userId: number) =>
  (await app.get(`/api/${path}?userId=${userId}`)).data;

async function ok(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.equal(status, 200, text);
}

/** What happens to the book before and after the preview A; `b` is the other import. */
interface Story {
  app: TestApp;
  userId: number;
  b: number;
}

const STEPS = {
  async importB(story: Story) {
    story.b = (await preview(story.app, story.userId, FILE)).id;
    await commit(story.app, story.b);
  },
  undoB: ({ app, b }: Story) => ok(app.remove(`/api/imports/${b}`)),
  dropB: ({ app, b }: Story) => ok(app.remove(`/api/imports/${b}`)),
  async deleteAll({ app, userId }: Story) {
    for (const { id } of await listOf(app, "transfers", userId)) {
      await ok(app.remove(`/api/transfers/${id}`));
    }
    // Refunds first: an expense that was refunded is not deleted under them.
    for (const { id } of [...(await listOf(app, "records", userId))].sort(
      (a, b) => Number(a.type === "expense") - Number(b.type === "expense"),
    )) {
      await ok(app.remove(`/api/records/${id}`));
    }
  },
  async restoreAll({ app, userId }: Story) {
    const rank = ({ noun, version }: Entry) =>
      noun === "account" ? 0 : version.refund === undefined ? 1 : 2;
    const entries: Entry[] = await listOf(app, "history", userId);
    for (const { id } of entries
      .filter(({ restorable, change }) => restorable && change === "delete")
      .sort((a, b) => rank(a) - rank(b))) {
      await ok(app.post(`/api/history/${id}/restore`));
    }
  },
} as const;

type Step = keyof typeof STEPS;

/** Before the preview A, between it and its commit, and what its rows are then; "booked" is no refusal. */
const ORDERS: [before: Step[], meanwhile: Step[], then: string][] = [
  [[], ["importB"], "known"],
  [[], ["importB", "deleteAll"], "removed"],
  [[], ["importB", "deleteAll", "undoB"], "booked"],
  [[], ["importB", "undoB"], "booked"],
  [[], ["importB", "undoB", "dropB"], "booked"],
  [[], ["importB", "undoB", "restoreAll"], "known"],
  [[], ["importB", "undoB", "dropB", "restoreAll"], "known"],
  [[], ["importB", "undoB", "restoreAll", "deleteAll"], "removed"],
  [[], ["importB", "undoB", "dropB", "restoreAll", "deleteAll"], "removed"],
  [[], ["importB", "deleteAll", "restoreAll"], "known"],
  [["importB"], ["undoB"], "review"],
  [["importB"], ["undoB", "dropB"], "review"],
  [["importB"], ["deleteAll"], "removed"],
  [["importB"], ["undoB", "restoreAll", "deleteAll"], "removed"],
  [["importB", "undoB"], ["restoreAll"], "known"],
  [["importB", "undoB"], ["importB"], "known"],
  [["importB", "undoB"], ["importB", "deleteAll"], "removed"],
];

onEveryEngine("a preview that the book has passed by", (open) => {
  for (const [before, meanwhile, then] of ORDERS) {
    test(`${[...before, "preview A", ...meanwhile, "commit A"].join(", ")}: ${then}`, async () => {
      const app = await open();
      const { userId } = await someone(app);
      await anotherAccount(app, userId, { name: "微信零钱" });
      const story = { app, userId, b: 0 };
      for (const step of before) await STEPS[step](story);
      const a = (await preview(app, userId, FILE)).id;
      for (const step of meanwhile) await STEPS[step](story);
      const book = await bookOf(app, userId);
      const answer = await app.post(`/api/imports/${a}/commit`);
      if (then === "booked") {
        assert.equal(answer.status, 200, answer.text);
        await assertOnce(app, userId);
        await app.close();
        return;
      }
      assert.equal(answer.status, 409, answer.text);
      assert.match(answer.message as string, /4 行.*核对/);
      assert.equal(await bookOf(app, userId), book);
      const shown = (await app.get(`/api/imports/${a}`)).data;
      assert.deepEqual([shown.status, shown.booked, countOf(shown, then)], ["ready", 0, 4]);
      for (const row of await rowsOf(app, a)) {
        assert.equal(row.action, "skip");
        if (then !== "known") assert.match(row.questions[0].text, /以前导入过.*要再导入吗/);
      }
      // Looked at, it books what it shows now: nothing, or what the user wants after all.
      const wanted = then === "known" ? [] : [1, 2, 3, 4];
      if (wanted.length > 0) {
        const chosen = { rows: [{ numbers: wanted, action: "import" }] };
        await ok(app.put(`/api/imports/${a}`, chosen));
      }
      await commit(app, a);
      if (then === "known") assert.equal(await bookOf(app, userId), book);
      await assertOnce(app, userId);
      await app.close();
    });
  }

  test("what was wanted again after its delete is refused once it has been restored", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const story = { app, userId, b: 0 };
    await STEPS.importB(story);
    await STEPS.deleteAll(story);
    const a = (await preview(app, userId, FILE)).id;
    await ok(app.put(`/api/imports/${a}`, { rows: [{ numbers: [1, 2, 3, 4], action: "import" }] }));
    await STEPS.restoreAll(story);
    const book = await bookOf(app, userId);
    assert.equal((await app.post(`/api/imports/${a}/commit`)).status, 409);
    assert.equal(await bookOf(app, userId), book);
    await commit(app, a);
    await assertOnce(app, userId);
    await app.close();
  });

  test("a status is not brought up to date where the record is gone, or is another by now", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const changed = wechatBill([{ ...purchaseRow(2), what: "别的", status: "对方已收钱" }]);
    await commit(app, (await preview(app, userId, wechatBill([purchaseRow(2)]))).id);
    const a = await preview(app, userId, changed);
    assert.deepEqual([a.rows[0].fate, a.rows[0].action], ["changed", "update"]);
    const [first] = await listOf(app, "records", userId);
    await ok(app.remove(`/api/records/${first.id}`));
    const empty = await bookOf(app, userId);
    assert.equal((await app.post(`/api/imports/${a.id}/commit`)).status, 409);
    assert.equal(await bookOf(app, userId), empty);
    assert.equal(countOf((await app.get(`/api/imports/${a.id}`)).data, "removed"), 1);
    const other = await preview(app, userId, changed);
    await STEPS.restoreAll({ app, userId, b: 0 });
    const update = await preview(app, userId, changed);
    await ok(app.remove(`/api/records/${first.id}`));
    await ok(app.put(`/api/imports/${other.id}`, { rows: [{ numbers: [1], action: "import" }] }));
    await commit(app, other.id);
    assert.equal((await app.post(`/api/imports/${update.id}/commit`)).status, 409);
    const [row] = await rowsOf(app, update.id);
    const [second] = await listOf(app, "records", userId);
    assert.deepEqual([row.fate, row.recordId], ["known", second.id]);
    await assertProved(app);
    await app.close();
  });

  test("a row is not merged into a record that is gone", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const byHand = { userId, accountId, type: "expense", amount: 9.9, category: "餐饮" };
    const made = await app.post("/api/records", { ...byHand, date: LUNCH.time.slice(0, 10) });
    const file = wechatBill([LUNCH]);
    const a = await preview(app, userId, file);
    assert.equal(a.rows[0].suggestion.recordId, made.data.id);
    await ok(app.put(`/api/imports/${a.id}`, { rows: [{ numbers: [1], action: "merge" }] }));
    await ok(app.remove(`/api/records/${made.data.id}`));
    const book = await bookOf(app, userId);
    assert.equal((await app.post(`/api/imports/${a.id}/commit`)).status, 409);
    assert.equal(await bookOf(app, userId), book);
    const [row] = await rowsOf(app, a.id);
    assert.deepEqual([row.fate, row.action, row.suggestion], ["review", "skip", undefined]);
    assert.match(row.questions[0].text, /已被删除/);
    await ok(app.put(`/api/imports/${a.id}`, { rows: [{ numbers: [1], action: "import" }] }));
    await commit(app, a.id);
    assert.equal((await listOf(app, "records", userId)).length, 1);
    await assertProved(app);
    await app.close();
  });

  test("a refund whose purchase another import has booked gives that back", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const a = (await preview(app, userId, wechatBill([LUNCH, REFUND]))).id;
    await commit(app, (await preview(app, userId, wechatBill([LUNCH]))).id);
    const [lunch] = await listOf(app, "records", userId);
    const refused = await app.post(`/api/imports/${a}/commit`);
    assert.match(refused.message as string, /1 行/);
    await commit(app, a);
    const records = await listOf(app, "records", userId);
    assert.equal(records.length, 2);
    const refund = records.find((one: { type: string }) => one.type === "income");
    assert.equal(refund.refundOf, lunch.id);
    await assertProved(app);
    await app.close();
  });
});

/** Every line of the file is in the book once, and a new preview says so. */
async function assertOnce(app: TestApp, userId: number): Promise<void> {
  const records: { transferId?: number; amount: number }[] = await listOf(app, "records", userId);
  const transfers: object[] = await listOf(app, "transfers", userId);
  assert.deepEqual(
    [records.filter(({ transferId }) => transferId === undefined).length, transfers.length],
    [3, 1],
  );
  const month = await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`);
  assert.equal(month.status, 200, month.text);
  assert.deepEqual([month.data.totalIncome, month.data.totalExpense], [0, 12.52]);
  const shown = await preview(app, userId, FILE);
  assert.equal(countOf(shown, "known"), 4);
  await ok(app.remove(`/api/imports/${shown.id}`));
  await assertProved(app);
}
