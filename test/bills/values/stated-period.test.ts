/** Days whose year stands once above the table, and years that are counted from another beginning. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { openPeriods } from "../../../src/bills/values/open-year.ts";
import { periodAbove } from "../../../src/bills/values/stated-period.ts";
import { readTime, timeWithin } from "../../../src/bills/values/times.ts";
import { bytesOf, refusal } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** What the proposed mapping asks, else the rows as it reads them. */
async function read(...rows: string[]): Promise<string[]> {
  const bytes = bytesOf(`${rows.join("\n")}\n`);
  const refused = (await refusal(bytes)) as NonNullable<Awaited<ReturnType<typeof refusal>>>;
  const tables = refused.details.tables as TablePreview[];
  const asked = tables.flatMap(({ questions }) => questions.map(({ code }) => `?${code}`));
  if (asked.length > 0) return asked;
  const bills = await readBill(bytes, { mapping: tables.map(({ mapping }) => mapping) });
  return bills.flatMap(({ lines }) =>
    lines.map((line) => [brief(line), ...codes(line).map((code) => `?${code}`)].join(" ")),
  );
}

const HEAD = "日期,摘要,支出,收入";

describe("a day without a year", () => {
  test("has that of the title, and December that before a bill of January", async () => {
    const rows = [HEAD, "12月25日,甲,10.00,", "1月5日,乙,35.50,", "1-8,丙,,50.00"];
    assert.deepEqual(await read("招商银行2026年1月对账单", ...rows), [
      "expense 2025-12-25 10.00 CNY",
      "expense 2026-01-05 35.50 CNY",
      "income 2026-01-08 50.00 CNY",
    ]);
  });
  test("has the one year that puts it into the stated period", async () => {
    const rows = [HEAD, "12月25日,甲,10.00,", "1月5日,乙,35.50,"];
    assert.deepEqual(await read("起止日期：2025年12月20日 至 2026年01月10日", ...rows), [
      "expense 2025-12-25 10.00 CNY",
      "expense 2026-01-05 35.50 CNY",
    ]);
  });
  test("is asked about outside the period, and where nothing says a year", async () => {
    const rows = [HEAD, "1月5日,乙,35.50,", "3月8日,丙,12.00,"];
    assert.deepEqual(await read("2026年1月对账单", ...rows), [
      "expense 2026-01-05 35.50 CNY",
      "skip 12.00 CNY ?unreadable",
    ]);
    assert.deepEqual(await read(...rows), ["?year"]);
    assert.deepEqual(await read("导出时间：2026年2月1日", ...rows), ["?year"]);
    assert.deepEqual(await read("2025年账单", "2026年账单", ...rows), ["?year"]);
  });
});

/** The stretches of days that a person may choose from, and the rows as the chosen one reads them. */
async function chosen(choice: number, ...rows: string[]) {
  const bytes = bytesOf(`${rows.join("\n")}\n`);
  const refused = (await refusal(bytes)) as NonNullable<Awaited<ReturnType<typeof refusal>>>;
  const [table] = refused.details.tables as [TablePreview];
  assert.deepEqual(
    table.questions.map(({ code }) => code),
    ["year"],
  );
  const { answers } = table.questions[0] as TablePreview["questions"][number];
  const mapping = { ...table.mapping, ...answers[choice]?.mapping };
  const bills = await readBill(bytes, { mapping });
  return {
    answers: answers.map(({ text }) => text),
    rows: bills.flatMap(({ lines }) => lines.map(brief)),
  };
}

