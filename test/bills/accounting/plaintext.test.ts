/** Beancount, hledger and ledger. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBeancountNumber } from "../../../src/bills/values/expression.ts";
import { toFen } from "../../../src/ledger/arithmetic.ts";
import { yuanFixed } from "../../../src/ledger/money.ts";
import { brief, codes, readText, zh } from "../reading.ts";

const OPEN = "2026-01-01 open Assets:现金 CNY\n2026-01-01 open Assets:银行 CNY\n";

describe("Beancount", () => {
  test("pad and balance give the opening balance", async () => {
    const bill = await readText(
      `${OPEN}2026-01-01 pad Assets:现金 Equity:期初\n2026-01-01 * "早于断言"\n  Assets:现金 -5 CNY\n  Expenses:餐饮\n2026-01-02 balance Assets:现金 95 CNY\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "opening 2026-01-01 100.00 CNY 现金",
      "expense 2026-01-01 5.00 CNY 现金",
    ]);
    assert.deepEqual(bill.accounts, [
      { name: "现金", currency: "CNY", opening: 10000, closing: 9500 },
    ]);
    assert.deepEqual(bill.notices, []);
  });

  test("a balance that does not hold is a notice", async () => {
    const bill = await readText(
      `${OPEN}2026-01-02 * "x"\n  Assets:现金 1 CNY\n  Income:红包\n2026-01-03 balance Assets:现金 2 CNY\n`,
    );
    assert.match(bill.notices.map(zh).join(), /余额与断言不符/);
  });

  test("more than two postings become the parts of a split", async () => {
    const bill = await readText(
      `${OPEN}2026-01-05 * "超市" "一次购物" ^小票\n  Expenses:食品 60 CNY\n  Expenses:日用 (30 + 10) CNY\n  Assets:现金 -30 CNY\n  Assets:银行\n`,
    );
    assert.deepEqual(
      bill.lines.map((line) => `${brief(line)} ${line.category}`),
      [
        "expense 2026-01-05 30.00 CNY 现金 食品",
        "expense 2026-01-05 30.00 CNY 银行 食品",
        "expense 2026-01-05 40.00 CNY 银行 日用",
      ],
    );
    assert.equal(new Set(bill.lines.map((line) => line.linkIds.at(-1))).size, 1);
  });

  test("gross salary: income and deductions move the one account", async () => {
    const bill = await readText(
      `${OPEN}2026-01-05 * "工资"\n  Assets:银行 9000 CNY\n  Expenses:个税 1000 CNY\n  Income:工资 -10000 CNY\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2026-01-05 1000.00 CNY 银行",
      "income 2026-01-05 10000.00 CNY 银行",
    ]);
  });

  test("a fee between two accounts is the transfer's fee; a negative expense is a refund", async () => {
    const bill = await readText(
      `${OPEN}2026-01-05 * "提现"\n  Assets:银行 100 CNY\n  Expenses:手续费 0.1 CNY\n  Assets:现金 -100.1 CNY\n2026-01-06 * "退货"\n  Expenses:服饰 -20 CNY\n  Assets:银行 20 CNY\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-01-05 100.00 CNY 现金 > 银行",
      "refund 2026-01-06 20.00 CNY 银行",
    ]);
    assert.equal(bill.lines[0]?.fee, 10);
  });

  test("prices and costs weigh in the other currency", async () => {
    const bill = await readText(
      `${OPEN}2026-01-05 * "换汇"\n  Assets:美元 10 USD @@ 72 CNY\n  Assets:银行 -72 CNY\n2026-01-06 * "买基金"\n  Assets:基金 3 FUND {10.5 CNY}\n  Assets:银行\n2026-01-07 * "旅行"\n  Expenses:餐饮 10 USD\n  Assets:美元 -10 USD\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-01-05 72.00 CNY 银行 > 美元",
      "transfer 2026-01-06 31.50 CNY 银行 > 基金",
      "expense 2026-01-07 10.00 USD 美元",
    ]);
    assert.deepEqual(codes(bill.lines[2]), ["currency"]);
  });

  test("what is not read is listed, never fatal", async () => {
    const bill = await readText(
      `option "title" "x"\nplugin "beancount.plugins.auto"\ninclude "more.beancount"\n2026-01-01 query "q" "select 1"\n2026-01-01 custom "a" "b"\n${OPEN}2026-01-05 * "x"\n  Assets:现金 1 CNY\n  Income:红包\n`,
    );
    assert.equal(bill.lines.length, 1);
    for (const word of ["plugin", "include", "query", "custom"])
      assert.match(bill.notices.map(zh).join(), new RegExp(word));
  });

  test("a quote that never closes spoils its own entry only", async () => {
    const lines = Array.from(
      { length: 100 },
      () => '2026-01-06 * "ok"\n  Assets:现金 1 CNY\n  Income:红包\n',
    );
    const bill = await readText(
      `${OPEN}2026-01-05 * "broken\n  Assets:现金 1 CNY\n  Income:红包\n${lines.join("")}`,
    );
    assert.ok(bill.lines.length >= 100);
  });

  const sums: [string, string][] = [
    ["(30 + 10) / 4", "10.00"],
    ["-1,000.00 * 2", "-2000.00"],
    ["2 * (3 - 5)", "-4.00"],
    ["10 / 3 * 3", "10.00"],
  ];
  for (const [text, result] of sums) {
    test(`${text} is ${result}`, () => {
      const value = readBeancountNumber(text)?.value;
      assert.equal(value && yuanFixed(toFen(value)!.amount), result);
    });
  }
});

describe("hledger and ledger", () => {
  test("dates, codes, payees, notes, tags and comments", async () => {
    const bill = await readText(
      `; hledger\nY2026\n2026/1/5=2026/1/6 ! (42) 面馆 | 午餐  ; orderId: A1\n    ; 备注: 好吃\n    expenses:餐饮    ¥1,025.50\n    assets:现金\ncomment\n2026-01-06 not this\n    assets:a  1\nend comment\n1.7 * 工资\n    资产:银行  CNY 8000\n    收入:工资\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2026-01-05 1025.50 CNY 现金",
      "income 2026-01-07 8000.00 CNY 银行",
    ]);
    const [line] = bill.lines;
    assert.equal(line?.counterparty, "面馆");
    assert.equal(line?.description, "午餐");
    assert.equal(line?.externalId, "A1");
    assert.equal(line?.raw.备注, "好吃");
    assert.deepEqual(codes(line), ["flagged"]);
  });

  test("E2 a decimal comma is told from the whole file", async () => {
    const bill = await readText(
      "2026-01-05 a\n    expenses:x    1.000 CNY\n    assets:y\n\n2026-01-06 b\n    expenses:x    2,50 CNY\n    assets:y\n",
    );
    assert.deepEqual(
      bill.lines.map((line) => line.amount),
      [100000, 250],
    );
  });

  test("balance assertions prove, balance assignments fill", async () => {
    const bill = await readText(
      "2026-01-01 起\n    assets:现金  = 100 CNY\n    equity:期初\n\n2026-01-02 x\n    assets:现金  -30 CNY = 70 CNY\n    expenses:餐饮\n\n2026-01-03 y\n    assets:现金  -30 CNY = 41 CNY\n    expenses:餐饮\n",
    );
    assert.equal(bill.accounts?.[0]?.opening, 10000);
    assert.equal(bill.accounts?.[0]?.closing, 4000);
    assert.deepEqual(bill.notices.map(zh), ["第 9 行：assets:现金 的余额与断言不符。"]);
  });

  test("prices, virtual postings and rules", async () => {
    const bill = await readText(
      "~ monthly\n    expenses:x  5 CNY\n    assets:y\n\n= expenses:x\n    (budget)  1 CNY\n\n2026-01-05 换汇\n    assets:usd    $10 @ ¥7.2\n    assets:cny    ¥-72\n    (budget:a)  5 CNY\n",
    );
    assert.deepEqual(bill.lines.map(brief), ["transfer 2026-01-05 72.00 CNY cny > usd"]);
    assert.equal(bill.notices.length, 3);
  });

  test("alias, apply account and account types", async () => {
    const bill = await readText(
      "account 钱包  ; type: A\nalias 吃=expenses:餐饮\n2026-01-05 a\n    吃:早餐    3 CNY\n    钱包\n",
    );
    assert.deepEqual(
      bill.lines.map((line) => `${brief(line)} ${line.category}`),
      ["expense 2026-01-05 3.00 CNY 钱包 早餐"],
    );
  });
});

describe("openings of double-entry books", () => {
  test("the first opening of an account is its opening, a later one and other equity are asked about", async () => {
    const entry = (day: string, amount: string, equity: string) =>
      `${day} x\n    assets:bank    ${amount} CNY\n    ${equity}\n\n`;
    const bill = await readText(
      entry("2026-01-01", "100.00", "equity:opening balances") +
        entry("2026-02-01", "-30.00", "equity:opening balances") +
        entry("2026-03-01", "-5.00", "equity:drawings"),
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), line.own?.direction, codes(line)]),
      [
        ["opening 2026-01-01 100.00 CNY bank", "in", []],
        ["opening 2026-02-01 30.00 CNY bank", "out", ["balance-change"]],
        ["opening 2026-03-01 5.00 CNY bank", "out", ["balance-change"]],
      ],
    );
  });
});

describe("journals without descriptions, and dates without a year", () => {
  test("an entry needs no description", async () => {
    const bill = await readText(
      "2026/1/1\n    expenses:food       30.00 CNY\n    assets:cash\n\n2026/1/2\r\n    expenses:tram        4.00 CNY\r\n    assets:cash\r\n",
    );
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2026-01-01 30.00 CNY cash",
      "expense 2026-01-02 4.00 CNY cash",
    ]);
  });

  for (const directive of ["Y2026", "Y 2026", "year 2026", "apply year 2026"]) {
    test(`dates under ${directive} have its year`, async () => {
      const bill = await readText(
        `${directive}\n\n1/5 面馆\n    expenses:food       30.00 CNY\n    assets:cash\n\n02-03\n    expenses:tram        4.00 CNY\n    assets:cash\n`,
      );
      assert.deepEqual(bill.lines.map(brief), [
        "expense 2026-01-05 30.00 CNY cash",
        "expense 2026-02-03 4.00 CNY cash",
      ]);
    });
  }

  test("a date without a year and without a directive is asked about", async () => {
    const bill = await readText(
      "1/5 面馆\n    expenses:food       30.00 CNY\n    assets:cash\n\n2026-02-03 x\n    expenses:tram        4.00 CNY\n    assets:cash\n",
    );
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [["bad-date"], []],
    );
  });
});

describe("categories of several levels", () => {
  test("the lowest is the name where one path ends in it, else the whole path; tags stay in words", async () => {
    const spend = (category: string) =>
      `2026-01-05 * "店" "x" #出差\n  Expenses:${category}  1 CNY\n  Assets:现金\n`;
    const bill = await readText(
      OPEN + ["食品:午餐", "应酬:午餐", "食品:早餐", "房租"].map(spend).join(""),
    );
    assert.deepEqual(
      bill.lines.map(({ category, description }) => `${category} ${description}`),
      ["食品·午餐 x #出差", "应酬·午餐 x #出差", "早餐 x #出差", "房租 x #出差"],
    );
  });
});

describe("accounts in other currencies", () => {
  test("an account's balance is what it holds, not what that cost", async () => {
    const bill = await readText(
      `${OPEN}2026-01-05 * "换汇"\n  Assets:美元 10 USD @@ 72 CNY\n  Assets:银行 -72 CNY\n`,
    );
    assert.deepEqual(bill.accounts, [
      { name: "美元", currency: "USD", closing: 1000 },
      { name: "银行", currency: "CNY", closing: -7200 },
    ]);
  });
});

describe("what is no ledger", () => {
  test("wrapped lines of a printed statement are not taken for postings", async () => {
    const text =
      "2026-01-05 消费   100.00\n    某某商店  北京\n2026-01-06 消费   50.00\n    另一商店  上海\n";
    await assert.rejects(readText(text), { code: "unknown-format" });
  });
});
