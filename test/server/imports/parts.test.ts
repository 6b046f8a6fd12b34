/**
 * A large import is written in parts, each a transaction of its own, under one id: its book is that of an
 * import written at once, it is undone at once, and what is cut off between two parts goes on.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contextFor } from "../../../src/cli/import.ts";
import { Job } from "../../../src/server/background/jobs.ts";
import { commitImport, commitPart } from "../../../src/server/imports/commit.ts";
import type { Store } from "../../../src/store/open.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { preview, purchaseRow, wechatBill, withdrawalRow } from "../../harness/bills.ts";
import { during, made } from "../../harness/book.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const PART = 10;

/** 44 rows; the refund at the top gives back the last row, the one at the end the first purchase. */
function bill(): string {
  const rows = Array.from({ length: 40 }, (_, index) =>
    index % 7 === 3 ? withdrawalRow(index) : purchaseRow(index),
  );
  const bought = (index: number) =>
    purchaseRow(index, {
      who: `店${index}`,
      yuan: "50.00",
      status: "已全额退款",
      merchantId: `M000${index}`,
    });
  const back = (index: number) =>
    purchaseRow(index, {
      who: `店${index}`,
      type: `店${index}-退款`,
      direction: "收入",
      yuan: "50.00",
      status: "已全额退款",
      id: `M000${index}`,
    });
  return wechatBill([back(91), bought(92), ...rows, bought(91), back(92)]);
}

const contextOf = (app: TestApp, userId: number) =>
  contextFor({ db: app.db } as Store, userId, "Asia/Shanghai");

/** The book without what tells one from another: ids, times of writing, and the order of writing. */
async function plainBook(app: TestApp, userId: number): Promise<unknown[]> {
  const own = /"(id|userId|\w+Id|refundOf)":\d+|"(createdAt|updatedAt)":"[^"]*"/g;
  const lists = ["accounts", "records", "transfers", "statistics/trend"].map(async (path) => {
    const list = made(await app.get(`/api/${path}?userId=${userId}`));
    return [list]
      .flat()
      .map((one) => JSON.stringify(one).replace(own, ""))
      .sort();
  });
  return Promise.all(lists);
}

onEveryEngine("an import in parts", (open) => {
  test("is the import at once, in the book, in its result, in the list and undone", async (t) => {
    const app = await during(t, open);
    const [whole, parts] = [await someone(app), await someone(app)];
    const before = await bookOf(app, parts.userId);
    const atOnce = await preview(app, whole.userId, bill());
    const inParts = await preview(app, parts.userId, bill());
    await commitImport(contextOf(app, whole.userId), atOnce.id, new Job());
    await commitImport(contextOf(app, parts.userId), inParts.id, new Job(), { partRows: PART });
    assert.deepEqual(await plainBook(app, parts.userId), await plainBook(app, whole.userId));
    const refunds = made(await app.get(`/api/records?userId=${parts.userId}`)).filter(
      (one: { refund?: boolean }) => one.refund,
    );
    assert.deepEqual(
      refunds.map((one: { refundOf?: number }) => one.refundOf !== undefined),
      [true, true],
    );
    const results = await Promise.all(
      [atOnce, inParts].map(async ({ id }) => made(await app.get(`/api/imports/${id}`)).result),
    );
    const told = results.map(({ accounts, ...counts }) => ({
      ...counts,
      accounts: accounts.map(({ accountId: _, ...account }: { accountId: number }) => account),
    }));
    assert.deepEqual(told[1], told[0]);
    await assertProved(app);
    assert.equal(made(await app.get(`/api/imports?userId=${parts.userId}`)).length, 1);
    made(await app.remove(`/api/imports/${inParts.id}`));
    assert.equal(await bookOf(app, parts.userId), before);
    await assertProved(app);
  });

  test("cut off between two parts says so, and goes on or is undone", async (t) => {
    const app = await during(t, open);
    for (const goesOn of [true, false]) {
      const { userId } = await someone(app);
      const before = await bookOf(app, userId);
      const { id } = await preview(app, userId, bill());
      assert.equal(
        await commitPart(contextOf(app, userId), id, new Job(), { partRows: PART }),
        true,
      );
      const [cut] = made(await app.get(`/api/imports?userId=${userId}`));
      assert.deepEqual([cut.status, cut.written, cut.rowCount], ["committed", PART, 44]);
      if (goesOn) {
        const done = made(await app.post(`/api/imports/${id}/commit`));
        assert.deepEqual(
          [done.written, done.result.records + done.result.transfers],
          [undefined, 44],
        );
      } else {
        made(await app.remove(`/api/imports/${id}`));
        assert.equal(await bookOf(app, userId), before);
      }
      await assertProved(app);
    }
  });

  test("a part that fails takes back those before it", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const { id } = await preview(app, userId, bill());
    const other = await preview(app, userId, wechatBill([purchaseRow(30)]));
    await commitPart(contextOf(app, userId), id, new Job(), { partRows: PART });
    made(await app.post(`/api/imports/${other.id}/commit`));
    await assert.rejects(commitImport(contextOf(app, userId), id, new Job(), { partRows: PART }), {
      key: "importOutdated",
    });
    assert.equal(made(await app.get(`/api/records?userId=${userId}`)).length, 1);
    assert.equal(made(await app.get(`/api/imports/${id}`)).status, "undone");
    await assertProved(app);
  });
});
