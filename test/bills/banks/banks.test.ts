/** Bank layouts that no public file shows, the proof by the balance, and kinds from a bank's words. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { proveSigns } from "../../../src/bills/banks/balances.ts";
import { decideBank } from "../../../src/bills/banks/bank-kinds.ts";
import type { Bill } from "../../../src/bills/bill/line.ts";
import { fen } from "../../../src/ledger/money.ts";
import { readOne, readText, workbook } from "../build.ts";
import { brief, codes, zh } from "../reading.ts";
import { readSample } from "../samples.ts";

/** Kind and signed fen of every line: in for the account is positive. */
function amounts(bill: Bill): [string, number][] {
  return bill.lines.map((line) => [line.kind, line.amount]);
}

describe("layouts", () => {
  test("招商银行 net bank: TABs, date and clock apart, a footer of sums", async () => {
    const rows = [
      "# 招商银行交易记录",
      "# 账号: [6225********1186]",
      "# 起始日期: [20260101]   终止日期: [20260131]",
      "",
      '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
      '"\t20260115","\t12:01:02","","\t25.00","\t975.00","\t快捷支付","\t财付通-示例"',
      '"\t20260116","\t08:00:00","\t8,000.00","","\t8,975.00","\t代发工资","\t示例公司"',
      '"# 收入合计: 1 笔, 共 8000.00 元"',
    ];
    const bill = await readText(rows.join("\r\n"));
    assert.deepEqual([bill.format, bill.layout], ["cmb", "debit-netbank"]);
    assert.deepEqual(amounts(bill), [
      ["expense", 2500],
      ["income", 800000],
    ]);
    assert.equal(bill.lines[0]?.time, "2026-01-15 12:01:02");
    assert.equal(bill.lines[0]?.account, "招商银行储蓄卡(1186)");
    assert.deepEqual(bill.notices, []);
    assert.deepEqual(bill.stated, [
      { label: "收入", count: 1, sum: 800000, found: { count: 1, sum: 800000 } },
    ]);
  });

  const sums: [name: string, footer: string, notices: RegExp][] = [
    [
      "a footer's sum that the rows miss",
      "# 支出合计: 2 笔, 共 30.00 元",
      /支出是 2 笔 30\.00 元，.*1 笔 25\.00/,
    ],
    ["a footer's sum without a count", "# 支出合计：26.00", /支出是 26\.00 元，.*1 笔 25\.00/],
    ["a sum of both", "# 收入合计：0.00元，支出合计：25.00元", /^$/],
    ["a count alone, which is no sum", "# 支出合计: 12 笔", /^$/],
  ];
  for (const [name, footer, notices] of sums) {
    test(`招商银行: ${name}`, async () => {
      const rows = [
        "# 招商银行交易记录",
        '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
        '"\t20260115","\t12:01:02","","\t25.00","\t975.00","\t快捷支付","\t财付通-示例"',
        `"${footer}"`,
      ];
      assert.match(zh((await readText(rows.join("\r\n"))).notices[0]), notices);
    });
  }

  test("工商银行: the sums under the columns, each of its own currency", async () => {
    const header =
      "交易日期,记账日期,摘要,交易场所,交易国家或地区简称,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名,";
    const row = (into: string, out: string, currency: string) =>
      `2026-01-05,2026-01-05,消费,店,CHN,${into},${out},${currency},${into},${out},${currency},,,`;
    const rows = [
      header,
      row("", "12.50", "人民币"),
      row("100.00", "", "人民币"),
      row("", "9.00", "美元"),
      '人民币合计,,,,,"100.00\t","12.50\t",,"100.00\t","12.50\t",,,,',
      '美元合计,,,,,"0.00\t","8.00\t",,"0.00\t","8.00\t",,,,',
    ];
    const bill = await readText(rows.join("\r\n"));
    assert.deepEqual(
      bill.stated.map(({ label, sum, found }) => [label, sum, found?.sum]),
      [
        ["收入", 10000, 10000],
        ["支出", 1250, 1250],
        ["收入 USD", 0, 0],
        ["支出 USD", 800, 900],
      ],
    );
    assert.equal(bill.notices.length, 1);
    assert.match(zh(bill.notices[0]), /支出 USD是 8\.00 元，.*9\.00/);
  });

  test("中信银行 credit: purchases positive, rewards negative", async () => {
    const header = [
      "交易日期",
      "入账日期",
      "交易描述",
      "卡末四位",
      "交易币种",
      "结算币种",
      "交易金额",
      "结算金额",
    ];
    const rows = [
      ["中信银行信用卡账单"],
      header,
      ["2026-01-05", "2026-01-06", "支付宝－示例商户", "6428", "CNY", "CNY", "88.00", "88.00"],
      ["2026-01-06", "2026-01-06", "现金奖励", "6428", "CNY", "CNY", "-5.00", "-5.00"],
      ["2026-01-07", "2026-01-07", "还款", "6428", "CNY", "CNY", "-100.00", "-100.00"],
    ];
    const bill = await readOne(workbook({ 账单: rows }, "biff8"));
    assert.equal(bill.format, "citic");
    assert.deepEqual(amounts(bill), [
      ["expense", 8800],
      ["refund", 500],
      ["transfer", 10000],
    ]);
    assert.equal(bill.lines[2]?.toAccount, "中信银行信用卡(6428)");
  });

  test("交通银行 net bank: two columns", async () => {
    const rows = [
      [
        "记账日期",
        "交易时间",
        "交易地点",
        "交易方式",
        "支出金额",
        "收入金额",
        "余额",
        "对方户名",
        "对方账户",
        "对方开户行",
        "摘要",
      ],
      [
        "2026-01-05",
        "2026-01-05 10:00:00",
        "网上",
        "转账",
        "12.00",
        "",
        "88.00",
        "甲",
        "1",
        "行",
        "消费",
      ],
    ];
    const bill = await readOne(workbook({ 明细: rows }));
    assert.deepEqual([bill.format, bill.layout], ["bocom", "debit-netbank"]);
    assert.deepEqual(amounts(bill), [["expense", 1200]]);
  });

  test("招商银行 credit: a day without a year belongs to the year before in January", async () => {
    const text =
      "招商银行信用卡对账单（2024年01月）\n交易日,记账日,交易摘要,人民币金额,卡号末四位,交易地金额\n12/29,12/30,店,5.00,1234,5.00\n01/02,01/03,店,6.00,1234,6.00";
    const bill = await readText(text);
    assert.deepEqual(
      bill.lines.map((line) => line.time),
      ["2023-12-29", "2024-01-02"],
    );
  });

  test("a shop called 合计 does not end the table, a row of sums does", async () => {
    const header =
      "招商银行信用卡对账单（2024年01月）\n交易日,记账日,交易摘要,人民币金额,卡号末四位";
    const rows = [
      ",01/02,合计小吃,5.00,1234",
      "01/03,01/03,店,6.00,1234",
      "合计,,,11.00,",
      "01/04,01/04,店,7.00,1234",
    ];
    const bill = await readText([header, ...rows].join("\n"));
    assert.deepEqual(amounts(bill), [
      ["expense", 500],
      ["expense", 600],
    ]);
  });

  test("a repayment asks for the account that the statement does not name", async () => {
    const text =
      "招商银行信用卡对账单（2024年01月）\n交易日,记账日,交易摘要,人民币金额,卡号末四位\n,01/02,银联还款,-5.00,1234";
    const [line] = (await readText(text)).lines;
    assert.deepEqual([line?.account, line?.review[0]?.code], ["", "no-account"]);
  });

  test("without the year in the title a row is asked about, not invented", async () => {
    const text = "交易日,记账日,交易摘要,人民币金额,卡号末四位\n12/29,12/30,店,5.00,1234";
    const [line] = (await readText(text)).lines;
    assert.deepEqual([line?.kind, line?.review.length], ["skip", 1]);
  });

  test("an unreadable amount is a visible row, not a lost one", async () => {
    const text =
      "记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要\n2024-01-01,CNY,不详,1.00,消费,店,\n2024-01-02,CNY,-1.00,1.00,消费,店,";
    const bill = await readText(text);
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["skip", "expense"],
    );
    assert.match(zh(bill.lines[0]?.reason), /金额/);
  });
});

