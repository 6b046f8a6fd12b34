/** The generic mapper (section 9.5 of the study, cases E). */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Bill } from "../../../src/bills/bill/line.ts";
import { readBill } from "../../../src/bills/index.ts";
import type { ColumnMapping, TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal, workbook } from "../build.ts";
import { zh } from "../reading.ts";
import { filesIn, indexRows, sample } from "../samples.ts";

async function preview(bytes: Uint8Array): Promise<TablePreview> {
  const error = await refusal(bytes);
  assert.equal(error.code, "unknown-format");
  const [table] = error.details.tables as TablePreview[];
  assert.ok(table, error.message);
  return table;
}

async function mapped(bytes: Uint8Array, changes: Partial<ColumnMapping> = {}): Promise<Bill> {
  const { mapping } = await preview(bytes);
  const [bill] = await readBill(bytes, { mapping: { ...mapping, ...changes } });
  return bill as Bill;
}

/** Kind and fen of each line. */
async function read(text: string, changes?: Partial<ColumnMapping>): Promise<[string, number][]> {
  const bill = await mapped(bytesOf(text), changes);
  return bill.lines.map((line) => [line.kind, line.amount]);
}

describe("samples without a format of their own", () => {
  const files = ["generic-csv", "unionpay"].flatMap((folder) =>
    filesIn(folder).map((name) => `${folder}/${name}`),
  );
  for (const file of files) {
    test(file, async () => {
      const row = indexRows().find((one) => one.file === file);
      const bill = await mapped(sample(file));
      const count = (...kinds: string[]) =>
        bill.lines.filter((line) => kinds.includes(line.kind)).length;
      assert.equal(bill.lines.length, Number(row?.rows));
      assert.equal(count("income", "refund"), Number(row?.income_n));
      assert.equal(count("expense"), Number(row?.expense_n));
    });
  }
});

describe("a proposal", () => {
  test("names the columns, and has nothing to ask where all is clear", async () => {
    const table = await preview(
      bytesOf("Posting Date,Payee,Memo,Amount\n2026-01-05,Shop,Milk,-5.00"),
    );
    assert.deepEqual(table.mapping.columns, {
      date: "Posting Date",
      amount: "Amount",
      counterparty: "Payee",
      description: "Memo",
    });
    assert.deepEqual(table.questions, []);
    assert.deepEqual(table.rows, [["2026-01-05", "Shop", "Milk", "-5.00"]]);
  });

  test("E8 ambiguous dates are asked about, with three examples", async () => {
    const bytes = bytesOf("日期,金额\n03/04/2026,-1\n05/06/2026,-2\n07/08/2026,-3\n09/10/2026,-4");
    const table = await preview(bytes);
    assert.equal(table.mapping.dateOrder, undefined);
    assert.match(zh(table.questions[0]?.text), /03\/04\/2026.*05\/06\/2026.*07\/08\/2026/);
    const error = await refusal(bytes, { mapping: table.mapping });
    assert.equal(error.code, "mapping-incomplete");
    const bill = await mapped(bytes, { dateOrder: "dmy" });
    assert.equal(bill.lines[0]?.time, "2026-04-03");
  });

  test("one 13/02 settles the whole column", async () => {
    const table = await preview(bytesOf("日期,金额\n03/04/2026,-1\n13/02/2026,-2"));
    assert.equal(table.mapping.dateOrder, "dmy");
    const american = await preview(bytesOf("日期,金额\n03/04/2026,-1\n02/13/2026,-2"));
    assert.equal(american.mapping.dateOrder, "mdy");
  });

  test("a column that proves both orders is asked about", async () => {
    const table = await preview(bytesOf("日期,金额\n13/02/2026,-1\n02/13/2026,-2"));
    assert.deepEqual(
      table.questions.map((one) => one.code),
      ["date-order"],
    );
  });

  test("only positive amounts are asked about", async () => {
    const table = await preview(bytesOf("日期,金额\n2026-01-01,5.00"));
    assert.deepEqual(
      table.questions.map((one) => one.code),
      ["no-sign"],
    );
    assert.deepEqual(await read("日期,金额\n2026-01-01,5.00", { flipSign: true }), [
      ["expense", 500],
    ]);
  });

  test("the header may stand below a preamble and in a workbook", async () => {
    const table = await preview(
      workbook({ 表: [["我的流水"], [], ["时间", "说明", "金额"], [46096.5, "面", -5]] }),
    );
    assert.equal(table.headerLine, 3);
    assert.deepEqual(table.headers, ["时间", "说明", "金额"]);
  });

  test("a saved mapping fits every file with the same header and no other", async () => {
    const { mapping } = await preview(bytesOf("日期,金额\n2026-01-01,-5.00"));
    const [bill] = await readBill(bytesOf("别的说明\n日期,金额\n2026-02-01,-6.00"), { mapping });
    assert.equal(bill?.lines[0]?.amount, 600);
    const error = await refusal(bytesOf("日期,数额\n2026-02-01,-6.00"), { mapping });
    assert.equal(error.code, "mapping-mismatch");
  });
});

