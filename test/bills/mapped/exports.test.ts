/** Exports of banks abroad whose columns prove everything: right with nothing asked (issue 12, kind 13). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** Rows after the public layouts; all data are invented. */
const EXPORTS: { name: string; text: string; lines: string[] }[] = [
  {
    name: "Revolut",
    text: [
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "CARD_PAYMENT,Current,2026-01-03 10:11:12,2026-01-04 09:00:00,Corner Shop,-12.50,0.00,CNY,COMPLETED,87.50",
      "TOPUP,Current,2026-01-05 10:00:00,2026-01-05 10:00:05,Top-Up by *1234,100.00,0.00,CNY,COMPLETED,187.50",
      "TRANSFER,Current,2026-01-06 10:00:00,2026-01-06 10:00:05,To Somebody,-20.00,0.50,CNY,COMPLETED,167.00",
      "CARD_PAYMENT,Current,2026-01-07 10:00:00,,Hotel,-50.00,0.00,CNY,REVERTED,",
      "CARD_PAYMENT,Current,2026-01-08 10:00:00,,Cafe,-5.00,0.00,CNY,PENDING,",
    ].join("\n"),
    lines: [
      "expense 2026-01-03 10:11:12 12.50 CNY",
      "income 2026-01-05 10:00:00 100.00 CNY",
      "expense 2026-01-06 10:00:00 20.00 CNY",
      "skip 2026-01-07 10:00:00 50.00 CNY",
      "expense 2026-01-08 10:00:00 5.00 CNY ?status",
      "fee 2026-01-06 10:00:00 0.50 CNY",
    ],
  },
  {
    name: "Wise",
    text: [
      '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"',
      'CARD-1,05-01-2026,-10.00,CNY,"Card transaction of 10.00 CNY issued by Shop",,90.00,,,,,,,Shop,1234,Me,,,0.00',
      'TRANSFER-2,04-01-2026,100.00,CNY,"Received money from Boss",pay,100.00,,,,Boss,,,,,,,,0.00',
      'CARD-0,13-12-2025,-3.50,CNY,"Card transaction of 3.00 CNY",,0.00,,,,,,,Bar,1234,Me,,,0.50',
    ].join("\n"),
    lines: [
      "expense 2026-01-05 10.00 CNY",
      "income 2026-01-04 100.00 CNY",
      "expense 2025-12-13 3.50 CNY",
    ],
  },
  {
    name: "N26",
    text: [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2026-01-03,2026-01-03,"REWE","","Presentment","","Main Account",-12.34,12.34,EUR,1',
      '2026-01-04,2026-01-04,"Arbeitgeber","DE12","Credit Transfer","Gehalt","Main Account",2000.00,,,',
    ].join("\n"),
    lines: [
      "expense 2026-01-03 12.34 EUR Main Account",
      "income 2026-01-04 2000.00 EUR Main Account",
    ],
  },
  {
    name: "Monzo",
    text: [
      "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In",
      "tx_1,03/01/2026,09:12:00,Card payment,Corner Cafe,,Eating out,-9.99,GBP,-9.99,GBP,,,,CORNER CAFE,,-9.99,",
      "tx_2,15/01/2026,01:00:00,Faster payment,Employer,,Income,999.00,GBP,999.00,GBP,,,,PAY,,,999.00",
      "tx_3,16/01/2026,01:00:00,Pot transfer,Savings Pot,,Transfers,-50.00,GBP,-50.00,GBP,,,,pot_0001,,-50.00,",
    ].join("\n"),
    lines: [
      "expense 2026-01-03 09:12:00 9.99 GBP",
      "income 2026-01-15 01:00:00 999.00 GBP",
      "transfer 2026-01-16 01:00:00 50.00 GBP  >  ?no-account",
    ],
  },
  {
    name: "CommBank",
    text: [
      '15/01/2026,"-45.10","WOOLWORTHS SYDNEY","+954.90"',
      '04/01/2026,"+1000.00","Salary ACME","+1000.00"',
      '03/01/2026,"-5.00","Coffee","+0.00"',
    ].join("\n"),
    lines: [
      "expense 2026-01-15 45.10 CNY",
      "income 2026-01-04 1000.00 CNY",
      "expense 2026-01-03 5.00 CNY",
    ],
  },
  {
    name: "Wells Fargo",
    text: [
      '"01/15/2026","-45.10","*","","PURCHASE AUTHORIZED ON 01/14 SHOP"',
      '"01/14/2026","1200.00","*","","PAYROLL ACME"',
      '"01/05/2026","-9.99","*","101","CHECK"',
    ].join("\n"),
    lines: [
      "expense 2026-01-15 45.10 CNY",
      "income 2026-01-14 1200.00 CNY",
      "expense 2026-01-05 9.99 CNY",
    ],
  },
  {
    name: "PayPal",
    text: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Reference Txn ID","Balance"',
      '"15/01/2026","10:00:00","PST","Buyer","General Payment","Completed","CNY","1,100.00","-3.00","1,097.00","a@b","c@d","T1","","1,097.00"',
      '"16/01/2026","11:00:00","PST","Shop","Express Checkout Payment","Completed","CNY","-100.00","0.00","-100.00","c@d","s@t","T2","","997.00"',
      '"17/01/2026","12:00:00","PST","Hotel","General Authorization","Pending","CNY","-50.00","0.00","-50.00","c@d","h@t","T5","","997.00"',
      '"18/01/2026","12:00:00","PST","","General Withdrawal","Completed","CNY","-500.00","0.00","-500.00","c@d","","T6","","497.00"',
    ].join("\n"),
    lines: [
      "income 2026-01-15 10:00:00 1097.00 CNY",
      "expense 2026-01-16 11:00:00 100.00 CNY",
      "expense 2026-01-17 12:00:00 50.00 CNY ?status",
      "transfer 2026-01-18 12:00:00 500.00 CNY  >  ?no-account",
    ],
  },
  {
    name: "PayPal: a purchase and its conversion are one, a conversion alone asks",
    text: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Balance"',
      '"16/01/2026","11:00:00","PST","Shop US","Express Checkout Payment","Completed","USD","-100.00","0.00","-100.00","T2","","-100.00"',
      '"16/01/2026","11:00:00","PST","","General Currency Conversion","Completed","USD","100.00","0.00","100.00","T3","T2","0.00"',
      '"16/01/2026","11:00:00","PST","","General Currency Conversion","Completed","CNY","-720.00","0.00","-720.00","T4","T2","280.00"',
      '"18/01/2026","11:00:00","PST","","General Currency Conversion","Completed","USD","-10.00","0.00","-10.00","T5","T9","0.00"',
      '"18/01/2026","11:00:00","PST","","General Currency Conversion","Completed","CNY","71.00","0.00","71.00","T6","T9","351.00"',
    ].join("\n"),
    lines: [
      "expense 2026-01-16 11:00:00 720.00 CNY",
      "skip 2026-01-16 11:00:00 100.00 USD  > ",
      "skip 2026-01-16 11:00:00 720.00 CNY  > ",
      "transfer 2026-01-18 11:00:00 10.00 USD  >  ?no-account",
      "transfer 2026-01-18 11:00:00 71.00 CNY  >  ?no-account",
    ],
  },
];

test("a transfer without names keeps which side is the table's own", async () => {
  const text =
    "Date,Type,Name,Amount\n2026-01-03,Pot transfer,Pot,-50.00\n2026-01-04,Pot transfer,Pot,20.00\n2026-01-05,Card payment,Bar,-9.00";
  const [table] = (await refusal(bytesOf(text))).details.tables as TablePreview[];
  const [bill] = await readBill(bytesOf(text), { mapping: table!.mapping });
  assert.deepEqual(
    bill?.lines.map(({ kind, own }) => [kind, own?.direction]),
    [
      ["transfer", "out"],
      ["transfer", "in"],
      ["expense", "out"],
    ],
  );
});

describe("exports that are right with no hint", () => {
  for (const { name, text, lines } of EXPORTS) {
    test(name, async () => {
      const error = await refusal(bytesOf(text));
      const [table] = error.details.tables as TablePreview[];
      assert.deepEqual(table?.questions, []);
      const [bill] = await readBill(bytesOf(text), { mapping: table!.mapping });
      const read = bill?.lines.map((line) => [brief(line), ...codes(line)].join(" ?"));
      assert.deepEqual(read, lines);
    });
  }
});