describe("credit cards", () => {
  const HEADER =
    "交易日期,记账日期,交易摘要,卡号末四位,卡片类型,交易币种,交易金额,原始交易金额&币种";
  const card = async (...rows: string[]) => (await readText([HEADER, ...rows].join("\n"))).lines;
  const row = (day: string, text: string, amount: string) =>
    `2026-03-${day},2026-03-${day},${text},0012,主卡,人民币,${amount},-`;

  test("浦发银行: money in is a repayment, a refund, or asked about; never an income", async () => {
    const lines = await card(
      row("02", "书店", "88.00"),
      row("03", "支付宝-某某", "20.00"),
      row("10", "银联还款", "-500.00"),
      row("11", "书店", "-88.00"),
      row("12", "分润金抵扣", "-1.00"),
      row("13", "现金奖励", "-2.00"),
      row("14", "PAYMENT - THANK YOU", "-3.00"),
      row("15", "还款冲正", "4.00"),
    );
    assert.deepEqual(
      lines.map((line) => [brief(line), ...codes(line)].join(" | ")),
      [
        "expense 2026-03-02 88.00 CNY 浦发银行信用卡(0012)",
        "expense 2026-03-03 20.00 CNY 浦发银行信用卡(0012)",
        "transfer 2026-03-10 500.00 CNY  > 浦发银行信用卡(0012) | no-account",
        "refund 2026-03-11 88.00 CNY 浦发银行信用卡(0012)",
        "refund 2026-03-12 1.00 CNY 浦发银行信用卡(0012) | card-credit",
        "refund 2026-03-13 2.00 CNY 浦发银行信用卡(0012)",
        "transfer 2026-03-14 3.00 CNY  > 浦发银行信用卡(0012) | no-account",
        "transfer 2026-03-15 4.00 CNY 浦发银行信用卡(0012) >  | no-account",
      ],
    );
    assert.equal(lines[3]?.refundOf, 0);
  });

  test("a workbook's number keeps the zeros of the card's digits", async () => {
    const rows = [
      HEADER.split(","),
      ["20260302", "20260302", "书店", 12, "主卡", "人民币", 88, "-"],
    ];
    const bill = await readOne(workbook({ 明细: rows }, "biff8"));
    assert.equal(bill.lines[0]?.account, "浦发银行信用卡(0012)");
  });
});

