/** QIF: one date order a file, transfers once, splits as parts. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BillError } from "../../src/bills/line.ts";
import { brief, codes, readText } from "./reading.ts";

function bank(...records: string[]): string {
  return `!Type:Bank\n${records.map((record) => `${record.replaceAll("|", "\n")}\n^\n`).join("")}`;
}

describe("the date order of a QIF file", () => {
  test("C57 one day above 12 settles the whole file", async () => {
    const bill = await readText(bank("D03/02/2026|T-1", "D13/02/2026|T-2"));
    assert.deepEqual(
      bill.lines.map((line) => line.time),
      ["2026-02-03", "2026-02-13"],
    );
  });

  test("C57 E8 dates that allow both orders are asked about, with three of them shown", async () => {
    const text = bank("D03/02/2026|T-1", "D04/02/2026|T-2", "D05/02/2026|T-3", "D06/02/2026|T-4");
    await assert.rejects(readText(text), (error) => {
      assert.ok(error instanceof BillError);
      assert.equal(error.code, "ask-date-order");
      assert.deepEqual(error.details, {
        examples: ["03/02/2026", "04/02/2026", "05/02/2026"],
        orders: ["mdy", "dmy"],
      });
      return true;
    });
    const answered = await readText(text, { dateOrder: "dmy" });
    assert.equal(answered.lines[0]?.time, "2026-02-03");
  });

  test("C57 dates that contradict each other are asked about too", async () => {
    const text = bank("D13/02/2026|T-1", "D02/13/2026|T-2");
    await assert.rejects(readText(text), { code: "ask-date-order" });
    const bill = await readText(text, { dateOrder: "dmy" });
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [[], ["bad-date"]],
    );
  });

  test("C58 the file's own option wins", async () => {
    const bill = await readText(`!Option:MDY\n${bank("D03/02/2026|T-1")}`);
    assert.equal(bill.lines[0]?.time, "2026-03-02");
  });

  const written: [string, string][] = [
    ["D1/31'19", "2019-01-31"],
    ["D2/14' 4", "2004-02-14"],
    ["D28.02'2009", "2009-02-28"],
    ["D22/12/2017", "2017-12-22"],
    ["D08/27/21", "2021-08-27"],
    ["D2022-09-23", "2022-09-23"],
    ["D12/25/98", "1998-12-25"],
  ];
  for (const [date, read] of written) {
    test(`${date} is ${read}`, async () => {
      const bill = await readText(bank(`${date}|T-1`));
      assert.equal(bill.lines[0]?.time, read);
    });
  }

  test("C42 a file whose dates stand in another field asks for the field", async () => {
    const text = bank("M13/02/2026|T-1|PShop");
    await assert.rejects(readText(text), { code: "ask-date-field" });
    const bill = await readText(text, { dateField: "M" });
    assert.equal(bill.lines[0]?.time, "2026-02-13");
  });

  test("C42 a single record without a date is left out and asked about", async () => {
    const bill = await readText(bank("D13/02/2026|T-1", "T-2|Mno date"));
    assert.deepEqual(codes(bill.lines[1]), ["bad-date"]);
    assert.equal(bill.lines[1]?.kind, "skip");
  });
});

describe("transfers and splits in QIF", () => {
  const account = (name: string, ...records: string[]) =>
    `!Account\nN${name}\nTBank\n^\n${bank(...records)}`;

  test("a transfer that stands in both accounts is imported once", async () => {
    const text =
      account("现金", "D2026-01-05|T-100|L[储蓄卡]", "D2026-01-05|T-100|L[储蓄卡]") +
      account(
        "储蓄卡",
        "D2026-01-05|T100|L[现金]",
        "D2026-01-05|T100|L[现金]",
        "D2026-01-06|T5|L[现金]",
      );
    const bill = await readText(text);
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-01-05 100.00 CNY 现金 > 储蓄卡",
      "transfer 2026-01-05 100.00 CNY 现金 > 储蓄卡",
      "skip 2026-01-05 100.00 CNY 现金 > 储蓄卡",
      "skip 2026-01-05 100.00 CNY 现金 > 储蓄卡",
      "transfer 2026-01-06 5.00 CNY 现金 > 储蓄卡",
    ]);
  });

  test("the opening balance belongs to the account, not to the income", async () => {
    const bill = await readText(
      bank("D2026-01-01|T500|POpening Balance|L[现金]", "D2026-01-02|T-5|L餐饮"),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "skip 2026-01-01 500.00 CNY 现金",
      "expense 2026-01-02 5.00 CNY 现金",
    ]);
    assert.deepEqual(bill.accounts, [{ name: "现金", opening: 50000 }]);
  });

  test("C59 blank split lines do not shift the others", async () => {
    const bill = await readText(
      bank("D2026-01-05|T-30|S|$0.00|S餐饮|E午饭|$-10|S|$0.00|S日用|$-20"),
    );
    assert.deepEqual(
      bill.lines.map((line) => [line.category, line.description, line.amount]),
      [
        ["餐饮", "午饭", 1000],
        ["日用", "", 2000],
      ],
    );
    assert.deepEqual(bill.lines[0]?.linkIds, bill.lines[1]?.linkIds);
    assert.deepEqual(codes(bill.lines[0]), []);
  });

  test("parts that do not add up are asked about", async () => {
    const bill = await readText(bank("D2026-01-05|T-30|S餐饮|$-10|S日用|$-15"));
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [["split-sum"], ["split-sum"]],
    );
  });

  test("T and U are the same amount once", async () => {
    const bill = await readText(bank("D2026-01-05|U-1,234.50|T-1,234.50"));
    assert.deepEqual(bill.lines.map(brief), ["expense 2026-01-05 1234.50 CNY"]);
  });
});
