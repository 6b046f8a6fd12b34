/** Programs whose books have a header or a notation of their own. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readText as readBill, workbook } from "../build.ts";
import { brief, codes, readText } from "../reading.ts";

describe("Copilot", () => {
  const csv = (...rows: string[]) =>
    `date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring\n${rows.join("\n")}\n`;

  test("spending is above zero, two halves are a transfer, what is pending asks", async () => {
    const bill = await readText(
      csv(
        "2025-03-13,Cafe,12.5,posted,Restaurants,Food,false,trip,regular,Checking,1234,,",
        "2025-03-14,Boss,-2000,posted,,,false,,income,Checking,1234,,",
        "2025-03-15,Payment,300,posted,,,true,,internal transfer,Checking,1234,,",
        "2025-03-15,Payment,-300,posted,,,true,,internal transfer,Visa,9999,,",
        "2025-03-16,Gas,40,pending,Car,,false,,regular,Visa,9999,,",
        "2025-03-17,Cafe,-2,posted,Restaurants,Food,false,,regular,Checking,1234,,",
        "2025-03-18,Boss,5,posted,,,false,,income,Checking,1234,,",
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["expense 2025-03-13 12.50 CNY Checking (1234)", []],
        ["income 2025-03-14 2000.00 CNY Checking (1234)", []],
        ["transfer 2025-03-15 300.00 CNY Checking (1234) > Visa (9999)", []],
        ["skip 2025-03-15 300.00 CNY  > Visa (9999)", []],
        ["expense 2025-03-16 40.00 CNY Visa (9999)", ["status"]],
        ["refund 2025-03-17 2.00 CNY Checking (1234)", []],
        ["expense 2025-03-18 5.00 CNY Checking (1234)", ["income-reversed"]],
      ],
    );
    assert.equal(bill.lines[0]?.description, "#trip");
  });
});

describe("口袋记账", () => {
  const csv = (...rows: string[]) =>
    `账本名称,收支类型,一级分类,二级分类,账户,金额,日期,备注\n${rows.join("\n")}\n`;

  test("A->B is two accounts; one account alone asks for the other", async () => {
    const bill = await readText(
      csv(
        "日常,支出,餐饮,午餐,现金,20,2026-03-13 12:00,面",
        "日常,收入,工资,,银行卡,8000,2026-03-14 09:00,",
        "日常,转账,,,银行卡->现金,500,2026-03-15 09:00,取钱",
        "日常,转账,,,银行卡 → 现金,-5,2026-03-16 09:00,",
        "日常,转账,,,银行卡,7,2026-03-17 09:00,",
        "日常,借贷,,,银行卡,9,2026-03-18 09:00,",
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["expense 2026-03-13 12:00:00 20.00 CNY 现金", []],
        ["income 2026-03-14 09:00:00 8000.00 CNY 银行卡", []],
        ["transfer 2026-03-15 09:00:00 500.00 CNY 银行卡 > 现金", []],
        ["transfer 2026-03-16 09:00:00 5.00 CNY 现金 > 银行卡", []],
        ["transfer 2026-03-17 09:00:00 7.00 CNY 银行卡 > ", ["no-account"]],
        ["skip 2026-03-18 09:00:00 9.00 CNY 银行卡", ["unknown-type"]],
      ],
    );
  });
});

describe("Monarch, Cashew, Bluecoins, Money Manager", () => {
  test("Monarch: two halves are one transfer, an adjustment asks, money back is a refund", async () => {
    const bill = await readText(
      `Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags\n${[
        "2026-01-05,Cafe,Restaurants,Checking,CAFE,,-12.50,",
        "2026-01-06,Cafe,Restaurants,Checking,CAFE,,2.50,",
        "2026-01-07,Boss,Paychecks,Checking,BOSS,,2000.00,work",
        "2026-01-08,Card,Credit Card Payment,Checking,PAY,,-300.00,",
        "2026-01-09,Card,Credit Card Payment,Visa,PAY,,300.00,",
        "2026-01-10,Bank,Balance Adjustments,Checking,ADJ,,-1.00,",
      ].join("\n")}\n`,
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["expense 2026-01-05 12.50 CNY Checking", []],
        ["refund 2026-01-06 2.50 CNY Checking", []],
        ["income 2026-01-07 2000.00 CNY Checking", []],
        ["transfer 2026-01-08 300.00 CNY Checking > Visa", []],
        ["skip 2026-01-09 300.00 CNY  > Visa", []],
        ["opening 2026-01-10 1.00 CNY Checking", ["balance-change"]],
      ],
    );
  });

  test("Cashew: a correction with two accounts is a transfer, the initial one an opening", async () => {
    const bill = await readText(
      `account,amount,currency,title,note,date,income,type,category name,subcategory name,color,icon,emoji,budget,objective\n${[
        "Bank,500.00,CNY,Initial balance,,2026-01-01 08:00:00.000,true,,Balance Correction,,,,,,",
        "Bank,-20.00,CNY,Noodles,,2026-01-02 12:00:00.000,false,,Food,Lunch,,,,,",
        "Bank,-100.00,CNY,Transferred Balance,Bank → Cash,2026-01-03 12:00:00.000,false,,Balance Correction,,,,,,",
        "Cash,100.00,CNY,Transferred Balance,Bank → Cash,2026-01-03 12:00:00.000,true,,Balance Correction,,,,,,",
        "Cash,-3.00,CNY,Updated Total Balance,,2026-01-04 12:00:00.000,false,,Balance Correction,,,,,,",
      ].join("\n")}\n`,
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["opening 2026-01-01 08:00:00 500.00 CNY Bank", []],
        ["expense 2026-01-02 12:00:00 20.00 CNY Bank", []],
        ["transfer 2026-01-03 12:00:00 100.00 CNY Bank > Cash", []],
        ["skip 2026-01-03 12:00:00 100.00 CNY  > Cash", []],
        ["opening 2026-01-04 12:00:00 3.00 CNY Cash", ["balance-change"]],
      ],
    );
  });

  test("Bluecoins: new accounts are openings, two halves are a transfer, void is left out", async () => {
    const bill = await readText(
      `Type,Date,Title,Amount,Currency,Exchange Rate,Category Group Name,Category,Account,Notes,Labels,Status\n${[
        "New Account,2026-01-01 00:00,Bank,500,CNY,1,(New Account),(New Account),Bank,,,",
        "Expense,2026-01-02 12:00,Noodles,-20,CNY,1,Food,Lunch,Bank,,trip,",
        "Transfer,2026-01-03 12:00,Cash,-100,CNY,1,(Transfer),(Transfer),Bank,,,",
        "Transfer,2026-01-03 12:00,Cash,100,CNY,1,(Transfer),(Transfer),Cash,,,",
        "Income,2026-01-04 12:00,Boss,30,CNY,1,Job,Pay,Bank,,,Void",
      ].join("\n")}\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "opening 2026-01-01 500.00 CNY Bank",
      "expense 2026-01-02 20.00 CNY Bank",
      "transfer 2026-01-03 100.00 CNY Bank > Cash",
      "skip 2026-01-03 100.00 CNY  > Cash",
      "skip 2026-01-04 30.00 CNY Bank",
    ]);
  });

  test("Money Manager: the category of a transfer is its other account, listed on one side or both", async () => {
    const bill = await readText(
      `Date,Account,Category,Subcategory,Note,CNY,Income/Expense,Description,Amount,Currency,Account\n${[
        "01/25/2026,Bank,Food,Lunch,Noodles,20,Exp.,,20.00,CNY,20",
        "01/25/2026,Bank,Pay,,Boss,900,Income,,900.00,CNY,900",
        "01/26/2026,Bank,Cash,,,100,Transfer-Out,,100.00,CNY,100",
        "01/26/2026,Cash,Bank,,,100,Transfer-In,,100.00,CNY,100",
        "01/27/2026,Cash,Modified Bal.,,,5,Expense Balance,,5.00,CNY,5",
      ].join("\n")}\n`,
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["expense 2026-01-25 20.00 CNY Bank", []],
        ["income 2026-01-25 900.00 CNY Bank", []],
        ["transfer 2026-01-26 100.00 CNY Bank > Cash", []],
        ["skip 2026-01-26 100.00 CNY Bank > Cash", []],
        ["opening 2026-01-27 5.00 CNY Cash", ["balance-change"]],
      ],
    );
  });
});

describe("HomeBank", () => {
  const book = (...entries: string[]) =>
    `<?xml version="1.0"?>\n<homebank v="1.4" d="050700">\n<cur key="1" iso="CNY" name="Yuan"/>\n<cur key="2" iso="USD" name="Dollar"/>\n<account key="1" curr="1" name="Bank" initial="100"/>\n<account key="2" curr="1" name="Cash" initial="0"/>\n<account key="3" curr="2" name="Dollars"/>\n<pay key="7" name="Shop"/>\n<cat key="1" name="Food"/>\n<cat key="2" parent="1" name="Lunch"/>\n<cat key="3" flags="2" name="Pay"/>\n${entries.join("\n")}\n</homebank>`;
  const entry = (attributes: string) => `<ope date="738885" ${attributes}/>`;

  test("days, openings, refunds, transfers on both sides, splits, what is not counted", async () => {
    const bill = await readText(
      book(
        entry('amount="-12.5" account="1" payee="7" category="2" wording="x" tags="trip"'),
        entry('amount="2.5" account="1" category="2"'),
        entry('amount="900" account="1" category="3"'),
        entry('amount="-30" account="1" dst_account="2" paymode="5" kxfer="1"'),
        entry('amount="30" account="2" dst_account="1" paymode="5" kxfer="1"'),
        entry('amount="-72" account="1" dst_account="3" paymode="5" kxfer="2"'),
        entry('amount="-9" account="1" scat="1||3" samt="-10||1" smem="a||b"'),
        entry('amount="-8" account="1" st="4" category="1"'),
        entry('amount="-8" account="1" category="3"'),
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => [brief(line), codes(line)]),
      [
        ["opening 2023-12-31 100.00 CNY Bank", []],
        ["expense 2023-12-31 12.50 CNY Bank", []],
        ["refund 2023-12-31 2.50 CNY Bank", []],
        ["income 2023-12-31 900.00 CNY Bank", []],
        ["transfer 2023-12-31 30.00 CNY Bank > Cash", []],
        ["skip 2023-12-31 30.00 CNY Bank > Cash", []],
        ["transfer 2023-12-31 72.00 CNY Bank > Dollars", ["currency"]],
        ["expense 2023-12-31 10.00 CNY Bank", []],
        ["income 2023-12-31 1.00 CNY Bank", []],
        ["skip 2023-12-31 8.00 CNY Bank", []],
        ["expense 2023-12-31 8.00 CNY Bank", ["income-reversed"]],
      ],
    );
    const [, first] = bill.lines;
    assert.deepEqual(
      [first?.counterparty, first?.description, first?.category],
      ["Shop", "x #trip", "Lunch"],
    );
  });

  test("a day that is none is asked about", async () => {
    const bill = await readText(book('<ope date="x" amount="-1" account="1"/>'));
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [["bad-date"], ["bad-date"]],
    );
  });
});

describe("QuickBooks IIF", () => {
  const HEAD =
    "!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tMEMO\n!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tMEMO\n!ENDTRNS\n";
  const block = (type: string, day: string, ...rows: [account: string, amount: string][]) =>
    `${rows
      .map(([account, amount], at) =>
        [at === 0 ? "TRNS" : "SPL", type, day, account, "Shop", amount, "x"].join("\t"),
      )
      .join("\n")}\nENDTRNS\n`;

  test("checks, deposits, splits and transfers", async () => {
    const bill = await readText(
      HEAD +
        block("CHECK", "01/25/2026", ["Checking", "-12.50"], ["Food", "10.00"], ["Home", "2.50"]) +
        block("DEPOSIT", "01/26/2026", ["Checking", '"1,000.00"'], ["Pay", '"-1,000.00"']) +
        block("TRANSFER", "01/27/2026", ["Checking", "-100.00"], ["Savings", "100.00"]),
    );
    assert.deepEqual(
      bill.lines.map((line) => `${brief(line)} ${line.category}`.trim()),
      [
        "expense 2026-01-25 10.00 CNY Checking Food",
        "expense 2026-01-25 2.50 CNY Checking Home",
        "income 2026-01-26 1000.00 CNY Checking Pay",
        "transfer 2026-01-27 100.00 CNY Checking > Savings",
      ],
    );
  });

  test("an account list says what an account is; without one a journal entry asks", async () => {
    const entry = block("GENERAL JOURNAL", "01/25/2026", ["Checking", "-9.00"], ["Loan", "9.00"]);
    const list = "!ACCNT\tNAME\tACCNTTYPE\nACCNT\tChecking\tBANK\nACCNT\tLoan\tLTLIAB\n";
    const [known] = (await readText(list + HEAD + entry)).lines;
    assert.deepEqual(
      [brief(known!), codes(known)],
      ["transfer 2026-01-25 9.00 CNY Checking > Loan", []],
    );
    assert.deepEqual(codes((await readText(HEAD + entry)).lines[0]), ["account-type"]);
  });

  test("days of one order are asked about where the file does not prove it", async () => {
    const text = HEAD + block("CHECK", "03/04/2026", ["Checking", "-1.00"], ["Food", "1.00"]);
    await assert.rejects(readText(text), { code: "ask-date-order" });
    const bill = await readText(text, { dateOrder: "mdy" });
    assert.equal(bill.lines[0]?.time, "2026-03-04");
  });
});

describe("Fenming's own tables", () => {
  const header =
    "编号,类型,日期,金额,分类,账户,转入账户,手续费,备注,退款对应记录,来源,来源单号".split(",");
  const rows = [
    [7, "支出", "2026-01-05", 25.5, "餐饮", "现金", "", "", "'=1+1", "", "", ""],
    [8, "退款", "2026-01-06", 5.5, "餐饮", "现金", "", "", "", 7, "", ""],
    [7, "转账", "2026-01-07", 100, "", "银行", "现金", 0.1, "取现", "", "", ""],
    [9, "收入", "2026-01-04", 0.01, "利息", "银行", "", "", "", "", "alipay", "2026"],
  ];

  test("the CSV comes back, with fees and refunds", async () => {
    const bill = await readBill([header, ...rows].map((row) => row.join(",")).join("\r\n"));
    assert.deepEqual(
      [bill.format, bill.lines.map((line) => [brief(line), line.fee, line.refundOf])],
      [
        "fenming",
        [
          ["expense 2026-01-05 25.50 CNY 现金", undefined, undefined],
          ["refund 2026-01-06 5.50 CNY 现金", undefined, 0],
          ["transfer 2026-01-07 100.00 CNY 银行 > 现金", 10, undefined],
          ["income 2026-01-04 0.01 CNY 银行", undefined, undefined],
        ],
      ],
    );
    assert.equal(bill.lines[0]?.description, "=1+1");
    assert.ok(bill.lines.every(({ review, externalId }) => review.length === 0 && !externalId));
  });

  test("the workbook brings its openings, on the first day", async () => {
    const accounts = [
      ["编号", "名称", "类型", "期初余额", "余额"],
      [1, "现金", "cash", 500, 580],
      [2, "信用卡", "bank", -20.05, -20.05],
      [3, "银行", "bank", 0, -100.09],
    ];
    const bill = await readText(workbook({ 明细: [header, ...rows], 账户: accounts }));
    assert.deepEqual(
      bill.lines.slice(4).map((line) => [brief(line), line.own?.direction]),
      [
        ["opening 2026-01-04 500.00 CNY 现金", "in"],
        ["opening 2026-01-04 20.05 CNY 信用卡", "out"],
      ],
    );
    assert.deepEqual(bill.accounts?.[1], { name: "信用卡", opening: -2005, closing: -2005 });
  });
});
