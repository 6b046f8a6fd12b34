/** Cells: clean text, money, ids and times (rules G5, G7, G8, G9). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cleanCell, filledCell, readId, readMoney } from "../../src/bills/cells.ts";
import { joinTime, readClock, readTime } from "../../src/bills/times.ts";

describe("a cell is cleaned at its edges only", () => {
  const cases: [string, string][] = [
    ["  a b \t", "a b"],
    ["\u3000全角\uFEFF", "全角"],
    ["`4200001", "4200001"],
    ["'0012", "0012"],
    ['="20230212"', "20230212"],
    ['=" 1 "', "1"],
    ["=1+1", "=1+1"],
    ["\u200B零宽\u200B ", "零宽"],
  ];
  for (const [cell, wanted] of cases) {
    test(JSON.stringify(cell), () => assert.equal(cleanCell(cell), wanted));
  }
  for (const cell of ["/", "-", "--", "—", "-----------"]) {
    test(`${cell} means empty`, () => assert.equal(filledCell(cell), ""));
  }
});

describe("money is read exactly or not at all", () => {
  const read: [string | number, number, ("." | ",")?][] = [
    ["88.00", 8800],
    ["88", 8800],
    ["¥1,020.00", 102000],
    ["￥1，020.5", 102050],
    ["2，000.00元", 200000],
    ["CNY 10.00", 1000],
    ["CNY13.50", 1350],
    ["-20.00", -2000],
    ["−20.00", -2000],
    ["－20.00", -2000],
    ["+0.35", 35],
    ["12.00-", -1200],
    ["(800.00)", -80000],
    ["1'000.00", 100000],
    ["1 234,56", 123456, ","],
    ["1.234,50", 123450, ","],
    ["-8.95000", -895],
    ["123.450", 12345],
    ["-3.000", -300],
    ["25,000", 2500000],
    [".5", 50],
    ["$25.50", 2550],
    ["0.00", 0],
    [44.8, 4480],
    [0.1 + 0.2, 30],
    [1111.11, 111111],
    ["999,999,999,999.99", 99999999999999],
  ];
  for (const [cell, fen, decimal] of read) {
    test(`${cell} is ${fen} fen`, () => assert.equal(readMoney(cell, decimal)?.fen, fen));
  }
  const refused = [
    "",
    "abc",
    "1.005",
    "1,23",
    "12,34,567.00",
    "1.2.3",
    "--5",
    "(-5)",
    "(5",
    "5)",
    "¤5",
    "5 apples",
    "1000000000000",
    "99999999999999999999999999",
    "1e5",
    "NaN",
    1.005,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];
  for (const cell of refused) {
    test(`${JSON.stringify(cell)} is refused`, () => assert.equal(readMoney(cell), undefined));
  }
  test("names the currency", () => {
    assert.equal(readMoney("JPY 1000.00")?.currency, "JPY");
    assert.equal(readMoney("HK$5")?.currency, "HKD");
    assert.equal(readMoney("5元")?.currency, "CNY");
  });
});

describe("ids are text", () => {
  test("28 digits stay 28 digits", () => {
    assert.deepEqual(readId("4200002604202603150000000001\t"), {
      id: "4200002604202603150000000001",
      mangled: false,
    });
  });
  for (const cell of ["2.02606E+27", "4E+27", 2.02606e27, 1e15]) {
    test(`${cell} is no id any more`, () => {
      assert.deepEqual(readId(cell), { id: "", mangled: true });
    });
  }
  test("a placeholder is no id", () => assert.equal(readId("/").id, ""));
});

describe("times are wall times", () => {
  const read: [string | number, string][] = [
    ["2026-06-15 12:01:02", "2026-06-15 12:01:02"],
    ["2026/6/15 12:01", "2026-06-15 12:01:00"],
    ["2025/12/03  14:06:51", "2025-12-03 14:06:51"],
    ["2026-06-15", "2026-06-15"],
    ["2026年6月5日", "2026-06-05"],
    ["2026.01.05", "2026-01-05"],
    ["20260105", "2026-01-05"],
    ["20260105 100000", "2026-01-05 10:00:00"],
    ["20260105100000", "2026-01-05 10:00:00"],
    ["2026-06-15T12:01:02.123", "2026-06-15 12:01:02"],
    ["2026-06-15 1:05 PM", "2026-06-15 13:05:00"],
    [46096.5007175926, "2026-03-15 12:01:02"],
    [46096, "2026-03-15"],
    ["46096.5", "2026-03-15 12:00:00"],
    [46096.999999, "2026-03-16 00:00:00"],
    ["2024-02-29", "2024-02-29"],
  ];
  for (const [cell, wanted] of read) {
    test(`${cell} is ${wanted}`, () => assert.equal(readTime(cell), wanted));
  }
  for (const cell of [
    "",
    "2023-02-29",
    "2026-13-01",
    "2026-06-15 25:00:00",
    "0024-01-01",
    "合计",
    12,
    "03/04/2026",
  ]) {
    test(`${JSON.stringify(cell)} is none`, () => assert.equal(readTime(cell), undefined));
  }
  test("the order of day and month is told, never guessed", () => {
    assert.equal(readTime("03/04/2026", { order: "dmy" }), "2026-04-03");
    assert.equal(readTime("03/04/2026", { order: "mdy" }), "2026-03-04");
    assert.equal(readTime("13/04/2026", { order: "mdy" }), undefined);
  });
  test("serials of old Macintosh workbooks count from 1904", () => {
    assert.equal(readTime(44634, { date1904: true }), "2026-03-15");
  });
  test("date and clock in two cells", () => {
    assert.equal(joinTime("20260105", "100000"), "2026-01-05 10:00:00");
    assert.equal(joinTime("20260105", "93000"), "2026-01-05 09:30:00");
    assert.equal(joinTime("2026-01-05", "18:53:19"), "2026-01-05 18:53:19");
    assert.equal(joinTime("20260121", ""), "2026-01-21");
    assert.equal(readClock(0.5), "12:00:00");
  });
});
