/** Refunds of imports stand in the category that their purchase has in the book. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { assertProved, during, made } from "../../harness/book.ts";

const BOUGHT = purchaseRow(1, {
  who: "优衣库",
  yuan: "199.00",
  status: "已退款(￥50.00)",
  id: "4200001111111111111111111111",
});
const BACK = purchaseRow(2, {
  time: "2026-03-09 10:00:00",
  type: "优衣库-退款",
  who: "优衣库",
  direction: "收入",
  yuan: "50.00",
  status: "已全额退款",
  id: "50301111111111111111111111",
});

/** A transfer to somebody, and the one that came back: they bear the same merchant number. */
const SENT = purchaseRow(3, { who: "张三", type: "转账", merchantId: "1000049000000001" });
const RETURNED = purchaseRow(3, {
  time: "2026-04-01 10:00:00",
  who: "张三",
  type: "转账-退款",
  direction: "收入",
  id: "1000049000000001",
});

// biome-ignore lint/suspicious/noExplicitAny: records as they are answered
async function recordsOf(app: TestApp, userId: number): Promise<any[]> {
  return made(await app.get(`/api/records?userId=${userId}`));
}

async function purchaseOf(app: TestApp, userId: number) {
  return (await recordsOf(app, userId)).find(({ type }) => type === "expense");
}

async function refundOf(app: TestApp, userId: number) {
  return (await recordsOf(app, userId)).find(({ refund }) => refund);
}

/** A decision about rows of a preview. */
async function decide(app: TestApp, importId: number, ...rows: object[]): Promise<void> {
  made(await app.put(`/api/imports/${importId}`, { rows }));
}

onEveryEngine("the category of imported refunds", (open) => {
  test("a new refund beside a purchase that is known stands where the user has put that", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    await commit(app, (await preview(app, userId, wechatBill([BOUGHT]))).id);
    const { id } = await purchaseOf(app, userId);
    made(await app.put(`/api/records/${id}`, { category: "给小红" }));
    const shown = await preview(app, userId, wechatBill([BOUGHT, BACK]));
    const row = shown.rows[1];
    assert.deepEqual(
      [row.kind, row.refundOf, row.category, row.categoryReason],
      ["refund", id, "给小红", "随原来那笔消费"],
    );
    await commit(app, shown.id);
    const refund = await refundOf(app, userId);
    assert.deepEqual([refund.refundOf, refund.category], [id, "给小红"]);
    await assertProved(app);
  });

  test("a purchase that moves while a preview is open takes the refund with it, unless it was put elsewhere", async (t) => {
    const app = await during(t, open);
    for (const chosen of [undefined, "礼物"]) {
      const { userId } = await someone(app);
      await commit(app, (await preview(app, userId, wechatBill([SENT]))).id);
      const { id } = await purchaseOf(app, userId);
      const shown = await preview(app, userId, wechatBill([RETURNED]));
      assert.equal(shown.rows[0].refundOf, id);
      if (chosen) await decide(app, shown.id, { numbers: [1], category: chosen });
      made(await app.put(`/api/records/${id}`, { category: "借出" }));
      await commit(app, shown.id);
      const refund = await refundOf(app, userId);
      assert.deepEqual([refund.refundOf, refund.category], [id, chosen ?? "借出"]);
      const month = `/api/statistics/monthly?userId=${userId}&month=2026-04`;
      assert.deepEqual(made(await app.get(month)).categoryStats, [
        { category: chosen ?? "借出", amount: -refund.amount },
      ]);
    }
    await assertProved(app);
  });

  test("in a preview the refund follows its purchase, until a category is chosen for it", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const shown = await preview(app, userId, wechatBill([BOUGHT, BACK]));
    const categories = async () =>
      (await rowsOf(app, shown.id)).map(({ category }: { category: string }) => category);
    // That it is to be booked says nothing of its category.
    await decide(app, shown.id, { numbers: [2], action: "import" });
    await decide(app, shown.id, { numbers: [1], category: "给小红" });
    assert.deepEqual(await categories(), ["给小红", "给小红"]);
    await decide(app, shown.id, { numbers: [2], category: "礼物" });
    await decide(app, shown.id, { numbers: [1], category: "日用" });
    assert.deepEqual(await categories(), ["日用", "礼物"]);
  });

  test("an imported refund follows its purchase later on, and an undo takes both out", async (t) => {
    let at = Date.parse("2026-05-01T04:00:00Z");
    const app = await during(t, open, { now: () => at });
    const { userId } = await someone(app);
    const shown = await preview(app, userId, wechatBill([BOUGHT, BACK]));
    await commit(app, shown.id);
    const { id } = await purchaseOf(app, userId);
    at += 60_000;
    made(await app.put(`/api/records/${id}`, { category: "给小红" }));
    const refund = await refundOf(app, userId);
    assert.equal(refund.category, "给小红");
    await assertProved(app);
    const undone = made(await app.remove(`/api/imports/${shown.id}`));
    assert.deepEqual(
      undone.edited.map(({ recordId }: { recordId: number }) => recordId),
      [id, refund.id],
    );
    assert.deepEqual(await recordsOf(app, userId), []);
    await assertProved(app);
    // Both come back from the history as they were last, on the account that the import had made.
    const restore = async (noun: string, nounId: number) => {
      const query = `userId=${userId}&noun=${noun}`;
      const entries: { id: number; nounId: number }[] = made(
        await app.get(`/api/history?${query}`),
      );
      const entry = entries.find((one) => one.nounId === nounId);
      made(await app.post(`/api/history/${entry?.id}/restore`));
    };
    await restore("account", refund.accountId);
    await restore("record", id);
    await restore("record", refund.id);
    const back = await recordsOf(app, userId);
    assert.deepEqual(
      back.map(({ category }) => category),
      ["给小红", "给小红"],
    );
    assert.equal((await refundOf(app, userId)).refundOf, id);
    await assertProved(app);
  });
});
