/** What a bill proves that its accounts held when a day ended. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { closingsOf } from "../../../src/bills/format/closings.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { readText } from "../reading.ts";

/** "day amount balance" for each row, as China Merchants Bank writes them. */
function statement(...rows: [day: string, yuan: number, balance: number][]): string {
  return [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    ...rows.map(([day, yuan, balance]) => {
      const [into, out] = yuan > 0 ? [yuan, ""] : ["", -yuan];
      return `"\t${day.replaceAll("-", "")}","\t12:00:00","\t${into}","\t${out}","\t${balance}","\t转账","\t转账"`;
    }),
  ].join("\r\n");
}

async function ends(text: string): Promise<string[]> {
  const closings = closingsOf(await readText(text));
  return closings.map(({ account, day, balance }) => `${account} ${day} ${balance / 100}`);
}

const ROWS: [string, number, number][] = [
  ["2026-03-01", 100, 600],
  ["2026-03-04", -30, 570],
  ["2026-03-04", -45.5, 524.5],
];

describe("running balances", () => {
  test("give the end of the day before the last, in either order of the file", async () => {
    const expected = ["招商银行储蓄卡(1186) 2026-03-03 600"];
    assert.deepEqual(await ends(statement(...ROWS)), expected);
    assert.deepEqual(await ends(statement(...ROWS.toReversed())), expected);
  });

  test("of one day alone give what it began with", async () => {
    assert.deepEqual(await ends(statement(...ROWS.slice(1))), [
      "招商银行储蓄卡(1186) 2026-03-03 600",
    ]);
  });

  test("that do not follow from each other prove nothing", async () => {
    const [first, , last] = ROWS as [(typeof ROWS)[0], (typeof ROWS)[0], (typeof ROWS)[0]];
    assert.deepEqual(await ends(statement(first, last)), []);
    assert.deepEqual(await ends(statement(first)), []);
  });

  test("whose amounts are all alike do not say whether a debt stands below zero", async () => {
    const alike: [string, number, number][] = [
      ["2026-03-01", -50, 50],
      ["2026-03-02", -50, 100],
      ["2026-03-03", -50, 150],
    ];
    assert.deepEqual(await ends(statement(...alike)), []);
  });

  test("by another day than the bank's order mix what came before the day and on it", async () => {
    const late: [string, number, number][] = [
      ["2026-03-01", 100, 600],
      ["2026-03-05", -30, 570],
      ["2026-03-04", -45.5, 524.5],
    ];
    assert.deepEqual(await ends(statement(...late)), []);
  });

  test("a day is over of which the file tells a later one", async () => {
    const two = [
      "日期,账户,收入,支出,余额,摘要",
      "2026-03-01,甲卡,100,,600,工资",
      "2026-03-02,甲卡,,30,570,超市",
      "2026-03-01,乙卡,10,,10,利息",
      "2026-03-04,乙卡,,4,6,超市",
    ].join("\n");
    const { details } = await refusal(bytesOf(two));
    const [{ mapping }] = details.tables as [TablePreview];
    const closings = closingsOf(await readText(two, { mapping }));
    assert.deepEqual(
      closings.map(({ account, day, balance }) => `${account} ${day} ${balance}`),
      ["甲卡 2026-03-02 57000", "乙卡 2026-03-03 1000"],
    );
  });
});

