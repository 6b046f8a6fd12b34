/** Whole numbers that no id has, wherever a body may hold one: refused in words on every engine. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { book, during, lunch } from "../../harness/book.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

onEveryEngine("huge numbers", (open) => {
  test("numbers beyond every id are not found, deep in a body as at its top", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { userId, accountId } = owner;
    const { id } = await book(app, owner);
    const shown = await preview(app, userId, wechatBill([purchaseRow(1)]));
    const before = await bookOf(app, userId);
    for (const huge of [1e300, 2 ** 63, 2 ** 53, 1e17]) {
      const decide = (body: object) => app.put(`/api/imports/${shown.id}`, body);
      const change = (body: object) => app.post("/api/records/bulk", { userId, ...body });
      const answers = [
        await decide({ rows: [{ numbers: [huge], action: "skip" }] }),
        await decide({ rows: [{ numbers: [1], accountId: huge }] }),
        await decide({ rows: [{ numbers: [1], kind: "transfer", toAccountId: huge }] }),
        await decide({ accounts: [{ place: huge, accountId }] }),
        await decide({ accounts: [{ place: 0, accountId: huge }] }),
        await change({ ids: [huge], action: "delete" }),
        await change({ ids: [id], action: "change", accountId: huge }),
        await app.post("/api/records", { ...lunch(owner), accountId: huge }),
        await app.post("/api/records", { ...lunch(owner), type: "income", refundOf: huge }),
        await app.post("/api/rules", {
          userId,
          field: "any",
          match: "equals",
          text: "x",
          accountId: huge,
        }),
        await app.put(`/api/records/${id}`, { accountId: huge }),
        await app.get(`/api/records?userId=${userId}&accountId=${huge}`),
      ];
      for (const [index, answer] of answers.entries()) {
        assert.ok([200, 400, 404].includes(answer.status), `${index}: ${huge}: ${answer.text}`);
        if (answer.status !== 200) assert.match(answer.message as string, /[一-龥]/);
      }
    }
    assert.equal(await bookOf(app, userId), before);
    await assertProved(app);
  });
});
