import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Day } from "../../src/ledger/calendar.ts";
import {
  beginningOn,
  countBefore,
  dayThatExists,
  LAST_OF_MONTH,
  occurrenceAt,
  occurrenceOf,
  occurrencesBetween,
  type Recurrence,
} from "../../src/ledger/recurrence.ts";

const rule = (fields: Partial<Recurrence>): Recurrence => ({
  unit: "month",
  step: 1,
  days: [],
  start: "2026-01-01" as Day,
  weekend: "keep",
  ...fields,
});

const first = (of: Recurrence, count: number) =>
  Array.from({ length: count }, (_, number) => occurrenceAt(of, number));
const dues = (of: Recurrence, count: number) => first(of, count).map((found) => found?.due);
const dates = (of: Recurrence, count: number) => first(of, count).map((found) => found?.date);

describe("the rule of dates", () => {
  test("the 31st is the last day of shorter months and comes back to 31", () => {
    assert.deepEqual(dues(rule({ start: "2026-01-31" as Day }), 5), [
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
    assert.deepEqual(dues(rule({ start: "2028-01-31" as Day }), 2), ["2028-01-31", "2028-02-29"]);
  });

  test("the last day, before the weekend: what is due keeps its name", () => {
    const last = rule({
      start: "2026-05-01" as Day,
      days: [LAST_OF_MONTH],
      weekend: "before",
    });
    assert.deepEqual(first(last, 2), [
      { due: "2026-05-31", date: "2026-05-29" },
      { due: "2026-06-30", date: "2026-06-30" },
    ]);
  });

  test("a shift may cross the month", () => {
    const after = rule({ start: "2026-05-31" as Day, weekend: "after" });
    assert.deepEqual(occurrenceAt(after, 0), { due: "2026-05-31", date: "2026-06-01" });
    const before = rule({ start: "2026-08-01" as Day, weekend: "before" });
    assert.deepEqual(occurrenceAt(before, 0), { due: "2026-08-01", date: "2026-07-31" });
  });

  test("quarterly from 30 November", () => {
    assert.deepEqual(dues(rule({ start: "2026-11-30" as Day, step: 3 }), 5), [
      "2026-11-30",
      "2027-02-28",
      "2027-05-30",
      "2027-08-30",
      "2027-11-30",
    ]);
  });

  test("29 February is the 28th in common years and the 29th again in leap years", () => {
    const leap = rule({ start: "2024-02-29" as Day, unit: "year" });
    assert.deepEqual(dues(leap, 5), [
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
    assert.equal(occurrenceOf(rule({ ...leap }), "2100-02-28" as Day)?.due, "2100-02-28");
  });

  test("begun on a later one of its days, a rule has the same days", () => {
    for (const unit of ["month", "year"] as const) {
      for (const step of [1, 4]) {
        for (const start of ["2024-02-29", "2026-01-31", "2026-05-15"] as Day[]) {
          const whole = rule({ unit, step, start });
          for (const number of [1, 2, 3]) {
            const day = occurrenceAt(whole, number)?.due as Day;
            const later = { ...whole, ...beginningOn(whole, day) };
            assert.deepEqual(
              dues(later, 9),
              dues(whole, 9 + number).slice(number),
              `${start} ${day}`,
            );
          }
        }
      }
    }
  });

  test("two wanted days that fall together in a short month are one occurrence", () => {
    assert.deepEqual(dues(rule({ start: "2026-01-30" as Day, days: [31, 30] }), 5), [
      "2026-01-30",
      "2026-01-31",
      "2026-02-28",
      "2026-03-30",
      "2026-03-31",
    ]);
  });

  test("every day but weekends is five weekdays, none of them moved", () => {
    const workdays = rule({
      unit: "week",
      days: [1, 2, 3, 4, 5],
      start: "2026-11-27" as Day,
      weekend: "before",
    });
    assert.deepEqual(dates(workdays, 6), [
      "2026-11-27",
      "2026-11-30",
      "2026-12-01",
      "2026-12-02",
      "2026-12-03",
      "2026-12-04",
    ]);
    const daily = rule({ unit: "day", start: "2026-11-27" as Day, weekend: "before" });
    assert.deepEqual(dates(daily, 3), ["2026-11-27", "2026-11-28", "2026-11-29"]);
  });

  test("weeks count from the Monday of the first day's week", () => {
    const fortnight = rule({ unit: "week", step: 2, days: [1, 7], start: "2026-11-25" as Day });
    assert.deepEqual(dues(fortnight, 5), [
      "2026-11-29",
      "2026-12-07",
      "2026-12-13",
      "2026-12-21",
      "2026-12-27",
    ]);
  });

  test("the end day is the last that counts, and so is the number of times", () => {
    const ended = rule({ start: "2026-01-15" as Day, end: "2026-03-15" as Day });
    assert.deepEqual(dues(ended, 4), ["2026-01-15", "2026-02-15", "2026-03-15", undefined]);
    const thrice = rule({ start: "2026-01-15" as Day, times: 3 });
    assert.deepEqual(dues(thrice, 4), ["2026-01-15", "2026-02-15", "2026-03-15", undefined]);
    const late = occurrencesBetween(thrice, "2026-03-01" as Day, "2030-01-01" as Day);
    assert.deepEqual(late, [{ due: "2026-03-15", date: "2026-03-15" }]);
    assert.equal(countBefore(thrice, "9999-12-31" as Day), 3);
    assert.equal(countBefore(ended, "9999-12-31" as Day), 3);
  });

  test("nothing is due after the last day that there is", () => {
    for (const unit of ["day", "week", "month", "year"] as const) {
      const late = rule({ unit, start: "9999-12-30" as Day, step: 366 });
      assert.deepEqual(dues(late, 3), ["9999-12-30", undefined, undefined], unit);
      assert.equal(countBefore(late, "9999-12-31" as Day), 1);
    }
    const last = rule({ unit: "day", start: "9999-12-30" as Day });
    assert.deepEqual(dues(last, 3), ["9999-12-30", "9999-12-31", undefined]);
  });

  test("the count goes on through the centuries as the list does", () => {
    for (const days of [[30, 31], [29], [28, 29, 30, LAST_OF_MONTH], [31, LAST_OF_MONTH]]) {
      for (const step of [1, 5, 12, 48, 366]) {
        const one = rule({ start: "1904-01-30" as Day, days, step });
        const first = countBefore(one, "9000-01-01" as Day);
        const begun = occurrencesBetween(one, "9000-01-01" as Day, "9999-12-31" as Day, 40);
        for (const [at, { due }] of begun.entries())
          assert.equal(countBefore(one, due), first + at);
        const ended = { ...one, times: first + 2 };
        const last = occurrencesBetween(ended, "9000-01-01" as Day, "9999-12-31" as Day);
        assert.deepEqual(last, begun.slice(0, 2));
      }
    }
  });

  test("no more are listed than may be", () => {
    const daily = rule({ unit: "day", start: "1900-01-01" as Day });
    const all = occurrencesBetween(daily, "1900-01-01" as Day, "9999-12-31" as Day);
    assert.equal(all.length, 10_000);
    assert.equal(all.at(-1)?.due, occurrenceAt(daily, 9_999)?.due);
  });

  test("a day that the zone skips whole is the next that there is", () => {
    assert.equal(dayThatExists("2011-12-30" as Day, "Pacific/Apia"), "2011-12-31");
    assert.equal(dayThatExists("2011-12-30" as Day, "Asia/Shanghai"), "2011-12-30");
    assert.equal(dayThatExists("2026-03-08" as Day, "America/New_York"), "2026-03-08");
  });
});

// Another way than the ledger's: every day of two centuries, one after the other.

interface ModelDay {
  text: Day;
  number: number;
  month: number;
  date: number;
  last: number;
  /** Monday 1 to Sunday 7. */
  weekday: number;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const CENTURIES: ModelDay[] = [];
for (let year = 1900; year <= 2100; year += 1) {
  for (let month = 1; month <= 12; month += 1) {
    const last = month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] as number);
    for (let date = 1; date <= last; date += 1) {
      const number = CENTURIES.length;
      const two = (value: number) => `${value}`.padStart(2, "0");
      CENTURIES.push({
        text: `${year}-${two(month)}-${two(date)}` as Day,
        number,
        month: year * 12 + month,
        date,
        last,
        // 1 January 1900 was a Monday.
        weekday: (number % 7) + 1,
      });
    }
  }
}

/** Whether the rule names the day, told from the day alone. */
function isWanted({ unit, step, days }: Recurrence, start: ModelDay, day: ModelDay): boolean {
  if (day.number < start.number) return false;
  if (unit === "day") return (day.number - start.number) % step === 0;
  if (unit === "week") {
    const monday = start.number - (start.weekday - 1);
    const week = Math.floor((day.number - monday) / 7);
    return week % step === 0 && (days.length === 0 ? [start.weekday] : days).includes(day.weekday);
  }
  const months = unit === "year" ? step * 12 : step;
  if ((day.month - start.month) % months !== 0) return false;
  const wanted = unit === "year" || days.length === 0 ? [start.date] : days;
  return wanted.some((want) =>
    want === -1 || want > day.last ? day.date === day.last : day.date === want,
  );
}

function modelDues(of: Recurrence): Day[] {
  const start = CENTURIES.find(({ text }) => text === of.start) as ModelDay;
  const found = CENTURIES.filter((day) => isWanted(of, start, day)).map(({ text }) => text);
  const ended = found.filter((due) => of.end === undefined || due <= of.end);
  return ended.slice(0, of.times ?? ended.length);
}

const anyDay = fc
  .integer({ min: 0, max: CENTURIES.length - 1 })
  .map((at) => CENTURIES[at]?.text as Day);
const monthDay = fc.oneof(
  fc.integer({ min: 1, max: 31 }),
  fc.constantFrom(28, 29, 30, 31, LAST_OF_MONTH),
);
const anyRule: fc.Arbitrary<Recurrence> = fc
  .record({
    unit: fc.constantFrom("day", "week", "month", "year"),
    step: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 366 })),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
    monthDays: fc.uniqueArray(monthDay, { maxLength: 4 }),
    start: anyDay,
    until: fc.oneof(
      fc.constant({}),
      fc.record({ end: anyDay }),
      fc.record({ times: fc.integer({ min: 1, max: 500 }) }),
    ),
    weekend: fc.constantFrom("keep", "before", "after"),
  } as const)
  .map(({ weekdays, monthDays, until, ...rest }) => ({
    ...rest,
    ...until,
    days: rest.unit === "week" ? weekdays : rest.unit === "month" ? monthDays : [],
  }));

