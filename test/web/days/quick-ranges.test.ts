import assert from "node:assert/strict";
import { test } from "node:test";
import type { Day } from "../../../src/ledger/calendar.ts";
import { QUICK_RANGES, quickRange } from "../../../src/web/days/quick-ranges.ts";

const ranges = (today: string, start: number) =>
  Object.fromEntries(
    QUICK_RANGES.map((name) => {
      const { first, last } = quickRange(name, today as Day, start);
      return [name, `${first} ${last}`];
    }),
  );

test("the usual ranges by the calendar's months", () => {
  assert.deepEqual(ranges("2026-11-26", 1), {
    today: "2026-11-26 2026-11-26",
    sevenDays: "2026-11-20 2026-11-26",
    thisMonth: "2026-11-01 2026-11-30",
    lastMonth: "2026-10-01 2026-10-31",
    threeMonths: "2026-08-27 2026-11-26",
    thisYear: "2026-01-01 2026-12-31",
  });
});

test("over the turn of a year, and where a month has no such date", () => {
  const found = ranges("2025-01-31", 1);
  assert.equal(found.lastMonth, "2024-12-01 2024-12-31");
  assert.equal(found.threeMonths, "2024-11-01 2025-01-31");
  assert.equal(ranges("2024-05-31", 1).threeMonths, "2024-03-01 2024-05-31");
});

test("months begin on the day that is set", () => {
  const found = ranges("2026-11-09", 10);
  assert.equal(found.thisMonth, "2026-10-10 2026-11-09");
  assert.equal(found.lastMonth, "2026-09-10 2026-10-09");
  assert.equal(found.thisYear, "2026-01-10 2027-01-09");
});
