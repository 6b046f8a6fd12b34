/** GnuCash: exact fractions, what is no transaction, and gzip. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { brief, codes, readText } from "../reading.ts";

const TYPES = { bank: "BANK", card: "CREDIT", food: "EXPENSE", pay: "INCOME", start: "EQUITY" };
const NAMES = { bank: "招商银行", card: "信用卡", food: "餐饮", pay: "工资", start: "期初" };

function account(id: keyof typeof TYPES): string {
  return `<gnc:account version="2.0.0"><act:name>${NAMES[id]}</act:name><act:id>${id}</act:id><act:type>${TYPES[id]}</act:type><act:parent>root</act:parent></gnc:account>`;
}

function transaction(day: string, splits: [account: string, value: string][]): string {
  const parts = splits.map(
    ([id, value]) =>
      `<trn:split><split:value>${value}</split:value><split:quantity>${value}</split:quantity><split:account>${id}</split:account></trn:split>`,
  );
  return `<gnc:transaction version="2.0.0"><trn:id>${day}</trn:id><trn:currency><cmdty:id>CNY</cmdty:id></trn:currency><trn:date-posted><ts:date>${day} 00:00:00 +0800</ts:date></trn:date-posted><trn:description>示例</trn:description><trn:splits>${parts.join("")}</trn:splits></gnc:transaction>`;
}

function book(content: string): string {
  const accounts = (Object.keys(TYPES) as (keyof typeof TYPES)[]).map(account).join("");
  const root =
    "<gnc:account><act:name>Root</act:name><act:id>root</act:id><act:type>ROOT</act:type></gnc:account>";
  return `<?xml version="1.0" encoding="utf-8"?><gnc-v2><gnc:book>${root}${accounts}${content}</gnc:book></gnc-v2>`;
}

describe("GnuCash", () => {
  test("transfers, income, opening balance and splits", async () => {
    const bill = await readText(
      book(
        transaction("2026-01-01", [
          ["bank", "100000/100"],
          ["start", "-100000/100"],
        ]) +
          transaction("2026-01-02", [
            ["bank", "800000/100"],
            ["pay", "-800000/100"],
          ]) +
          transaction("2026-01-03", [
            ["bank", "-30000/100"],
            ["card", "30000/100"],
          ]) +
          transaction("2026-01-04", [
            ["food", "1250/100"],
            ["food", "10/3"],
            ["card", "-4750/300"],
          ]),
      ),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "opening 2026-01-01 1000.00 CNY 招商银行",
      "income 2026-01-02 8000.00 CNY 招商银行",
      "transfer 2026-01-03 300.00 CNY 招商银行 > 信用卡",
      "expense 2026-01-04 12.50 CNY 信用卡",
      "expense 2026-01-04 3.33 CNY 信用卡",
    ]);
    assert.deepEqual(codes(bill.lines[4]), ["inexact-amount"]);
    assert.equal(bill.accounts?.[0]?.opening, 100000);
    assert.equal(bill.accounts?.[0]?.closing, 870000);
  });

  test("C66 budgets, schedules and templates do not stop the import", async () => {
    const other =
      "<gnc:budget><bgt:id>b</bgt:id></gnc:budget><gnc:schedxaction/>" +
      `<gnc:template-transactions>${transaction("2026-02-01", [
        ["bank", "1/1"],
        ["food", "-1/1"],
      ])}</gnc:template-transactions>`;
    const bill = await readText(
      book(
        other +
          transaction("2026-01-02", [
            ["food", "1/1"],
            ["bank", "-1/1"],
          ]),
      ),
    );
    assert.deepEqual(bill.lines.map(brief), ["expense 2026-01-02 1.00 CNY 招商银行"]);
    assert.equal(bill.notices.length, 3);
  });

  test("a gzipped book is opened", async () => {
    const bill = await readText(
      gzipSync(
        book(
          transaction("2026-01-02", [
            ["food", "1/1"],
            ["bank", "-1/1"],
          ]),
        ),
      ),
    );
    assert.equal(bill.format, "gnucash");
    assert.equal(bill.lines.length, 1);
  });

  test("a split of an unknown account is asked about, the rest is read", async () => {
    const bill = await readText(
      book(
        transaction("2026-01-02", [
          ["nowhere", "1/1"],
          ["bank", "-1/1"],
        ]) +
          transaction("2026-01-03", [
            ["food", "1/0"],
            ["bank", "-1/1"],
          ]) +
          transaction("2026-01-04", [
            ["food", "1/1"],
            ["bank", "-1/1"],
          ]),
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [["bad-amount"], ["bad-amount"], []],
    );
  });
});