describe("the rule of dates beside a model that goes day by day", () => {
  const RUNS = { numRuns: 120 };
  const FIRST = "1900-01-01" as Day;
  const LAST = "2100-12-31" as Day;

  test("both name the same days", () => {
    fc.assert(
      fc.property(anyRule, (any) => {
        const model = modelDues(any);
        const found = occurrencesBetween(any, FIRST, LAST);
        assert.deepEqual(
          found.map(({ due }) => due),
          model.slice(0, 10_000),
        );
      }),
      RUNS,
    );
  });

  test("the number of an occurrence says which it is, and they only go forward", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(600), (any, number) => {
        const model = modelDues(any);
        const here = occurrenceAt(any, number);
        if (number < model.length) assert.equal(here?.due, model[number]);
        const next = occurrenceAt(any, number + 1);
        if (next !== undefined) {
          assert.ok(here !== undefined && next.due > here.due && next.date >= here.date);
          assert.equal(countBefore(any, next.due), number + 1);
        }
      }),
      RUNS,
    );
  });

  test("a window cut in two has the same occurrences", () => {
    fc.assert(
      fc.property(anyRule, fc.array(anyDay, { minLength: 3, maxLength: 3 }), (any, days) => {
        const [from, cut, to] = days.sort() as [Day, Day, Day];
        const list = (first: Day, last: Day) => occurrencesBetween(any, first, last, 100_000);
        const left = list(from, cut);
        const right = list(cut, to).filter(({ due }) => due > cut);
        assert.deepEqual([...left, ...right], list(from, to));
        const before = left.filter(({ due }) => due < cut).length;
        assert.equal(countBefore(any, cut) - countBefore(any, from), before);
      }),
      RUNS,
    );
  });

  test("a weekend is left for its side, and days and weeks never move", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(100), (any, number) => {
        const found = occurrenceAt(any, number);
        if (found === undefined || found.due > LAST) return;
        const day = (text: string) => CENTURIES.find((known) => known.text === text) as ModelDay;
        const due = day(found.due);
        const date = day(found.date);
        const moves = any.weekend !== "keep" && (any.unit === "month" || any.unit === "year");
        if (!moves || due.weekday < 6) return assert.equal(date, due);
        const to = any.weekend === "before" ? 5 : 1;
        assert.equal(date.weekday, to);
        assert.ok(Math.abs(date.number - due.number) <= 2);
        assert.equal(date.number < due.number, any.weekend === "before");
      }),
      RUNS,
    );
  });

  test("every occurrence falls on a day that the zone has", () => {
    const zones = [
      "Asia/Shanghai",
      "America/New_York",
      "Pacific/Apia",
      "America/Sao_Paulo",
      "Pacific/Kiritimati",
      "Australia/Lord_Howe",
    ];
    fc.assert(
      fc.property(anyRule, fc.constantFrom(...zones), fc.nat(60), (any, zone, number) => {
        const found = occurrenceAt(any, number);
        if (found === undefined) return;
        const date = dayThatExists(found.date, zone);
        assert.ok(date >= found.date);
        assert.equal(dayThatExists(date, zone), date);
      }),
      RUNS,
    );
  });
});
