import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { asDay, type Day, shiftDay } from "../../src/ledger/calendar.ts";
import { daysBetween } from "../../src/ledger/period.ts";
import { occurrencesBetween, type Recurrence } from "../../src/ledger/recurrence.ts";
import { findRhythm, isOver, nextDue } from "../../src/ledger/rhythm.ts";

const days = (...texts: string[]) => texts.map((text) => asDay(text) as Day);
const told = (...texts: string[]) => {
  const found = findRhythm(days(...texts));
  if (found === undefined) return undefined;
  const { unit, step, days: wanted, start, weekend } = found.rule;
  return [found.count, unit, step, wanted, start, weekend];
};

test("weeks, months, quarters and years", () => {
  assert.deepEqual(told("2026-03-02", "2026-03-09", "2026-03-16"), [
    ...[3, "week", 1, [1], "2026-03-16", "keep"],
  ]);
  assert.deepEqual(told("2026-03-01", "2026-03-15", "2026-03-29", "2026-04-12"), [
    ...[4, "week", 2, [7], "2026-04-12", "keep"],
  ]);
  assert.deepEqual(told("2026-01-05", "2026-02-05", "2026-03-05"), [
    ...[3, "month", 1, [5], "2026-03-05", "keep"],
  ]);
  assert.deepEqual(told("2025-09-30", "2025-12-31", "2026-03-31", "2026-06-30"), [
    ...[4, "month", 3, [-1], "2026-06-30", "keep"],
  ]);
  assert.deepEqual(told("2024-03-01", "2025-03-01", "2026-03-01"), [
    ...[3, "year", 1, [], "2026-03-01", "keep"],
  ]);
  assert.deepEqual(told("2024-02-29", "2025-02-28", "2026-02-28"), [
    // It is the 29th again in 2028.
    ...[3, "month", 12, [29], "2026-02-28", "keep"],
  ]);
});

test("the last day of months of any length, and the 30th in February", () => {
  assert.deepEqual(told("2026-01-31", "2026-02-28", "2026-03-31"), [
    ...[3, "month", 1, [-1], "2026-03-31", "keep"],
  ]);
  assert.deepEqual(told("2026-01-30", "2026-02-28", "2026-03-30"), [
    ...[3, "month", 1, [30], "2026-03-30", "keep"],
  ]);
});

test("what moves around weekends: before, after, or in no one way", () => {
  // 15 August and 15 November 2026 are a Saturday and a Sunday.
  const rest = ["2026-09-15", "2026-10-15"] as const;
  assert.deepEqual(told("2026-08-14", ...rest, "2026-11-13"), [
    ...[4, "month", 1, [15], "2026-11-15", "before"],
  ]);
  assert.deepEqual(told("2026-08-17", ...rest, "2026-11-16"), [
    ...[4, "month", 1, [15], "2026-11-15", "after"],
  ]);
  assert.deepEqual(told("2026-08-14", ...rest, "2026-11-16"), [
    ...[4, "month", 1, [15], "2026-11-15", "keep"],
  ]);
  assert.equal(told("2026-08-01", "2026-09-05", "2026-10-09"), undefined);
});

test("only the last days count, and two are too few", () => {
  assert.deepEqual(told("2026-01-20", "2026-03-05", "2026-04-05", "2026-05-05")?.[0], 3);
  assert.equal(told("2026-03-05", "2026-04-05"), undefined);
  assert.equal(told("2026-03-05"), undefined);
  assert.equal(told(), undefined);
  assert.equal(told("2026-03-05", "2026-03-05", "2026-03-05"), undefined);
  assert.equal(told("2026-03-02", "2026-03-09", "2026-03-17"), undefined);
});

test("it is over after one and a half periods", () => {
  const monthly = findRhythm(days("2026-01-05", "2026-02-05", "2026-03-05"));
  assert.ok(monthly);
  const last = "2026-03-05" as Day;
  assert.equal(isOver(monthly, last, shiftDay(last, 46)), false);
  assert.equal(isOver(monthly, last, shiftDay(last, 47)), true);
  assert.equal(nextDue(monthly, last), "2026-04-05");
  assert.equal(nextDue(monthly, "2026-04-05" as Day), "2026-04-05");
  assert.equal(nextDue(monthly, "2026-04-06" as Day), "2026-05-05");
  const end = findRhythm(days("9999-10-31", "9999-11-30", "9999-12-31"));
  assert.ok(end);
  assert.equal(nextDue(end, "9999-12-31" as Day), undefined);
});

test("what a rule makes is found again, and goes on as the rule does", () => {
  const start = fc.integer({ min: 0, max: 40_000 }).map((by) => shiftDay("1950-01-01" as Day, by));
  const kinds = fc.constantFrom(
    ...([
      ["week", 1],
      ["week", 2],
      ["month", 1],
      ["month", 3],
      ["year", 1],
    ] as const),
  );
  const weekend = fc.constantFrom("keep", "before", "after" as const);
  fc.assert(
    fc.property(
      start,
      kinds,
      weekend,
      fc.integer({ min: 3, max: 40 }),
      (from, kind, shift, count) => {
        const [unit, step] = kind;
        const rule: Recurrence = { unit, step, days: [], start: from, weekend: shift };
        const all = occurrencesBetween(rule, from, "9999-12-31" as Day, count + 1);
        const made = all.slice(0, count);
        const found = findRhythm(made.map(({ date }) => date));
        assert.ok(found, JSON.stringify([rule, count]));
        assert.equal(found.count, count);
        const months = { week: 0, month: 1, year: 12 };
        const period = (one: Recurrence) => months[one.unit as typeof unit] * one.step || one.step;
        assert.equal(period(found.rule), period(rule));
        const last = made.at(-1)?.date as Day;
        const next = nextDue(found, last) as Day;
        assert.ok(Math.abs(daysBetween(next, all.at(-1)?.due as Day)) <= 5);
      },
    ),
    { numRuns: 500 },
  );
});
