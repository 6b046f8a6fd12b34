/** Tables that are cut off, merged or put side by side, and money that stands in other columns or units. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BillLine } from "../../../src/bills/bill/line.ts";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal, workbook } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** The lines of a table as its proposed mapping reads them, which asks nothing. */
async function linesOf(source: string | Uint8Array): Promise<BillLine[]> {
  const bytes = typeof source === "string" ? bytesOf(source) : source;
  const refused = await refusal(bytes);
  assert.ok(refused instanceof BillError);
  const tables = refused.details.tables as TablePreview[];
  assert.deepEqual(
    tables.flatMap(({ questions }) => questions),
    [],
  );
  const bills = await readBill(bytes, { mapping: tables.map(({ mapping }) => mapping) });
  return bills.flatMap(({ lines }) => lines);
}

const rows = (...lines: string[]) => lines.join("\r\n");

describe("a file that ends within a row", () => {
  const cut: [name: string, text: string][] = [
    [
      "an amount",
      rows(
        "日期,摘要,金额",
        "2026-03-01,工资,1000.00",
        "2026-03-02,超市,-128.50",
        "2026-03-03,房租,-30",
      ),
    ],
    [
      "an amount before other cells",
      rows(
        "日期,摘要,金额,余额",
        "2026-03-01,工资,1000.00,1000.00",
        "2026-03-02,超市,-128.50,871.50",
        "2026-03-03,房租,-30",
      ),
    ],
    [
      "a day",
      rows(
        "摘要,金额,日期",
        "工资,1000.00,2026-03-01",
        "超市,-128.50,2026-03-12",
        "房租,-30.00,2026-03-1",
      ),
    ],
  ];
  for (const [name, text] of cut) {
    test(`within ${name} asks about that row`, async () => {
      const asked = (await linesOf(text)).map(codes);
      assert.deepEqual(asked, [[], [], ["cut"]]);
    });
    test(`within ${name} asks nothing where the line has its end`, async () => {
      assert.deepEqual((await linesOf(`${text}\r\n`)).map(codes), [[], [], []]);
    });
  }
  test("a whole last row without a line's end asks nothing", async () => {
    const text = rows(
      "日期,摘要,金额",
      "2026-03-01,工资,1000.00",
      "2026-03-02,超市,-128.50",
      "2026-03-03,房租,-30.00",
    );
    assert.deepEqual((await linesOf(text)).map(codes), [[], [], []]);
  });
  test("amounts that never had the same decimals ask nothing", async () => {
    const text = rows(
      "日期,摘要,金额",
      "2026-03-01,工资,1000",
      "2026-03-02,超市,-128.5",
      "2026-03-03,房租,-30",
    );
    assert.deepEqual((await linesOf(text)).map(codes), [[], [], []]);
  });
});

test("a row that an open quote has made of two is asked about", async () => {
  const text = rows(
    "日期,摘要,金额",
    "2026-03-01,屏,-9.00",
    '2026-03-02,"超市,-128.50',
    '2026-03-03,地铁",-4.00',
    "2026-03-04,饭,-5.00",
    "",
  );
  assert.deepEqual((await linesOf(text)).map(codes), [[], ["swallowed"], []]);
});

test("a remark of several lines is no row of its own", async () => {
  const text = rows(
    "日期,摘要,金额",
    '2026-03-01,"去程\r\n2026-03-02 回程",-9.00',
    "2026-03-04,饭,-5.00",
    "",
  );
  assert.deepEqual((await linesOf(text)).map(codes), [[], []]);
});

describe("workbooks", () => {
  test("a word that is merged over several rows is each row's, a number is not", async () => {
    const { default: XLSX } = await import("@e965/xlsx").then((all) => ({ default: all }));
    const sheet = XLSX.utils.aoa_to_sheet([
      ["日期", "账户", "摘要", "金额"],
      ["2026-03-01", "工行", "工资", 1000.5],
      [undefined, undefined, "奖金", 500.5],
      ["2026-03-02", "招行", "套餐", -30.5],
      ["2026-03-02", undefined, "套餐", undefined],
    ]);
    sheet["!merges"] = ["A2:A3", "B2:B3", "B4:B5", "D4:D5"].map(XLSX.utils.decode_range);
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet, "S");
    const lines = await linesOf(new Uint8Array(XLSX.write(book, { type: "buffer" })));
    assert.deepEqual(lines.map(brief), [
      "income 2026-03-01 1000.50 CNY 工行",
      "income 2026-03-01 500.50 CNY 工行",
      "expense 2026-03-02 30.50 CNY 招行",
      "skip 2026-03-02 0.00 CNY 招行",
    ]);
  });

  test("a formula that has failed is asked about, not zero", async () => {
    const lines = await linesOf(
      workbook({
        S: [
          ["日期", "摘要", "金额"],
          ["2026-03-01", "工资", 1000],
          ["2026-03-02", "房租", { t: "e", v: 0x17 }],
          ["2026-03-03", "饭", -5.5],
        ],
      }),
    );
    assert.deepEqual(lines.map(codes), [[], ["unreadable"], []]);
  });

  test("a second record beside the first is asked about", async () => {
    const lines = await linesOf(
      workbook({
        S: [
          ["日期", "收入项目", "金额", "", "日期", "支出项目", "金额"],
          ["2026-03-01", "工资", 1000.5, "", "2026-03-02", "房租", 300.5],
          ["2026-03-05", "奖金", 50.5, "", "", "", ""],
          ["", "奖金", "", "", "2026-03-06", "饭", 30.5],
        ],
      }),
    );
    assert.deepEqual(lines.map(codes), [["two-records"], [], ["two-records"]]);
  });
});