describe("debit cards by columns", () => {
  test("兴业银行: two columns, a text below the rows", async () => {
    const text = [
      "兴业银行交易明细",
      "账户账号：6229081234561186",
      "交易时间,记账日,支出,收入,账户余额,摘要,对方户名,对方银行,对方账号,用途,交易渠道,备注",
      "2026-03-02 10:00:01,2026-03-02,18.00,,982.00,快捷支付,咖啡店,,,,,",
      "2026-03-03 10:00:01,2026-03-03,,500.00,1482.00,工资,某公司,,,,,",
      "说明：以上明细仅供参考,,,,,,,,,,,",
    ].join("\n");
    const bill = await readText(text);
    assert.deepEqual(bill.format, "cib");
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2026-03-02 10:00:01 18.00 CNY 兴业银行储蓄卡(1186)",
      "income 2026-03-03 10:00:01 500.00 CNY 兴业银行储蓄卡(1186)",
    ]);
  });

  test("平安银行: a word gives the sign and who the other side is; another word asks", async () => {
    const header =
      "交易时间,付款方姓名,付款方账号,收款方姓名,收款方账号,交易类型,交易金额,账户余额,摘要,备注,交易流水号";
    const text = [
      header,
      "2026-03-02 10:00:01,我,1,咖啡店,2,转出,18.00,982.00,消费,,A1",
      "2026-03-03 10:00:01,公司,3,我,1,转入,500.00,1482.00,工资,,A2",
      "2026-03-04 10:00:01,我,1,店,2,其他,5.00,1477.00,消费,,A3",
    ].join("\n");
    const { lines } = await readText(text);
    assert.deepEqual(
      lines.map((line) => [line.kind, line.amount, line.counterparty, ...codes(line)]),
      [
        ["expense", 1800, "咖啡店"],
        ["income", 50000, "公司"],
        ["skip", 0, "店", "unreadable"],
      ],
    );
  });

  test("both columns filled say nothing", async () => {
    const text = [
      "交易日期,交易类型,存入金额,取出金额,余额,交易对手名称",
      "2026-03-02,消费,10.00,3.00,982.00,店",
      "2026-03-03,消费,0.00,3.00,979.00,店",
    ].join("\n");
    const { lines } = await readText(text);
    assert.deepEqual(
      lines.map((line) => [line.kind, line.amount, ...codes(line)]),
      [
        ["skip", 0, "unreadable"],
        ["expense", 300],
      ],
    );
  });
});

