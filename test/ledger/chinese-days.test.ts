/** 节气 and 农历 by the almanac. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Day, shiftDay } from "../../src/ledger/calendar.ts";
import { lunarName } from "../../src/ledger/lunar-day.ts";
import { solarTerm } from "../../src/ledger/solar-terms.ts";

/** From January on. */
const NAMES =
  "小寒 大寒 立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至".split(
    " ",
  );

/** The days of the month of each year's terms, two a month, as the almanac has them. */
const ALMANAC: Record<string, string> = {
  2020: "06 20 04 19 05 20 04 19 05 20 05 21 06 22 07 22 07 22 08 23 07 22 07 21",
  2021: "05 20 03 18 05 20 04 20 05 21 05 21 07 22 07 23 07 23 08 23 07 22 07 21",
  2022: "05 20 04 19 05 20 05 20 05 21 06 21 07 23 07 23 07 23 08 23 07 22 07 22",
  2023: "05 20 04 19 06 21 05 20 06 21 06 21 07 23 08 23 08 23 08 24 08 22 07 22",
  2024: "06 20 04 19 05 20 04 19 05 20 05 21 06 22 07 22 07 22 08 23 07 22 06 21",
  2025: "05 20 03 18 05 20 04 20 05 21 05 21 07 22 07 23 07 23 08 23 07 22 07 21",
  2026: "05 20 04 18 05 20 05 20 05 21 05 21 07 23 07 23 07 23 08 23 07 22 07 22",
  2027: "05 20 04 19 06 21 05 20 06 21 06 21 07 23 08 23 08 23 08 23 07 22 07 22",
  2028: "06 20 04 19 05 20 04 19 05 20 05 21 06 22 07 22 07 22 08 23 07 22 06 21",
  2029: "05 20 03 18 05 20 04 20 05 21 05 21 07 22 07 23 07 23 08 23 07 22 07 21",
  2030: "05 20 04 18 05 20 05 20 05 21 05 21 07 23 07 23 07 23 08 23 07 22 07 22",
  2031: "05 20 04 19 06 21 05 20 06 21 06 21 07 23 08 23 08 23 08 23 07 22 07 22",
  2032: "06 20 04 19 05 20 04 19 05 20 05 21 06 22 07 22 07 22 08 23 07 22 06 21",
  2033: "05 20 03 18 05 20 04 20 05 21 05 21 07 22 07 23 07 23 08 23 07 22 07 21",
  2034: "05 20 04 18 05 20 05 20 05 21 05 21 07 23 07 23 07 23 08 23 07 22 07 22",
  2035: "05 20 04 19 06 21 05 20 05 21 06 21 07 23 07 23 08 23 08 23 07 22 07 22",
};

describe("the twenty-four solar terms", () => {
  for (const [year, days] of Object.entries(ALMANAC)) {
    test(`of ${year} fall on the almanac's days, and on no others`, () => {
      const expected = days.split(" ").map((day, index) => {
        const month = String(Math.floor(index / 2) + 1).padStart(2, "0");
        return [`${year}-${month}-${day}`, NAMES[index]];
      });
      const found: [string, string][] = [];
      for (let day = `${year}-01-01` as Day; day.startsWith(year); day = shiftDay(day, 1)) {
        const name = solarTerm(day);
        if (name !== undefined) found.push([day, name]);
      }
      assert.deepEqual(found, expected);
    });
  }
});

describe("the lunar calendar", () => {
  const known: [string, string][] = [
    ["2025-01-28", "廿九"],
    ["2025-01-29", "正月"],
    ["2025-02-12", "十五"],
    ["2025-07-25", "闰六月"],
    ["2025-08-03", "初十"],
    ["2026-02-16", "廿九"],
    ["2026-02-17", "正月"],
    ["2026-03-08", "二十"],
    ["2026-09-25", "十五"],
    // Where some platforms are a day late: the moon was new four minutes before midnight.
    ["2027-02-05", "廿九"],
    ["2027-02-06", "正月"],
    ["2030-02-03", "正月"],
    ["2033-12-22", "闰冬月"],
    ["2034-01-20", "腊月"],
    ["1950-02-17", "正月"],
    ["2100-12-31", "腊月"],
  ];
  for (const [day, name] of known) {
    test(`${day} is ${name}`, () => assert.equal(lunarName(day as Day), name));
  }
});
