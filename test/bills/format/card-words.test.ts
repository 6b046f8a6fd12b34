/** Money into a card: what its words say, and which purchase it gives back. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BillLine } from "../../../src/bills/bill/line.ts";
import {
  cardCreditOf,
  looksLikeCard,
  repaidAccount,
  settleCardCredits,
} from "../../../src/bills/format/card-words.ts";
import { newLine } from "../../../src/bills/format/format.ts";
import { fen } from "../../../src/ledger/money.ts";
import { brief, codes } from "../reading.ts";

describe("the words of money into a card", () => {
  const REPAID = [
    "还款",
    "手机银行还款",
    "信用卡還款",
    "PAYMENT RECEIVED",
    "PAYMENT - THANK YOU",
    "Payment Thank You-Mobile",
    "AUTOPAY 240312",
    "AUTO PYMT",
    "CAPITAL ONE AUTOPAY PYMT",
    "ONLINE PAYMENT",
    "Payment",
    "INTERNET PAYMENT 0012345",
    "TRANSFER FROM BANK",
    "银联入账",
  ];
  for (const text of REPAID) {
    test(`${text}: a repayment`, () => assert.equal(cardCreditOf([text]), "repayment"));
  }
  const BACK = ["退款", "退货 美团", "SHOE SHOP REFUND", "returned", "现金奖励", "CASHBACK BONUS"];
  for (const text of BACK) {
    test(`${text}: given back`, () => assert.equal(cardCreditOf([text]), "refund"));
  }
  const UNCLEAR = [
    "SHOE SHOP",
    "CREDIT",
    "某某公司",
    "PAYMENTECH LLC",
    "REFUND OF REPAYMENT",
    "还款退回",
  ];
  for (const text of UNCLEAR) {
    test(`${text}: not said`, () => assert.equal(cardCreditOf([text]), undefined));
  }
  test("the format's own type speaks where the words do not, and not against them", () => {
    assert.equal(cardCreditOf(["ACME"], "repayment"), "repayment");
    assert.equal(cardCreditOf(["SHOE SHOP REFUND"], "repayment"), undefined);
  });
});

describe("rows of an account that nothing else tells", () => {
  const into = (text: string) => ({ into: true, text });
  const out = (text: string) => ({ into: false, text });
  test("repayments come into a card only", () => {
    assert.equal(looksLikeCard([out("COFFEE"), into("PAYMENT - THANK YOU")]), true);
    assert.equal(looksLikeCard([out("便利店"), into("手机银行还款")]), true);
    assert.equal(looksLikeCard([out("信用卡还款"), into("信用卡还款退回")]), false);
    assert.equal(looksLikeCard([out("便利店"), into("工资")]), false);
    assert.equal(looksLikeCard([into("小明还款")]), false);
  });
});

describe("the card that the paying account names", () => {
  const named: [string, string][] = [
    ["信用卡还款 招商银行信用卡(1234)", "招商银行信用卡(1234)"],
    ["CREDIT CARD REPAYMENT 4321", "信用卡(4321)"],
    ["信用卡还款 尾号4321", "信用卡(4321)"],
    ["信用卡还款 6225********4321", "信用卡(4321)"],
    ["信用卡还款 6225123456784321", "信用卡(4321)"],
    ["信用卡还款", ""],
    ["还款 4321", ""],
    ["信用卡还款 1,234.50", ""],
    ["信用卡还款 2026-03-10", ""],
  ];
  for (const [text, card] of named) test(text, () => assert.equal(repaidAccount(text), card));
});

describe("lines of a card", () => {
  let number = 0;
  function line(time: string, signed: number, counterparty: string): BillLine {
    number += 1;
    return {
      ...newLine({ line: number, raw: {} }),
      kind: signed < 0 ? "expense" : "income",
      time,
      amount: fen(Math.abs(signed)),
      account: "card",
      counterparty,
    };
  }
  function settled(...lines: BillLine[]): BillLine[] {
    settleCardCredits(lines, { isCredit: ({ kind }) => kind === "income" });
    return lines;
  }

  test("a repayment asks where the money came from", () => {
    const [paid] = settled(line("2026-03-10", 50000, "PAYMENT RECEIVED"));
    assert.equal(brief(paid as BillLine), "transfer 2026-03-10 500.00 CNY  > card");
    assert.deepEqual(codes(paid), ["no-account"]);
  });

  test("an earlier purchase at that shop makes it a refund, whatever the order of the rows", () => {
    const lines = settled(
      line("2026-03-21", 6000, "Shoe Shop #12"),
      line("2026-03-14", -1800, "Coffee"),
      line("2026-03-13", -6000, "SHOE SHOP"),
    );
    assert.deepEqual([lines[0]?.kind, lines[0]?.refundOf, codes(lines[0])], ["refund", 2, []]);
  });

  test("nothing is given back twice, before it was bought, or beyond what was paid", () => {
    const lines = settled(
      line("2026-03-01", 6000, "Shoe Shop"),
      line("2026-03-13", -6000, "Shoe Shop"),
      line("2026-03-14", 6000, "Shoe Shop"),
      line("2026-03-15", 6000, "Shoe Shop"),
      line("2026-03-16", 1, "Shoe Shop"),
    );
    assert.deepEqual(
      lines.map((one) => codes(one)),
      [["card-credit"], [], [], ["card-credit"], ["card-credit"]],
    );
  });

  test("what says nothing is asked about and never an income", () => {
    const lines = settled(
      line("2026-03-13", -6000, "支付宝"),
      line("2026-03-14", 6000, "支付宝"),
      line("2026-03-15", 184000, "ACME"),
    );
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ["expense", "refund", "refund"],
    );
    assert.deepEqual([codes(lines[1]), codes(lines[2])], [["card-credit"], ["card-credit"]]);
  });

  test("what the words give back needs no purchase", () => {
    const [back] = settled(line("2026-03-14", 3000, "书店退货"));
    assert.deepEqual([back?.kind, codes(back)], ["refund", []]);
  });
});