describe("华西证券's list, a GBK text called .xls", () => {
  test("bank transfers and dividends are read, trades are listed with the reason", async () => {
    const bill = await readSample("securities/huaxi-2023.xls");
    assert.deepEqual(
      [bill.format, bill.encoding, bill.lines.length],
      ["securities", "gb18030", 13],
    );
    const count = (kind: string) => bill.lines.filter((line) => line.kind === kind).length;
    assert.deepEqual([count("transfer"), count("income"), count("skip")], [4, 1, 8]);
    assert.equal(bill.lines[0]?.amount, 12_800_000);
    for (const line of bill.lines) if (line.kind === "skip") assert.notEqual(line.reason, "");
  });
});

describe("the balance proves the sign", () => {
  const row = (signed: number, balance: number | undefined, account = "a") => ({
    account,
    signed: fen(signed),
    balance: balance === undefined ? undefined : fen(balance),
  });
  test("oldest first and newest first", () => {
    assert.equal(proveSigns([row(10, 110), row(-20, 90), row(5, 95)]), "proved");
    assert.equal(proveSigns([row(5, 95), row(-20, 90), row(10, 110)]), "proved");
  });
  test("turned round", () => {
    assert.equal(proveSigns([row(-10, 110), row(20, 90), row(-5, 95)]), "opposite");
  });
  test("nothing fits, or nothing is known", () => {
    assert.equal(proveSigns([row(1, 10), row(1, 20), row(1, 40)]), "broken");
    assert.equal(proveSigns([row(1, undefined), row(1, 2)]), "unknown");
    assert.equal(proveSigns([]), "unknown");
  });
  test("each currency has its own balance", () => {
    assert.equal(proveSigns([row(10, 110), row(7, 7, "b"), row(-20, 90)]), "proved");
  });
  test("a file whose signs are turned is corrected, with a notice", async () => {
    const header = "记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要";
    const rows = [
      "2024-01-01,CNY,5.00,95.00,消费,店,",
      "2024-01-02,CNY,5.00,90.00,消费,店,",
      "2024-01-03,CNY,-50.00,140.00,工资,公司,",
    ];
    const bill = await readText([header, ...rows].join("\n"));
    assert.deepEqual(amounts(bill), [
      ["expense", 500],
      ["expense", 500],
      ["income", 5000],
    ]);
    assert.match(zh(bill.notices[0]), /方向/);
  });
});

describe("days without a year in 招商银行's card", () => {
  const cases: [title: string, day: string, is: string][] = [
    ["2026年01月", "12/29", "2025-12-29"],
    ["2026年01月", "01/20", "2026-01-20"],
    ["2026年01月", "02/03", "2026-02-03"],
    ["账单周期 2026年01月05日-2026年02月04日", "02/02", "2026-02-02"],
    ["账单周期 2026年01月05日-2026年02月04日", "12/30", "2025-12-30"],
    ["账单周期 2025/12/05-2026/01/04", "12/20", "2025-12-20"],
    ["账单周期 2025/12/05-2026/01/04", "01/02", "2026-01-02"],
    ["2025年12月", "01/02", "2026-01-02"],
  ];
  for (const [title, day, is] of cases) {
    test(`${day} in ${title} is ${is}`, async () => {
      const rows = [
        `招商银行信用卡对账单（${title}）`,
        "交易日,记账日,交易摘要,人民币金额,卡号末四位,交易地金额",
        `${day},${day},超市,10.00,1234,10.00`,
      ];
      const { lines } = await readText(rows.join("\r\n"));
      assert.deepEqual(lines.map(brief), [`expense ${is} 10.00 CNY 招商银行信用卡(1234)`]);
    });
  }
});

