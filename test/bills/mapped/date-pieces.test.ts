/** Days in columns of their own, and in sheets that are called by their month. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { ColumnMapping, TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal, workbook } from "../build.ts";
import { brief } from "../reading.ts";

async function proposed(bytes: Uint8Array): Promise<TablePreview[]> {
  return (await refusal(bytes)).details.tables as TablePreview[];
}

async function read(bytes: Uint8Array, mapping: readonly ColumnMapping[]): Promise<string[]> {
  return (await readBill(bytes, { mapping })).flatMap(({ lines }) => lines.map(brief));
}

/** The rows as the proposed mappings read them; nothing is asked. */
async function readProposed(bytes: Uint8Array): Promise<string[]> {
  const tables = await proposed(bytes);
  assert.deepEqual(
    tables.flatMap(({ questions }) => questions.map(({ code }) => code)),
    [],
  );
  return read(
    bytes,
    tables.map(({ mapping }) => mapping),
  );
}

test("columns 年, 月 and 日 are one day, and a month stands for the rows below it", async () => {
  const rows = [
    "年,月,日,摘要,收入,支出,余额",
    "2026,3,1,工资,8000,,8000",
    ",,5,买菜,,45.6,7954.4",
    ",,,本月合计,8000,45.6,7954.4",
    ",4,2,房租,,3000,4954.4",
  ];
  assert.deepEqual(await readProposed(bytesOf(rows.join("\n"))), [
    "income 2026-03-01 8000.00 CNY",
    "expense 2026-03-05 45.60 CNY",
    "skip 0.00 CNY",
    "expense 2026-04-02 3000.00 CNY",
  ]);
});

test("a sheet or a title gives the month of days that stand alone", async () => {
  const head = ["日期", "项目", "收入", "支出"];
  const sheets = workbook({
    "2026年1月": [head, ["1日", "买菜", "", 45.6], ["3日", "工资", 8000, ""]],
    "2026年2月": [head, ["2日", "房租", "", 3000], ["30日", "打车", "", 20]],
  });
  assert.deepEqual(await readProposed(sheets), [
    "expense 2026-01-01 45.60 CNY",
    "income 2026-01-03 8000.00 CNY",
    "expense 2026-02-02 3000.00 CNY",
    "skip 20.00 CNY",
  ]);
  const titled = "2026年3月家庭收支\n日,项目,收入,支出\n1,买菜,,45.6\n";
  assert.deepEqual(await readProposed(bytesOf(titled)), ["expense 2026-03-01 45.60 CNY"]);
});

test("sheets of months without a year are asked about together", async () => {
  const head = ["日期", "项目", "收入", "支出"];
  const bytes = workbook({
    "1月": [head, ["1日", "买菜", "", 45.6]],
    "2月": [head, ["2日", "房租", "", 3000]],
  });
  const tables = await proposed(bytes);
  const [one, other] = tables.map(({ questions }) => questions);
  assert.deepEqual(one?.[0]?.answers, other?.[0]?.answers);
  const period = { from: "2025-01-01", to: "2025-02-02" };
  assert.ok(one?.[0]?.answers.some(({ text }) => text === "2025-01-01 — 2025-02-02"));
  const told = tables.map(({ mapping }) => ({ ...mapping, period }));
  assert.deepEqual(await read(bytes, told), [
    "expense 2025-01-01 45.60 CNY",
    "expense 2025-02-02 3000.00 CNY",
  ]);
});

test("columns of these names that hold other things are left as they are", async () => {
  const rows = ["日期,日,月,支出", "2026-03-05,周四,三月,45.6", "2026-03-06,周五,三月,20"];
  assert.deepEqual(await readProposed(bytesOf(rows.join("\n"))), [
    "expense 2026-03-05 45.60 CNY",
    "expense 2026-03-06 20.00 CNY",
  ]);
});
