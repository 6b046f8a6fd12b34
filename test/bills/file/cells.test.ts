/** Cells: clean text, money, ids and times (rules G5, G7, G8, G9). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cleanCell, filledCell, readId, readMoney } from "../../../src/bills/file/cells.ts";
import { joinTime, readClock, readTime } from "../../../src/bills/values/times.ts";

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
    ["-1 234 567,80 zł", -123456780, ","],
    ["1,23,456.00", 12345600],
    ["12,34,567.00", 123456700],
    ["-₦25,000.00", -2500000],
    ["₹ 1,50,000", 15000000],
    ["Rs.500.50", 50050],
    ["-R$ 1.652,29", -165229, ","],
    ["R$ -5,00", -500, ","],
    ["12,50 kr.", 1250, ","],
    ["kr 12,50", 1250, ","],
    ["12,00 Kč", 1200, ","],
    ["($5.00)", -500],
    ["5.00 CR", 500],
    ["5.00Dr.", -500],
    ["Dr 5.00", -500],
    ["7,50 S", -750, ","],
    ["7,50 H", 750, ","],
    ["7,50 Af", -750, ","],
    ["NGN 3,000.50", 300050],
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
    "12,345,67.00",
    "123 45",
    "-123 45",
    "1 23,45",
    "1 234 56",
    "100.-",
    "5.00- DR",
    "-5.00 DR",
    "5 EUR USD",
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
    assert.equal(readMoney("5 kr")?.currency, "SEK");
    assert.equal(readMoney("5 kr", ".", "NOK")?.currency, "NOK");
    assert.equal(readMoney("$5", ".", "AUD")?.currency, "AUD");
    assert.equal(readMoney("$5", ".", "CNY")?.currency, "USD");
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
    ["2026-01-05T12:30:00Z", "2026-01-05 12:30:00"],
    ["2026-01-06T10:00:00.000Z", "2026-01-06 10:00:00"],
    ["2026-01-07T10:00:00+02:00", "2026-01-07 10:00:00"],
    ["2026-01-08 10:00:00 +0800", "2026-01-08 10:00:00"],
    ["2026-01-08 10:00:00 UTC", "2026-01-08 10:00:00"],
    ["01 NOV 2021", "2021-11-01"],
    ["1-Nov-2021 14:05", "2021-11-01 14:05:00"],
    ["1-Nov-21", "2021-11-01"],
    ["November 1st, 2021", "2021-11-01"],
    ["Nov 1, 2021, 3:04:05 PM", "2021-11-01 15:04:05"],
    ["Mon, 1 Nov 2021", "2021-11-01"],
    ["2021-Nov-01", "2021-11-01"],
    ["Sept. 3, 2021", "2021-09-03"],
    ["二〇二六年一月十五日", "2026-01-15"],
    ["2026年十一月三日", "2026-11-03"],
    ["2026年1月5号", "2026-01-05"],
    ["2026-01-05 星期一", "2026-01-05"],
    ["2026年1月5日（周一）09:08", "2026-01-05 09:08:00"],
    ["2026年1月5日 下午3:04", "2026-01-05 15:04:00"],
    ["2026年1月5日15时04分05秒", "2026-01-05 15:04:05"],
    ["2026年1月5日下午3点4分", "2026-01-05 15:04:00"],
    ["2026/1/25 上午 9:30", "2026-01-25 09:30:00"],
    ["2026-01-26 PM 1:05", "2026-01-26 13:05:00"],
    ["2026-01-26 中午12:30", "2026-01-26 12:30:00"],
    ["2026-01-26 凌晨12:30", "2026-01-26 00:30:00"],
    ["2026-01-26 12:05 a.m.", "2026-01-26 00:05:00"],
    ["2026. 1. 5.", "2026-01-05"],
    ["２０２６/０１/０５", "2026-01-05"],
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
    "5 Nov",
    "1 Nov 2021 or later",
    "2026-01-05 25:00 PM",
    "32 NOV 2021",
  ]) {
    test(`${JSON.stringify(cell)} is none`, () => assert.equal(readTime(cell), undefined));
  }
  test("the order of day and month is told, never guessed", () => {
    assert.equal(readTime("03/04/2026", { order: "dmy" }), "2026-04-03");
    assert.equal(readTime("03/04/2026", { order: "mdy" }), "2026-03-04");
    assert.equal(readTime("13/04/2026", { order: "mdy" }), undefined);
  });
  test("years of two digits stand at either end, and far ahead is a century ago", () => {
    const today = "2026-11-28";
    assert.equal(readTime("13.05.98", { order: "dmy", today }), "1998-05-13");
    assert.equal(readTime("13.05.26", { order: "dmy", today }), "2026-05-13");
    assert.equal(readTime("13.05.27", { order: "dmy", today }), "2027-05-13");
    assert.equal(readTime("98/05/13", { order: "yymd", today }), "1998-05-13");
    assert.equal(readTime("26/05/13", { order: "ymd", today }), undefined);
    assert.equal(readTime("05.01.2026.", { order: "dmy" }), "2026-01-05");
  });
  test("an instant is shown on the clock of the zone that is asked for, a mere day is not moved", () => {
    const zone = "Asia/Shanghai";
    assert.equal(readTime("2026-01-05T20:00:00Z", { zone }), "2026-01-06 04:00:00");
    assert.equal(readTime("2026-01-05T20:00:00-05:30", { zone }), "2026-01-06 09:30:00");
    assert.equal(readTime("2026-01-05T00:00:00Z", { zone: "America/New_York" }), "2026-01-05");
    assert.equal(readTime("2026-01-05 20:00:00", { zone }), "2026-01-05 20:00:00");
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
