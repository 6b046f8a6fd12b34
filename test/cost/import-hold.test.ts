/** Nobody waits for a large import into a book that has much of the same: neither for its preview nor for its commit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Day, shiftDay } from "../../src/ledger/calendar.ts";
import { openApp, someone } from "../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../harness/bills.ts";
import { book, during } from "../harness/book.ts";
import { longestHold } from "../harness/held.ts";

const ROWS = 10_000;
/** What may be held in any turn, in milliseconds of the processor. */
const MOST_MS = 50;
/** Code that runs for the first time is slower. */
const TRIES = 3;

/** A bill of `ROWS` payments, of which no other `serial` has the numbers. */
const billOf = (serial: number) =>
  wechatBill(
    Array.from({ length: ROWS }, (_, row) =>
      purchaseRow(row, {
        time: `${shiftDay("2026-01-01" as Day, Math.floor(row / 60))} 12:${String(row % 60).padStart(2, "0")}:00`,
        yuan: `${(row % 300) + 1}.00`,
        id: `42000${serial}${String(row).padStart(20, "0")}`,
      }),
    ),
  );

test("an import of many rows, compared anew before it is booked, and its undoing hold nobody", async (t) => {
  const app = await during(t, openApp, { engine: "sqlite" });
  const owner = await someone(app);
  const first = await preview(app, owner.userId, billOf(0));
  await app.post(`/api/imports/${first.id}/commit`);
  const least = { commit: Number.POSITIVE_INFINITY, undo: Number.POSITIVE_INFINITY };
  for (let serial = 1; serial <= TRIES; serial += 1) {
    const data = await preview(app, owner.userId, billOf(serial));
    assert.equal(data.rowCount, ROWS);
    // Of the amount and the days of some rows, so that each is compared once more; but money that came in.
    await book(app, owner, { type: "income", amount: 5, date: "2026-02-01" });
    const commit = await longestHold(async () => {
      const { status, text } = await app.post(`/api/imports/${data.id}/commit`);
      assert.equal(status, 200, text);
    });
    const undo = await longestHold(async () => {
      const { status, text } = await app.remove(`/api/imports/${data.id}`);
      assert.equal(status, 200, text);
    });
    least.commit = Math.min(least.commit, commit);
    least.undo = Math.min(least.undo, undo);
    if (process.env.SHOW) console.log(commit.toFixed(0), undo.toFixed(0));
    if (Math.max(least.commit, least.undo) < MOST_MS) return;
  }
  assert.fail(
    `${least.commit.toFixed(0)} ms by the commit, ${least.undo.toFixed(0)} ms by the undo`,
  );
});
