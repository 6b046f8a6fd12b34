/** GnuCash's and HomeBank's exports as CSV. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { brief, codes, readText } from "../reading.ts";

const briefs = async (...rows: string[]) =>
  (await readText(`${rows.join("\n")}\n`)).lines.map((line) =>
    [brief(line), ...codes(line).map((code) => `?${code}`)].join(" "),
  );

describe("GnuCash", () => {
  const posted =
    "Date,Transaction ID,Description,Commodity/Currency,Void Reason,Full Account Name,Amount Num.";
  test("every posting in a row", async () => {
    const lines = await briefs(
      posted,
      "2026-03-01,t0,Opening,CURRENCY::CNY,,Assets:Checking,500.00",
      ",,,,,Equity:Opening Balances,-500.00",
      "2026-03-13,t1,Lunch,CURRENCY::CNY,,Assets:Checking,-12.50",
      "2026-03-13,t1,Lunch,CURRENCY::CNY,,Expenses:Food,12.50",
      "2026-03-14,t2,Voided,CURRENCY::CNY,oops,Assets:Checking,-9.00",
      ",,,,,Expenses:Food,9.00",
      "2026-03-16,t3,Split,CURRENCY::CNY,,Assets:Checking,-30.00",
      ",,,,,Expenses:Food,10.00",
      ",,,,,Liabilities:Card,20.00",
      "2026-03-17,t4,Refund,CURRENCY::CNY,,Liabilities:Card,5.00",
      ",,,,,Expenses:Food,-5.00",
      "2026-03-18,t5,What,CURRENCY::CNY,,Assets:Checking,-1.00",
      ",,,,,Orphan,1.00",
    );
    assert.deepEqual(lines, [
      "opening 2026-03-01 500.00 CNY Assets:Checking",
      "expense 2026-03-13 12.50 CNY Assets:Checking",
      "skip 2026-03-14 9.00 CNY Assets:Checking",
      "expense 2026-03-16 10.00 CNY Assets:Checking",
      "transfer 2026-03-16 20.00 CNY Assets:Checking > Liabilities:Card",
      "refund 2026-03-17 5.00 CNY Liabilities:Card",
      "expense 2026-03-18 1.00 CNY Assets:Checking ?account-type",
    ]);
  });
  test("one row a transaction, from each account", async () => {
    const lines = await briefs(
      "Date,Account Name,Description,Full Category Name,Amount Num.",
      "2026-03-01,Checking,Opening,Equity:Opening Balances,500.00",
      "2026-03-13,Checking,Lunch,Expenses:Food,-12.50",
      "2026-03-15,Checking,Move,Assets:Savings,-100.00",
      "2026-03-16,Checking,Refund,Expenses:Food,5.00",
      "2026-03-17,Checking,Split,-- Split Transaction --,-9.00",
      "2026-03-15,Savings,Move,Assets:Checking,100.00",
    );
    assert.deepEqual(lines, [
      "opening 2026-03-01 500.00 CNY Checking",
      "expense 2026-03-13 12.50 CNY Checking",
      "transfer 2026-03-15 100.00 CNY Checking > Savings",
      "refund 2026-03-16 5.00 CNY Checking",
      "expense 2026-03-17 9.00 CNY Checking ?account-type",
      "skip 2026-03-15 100.00 CNY Checking > Savings",
    ]);
  });
});

test("HomeBank's fifth way of payment is a transfer", async () => {
  const bytes = bytesOf(
    [
      "date;payment;info;payee;memo;amount;category;tags",
      "2026-03-13;4;;Shop;lunch;-12.50;Food:Lunch;",
      "2026-03-15;5;;;move;-100.00;;",
      "",
    ].join("\n"),
  );
  const tables = (await refusal(bytes))?.details.tables as TablePreview[];
  const [bill] = await readBill(bytes, { mapping: tables.map(({ mapping }) => mapping) });
  assert.deepEqual(bill?.lines.map(brief), [
    "expense 2026-03-13 12.50 CNY",
    "transfer 2026-03-15 100.00 CNY  > ",
  ]);
  assert.deepEqual(codes(bill?.lines[1]), ["no-account"]);
});

describe("hledger and Ledger", () => {
  const wanted = [
    "opening 2026-03-01 500.00 CNY Assets:Bank",
    "expense 2026-03-05 35.50 CNY Assets:Cash",
    "expense 2026-03-05 35.50 CNY Assets:Cash",
    "income 2026-03-08 5000.00 CNY Assets:Bank",
    "transfer 2026-03-09 200.00 CNY Assets:Bank > Assets:Cash",
  ];
  const postings: [day: string, payee: string, account: string, amount: string][] = [
    ["01", "Start", "Assets:Bank", "500"],
    ["01", "Start", "Equity:Opening Balances", "-500"],
    ["05", "Lunch", "Expenses:Food", "35.5"],
    ["05", "Lunch", "Assets:Cash", "-35.5"],
    ["05", "Lunch", "Expenses:Food", "35.5"],
    ["05", "Lunch", "Assets:Cash", "-35.5"],
    ["08", "Salary", "Assets:Bank", "5000"],
    ["08", "Salary", "Income:Salary", "-5000"],
    ["09", "Move", "Assets:Cash", "200"],
    ["09", "Move", "Assets:Bank", "-200"],
  ];
  const number = (at: number) => Math.floor(at / 2) + 1;
  test("hledger's print and register: a posting in a row is no record of its own", async () => {
    const print = postings.map(
      ([day, payee, account, amount], at) =>
        `"${number(at)}","2026-03-${day}","","","","${payee}","","${account}","${amount}","CNY","","","",""`,
    );
    const head =
      "txnidx,date,date2,status,code,description,comment,account,amount,commodity,credit,debit,posting-status,posting-comment";
    assert.deepEqual(await briefs(head, ...print), wanted);
    const register = postings.map(
      ([day, payee, account, amount], at) =>
        `"${number(at)}","2026-03-${day}","","${payee}","${account}","CNY ${amount}","0"`,
    );
    assert.deepEqual(
      await briefs("txnidx,date,code,description,account,amount,total", ...register),
      wanted,
    );
  });
  test("Ledger's csv, which has no header", async () => {
    const rows = postings.map(
      ([day, payee, account, amount]) =>
        `"2026/03/${day}","","${payee}","${account}","CNY","${amount}","",""`,
    );
    assert.deepEqual(await briefs(...rows), wanted);
    const [pending, foreign] = await briefs(
      '"2026/03/05","","Lunch","Expenses:Food","CNY","35.5","!",""',
      '"2026/03/05","","Lunch","Assets:Cash","CNY","-35.5","!",""',
      '"2026/03/06","","Book","Expenses:Books","$","10","",""',
      '"2026/03/06","","Book","Assets:Cash","$","-10","",""',
    );
    assert.equal(pending, "expense 2026-03-05 35.50 CNY Assets:Cash ?flagged");
    assert.equal(foreign, "expense 2026-03-06 10.00 USD Assets:Cash ?currency");
  });
  test("in a table that nobody knows, the side of the category is asked about", async () => {
    const bytes = bytesOf(
      "日期,账户,金额,备注\n2026-03-05,支出:餐饮,35.50,午饭\n2026-03-05,资产:现金,-35.50,午饭\n",
    );
    const { details } = (await refusal(bytes)) as NonNullable<Awaited<ReturnType<typeof refusal>>>;
    const [table] = details.tables as TablePreview[];
    const [bill] = await readBill(bytes, { mapping: (table as TablePreview).mapping });
    assert.deepEqual(
      bill?.lines.map((line) => [line.account, ...codes(line)]),
      [["支出:餐饮", "account-type"], ["资产:现金"]],
    );
  });
});
