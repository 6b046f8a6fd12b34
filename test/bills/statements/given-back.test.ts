/** Money that statements give back, and records that they have made void. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brief, readText } from "../reading.ts";

const briefs = async (text: string) => (await readText(text)).lines.map(brief);

describe("money back is a refund, no income", () => {
  test("in MT940 by its mark", async () => {
    const text = [
      ":20:START",
      ":25:10020030/1234567",
      ":28C:0/1",
      ":60F:C260301CNY1000,00",
      ":61:2603130313D12,50NMSCNONREF",
      ":86:SHOP",
      ":61:2603150315RD12,50NMSCNONREF",
      ":86:SHOP",
      ":62F:C260317CNY1000,00",
      "-",
    ].join("\r\n");
    assert.deepEqual(await briefs(text), [
      "expense 2026-03-13 12.50 CNY 10020030/1234567",
      "refund 2026-03-15 12.50 CNY 10020030/1234567",
    ]);
  });
  test("in CAMT by the reason of a return", async () => {
    const entry = (amount: string, way: string, details: string) =>
      `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-16</Dt></BookgDt><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
    const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>CNY</Ccy></Acct>${entry("5.00", "CRDT", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>")}${entry("7.00", "CRDT", "<RmtInf><Ustrd>Lohn</Ustrd></RmtInf>")}</Rpt></BkToCstmrAcctRpt></Document>`;
    assert.deepEqual(await briefs(text), [
      "refund 2026-03-16 5.00 CNY DE1",
      "income 2026-03-16 7.00 CNY DE1",
    ]);
  });
  test("in QIF by its words, in a category that the file spends in", async () => {
    const text = [
      "!Account",
      "NChecking",
      "TBank",
      "^",
      "!Type:Bank",
      ...["D2026-03-14", "T-60.00", "PShop", "LFood", "^"],
      ...["D2026-03-16", "T20.00", "PRefund Shop", "LFood", "^"],
      ...["D2026-03-17", "T30.00", "PTax refund", "LTaxes back", "^"],
    ].join("\n");
    assert.deepEqual(await briefs(text), [
      "expense 2026-03-14 60.00 CNY Checking",
      "refund 2026-03-16 20.00 CNY Checking",
      "income 2026-03-17 30.00 CNY Checking",
    ]);
  });
});

describe("money back into a category of QIF", () => {
  const bank = (...records: string[]) =>
    ["!Account", "NBank", "TBank", "^", "!Type:Bank", ...records].join("\n");
  const record = (day: number, amount: string, category: string) =>
    `D2026-03-${day}\nT${amount}\nPX\nL${category}\n^`;
  test("that the file spends from is a refund, wages of which one is corrected are not", async () => {
    const text = bank(
      record(11, "-12.50", "Food"),
      record(12, "10.00", "Food"),
      record(13, "8000.00", "Salary"),
      record(14, "-9.00", "Salary"),
    );
    assert.deepEqual(
      (await briefs(text)).map((line) => line.split(" ")[0]),
      ["expense", "refund", "income", "expense"],
    );
  });
  test("is what the file's own list says", async () => {
    const list = "!Type:Cat\nNFood\nE\n^\nNGifts\nI\n^\n";
    const text = bank(
      record(12, "10.00", "Food"),
      record(13, "-1.00", "Gifts"),
      record(14, "3.00", "Gifts"),
    );
    assert.deepEqual(
      (await briefs(list + text)).map((line) => line.split(" ")[0]),
      ["refund", "expense", "income"],
    );
  });
});

describe("a void record of QIF is left out", () => {
  const record = (line: string) => ["!Type:Bank", "D2026-03-13", "T-12.50", line, "^"].join("\n");
  for (const line of ["NVOID", "M**VOID** wrong", "MVOID: Shop", "P**VOID**Shop"]) {
    test(line, async () =>
      assert.deepEqual(await briefs(record(line)), ["skip 2026-03-13 12.50 CNY"]),
    );
  }
  test("but one that only begins with the word is not", async () => {
    assert.deepEqual(await briefs(record("MVoid deck tickets")), ["expense 2026-03-13 12.50 CNY"]);
  });
});
