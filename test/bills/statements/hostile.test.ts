/** Files that are damaged or made to hurt: a Bill or a BillError, never anything else, and soon. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { readBill } from "../../../src/bills/index.ts";
import { endsInTime } from "../build.ts";

/** Beginnings that make each format believe in a file. */
const BEGINNINGS: Record<string, string> = {
  ofx: "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>CNY<STMTTRN><DTPOSTED>20260101<TRNAMT>1",
  qif: "!Type:Bank\nD2026-01-01\nT1\n^\n",
  camt: '<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CNY">1</Amt>',
  mt940: ":20:X\n:25:A\n:60F:C260101CNY1,00\n:61:260101D1,NTRFX\n",
  gnucash: "<gnc-v2><gnc:book><gnc:transaction>",
  beancount: 'option "title" "x"\n2026-01-01 * "a"\n  Assets:A 1 CNY\n  Income:B\n',
  ledger: "2026-01-01 a\n    assets:a  1 CNY\n    income:b\n",
};

/** Pieces of all notations, so that random text gets deep into the readers. */
const PIECES = [
  "<OFX>",
  "<STMTTRN>",
  "</STMTTRN>",
  "<TRNAMT>",
  "<DTPOSTED>",
  "<NAME>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "<Ntry>",
  "</Ntry>",
  "<NtryDtls>",
  "<TxDtls>",
  "<RvslInd>true</RvslInd>",
  '<Amt Ccy="X">',
  "</Amt>",
  "<trn:split>",
  "<split:value>1/0</split:value>",
  "&amp;",
  "&#0;",
  "&#1114112;",
  "<a",
  ">",
  "<",
  "</a>",
  ":61:",
  ":86:",
  "?20",
  "\n-",
  "!Type:Bank",
  "!Account",
  "\n^\n",
  "\nS[x]",
  "\n$",
  "\nL[x]",
  "\nD",
  "\nT-",
  "2026-01-01",
  "02/03/2026",
  "99/99/9999",
  " open ",
  " balance ",
  " pad ",
  "Assets:A",
  " {",
  "}",
  "@@",
  "@",
  "(",
  ")",
  "*",
  "/",
  "-",
  "1,000.00",
  "0",
  "999999999999999999999",
  "CNY",
  "¥",
  '"',
  "\\",
  ";",
  "=",
  "~",
  "\n",
  "\n  ",
  "\t",
  "\r",
  "  ",
  "#tag",
  "^link",
  "key: value",
  "__proto__",
  "constructor",
  "apply account ",
];

async function survives(bytes: Uint8Array): Promise<void> {
  try {
    const bills = await readBill(bytes);
    for (const line of bills.flatMap((bill) => bill.lines)) {
      assert.ok(Number.isSafeInteger(line.amount) && line.amount >= 0);
      assert.ok(line.kind !== "skip" || line.reason !== "");
    }
  } catch (error) {
    if (!(error instanceof BillError)) throw error;
  }
}

describe("random text is a bill or a refusal", () => {
  const piece = fc.oneof(
    fc.constantFrom(...PIECES),
    fc.string({ maxLength: 6 }),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const garbage = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""));
  for (const [name, beginning] of Object.entries(BEGINNINGS)) {
    test(name, async () => {
      await fc.assert(
        fc.asyncProperty(garbage, fc.nat(beginning.length), (text, cut) =>
          survives(Buffer.from(beginning.slice(0, beginning.length - (cut % 20)) + text)),
        ),
        { numRuns: 300 },
      );
    });
  }
});

