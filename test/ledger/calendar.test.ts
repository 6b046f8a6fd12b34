import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  asDay,
  asMonth,
  type Day,
  dayOf,
  daysInMonth,
  instantAt,
  isZone,
  type Month,
  monthBefore,
  monthBounds,
  monthNumber,
  monthOf,
  readMoment,
  shiftDay,
  shiftMonth,
  startOfDay,
} from "../../src/ledger/calendar.ts";

const zones = [
  "Asia/Shanghai",
  "UTC",
  "America/Sao_Paulo",
  "America/New_York",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/St_Johns",
  "Europe/Dublin",
  "Africa/Cairo",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Antarctica/Troll",
];

/** What a zone's clocks show, from the runtime's own formatter: another way than the ledger's. */
function clockOf(ms: number, zone: string): string {
  const text = new Date(ms).toLocaleString("sv-SE", { timeZone: zone });
  return text.replace(" ", "T");
}

const instants = fc.integer({ min: Date.UTC(1901, 0, 1), max: Date.UTC(2100, 0, 1) });
const days = fc
  .integer({ min: 0, max: 73_000 })
  .map((n) => new Date(Date.UTC(1901, 0, 2 + n)))
  .map(
    (date) =>
      [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-") as Day,
  );

describe("calendar", () => {
  test("the day of an instant is the one that the zone's clocks show", () => {
    for (const zone of zones) {
      fc.assert(
        fc.property(instants, (ms) => {
          assert.equal(dayOf(ms, zone), clockOf(ms, zone).slice(0, 10));
        }),
        { numRuns: 150 },
      );
    }
  });

  test("D2: a day starts at its first instant: a millisecond before is another day", () => {
    for (const zone of zones) {
      fc.assert(
        fc.property(days, (day) => {
          const start = startOfDay(day, zone);
          if (start === undefined) {
            assert.equal(zone === "Pacific/Apia" && day, "2011-12-30");
            return;
          }
          assert.equal(clockOf(start, zone).slice(0, 10), day);
          assert.ok(clockOf(start - 1000, zone).slice(0, 10) < day);
          assert.equal(dayOf(start - 1, zone) < day, true);
        }),
        { numRuns: 300, examples: [["2018-11-04" as Day], ["2011-12-30" as Day]] },
      );
    }
  });

  test("every day of the years with clock changes has its start, in every zone", () => {
    for (const zone of zones) {
      for (let day = "2010-01-01" as Day; day < "2013-01-01"; day = shiftDay(day, 1)) {
        const start = startOfDay(day, zone);
        if (start === undefined) assert.equal(`${zone} ${day}`, "Pacific/Apia 2011-12-30");
        else assert.equal(dayOf(start, zone), day);
      }
    }
  });

  test("a plain day and its instant mean the same day; the instant reads as itself", () => {
    for (const zone of zones) {
      fc.assert(
        fc.property(days, (day) => {
          const moment = readMoment(day, zone);
          if (moment === undefined) return;
          assert.equal(moment.day, day);
          assert.equal(moment.timed, false);
          const again = readMoment(moment.instant, zone);
          assert.deepEqual(again, { ...moment, timed: true });
        }),
        { numRuns: 100 },
      );
    }
  });

  test("D4: a time without an offset is the zone's own, the first where it comes twice", () => {
    for (const zone of zones) {
      fc.assert(
        fc.property(instants, (exact) => {
          const ms = Math.floor(exact / 1000) * 1000;
          const clock = clockOf(ms, zone);
          const moment = readMoment(clock, zone);
          assert.ok(moment, `${clock} ${zone}`);
          const found = Date.parse(moment.instant);
          assert.equal(clockOf(found, zone), clock);
          assert.ok(found <= ms);
          assert.equal(moment.day, clock.slice(0, 10));
        }),
        { numRuns: 150 },
      );
    }
  });

  test("offsets are taken off, whatever their form", () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: -23, max: 23 }),
        fc.constantFrom(0, 15, 30, 45, 59),
        fc.constantFrom(":", ""),
        (ms, hours, minutes, colon) => {
          const sign = hours < 0 ? "-" : "+";
          const size = Math.abs(hours) * 60 + minutes;
          const wall = instantAt(ms + (hours < 0 ? -size : size) * 60_000).replace("Z", "");
          const pad = (value: number) => String(value).padStart(2, "0");
          const offset = `${sign}${pad(Math.abs(hours))}${colon}${pad(minutes)}`;
          assert.equal(readMoment(wall + offset, "UTC")?.instant, instantAt(ms));
        },
      ),
    );
  });

  test("an instant is written as the platform writes it, whichever was written before", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -2500, max: 2500 }), (ms, by) => {
        for (const one of [ms, ms + by, ms]) {
          assert.equal(instantAt(one), new Date(one).toISOString());
        }
      }),
    );
    assert.throws(() => instantAt(Number.NaN), RangeError);
    assert.equal(instantAt(-1), "1969-12-31T23:59:59.999Z");
  });

  test("arbitrary text is a date or undefined, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        assert.equal(readMoment(text, "Asia/Shanghai"), undefined);
        assert.equal(readMoment(`2024-01-01T${text}`, "Asia/Shanghai")?.day ?? "", "");
      }),
      { numRuns: 500 },
    );
  });

  test("days that are real are days", () => {
    for (const text of ["1900-01-01", "9999-12-31", "2024-02-29", "2000-02-29"]) {
      assert.equal(asDay(text), text);
    }
    for (const text of ["1899-12-31", "2023-02-29", "1900-02-29", "2024-13-01", "2024-1-1", ""]) {
      assert.equal(asDay(text), undefined);
    }
  });

  test("months add and subtract across years", () => {
    assert.equal(monthBefore("2026-01" as Month), "2025-12");
    assert.equal(monthBefore("1900-01" as Month), "1899-12");
    assert.equal(shiftMonth("2025-11" as Month, 14), "2027-01");
    assert.equal(monthNumber("2026-09" as Month), 9);
    assert.equal(monthOf("2026-09-30" as Day), "2026-09");
    assert.equal(daysInMonth("2024-02" as Month), 29);
    assert.equal(daysInMonth("2100-02" as Month), 28);
    assert.deepEqual(monthBounds("2026-02" as Month), { first: "2026-02-01", last: "2026-02-31" });
    for (const text of ["2026-00", "2026-13", "1899-12", "2026-1", "2026-01-01"]) {
      assert.equal(asMonth(text), undefined);
    }
    fc.assert(
      fc.property(days, fc.integer({ min: -600, max: 600 }), (day, by) => {
        const month = monthOf(day);
        assert.equal(shiftMonth(shiftMonth(month, by), -by), month);
        assert.equal(shiftDay(shiftDay(day, by), -by), day);
        assert.equal(shiftDay(day, by) > day, by > 0);
      }),
    );
  });

  test("only what the runtime knows is a zone", () => {
    for (const zone of zones) assert.equal(isZone(zone), true);
    for (const zone of ["", "Mars/Olympus", "Asia/Shangai", "../etc/passwd"]) {
      assert.equal(isZone(zone), false);
    }
  });
});
