/** QIF: one date order a file, transfers once, splits as parts. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { brief, codes, readText, zh } from "../reading.ts";

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

  const columns: [name: string, dates: string[], days: string[]][] = [
    ["an apostrophe behind the year", ["2024'9.5", "2024'9.25"], ["2024-09-05", "2024-09-25"]],
    ["an apostrophe behind the day", ["5'9.2024", "25'9.2024"], ["2024-09-05", "2024-09-25"]],
    ["an apostrophe before the year", ["9/5'24", "9/25'24"], ["2024-09-05", "2024-09-25"]],
    ["years of two digits in front", ["24-10-05", "24-10-31"], ["2024-10-05", "2024-10-31"]],
    ["the same in slashes", ["19/10/05", "21/02/28"], ["2019-10-05", "2021-02-28"]],
    ["the last century", ["12/25/98", "01/02/05"], ["1998-12-25", "2005-01-02"]],
  ];
  for (const [name, dates, days] of columns) {
    test(name, async () => {
      const text = bank(...dates.map((date) => `D${date}|T-1`));
      const { lines } = await readText(text, { today: "2026-11-28" });
      assert.deepEqual(
        lines.map((line) => [line.time, ...codes(line)]),
        days.map((day) => [day]),
      );
    });
  }

  test("two digits that may be the year, the month or the day are asked about", async () => {
    const text = bank("D05/06/07|T-1", "D06/07/08|T-2");
    await assert.rejects(readText(text, { today: "2026-11-28" }), (error) => {
      assert.ok(error instanceof BillError);
      assert.deepEqual(error.details.orders, ["mdy", "dmy", "yymd"]);
      return true;
    });
    const bill = await readText(text, { dateOrder: "yymd", today: "2026-11-28" });
    assert.equal(bill.lines[0]?.time, "2005-06-07");
  });

  test("a year of two digits is never in the future unasked", async () => {
    const text = bank("D12/25/26|T-1", "D12/25/2026|T-2", "D12/25'26|T-3");
    const { lines } = await readText(text, { today: "2026-11-28" });
    assert.deepEqual(
      lines.map((line) => [line.time, ...codes(line)]),
      [["2026-12-25", "date-ahead"], ["2026-12-25"], ["2026-12-25", "date-ahead"]],
    );
  });

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
      "opening 2026-01-01 500.00 CNY 现金",
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

  test("Quicken's summed other side is not booked again, in either order", async () => {
    const parts = account("A", "D1/25'26|T-300|SThings|$-100|S[B]|$-120|S[B]|$-80");
    const sum = account("B", "D1/25'26|T200|L[A]");
    const lines = [
      "expense 2026-01-25 100.00 CNY A",
      "transfer 2026-01-25 120.00 CNY A > B",
      "transfer 2026-01-25 80.00 CNY A > B",
    ];
    const other = "skip 2026-01-25 200.00 CNY A > B";
    assert.deepEqual((await readText(parts + sum)).lines.map(brief), [...lines, other]);
    assert.deepEqual((await readText(sum + parts)).lines.map(brief), [other, ...lines]);
  });

  test("parts that go both ways sum up to what is left; another amount is another transfer", async () => {
    const parts = account("A", "D1/25'26|T-70|S[B]|$-100|S[B]|$30");
    const sum = account("B", "D1/25'26|T70|L[A]", "D1/25'26|T71|L[A]");
    assert.deepEqual((await readText(parts + sum)).lines.map(brief), [
      "transfer 2026-01-25 100.00 CNY A > B",
      "transfer 2026-01-25 30.00 CNY B > A",
      "skip 2026-01-25 70.00 CNY A > B",
      "transfer 2026-01-25 71.00 CNY A > B",
    ]);
  });

  test("a debt is an opening too; another transfer to the account itself asks", async () => {
    const bill = await readText(
      account("卡", "D2026-01-01|T-80|POpening Balance|L[卡]", "D2026-01-09|T5|PAdjust|L[卡]"),
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), line.own?.direction, ...codes(line)]),
      [
        ["opening 2026-01-01 80.00 CNY 卡", "out"],
        ["opening 2026-01-09 5.00 CNY 卡", "in", "balance-change"],
      ],
    );
  });

  test("a void record is listed and not booked", async () => {
    const { lines } = await readText(bank("D2026-01-05|T-30|P**VOID**Shop"));
    assert.deepEqual([lines[0]?.kind, zh(lines[0]?.reason)], ["skip", "已作废"]);
  });
});

describe("cards in QIF", () => {
  const card = (...records: string[]) =>
    `!Account\nN卡\nTCCard\n^\n${bank(...records).replace("Bank", "CCard")}`;

  test("money in is a repayment, a refund, or asked about", async () => {
    const text = card(
      "D2026-03-13|T-60|PShoe Shop",
      "D2026-03-14|T-9|PMarket|LFood",
      "D2026-03-20|T500|PPayment",
      "D2026-03-21|T60|PShoe Shop|Mreturned",
      "D2026-03-22|T2|PDairy|LFood",
      "D2026-03-23|T7|PAcme|LSalary",
      "D2026-03-24|T50|L[银行]",
    );
    const { lines } = await readText(text);
    assert.deepEqual(
      lines.slice(2).map((line) => [brief(line), ...codes(line)].join(" | ")),
      [
        "transfer 2026-03-20 500.00 CNY  > 卡 | no-account",
        "refund 2026-03-21 60.00 CNY 卡",
        "refund 2026-03-22 2.00 CNY 卡",
        "refund 2026-03-23 7.00 CNY 卡 | card-credit",
        "transfer 2026-03-24 50.00 CNY 银行 > 卡",
      ],
    );
    assert.equal(lines[3]?.refundOf, 0);
  });
});