describe("amounts", () => {
  test("E2 -3.000 is −3.00 where the person says that the point is the decimal mark", async () => {
    const text = "日期,金额\n2026-01-01,-3.000";
    assert.deepEqual(await read(text, { decimal: "." }), [["expense", 300]]);
    assert.deepEqual(await read(text, { decimal: "," }), [["expense", 300_000]]);
    const { mapping } = await preview(bytesOf(text));
    assert.equal((await refusal(bytesOf(text), { mapping })).code, "mapping-incomplete");
  });

  test("E2 the decimal comma is found over the whole column", async () => {
    const text = "date;amount\n2026-01-01;1.000\n2026-01-02;-1.234,50\n2026-01-03;0,99";
    assert.deepEqual(await read(text), [
      ["income", 100000],
      ["expense", 123450],
      ["income", 99],
    ]);
  });

  test("E3 25,000 is twenty-five thousand, and a strange symbol is a visible error", async () => {
    const text =
      'Date,Amount,Credit/Debit\n2026-01-01,"25,000",CREDIT\n2026-01-02,5.00,debit\n2026-01-03,¤5.00,Debit';
    const bill = await mapped(bytesOf(text));
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["income", 2500000],
        ["expense", 500],
        ["skip", 0],
      ],
    );
    assert.match(zh(bill.lines[2]?.reason), /金额无法识别/);
    assert.equal(bill.lines[2]?.review.length, 1);
  });

  test("E5 two columns, the other one 0.00 or empty or negative", async () => {
    const text =
      "日期,收入,支出\n2026-01-01,0.00,5.00\n2026-01-02,7.00,\n2026-01-03,,-2.00\n2026-01-04,1.00,1.00";
    assert.deepEqual(await read(text), [
      ["expense", 500],
      ["income", 700],
      ["refund", 200],
      ["skip", 0],
    ]);
  });

  test("as many negative as positive numbers in the column of spending are asked about", async () => {
    const rows = ["日期,摘要,支出,收入", "2026-03-05,甲店,-12.50,", "2026-03-06,乙处,,120.00"];
    const { questions } = await preview(bytesOf([...rows, "2026-03-07,杂项,3.00,", ""].join("\n")));
    assert.deepEqual(
      questions.map(({ code }) => code),
      ["out-sign"],
    );
    const [first] = await read([...rows, "2026-03-07,丙店,-3.00,", ""].join("\n"));
    assert.deepEqual(first, ["expense", 1250], "all of them are spent");
    const back = await read([...rows, "2026-03-07,甲店退款,3.00,", ""].join("\n"));
    assert.deepEqual(back.at(-1), ["refund", 300], "the words say what came back");
  });

  test("where only what comes in is marked, a number without a mark is spent", async () => {
    const expected = [
      ["expense", 1250],
      ["income", 2000],
      ["expense", 700],
    ];
    const lines = (mark: (amount: string) => string) =>
      `Date,Description,Amount\n2026-03-05,Lunch,12.50\n2026-03-06,Pay,${mark("20.00")}\n2026-03-07,Taxi,7.00\n`;
    assert.deepEqual(await read(lines((amount) => `${amount} CR`)), expected);
    assert.deepEqual(await read(lines((amount) => `+${amount}`)), expected);
  });

  test("of columns with unknown names, the one with most words says what it was for", async () => {
    const bill = await mapped(
      bytesOf("Datum;Worum es ging;X;Betrag\n05.03.2026;Mittag;a;-12,50\n"),
    );
    assert.equal(bill.lines[0]?.description, "Mittag");
  });

  test("brackets, a trailing minus, thousands", async () => {
    const text = "日期,金额\n2026-01-01,(800.00)\n2026-01-02,12.00-\n2026-01-03,1'000.00";
    assert.deepEqual(await read(text), [
      ["expense", 80000],
      ["expense", 1200],
      ["income", 100000],
    ]);
  });

  test("total rows are skipped with the reason, and the rows below them are read", async () => {
    const bill = await mapped(
      bytesOf("日期,说明,金额\n2026-01-01,a,-1\n合计,,-1\n2026-01-02,b,-2"),
    );
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["expense", "skip", "expense"],
    );
    assert.match(zh(bill.lines[1]?.reason), /合计/);
  });
});

describe("no table", () => {
  for (const [name, text] of [
    ["a letter", "你好，这不是账单。"],
    ["a header alone", "日期,金额"],
  ]) {
    test(`E9 ${name} is an error with a reason, not 0 rows`, async () => {
      const error = await refusal(bytesOf(text ?? ""));
      assert.equal(error.code, "unknown-format");
      assert.match(error.message, /认不出/);
      assert.deepEqual(error.details.tables, []);
      assert.ok((error.details.lookedFor as string[]).includes("alipay"));
    });
  }
});
