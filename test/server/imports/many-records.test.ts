/** Files over a book with many records of the same days: every record near a row is looked at, once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { commit, countOf, preview, rowsOf } from "../../harness/bills.ts";
import { anotherAccount } from "../../harness/proof.ts";

const HEAD = '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"';
const yuanOf = (index: number) => `${1 + index}.00`;

/** A bank's statement of a row a fen, all on one day, worded as `text` says. */
function statement(rows: number[], text: string): string {
  const lines = rows.map(
    (index) =>
      `"\t20260305","\t10:00:00","","\t${yuanOf(index)}","\t1000.00","\t消费","\t${text}${index}"`,
  );
  return ["# 招商银行交易记录", HEAD, ...lines].join("\r\n");
}

onEveryEngine("a file over a full day of the book", (open) => {
  test("each reworded row finds its record, however many there are of the day", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId);
    const all = Array.from({ length: 1201 }, (_, index) => index);
    const first = await preview(app, userId, statement(all, "甲"), { account: card });
    await commit(app, first.id);
    for (const some of [all, [7, 640, 1200]]) {
      const shown = await preview(app, userId, statement(some, "乙"), { account: card });
      assert.equal(countOf(shown, "similar"), some.length);
      const rows = await rowsOf(app, shown.id);
      const found = new Set(rows.map(({ recordId }: { recordId?: number }) => recordId));
      assert.equal(found.size, some.length);
    }
    await app.close();
  });
});
