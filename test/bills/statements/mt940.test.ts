/** MT940 and MT942: signs, days and the German narrative. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingDay } from "../../../src/bills/statements/mt-movement.ts";
import { brief, codes, readText, zh } from "../reading.ts";

function statement(...fields: string[]): string {
  return [":20:X", ":25:DE01/123", ":28C:1/1", ":60F:C250101CNY100,00", ...fields, "-"].join(
    "\r\n",
  );
}

describe("MT940", () => {
  test("C60 a reversed credit is money out, a reversed debit money in", async () => {
    const bill = await readText(
      statement(":61:2501050105RC204,88NRTINONREF", ":61:2501050105RDR1,00NTRFNONREF"),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2025-01-05 204.88 CNY DE01/123",
      "refund 2025-01-05 1.00 CNY DE01/123",
    ]);
  });

  test("the letter after the mark is the currency's third, and a comma may end the amount", async () => {
    const bill = await readText(statement(":61:2501050105CR300,NTRFNONREF", ":61:250106D9,NTRFX"));
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["income", 30000],
        ["expense", 900],
      ],
    );
  });

  const days: [name: string, value: string, entry: string | undefined, day: string][] = [
    ["C61 an entry at the end of the year before", "210101", "1230", "2020-12-30"],
    ["C61 an entry at the beginning of the year after", "141231", "0105", "2015-01-05"],
    ["C62 the entry date counts, not the value date", "210301", "0412", "2021-04-12"],
    ["no entry date", "210301", undefined, "2021-03-01"],
    ["the 30th of February is the last day", "160230", undefined, "2016-02-29"],
    ["a leap day of the right year", "160301", "0229", "2016-02-29"],
  ];
  for (const [name, value, entry, day] of days) {
    test(name, () => assert.equal(bookingDay(value, entry), day));
  }

  test("the narrative's parts join without a blank; names and SEPA marks are told apart", async () => {
    const bill = await readText(
      statement(
        ":61:2501050105DR5,00NTRFNONREF//BANK1",
        ":86:166?00GUTSCHRIFT?20EREF+E-77?21SVWZ+Rech",
        "nung 1?22234?32Muster GmbH & C?33o KG",
      ),
    );
    const [line] = bill.lines;
    assert.equal(line?.counterparty, "Muster GmbH & Co KG");
    assert.equal(line?.description, "Rechnung 1234");
    assert.equal(line?.externalId, "BANK1");
    assert.deepEqual(line?.linkIds, ["E-77"]);
  });

  test("balances that do not add up are a notice, never a refusal", async () => {
    const bill = await readText(statement(":61:250105D1,NTRFX", ":62F:C250105CNY50,00"));
    assert.equal(bill.lines.length, 1);
    assert.match(zh(bill.notices[0]), /对不上|不等于/);
    assert.deepEqual(bill.accounts, [
      { name: "DE01/123", currency: "CNY", opening: 10000, closing: 5000 },
    ]);
  });

  test("pages of one statement carry their intermediate balances", async () => {
    const bill = await readText(
      statement(":61:250105D1,NTRFX", ":62M:C250105CNY99,00") +
        "\r\n:20:X\r\n:25:DE01/123\r\n:60M:C250105CNY99,00\r\n:61:250106D9,NTRFY\r\n:62F:C250106CNY90,00\r\n-",
    );
    assert.equal(bill.lines.length, 2);
    assert.deepEqual(bill.notices, []);
    assert.equal(bill.accounts?.[0]?.closing, 9000);
  });
});

describe("amounts in MT940 that are not as they should be", () => {
  const read = async (closing: string, ...fields: string[]) => {
    const end = closing === "" ? [] : [`:62F:C250131CNY${closing}`];
    const { lines, notices } = await readText(statement(...fields, ...end));
    return [...lines.map((line) => [brief(line), ...codes(line)].join(" | ")), notices.length];
  };
  const NEGATIVE = ":61:250115D-4,12NTRFX";
  const at = "CNY DE01/123";

  test("a negative debit is what the balances prove", async () => {
    assert.deepEqual(await read("104,12", NEGATIVE), [`income 2025-01-15 4.12 ${at}`, 0]);
    assert.deepEqual(await read("95,88", NEGATIVE), [`expense 2025-01-15 4.12 ${at}`, 0]);
  });

  test("a negative debit is asked about where no balance proves it", async () => {
    const asked = `income 2025-01-15 4.12 ${at} | sign`;
    assert.deepEqual(await read("", NEGATIVE), [asked, 0]);
    assert.deepEqual(await read("50,00", NEGATIVE), [asked, 1]);
  });

  const BAD = [":61:250115C123 45NTRFX", ":61:250116C12.45NTRFY"];
  test("a point or a blank for the comma is asked about, or proved by the balance", async () => {
    const lines = [`income 2025-01-15 123.45 ${at}`, `income 2025-01-16 12.45 ${at}`];
    assert.deepEqual(await read("235,90", ...BAD), [...lines, 0]);
    assert.deepEqual(await read("", ...BAD), [...lines.map((line) => `${line} | bad-amount`), 0]);
    assert.deepEqual(await read("", ":61:250115C12345NTRFX"), [
      `income 2025-01-15 12345.00 ${at} | bad-amount`,
      0,
    ]);
    assert.deepEqual(await read("", ":61:250115C1,2,3NTRFX"), [
      `skip 2025-01-15 0.00 ${at} | bad-amount`,
      0,
    ]);
  });

  test("a blank entry date is none", async () => {
    assert.deepEqual(await read("", ":61:250115    D4,12NTRFX"), [
      `expense 2025-01-15 4.12 ${at}`,
      0,
    ]);
    assert.deepEqual(await read("", ":61:2501150000D4,12NTRFX"), [
      `expense 2025-01-15 4.12 ${at}`,
      0,
    ]);
  });
});

describe("MT940 of cards and of several accounts", () => {
  const page = (account: string, ...fields: string[]) =>
    [":20:X", `:25:${account}`, ":28C:1/1", ":60F:C250101CNY100,00", ...fields, "-"].join("\r\n");
  const meaning = async (...pages: string[]) =>
    (await readText(pages.join("\r\n"))).lines.map((line) =>
      [brief(line), ...codes(line)].join(" | "),
    );

  test("money into a card is a repayment, a refund, or asked about", async () => {
    const rows = [
      ":61:250105D30,00NMSCX\r\n:86:SHOE SHOP",
      ":61:250110C500,00NMSCX\r\n:86:PAYMENT RECEIVED",
      ":61:250111C30,00NMSCX\r\n:86:SHOE SHOP",
      ":61:250112C7,00NMSCX\r\n:86:ACME",
    ];
    assert.deepEqual(await meaning(page("VISA 4321", ...rows)), [
      "expense 2025-01-05 30.00 CNY VISA 4321",
      "transfer 2025-01-10 500.00 CNY  > VISA 4321 | no-account",
      "refund 2025-01-11 30.00 CNY VISA 4321",
      "refund 2025-01-12 7.00 CNY VISA 4321 | card-credit",
    ]);
  });

  test("both sides of a transfer between two accounts of the file are one", async () => {
    const from = page("A", ":61:250105D30,00NTRFX\r\n:86:TRANSFER TO B");
    const to = page("B", ":61:250105C30,00NTRFY\r\n:86:TRANSFER FROM A");
    assert.deepEqual(await meaning(from, to), [
      "transfer 2025-01-05 30.00 CNY A > B",
      "skip 2025-01-05 30.00 CNY B",
    ]);
  });
});
