/** Rows that say transfer and have no other side in the file: own accounts ask, people do not. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ColumnMapping, TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { codes, readText, zh } from "../reading.ts";

const ASKED = [
  "转账汇入",
  "网银跨行转账",
  "TRANSFER FROM SAVINGS",
  "ONLINE TRANSFER TO CHK 1234",
  "Transfer from 000123456",
  "INTERNAL TRANSFER REF 881",
  "UMBUCHUNG",
  "本人转账 李明",
];
const NOTED = ["转账汇入 张三", "TRANSFER FROM JOHN SMITH", "VIREMENT DE DUPONT"];
const PLAIN = ["ZELLE FROM JOHN", "SALARY", "工资"];

describe("a row that says transfer", () => {
  for (const amount of ["100.00", "-100.00"]) {
    test(`of a statement, ${amount}`, async () => {
      const rows = [...ASKED, ...NOTED, ...PLAIN].map(
        (name, at) =>
          `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260105<TRNAMT>${amount}<FITID>${at}<NAME>${name}</STMTTRN>`,
      );
      const bill = await readText(
        `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows.join("")}</BANKTRANLIST></STMTRS></OFX>`,
      );
      const kind = amount.startsWith("-") ? "expense" : "income";
      assert.ok(bill.lines.every((line) => line.kind === kind));
      assert.deepEqual(
        bill.lines.map((line) => codes(line).join()),
        [...ASKED.map(() => "own-transfer"), ...NOTED.map(() => ""), ...PLAIN.map(() => "")],
      );
      assert.deepEqual(
        bill.lines.map(({ reason }) => /写着转账/.test(zh(reason))),
        [...ASKED.map(() => false), ...NOTED.map(() => true), ...PLAIN.map(() => false)],
      );
    });
  }

  test("one answer settles all rows with the same words, whatever their numbers", async () => {
    const rows = ["11", "22"].map(
      (ref) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>5<FITID>${ref}<NAME>TRANSFER FROM SAVINGS ${ref}</STMTTRN>`,
    );
    const bill = await readText(
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows.join("")}</BANKTRANLIST></STMTRS></OFX>`,
    );
    assert.deepEqual(
      bill.lines.map(({ review }) => review[0]?.value),
      ["TRANSFER FROM SAVINGS", "TRANSFER FROM SAVINGS"],
    );
  });

  test("of a table of one account", async () => {
    const text =
      "Date,Description,Amount\n2026-01-05,TRANSFER FROM SAVINGS,5.00\n2026-01-06,Shop,-2.00\n2026-01-07,Bar,-3.00";
    const [table] = (await refusal(bytesOf(text))).details.tables as TablePreview[];
    const bill = await readText(text, { mapping: table?.mapping as ColumnMapping });
    assert.deepEqual(bill.lines.map(codes), [["own-transfer"], [], []]);
  });
});
