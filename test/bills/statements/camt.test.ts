/** CAMT: signs, batches, charges, reversals. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brief, codes, readText, zh } from "../reading.ts";

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';

function balance(kind: string, amount: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
}

function document(content: string, prolog = PROLOG): string {
  return `${prolog}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NL01</IBAN></Id><Ccy>CNY</Ccy></Acct>${content}</Stmt></BkToCstmrStmt></Document>`;
}

function entry(amount: string, sign: string, more = ""): string {
  return `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>${more}</Ntry>`;
}

function details(...parts: string[]): string {
  return `<NtryDtls>${parts.map((part) => `<TxDtls>${part}</TxDtls>`).join("")}</NtryDtls>`;
}

describe("direction in CAMT", () => {
  test("C49 credits are income and debits expense", async () => {
    const bill = await readText(document(entry("10", "CRDT") + entry("4", "DBIT")));
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["income", "expense"],
    );
  });

  const reversal = entry("10", "DBIT", "<RvslInd>true</RvslInd>");
  test("C55 a reversal keeps its direction when the balances prove it", async () => {
    const bill = await readText(
      document(balance("OPBD", "100") + balance("CLBD", "90") + reversal),
    );
    assert.equal(bill.lines[0]?.kind, "expense");
    assert.deepEqual(codes(bill.lines[0]), []);
  });

  test("C55 a reversal is turned round when the balances prove the opposite", async () => {
    const bill = await readText(
      document(balance("OPBD", "100") + balance("CLBD", "110") + reversal),
    );
    assert.equal(bill.lines[0]?.kind, "refund");
    assert.deepEqual(codes(bill.lines[0]), []);
  });

  test("C55 without balances it is kept as written and asked about", async () => {
    const bill = await readText(document(reversal));
    assert.equal(bill.lines[0]?.kind, "expense");
    assert.deepEqual(codes(bill.lines[0]), ["reversal"]);
  });

  test("pending entries are listed, not booked", async () => {
    const pending = entry("10", "CRDT").replace("<Cd>BOOK</Cd>", "PDNG");
    const bill = await readText(document(pending + entry("1", "CRDT")));
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["skip", "income"],
    );
  });
});

describe("entries that are not booked, and cards", () => {
  test("future and refused entries are listed with the reason, an unknown status asks", async () => {
    const withStatus = (status: string) => entry("10", "CRDT").replace("BOOK", status);
    const text = ["FUTR", "RJCT", "XYZ"].map(withStatus).join("");
    const { lines } = await readText(document(text));
    assert.deepEqual(
      lines.map((line) => [line.kind, zh(line.reason), ...codes(line)]),
      [
        ["skip", "尚未入账（FUTR）"],
        ["skip", "尚未入账（RJCT）"],
        ["income", "", "status"],
      ],
    );
  });

  test("money into a card is never an income unasked", async () => {
    const text = (name: string) => `<AddtlNtryInf>${name}</AddtlNtryInf>`;
    const rows = [
      entry("30", "DBIT", text("SHOE SHOP")),
      entry("500", "CRDT", text("PAYMENT RECEIVED")),
      entry("30", "CRDT", text("SHOE SHOP")),
      entry("7", "CRDT", text("ACME")),
    ].join("");
    const card = document(rows).replace("<Ccy>", "<Tp><Cd>CARD</Cd></Tp><Ccy>");
    const { lines } = await readText(card);
    assert.deepEqual(
      lines.map((line) => [brief(line), ...codes(line)].join(" | ")),
      [
        "expense 2026-01-05 30.00 CNY NL01",
        "transfer 2026-01-05 500.00 CNY  > NL01 | no-account",
        "refund 2026-01-05 30.00 CNY NL01",
        "refund 2026-01-05 7.00 CNY NL01 | card-credit",
      ],
    );
  });
});

describe("batches and charges in CAMT", () => {
  test("C54 a batch is its payments, each with its own amount", async () => {
    const parts = details('<Amt Ccy="CNY">329.56</Amt>', '<Amt Ccy="CNY">100.00</Amt>');
    const bill = await readText(document(entry("429.56", "CRDT", parts)));
    assert.deepEqual(
      bill.lines.map((line) => line.amount),
      [32956, 10000],
    );
  });

  test("C56 what the bank kept is a fee, where the file states it", async () => {
    const charges = (amount: string) =>
      `<Chrgs><Rcrd><Amt Ccy="CNY">${amount}</Amt></Rcrd></Chrgs>`;
    const differing = (more: string) =>
      entry(
        "1526",
        "DBIT",
        `<AcctSvcrRef>R1</AcctSvcrRef>${details(`<Amt Ccy="CNY">1500</Amt>${more}`)}`,
      );
    for (const unproved of ["", charges("25")]) {
      const asked = await readText(document(differing(unproved)));
      assert.deepEqual(
        asked.lines.map((line) => [line.kind, line.amount, ...codes(line)]),
        [["expense", 152600, "entry-details"]],
      );
    }
    const bill = await readText(document(differing(charges("26"))));
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount, line.externalId]),
      [
        ["expense", 150000, "R1"],
        ["fee", 2600, "R1#fee"],
      ],
    );
  });

  test("details that make more than the entry are asked about, unless charges say why", async () => {
    const parts = (more: string) => entry("95", "CRDT", details(`<Amt Ccy="CNY">100</Amt>${more}`));
    const asked = await readText(document(parts("")));
    assert.deepEqual(
      asked.lines.map((line) => [line.kind, line.amount, ...codes(line)]),
      [["income", 9500, "entry-details"]],
    );
    const charge = '<Chrgs><TtlChrgsAndTaxAmt Ccy="CNY">5</TtlChrgsAndTaxAmt></Chrgs>';
    const bill = await readText(document(parts(charge)));
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount, ...codes(line)]),
      [
        ["income", 10000],
        ["fee", 500],
      ],
    );
  });

  test("C53 the amount may stand in TxAmt or InstdAmt", async () => {
    for (const name of ["TxAmt", "InstdAmt"]) {
      const parts = details(
        `<AmtDtls><${name}><Amt Ccy="CNY">3</Amt></${name}></AmtDtls>`,
        `<AmtDtls><${name}><Amt Ccy="CNY">4</Amt></${name}></AmtDtls>`,
      );
      const bill = await readText(document(entry("7", "DBIT", parts)));
      assert.deepEqual(
        bill.lines.map((line) => line.amount),
        [300, 400],
        name,
      );
    }
  });

  test("C50 a foreign amount stands beside the booked one", async () => {
    const parts = details('<AmtDtls><InstdAmt><Amt Ccy="USD">10.00</Amt></InstdAmt></AmtDtls>');
    const bill = await readText(document(entry("72", "DBIT", parts)));
    assert.deepEqual(bill.lines.map(brief), ["expense 2026-01-05 72.00 CNY NL01"]);
    assert.equal(bill.lines[0]?.raw.ForeignAmount, "10.00 USD");
  });

  test("parts without amounts leave one line of the entry's amount", async () => {
    const bill = await readText(document(entry("9", "DBIT", details("<Refs/>", "<Refs/>"))));
    assert.deepEqual(
      bill.lines.map((line) => line.amount),
      [900],
    );
  });
});

describe("names and text in CAMT", () => {
  test("C51 without a counterparty the payee stays empty and the text is the entry's", async () => {
    const bill = await readText(document(entry("1", "DBIT", "<AddtlNtryInf>年费</AddtlNtryInf>")));
    assert.equal(bill.lines[0]?.counterparty, "");
    assert.equal(bill.lines[0]?.description, "年费");
  });

  test("the counterparty is the creditor of a debit and the debtor of a credit, in both versions", async () => {
    const parties =
      "<RltdPties><Dbtr><Nm>付款人</Nm></Dbtr><Cdtr><Pty><Nm>收款人</Nm></Pty></Cdtr></RltdPties>";
    const bill = await readText(
      document(entry("1", "DBIT", details(parties)) + entry("2", "CRDT", details(parties))),
    );
    assert.deepEqual(
      bill.lines.map((line) => line.counterparty),
      ["收款人", "付款人"],
    );
  });

  test("C47 the prolog's encoding is honoured", async () => {
    const text = document(
      entry("1", "DBIT", "<AddtlNtryInf>Gebühr für März</AddtlNtryInf>"),
      PROLOG.replace("UTF-8", "ISO-8859-1"),
    );
    const bill = await readText(Buffer.from(text, "latin1"));
    assert.equal(bill.lines[0]?.description, "Gebühr für März");
    assert.equal(bill.encoding, "iso-8859-1");
  });

  test("prefixed names are read as well", async () => {
    const text = document(entry("1", "DBIT")).replace(/<(\/?)(\w)/g, "<$1ns2:$2");
    const bill = await readText(text);
    assert.deepEqual(bill.lines.map(brief), ["expense 2026-01-05 1.00 CNY NL01"]);
  });

  test("C52 the same entry keeps the same id in every file that repeats it", async () => {
    const one = await readText(document(entry("1", "DBIT", "<AcctSvcrRef>A-1</AcctSvcrRef>")));
    const again = await readText(
      document(entry("2", "DBIT") + entry("1", "DBIT", "<AcctSvcrRef>A-1</AcctSvcrRef>")),
    );
    assert.equal(one.lines[0]?.externalId, "A-1");
    assert.equal(again.lines[1]?.externalId, "A-1");
  });
});
