/** What the entry understands: sums and keys. The line has its own tests (test/ledger/quick.test.ts). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, periodOfDay, periodOfMonth, soFar, weekdayOf } from "../../src/ledger/period.ts";
import { type BookLine, effectOn } from "../../src/web/api/models.ts";
import { amountResult } from "../../src/web/base/amount.ts";
import { deviceName } from "../../src/web/base/device.ts";
import { keypadKey, press } from "../../src/web/base/keypad.ts";
import { byDay, chunksOf, layOut, placeAt, withTransfers } from "../../src/web/records/layout.ts";

test("keys only make what can become an amount", () => {
  const typed = (keys: string) => [...keys].reduce(press, "");
  assert.equal(typed("0012"), "12");
  assert.equal(typed("1.234"), "1.23");
  assert.equal(typed(".5"), "0.5");
  assert.equal(typed("1..5"), "1.5");
  assert.equal(typed("+5"), "5");
  assert.equal(typed("5+-3"), "5-3");
  assert.equal(typed("5.+3"), "5+3");
  assert.equal(typed("12⌫⌫⌫"), "");
  assert.equal(typed("1234567890123"), "123456789012");
});

test("a sum says what it comes to, and a plain number nothing more", () => {
  assert.equal(amountResult("5+3"), "= 8.00");
  assert.equal(amountResult("100÷3"), "≈ 33.33");
  assert.equal(amountResult("3块5"), "= 3.50");
  assert.equal(amountResult("1,020"), "= 1,020.00");
  for (const text of ["", "53", "12+", "12,50"]) assert.equal(amountResult(text), undefined, text);
});

test("a keyboard has the keys of the keypad", () => {
  const keys = ["1", "*", "/", "x", "Backspace", ".", "a", "Enter", "Shift"].map(keypadKey);
  assert.deepEqual(keys, ["1", "×", "÷", "×", "⌫", ".", undefined, undefined, undefined]);
});

test("a device has the name that a person knows", () => {
  const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36";
  for (const [text, name] of [
    [`${safari} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, "Safari · iPhone"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/147.0.0.0`, "Edge · Windows"],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome}`, "Chrome · Android"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`, "Chrome · Mac"],
    ["curl/8.9", "curl/8.9"],
    ["", ""],
  ] as const) {
    assert.equal(deviceName(text), name);
  }
});

test("periods begin on the chosen day and never leave a day out", () => {
  assert.deepEqual(periodOfDay("2026-11-26" as never, 1), {
    month: "2026-11",
    first: "2026-11-01",
    last: "2026-11-30",
  });
  assert.deepEqual(periodOfDay("2026-11-09" as never, 10), {
    month: "2026-10",
    first: "2026-10-10",
    last: "2026-11-09",
  });
  const year = Array.from({ length: 12 }, (_, index) =>
    daysOf(periodOfMonth(`2026-${String(index + 1).padStart(2, "0")}` as never, 28)),
  );
  assert.equal(
    year.reduce((sum, days) => sum + days),
    365,
  );
  assert.equal(weekdayOf("2026-11-26" as never), 3);
});

test("a month is compared with the same days of the one before, however short that is", () => {
  const days = (day: string, start = 1) =>
    soFar(day as never, start).map(({ first, last }) => `${first} ${last}`);
  assert.deepEqual(days("2026-11-26"), ["2026-11-01 2026-11-26", "2026-10-01 2026-10-26"]);
  assert.deepEqual(days("2026-03-31"), ["2026-03-01 2026-03-31", "2026-02-01 2026-02-28"]);
  assert.deepEqual(days("2024-03-30"), ["2024-03-01 2024-03-30", "2024-02-01 2024-02-29"]);
  assert.deepEqual(days("2026-02-28"), ["2026-02-01 2026-02-28", "2026-01-01 2026-01-28"]);
  assert.deepEqual(days("2026-01-01"), ["2026-01-01 2026-01-01", "2025-12-01 2025-12-01"]);
  assert.deepEqual(days("2026-11-09", 10), ["2026-10-10 2026-11-09", "2026-09-10 2026-10-09"]);
});

test("the list knows its length and every place in it", () => {
  const days = [
    { day: "2026-11-26", count: 300 },
    { day: "2026-11-10", count: 200 },
    { day: "2026-02-03", count: 1 },
  ].map((day) => ({ ...day, income: 0, expense: 0 })) as never[];
  const chunks = chunksOf(days, { endDate: "2026-11-28" });
  assert.deepEqual(chunks, [
    { startDate: "2026-11-25", endDate: "2026-11-28" },
    { startDate: "2026-11-09", endDate: "2026-11-16" },
    { startDate: "2026-02-01", endDate: "2026-02-28" },
  ]);
  const layout = layOut(days, chunks, new Map());
  assert.equal(layout.length, 504);
  assert.equal(placeAt(layout, 0).row, -1);
  assert.equal(placeAt(layout, 300).row, 299);
  assert.deepEqual(
    [placeAt(layout, 301).row, placeAt(layout, 301).day.sums.day],
    [-1, "2026-11-10"],
  );
  assert.deepEqual(
    [placeAt(layout, 503).row, placeAt(layout, 503).day.sums.day],
    [0, "2026-02-03"],
  );
});

test("transfers take rows in the list and no part in its sums", () => {
  const day = (name: string, count: number) => ({ day: name, count, income: 0, expense: 5 });
  const days = [day("2026-11-26", 2), day("2026-02-03", 1)] as never[];
  const moved = [
    { day: "2026-11-20", count: 1 },
    { day: "2026-02-03", count: 2 },
  ] as never[];
  const listed = withTransfers(days, moved);
  assert.deepEqual(
    listed.map((one) => [one.day, one.count, one.transfers, one.expense]),
    [
      ["2026-11-26", 2, undefined, 5],
      ["2026-11-20", 0, 1, 0],
      ["2026-02-03", 1, 2, 5],
    ],
  );
  assert.equal(layOut(listed, chunksOf(listed, {}), new Map()).length, 3 + 2 + 1 + 3);
  const at = { day: "2026-02-03", date: "2026-02-03T04:00:00.000Z", createdAt: "2026-02-03" };
  const lines = [
    { ...at, id: 9, accountId: 1, type: "expense", amount: 2, category: "手续费" },
    { ...at, id: 1, fromAccountId: 1, toAccountId: 2, amount: 100 },
    { ...at, id: 3, createdAt: "2026-02-04", accountId: 2, type: "income", amount: 7 },
  ] as never[];
  const sorted = byDay(lines).get(at.day as never) ?? [];
  assert.deepEqual(
    sorted.map(({ id }) => id),
    [3, 1, 9],
    "a transfer stands above its fee",
  );
  assert.deepEqual(
    [1, 2].map((account) => effectOn(account, sorted[1] as BookLine)),
    [-100, 100],
  );
});