describe("directions of 交通银行's card", () => {
  const cases: [text: string, kind: string, asked: string[]][] = [
    ["消费 超市", "expense", []],
    ["年费", "expense", []],
    ["透支利息", "expense", []],
    ["分期付款 第1期/共3期", "expense", []],
    ["溢缴款领回", "expense", []],
    ["网上交易退款", "refund", []],
    ["消费撤销 超市", "refund", []],
    ["刷卡金返还", "refund", []],
    ["利息减免", "refund", ["card-credit"]],
    ["支付宝还款", "transfer", ["no-account"]],
    ["调账", "expense", ["no-sign"]],
  ];
  for (const [text, kind, asked] of cases) {
    test(`${text} is ${kind}${asked.length > 0 ? ", and asked about" : ""}`, async () => {
      const header = "交易日期,记账日期,交易说明,交易币种/金额,入账币种/金额";
      const row = `2026-03-01,2026-03-02,${text},CNY 5.00,CNY 5.00`;
      const { lines } = await readText([header, row].join("\r\n"));
      assert.deepEqual(
        lines.map((line) => [line.kind, codes(line)]),
        [[kind, asked]],
      );
    });
  }
});

test("a currency that is not known is not taken for yuan", async () => {
  const rows = [
    "记账日,交易日期,交易时间,支出,收入,账户余额,币种,摘要,对方账号,对方户名,交易地点",
    "20260301,20260301,10:00:00,10.00,0.00,90.00,外币,消费,,店,",
    "20260301,20260301,11:00:00,10.00,0.00,80.00,人民币元,消费,,店,",
    "20260301,20260301,12:00:00,10.00,0.00,70.00,,消费,,店,",
  ];
  const { lines } = await readText(rows.join("\r\n"));
  assert.deepEqual(
    lines.map(({ currency }) => currency),
    ["外币", "CNY", "CNY"],
  );
});

test("money from a wallet's company is asked about: it may be one's own", async () => {
  const rows = [
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    '"\t20260311","\t10:00:01","\t500.00","\t","\t1500.00","\t网联收款","\t财付通-张三"',
    '"\t20260312","\t10:00:01","\t30.00","\t","\t1530.00","\t快捷退款","\t支付宝-某店"',
  ];
  const { lines } = await readText(rows.join("\r\n"));
  assert.deepEqual(
    lines.map((line) => [line.kind, codes(line)]),
    [
      ["income", ["own-transfer"]],
      ["refund", []],
    ],
  );
});

