/** OFX and QFX: the reports of the list of importer bugs, and what banks do. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BillError } from "../../src/bills/line.ts";
import { brief, codes, readText } from "./reading.ts";

const SGML = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n";

function statement(rows: string, head = "", account = "622202"): string {
  return `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

function row(amount: string, date = "20230201", more = ""): string {
  return `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date}<TRNAMT>${amount}${more}</STMTTRN>`;
}

describe("amounts in OFX", () => {
  const amounts: [name: string, written: string, read: string][] = [
    ["C16 five decimals count by value", "-8.95000", "expense 2023-02-01 8.95 CNY 622202"],
    ["C63 a decimal comma", "1400,82", "income 2023-02-01 1400.82 CNY 622202"],
    ["E2 three decimals after a point", "-3.000", "expense 2023-02-01 3.00 CNY 622202"],
    ["E3 a thousands comma", "25,000", "income 2023-02-01 25000.00 CNY 622202"],
    ["a plus sign", "+12.5", "income 2023-02-01 12.50 CNY 622202"],
    ["both marks", "-1.234,56", "expense 2023-02-01 1234.56 CNY 622202"],
  ];
  for (const [name, written, read] of amounts) {
    test(name, async () => {
      const bill = await readText(statement(row(written), SGML));
      assert.deepEqual(bill.lines.map(brief), [read]);
    });
  }

  test("an amount that is none is a question about its row, not a failure", async () => {
    const bill = await readText(statement(row("$120") + row("-1.00"), SGML));
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["skip", "expense"],
    );
    assert.deepEqual(codes(bill.lines[0]), ["bad-amount"]);
  });

  test("what is no whole fen is rounded and asked about", async () => {
    const bill = await readText(statement(row("-1.005"), SGML));
    assert.equal(bill.lines[0]?.amount, 101);
    assert.deepEqual(codes(bill.lines[0]), ["inexact-amount"]);
  });
});

describe("dates in OFX", () => {
  const dates: [name: string, written: string, read: string][] = [
    ["C39 a date without a time", "20230201", "2023-02-01"],
    [
      "C40 the date as written, whatever zone follows",
      "20230201233000[-5:EST]",
      "2023-02-01 23:30:00",
    ],
    ["C40 early morning east of Greenwich", "20230201013000.000[+9:JST]", "2023-02-01 01:30:00"],
    ["noon means that only the day is known", "20230201120000", "2023-02-01"],
    ["colons before the fraction", "20230201093914:014", "2023-02-01 09:39:14"],
  ];
  for (const [name, written, read] of dates) {
    test(name, async () => {
      const bill = await readText(statement(row("1", written), SGML));
      assert.equal(bill.lines[0]?.time, read);
    });
  }

  test("a missing, empty or impossible date is reported for its row", async () => {
    const rows = row("1", "") + row("2", "20120231") + row("3");
    const bill = await readText(statement(rows, SGML));
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [["bad-date"], ["bad-date"], []],
    );
  });
});

describe("statements in OFX", () => {
  test("C21 a body on one line", async () => {
    const bill = await readText(statement(row("-1.50"), SGML));
    assert.equal(bill.layout, "ofx1");
    assert.deepEqual(bill.lines.map(brief), ["expense 2023-02-01 1.50 CNY 622202"]);
  });

  test("C41 several statements in one file are all read", async () => {
    const two =
      statement(row("1"), SGML, "A").replace("</OFX>", "") + statement(row("-2"), "", "B");
    const bill = await readText(two);
    assert.deepEqual(
      bill.lines.map((line) => line.account),
      ["A", "B"],
    );
    assert.deepEqual(
      bill.accounts?.map((account) => account.name),
      ["A", "B"],
    );
  });

  test("a transfer that stands in both of the file's accounts is one", async () => {
    const to = (account: string) => `<BANKACCTTO><ACCTID>${account}</BANKACCTTO>`;
    const text =
      statement(row("-100", "20230201", to("B")), SGML, "A").replace("</OFX>", "") +
      statement(row("100", "20230201", to("A")), "", "B");
    const bill = await readText(text);
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2023-02-01 100.00 CNY A > B",
      "skip 2023-02-01 100.00 CNY A > B",
    ]);
    assert.match(bill.lines[1]?.reason ?? "", /同一笔转账/);
  });

  test("C48 CHARSET 1252 gives accents, and Chinese text under the same words stays Chinese", async () => {
    const named = statement(row("-1", "20230201", "<NAME>Café Zoë <MEMO>ok"), SGML);
    const western = await readText(Buffer.from(named, "latin1"));
    assert.equal(western.lines[0]?.counterparty, "Café Zoë");
    const gbk = Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0xd2, 0xf8, 0xd0, 0xd0]);
    const [before, after] = statement(row("-1", "20230201", "<NAME>@"), SGML).split("@") as [
      string,
      string,
    ];
    const chinese = await readText(Buffer.concat([Buffer.from(before), gbk, Buffer.from(after)]));
    assert.equal(chinese.lines[0]?.counterparty, "中国银行");
  });

  test("the id is FITID, the text NAME before MEMO, entities and bare ampersands are decoded", async () => {
    const more = "<FITID>F1<NAME>A&amp;B & C<MEMO>备注";
    const { lines } = await readText(statement(row("-1", "20230201", more), SGML));
    assert.equal(lines[0]?.externalId, "F1");
    assert.equal(lines[0]?.counterparty, "A&B & C");
    assert.equal(lines[0]?.description, "备注");
  });

  test("the bank's complaint is shown", async () => {
    const status = "<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Signon invalid</STATUS>";
    await assert.rejects(
      readText(`${SGML}<OFX><SIGNONMSGSRSV1><SONRS>${status}</SONRS></SIGNONMSGSRSV1></OFX>`),
      (error) => error instanceof BillError && /15500.*Signon invalid/s.test(error.message),
    );
  });

  test("E9 a statement without rows is refused with a reason", async () => {
    await assert.rejects(readText(statement("", SGML)), { code: "empty" });
  });

  test("a cut file gives its rows and a notice", async () => {
    const text = statement(row("-1") + row("-2"), SGML);
    const bill = await readText(text.slice(0, text.indexOf("</BANKTRANLIST>")));
    assert.equal(bill.lines.length, 2);
    assert.match(bill.notices.join(), /不完整/);
  });
});