describe("stated closing balances", () => {
  const mt940 = (closing: string) =>
    [":20:X", ":25:DE01/123", ":60F:C250101CNY100,00", ":61:250105D10,NTRFX", closing, "-"].join(
      "\r\n",
    );

  test("MT940: the final one is the end of its day, one between two pages is none", async () => {
    assert.deepEqual(await ends(mt940(":62F:C250105CNY90,00")), ["DE01/123 2025-01-05 90"]);
    assert.deepEqual(await ends(mt940(":62M:C250105CNY90,00")), []);
    assert.deepEqual(await ends(mt940(":62F:D250105CNY90,00")), ["DE01/123 2025-01-05 -90"]);
  });

  test("CAMT: the booked one is the end of its day", async () => {
    const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
      <BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE01</IBAN></Id><Ccy>CNY</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">100.00</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-01-01</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">90.00</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-01-06</Dt></Dt></Bal>
      <Ntry><Amt Ccy="CNY">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2025-01-05</Dt></BookgDt></Ntry>
      </Stmt></BkToCstmrStmt></Document>`;
    assert.deepEqual(await ends(camt), ["DE01 2025-01-06 90"]);
  });

  const ofx = (asOf: string, end: string) => `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
    <CURDEF>CNY</CURDEF><BANKACCTFROM><ACCTID>123</ACCTID></BANKACCTFROM><BANKTRANLIST>
    <DTSTART>20250101</DTSTART><DTEND>${end}</DTEND>
    <STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20250103</DTPOSTED><TRNAMT>50.00</TRNAMT>
      <FITID>1</FITID><NAME>A</NAME></STMTTRN>
    <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20250105</DTPOSTED><TRNAMT>-10.00</TRNAMT>
      <FITID>2</FITID><NAME>B</NAME></STMTTRN></BANKTRANLIST>
    <LEDGERBAL><BALAMT>90.00</BALAMT><DTASOF>${asOf}</DTASOF></LEDGERBAL>
    </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

  test("OFX: the end of its day where its time says so, else of the day before", async () => {
    assert.deepEqual(await ends(ofx("20250105235959", "20250105")), ["123 2025-01-05 90"]);
    assert.deepEqual(await ends(ofx("20250105", "20250105")), ["123 2025-01-04 100"]);
    assert.deepEqual(await ends(ofx("20250107140000", "20250107")), ["123 2025-01-06 90"]);
    // Of lines that the list does not reach, or reaches beyond, it says nothing.
    assert.deepEqual(await ends(ofx("20250107", "20250105")), []);
    assert.deepEqual(await ends(ofx("20250104", "20250105")), []);
  });
});

describe("balances that a ledger asserts", () => {
  test("Beancount: of the day before, of accounts of money without others below", async () => {
    const text = [
      "2026-01-01 open Assets:Bank:A CNY",
      "2026-01-01 open Assets:Bank:B CNY",
      '2026-01-02 * "工资"',
      "  Assets:Bank:A  100.00 CNY",
      "  Income:Salary  -100.00 CNY",
      '2026-01-05 * "转"',
      "  Assets:Bank:A  -40.00 CNY",
      "  Assets:Bank:B  40.00 CNY",
      "2026-01-05 balance Assets:Bank:A  100.00 CNY",
      "2026-01-06 balance Assets:Bank:A  61.00 CNY",
      "2026-01-06 balance Assets:Bank  100.00 CNY",
      "2026-01-06 balance Income:Salary  -100.00 CNY",
      "2026-01-07 balance Assets:Bank:B  40.00 CNY",
      "  reckoned: TRUE",
    ].join("\n");
    assert.deepEqual(await ends(text), ["Bank:A 2026-01-04 100", "Bank:A 2026-01-05 61"]);
  });

  test("hledger: of the posting's day, unless something moves the account later on it", async () => {
    const text = [
      "2026-01-02 工资",
      "    assets:银行    100.00 CNY = 100.00 CNY",
      "    income:工资",
      "",
      "2026-01-03 午饭",
      "    expenses:餐饮    20.00 CNY",
      "    assets:银行    -20.00 CNY = 80.00 CNY",
      "",
      "2026-01-03 晚饭",
      "    expenses:餐饮    30.00 CNY",
      "    assets:银行",
      "",
      "2026-01-04 核对",
      "    assets:银行    0.00 CNY = 55.00 CNY",
      "",
      "2026-01-05 核对",
      "    ; reckoned: true",
      "    assets:银行    0.00 CNY = 50.00 CNY",
    ].join("\n");
    assert.deepEqual(await ends(text), ["银行 2026-01-02 100", "银行 2026-01-04 55"]);
  });
});
