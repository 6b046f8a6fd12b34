/** OFX and QFX: the reports of the list of importer bugs, and what banks do. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { brief, codes, readText, zh } from "../reading.ts";

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
    assert.match(zh(bill.lines[1]?.reason), /同一笔转账/);
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
    assert.match(zh(bill.notices[0]), /不完整/);
  });
});

/** A statement of a bank, or of a card, with typed rows: "DEBIT -5.00 2026-03-02 SHOP". */
function typed(account: string, rows: string[], card = false): string {
  const [set, from] = card ? ["CCSTMTRS", "CCACCTFROM"] : ["STMTRS", "BANKACCTFROM"];
  const lines = rows.map((text, at) => {
    const [type, amount, date, ...name] = text.split(" ");
    return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${date?.replaceAll("-", "")}<TRNAMT>${amount}<FITID>${account}-${at}<NAME>${name.join(" ")}</STMTTRN>`;
  });
  return `<${set}><CURDEF>CNY<${from}><ACCTID>${account}</${from}><BANKTRANLIST>${lines.join("")}</BANKTRANLIST></${set}>`;
}

const file = (...statements: string[]) => `${SGML}<OFX>${statements.join("")}</OFX>`;
const meaning = async (...statements: string[]) => {
  const { lines } = await readText(file(...statements));
  return lines.map((line) => [brief(line), ...codes(line)].join(" | "));
};

describe("money into a card in OFX", () => {
  test("PAYMENT and XFER are repayments, CREDIT is what its words or a purchase say", async () => {
    const rows = [
      "DEBIT -240.00 2026-03-03 SHOE SHOP",
      "PAYMENT 500.00 2026-03-10 ACME BANK",
      "CREDIT 40.00 2026-03-12 SHOE SHOP",
      "CREDIT 600.00 2026-03-20 PAYMENT RECEIVED",
      "XFER 700.00 2026-03-25 ACME BANK",
      "CREDIT 9.00 2026-03-26 ACME",
    ];
    assert.deepEqual(await meaning(typed("4321", rows, true)), [
      "expense 2026-03-03 240.00 CNY 4321",
      "transfer 2026-03-10 500.00 CNY  > 4321 | no-account",
      "refund 2026-03-12 40.00 CNY 4321",
      "transfer 2026-03-20 600.00 CNY  > 4321 | no-account",
      "transfer 2026-03-25 700.00 CNY  > 4321 | no-account",
      "refund 2026-03-26 9.00 CNY 4321 | card-credit",
    ]);
  });

  test("a repayment that comes back to the bank asks too", async () => {
    const rows = ["DEBIT -18.00 2026-03-02 COFFEE", "DEBIT -500.00 2026-03-13 RETURNED AUTOPAY"];
    assert.deepEqual(await meaning(typed("4321", rows, true)), [
      "expense 2026-03-02 18.00 CNY 4321",
      "transfer 2026-03-13 500.00 CNY 4321 >  | no-account",
    ]);
  });

  test("the bank's line names the card that it repays, or asks for it", async () => {
    const rows = [
      "DEBIT -500.00 2026-03-10 CREDIT CARD REPAYMENT 4321",
      "DEBIT -60.00 2026-03-11 AUTOPAY",
      "CHECK -5.00 2026-03-12 MARKET",
    ];
    assert.deepEqual(await meaning(typed("1186", rows)), [
      "transfer 2026-03-10 500.00 CNY 1186 > 信用卡(4321)",
      "transfer 2026-03-11 60.00 CNY 1186 >  | no-account",
      "expense 2026-03-12 5.00 CNY 1186",
    ]);
  });

  test("both sides in one file are one transfer, in either order", async () => {
    const bank = typed("1186", ["DEBIT -500.00 2026-03-10 CREDIT CARD PAYMENT"]);
    const card = typed("4321", ["PAYMENT 500.00 2026-03-11 THANK YOU"], true);
    const one = "transfer 2026-03-10 500.00 CNY 1186 > 4321";
    const other = "skip 2026-03-11 500.00 CNY  > 4321";
    assert.deepEqual(await meaning(bank, card), [one, other]);
    assert.deepEqual(await meaning(card, bank), [other, one]);
  });
});

describe("transfers between the statements of one OFX file", () => {
  test("+100 and -100 of a day are one transfer; equal pairs stay pairs; a lone one asks", async () => {
    const a = [
      "XFER -100.00 2026-03-05 A",
      "XFER -100.00 2026-03-05 A",
      "XFER -70.00 2026-03-08 A",
    ];
    const b = ["XFER 100.00 2026-03-05 B", "XFER 100.00 2026-03-05 B", "INT 0.35 2026-03-21 INT"];
    assert.deepEqual(await meaning(typed("A", a), typed("B", b)), [
      "transfer 2026-03-05 100.00 CNY A > B",
      "transfer 2026-03-05 100.00 CNY A > B",
      "transfer 2026-03-08 70.00 CNY A >  | no-account",
      "skip 2026-03-05 100.00 CNY  > B",
      "skip 2026-03-05 100.00 CNY  > B",
      "income 2026-03-21 0.35 CNY B",
    ]);
  });

  test("cash out of a bank's account is a transfer to the cash; a deposit asks for its sign", async () => {
    const bank = [
      "ATM -200.00 2026-03-05 MAIN ST",
      "CASH -60.00 2026-03-06 COUNTER",
      "ATM 80.00 2026-03-07 DEPOSIT",
      "POS -9.00 2026-03-08 GROCER",
    ];
    assert.deepEqual(await meaning(typed("A", bank)), [
      "transfer 2026-03-05 200.00 CNY A > 现金",
      "transfer 2026-03-06 60.00 CNY A > 现金",
      "income 2026-03-07 80.00 CNY A | sign",
      "expense 2026-03-08 9.00 CNY A",
    ]);
  });

  test("what could go to two accounts is not guessed", async () => {
    const a = typed("A", ["XFER -100.00 2026-03-05 A"]);
    const b = typed("B", ["XFER 100.00 2026-03-05 B"]);
    const c = typed("C", ["XFER 100.00 2026-03-05 C"]);
    const found = await meaning(a, b, c);
    assert.equal(found.filter((text) => text.endsWith("| no-account")).length, 3);
  });

  test("without its type the words of both sides, or the person, say that it is one", async () => {
    const worded = [
      typed("A", ["DEBIT -50.00 2026-03-05 TRANSFER TO SAVINGS"]),
      typed("B", ["CREDIT 50.00 2026-03-05 TRANSFER FROM CHECKING"]),
    ];
    assert.deepEqual(await meaning(...worded), [
      "transfer 2026-03-05 50.00 CNY A > B",
      "skip 2026-03-05 50.00 CNY B",
    ]);
    const half = [
      typed("A", ["XFER -50.00 2026-03-05 A"]),
      typed("B", ["CREDIT 50.00 2026-03-05 EMPLOYER"]),
    ];
    assert.deepEqual(await meaning(...half), [
      "transfer 2026-03-05 50.00 CNY A > B | same-transfer",
      "skip 2026-03-05 50.00 CNY B",
    ]);
    const none = [
      typed("A", ["DEBIT -50.00 2026-03-05 SHOP"]),
      typed("B", ["CREDIT 50.00 2026-03-05 EMPLOYER"]),
    ];
    assert.deepEqual(await meaning(...none), [
      "expense 2026-03-05 50.00 CNY A",
      "income 2026-03-05 50.00 CNY B",
    ]);
  });
});

describe("signs in OFX", () => {
  test("amounts without signs go by their types", async () => {
    const rows = ["DEBIT 25.00 2026-03-01 SHOP", "CREDIT 100.00 2026-03-03 EMPLOYER"];
    assert.deepEqual(await meaning(typed("A", [...rows, "OTHER 3.00 2026-03-04 X"])), [
      "expense 2026-03-01 25.00 CNY A",
      "income 2026-03-03 100.00 CNY A",
      "income 2026-03-04 3.00 CNY A | sign",
    ]);
  });
  test("a card that writes its spending positive is turned", async () => {
    const rows = ["DEBIT 25.00 2026-03-01 SHOP", "CREDIT -25.00 2026-03-03 SHOP"];
    assert.deepEqual(await meaning(typed("A", rows, true)), [
      "expense 2026-03-01 25.00 CNY A",
      "refund 2026-03-03 25.00 CNY A",
    ]);
  });
  test("one row alone, and one that speaks against the others, are asked about", async () => {
    assert.deepEqual(await meaning(typed("A", ["DEBIT 25.00 2026-03-01 SHOP"])), [
      "expense 2026-03-01 25.00 CNY A | sign",
    ]);
    const rows = ["DEBIT -25.00 2026-03-01 SHOP", "DEBIT 5.00 2026-03-02 SHOP"];
    assert.deepEqual(await meaning(typed("A", rows)), [
      "expense 2026-03-01 25.00 CNY A",
      "income 2026-03-02 5.00 CNY A | sign",
    ]);
  });
  test("a blank where the decimal mark should stand is asked about, a mark of thousands too", async () => {
    const rows = (amount: string) => statement(row(amount), SGML);
    const [blank] = (await readText(rows("-123 45"))).lines;
    assert.deepEqual([blank?.amount, codes(blank)], [12345, ["bad-amount"]]);
    const [none] = (await readText(rows("-12 3456"))).lines;
    assert.deepEqual([none?.kind, codes(none)], ["skip", ["bad-amount"]]);
    const [open] = (await readText(rows("-3.000"))).lines;
    assert.deepEqual([open?.amount, codes(open)], [300, ["amount-mark"]]);
  });
});

describe("unusual OFX", () => {
  test("a broker's cash rows and dividends are money, its securities are not", async () => {
    const cash = `<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260112<TRNAMT>10.00<FITID>1<NAME>Funds</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>`;
    const dividend = `<INCOME><INVTRAN><FITID>2<DTTRADE>20260113</INVTRAN><INCOMETYPE>DIV<TOTAL>2.50</INCOME>`;
    const bought = `<BUYMF><INVBUY><INVTRAN><FITID>3<DTTRADE>20260114</INVTRAN><UNITS>1<TOTAL>-5.00</INVBUY></BUYMF>`;
    const text = `<INVSTMTRS><CURDEF>CNY<INVACCTFROM><BROKERID>b<ACCTID>99Z</INVACCTFROM><INVTRANLIST><DTSTART>20260101<DTEND>20260131${cash}${dividend}${bought}</INVTRANLIST></INVSTMTRS>`;
    const bill = await readText(file(text));
    assert.deepEqual(bill.lines.map(brief), [
      "income 2026-01-12 10.00 CNY 99Z",
      "income 2026-01-13 2.50 CNY 99Z",
      "skip 2026-01-14 5.00 CNY 99Z",
    ]);
    assert.match(zh(bill.lines[2]?.reason), /证券/);
    assert.deepEqual(bill.period, { from: "2026-01-01", to: "2026-01-31" });
  });

  test("without an account block, and without a statement around the list", async () => {
    const rows = row("-1.00") + row("-2.00");
    for (const text of [
      `<STMTRS><CURDEF>CNY<BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS>`,
      `<BANKTRANLIST>${rows}</BANKTRANLIST>`,
    ]) {
      const { lines } = await readText(file(text));
      assert.deepEqual(
        lines.map(({ kind, amount, account }) => [kind, amount, account]),
        [
          ["expense", 100, ""],
          ["expense", 200, ""],
        ],
      );
    }
  });

  test("two accounts of one number, or of none, are two accounts", async () => {
    const block = (type: string, amount: string) =>
      `<STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>77<ACCTTYPE>${type}</BANKACCTFROM><BANKTRANLIST>${row(amount)}</BANKTRANLIST></STMTRS>`;
    const named = await readText(file(block("CHECKING", "-1"), block("SAVINGS", "2")));
    assert.deepEqual(
      named.lines.map(({ account }) => account),
      ["77 CHECKING", "77 SAVINGS"],
    );
    const list = `<STMTRS><CURDEF>CNY<BANKTRANLIST>${row("-1")}</BANKTRANLIST></STMTRS>`;
    const unnamed = await readText(file(list, list));
    assert.deepEqual(
      unnamed.lines.map(({ account }) => account),
      ["#1", "#2"],
    );
  });

  test("pending rows and holds are listed and not booked, corrections are asked about", async () => {
    const pending =
      "<BANKTRANLISTP><DTASOF>20260301<STMTTRNP><TRNTYPE>POS<DTTRAN>20260302<TRNAMT>-7.00<NAME>CAFE</STMTTRNP></BANKTRANLISTP>";
    const rows =
      row("-5.00").replace("OTHER", "HOLD") +
      row("-6.00", "20260301", "<FITID>2<CORRECTFITID>1<CORRECTACTION>REPLACE");
    const text = statement(rows, SGML).replace("</STMTRS>", `${pending}</STMTRS>`);
    const { lines } = await readText(text);
    assert.deepEqual(
      lines.map((line) => [line.kind, line.amount, ...codes(line)]),
      [
        ["skip", 500],
        ["expense", 600, "correction"],
        ["skip", 700],
      ],
    );
    assert.equal(zh(lines[2]?.reason), "尚未入账");
  });
});