describe("kinds from a bank's words", () => {
  const cases: [string, "debit" | "credit", number, string, string, string | undefined][] = [
    ["自动还款", "debit", -1, "transfer", "own", ""],
    ["结息", "debit", 1, "income", "own", undefined],
    ["利息税", "debit", -1, "expense", "own", undefined],
    ["银联ATM取款", "debit", -1, "transfer", "own", "现金"],
    ["代发工资", "debit", 1, "income", "own", undefined],
    ["财付通-微信零钱充值", "debit", -1, "transfer", "own", "零钱"],
    ["支付宝-充值", "debit", -1, "transfer", "own", "支付宝余额"],
    ["支付宝-话费充值", "debit", -1, "expense", "own", undefined],
    ["支付宝-张三-支付宝余额提现", "debit", 1, "transfer", "支付宝余额", "own"],
    ["现金奖励", "debit", 1, "income", "own", undefined],
    ["退款", "debit", 1, "refund", "own", undefined],
    ["年费", "debit", -1, "fee", "own", undefined],
    ["支付宝-花呗还款", "debit", -1, "transfer", "own", "花呗"],
    ["京东白条还款", "debit", -1, "transfer", "own", "白条"],
    ["信用卡还款 尾号4321", "debit", -1, "transfer", "own", "信用卡(4321)"],
    ["还款冲正", "credit", -1, "transfer", "own", ""],
    ["消费 美团", "credit", -1, "expense", "own", undefined],
    ["财付通-零钱通转出", "debit", 1, "transfer", "零钱通", "own"],
    ["支付宝-余额宝提现", "debit", 1, "transfer", "余额宝", "own"],
    ["天弘基金管理有限公司", "debit", -1, "transfer", "own", "余额宝"],
    ["财付通-理财通", "debit", -1, "transfer", "own", "理财通"],
    ["京东-小金库转出", "debit", 1, "transfer", "京东小金库", "own"],
    ["微众银行-微粒贷放款", "debit", 1, "transfer", "微粒贷", "own"],
    ["贷款发放", "debit", 1, "transfer", "", "own"],
    ["贷款归还", "debit", -1, "transfer", "own", ""],
    ["银转证", "debit", -1, "transfer", "own", ""],
    ["朝朝宝转出", "debit", 1, "transfer", "", "own"],
    ["大额存单认购", "debit", -1, "transfer", "own", ""],
    ["现存", "debit", 1, "transfer", "现金", "own"],
    ["现支", "debit", -1, "transfer", "own", "现金"],
    ["基金定投", "debit", -1, "transfer", "own", ""],
    ["还信用卡 6225****9999/张三", "debit", -1, "transfer", "own", "信用卡(9999)"],
  ];
  for (const [summary, card, signed, kind, account, toAccount] of cases) {
    test(`${summary} is ${kind}`, () => {
      const row = {
        signed: fen(signed),
        card,
        account: "own",
        summary,
        counterparty: "",
        note: "",
      };
      const decision = decideBank(row);
      assert.deepEqual(
        [decision.kind, decision.account, decision.toAccount],
        [kind, account, toAccount],
      );
      assert.deepEqual(decision.review ?? [], []);
    });
  }
  for (const summary of ["跨行转账", "网转", "转入中银活期宝", "存款"]) {
    test(`${summary} is asked about`, () => {
      const row = {
        card: "debit",
        account: "own",
        summary,
        counterparty: "王五",
        note: "",
      } as const;
      for (const signed of [1, -1]) {
        assert.equal(decideBank({ ...row, signed: fen(signed) }).review?.[0]?.code, "own-transfer");
      }
    });
  }
});

test("a card's bill of 农业银行 writes its currency behind the amount and its days without a century", async () => {
  const rows = [
    "交易日期,入账日期,卡号末四位,交易摘要,商户名称/城市,交易金额/币种,入账金额/币种",
    "260305,260306,1234,消费,某超市 北京,35.50/CNY,-35.50/CNY",
    "260307,260307,1234,还款,,500.00/CNY,500.00/CNY",
    "260309,260310,1234,消费,AMAZON US,9.99/USD,-72.10/CNY",
    "260311,260312,1234,消费,某店,20.00/CNY,20.00/CNY",
  ];
  const { lines } = await readText(rows.join("\n"));
  const card = "农业银行信用卡(1234)";
  assert.deepEqual(
    lines.map((line) => [brief(line), ...codes(line)]),
    [
      [`expense 2026-03-05 35.50 CNY ${card}`],
      [`transfer 2026-03-07 500.00 CNY  > ${card}`, "no-account"],
      [`expense 2026-03-09 72.10 CNY ${card}`],
      [`refund 2026-03-11 20.00 CNY ${card}`, "no-sign", "card-credit"],
    ],
  );
});

test("cash drawn with a card is a transfer, and its charge is none", async () => {
  const rows = [
    "交易日期,记账日期,交易摘要,卡号末四位,卡片类型,交易币种,交易金额",
    "20260312,20260312,取现,1234,主卡,人民币,1000.00",
    "20260312,20260312,取现手续费,1234,主卡,人民币,10.00",
  ];
  const { lines } = await readText(rows.join("\n"));
  assert.deepEqual(lines.map(brief), [
    "transfer 2026-03-12 1000.00 CNY 浦发银行信用卡(1234) > 现金",
    "expense 2026-03-12 10.00 CNY 浦发银行信用卡(1234)",
  ]);
});

test("中国银行's net bank may write day and clock apart", async () => {
  const rows = [
    "交易日期,交易时间,业务摘要,对方账户名称,对方账户账号,币种,收入金额,支出金额,余额,附言",
    "2026/03/05,10:00:01,消费,某超市,,人民币元,,35.50,964.50,",
  ];
  const { lines } = await readText(rows.join("\n"));
  assert.deepEqual(lines.map(brief), ["expense 2026-03-05 10:00:01 35.50 CNY 中国银行储蓄卡"]);
});