describe("days that nothing gives a year", () => {
  test("ask which stretch they are, and one answer dates all rows", async () => {
    const { answers, rows } = await chosen(1, HEAD, "1月5日,甲,35.50,", "02-03,乙,,8000");
    const [latest, before] = answers as [string, string];
    const year = Number(latest.slice(0, 4));
    assert.equal(latest, `${year}-01-05 — ${year}-02-03`);
    assert.equal(before, `${year - 1}-01-05 — ${year - 1}-02-03`);
    assert.deepEqual(rows, [
      `expense ${year - 1}-01-05 35.50 CNY`,
      `income ${year - 1}-02-03 8000.00 CNY`,
    ]);
  });
  test("ask as well where the first row alone writes its year, and in a file of a layout that wrote them", async () => {
    const { answers, rows } = await chosen(
      0,
      HEAD,
      "2026年1月5日,甲,35.50,",
      "1月6日,乙,1,",
      "1月7日,丙,2,",
    );
    const year = String(answers[0]).slice(0, 4);
    assert.deepEqual(rows, [
      "expense 2026-01-05 35.50 CNY",
      `expense ${year}-01-06 1.00 CNY`,
      `expense ${year}-01-07 2.00 CNY`,
    ]);
    const dated = bytesOf([HEAD, "2026年1月5日,甲,35.50,"].join("\n"));
    const [table] = (await refusal(dated)).details.tables as [TablePreview];
    const next = bytesOf([HEAD, "2月5日,甲,35.50,"].join("\n"));
    const asked = await refusal(next, { remembered: [table.mapping] });
    const [again] = asked.details.tables as [TablePreview];
    assert.deepEqual(
      again.questions.map(({ code }) => code),
      ["year"],
    );
  });
  test("may go over the end of a year, as the rows stand", () => {
    const across = { from: "2025-12-28", to: "2026-01-05" };
    const within = { from: "2025-01-02", to: "2025-12-30" };
    const forwards = ["12-28", "12-30", "01-02", "01-05"];
    assert.deepEqual(openPeriods(forwards, "2026-03-01").slice(0, 1), [across]);
    assert.ok(openPeriods(forwards, "2026-03-01").some(({ from }) => from === within.from));
    assert.deepEqual(openPeriods(["1/5 周一", "1/2", "12/30 周二"], "2026-03-01")[0], {
      from: "2025-12-30",
      to: "2026-01-05",
    });
    assert.deepEqual(openPeriods(["11-30", "12-31", "01-01", "02-28", "11-29"], "2026-12-01")[0], {
      from: "2025-11-30",
      to: "2026-11-29",
    });
    // Rows that go to and fro are of one year, or the file is of several: only one stretch is offered a year.
    const mixed = openPeriods(["01-05", "12-20", "01-08", "12-25"], "2026-12-31");
    assert.deepEqual(mixed[0], { from: "2026-01-05", to: "2026-12-25" });
    assert.ok(mixed.every(({ from, to }) => from.slice(0, 4) === to.slice(0, 4)));
  });
  test("are never ahead of today, nor a 29th of February in a common year", () => {
    assert.deepEqual(openPeriods(["12-25"], "2026-03-01")[0], {
      from: "2025-12-25",
      to: "2025-12-25",
    });
    assert.deepEqual(openPeriods(["02-28", "02-29", "03-01"], "2026-12-31"), [
      { from: "2024-02-28", to: "2024-03-01" },
    ]);
    assert.deepEqual(openPeriods(["13-45", "甲"], "2026-12-31"), []);
  });
});

test("what lines above a table say of its days", () => {
  const cases: [string, string | undefined][] = [
    ["2026年度收支明细", "2026-01-01 2026-12-31"],
    ["2026年", "2026-01-01 2026-12-31"],
    ["2026年1月-3月流水", "2026-01-01 2026-03-31"],
    ["2026年3月账单", "2026-02-01 2026-03-31"],
    ["中國信託信用卡 115年01月帳單", "2025-12-01 2026-01-31"],
    ["百年老店 100年传承", undefined],
    ["依据2019年规定", undefined],
    ["2026年3月1日 导出的账单", undefined],
    ["账单周期 2026/03/01 - 2026/03/31", "2026-03-01 2026-03-31"],
    ["2026-03-01 2026-03-31", undefined],
  ];
  for (const [line, expected] of cases) {
    const found = periodAbove([line]);
    assert.equal(found && `${found.from} ${found.to}`, expected, line);
  }
  const two = periodAbove(["起始日期：2026-03-01", "截止日期：2026-03-31"]);
  assert.deepEqual(two, { from: "2026-03-01", to: "2026-03-31" });
  // Two years fit, so that none is proved.
  assert.equal(timeWithin("3月5日", { from: "2025-01-01", to: "2026-12-31" }), undefined);
  assert.equal(
    timeWithin("3月5日 8:05", { from: "2026-01-01", to: "2026-12-31" }),
    "2026-03-05 08:05:00",
  );
});

test("years of the Republic and of Reiwa are years of the world, and their currency is no yuan", async () => {
  for (const text of [
    "115/03/05",
    "115-03-05",
    "115年3月5日",
    "民國115年3月5日",
    "民国115年3月5日",
    "R8.3.5",
    "令和8年3月5日",
  ]) {
    assert.equal(readTime(text), "2026-03-05", text);
  }
  assert.equal(readTime("115/03/05 10:20:30"), "2026-03-05 10:20:30");
  for (const text of ["215/03/05", "115/13/05", "115.03", "R8.3"]) {
    assert.equal(readTime(text), undefined, text);
  }
  const rows = [
    "帳務日期,說明,提出,存入,餘額",
    "115/03/05,甲,350,,19650",
    "115/03/08,乙,,500,20150",
  ];
  assert.deepEqual(await read(...rows), [
    "expense 2026-03-05 350.00 TWD",
    "income 2026-03-08 500.00 TWD",
  ]);
  assert.equal((await read("幣別：人民幣", ...rows))[0], "expense 2026-03-05 350.00 CNY");
});
