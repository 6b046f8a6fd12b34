/** Files over a book with many records of the same days: every record near a row is looked at, once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Day, shiftDay } from "../../../src/ledger/calendar.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { commit, countOf, preview, rowsOf } from "../../harness/bills.ts";
import { anotherAccount } from "../../harness/proof.ts";

const HEAD = '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"';
const yuanOf = (index: number) => `${1 + index}.00`;

/** A bank's statement of a row a fen, all on one day, worded as `text` says. */
function statement(rows: number[], text: string): string {
  return written(rows.map((index) => ["2026-03-05", yuanOf(index), `${text}${index}`]));
}

/** Rows of one amount, each on another day. */
function daily(days: number[], text: string): string {
  return written(days.map((day) => [shiftDay("2026-01-01" as Day, day), "20.00", `${text}${day}`]));
}

function written(rows: [day: string, yuan: string, text: string][]): string {
  const lines = rows.map(
    ([day, yuan, text]) =>
      `"\t${day.replaceAll("-", "")}","\t10:00:00","","\t${yuan}","\t1000.00","\t消费","\t${text}"`,
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

  test("over many months each record is found for one row, and for one only", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId);
    const days = Array.from({ length: 120 }, (_, day) => day);
    const even = days.filter((day) => day % 2 === 0);
    const first = await preview(app, userId, daily(even, "甲"), { account: card });
    await commit(app, first.id);
    const shown = await preview(app, userId, daily(days, "乙"), { account: card });
    assert.deepEqual([countOf(shown, "similar"), countOf(shown, "new")], [60, 60]);
    const rows = await rowsOf(app, shown.id);
    const found = rows.flatMap(({ recordId }: { recordId?: number }) => recordId ?? []);
    assert.deepEqual([found.length, new Set(found).size], [60, 60]);
    await app.close();
  });
});