test("a row without an account beside others that name theirs is asked about", async () => {
  const text = rows(
    "日期,账户,摘要,金额",
    "2026-03-01,工行,工资,1000.00",
    "2026-03-02,,饭,-5.00",
    "",
  );
  assert.deepEqual((await linesOf(text)).map(codes), [[], ["no-account"]]);
});

describe("money in columns beside the amount", () => {
  for (const column of [
    "退款金额",
    "优惠",
    "已报销",
    "refund_amount".replace("_", " "),
    "Discount",
  ]) {
    test(`${column} is asked about where it is not zero`, async () => {
      const text = rows(
        `日期,类型,金额,${column},摘要`,
        "2026-03-01,支出,100.00,30.00,衣服",
        "2026-03-02,支出,50.00,0.00,饭",
        "2026-03-03,收入,50.00,,卖",
        "",
      );
      assert.deepEqual((await linesOf(text)).map(codes), [["beside"], [], []]);
    });
  }
});

describe("units", () => {
  const cases: [above: string, amount: string, fen: number[]][] = [
    ["单位：万元", "金额", [12_000_00, 3_000_00]],
    ["流水（单位：元）", "金额", [120, 30]],
    ["单位：万元", "金额（元）", [120, 30]],
    ["Amounts in thousands", "Amount", [1_200_00, 300_00]],
    ["某银行流水", "金额", [120, 30]],
  ];
  for (const [above, amount, fen] of cases) {
    test(`${above} above ${amount}`, async () => {
      const text = rows(
        `${above},,`,
        `日期,摘要,${amount}`,
        "2026-03-01,工资,1.20",
        "2026-03-02,房租,-0.30",
        "",
      );
      assert.deepEqual(
        (await linesOf(text)).map((line) => line.amount),
        fen,
      );
    });
  }
  for (const column of ["amount_cents", "Amount (cents)", "金额（分）", "Amount in cents"]) {
    test(`${column} is a hundredth`, async () => {
      const text = rows(
        `date,description,${column}`,
        "2026-03-01,salary,12000",
        "2026-03-02,rent,-3050",
        "",
      );
      assert.deepEqual(
        (await linesOf(text)).map((line) => line.amount),
        [12_000, 3_050],
      );
    });
  }
});

test("a month's total of one row is asked about, and the next month's as well", async () => {
  const text = rows(
    "日期,摘要,收入,支出",
    "2026-03-01,工资,1000.00,",
    "2026-03-02,超市,,128.50",
    "2026-03-31,本月合计,1000.00,",
    "2026-04-02,超市,,10.00",
    "2026-04-30,本月合计,,10.00",
    "2026-05-02,超市,,10.00",
    "",
  );
  assert.deepEqual((await linesOf(text)).map(codes), [[], [], ["total"], [], ["total"], []]);
});

test("a currency that is not known is not taken for yuan", async () => {
  const text = rows(
    "日期,摘要,金额,币种",
    "2026-03-01,饭,-10.00,刀",
    "2026-03-02,饭,-5.00,人民币",
    "2026-03-03,饭,-5.00,",
    "",
  );
  assert.deepEqual(
    (await linesOf(text)).map(({ currency }) => currency),
    ["刀", "CNY", "CNY"],
  );
});

describe("rows that stand twice with one balance", () => {
  const header = "日期,摘要,金额,余额";
  const [pay, shop, metro] = [
    "2026-03-01,工资,1000.00,1000.00",
    "2026-03-02,超市,-128.50,871.50",
    "2026-03-03,地铁,-4.00,867.50",
  ];
  const again = "2026-03-04,地铁,-4.00,863.50";
  const cases: [name: string, lines: (string | undefined)[], asked: string[]][] = [
    ["of a month and the next", [pay, shop, metro, shop, metro, again], ["", "", "", "1", "1", ""]],
    ["newest first", [again, metro, shop, metro, shop, pay], ["", "", "", "1", "1", ""]],
    ["the whole, with its header", [pay, shop, header, pay, shop], ["", "", "", "1", "1"]],
    ["never", [pay, shop, metro, again], ["", "", "", ""]],
  ];
  for (const [name, lines, asked] of cases) {
    test(`are asked about: ${name}`, async () => {
      const text = rows(header, ...lines.map(String), "");
      const found = (await linesOf(text)).map((line) =>
        codes(line).includes("repeated") ? "1" : "",
      );
      assert.deepEqual(found, asked);
    });
  }
  test("two purchases beside the balance of their day are two", async () => {
    const text = rows(
      header,
      "2026-03-02,超市,-10.00,980.00",
      "2026-03-02,超市,-10.00,980.00",
      "2026-03-03,超市,-5.00,970.00",
      "2026-03-03,超市,-5.00,970.00",
      "",
    );
    assert.deepEqual((await linesOf(text)).map(codes), [[], [], [], []]);
  });
  test("a purchase, its refund and the same purchase once more are three", async () => {
    const text = rows(
      header,
      "2026-03-02,工资,1000.00,1000.00",
      "2026-03-02,超市,-10.00,990.00",
      "2026-03-02,超市,10.00,1000.00",
      "2026-03-02,超市,-10.00,990.00",
      "",
    );
    assert.deepEqual((await linesOf(text)).map(codes), [[], [], [], []]);
  });
});