describe("hostile files end soon", () => {
  const files: [name: string, make: () => string][] = [
    [
      "a billion laughs",
      () => {
        const levels = Array.from(
          { length: 10 },
          (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
        );
        return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${levels.join("")}]><Document><BkToCstmrStmt><Stmt><Ntry><Amt>&l10;</Amt></Ntry></Stmt></BkToCstmrStmt></Document>`;
      },
    ],
    ["a million nested elements", () => `<Document>${"<a>".repeat(1_000_000)}`],
    ["a million empty leaves", () => `<OFX><STMTRS>${"<STMTTRN><MEMO></STMTTRN>".repeat(200_000)}`],
    ["a million open brackets", () => `<Document>${"<".repeat(2_000_000)}`],
    ["a million open comments", () => `<Document>${"<!--".repeat(500_000)}`],
    ["a million open tags without an end", () => `<Document>${"<a ".repeat(700_000)}`],
    ["a million quotes", () => `option "title" "x"\n${'"\n'.repeat(500_000)}`],
    [
      "deep arithmetic",
      () => `option "title" "x"\n2026-01-01 * "a"\n  Assets:A ${"(".repeat(500_000)}1 CNY\n`,
    ],
    [
      "a number of a million digits",
      () =>
        `option "title" "x"\n2026-01-01 * "a"\n  Assets:A ${"9".repeat(1_000_000)} CNY\n  Income:B\n`,
    ],
    [
      "an entry of many postings",
      () =>
        `option "title" "x"\n2026-01-01 * "a"\n${"  Assets:A -1 CNY\n  Expenses:B 1 CNY\n".repeat(50_000)}`,
    ],
    [
      "an account of many levels",
      () =>
        `option "title" "x"\n2026-01-01 * "a"\n  Assets${":A".repeat(200_000)} 1 CNY\n  Income:B\n`,
    ],
    [
      "ledger lines of blanks",
      () => `2026-01-01 a\n    a  1\n${`${" ".repeat(2000)}x\n`.repeat(1000)}`,
    ],
    ["comments before a QIF header", () => `${"# ".repeat(2000)}\n!Type:Bank\n`],
    [
      "equal transfers",
      () =>
        `!Account\nNA\n^\n!Type:Bank\n${"D2026-01-01\nT-1\nL[B]\n^\n".repeat(30_000)}!Account\nNB\n^\n!Type:Bank\n${"D2026-01-01\nT1\nL[A]\n^\n".repeat(30_000)}`,
    ],
    [
      "a narrative of many lines",
      () =>
        `:20:X\n:25:A\n:60F:C260101CNY1,00\n:61:260101D1,NTRFX\n:86:166${"?20EREF+\n".repeat(200_000)}`,
    ],
  ];
  for (const [name, make] of files) {
    test(name, async () => {
      const bytes = Buffer.from(make());
      await endsInTime(() => survives(bytes));
    });
  }
});

describe("20,000 rows are all read", () => {
  const rows = (make: (at: number) => string) =>
    Array.from({ length: 20_000 }, (_, at) => make(at)).join("");
  const files: Record<string, () => string> = {
    ofx: () =>
      `<OFX><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows((at) => `<STMTTRN><TRNTYPE>POS<DTPOSTED>20260105<TRNAMT>-${at}.25<FITID>F${at}<NAME>面馆 ${at}<MEMO>午餐</STMTTRN>`)}</BANKTRANLIST></STMTRS></OFX>`,
    qif: () => `!Type:Bank\n${rows((at) => `D2026-01-05\nT-${at}.25\nP面馆\nL餐饮\n^\n`)}`,
    camt: () =>
      `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NL</IBAN></Id><Ccy>CNY</Ccy></Acct>${rows((at) => `<Ntry><Amt Ccy="CNY">${at}.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>R${at}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E${at}</EndToEndId></Refs><Amt Ccy="CNY">${at}.25</Amt><RltdPties><Cdtr><Nm>A &amp; B</Nm></Cdtr></RltdPties><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`)}</Stmt></BkToCstmrStmt></Document>`,
    mt940: () =>
      `:20:X\n:25:A\n:60F:C260101CNY1,00\n${rows((at) => `:61:2601050105D${at},25NTRFR${at}\n:86:166?00X?20SVWZ+abc\n?21def?32Name\n`)}`,
    gnucash: () =>
      `<gnc-v2><gnc:book><gnc:account><act:name>A</act:name><act:id>a</act:id><act:type>BANK</act:type></gnc:account><gnc:account><act:name>B</act:name><act:id>b</act:id><act:type>EXPENSE</act:type></gnc:account>${rows((at) => `<gnc:transaction version="2.0.0"><trn:id type="guid">${at}</trn:id><trn:currency><cmdty:id>CNY</cmdty:id></trn:currency><trn:date-posted><ts:date>2026-01-05 10:59:00 +0000</ts:date></trn:date-posted><trn:description>x</trn:description><trn:splits><trn:split><split:value>${at}/100</split:value><split:account type="guid">b</split:account></trn:split><trn:split><split:value>-${at}/100</split:value><split:account type="guid">a</split:account></trn:split></trn:splits></gnc:transaction>`)}</gnc:book></gnc-v2>`,
    beancount: () =>
      `option "title" "x"\n${rows((at) => `2026-01-05 * "面馆" "午餐" #a\n  id: "${at}"\n  Expenses:餐饮 ${at}.25 CNY\n  Assets:现金\n`)}`,
    ledger: () =>
      rows(
        (at) => `2026-01-05 * 面馆 | 午餐\n    expenses:餐饮    ${at}.25 CNY\n    assets:现金\n\n`,
      ),
    ynab: () =>
      `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n${rows((at) => `"A","","2026-01-17","店 ${at}","a: b","a","b","",¥${at}.25,¥0.00,""\n`)}`,
    firefly: () =>
      `group_id,journal_id,type,amount,currency_code,description,date,source_name,destination_name,category\n${rows((at) => `${at},${at},Withdrawal,-${at}.250000000000,CNY,a,2026-01-05T12:00:00+08:00,A,B,c\n`)}`,
    mint: () =>
      `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"\n${rows((at) => `"1/17/2023","a","a","9.00","${at % 2 ? "debit" : "credit"}","Transfer","${at % 3}","",""\n`)}`,
  };
  for (const [name, make] of Object.entries(files)) {
    test(name, async () => {
      const bytes = Buffer.from(make());
      const [bill] = await endsInTime(() => readBill(bytes));
      assert.equal(bill?.format, name);
      assert.equal(bill?.lines.length, 20_000);
    });
  }
});
